"""The sea chart: the spaces of one board, who neighbours whom, and how far each is from America and home."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from companion.referee import fields
from companion.referee.game import Refusal
from companion.referee.protocol import short

KINDS = (
    "water", "whale", "letter", "route", "island", "full-sail", "calm", "america", "florida", "europe",
    "land",
)  # fmt: skip
"""What a space can show; ``america`` is an American port that needs a tile, Florida needs none."""

MOST_SPACES = 500
FARTHEST = 1_000
UNREACHABLE = 1_000_000

AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six neighbours of a hex in axial coordinates (ruling K01)."""


class Space(NamedTuple):
    """One hex of the board. ``mark`` names its very illustration where the board tells them apart."""

    id: str
    q: int
    r: int
    kind: str
    mark: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class Chart:
    """A board made ready for play. Land has no neighbours: nothing enters it (ruling K03).

    ``race`` gives, for a home port, each space's distance to the nearest American port and from there home;
    ``home`` gives each space's distance to that home port. Both in hexes, ignoring tiles and ships (K53).
    """

    name: str
    spaces: tuple[Space, ...]
    kinds: Mapping[str, str] = field(compare=False, repr=False)
    marks: Mapping[str, str] = field(compare=False, repr=False)
    neighbours: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    europe: tuple[str, ...] = field(compare=False, repr=False)
    race: Mapping[str, Mapping[str, int]] = field(compare=False, repr=False)
    home: Mapping[str, Mapping[str, int]] = field(compare=False, repr=False)
    printed: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.name)

    def show(self) -> dict[str, Any]:
        """The board as JSON, as a board file has it."""
        rows = []
        for space in self.spaces:
            row: dict[str, Any] = {"id": space.id, "q": space.q, "r": space.r, "kind": space.kind}
            row |= {"mark": space.mark} if space.mark is not None else {}
            row |= {"name": space.name} if space.name is not None else {}
            rows.append(row)
        return {"name": self.name, "space": rows}


def chart(board: object) -> Chart:
    """The chart of a parsed board file. Raises ``Refusal`` with ``bad-input`` and the row that is wrong."""
    if not isinstance(board, Mapping):
        raise _bad("The board must be an object with name and space.")
    for key in board:
        if key not in ("name", "space"):
            raise _bad(f"A board has no field {short(str(key))}: it has name and space.")
    name, rows = board.get("name"), board.get("space")
    problem = fields.name(name)
    if problem is not None:
        raise _bad(f"The board's name {problem}.")
    if not isinstance(rows, list | tuple) or not rows:
        raise _bad("The board has no spaces: write a [[space]] for each.")
    if len(rows) > MOST_SPACES:
        raise _bad(f"The board has {len(rows)} spaces; at most {MOST_SPACES} are possible.")
    spaces = tuple(_space(number, row) for number, row in enumerate(rows, 1))
    _no_twins(spaces)
    return _made(str(name), spaces)


def _bad(sentence: str) -> Refusal:
    return Refusal("bad-input", sentence, "K02")


_coordinate = fields.whole(-FARTHEST, FARTHEST)
_ROW: fields.Fields = {
    "id": fields.need(fields.name),
    "q": fields.need(_coordinate),
    "r": fields.need(_coordinate),
    "kind": fields.need(fields.one_of(*KINDS)),
    "mark": fields.may(fields.either(fields.one_of(""), fields.name)),
    "name": fields.may(fields.either(fields.one_of(""), fields.name)),
}


def _space(number: int, row: object) -> Space:
    if not isinstance(row, Mapping):
        raise _bad(f"Space {number} of the board is not an object.")
    for key, wanted in _ROW.items():
        if key not in row:
            if wanted.required:
                raise _bad(f"Space {number} of the board has no {key}.")
            continue
        problem = wanted.check(row[key])
        if problem is not None:
            raise _bad(f"Space {number} of the board: {key} {problem}.")
    for key in row:
        if key not in _ROW:
            raise _bad(f"Space {number} of the board has a field that no space has: {short(str(key))}.")
    # An empty mark is none: a table of spaces is often written with every column.
    return Space(row["id"], row["q"], row["r"], row["kind"], row.get("mark") or None, row.get("name") or None)


def _no_twins(spaces: Sequence[Space]) -> None:
    ids: set[str] = set()
    places: dict[tuple[int, int], str] = {}
    for space in spaces:
        if space.id in ids:
            raise _bad(f"Two spaces of the board are called {space.id}.")
        if (space.q, space.r) in places:
            raise _bad(f"{places[space.q, space.r]} and {space.id} lie on the same hex of the board.")
        ids.add(space.id)
        places[space.q, space.r] = space.id


@lru_cache(maxsize=16)
def _made(name: str, spaces: tuple[Space, ...]) -> Chart:
    at = {(space.q, space.r): space.id for space in spaces if space.kind != "land"}
    neighbours = {space.id: () if space.kind == "land" else _beside(space, at) for space in spaces}
    printed = {kind: tuple(space.id for space in spaces if space.kind == kind) for kind in KINDS}
    home = {port: distances(neighbours, port) for port in printed["europe"]}
    ports = printed["america"] + printed["florida"]
    away = {port: distances(neighbours, port) for port in ports}
    return Chart(
        name,
        spaces,
        kinds={space.id: space.kind for space in spaces},
        marks={space.id: space.mark for space in spaces if space.mark is not None},
        neighbours=neighbours,
        europe=printed["europe"],
        race={port: _there_and_back(neighbours, away, home[port]) for port in printed["europe"]},
        home=home,
        printed=printed,
    )


def _beside(space: Space, at: Mapping[tuple[int, int], str]) -> tuple[str, ...]:
    around = ((space.q + dq, space.r + dr) for dq, dr in AROUND)
    return tuple(at[hex_] for hex_ in around if hex_ in at)


def distances(neighbours: Mapping[str, Sequence[str]], start: str) -> dict[str, int]:
    """How many hexes each space is from ``start``; what can't be reached is not in it."""
    far, edge = {start: 0}, [start]
    while edge:
        beyond = []
        for space in edge:
            for to in neighbours[space]:
                if to not in far:
                    far[to] = far[space] + 1
                    beyond.append(to)
        edge = beyond
    return far


def _there_and_back(
    spaces: Iterable[str], away: Mapping[str, Mapping[str, int]], home: Mapping[str, int]
) -> dict[str, int]:
    """To the nearest American port (of several as near, the one nearer home), and home from there."""
    far = {}
    for space in spaces:
        trips = [(way[space], home[port]) for port, way in away.items() if space in way and port in home]
        far[space] = sum(min(trips)) if trips else UNREACHABLE
    return far
