"""Gathering what a decision brings about."""

from __future__ import annotations

from typing import Any

from companion.referee.elcano.evolve import evolve
from companion.referee.elcano.state import State
from companion.referee.elcano.words import say
from companion.referee.game import Decision, Event, Ruling


class Telling:
    """Gathers the events and rulings of one decision; ``state`` is always the state after them."""

    __slots__ = ("events", "rulings", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.rulings: list[Ruling] = []

    def event(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def say(self, id: str, reason: str, sentence: str, **params: Any) -> None:
        """Add a ruling."""
        self.rulings.append(say(id, reason, sentence, **params))

    def ruling(self, ruling: Ruling) -> None:
        """Add a ruling made elsewhere."""
        self.rulings.append(ruling)

    def decision(self) -> Decision:
        """What was gathered."""
        return Decision(self.events, self.rulings, self.state)
