"""How each event changes the state of Columbus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.referee.columbus.chart import chart
from companion.referee.columbus.state import NOT_STARTED, Ship, State
from companion.referee.columbus.tiles import RACK, TOTAL
from companion.referee.game import Event

FRESH_TURN: Mapping[str, Any] = {
    "placed": 0,
    "begun": False,
    "sailed": False,
    "passed": False,
    "cannot": False,
    "lately": False,
}


def evolve(state: State, event: Event) -> State:
    """The state after one event. Events of later versions and mere announcements change nothing."""
    change = _CHANGES.get(event["event"])
    if change is None:
        return state
    new = state.copy()
    change(new, event)
    return new


# Each change is made in a fresh copy whose values are shared with the state before: they are replaced, never
# touched.


def _started(new: State, event: Event) -> None:
    players = tuple(event["players"])
    new.update(NOT_STARTED)
    new["phase"] = "ports"
    new["players"] = players
    new["options"] = event["options"]
    new["seed"] = event["seed"]
    new["chart"] = None if event["board"] is None else chart(event["board"])
    new["turn"] = new["first"] = event["first"]
    new["ships"] = dict.fromkeys(players, Ship())
    new["rack"] = dict.fromkeys(players, RACK)
    new["stock"] = TOTAL - RACK * len(players)


def _ship(new: State, player: str, **change: Any) -> None:
    ships = new["ships"]
    new["ships"] = {**ships, player: ships[player]._replace(**change)}


def _port(new: State, event: Event) -> None:
    _ship(new, event["player"], space=event["space"], home=event["space"])


def _turn(new: State, event: Event) -> None:
    new.update(FRESH_TURN)  # type: ignore[typeddict-item]
    new["turn"] = event["player"]
    new["phase"] = event["phase"]


def _use(new: State, kind: str, change: int = 1) -> None:
    used = new["used"]
    new["used"] = {**used, kind: used[kind] + change}


def _spend(new: State, player: str, counts: bool) -> None:
    rack = new["rack"]
    new["rack"] = {**rack, player: rack[player] - 1}
    new["begun"] = True
    if counts:
        new["placed"] += 1


def _lay(new: State, kind: str, space: str, mark: str | None) -> None:
    tiles = new["tiles"]
    new["tiles"] = {**tiles, space: (*tiles.get(space, ()), kind)}
    if mark is not None:
        new["marks"] = {**new["marks"], space: mark}


def _lift(new: State, space: str) -> str:
    tiles = dict(new["tiles"])
    laid = tiles.pop(space)
    if len(laid) > 1:
        tiles[space] = laid[:-1]
    elif space in new["marks"]:
        new["marks"] = {at: mark for at, mark in new["marks"].items() if at != space}
    new["tiles"] = tiles
    return laid[-1]


def _placed(new: State, event: Event) -> None:
    _spend(new, event["player"], event["counts"])
    _lay(new, event["tile"], event["space"], event.get("mark"))
    _use(new, event["tile"])


def _moved(new: State, event: Event) -> None:
    kind = _lift(new, event["from"])
    _lay(new, kind, event["to"], event.get("mark"))
    if event["with"] == "free":
        _ship(new, event["player"], missed=0)
        new["begun"] = True
    else:
        _out_of_play(new, event)


def _out_of_play(new: State, event: Event) -> None:
    kind = event["with"]
    _use(new, kind)
    new["box"] = {**new["box"], kind: new["box"][kind] + 1}
    _spend(new, event["player"], event["counts"])


def _exchanged(new: State, event: Event) -> None:
    """The tile comes from the rack and the joker goes there: the rack keeps its size (ruling K34)."""
    space = event["space"]
    _lift(new, space)
    _lay(new, event["tile"], space, event.get("mark"))
    _use(new, "joker", -1)
    _use(new, event["tile"])
    new["begun"] = True


def _cannot(new: State, event: Event) -> None:
    new["cannot"] = new["begun"] = True


def _sailed(new: State, event: Event) -> None:
    home = {"home": event["home"]} if "home" in event else {}
    _ship(new, event["player"], space=event["to"], at_sea=event["at_sea"], missed=0, **home)
    new["sailed"] = new["begun"] = True
    new["idle"] = 0


def _landed(new: State, event: Event) -> None:
    _ship(new, event["player"], landed=True)
    if event["first"]:
        new["after_landing"] = new["lately"] = True


def _finished(new: State, event: Event) -> None:
    player = event["player"]
    off_board = {"space": None} if event.get("removed") else {}
    _ship(new, player, place=event["place"], **off_board)
    new["finish"] = (*new["finish"], player)


def _blocked(new: State, event: Event) -> None:
    _ship(new, event["player"], missed=event["missed"])
    new["passed"] = new["begun"] = True


def _ended(new: State, event: Event) -> None:
    player = event["player"]
    _ship(new, player, missed=event["missed"], turns=new["ships"][player].turns + 1)
    if not new["sailed"]:
        new["idle"] += 1


def _drawn(new: State, event: Event) -> None:
    player, count = event["player"], event["count"]
    rack = new["rack"]
    new["rack"] = {**rack, player: rack[player] + count}
    new["stock"] -= count


def _left(new: State, event: Event) -> None:
    new["gone"] = (*new["gone"], event["player"])


def _over(new: State, event: Event) -> None:
    new["phase"] = "over"
    new["turn"] = None
    new["winners"] = tuple(event["winners"])


def _corrected(new: State, event: Event) -> None:
    """What the table sets; tiles that appear or vanish come from the stock or go back to it."""
    change = event["set"]
    for player, ship in change.get("ships", {}).items():
        _ship(new, player, **ship)
    for player, count in change.get("rack", {}).items():
        new["stock"] -= count - new["rack"][player]
        new["rack"] = {**new["rack"], player: count}
    for space, kinds in change.get("tiles", {}).items():
        _relaid(new, space, tuple(kinds))
    if "turn" in change:
        new.update(FRESH_TURN)  # type: ignore[typeddict-item]
        new["turn"] = change["turn"]
    if any(ship.landed for ship in new["ships"].values()):
        new["after_landing"] = True


def _relaid(new: State, space: str, kinds: tuple[str, ...]) -> None:
    tiles = dict(new["tiles"])
    before = tiles.pop(space, ())
    for kind in before:
        _use(new, kind, -1)
    for kind in kinds:
        _use(new, kind)
    if kinds:
        tiles[space] = kinds
    if kinds[:1] != before[:1]:
        new["marks"] = {at: mark for at, mark in new["marks"].items() if at != space}
    new["tiles"] = tiles
    new["stock"] -= len(kinds) - len(before)


_CHANGES: Mapping[str, Callable[[State, Event], None]] = {
    "started": _started,
    "port": _port,
    "turn": _turn,
    "placed": _placed,
    "moved": _moved,
    "discarded": _out_of_play,
    "exchanged": _exchanged,
    "cannot": _cannot,
    "sailed": _sailed,
    "landed": _landed,
    "finished": _finished,
    "blocked": _blocked,
    "ended": _ended,
    "drawn": _drawn,
    "left": _left,
    "over": _over,
    "corrected": _corrected,
}
