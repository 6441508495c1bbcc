"""Order, ties and stamps of the shipped firmware image, measured in simavr."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.virtual.bench.contacts import REST_US, Trace, bounce, recorded
from companion.virtual.bench.image import (
    CYCLES_A_TICK,
    CYCLES_A_US,
    PRESS,
    Case,
    Order,
    Outcome,
    order_by_phase,
    run_cases,
)

SILICON_CYCLES = 4
"""What a chip takes to enter an interrupt, and simavr does not."""
LEAD_CYCLES = 20_000
AFTER_CYCLES = 200_000
EVERY_GAP = "gap=0:2000"
WORKERS = os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Sweep:
    """One arrangement of ``slapsim pairs``: its phases and what else holds in it."""

    name: str
    phases: tuple[int, int, int]
    what: tuple[str, ...]

    def run(self) -> Order:
        """Count over the arrangement, on all cores."""
        return order_by_phase(*self.phases, *self.what)


WHOLE = (
    Sweep("all gaps, line idle", (0, 63, 1), (EVERY_GAP,)),
    Sweep("all gaps, line busy both ways", (0, 63 * 397, 397), (EVERY_GAP, "busy=1")),
    Sweep("all gaps, timer overflows", (0, 2_100, 150), (EVERY_GAP, "busy=1", "wrap=1100")),
    Sweep("every cycle of a pass, line idle", (0, 999, 1), ("gap=0:70",)),
    Sweep("every cycle of a pass, line busy", (0, 999, 1), ("gap=0:70", "busy=1")),
    Sweep("behind a third press, line idle", (0, 1, 1), ("gap=0:90", "third=0:70")),
    Sweep("behind a third press, line busy", (0, 1, 1), ("gap=0:90", "third=0:70", "busy=1")),
    Sweep("by the events, line idle", (0, 3, 1), (EVERY_GAP, "by=events")),
    Sweep("by the events, line busy", (0, 3 * 397, 397), (EVERY_GAP, "busy=1", "by=events")),
    Sweep("by the frames, line busy", (0, 3 * 397, 397), ("gap=0:2000:8", "busy=1", "by=frames")),
)
"""Everything. The first two hold the target of the issue; the others go where phase could matter most."""
QUICK = (
    Sweep("all gaps, line idle", (0, 3, 1), (EVERY_GAP,)),
    Sweep("all gaps, line busy both ways", (0, 3 * 397, 397), (EVERY_GAP, "busy=1")),
    Sweep("all gaps, timer overflows", (0, 2_100, 700), ("gap=0:2000:4", "busy=1", "wrap=1100")),
    Sweep("every cycle of a pass, line busy", (0, 999, 5), ("gap=0:70", "busy=1")),
    Sweep("behind a third press, line busy", (0, 1, 1), ("gap=0:90:3", "third=0:70:2", "busy=1")),
    Sweep("by the events, line busy", (0, 3 * 397, 397), ("gap=0:2000:40", "busy=1", "by=events")),
    Sweep("by the frames, line busy", (0, 3 * 397, 397), ("gap=0:2000:400", "busy=1", "by=frames")),
)


def sweeps(*, quick: bool) -> Iterator[tuple[str, Order]]:
    """Each arrangement's name and counts, as soon as they are known."""
    for sweep in QUICK if quick else WHOLE:
        yield sweep.name, sweep.run()


@dataclass
class Stamps:
    """Presses told against presses made; errors in cycles, of the stamp against the true first edge."""

    made: int = 0
    told: int = 0
    astray: int = 0  # stamps that are nobody's first edge
    least: int = 1 << 62
    most: int = -(1 << 62)

    @property
    def spread_us(self) -> float:
        """The widest difference between two stamps' errors: the constant part is removed."""
        return (self.most - self.least) / CYCLES_A_US if self.told else 0.0

    def add(self, error: int) -> None:
        """One stamp's error."""
        self.told += 1
        self.least, self.most = min(self.least, error), max(self.most, error)


def synthetic(presses: int, *, busy: bool, seed: int = 0) -> Stamps:
    """Bouncing presses of a single button, each from rest, at any phase of the main loop."""
    rng = random.Random(seed)
    cases, truths = [], []
    for number in range(presses):
        first = LEAD_CYCLES + rng.randrange(60_000)
        button = 1 + number % 6
        edges = [(first + at * CYCLES_A_US, button, 1 - n % 2) for n, at in enumerate(bounce(rng, 0))]
        cases.append(Case(str(number), edges[-1][0] + AFTER_CYCLES, edges, busy))
        truths.append(first)
    found = Stamps(made=presses)
    for outcome, truth in zip(run_cases(cases, workers=WORKERS), truths, strict=True):
        for press in outcome.of(PRESS):
            found.add(press.stamp * CYCLES_A_TICK - outcome.base_cycle - truth)
    return found


@dataclass
class Recorded:
    """The recorded switches: how many there are, which are told in another number than labelled."""

    stamps: Stamps
    traces: int
    differ: list[tuple[str, int, int]]  # name, labelled, told


def traces(*, shortened: bool, latency: tuple[int, int]) -> Recorded:
    """All recorded switches on button 3; ``latency``: the errors, in cycles, that a true stamp may have."""
    played = [one.shortened() if shortened else one for one in recorded()]
    outcomes = run_cases([_played(number, one) for number, one in enumerate(played)], workers=WORKERS)
    found = Recorded(Stamps(), len(played), [])
    for trace, outcome in zip(played, outcomes, strict=True):
        _judge(trace, outcome, latency, found.stamps)
        told = len(outcome.of(PRESS))
        found.stamps.made += trace.presses
        if told != trace.presses:
            found.differ.append((trace.name, trace.presses, told))
    return found


def _played(number: int, trace: Trace) -> Case:
    edges = [(_cycle(trace, at), 3, 1 - n % 2) for n, at in enumerate(trace.edges_us)]
    return Case(str(number), _cycle(trace, trace.length_us) + AFTER_CYCLES, edges)


def _cycle(trace: Trace, at_us: int) -> int:
    start = LEAD_CYCLES + len(trace.edges_us) * 37 % 640  # each somewhere else in the main loop
    return start + (at_us - trace.edges_us[0]) * CYCLES_A_US


def _judge(trace: Trace, outcome: Outcome, latency: tuple[int, int], stamps: Stamps) -> None:
    firsts = [_cycle(trace, at) for at in trace.first_touches(REST_US)]
    for press in outcome.of(PRESS):
        stamp = press.stamp * CYCLES_A_TICK - outcome.base_cycle
        near = [stamp - at for at in firsts if latency[0] <= stamp - at <= latency[1]]
        stamps.astray += not near
        if near:
            stamps.add(near[0])


def wraps(count: int) -> int:
    """Of ``count`` starts just below each of three wraps of the counter, how many stamps came out wrong."""
    wrong = 0
    for bits in (17, 32, 40):
        top = (1 << bits) - (1 << 16)
        cases = [
            Case(str(at), at + AFTER_CYCLES, [(at, 1, 1), (at + 20_000, 2, 1)], clock=top)
            for at in range(LEAD_CYCLES, LEAD_CYCLES + 600_000, max(1, 600_000 // count))
        ]
        for outcome in run_cases(cases, workers=WORKERS):
            stamps = [press.stamp for press in outcome.of(PRESS)]
            right = len(stamps) == 2 and 2_490 <= stamps[1] - stamps[0] <= 2_510
            wrong += not (right and top <= stamps[0] <= top + (1 << 17))
    return wrong
