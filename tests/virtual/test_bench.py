"""The laboratory itself: peers on the same presses, shortened recordings, the draw, and what a row says."""

from __future__ import annotations

import random

import pytest

from companion.buttons.debounce import Debouncer, Kind
from companion.buttons.switch import US
from companion.cli.buttons import draws
from companion.virtual.bench import image, table
from companion.virtual.bench.contacts import WORST_US, Trace, bounce, recorded
from companion.virtual.bench.peers import compare


def counted(trace: Trace) -> int:
    debouncer, told = Debouncer(1), 0
    for number, at in enumerate(trace.edges_us):
        debouncer.snapshot((at + 10_000) * US, {1} if number % 2 == 0 else set())
        told += sum(one.kind is Kind.PRESS for one in debouncer.verdicts((at + 10_000) * US))
    return told + sum(one.kind is Kind.PRESS for one in debouncer.verdicts((trace.length_us + 200_000) * US))


def test_others_invert_what_the_slap_boards_rule_does_not() -> None:
    ours, settle, stable, prompt, arrival = compare(400)
    assert (ours.inverted, ours.p50_us, ours.p99_us) == (0, 0, 0)
    assert all(one.inverted > 30 for one in (settle, stable, prompt, arrival))


def test_a_synthetic_press_ends_closed_within_the_worst_bounce() -> None:
    rng = random.Random(2)
    for _ in range(300):
        edges = bounce(rng, 500)
        assert edges[0] == 500 and len(edges) % 2 == 1
        assert edges == sorted(edges) and edges[-1] <= 500 + WORST_US


def test_shortening_keeps_short_stretches_and_cuts_quiet_ones() -> None:
    trace = Trace("made up", 2, [0, 300_000, 310_000, 1_500_000], 9_000_000)
    assert trace.shortened() == Trace("made up", 2, [0, 60_000, 70_000, 930_000], 990_000)


@pytest.mark.skipif(not recorded(), reason="the recorded bounce traces are not here")
def test_shortening_a_recording_does_not_change_its_presses() -> None:
    for trace in recorded():
        assert counted(trace.shortened()) == counted(trace), trace.name


@pytest.mark.skipif(not recorded(), reason="the recorded bounce traces are not here")
def test_each_recorded_bounce_starts_at_a_first_touch_and_ends_closed() -> None:
    bounces = [contact for trace in recorded() for contact in trace.bounces()]
    assert len(bounces) > 700
    assert all(contact[0] == 0 and len(contact) % 2 == 1 for contact in bounces)


def test_a_draw_is_fair() -> None:
    lines = list(draws(20_000))
    assert len(lines) == 5
    assert all(line.startswith("ok") for line in lines)


def test_a_row_says_whether_it_was_met() -> None:
    assert table.row("ties", "3 of 4", "all", held=False) == f"!! {'ties':44} 3 of 4   (must: all)"
    assert table.row("ties", "4 of 4", "all", held=True).startswith("ok")


def test_a_missing_simulator_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image.shutil, "which", lambda _: None)
    (line,) = table.on_the_image(quick=True)
    assert line == (
        "The firmware image was not measured: avr-g++ is not installed (apt install gcc-avr avr-libc)."
    )
