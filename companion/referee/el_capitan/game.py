"""El Capitan as the session sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.referee.el_capitan.decide import decide
from companion.referee.el_capitan.evolve import evolve
from companion.referee.el_capitan.options import OPTIONS
from companion.referee.el_capitan.show import legal, show
from companion.referee.el_capitan.state import NOT_STARTED, State
from companion.referee.fields import Fields, flag, listing, may, name, need, stamp, text, whole
from companion.referee.game import Command, Option

_POSITION = whole(1, 12)
_STAMPED: Fields = {"player": need(name), "t_us": need(stamp), "clock": may(text), "bound_us": may(stamp)}


def _pair(value: Any) -> str | None:
    problem = listing(_POSITION, 2)(value)
    return problem if problem or len(value) == 2 else "must be two positions"


COMMANDS: Mapping[str, Fields] = {
    "memorised": {},
    "reveal": {"card": need(name), "player": may(name), "t_us": may(stamp), "bound_us": may(stamp)},
    "slap": _STAMPED,
    "close_race": {},
    "answer": {"player": need(name), "right": may(flag), "card": may(name)},
    "boarding": _STAMPED,
    "done": {"player": may(name)},
    "swap": {"player": need(name), "cards": need(_pair)},
    "leave": {"player": need(name)},
    "void": {"visible": may(flag), "second": may(flag)},
}


class ElCapitan:
    """The slap game: 2 to 6 players, 16 cards, 130 coins."""

    name = "el-capitan"

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
        """El Capitan has no questions of its own."""
        return None
