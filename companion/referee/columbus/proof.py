"""Is a board fit for Columbus? What an editor asks before it saves one; the referee plays on any chart."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.columbus.chart import Chart, distances
from companion.referee.columbus.tiles import COUNTS, PRINTED

CAPTAINS = 6


def problems(chart: Chart) -> list[str]:
    """What is wrong with the board, a sentence each; empty when it is fit."""
    return [*_missing(chart), *_too_many(chart), *_cut_off(chart), *_misplaced(chart)]


def _missing(chart: Chart) -> Iterator[str]:
    if len(chart.printed["florida"]) != 1:
        yield f"There is one Florida on a board; here are {len(chart.printed['florida'])}."
    if len(chart.europe) < CAPTAINS:
        yield f"Six captains need six European ports; here are {len(chart.europe)}."


def _too_many(chart: Chart) -> Iterator[str]:
    """No illustration is printed more often than there are tiles for it."""
    prints = {print_: tile for tile, print_ in PRINTED.items()} | {"full-sail": "full-sail", "calm": "calm"}
    for print_, tile in prints.items():
        count = len(chart.printed[print_])
        if count > COUNTS[tile]:
            yield f"{print_} is printed {count} times, but there are only {COUNTS[tile]} such tiles."


def _cut_off(chart: Chart) -> Iterator[str]:
    """Every space can be reached from every other, land aside."""
    sea = [space.id for space in chart.spaces if space.kind != "land"]
    if sea:
        near = distances(chart.neighbours, sea[0])
        far = [space for space in sea if space not in near]
        if far:
            yield f"{', '.join(far[:5])} can't be reached from {sea[0]}."


def _misplaced(chart: Chart) -> Iterator[str]:
    """European ports lie on the right edge: no sea further right in their row, America left of them all."""
    rows: dict[int, int] = {}
    for space in chart.spaces:
        if space.kind not in ("land", "europe"):
            rows[space.r] = max(rows.get(space.r, space.q), space.q)
    for space in chart.spaces:
        if space.kind == "europe" and rows.get(space.r, space.q - 1) > space.q:
            yield f"{space.id} is a European port, but there is sea to the right of it."
    east = {space.id: 2 * space.q + space.r for space in chart.spaces}
    america = chart.printed["america"] + chart.printed["florida"]
    if chart.europe and america:
        first = min(chart.europe, key=lambda space: east[space])
        wrong = [space for space in america if east[space] >= east[first]]
        if wrong:
            yield f"{wrong[0]} is in America, but not to the left of {first} in Europe."
