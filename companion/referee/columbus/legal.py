"""The commands that would be accepted now.

The list is whole for ports, tiles of the rack, sailing, blocked and the end of the turn. Of the thousands of
ways to move a tile it has one for each tile that can be moved, of a joker placed again one space; ``where``
answers for the others. A rack is secret, so every kind that is not used up is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

from companion.referee.columbus.chart import Chart
from companion.referee.columbus.hurricanes import FREE_AFTER, moves
from companion.referee.columbus.places import bare, spots
from companion.referee.columbus.race import allowance, last
from companion.referee.columbus.sea import reach
from companion.referee.columbus.state import State, allowed, at, free_order, playable
from companion.referee.columbus.tiles import COUNTS, LAID
from companion.referee.columbus.turns import standing_still
from companion.referee.game import Command

Without = Mapping[str, list[str]]
"""The spaces without a tile, by what is printed on them."""


def legal(state: State) -> list[Command]:
    """Commands that would be accepted now."""
    player = state["turn"]
    if player is None:
        return []
    if state["phase"] == "ports":
        return _ports(state, player)
    found: list[Command] = [{"do": "standstill"}] if standing_still(state) else []
    fewest, most = allowed(state)
    ship = state["ships"][player]
    free = free_order(state)
    done = state["sailed"] or state["passed"]
    if free or not done:
        without = bare(state) if state["chart"] else {}
        if ship.missed >= FREE_AFTER and not state["begun"]:
            found += _moves(state, player, ["free"], without)
        if playable(state, player):
            if state["placed"] < most:
                found += _placements(state, player, without)
            if state["placed"] < most or not state["options"]["hurricane_counts"]:
                found += _hurricanes(state, player, without)
            found += _exchanges(state, player, without if state["placed"] < most else None)
        if state["placed"] < fewest:
            found.append({"do": "cannot", "player": player})
    ready = state["placed"] >= fewest
    if not done and ship.place is None and (ready or free):
        found += _sailing(state, player, ready)
    if ready:
        found.append({"do": "end", "player": player})
    return found


def _ports(state: State, player: str) -> list[Command]:
    chart = state["chart"]
    if chart is None:
        return [{"do": "port", "player": player, "space": f"port {state['players'].index(player) + 1}"}]
    return [
        {"do": "port", "player": player, "space": space} for space in chart.europe if at(state, space) is None
    ]


def _placements(state: State, player: str, without: Without) -> list[Command]:
    used, chart = state["used"], state["chart"]
    kinds = [kind for kind in LAID if used[kind] < COUNTS[kind]]
    found: list[Command] = []
    if chart is None:
        space = _new_space(state)
        found += [{"do": "place", "player": player, "tile": kind, "space": space} for kind in kinds]
    else:
        for kind in kinds:
            commands = _commands(player, kind, chart)
            found += [commands[space] for space in spots(state, kind, None, player, without)]
    return found


def _hurricanes(state: State, player: str, without: Without) -> list[Command]:
    left = [kind for kind in ("hurricane", "joker") if state["used"][kind] < COUNTS[kind]]
    return _moves(state, player, left, without) if left else []


def _new_space(state: State) -> str:
    """An example of a space nobody spoke of yet, for a table without a board."""
    taken = {space for ship in state["ships"].values() for space in (ship.space, ship.home)}
    return next(name for n in count(1) if (name := f"space {n}") not in state["tiles"] and name not in taken)


@lru_cache(maxsize=1024)
def _commands(player: str, kind: str, chart: Chart) -> dict[str, Command]:
    """The command for each space, made once a table: there are hundreds in every turn."""
    return {space: {"do": "place", "player": player, "tile": kind, "space": space} for space in chart.kinds}


def _moves(state: State, player: str, kinds: Sequence[str], without: Without) -> list[Command]:
    """One command for each tile that can be moved, by each of these kinds; else to discard the kind (K44)."""
    ways = list(_ways(state, player, without))
    found: list[Command] = []
    for kind in kinds:
        verb: dict[str, Any] = {"do": "free_move" if kind == "free" else "hurricane", "player": player}
        extra = {} if kind == "free" else {"with": kind}
        found += [{**verb, "from": start, "to": to, **extra} for start, to in ways]
        if not ways and kind != "free":
            found.append({**verb, **extra})
    return found


def _ways(state: State, player: str, without: Without) -> Iterable[tuple[str, str]]:
    if state["chart"] is not None:
        return [(start, to) for start, _, to in moves(state, player, without)]
    ships = {ship.space for ship in state["ships"].values()}
    to = _new_space(state)
    return [(start, to) for start in state["tiles"] if start not in ships]


_SWAPS = {"america": "port"}


def _exchanges(state: State, player: str, again: Without | None) -> list[Command]:
    chart = state["chart"]
    if chart is None or not state["used"]["joker"]:
        return []
    ships = {ship.space for ship in state["ships"].values()}
    found: list[Command] = []
    for space in [space for space, laid in state["tiles"].items() if laid[0] == "joker"]:
        if space in ships:
            continue
        kind = _SWAPS.get(chart.kinds[space], chart.kinds[space])
        if state["used"][kind] >= COUNTS[kind]:
            continue
        swap = {"do": "exchange", "player": player, "space": space, "tile": kind}
        found.append(swap | {"joker": "keep"})
        to = next(iter(spots(state, "joker", None, player, again)), None) if again else None
        if to is not None:
            found.append(swap | {"joker": to})
    return found


def _sailing(state: State, player: str, ready: bool) -> list[Command]:
    chart = state["chart"]
    if chart is None:
        return [{"do": "blocked", "player": player}] if ready else []
    able = allowance(state, player, last(state))
    ways = reach(state, chart, player, able.steps)
    if not ways and ready:
        return [{"do": "blocked", "player": player}]
    return [{"do": "sail", "player": player, "path": path} for path in ways.values()]
