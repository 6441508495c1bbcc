"""The order of a race: stamps decide, never arrival; what can be told is never overruled; lots are fair."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.el_capitan.race import rank, same
from companion.referee.el_capitan.state import Stamp
from companion.referee.games import game
from companion.referee.session import Session

NAMES = ("Ann", "Ben", "Cas", "Dot", "Eli", "Fay")
stamps = st.builds(
    Stamp, st.integers(0, 60), st.sampled_from(["board", "phone"]), st.sampled_from([0, 0, 3, 15])
)
races = st.lists(stamps, min_size=2, max_size=6).map(lambda told: dict(zip(NAMES, told, strict=False)))


def ranked(slaps: dict[str, Stamp], seed: int = 1, window: int = 0, lots: bool = True) -> tuple[str, ...]:
    return rank(slaps, (), window_us=window, seats=NAMES, lots=lots, seed=seed, turn=3).order


@given(races, st.integers(0, 2**40), st.sampled_from([0, 4]), st.data())
@settings(max_examples=150, deadline=None)
def test_the_ranking_does_not_depend_on_delivery(
    slaps: dict[str, Stamp], seed: int, window: int, data: st.DataObject
) -> None:
    arrival = data.draw(st.permutations(list(slaps.items())))
    assert ranked(dict(arrival), seed, window) == ranked(slaps, seed, window)


@given(races, st.integers(0, 2**40), st.sampled_from([0, 4]))
@settings(max_examples=150, deadline=None)
def test_a_provable_order_is_never_overruled(slaps: dict[str, Stamp], seed: int, window: int) -> None:
    order = ranked(slaps, seed, window)
    for early, late in combinations(order, 2):
        a, b = slaps[early], slaps[late]
        assert a.t_us <= b.t_us or same(a, b, window)


@given(st.lists(st.integers(0, 20), min_size=2, max_size=6), st.integers(0, 4), st.integers(0, 2**40))
@settings(max_examples=200, deadline=None)
def test_on_one_clock_a_dead_heat_is_a_chain_of_gaps_within_the_window(
    times: list[int], window: int, seed: int
) -> None:
    slaps = {name: Stamp(t, "board", 0) for name, t in zip(NAMES, times, strict=False)}
    chains: list[set[str]] = []
    for before, name in zip(
        [None, *sorted(slaps, key=lambda name: slaps[name])],
        sorted(slaps, key=lambda name: slaps[name]),
        strict=False,
    ):
        if before is not None and slaps[name].t_us - slaps[before].t_us <= window:
            chains[-1].add(name)
        else:
            chains.append({name})
    ranking = rank(slaps, (), window_us=window, seats=NAMES, lots=True, seed=seed, turn=3)
    assert [set(tie) for tie in ranking.ties] == [chain for chain in chains if len(chain) > 1]
    assert list(ranking.order) == [name for chain in chains for name in ranking.order if name in chain]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_each_order_of_a_dead_heat_is_drawn_as_often(count: int) -> None:
    """3,000 seeds; each order's share within five standard deviations."""
    slaps = {name: Stamp(5, "board", 0) for name in NAMES[:count]}
    drawn = Counter(ranked(slaps, seed) for seed in range(3_000))
    share = 1 / len(list(permutations(slaps)))
    slack = 5 * (3_000 * share * (1 - share)) ** 0.5
    assert len(drawn) == round(1 / share)
    assert all(abs(times - 3_000 * share) < slack for times in drawn.values())


def test_a_chain_is_one_dead_heat_but_its_ends_keep_their_order() -> None:
    """Ann and Cas can be told apart, Ben neither from Ann nor from Cas: three of six orders are possible."""
    slaps = {"Ann": Stamp(0, "board", 0), "Ben": Stamp(8, "board", 0), "Cas": Stamp(16, "board", 0)}
    drawn = {ranked(slaps, seed, window=10) for seed in range(200)}
    assert drawn == {("Ann", "Ben", "Cas"), ("Ben", "Ann", "Cas"), ("Ann", "Cas", "Ben")}


def _play(arrival: list[dict[str, Any]], seed: int) -> dict[str, Any]:
    """A turn with a repeated picture; slaps and calls come in as given, refused ones too."""
    session = Session(game("el-capitan"))
    players = list(NAMES[:4])
    slap = [{"do": "slap", "player": name, "t_us": n} for n, name in enumerate(players)]
    right = [{"do": "answer", "player": name, "right": True} for name in players]
    before: list[dict[str, Any]] = [
        {"do": "start", "players": players, "options": {"reckless": True}, "seed": seed},
        {"do": "memorised"},
        {"do": "reveal", "card": "parrot"},
        *slap,
        *right,
        {"do": "reveal", "card": "parrot", "t_us": 100},
    ]
    for command in before:
        assert session.submit(command)["ok"]
    for command in arrival:
        session.submit(command)
    ranking = session.show()["ranking"]
    for command in right:
        assert session.submit(command)["ok"]
    state = session.show()
    return {"ranking": ranking, "coins": state["coins"], "chest": state["chest"]}


times = st.integers(100, 3_000_000) | st.integers(100, 104)


@given(
    st.lists(times, min_size=4, max_size=4),
    st.dictionaries(st.sampled_from(NAMES[:4]), times, max_size=3),
    st.integers(0, 2**40),
    st.data(),
)
@settings(max_examples=100, deadline=None)
def test_slaps_and_calls_give_the_same_coins_in_any_order(
    slaps: list[int], calls: dict[str, int], seed: int, data: st.DataObject
) -> None:
    lines = [{"do": "slap", "player": name, "t_us": t} for name, t in zip(NAMES[:4], slaps, strict=True)]
    lines += [{"do": "boarding", "player": name, "t_us": t} for name, t in calls.items()]
    arrival = data.draw(st.permutations(lines))
    assert _play(arrival, seed) == _play(lines, seed), json.dumps(arrival)
