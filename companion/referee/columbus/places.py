"""Where a tile may lie: the print on the board, and what lies there already."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from companion.referee.columbus.state import State, at, changed
from companion.referee.columbus.tiles import EXACT, PRINTED, SHIP_TILES, spoken


class Why(NamedTuple):
    """Why something is not possible: the ruling and a sentence."""

    rule: str
    text: str


def why_not(state: State, tile: str, space: str, mark: str | None, player: str) -> Why | None:
    """Why the tile may not lie on the space, or None when it may.

    ``mark`` is the tile's very illustration, where it is known; ``player`` is who lays it. The space exists.
    """
    chart = state["chart"]
    print_ = chart.kinds[space] if chart else None
    if print_ in ("land", "europe", "florida"):
        return _no_tile(print_, tile)
    laid = state["tiles"].get(space)
    if laid:
        return _why_not_on(state, tile, space, laid, player)
    if print_ is None:
        return _unknown(state, space)
    full_sail_on = state["options"]["full_sail_on"]
    if not _fits(tile, print_, full_sail_on):
        return _misfit(tile, space, full_sail_on)
    if mark is not None and not same_mark(state, tile, space, mark):
        rule = "K20" if tile == "letter" else "K21"
        return Why(rule, f"{space} shows another {spoken(tile)} than {mark}.")
    return None


def _no_tile(print_: str, tile: str) -> Why:
    if print_ == "florida":
        return Why("K12", "Florida needs no tile: none is laid there.")
    if tile == "joker":
        return Why("K24", "A joker is not laid on land or on a European port.")
    if print_ == "land":
        return Why("K03", "No tile is laid on land.")
    return Why("K11", "European ports need no tile: none is laid there.")


def _unknown(state: State, space: str) -> Why | None:
    """Without a board the table knows what a space shows; a ship without a tile under it lies in a port."""
    if any(space in (ship.space, ship.home) for ship in state["ships"].values()):
        return Why("K11", f"{space} is a port without a tile: none is laid there.")
    return None


def _fits(tile: str, print_: str, full_sail_on: str) -> bool:
    if tile in PRINTED:
        return print_ == PRINTED[tile]
    if tile == "joker":
        return True
    if tile == "full-sail":
        return print_ == tile or (print_ == "water" and full_sail_on == "blank")
    return print_ == "water" or (tile == "calm" and print_ == tile)


def _misfit(tile: str, space: str, full_sail_on: str) -> Why:
    if tile in PRINTED:
        rule = {"port": "K14", "letter": "K20"}.get(tile, "K21")
        return Why(
            rule, f"A tile with {_article(tile)} is laid only where one is printed; {space} shows none."
        )
    if tile == "shipwreck":
        return Why("K23", f"A shipwreck is laid only on water; {space} shows something else.")
    if tile == "water":
        return Why("K21", f"Water is laid only where nothing is printed; {space} shows something.")
    if tile == "full-sail" and full_sail_on == "printed":
        return Why("K22", f"At this table full sail is laid only where it is printed; {space} shows none.")
    words = "only where it is printed or on blank water"
    return Why("K22", f"A tile with {spoken(tile)} is laid {words}; {space} is neither.")


def _article(tile: str) -> str:
    word = {"route": "piece of the route"}.get(tile, spoken(tile))
    return f"an {word}" if word[0] in "aeiouA" else f"a {word}"


def same_mark(state: State, tile: str, space: str, mark: str | None) -> bool:
    """Whether a tile with this illustration belongs on the space (rulings K20, K21), if both are known."""
    if tile not in EXACT or state["options"]["same_illustration"] == "category":
        return True
    printed = state["chart"].marks.get(space) if state["chart"] else None
    return printed is None or mark is None or printed == mark


def _why_not_on(state: State, tile: str, space: str, laid: tuple[str, ...], player: str) -> Why | None:
    if tile == "joker" and laid[-1] == "shipwreck":
        return Why("K26", f"A shipwreck lies on {space}: a joker never replaces it.")
    if not state["after_landing"]:
        return Why("K19", f"A tile lies on {space} already; nothing is laid on it before the first landing.")
    if not changed(state):
        return Why("K73", f"A tile lies on {space}: from the next turn on ship tiles may be laid on it.")
    if tile not in SHIP_TILES:
        return Why("K66", "Only full sail, calm and shipwreck are laid on another tile.")
    if "joker" in laid:
        return Why("K70", f"A joker lies on {space}: nothing is laid on it.")
    if len(laid) > 1:
        return Why("K66", f"Two tiles lie on {space} already, and that is the most.")
    stacking = state["options"]["stack_on"]
    who = at(state, space)
    if who is not None and not (stacking == "own-caravel" and who == player):
        return Why("K67", f"{who}'s ship lies on {space}: no tile is laid under it.")
    if stacking == "no-ship-tile" and laid[-1] in SHIP_TILES:
        return Why("K67", f"A ship tile lies on {space}: at this table no other is laid on it.")
    return None


def why_not_moved(state: State, start: str, player: str) -> Why | None:
    """Why the topmost tile of a space can't be moved, or None when it can (rulings K38-K41)."""
    if start not in state["tiles"]:
        return Why("K38", f"No tile lies on {start}.")
    who = at(state, start)
    if who is not None:
        return Why("K38", f"{who}'s ship lies on {start}: only an unoccupied tile is moved.")
    return None


def mark_of(state: State, start: str) -> str | None:
    """The illustration of the topmost tile of a space, where known."""
    return state["marks"].get(start) if len(state["tiles"][start]) == 1 else None


def bare(state: State) -> dict[str, list[str]]:
    """The spaces without a tile, by what is printed on them. Needs a board."""
    chart, tiles = state["chart"], state["tiles"]
    assert chart is not None
    return {print_: [space for space in chart.printed[print_] if space not in tiles] for print_ in _SEA}


def spots(
    state: State, tile: str, mark: str | None, player: str, without: Mapping[str, list[str]]
) -> list[str]:
    """Every space where the tile may lie; ``without`` is what ``bare`` says of this state."""
    tiles = state["tiles"]
    open_: list[str] = []
    for print_ in _prints(tile, state["options"]["full_sail_on"]):
        open_ += without[print_]
    if mark is not None:
        open_ = [space for space in open_ if same_mark(state, tile, space, mark)]
    if tile in SHIP_TILES and changed(state):
        open_ += [space for space in tiles if why_not(state, tile, space, mark, player) is None]
    return open_


_SEA = ("water", "whale", "letter", "route", "island", "full-sail", "calm", "america")


@cache
def _prints(tile: str, full_sail_on: str) -> tuple[str, ...]:
    return tuple(print_ for print_ in _SEA if _fits(tile, print_, full_sail_on))
