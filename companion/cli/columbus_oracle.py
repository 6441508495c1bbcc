"""A second opinion on sailing: every walk tried one by one, from the board and the public state alone.

Slow on purpose and written from the rules, not from the referee: it shares no code with it, so that
the two can be held against each other: ``companion bench columbus`` and the tests do.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

STEPS = {
    "full-sail": 4, "route": 3, "island": 3, "letter": 3, "whale": 3, "port": 3,
    "water": 2, "joker": 2, "calm": 1, "shipwreck": 0,
}  # fmt: skip
SEA = ("water", "whale", "letter", "route", "island", "full-sail", "calm")
FAR = 10**9


class Sea:
    """A board by its coordinates: which spaces touch, and the distances between all of them."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        self.kind: dict[str, str] = {row["id"]: row["kind"] for row in board["space"]}
        wet = [row for row in board["space"] if row["kind"] != "land"]
        self.beside = {row["id"]: [other["id"] for other in wet if _touch(row, other)] for row in wet}
        self.far = {row["id"]: self._flood(row["id"]) for row in wet}

    def _flood(self, start: str) -> dict[str, int]:
        """Distances by relaxing every border until nothing gets shorter."""
        far = dict.fromkeys(self.beside, FAR)
        far[start] = 0
        better = True
        while better:
            better = False
            for space, others in self.beside.items():
                for other in others:
                    if far[other] + 1 < far[space]:
                        far[space], better = far[other] + 1, True
        return far


def _touch(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    dq, dr = one["q"] - other["q"], one["r"] - other["r"]
    return bool((abs(dq) + abs(dr) + abs(dq + dr)) // 2 == 1)


def way_left(sea: Sea, ship: Mapping[str, Any]) -> int:
    """Hexes still to go: home, or to the nearest American port and home from there (ruling K53)."""
    here, home = ship["space"], ship["home"]
    if ship["landed"]:
        return sea.far[here][home]
    ports = [space for space, kind in sea.kind.items() if kind in ("america", "florida")]
    near = min((sea.far[here][port] for port in ports), default=FAR)
    if near >= FAR:
        return FAR
    return near + min(sea.far[port][home] for port in ports if sea.far[here][port] == near)


def last_ship(sea: Sea, state: Mapping[str, Any]) -> str | None:
    """The one ship that has farther to go than every other (rulings K53-K56)."""
    ways = {}
    for name, ship in state["ships"].items():
        if ship["place"] is None and name not in state["left"]:
            ways[name] = min(way_left(sea, ship), FAR) if ship["at_sea"] else FAR + 1
    worst = [name for name, way in ways.items() if way == max(ways.values())]
    return worst[0] if len(worst) == 1 and len(ways) > 1 else None


def allowance(sea: Sea, state: Mapping[str, Any], player: str) -> int:
    """How many spaces the ship may sail."""
    space = state["ships"][player]["space"]
    laid = state["tiles"].get(space)
    return (STEPS[laid[-1]] if laid else 3) + (last_ship(sea, state) == player)


def reach(sea: Sea, state: Mapping[str, Any], player: str) -> dict[str, int]:
    """Every space where some walk may end, and the length of the shortest such walk."""
    ship = state["ships"][player]
    others = [other["space"] for name, other in state["ships"].items() if name != player]
    found: dict[str, int] = {}

    def walk(here: str, out: bool, gone: int, left: int) -> None:
        if not left:
            return
        for to in sea.beside[here]:
            stop = _stops(sea, state, ship, to, out)
            if stop is None or (stop and to in others):
                continue
            if to not in others and to != ship["space"]:
                found[to] = min(found.get(to, FAR), gone + 1)
            if not stop:
                walk(to, out or sea.kind[to] != "europe", gone + 1, left - 1)

    walk(ship["space"], ship["at_sea"], 0, allowance(sea, state, player))
    return found


def _stops(sea: Sea, state: Mapping[str, Any], ship: Mapping[str, Any], to: str, out: bool) -> bool | None:
    """Whether the space stops the ship; None when it can't be entered."""
    kind, laid = sea.kind[to], state["tiles"].get(to, [])
    if kind == "florida":
        return True
    if kind == "europe":
        if to == ship["home"]:
            return bool(ship["landed"])
        return None if out else False
    if not laid or laid[-1] == "shipwreck":
        return None
    return kind == "america" or laid[-1] == "calm"


def drawn_board(rng: random.Random, radius: int = 5) -> dict[str, Any]:
    """A random board: a hexagon of 91 spaces, Europe on the right, America on the left."""
    rows: list[dict[str, Any]] = []
    for q in range(-radius, radius + 1):
        for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1):
            if q == radius or (r == -radius and q > 2):
                kind = "europe" if rng.random() < 0.85 else "land"
            elif q <= 1 - radius:
                kind = rng.choice(("america", "florida", "land", "water"))
            else:
                kind = rng.choice((*SEA, "water", "water", "water", "land", "america"))
            rows.append({"id": f"s{len(rows)}", "q": q, "r": r, "kind": kind})
    europe = [row for row in rows if row["kind"] == "europe"]
    coast = [row for row in rows if row["q"] >= radius - 1 and row["kind"] != "europe"]
    for row in rng.sample(coast, max(0, 6 - len(europe))):
        row["kind"] = "europe"
    return {"name": "random", "space": rows}


def drawn_position(rng: random.Random, board: Mapping[str, Any]) -> dict[str, Any]:
    """A random position on the board, as a correction would set it: tiles and ships by name."""
    kinds = {row["id"]: row["kind"] for row in board["space"]}
    ports = [space for space, kind in kinds.items() if kind == "europe"]
    rng.shuffle(ports)
    dense = rng.choice((0.3, 0.6, 0.9))
    tiles: dict[str, list[str]] = {}
    for space, kind in kinds.items():
        if kind in ("land", "europe", "florida") or rng.random() > dense:
            continue
        tiles[space] = [
            rng.choice(("water", "water", "water", "calm", "full-sail", "joker", "whale", "shipwreck"))
        ]
        if rng.random() < 0.1 and tiles[space] != ["joker"]:
            tiles[space].append(rng.choice(("calm", "full-sail", "shipwreck")))
    afloat = [space for space, laid in tiles.items() if laid[-1] != "shipwreck"] + ports
    ships: dict[str, dict[str, Any]] = {}
    for name in ["Ann", "Ben", "Cas", "Dot", "Eva", "Finn"][: rng.randint(2, min(6, len(ports)))]:
        home = ports[len(ships)]
        space = rng.choice([home, *rng.sample(afloat, min(4, len(afloat)))])
        if space in [ship["space"] for ship in ships.values()] or (space in ports and space != home):
            space = next(port for port in ports if port not in [ship["space"] for ship in ships.values()])
        landed = space not in ports and rng.random() < 0.5
        at_sea = space not in ports or (space == home and rng.random() < 0.2)
        ships[name] = {"space": space, "home": home, "landed": landed, "at_sea": at_sea}
    return {"ships": ships, "tiles": tiles}
