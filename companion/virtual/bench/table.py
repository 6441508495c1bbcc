"""The timing table of docs/fairness.md and docs/fairness-host.md, measured anew, line by line."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from companion.buttons.board import SlapBoard
from companion.observations import Link, Observation
from companion.virtual.bench import firmware, image
from companion.virtual.bench.clock import BOTH_WAYS, BRIDGE, FTDI, USB, Widths, measure
from companion.virtual.bench.clock import Path as ClockPath
from companion.virtual.bench.contacts import Contact, recorded
from companion.virtual.bench.lossy import LossyTable, Outcome
from companion.virtual.bench.peers import compare
from companion.virtual.board import VirtualBoard

LOSSY_RUNS = 20
P99_US = {BRIDGE: 250, USB: 50}
TICK = image.CYCLES_A_TICK


def row(what: str, measured: str, must: str = "", held: bool | None = None) -> str:
    """One line of the table: what, the value, and beside it what is asked and whether it was met."""
    mark = "  " if held is None else "ok" if held else "!!"
    return f"{mark} {what:44} {measured}" + (f"   (must: {must})" if must else "")


def figures(*, quick: bool = False) -> Iterator[str]:
    """The table line by line, each as soon as it is measured. ``quick``: a hundredth of the counts."""
    yield from on_the_image(quick=quick)
    yield from clock(1_000 if quick else 100_000)
    yield from link()
    yield from peers(1_000 if quick else 10_000)
    yield from lossy(5_000 if quick else 1_000_000)


def on_the_image(*, quick: bool) -> Iterator[str]:
    """Order, ties, stamps and wraps of the shipped firmware image."""
    why = image.missing()
    if why is not None:
        yield f"The firmware image was not measured: {why}."
        return
    yield "The shipped image in simavr"
    yield from order(quick=quick)
    yield from stamps(400 if quick else 10_000)
    starts = 14 if quick else 100
    wrong = firmware.wraps(starts)
    yield row(
        "counter wraps", f"{wrong} errors in {3 * starts} starts below 2^17, 2^32, 2^40", "0", wrong == 0
    )


def order(*, quick: bool) -> Iterator[str]:
    """Inversions and ties, sweep by sweep, and in all."""
    alone, behind = image.Order(), image.Order()
    for name, found in firmware.sweeps(quick=quick):
        yield row(
            f"  {name}", f"{found.pairs} pairs, {found.inversions} inverted, tie {found.widest_tie_cycles}"
        )
        if "third" in name:
            behind += found
        else:
            alone += found
    both = alone + behind
    yield row(
        "inversions on one board",
        f"{both.inversions} inverted, {both.lost} lost of {both.pairs} pairs",
        "0",
        both.inversions == both.lost == 0,
    )
    allowed = 64 - firmware.SILICON_CYCLES
    yield row(
        "widest gap that is still a tie, in cycles",
        f"{alone.widest_tie_cycles} alone, {behind.widest_tie_cycles} behind a third press;"
        f" a chip adds {firmware.SILICON_CYCLES} and up",
        f"{allowed} here, 64 (4 µs) on a chip",
        both.widest_tie_cycles <= allowed,
    )
    yield row(
        "ties told on both presses", f"{both.ties - both.untold} of {both.ties}", "all", both.untold == 0
    )


def stamps(presses: int) -> Iterator[str]:
    """Stamps against true first edges: synthetic presses on an idle and a busy line, recorded switches."""
    idle = firmware.synthetic(presses // 2, busy=False)
    busy = firmware.synthetic(presses - presses // 2, busy=True, seed=1)
    for name, found in (("idle", idle), ("busy", busy)):
        yield row(
            f"stamp against true first edge, line {name}",
            f"spread {found.spread_us:.3f} µs over {found.made} presses, {found.told} told",
            "one tick (0.5 µs) to either side",
            found.told == found.made and found.most - found.least <= 2 * TICK,
        )
    seen = firmware.traces(shortened=True, latency=(idle.most - 2 * TICK, idle.least + 2 * TICK))
    if not seen.traces:
        yield row("recorded switches", "not measured: the recordings are not at hand")
        return
    told = seen.stamps.told + seen.stamps.astray
    yield row(
        f"{seen.traces} recorded switches",
        f"{seen.traces - len(seen.differ)} counted as labelled; of {told} stamps {seen.stamps.astray} no"
        f" first touch, spread {seen.stamps.spread_us:.3f} µs",
        "all but labels shown wrong, 0 astray",
        seen.stamps.astray == 0 and len(seen.differ) <= 3,
    )
    for name, labelled, counted in seen.differ:
        yield row(f"  label doubted: {name}", f"label {labelled}, ours {counted}")


def clock(rounds: int) -> Iterator[str]:
    """The host interval on four kinds of link, asked as in a race and as when idle."""
    yield "The host interval: rates within 5000 ppm, stalls of 600 ms; asked every 2.5 ms, 50 ms when idle"
    jobs = [
        (path, when, rounds if path is BOTH_WAYS else rounds // 4)
        for path in (BOTH_WAYS, BRIDGE, USB, FTDI)
        for when in ("race", "idle")
    ]
    with ProcessPoolExecutor() as pool:
        for (path, when, _), seen in zip(jobs, pool.map(_clock_run, jobs), strict=True):
            limit = P99_US.get(path) if when == "race" else None
            must = "holds the truth" + (f", p99 {limit} µs" if limit else "")
            yield row(
                f"{path.name}, {when}",
                f"held in {seen.rounds - seen.lies} of {seen.rounds}, half-width p50 {seen.p50} µs,"
                f" p99 {seen.p99} µs, most {seen.most} µs",
                must,
                seen.lies == 0 and (limit is None or seen.p99 <= limit),
            )


def _clock_run(job: tuple[ClockPath, str, int]) -> Widths:
    path, when, rounds = job
    if when == "race":
        return measure(path, rounds, every_us=2_500)
    return measure(path, rounds // 10, every_us=50_000)


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
    yield "The link, five times unplugged and plugged in under another name"
    yield row("loss seen within", f"{max(losses) * 1e3:.0f} ms", "500 ms", max(losses) <= 0.5)
    yield row("ready again within", f"{max(returns):.2f} s", "3 s", max(returns) <= 3)


def _wait(heard: list[Observation], state: str) -> float:
    start = time.monotonic()
    while not any(isinstance(one, Link) and one.state == state for one in heard[-1:]):
        if time.monotonic() - start > 10:
            raise TimeoutError(f"The virtual board did not come {state} in ten seconds.")
        time.sleep(0.002)
    return time.monotonic() - start


def peers(pairs: int) -> Iterator[str]:
    """Our rule beside others, on the same synthetic presses and the same recorded bounces."""
    bounces = [contact for trace in recorded() for contact in trace.bounces()]
    sources: list[tuple[str, Sequence[Contact]]] = [("synthetic bounce (mean 1.6 ms, worst 6.2 ms)", ())]
    if bounces:
        sources.append((f"{len(bounces)} recorded bounces", bounces))
    for name, contacts in sources:
        yield f"Beside others: {pairs} pairs of presses 1 ms apart, {name}; stamp less true first edge"
        for one in compare(pairs, contacts=contacts):
            share = 100 * one.inverted / one.pairs
            yield row(
                one.rule, f"{share:5.1f} % inverted   p50 {one.p50_us:7.1f} µs, p99 {one.p99_us:7.1f} µs"
            )


def lossy(presses: int) -> Iterator[str]:
    """Presses through a bad line, on all cores; then one where stalls follow each other without a pause."""
    share = presses // LOSSY_RUNS + 6  # the last presses of a run are not begun
    with ProcessPoolExecutor() as pool:
        outcomes = list(pool.map(_lossy_run, [(seed, share) for seed in range(LOSSY_RUNS)]))
    yield "A bad line: 1 % byte errors, 5 % lost frames, 1 % doubled, stalls of 600 ms at least 1 s apart"
    sent, lost, doubled = (
        sum(getattr(one, what) for one in outcomes) for what in ("sent", "lost", "doubled")
    )
    astray, lies = sum(one.astray for one in outcomes), sum(one.lies for one in outcomes)
    yield row(
        "lost or doubled presses",
        f"of {sent} presses {lost} lost, {doubled} doubled, {astray} never made, {lies} placed wrongly;"
        f" {sum(one.repeats for one in outcomes)} repeats dropped",
        "0",
        lost == doubled == astray == lies == 0,
    )
    table = LossyTable(3)
    table.respite_us, table.stall_every_us = 0, 350_000
    full = table.run(1_000)
    yield row(
        "stalls without a pause: 64 events overflow",
        f"of {full.sent} presses {full.lost} lost; {full.no_room} presses and releases found no room,"
        f" {full.told_lost} of them were told",
        "every one told",
        full.lost <= full.told_lost == full.no_room and full.doubled == full.astray == 0,
    )


def _lossy_run(job: tuple[int, int]) -> Outcome:
    seed, presses = job
    return LossyTable(seed).run(presses)
