"""The debounce: first edges, whatever bounces, and the same verdicts as the firmware's own core."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.buttons.debounce import Debouncer, Kind, Verdict
from companion.buttons.switch import US

TRACES = Path(os.environ.get("BOUNCE_TRACES", Path(__file__).parents[3] / "shared/data/bounce/traces.jsonl"))


def judge(edges: list[tuple[int, int, bool]], *, closed: frozenset[int] = frozenset()) -> list[Verdict]:
    """Verdicts of edges (µs, line, closed), read a second after the last."""
    debouncer, levels = Debouncer(6, closed=closed), set(closed)
    told: list[Verdict] = []
    for at, line, shut in edges:
        (levels.add if shut else levels.discard)(line)
        debouncer.snapshot(at * US, levels)
        told += debouncer.verdicts(at * US)
    return told + debouncer.verdicts(((edges[-1][0] if edges else 0) + 700_000) * US)


def contact(line: int, *times: int) -> list[tuple[int, int, bool]]:
    """Edges of one line: closing, opening, closing ..."""
    return [(at, line, n % 2 == 0) for n, at in enumerate(times)]


def presses(told: list[Verdict]) -> list[tuple[int, int]]:
    return [(one.button, one.stamp // US) for one in told if one.kind is Kind.PRESS]


def test_a_clean_press_and_its_release() -> None:
    told = judge(contact(1, 1_000, 101_000))
    assert [(one.kind, one.stamp) for one in told] == [(Kind.PRESS, 2_000), (Kind.RELEASE, 202_000)]


def test_the_first_edge_counts_however_it_bounces() -> None:
    assert presses(judge(contact(2, 1_000, 1_050, 1_200, 1_230, 3_000, 90_000))) == [(2, 1_000)]


@pytest.mark.parametrize("width", [1, 50, 200])
def test_a_glitch_is_no_press_and_moves_no_later_stamp(width: int) -> None:
    assert presses(judge(contact(1, 1_000, 1_000 + width))) == []
    assert presses(judge(contact(1, 1_000, 1_000 + width, 9_000, 80_000))) == [(1, 9_000)]


def test_chatter_of_157_ms_is_one_press() -> None:
    rng = random.Random(5)
    times, at = [1_000], 1_000
    while at < 158_000:
        at += rng.randrange(300, 2_500)
        times.append(at)
    if len(times) % 2 == 0:
        times.append(at + 1_000)
    assert presses(judge(contact(3, *times, 300_000))) == [(3, 1_000)]


def test_a_release_bounce_is_no_press() -> None:
    told = judge(contact(1, 1_000, 100_000, 100_400, 101_000, 103_000, 104_000))
    assert presses(told) == [(1, 1_000)]


def test_a_short_press_counts_and_the_next_is_not_lost() -> None:
    assert presses(judge(contact(1, 1_000, 1_300, 21_000, 60_000))) == [(1, 1_000), (1, 21_000)]


def test_closed_at_the_start_is_held_and_no_press() -> None:
    told = judge([(400_000, 1, False)], closed=frozenset({1}))
    assert [(one.kind, one.was_held) for one in told] == [(Kind.HELD, True), (Kind.RELEASE, True)]


def test_closed_for_0_8_s_is_stuck() -> None:
    debouncer = Debouncer(6)
    debouncer.snapshot(2_000, {4})
    assert [one.kind for one in debouncer.verdicts(2_000 + 799_999 * US)] == [Kind.PRESS]
    assert debouncer.due() == 2_000 + 800_000 * US
    assert [one.kind for one in debouncer.verdicts(2_000 + 800_000 * US)] == [Kind.STUCK]


def test_one_snapshot_is_a_tie_for_all_in_it() -> None:
    debouncer = Debouncer(6)
    debouncer.snapshot(2_000, {1, 5, 6})
    debouncer.snapshot(2_001, {1, 5, 6, 2})
    told = debouncer.verdicts(4_000)
    assert {one.button: one.tie for one in told} == {1: True, 5: True, 6: True, 2: False}


def test_cross_talk_from_a_pressed_neighbour_is_set_aside() -> None:
    edges = [(1_000, 1, True), (1_002, 2, True), (1_060, 2, False), (3_000, 2, True), (90_000, 2, False)]
    assert presses(judge(edges)) == [(1, 1_000), (2, 3_000)]


@given(st.lists(st.tuples(st.integers(1, 60_000), st.integers(1, 6)), max_size=60), st.randoms())
def test_verdicts_do_not_depend_on_when_one_looks(moves: list[tuple[int, int]], rng: random.Random) -> None:
    seldom, often, levels, at = Debouncer(6), Debouncer(6), set[int](), 0
    told: list[Verdict] = []
    for gap, line in moves:
        for _ in range(rng.randrange(3)):
            told += often.verdicts(at + rng.randrange(gap))
        at += gap
        levels ^= {line}
        seldom.snapshot(at, levels)
        often.snapshot(at, levels)
    end = at + 4_000_000

    def plain(found: list[Verdict]) -> set[tuple[Kind, int, int, int, bool]]:
        return {(one.kind, one.button, one.stamp, one.bounces, one.tie) for one in found}

    assert plain(told + often.verdicts(end)) == plain(seldom.verdicts(end))


@given(st.lists(st.tuples(st.integers(1, 40_000), st.integers(1, 6)), max_size=80))
def test_presses_and_releases_alternate_and_stamps_are_edges(moves: list[tuple[int, int]]) -> None:
    edges, at, levels = [], 0, set[int]()
    for gap, line in moves:
        at += gap
        levels ^= {line}
        edges.append((at, line, line in levels))
    told = judge(edges)
    for line in range(1, 7):
        kinds = [one.kind for one in told if one.button == line and one.kind is not Kind.STUCK]
        assert kinds == [Kind.PRESS, Kind.RELEASE] * (len(kinds) // 2) + [Kind.PRESS] * (len(kinds) % 2)
    closings = {(line, at) for at, line, shut in edges if shut}
    assert set(presses(told)) <= closings


DOUBTFUL = {
    "bad-manual-samples/13-chattering-o-2-presses",  # begins closed: held from the start is no press
    "bad-manual-samples/13-key-o-1-press",
    "dygma-raise-fast-presses/luis-normal-gameplay.data",
    "impossible-chatter/key-i-1--1-presses-slow.data",
}
"""Labels that docs/fairness-host.md shows wrong, or that no rule can give."""


def test_an_opening_between_two_firm_contacts_marks_a_chatterer() -> None:
    held = judge(contact(1, 0, 60_000, 61_000, 90_000, 130_000, 200_000))
    assert presses(held) == [(1, 0)]  # open for 40 ms, after it opened for 1 ms while held
    two = judge(contact(1, 0, 60_000, 100_000, 200_000))
    assert presses(two) == [(1, 0), (1, 100_000)]


@pytest.mark.skipif(not TRACES.is_file(), reason="no recorded bounce at ../shared/data/bounce/traces.jsonl")
def test_recorded_switches_are_counted_as_labelled() -> None:
    wrong = []
    for line in TRACES.read_text().splitlines():
        trace = json.loads(line)
        shut = bool(trace["level0"])
        edges = []
        for at in trace["edges_us"]:
            shut = not shut
            edges.append((at, 1, shut))
        told = judge(edges, closed=frozenset({1}) if trace["level0"] else frozenset())
        if len(presses(told)) != trace["presses"]:
            wrong.append(trace["id"])
    assert set(wrong) == DOUBTFUL
