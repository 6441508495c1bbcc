"""The race: how far each ship still has to go, who is last, and how far each may sail."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.referee.columbus.chart import UNREACHABLE
from companion.referee.columbus.state import State, racing
from companion.referee.columbus.tiles import FROM_PORT, STEPS

IN_PORT = UNREACHABLE + 1  # ships still in European ports are all tied, behind whoever has left (ruling K54)


class Allowance(NamedTuple):
    """How many spaces a ship may sail: ``base`` by the ``tile`` it starts on, ``bonus`` as the last ship."""

    tile: str
    base: int
    bonus: int

    @property
    def steps(self) -> int:
        """All of them."""
        return self.base + self.bonus

    def why(self) -> list[dict[str, Any]]:
        """The reasons as JSON."""
        reasons = [{"reason": self.tile, "steps": self.base}]
        return reasons + ([{"reason": "last", "steps": self.bonus}] if self.bonus else [])


def remaining(state: State, player: str) -> int | None:
    """The race distance left in hexes, ignoring tiles and ships (ruling K53); None: not known or no way."""
    chart, ship = state["chart"], state["ships"][player]
    if chart is None or ship.space is None or ship.home is None or ship.place is not None:
        return None
    if not ship.landed:
        far = chart.race[ship.home][ship.space]
    elif state["options"]["goal"] == "any-free-port":
        far = min(way.get(ship.space, UNREACHABLE) for way in chart.home.values())
    else:
        far = chart.home[ship.home].get(ship.space, UNREACHABLE)
    return None if far >= UNREACHABLE else far


def last(state: State) -> str | None:
    """The ship in last position; None while several are tied for it (rulings K54, K55, K56)."""
    if state["chart"] is None or state["phase"] != "play":
        return None
    ships = state["ships"]
    behind: list[tuple[int, str]] = []
    for name in racing(state):
        if ships[name].space is None:
            continue
        compared = ships[name].at_sea or state["options"]["ships_in_port"] == "by-distance"
        far = remaining(state, name) if compared else IN_PORT
        behind.append((UNREACHABLE if far is None else far, name))
    if len(behind) < (2 if state["options"]["last_of_two"] else 3):
        return None
    behind.sort(reverse=True)
    return behind[0][1] if behind[0][0] > behind[1][0] else None


def allowance(state: State, player: str, last_ship: str | None) -> Allowance:
    """How far the ship may sail from where it lies (rulings K45, K57, K58)."""
    ship, chart = state["ships"][player], state["chart"]
    laid = state["tiles"].get(ship.space) if ship.space is not None else None
    if not laid:
        start, base = "port", FROM_PORT
    else:
        start, base = laid[-1], STEPS[laid[-1]]
        if start == "joker" and chart is not None and chart.kinds[str(ship.space)] == "america":
            base = state["options"]["joker_on_port"]
    bonus = int(player == last_ship)
    if start == "calm" and state["options"]["last_on_calm"] == 1:
        bonus = 0
    return Allowance(start, base, bonus)
