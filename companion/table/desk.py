"""How a game reads the devices: presses and cards become commands. Each game's own desk is in ``desks``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.observations import CardSeen, Press
from companion.referee.game import Command, Event
from companion.table.lobby import Lobby

State = Mapping[str, Any]  # the referee's `show`


@dataclass(frozen=True, slots=True)
class Timer:
    """Time that runs at the table. The referee never reads a clock; the table does, and only tells it."""

    what: str
    of_ms: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell a player in passing; the referee isn't asked. ``kind`` is its key in the texts."""

    kind: str
    text: str
    rule: str = ""
    player: str | None = None


class Desk(Protocol):
    """One game's reading of the devices. Made anew for each session."""

    def pressed(self, press: Press, player: str | None, state: State) -> Sequence[Command | Notice]:
        """What a press asks of the referee, or what there is to tell about it."""

    def shown(self, card: CardSeen, state: State) -> Sequence[Command]:
        """What a card in sight asks of the referee."""

    def wants_card(self, state: State) -> bool:
        """Whether a card that can't be named is worth asking the table about."""

    def follows(self, events: Sequence[Event], lobby: Lobby) -> Sequence[Command]:
        """What was waiting for these events."""

    def waiting(self) -> Sequence[int]:
        """Buttons whose press is held until the card is known."""

    def timer(self, state: State) -> Timer | None:
        """The time that runs in this state."""

    def due(self, what: str, state: State) -> Sequence[Command]:
        """What the end of a timer asks of the referee."""

    def lamps(self, state: State, lobby: Lobby) -> dict[int, str]:
        """Which lamp shows what, by button."""


@dataclass(slots=True)
class PlainDesk:
    """A game whose devices say nothing yet: everything is entered by hand, and the lamp shows the turn."""

    def pressed(self, press: Press, player: str | None, state: State) -> Sequence[Command | Notice]:
        return ()

    def shown(self, card: CardSeen, state: State) -> Sequence[Command]:
        return ()

    def wants_card(self, state: State) -> bool:
        return False

    def follows(self, events: Sequence[Event], lobby: Lobby) -> Sequence[Command]:
        return ()

    def waiting(self) -> Sequence[int]:
        return ()

    def timer(self, state: State) -> Timer | None:
        return None

    def due(self, what: str, state: State) -> Sequence[Command]:
        return ()

    def lamps(self, state: State, lobby: Lobby) -> dict[int, str]:
        turn = state.get("turn")
        seat = lobby.seat_of(turn) if isinstance(turn, str) else None
        return {seat.button: "your-turn"} if seat and seat.button else {}
