"""The table overrules: a named, logged correction (rulings G3, G5, K90)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.referee import fields
from companion.referee.columbus.chart import Chart
from companion.referee.columbus.refusals import known_player, known_space
from companion.referee.columbus.sailing import come_home
from companion.referee.columbus.state import State, racing
from companion.referee.columbus.telling import Telling
from companion.referee.columbus.tiles import COUNTS, LAID, RACK, SHIP_TILES
from companion.referee.game import Command, Refusal

CAN = ("ships", "rack", "tiles", "turn")
_SHIP: fields.Fields = {
    "space": fields.may(fields.name),
    "home": fields.may(fields.name),
    "landed": fields.may(fields.flag),
    "at_sea": fields.may(fields.flag),
    "missed": fields.may(fields.whole(0, 99)),
}
_TILES = fields.mapping(fields.listing(fields.one_of(*LAID), 2))


def correct(tell: Telling, command: Command) -> None:
    """Set ships, racks, the tiles of a space or whose turn it is.

    Tiles that appear on the board or in a rack come from the stock, those that vanish go back to it.
    """
    change: Mapping[str, Any] = command["set"]
    if not change or any(key not in CAN for key in change):
        raise Refusal("bad-input", f"A correction sets one or more of: {', '.join(CAN)}.", "G5")
    state = tell.state
    if state["phase"] != "play":
        raise Refusal("wrong-phase", "Corrections are made during the voyage; undo what came before.", "G3")
    _check_tiles(state, change.get("tiles", {}))
    _check_racks(state, change.get("rack", {}))
    _check_stock(state, change)
    _check_ships(state, change.get("ships", {}), change.get("tiles", {}))
    if "turn" in change and change["turn"] not in racing(state):
        raise Refusal("unknown-player", "The turn is set to a captain who still races.", "G5")
    by, reason = command["by"], command["reason"]
    tell.event({"event": "corrected", "set": dict(change), "reason": reason, "by": by})
    tell.say("G5", "corrected", f"{by} corrects: {reason}.", by=by, why=reason)
    for player in racing(tell.state):
        if tell.state["phase"] == "play" and player in change.get("ships", {}):
            come_home(tell, player)


def _check_tiles(state: State, tiles: object) -> None:
    problem = _TILES(tiles)
    if problem is not None or not isinstance(tiles, Mapping):
        raise Refusal("bad-input", f"tiles {problem}: it gives the kinds on a space, lowest first.", "G5")
    used = Counter(state["used"])
    for space, kinds in tiles.items():
        known_space(state, space)
        if len(kinds) == 2 and (kinds[0] == "joker" or kinds[1] not in SHIP_TILES):
            raise Refusal("bad-input", f"{space}: only ship tiles lie on another, none on a joker.", "K66")
        _check_print(state["chart"], space, kinds)
        used.subtract(state["tiles"].get(space, ()))
        used.update(kinds)
    for kind, count in used.items():
        if count > COUNTS[kind]:
            raise Refusal("impossible", f"There are only {COUNTS[kind]} tiles with {kind}.", "K04")


def _check_print(chart: Chart | None, space: str, kinds: object) -> None:
    if chart is not None and kinds and chart.kinds[space] in ("land", "europe", "florida"):
        raise Refusal("impossible", f"No tile lies on {space}.", "K03")


def _check_racks(state: State, rack: object) -> None:
    problem = fields.mapping(fields.whole(0, RACK))(rack)
    if problem is not None or not isinstance(rack, Mapping):
        raise Refusal("bad-input", f"rack {problem}: it gives the number of tiles by name.", "G5")
    for player in rack:
        known_player(state, player)


def _check_stock(state: State, change: Mapping[str, Any]) -> None:
    """What is added to racks and board must be in the stock (conservation of the 135 tiles)."""
    more = sum(count - state["rack"][player] for player, count in change.get("rack", {}).items())
    for space, kinds in change.get("tiles", {}).items():
        more += len(kinds) - len(state["tiles"].get(space, ()))
    if more > state["stock"]:
        raise Refusal("impossible", f"The stock holds only {state['stock']} tiles.", "K88")


def _check_ships(state: State, ships: object, tiles: Mapping[str, Any]) -> None:
    if not isinstance(ships, Mapping):
        raise Refusal("bad-input", "ships gives by name what is set: space, home, landed, missed.", "G5")
    after = {name: ship.space for name, ship in state["ships"].items()}
    for player, change in ships.items():
        if player not in racing(state):
            raise Refusal("unknown-player", "Only ships that still race are set.", "G5")
        _check_ship(state, change)
        after[player] = change.get("space", after[player])
    lying = [space for space in after.values() if space is not None]
    if len(set(lying)) < len(lying):
        raise Refusal("impossible", "Two ships can't lie on one space.", "K48")
    for space in lying:
        laid = tiles.get(space, state["tiles"].get(space, ()))
        _check_afloat(state["chart"], space, laid)


def _check_ship(state: State, change: object) -> None:
    if not isinstance(change, Mapping) or any(key not in _SHIP for key in change):
        raise Refusal("bad-input", f"A ship has only: {', '.join(_SHIP)}.", "G5")
    for key, value in change.items():
        problem = _SHIP[key].check(value)
        if problem is not None:
            raise Refusal("bad-input", f"{key} {problem}.", "G5")
    chart = state["chart"]
    for key in ("space", "home"):
        if key in change:
            known_space(state, change[key])
    if chart is not None and "home" in change and chart.kinds[change["home"]] != "europe":
        raise Refusal("impossible", f"{change['home']} is no European port.", "K62")


def _check_afloat(chart: Chart | None, space: str, laid: object) -> None:
    """A ship lies on a tile, in a European port or in Florida."""
    if chart is None or chart.kinds[space] in ("europe", "florida"):
        return
    if not laid or (isinstance(laid, list | tuple) and laid[-1] == "shipwreck"):
        raise Refusal("impossible", f"A ship can't lie on {space}: no tile carries it.", "K11")
