"""Boarding! (Reckless Pirates): what the calls of this turn are worth (rulings C55-C62).

The outcome is a function of all calls and slaps of the turn, whatever order they arrived in: coins that
a late line with an early stamp turns out to have misplaced are moved again.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.referee.el_capitan.race import rank
from companion.referee.el_capitan.state import BOARDING_US, State, at_turn, seen_before


def deadline_us(state: State) -> int | None:
    """The last instant a call is in time; None: no slap has ended it yet."""
    if state["options"]["boarding_until"] == "answers" or not state["slaps"]:
        return None
    first = min(stamp.t_us for stamp in state["slaps"].values())
    shown = state["shown_us"]
    return first if shown is None else max(first, shown + state["shown_bound_us"] + BOARDING_US)


def valid_calls(state: State) -> list[str]:
    """Who called in time."""
    end = deadline_us(state)
    return [name for name, stamp in state["calls"].items() if end is None or stamp.t_us <= end]


def outcome(state: State) -> tuple[dict[str, int], tuple[str, ...]]:
    """Each player's coins through Boarding this turn, and the dead heat of the earliest callers, if any."""
    callers = valid_calls(state)
    if not callers:
        return {}, ()
    before = _coins_before(state)
    if not seen_before(state):
        if state["options"]["boarding_wrong"] == "first":
            seats = state["players"]  # they settle what equal stamps leave open
            callers = [min(callers, key=lambda name: (state["calls"][name].t_us, seats.index(name)))]
        return {name: -1 for name in callers if before[name] > 0}, ()
    if len(callers) == 1:
        return _paid(state, before, tuple(callers)), ()
    stamps = {name: state["calls"][name] for name in callers}
    lots = state["options"]["tie"] == "draw"
    ranking = rank(
        stamps,
        (),
        window_us=state["options"]["tie_window_us"],
        seats=state["players"],
        lots=lots,
        seed=state["seed"],
        turn=-1 - state["turn"],
    )
    tie = next((tie for tie in ranking.ties if ranking.order[0] in tie), ())
    winners = tie if tie and not lots else ranking.order[:1]
    return _paid(state, before, winners), tie


def _coins_before(state: State) -> Mapping[str, int]:
    moved = state["boarding"]
    return (
        {name: coins - moved.get(name, 0) for name, coins in state["coins"].items()}
        if moved
        else state["coins"]
    )


def _paid(state: State, before: Mapping[str, int], winners: tuple[str, ...]) -> dict[str, int]:
    """One coin from each opponent who has one; callers who share split it, the odd coin goes to the chest."""
    payers = [name for name in at_turn(state) if name not in winners and before[name] > 0]
    share = len(payers) // len(winners)
    return dict.fromkeys(payers, -1) | {name: share for name in winners if share}
