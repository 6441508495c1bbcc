"""Does the host interval hold the truth, and how wide is it? Simulated links, a drifting board."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.buttons.clockfit import TICKS_A_US, ClockFit

FASTEST = 4_990e-6
WARM_UP_US = 3_000_000
STALL_US = 600_000
STEP_US = 50_000.0


@dataclass(frozen=True, slots=True)
class Path:
    """A link's delays in µs, least and most, down to the board and up from it, beyond the bytes' own time."""

    name: str
    down: tuple[float, float]
    up: tuple[float, float]
    latency_timer: float = 0.0  # what went up waits for the next beat of this period


BOTH_WAYS = Path("0.14..5.1 ms both ways", (140, 5_100), (140, 5_100))
BRIDGE = Path("4 ms bridge", (140, 1_140), (140, 1_100), latency_timer=4_000)
USB = Path("1 ms USB", (15, 1_015), (15, 1_015))
FTDI = Path("16 ms latency timer", (140, 1_140), (140, 1_100), latency_timer=16_000)
PATHS = (BOTH_WAYS, BRIDGE, USB, FTDI)


@dataclass(frozen=True, slots=True)
class Widths:
    """What the rounds showed: ``lies`` intervals that did not hold the truth, half-widths in µs."""

    rounds: int
    lies: int
    p50: int
    p99: int
    most: int


class Resonator:
    """A board clock whose rate wanders within 5000 ppm, by up to 10 ppm a second: a board that warms."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._turn = 0.0
        # At the start of each step of 50 ms: ticks, rate, and how the rate turns in it.
        self._steps = [(rng.uniform(0, 2**40), rng.uniform(-FASTEST, FASTEST), 0.0)]

    def tick(self, host_us: float) -> int:
        """The tick at a host instant, 0 or later; instants may be asked in any order."""
        number, into = divmod(host_us, STEP_US)
        while len(self._steps) <= number:
            self._steps.append(self._next(*self._steps[-1]))
        ticks, rate, turn = self._steps[int(number)]
        return int(ticks + into * (1 + rate + turn * into / 2) * TICKS_A_US)

    def _next(self, ticks: float, rate: float, turn: float) -> tuple[float, float, float]:
        ticks += STEP_US * (1 + rate + turn * STEP_US / 2) * TICKS_A_US
        rate += turn * STEP_US
        if self._rng.random() < 0.02:
            turn = self._rng.uniform(-10e-12, 10e-12)
        if abs(rate + turn * STEP_US) > FASTEST:
            turn = -turn
        return ticks, rate, turn


class _Line:
    """One direction of a link: first in, first out."""

    def __init__(self, bounds: tuple[float, float], beat: float, rng: random.Random) -> None:
        self._bounds, self._beat, self._rng = bounds, beat, rng
        self._phase = rng.uniform(0, beat) if beat else 0.0
        self._last = 0.0

    def arrival(self, sent: float, stalled_until: float) -> float:
        at = sent + self._rng.uniform(*self._bounds)
        if self._beat:
            at += (self._phase - at) % self._beat
        self._last = max(at, self._last, stalled_until)
        return self._last


def measure(path: Path, rounds: int, *, every_us: int, seed: int = 0, sessions: int = 0) -> Widths:
    """Place ``rounds`` presses, asking the board's clock every ``every_us``; a new board for each session."""
    sessions = sessions or max(1, rounds // 1_000)
    widths: list[int] = []
    lies = 0
    for number in range(sessions):
        rng = random.Random(f"{seed} {path.name} {number}")
        share = rounds // sessions + (number < rounds % sessions)
        for held, width in _session(path, share, every_us, rng):
            lies += not held
            widths.append(width)
    widths.sort()
    return Widths(len(widths), lies, widths[len(widths) // 2], widths[len(widths) * 99 // 100], widths[-1])


def _session(path: Path, rounds: int, every_us: int, rng: random.Random) -> list[tuple[bool, int]]:
    board, fit = Resonator(rng), ClockFit()
    down, up = _Line(path.down, 0, rng), _Line(path.up, path.latency_timer, rng)
    found: list[tuple[bool, int]] = []
    now = 0.0
    heard: list[tuple[float, float, int, int]] = []  # arrival, asked, received, sent
    press: tuple[float, float, int] | None = None  # its report's arrival, the truth, its tick
    next_press = now + WARM_UP_US
    stalled = 0.0
    while len(found) < rounds:
        now += every_us * rng.uniform(0.9, 1.1)
        if rng.random() < every_us / 20e6:  # a stall every twenty seconds
            stalled = now + STALL_US
        at_board = down.arrival(now, stalled)
        if press is None and at_board > next_press:
            truth = next_press
            tick = board.tick(truth)
            press = (up.arrival(truth + 300, stalled), truth, tick)
        received = board.tick(at_board)
        sent_at = at_board + rng.uniform(150, 400)
        heard.append((up.arrival(sent_at, stalled), now, received, board.tick(sent_at)))
        while heard and heard[0][0] <= now:
            if press is not None and press[0] <= heard[0][0]:
                break
            arrived, asked, received_tick, sent_tick = heard.pop(0)
            fit.exchange(int(asked), received_tick, sent_tick, int(arrived) + 1)
        if press is not None and press[0] <= now:
            place = fit.place(press[2], int(press[0]) + 1)
            if place is not None:
                found.append((place.low <= press[1] <= place.high, place.bound_us))
            press, next_press = None, now + rng.uniform(20_000, 100_000)
    return found
