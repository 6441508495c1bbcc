"""Elcano as the session sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.referee.elcano.decide import decide
from companion.referee.elcano.evolve import evolve
from companion.referee.elcano.legal import legal
from companion.referee.elcano.options import MOST, OPTIONS
from companion.referee.elcano.show import show
from companion.referee.elcano.state import COLOURS, CREW, FOUR_ONE, NOT_STARTED, State
from companion.referee.fields import Fields, either, flag, listing, may, name, need, one_of, whole
from companion.referee.game import Command, Option

_VALUE = whole(1, MOST)
_OCEAN = either(_VALUE, one_of(FOUR_ONE))


def _ocean(value: Any) -> str | None:
    if not isinstance(value, Mapping) or set(value) != set(COLOURS):
        return "must give a value for red, blue and green"
    problem = next((found for card in value.values() if (found := _OCEAN(card)) is not None), None)
    return problem and f"has a value that {problem}"


COMMANDS: Mapping[str, Fields] = {
    "reveal": {"ocean": need(_ocean), "storm": may(_VALUE)},
    "play": {
        "player": need(name),
        "colour": may(one_of(*COLOURS)),
        "value": may(_VALUE),
        "face_down": may(flag),
    },
    "pass": {"player": need(name)},
    "hand": {"player": need(name), "values": need(listing(_VALUE, CREW))},
    "leave": {"player": need(name)},
}


class Elcano:
    """The bidding game: 2 to 5 players, 15 crew cards each, six rounds."""

    name = "elcano"

    def commands(self) -> Mapping[str, Fields]:
        """The game's own commands with their fields."""
        return COMMANDS

    def options(self) -> Sequence[Option]:
        """The choices at set-up."""
        return OPTIONS

    def initial(self) -> State:
        """Before ``start``."""
        return NOT_STARTED

    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    show = staticmethod(show)
    legal = staticmethod(legal)

    def ask(self, state: State, command: Command) -> dict[str, Any] | None:
        """Elcano has no questions of its own."""
        return None
