"""Who was first, when the presses come from one board or from several.

On one board the board's own stamps decide, to the tick. Between boards only the host intervals speak: one
press is before another when its interval ends before the other's begins, which is to say when the gap
exceeds the summed bounds. Otherwise it is too close to call, and nobody is put before anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from companion.observations import Press


class Order(Enum):
    """How two presses stand to one another."""

    BEFORE = "before"
    AFTER = "after"
    TIE = "tie"  # one board saw both in one snapshot
    TOO_CLOSE = "too close to call"  # two boards, and the gap does not exceed the summed bounds


def order(one: Press, other: Press) -> Order:
    """How ``one`` stands to ``other``."""
    if (one.device, one.epoch) == (other.device, other.epoch):
        if one.t_us == other.t_us:
            return Order.TIE
        return Order.BEFORE if one.t_us < other.t_us else Order.AFTER
    gap = other.t_host_us - one.t_host_us
    if abs(gap) <= one.bound_us + other.bound_us:
        return Order.TOO_CLOSE
    return Order.BEFORE if gap > 0 else Order.AFTER


def rank(presses: Iterable[Press]) -> list[list[Press]]:
    """The presses in places, first place first; a place holds more than one press where no order is certain.

    A chain of pairs too close to call is one place, even where its ends could be told apart: otherwise who
    happened to slap in between would decide for others.
    """
    places: list[list[Press]] = []
    for press in _lined_up(list(presses)):
        joined = [place for place in places if any(_unsure(press, other) for other in place)]
        if not joined:
            places.append([press])
            continue
        first = places.index(joined[0])
        places[first:] = [[held for place in places[first:] for held in place] + [press]]
    return places


def _lined_up(presses: list[Press]) -> list[Press]:
    """By host time, but each board's own presses in the order of its own clock, which is the finer one."""
    by_host = sorted(presses, key=lambda press: (press.t_host_us, press.device, press.t_us))
    own: dict[tuple[str, int], Iterator[Press]] = {}
    for key in {(press.device, press.epoch) for press in presses}:
        mine = [press for press in presses if (press.device, press.epoch) == key]
        own[key] = iter(sorted(mine, key=lambda press: (press.t_us, press.seq)))
    return [next(own[press.device, press.epoch]) for press in by_host]


def _unsure(one: Press, other: Press) -> bool:
    return order(one, other) in (Order.TIE, Order.TOO_CLOSE)
