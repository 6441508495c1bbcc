"""The shipped image in simavr: order, ties, stamps, wraps, and the line through pyserial."""

from __future__ import annotations

import random
import time

import pytest
import serial

from tests.firmware.core import seal, uncobs
from tests.firmware.simavr import PRESS, TIE, Case, Outcome, SimBoard, inversions, missing, run_cases

WHY = missing()
pytestmark = pytest.mark.skipif(WHY is not None, reason=WHY or "")

READ_CYCLES = 64


def latency(outcome: Outcome, truth: int) -> int:
    """Cycles from the true first edge (after ready) to the stamp of the one press that was told."""
    (press,) = outcome.of(PRESS)
    return press.stamp * 8 - (outcome.base_cycle + truth)


@pytest.mark.parametrize("busy", [False, True])
def test_no_inversion_and_ties_only_within_four_microseconds(busy: bool) -> None:
    for first, last, step in ((0, 60, 5), (61, 2000, 485)):
        found = inversions(first, last, step, 1, busy)
        assert found["inversions"] == 0 and found["lost"] == 0
        assert found["pairs"] == 30 * ((last - first) // step + 1)
        assert found["widest_tie_cycles"] <= READ_CYCLES - 4


def test_two_presses_behind_a_third_merge_only_within_four_microseconds() -> None:
    cases = [
        Case(
            f"{after}:{gap}", 200_000, [(20_000, 6, 1), (20_000 + after, 1, 1), (20_000 + after + gap, 2, 1)]
        )
        for after in range(0, 42, 6)
        for gap in range(0, 90, 9)
    ]
    for outcome in run_cases(cases):
        _, gap = map(int, outcome.name.split(":"))
        stamp = {event.button: event.stamp for event in outcome.of(PRESS)}
        assert stamp[6] <= stamp[1] <= stamp[2]
        assert stamp[1] < stamp[2] or gap <= READ_CYCLES - 4


def bouncing(name: str, chance: random.Random, busy: bool) -> tuple[Case, int]:
    first = 20_000 + chance.randrange(40_000)
    edges, at, closed = [(first, 1, 1)], first, 1
    span = min(chance.expovariate(1 / 25_600), 99_200)
    while at - first < span:
        at, closed = at + 16 + int(chance.expovariate(1 / 1600)), 1 - closed
        edges.append((at, 1, closed))
    if not closed:
        edges.append((at + 500, 1, 1))
    return Case(name, at + 250_000, edges, busy), first


@pytest.mark.parametrize("busy", [False, True])
def test_bounce_moves_the_stamp_by_the_interrupt_latency_alone(busy: bool) -> None:
    chance = random.Random(1)
    made = [bouncing(str(number), chance, busy) for number in range(50)]
    errors = [
        latency(outcome, truth)
        for outcome, (_, truth) in zip(run_cases(c for c, _ in made), made, strict=True)
    ]
    assert max(errors) - min(errors) <= 8 + 8  # one tick, and the grain of the tick itself


@pytest.mark.parametrize("bits", [17, 32, 40])
def test_wraps_of_the_extended_counter(bits: int) -> None:
    top = (1 << bits) - (1 << 16)
    first = 20_000
    cases = [
        Case(f"{at}", at + 200_000, [(at, 1, 1), (at + 20_000, 2, 1)], clock=top)
        for at in range(first, first + 700_000, 50_000)
    ]
    for outcome, case in zip(run_cases(cases), cases, strict=True):
        stamps = [event.stamp for event in outcome.of(PRESS)]
        assert stamps[1] - stamps[0] in range(2490, 2511), case
        assert top <= stamps[0] <= top + (1 << 17)


def test_a_tie_is_told_on_both() -> None:
    (outcome,) = run_cases([Case("tie", 200_000, [(20_000, 2, 1), (20_000, 5, 1)])])
    assert {event.button for event in outcome.of(PRESS) if event.flags & TIE} == {2, 5}


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
