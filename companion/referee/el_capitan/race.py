"""Who was First, Second and Last: the order of the slaps, and the dead heats in it (rulings C18-C25, G6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from companion.referee.chance import draw, shuffled
from companion.referee.el_capitan.state import Stamp


class Ranking(NamedTuple):
    """The order; ``ties`` are the groups in it whose order can't be told, each a run of ``order``."""

    order: tuple[str, ...]
    ties: tuple[tuple[str, ...], ...]


def same(a: Stamp, b: Stamp, window_us: int) -> bool:
    """Whether two stamps can't be told apart: on one clock by the window, on two by their bounds as well."""
    room = window_us if a.clock == b.clock else max(window_us, a.bound_us + b.bound_us)
    return abs(a.t_us - b.t_us) <= room


def runs(slaps: Mapping[str, Stamp], window_us: int, seats: Sequence[str]) -> list[list[str]]:
    """The players in order of time, those of a dead heat together in one run.

    A run is a chain: neighbours in it can't be told apart, its ends perhaps can. Equal stamps stand in
    seat order, which decides nothing.
    """
    if not slaps:
        return []
    order = sorted([name for name in seats if name in slaps], key=lambda name: slaps[name].t_us)
    if len({stamp.clock for stamp in slaps.values()}) == 1:
        return _runs_on_one_clock(order, slaps, window_us)
    groups: list[list[str]] = []
    for name in order:
        at = next(
            (
                n
                for n, group in enumerate(groups)
                if any(same(slaps[name], slaps[o], window_us) for o in group)
            ),
            None,
        )
        if at is None:
            groups.append([name])
        else:  # whoever stands between is drawn in: nobody can be placed inside an unknown stretch
            groups[at:] = [[one for group in groups[at:] for one in group] + [name]]
    return groups


def _runs_on_one_clock(order: Sequence[str], slaps: Mapping[str, Stamp], window_us: int) -> list[list[str]]:
    """The same runs, found by neighbours alone: on one clock whoever is nearest stands next."""
    groups: list[list[str]] = []
    until = -1
    for name in order:
        t_us = slaps[name].t_us
        if t_us <= until:
            groups[-1].append(name)
        else:
            groups.append([name])
        until = t_us + window_us
    return groups


def rank(
    slaps: Mapping[str, Stamp],
    absent: Sequence[str],
    *,
    window_us: int,
    seats: Sequence[str],
    lots: bool,
    seed: int,
    turn: int,
) -> Ranking:
    """The ranking of a race. ``absent`` never slapped and come last, as one dead heat (ruling C21).

    With ``lots`` each dead heat is drawn, uniformly among the orders that respect every pair whose order
    can be told. The draw depends on the seed, the turn and the players in it, never on arrival.
    """
    order: list[str] = []
    ties: list[tuple[str, ...]] = []
    for run in runs(slaps, window_us, seats):
        if len(run) > 1:
            tie = tuple(name for name in seats if name in run)
            possible = _possible(run, slaps, window_us)
            if possible is None:
                ties.append(tie)
                run = shuffled(seed, turn, tie, items=run) if lots else run
            elif len(possible) > 1:
                ties.append(tie)
                run = list(possible[draw(seed, turn, tie, among=len(possible))]) if lots else run
            else:
                run = list(possible[0])
        order += run
    rest: Sequence[str] = [name for name in seats if name in absent]
    if len(rest) > 1:
        ties.append(tuple(rest))
        rest = shuffled(seed, turn, "absent", *rest, items=rest) if lots else rest
    return Ranking((*order, *rest), tuple(ties))


def _possible(run: Sequence[str], slaps: Mapping[str, Stamp], window_us: int) -> list[tuple[str, ...]] | None:
    """The orders of a run that overrule nothing that can be told; None: every order does (no pair can)."""
    if len(set(map(slaps.__getitem__, run))) == 1 or all(
        same(slaps[one], slaps[other], window_us) for one, other in combinations(run, 2)
    ):
        return None
    return [order for order in permutations(run) if _respects(order, slaps, window_us)]


def _respects(order: Sequence[str], slaps: Mapping[str, Stamp], window_us: int) -> bool:
    return all(
        slaps[early].t_us <= slaps[late].t_us or same(slaps[early], slaps[late], window_us)
        for at, early in enumerate(order)
        for late in order[at + 1 :]
    )
