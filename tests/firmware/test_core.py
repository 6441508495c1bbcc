"""The firmware's pure core on the host: presses, bounce, glitches, frames, acknowledgement."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from companion.virtual.bench.image import HELD, LOST, PRESS, RELEASE, STUCK, TIE
from tests.firmware.core import Core, missing, seal

WHY = missing()
pytestmark = pytest.mark.skipif(WHY is not None, reason=WHY or "")

MS = 2000
TRACES = Path(os.environ.get("COMPANION_SHARED", "../shared")) / "data" / "bounce" / "traces.jsonl"

DOUBTFUL = {
    "bad-manual-samples/13-key-o-1-press": "open for 12.5 ms within the labelled press",
    "impossible-chatter/key-i-1--1-presses-slow.data": "open for 156.5 ms within the labelled press",
    "dygma-raise-fast-presses/luis-normal-gameplay.data": "240 contacts of 0.5 to 1 ms that no hand makes",
}
"""Labels that contradict others: dygma luis-as-fast-as-possible shows real releases of 8.5 and 20.5 ms."""


def presses(core: Core) -> list[int]:
    return [event.stamp for event in core.events() if event.kind == PRESS]


def play(core: Core, edges: list[int], button: int = 1, closed: bool = True) -> None:
    for tick in edges:
        core.level(tick, button, closed)
        closed = not closed


def test_stamp_is_the_first_closing_edge_whatever_bounces_after() -> None:
    chance = random.Random(7)
    for _ in range(500):
        core = Core()
        edges, span = [10 * MS], min(chance.expovariate(1 / 3200), 12400)
        while edges[-1] - edges[0] < span:
            edges.append(edges[-1] + 2 + int(chance.expovariate(1 / 200)))
        if len(edges) % 2 == 0:
            edges.append(edges[-1] + 100)
        play(core, edges)
        core.run(edges[-1] + 60 * MS)
        assert presses(core) == [edges[0]]


def test_short_pulse_is_rejected_and_does_not_move_a_later_press() -> None:
    for width in (1, 100, 400):
        core = Core()
        play(core, [MS * 5, MS * 5 + width, MS * 15, MS * 40])
        core.run(100 * MS)
        assert presses(core) == [MS * 15]
        assert [event.rejected for event in core.events() if event.kind == PRESS] == [1]


def test_cross_talk_of_a_neighbour_does_not_move_a_press_shortly_after() -> None:
    core = Core()
    core.snapshot(10 * MS, 0b11)
    core.snapshot(10 * MS + 20, 0b01)
    core.snapshot(13 * MS, 0b11)
    core.run(50 * MS)
    assert {(e.button, e.stamp) for e in core.events() if e.kind == PRESS} == {(1, 10 * MS), (2, 13 * MS)}
    assert not any(e.flags & TIE for e in core.events())


def test_one_snapshot_is_a_tie_told_on_both() -> None:
    core = Core()
    core.snapshot(10 * MS, 0b100100)
    core.run(20 * MS)
    told = [event for event in core.events() if event.kind == PRESS]
    assert sorted((e.button, e.stamp, e.flags & TIE) for e in told) == [(3, 10 * MS, TIE), (6, 10 * MS, TIE)]


def test_brief_press_is_reported_and_the_next_is_not_lost() -> None:
    core = Core()
    play(core, [10 * MS, 11 * MS, 40 * MS, 60 * MS])
    core.run(100 * MS)
    assert presses(core) == [10 * MS, 40 * MS]


def test_release_bounce_is_no_press() -> None:
    core = Core()
    play(core, [10 * MS, 100 * MS, 101 * MS, 102 * MS, 105 * MS, 106 * MS])
    core.run(200 * MS)
    assert [event.kind for event in core.events()] == [PRESS, RELEASE]
    assert core.events()[1].stamp == 106 * MS


def test_157_ms_of_chatter_is_one_press() -> None:
    chance = random.Random(3)
    for _ in range(50):
        core, edges = Core(), [10 * MS]
        while edges[-1] < 167 * MS:
            edges.append(edges[-1] + chance.randrange(20, 6 * MS))
        play(core, edges if len(edges) % 2 else [*edges, edges[-1] + 50])
        core.run(edges[-1] + 300 * MS)
        assert presses(core) == [edges[0]]


def test_stuck_is_told_within_a_second_and_held_at_boot_is_no_press() -> None:
    core = Core()
    play(core, [10 * MS])
    core.run(1010 * MS)
    assert [event.kind for event in core.events()] == [PRESS, STUCK]
    held = Core(closed=0b10)
    held.run(1000 * MS)
    assert [(event.kind, event.button) for event in held.events()] == [(HELD, 2)]


@pytest.mark.parametrize("bits", [16, 17, 31, 32, 40])
def test_no_error_when_started_just_below_a_wrap(bits: int) -> None:
    core = Core()
    start = (1 << bits) - 10 * MS
    core.set_clock(start)
    play(core, [start + 10 * MS - 1, start + 30 * MS])
    core.run(start + 60 * MS)
    assert [event.stamp for event in core.events()] == [start + 10 * MS - 1, start + 30 * MS]


@pytest.mark.skipif(not TRACES.exists(), reason="the recorded bounce traces are not here")
def test_recorded_traces_give_the_labelled_presses() -> None:
    wrong = []
    for line in TRACES.read_text().splitlines():
        trace = json.loads(line)
        edges = [100 * MS + 2 * at for at in trace["edges_us"]]
        edges = [99 * MS, *edges] if trace["level0"] else edges
        core, count, closed, stamps = Core(), 0, True, []
        for tick in edges:
            core.level(tick, 1, closed)
            closed = not closed
            found = core.events()
            stamps += [event.stamp for event in found if event.kind == PRESS]
            count += len(found)
            list(core.frames())
            core.acknowledge(count)
        core.run(100 * MS + 2 * trace["length_us"] + 100 * MS)
        stamps += presses(core)
        assert set(stamps) <= set(edges[::2])
        if len(stamps) != trace["presses"]:
            wrong.append(trace["id"])
    assert set(wrong) == set(DOUBTFUL)


def test_sixty_four_wait_the_oldest_are_kept_and_the_loss_is_told() -> None:
    core = Core()
    for number in range(40):
        play(core, [(100 + 100 * number) * MS, (150 + 100 * number) * MS])
    core.run(4200 * MS)
    assert presses(core) == [(100 + 100 * number) * MS for number in range(32)]
    list(core.frames())
    core.acknowledge(64)
    assert [(event.kind, event.count) for event in core.events()] == [(LOST, 16)]


def test_events_repeat_until_acknowledged_and_never_skip_a_number() -> None:
    core, chance, tick = Core(), random.Random(5), 100 * MS
    got: list[bytes] = []
    for _ in range(60):
        play(core, [tick, tick + 50 * MS])
        tick += 100 * MS
        core.run(tick)
        for frame in core.frames():
            seq = int.from_bytes(frame[3:7], "little")
            if frame[0] == 2 and chance.random() > 0.3 and seq == len(got):
                got.append(frame[7:9])
        if chance.random() > 0.3:
            core.acknowledge(len(got))
    for _ in range(50):
        core.run(tick := tick + 30 * MS)
        for frame in core.frames():
            if frame[0] == 2 and int.from_bytes(frame[3:7], "little") == len(got):
                got.append(frame[7:9])
        core.acknowledge(len(got))
    assert got == [bytes([PRESS, 1]), bytes([RELEASE, 1])] * 60


def test_random_bytes_neither_stop_the_board_nor_spoil_the_next_frame() -> None:
    core, chance = Core(), random.Random(11)
    list(core.frames())
    for _ in range(3000):
        core.receive(chance.randbytes(chance.randrange(1, 80)))
        core.receive(seal(bytes([0x83, 1, 2, 3, 4])))
        assert any(frame[:5] == bytes([3, 1, 2, 3, 4]) for frame in core.frames())
