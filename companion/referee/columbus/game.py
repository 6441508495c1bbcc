"""Columbus as the session sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.referee.columbus.decide import decide
from companion.referee.columbus.evolve import evolve
from companion.referee.columbus.legal import legal
from companion.referee.columbus.options import OPTIONS
from companion.referee.columbus.show import ask, show
from companion.referee.columbus.state import NOT_STARTED, State
from companion.referee.columbus.tiles import COUNTS, LAID
from companion.referee.fields import Fields, either, flag, listing, mapping, may, name, need, one_of
from companion.referee.game import Option
from companion.referee.protocol import COMMON

_WHO: Fields = {"player": need(name)}
_BOARD = either(mapping(), name)
_TILE, _SPACE = need(one_of(*COUNTS)), need(name)

COMMANDS: Mapping[str, Fields] = {
    "start": {**COMMON["start"], "board": may(lambda value: None if value is None else _BOARD(value))},
    "port": {**_WHO, "space": _SPACE},
    "place": {**_WHO, "tile": _TILE, "space": _SPACE, "mark": may(name)},
    "hurricane": {**_WHO, "from": may(name), "to": may(name), "with": may(one_of("hurricane", "joker"))},
    "exchange": {**_WHO, "space": _SPACE, "tile": _TILE, "joker": _SPACE},
    "cannot": _WHO,
    "sail": {**_WHO, "path": need(listing(name)), "last": may(flag), "lands": may(flag)},
    "blocked": _WHO,
    "free_move": {**_WHO, "from": _SPACE, "to": _SPACE},
    "end": _WHO,
    "leave": _WHO,
    "standstill": {},
    "reach": _WHO,
    "where": {"tile": may(one_of(*LAID)), "mark": may(name), "from": may(name)},
    "board": {},
}


class Columbus:
    """The race across the Atlantic and home: 2 to 6 captains, 135 tiles, one board."""

    name = "columbus"

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
    ask = staticmethod(ask)
