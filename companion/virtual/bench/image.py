"""The slap board's very image in simavr: the driver of firmware/sim, for the bench and the tests.

Needs a checkout with the firmware beside the package; ``missing()`` says what is not there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FIRMWARE = Path(__file__).resolve().parents[3] / "firmware"
ELF = FIRMWARE / "build" / "slapboard.elf"
SLAPSIM = FIRMWARE / "build" / "slapsim"
CYCLES_A_US = 16
CYCLES_A_TICK = 8
PRESS, RELEASE, STUCK, HELD, LOST, STORM = 1, 2, 3, 4, 5, 6
TIE = 1


def missing() -> str | None:
    """Why the image can't be simulated here, or None; builds image and harness when it can."""
    if not (FIRMWARE / "Makefile").exists():
        return "the firmware's source is not here (it comes with a checkout, not with the package)"
    if not shutil.which("avr-g++"):
        return "avr-g++ is not installed (apt install gcc-avr avr-libc)"
    if not Path("/usr/include/simavr/sim_avr.h").exists():
        return "libsimavr is not installed (apt install libsimavr-dev libelf-dev)"
    done = subprocess.run(
        ["make", "-C", str(FIRMWARE), "all", "sim"], capture_output=True, text=True, check=False
    )
    return None if done.returncode == 0 else f"the firmware does not build: {done.stderr[-500:]}"


@dataclass(frozen=True, slots=True)
class Event:
    """One EVENT frame; `stamp` in ticks of 0.5 µs."""

    seq: int
    kind: int
    button: int
    flags: int
    stamp: int
    verdict: int
    count: int


@dataclass(frozen=True, slots=True)
class Case:
    """Edges on the pins, in cycles after the board was ready: (cycle, button 1..6, closed 0 or 1)."""

    name: str
    end_cycle: int
    edges: Sequence[tuple[int, int, int]]
    busy: bool = False  # the UART works in both directions meanwhile
    clock: int = 0  # replaces the upper bits of the extended counter
    noise: Sequence[tuple[int, bytes]] = ()  # bytes put on the line to the board, by cycle
    one_ack_in: int = 1  # of this many acknowledgements all but the last are dropped

    def line(self) -> str:
        """The case as slapsim reads it."""
        acts = [(cycle, f"{cycle}:{button}:{closed}") for cycle, button, closed in self.edges]
        acts += [(cycle, f"/{cycle}:{data.hex()}") for cycle, data in self.noise]
        drop = self.one_ack_in if self.one_ack_in > 1 else 0
        head = [self.name, str(self.end_cycle), str(int(self.busy) | drop << 1), f"{self.clock:x}"]
        return " ".join(head + [word for _, word in sorted(acts, key=lambda act: act[0])])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the board told in one case; `base_cycle` is the cycle at which it was ready."""

    name: str
    base_cycle: int
    events: list[Event]

    def of(self, kind: int) -> list[Event]:
        """The events of one kind, in the order told."""
        return [event for event in self.events if event.kind == kind]


@dataclass
class Order:
    """Of ``pairs`` presses of two buttons: how many in wrong order, tied, tied untold, not seen."""

    pairs: int = 0
    inversions: int = 0
    ties: int = 0
    untold: int = 0
    lost: int = 0
    widest_tie_cycles: int = -1

    def __add__(self, other: Order) -> Order:
        return Order(
            self.pairs + other.pairs,
            self.inversions + other.inversions,
            self.ties + other.ties,
            self.untold + other.untold,
            self.lost + other.lost,
            max(self.widest_tie_cycles, other.widest_tie_cycles),
        )


def run_cases(cases: Iterable[Case], *, workers: int = 1) -> list[Outcome]:
    """Run each case from the same freshly started board; answers in the order of the cases."""
    lines = [case.line() for case in cases]
    shares = [lines[start::workers] for start in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        answers = [iter(found) for found in pool.map(_run_share, shares)]
    return [next(answers[number % workers]) for number in range(len(lines))]


def _run_share(lines: list[str]) -> list[Outcome]:
    return [
        Outcome(a["id"], a["base_cycle"], [Event(*e) for e in a["events"]])
        for a in _ask("cases", lines=lines)
    ]


def order(*what: str) -> Order:
    """All 30 ordered pairs over the ranges named, as ``slapsim pairs`` takes them (``gap=0:2000`` ...)."""
    (counts,) = _ask("pairs", *what)
    return Order(**counts)


def order_by_phase(first: int, last: int, step: int, *what: str) -> Order:
    """The same over phases ``first`` to ``last``, shared among the machine's cores."""
    workers = os.cpu_count() or 1
    shares = [f"phase={first + step * n}:{last}:{step * workers}" for n in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        return sum(pool.map(lambda share: order(share, *what), shares), Order())


def _ask(mode: str, *what: str, lines: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    done = subprocess.run(
        [str(SLAPSIM), mode, str(ELF), *what],
        input="".join(line + "\n" for line in lines),
        text=True,
        capture_output=True,
        check=True,
    )
    return (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))
