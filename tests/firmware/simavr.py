"""The slap board's very image in simavr, for tests and benches.

Names what is missing (`missing()`) rather than failing where avr-gcc or libsimavr isn't installed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
ELF = FIRMWARE / "build" / "slapboard.elf"
SLAPSIM = FIRMWARE / "build" / "slapsim"
CYCLES_A_US = 16
PRESS, RELEASE, STUCK, HELD, LOST, STORM = 1, 2, 3, 4, 5, 6
TIE = 1


def missing() -> str | None:
    """Why the image can't be simulated here, or None; builds image and harness when it can."""
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the board told in one case; `base_cycle` is the cycle at which it was ready."""

    name: str
    base_cycle: int
    events: list[Event]

    def of(self, kind: int) -> list[Event]:
        return [event for event in self.events if event.kind == kind]


def run_cases(cases: Iterable[Case]) -> list[Outcome]:
    """Run each case from the same freshly started board."""
    lines = [
        " ".join(
            [case.name, str(case.end_cycle), str(int(case.busy)), f"{case.clock:x}"]
            + [f"{cycle}:{button}:{closed}" for cycle, button, closed in case.edges]
        )
        for case in cases
    ]
    done = subprocess.run(
        [str(SLAPSIM), "cases", str(ELF)],
        input="\n".join(lines) + "\n",
        text=True,
        capture_output=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return [Outcome(a["id"], a["base_cycle"], [Event(*e) for e in a["events"]]) for a in answers]


def inversions(first: int, last: int, step: int, phases: int, busy: bool) -> dict[str, int]:
    """All 30 ordered pairs at each gap (cycles) and phase: counts of inversions, ties, lost, widest tie."""
    done = subprocess.run(
        [str(SLAPSIM), "inversions", str(ELF), *map(str, (first, last, step, phases, int(busy)))],
        text=True,
        capture_output=True,
        check=False,
    )
    answer: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return answer


class SimBoard:
    """A simulated board behind a pseudo-terminal, at the pace of real time: ``with SimBoard() as board``.

    ``board.device`` opens with pyserial. ``press``/``release`` act at once, or at an exact cycle.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self.device = ""

    def __enter__(self) -> SimBoard:
        self.plug()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()

    def plug(self) -> None:
        """Start the board; it may come up under another device name than before."""
        self._process = subprocess.Popen(
            [str(SLAPSIM), "pty", str(ELF)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.device = self._answer()["device"]

    def unplug(self) -> None:
        """Take the board away: its device vanishes."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def press(self, button: int, at_cycle: int | None = None) -> int:
        return self._ask(f"press {button}" + (f" {at_cycle}" if at_cycle is not None else ""))["cycles"]

    def release(self, button: int, at_cycle: int | None = None) -> int:
        return self._ask(f"release {button}" + (f" {at_cycle}" if at_cycle is not None else ""))["cycles"]

    def cycles(self) -> int:
        return self._ask("cycles")["cycles"]

    def lamps(self) -> int:
        """The lamps that are lit now, bit 0 for lamp 1."""
        return self._ask("lamps")["lamps"]

    def reset(self) -> None:
        self._ask("reset")

    def _ask(self, line: str) -> dict[str, int]:
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process is not None and self._process.stdout is not None
        while True:
            line = self._process.stdout.readline()
            if not line:
                raise ConnectionError("the simulated board ended")
            if line.startswith("{"):
                answer: dict[str, Any] = json.loads(line)
                return answer
