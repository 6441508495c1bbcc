"""The shipped image in simavr: order, ties, stamps, wraps, and the line through pyserial."""

from __future__ import annotations

import random
import time

import pytest
import serial

from companion.virtual.bench.contacts import recorded
from companion.virtual.bench.firmware import QUICK, SILICON_CYCLES, Sweep, synthetic, traces, wraps
from companion.virtual.bench.image import (
    CYCLES_A_TICK,
    LOST,
    PRESS,
    TIE,
    Case,
    missing,
    order,
    run_cases,
)
from tests.firmware.core import seal, uncobs
from tests.firmware.simavr import SimBoard
from tests.firmware.test_core import DOUBTFUL

WHY = missing()
pytestmark = pytest.mark.skipif(WHY is not None, reason=WHY or "")

READ_CYCLES = 64


def press(name: str, button: int = 1, busy: bool = False) -> Case:
    return Case(name, 200_000, [(20_000, button, 1)], busy)


@pytest.mark.parametrize("sweep", QUICK, ids=lambda sweep: sweep.name)
def test_no_order_is_inverted_and_ties_are_told_and_within_four_microseconds(sweep: Sweep) -> None:
    """The seven sweeps hold 1.2 million pairs; ``companion buttons bench`` holds 16 million."""
    found = sweep.run()
    assert found.pairs % 30 == 0 and found.pairs >= 700
    assert (found.inversions, found.lost, found.untold) == (0, 0, 0)
    assert found.ties >= found.pairs // 2_100  # a gap of 0 is always one
    assert found.widest_tie_cycles <= READ_CYCLES - SILICON_CYCLES


def test_the_sweep_counts_what_it_says() -> None:
    found = order("gap=0:3:3", "phase=5")
    assert (found.pairs, found.ties) == (60, 60)
    behind = order("gap=200", "third=10")
    assert (behind.pairs, behind.ties) == (120, 0)


def test_looks_events_and_frames_tell_the_same() -> None:
    near = ("gap=0:30:10", "phase=3", "third=0:30:30")
    assert order(*near, "by=looks") == order(*near, "by=events") == order(*near, "by=frames")


def test_going_back_in_time_leaves_no_trace() -> None:
    alone = run_cases([press("a", 3)])
    among = run_cases([press("b", 5, busy=True), press("a", 3), press("c"), press("a", 3)])
    assert among[1] == among[3] == alone[0]


@pytest.mark.parametrize("busy", [False, True])
def test_bounce_moves_the_stamp_by_the_interrupt_latency_alone(busy: bool) -> None:
    found = synthetic(250, busy=busy, seed=1)
    assert found.told == found.made == 250
    assert found.most - found.least <= 2 * CYCLES_A_TICK  # one tick to either side


@pytest.mark.skipif(not recorded(), reason="the recorded bounce traces are not here")
def test_recorded_switches_on_the_image() -> None:
    """Counts as labelled but for labels shown wrong; each stamp a first touch, one tick to either side."""
    exact = synthetic(60, busy=False)
    found = traces(shortened=True, latency=(exact.most - 2 * CYCLES_A_TICK, exact.least + 2 * CYCLES_A_TICK))
    assert {name for name, _, _ in found.differ} == set(DOUBTFUL)
    assert found.stamps.astray == 0 and found.stamps.told == found.stamps.made + 7
    assert found.stamps.most - found.stamps.least <= 2 * CYCLES_A_TICK


def test_wraps_of_the_extended_counter() -> None:
    assert wraps(14) == 0


def test_a_tie_is_told_on_both() -> None:
    (outcome,) = run_cases([Case("tie", 200_000, [(20_000, 2, 1), (20_000, 5, 1)])])
    assert {event.button for event in outcome.of(PRESS) if event.flags & TIE} == {2, 5}


def taps(count: int, every: int = 1_000_000) -> list[tuple[int, int, int]]:
    edges = []
    for number in range(count):
        at = 20_000 + number * every
        edges += [(at, 1 + number % 6, 1), (at + every // 2, 1 + number % 6, 0)]
    return edges


def test_dropped_acknowledgements_lose_and_double_nothing() -> None:
    (outcome,) = run_cases([Case("acks", 25_000_000, taps(20), one_ack_in=5)])
    assert [event.button for event in outcome.of(PRESS)] == [1 + number % 6 for number in range(20)]
    assert [event.seq for event in outcome.events] == list(range(40))


def test_overflow_keeps_the_oldest_and_is_told() -> None:
    """No acknowledgement arrives until all 80 events have happened: 64 are kept, 16 are told as lost."""
    (outcome,) = run_cases([Case("full", 240_000_000, taps(40), one_ack_in=1_000)])
    assert [event.seq for event in outcome.events] == list(range(65))
    assert [event.button for event in outcome.of(PRESS)] == [1 + number % 6 for number in range(32)]
    (lost,) = outcome.of(LOST)
    assert lost.count == 16


def test_random_bytes_neither_stop_the_board_nor_invent_a_press() -> None:
    chance = random.Random(9)
    noise = [(10_000 + n * 60_000, chance.randbytes(40)) for n in range(100)]
    (outcome,) = run_cases([Case("noise", 7_000_000, taps(5), noise=noise)])
    assert [(event.button, event.flags) for event in outcome.of(PRESS)] == [(n, 0) for n in range(1, 6)]


def frames(port: serial.Serial, kind: int, seconds: float) -> bytes:
    """The first frame of a kind, without its checks."""
    buffer, end = b"", time.monotonic() + seconds
    while time.monotonic() < end:
        buffer += port.read(64)
        for part in buffer.split(b"\0"):
            content = uncobs(part)
            if content and content[0] == kind and seal(content[:-3])[1:-1] == part:
                return content[:-3]
    raise AssertionError(f"no frame of kind {kind:#x}")


def test_the_line_through_pyserial() -> None:
    with SimBoard() as board, serial.Serial(board.device, 250000, timeout=0.01) as port:
        port.write(seal(b"\x81"))
        hello = frames(port, 0x01, 10)
        epoch = hello[5:7]
        assert hello[1] == 1 and hello[9] == 6
        board.press(4)
        event = frames(port, 0x02, 5)
        assert event[1:3] == epoch and event[7:9] == bytes([PRESS, 4])
        port.write(b"noise" + seal(b"\x82" + epoch + (1).to_bytes(4, "little")) + seal(b"\x83abcd"))
        assert frames(port, 0x03, 5)[1:5] == b"abcd"
        port.write(seal(b"\x84\x07\x01\0\0\0\0\x01\0"))
        assert frames(port, 0x06, 5) == b"\x06\x07"
        assert board.lamps() == 0b100001
        board.reset()
        port.write(seal(b"\x81"))
        deadline = time.monotonic() + 10
        while (after := frames(port, 0x01, 5))[5:7] == epoch and time.monotonic() < deadline:
            port.write(seal(b"\x81"))
        assert int.from_bytes(after[5:9], "little") == int.from_bytes(hello[5:9], "little") + 1
