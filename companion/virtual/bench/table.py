"""The timing table of docs/fairness.md, measured anew."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from companion.buttons.board import SlapBoard
from companion.observations import Link, Observation
from companion.virtual.bench.clock import BOTH_WAYS, BRIDGE, FTDI, USB, measure
from companion.virtual.bench.lossy import LossyTable, Outcome
from companion.virtual.bench.peers import compare
from companion.virtual.board import VirtualBoard

LOSSY_RUNS = 20


def figures(*, quick: bool = False) -> Iterator[str]:
    """The table line by line, each as soon as it is measured. ``quick``: a tenth of the counts or less."""
    yield from clock(10_000 if quick else 100_000)
    yield from link()
    yield from peers(1_000 if quick else 10_000)
    yield from lossy(10_000 if quick else 1_000_000)
    yield "Inversions, tie window and stamp error of the firmware image: its simulation, in make test"


def clock(rounds: int) -> Iterator[str]:
    """The host interval on four kinds of link, asked as in a race and as when idle."""
    yield f"host interval, {rounds} rounds a line, rates within 5000 ppm, stalls of 600 ms"
    for path in (BOTH_WAYS, BRIDGE, USB, FTDI):
        for every_us, when in ((2_500, "race"), (50_000, "idle")):
            count = rounds if when == "race" else rounds // 10
            seen = measure(path, count, every_us=every_us)
            held = 100 * (1 - seen.lies / seen.rounds)
            yield (
                f"  {path.name:22} {when}: holds the truth {held:.3f} %"
                f", half-width p50 {seen.p50} µs, p99 {seen.p99} µs, most {seen.most} µs"
            )


def link() -> Iterator[str]:
    """Loss and return of a board on a real pseudo-terminal."""
    losses, returns = [], []
    with VirtualBoard() as virtual:
        heard: list[Observation] = []
        board = SlapBoard(virtual.device, virtual=True)
        board.open(heard.append)
        for _ in range(5):
            _wait(heard, "up")
            virtual.unplug()
            losses.append(_wait(heard, "down"))
            virtual.replug()
            returns.append(_wait(heard, "up"))
        board.close()
    yield f"link: loss seen within {max(losses) * 1e3:.0f} ms, ready {max(returns):.2f} s after a replug"


def _wait(heard: list[Observation], state: str) -> float:
    start = time.monotonic()
    while not any(isinstance(one, Link) and one.state == state for one in heard[-1:]):
        if time.monotonic() - start > 10:
            raise TimeoutError(f"The virtual board did not come {state} in ten seconds.")
        time.sleep(0.002)
    return time.monotonic() - start


def peers(pairs: int) -> Iterator[str]:
    """Our rule beside others, on the same synthetic presses."""
    yield f"{pairs} pairs of presses 1 ms apart, ordinary bounce: inverted, and stamp less true first edge"
    for one in compare(pairs):
        share = 100 * one.inverted / one.pairs
        yield f"  {one.rule:22} {share:5.1f} %   p50 {one.p50_us:7.1f} µs, p99 {one.p99_us:7.1f} µs"


def lossy(presses: int) -> Iterator[str]:
    """Presses through a bad line, on all cores."""
    share = presses // LOSSY_RUNS + 6  # the last presses of a run are not begun
    with ProcessPoolExecutor() as pool:
        outcomes = list(pool.map(_lossy_run, [(seed, share) for seed in range(LOSSY_RUNS)]))
    sent = sum(one.sent for one in outcomes)
    yield (
        f"bad line (1 % byte errors, 5 % lost frames, 600 ms stalls): of {sent} presses"
        f" {sum(one.lost for one in outcomes)} lost, {sum(one.doubled for one in outcomes)} doubled,"
        f" {sum(one.astray for one in outcomes)} astray, {sum(one.lies for one in outcomes)} placed wrongly;"
        f" {sum(one.repeats for one in outcomes)} repeats dropped"
    )


def _lossy_run(job: tuple[int, int]) -> Outcome:
    seed, presses = job
    return LossyTable(seed).run(presses)
