"""The slap board's very image in simavr, behind a pseudo-terminal."""

from __future__ import annotations

import json
import subprocess
from types import TracebackType
from typing import Any

from companion.virtual.bench.image import ELF, SLAPSIM, missing

__all__ = ["SimBoard", "missing"]


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
