"""Sailing: which spaces a ship may enter, where it must stop, and all it can reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.referee.columbus.chart import Chart
from companion.referee.columbus.places import Why
from companion.referee.columbus.state import Ship, State, at

CLOSED, THROUGH, STOP = 0, 1, 2
"""What a space is to a ship: not to be entered, to be sailed through, or the end of the move."""

Node = tuple[str, bool]
"""A space, and whether the ship has left the European ports by then (ruling K60)."""


def entry(state: State, chart: Chart, ship: Ship, to: str, at_sea: bool) -> int:
    """What the space is to the ship, whoever else lies there."""
    kind = chart.kinds[to]
    laid = state["tiles"].get(to)
    if laid:
        if laid[-1] == "shipwreck":
            return CLOSED
        return STOP if laid[-1] == "calm" or kind == "america" else THROUGH
    if kind == "florida":
        return STOP
    if kind != "europe":
        return CLOSED
    if ship.landed and (to == ship.home or state["options"]["goal"] == "any-free-port"):
        return STOP
    return THROUGH if to == ship.home or _ports_open(state, ship, at_sea) else CLOSED


def _ports_open(state: State, ship: Ship, at_sea: bool) -> bool:
    match state["options"]["ports_open"]:
        case "always":
            return True
        case "first-turn":
            return not at_sea and ship.turns == 0
    return not at_sea


def reach(state: State, chart: Chart, player: str, steps: int) -> dict[str, list[str]]:
    """Every space but the start that the ship can end on within so many steps, with a shortest path.

    It passes through ships (K47) but ends on none (K48); what stops it is closed while taken (K49, K50).
    """
    ship = state["ships"][player]
    if ship.space is None or ship.place is not None:
        return {}
    taken = {other.space for name, other in state["ships"].items() if name != player}
    wall = state["options"]["taken_ports"] == "block"
    start: Node = (ship.space, ship.at_sea)
    came: dict[Node, Node | None] = {start: None}
    seen = {start}
    ends: dict[str, Node] = {}
    edge = [start]
    for _ in range(steps):
        beyond = []
        for node in edge:
            for to in chart.neighbours[node[0]]:
                reached = (to, node[1] or chart.kinds[to] != "europe")
                if reached in seen:
                    continue
                seen.add(reached)
                what = entry(state, chart, ship, to, node[1])
                if what == CLOSED or (
                    to in taken and (what == STOP or (wall and chart.kinds[to] == "europe"))
                ):
                    continue
                came[reached] = node
                if to not in taken and to != ship.space and to not in ends:
                    ends[to] = reached
                if what == THROUGH:
                    beyond.append(reached)
        edge = beyond
    return {space: _path(came, node) for space, node in ends.items()}


def _path(came: Mapping[Node, Node | None], node: Node) -> list[str]:
    """The spaces from the start, which is left out, to the node."""
    path = []
    while (before := came[node]) is not None:
        path.append(node[0])
        node = before
    path.reverse()
    return path


def why_not_sailed(state: State, chart: Chart, player: str, path: Sequence[str]) -> Why | None:
    """Why the ship can't sail this path, whatever its length, or None when it can."""
    ship = state["ships"][player]
    assert ship.space is not None
    here, at_sea = ship.space, ship.at_sea
    for number, to in enumerate(path, 1):
        if to not in chart.neighbours[here]:
            return _not_beside(chart, here, to)
        what = entry(state, chart, ship, to, at_sea)
        if what == CLOSED:
            return _closed(state, chart, ship, to)
        who = at(state, to)
        taken = who is not None and who != player
        if what == STOP and number < len(path):
            return _must_stop(state, chart, to)
        walled = chart.kinds[to] == "europe" and state["options"]["taken_ports"] == "block"
        if taken and (number == len(path) or walled):
            return _taken(chart, state, ship, to, str(who))
        here, at_sea = to, at_sea or chart.kinds[to] != "europe"
    return None


def _not_beside(chart: Chart, here: str, to: str) -> Why:
    if chart.kinds[to] == "land":
        return Why("K03", f"{to} is land.")
    return Why("K01", f"{to} does not lie beside {here}.")


def _closed(state: State, chart: Chart, ship: Ship, to: str) -> Why:
    kind, laid = chart.kinds[to], state["tiles"].get(to)
    if laid:
        return Why("K71", f"A shipwreck lies on {to}: no ship enters it.")
    if kind == "europe":
        if state["options"]["ports_open"] == "first-turn" and not ship.at_sea:
            return Why("K60", "At this table ships sail from port to port only in their first turn.")
        return Why("K63", f"{to} is a foreign port: a ship that has left may return only to its own.")
    if kind == "america":
        return Why("K14", f"{to} is an American port and needs a port tile or a joker first.")
    return Why("K11", f"No tile lies on {to}: ships sail on tiles only.")


def _must_stop(state: State, chart: Chart, to: str) -> Why:
    kind = chart.kinds[to]
    if kind == "europe":
        return Why("K78", f"{to} is the goal: the journey ends there.")
    if kind in ("america", "florida"):
        return Why("K72", f"{to} is an American port: the move ends there.")
    return Why("K51", f"A calm lies on {to}: the ship must stop there.")


def _taken(chart: Chart, state: State, ship: Ship, to: str, who: str) -> Why:
    kind = chart.kinds[to]
    if kind == "europe":
        rule = "K63" if ship.landed else "K61"
    elif kind == "florida":
        rule = "K13"
    elif kind == "america":
        rule = "K50"
    else:
        rule = "K49" if state["tiles"][to][-1] == "calm" else "K48"
    return Why(rule, f"{who}'s ship lies on {to}: a move ends on a free space.")
