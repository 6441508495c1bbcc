"""The very firmware image, simulated at the pace of real time, read by the slap board device."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.buttons.board import SlapBoard
from companion.observations import Link, Observation, Press

BUILD = Path(__file__).parents[2] / "firmware" / "build"
SIMULATOR, IMAGE = BUILD / "slapsim", BUILD / "slapboard.elf"

pytestmark = pytest.mark.skipif(
    not (SIMULATOR.is_file() and IMAGE.is_file()),
    reason="the simulated board is not built (make -C firmware all sim)",
)


class Simulated:
    """slapsim behind its own pseudo-terminal: a command a line, an answer a line."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [SIMULATOR, "pty", IMAGE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.device = str(self._answer()["device"])

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        while not (line := self.process.stdout.readline()).startswith("{"):  # simavr talks, too
            assert self.process.poll() is None
        answer: dict[str, Any] = json.loads(line)
        return answer

    def do(self, command: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self._answer()


@pytest.fixture(scope="module")
def simulated() -> Iterator[Simulated]:
    board = Simulated()
    yield board
    board.process.kill()
    board.process.wait()


@pytest.fixture
def heard(simulated: Simulated) -> Iterator[list[Observation]]:
    found: list[Observation] = []
    board = SlapBoard(simulated.device)
    board.open(found.append)
    wait(lambda: any(isinstance(one, Link) and one.state == "up" for one in found), found)
    yield found
    board.close()


def wait(condition: Any, found: list[Observation]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, found
        time.sleep(0.01)


def presses(found: list[Observation]) -> list[Press]:
    return [one for one in found if isinstance(one, Press) and one.pressed]


def test_presses_are_told_in_the_order_of_their_cycles(
    simulated: Simulated, heard: list[Observation]
) -> None:
    start = int(simulated.do("cycles")["cycles"]) + 8_000_000
    for place, button in enumerate((6, 1, 4)):
        simulated.do(f"press {button} {start + place * 16_000}")
        simulated.do(f"release {button} {start + place * 16_000 + 1_600_000}")
    wait(lambda: len(presses(heard)) == 3, heard)
    told = sorted(presses(heard), key=lambda press: press.t_us)
    assert [press.button for press in told] == [6, 1, 4]
    gaps = [late.t_us - early.t_us for early, late in pairwise(told)]
    assert gaps == pytest.approx([1_000, 1_000], abs=4)
    assert not any(press.tie for press in told)


def test_one_cycle_is_a_tie(simulated: Simulated, heard: list[Observation]) -> None:
    at = int(simulated.do("cycles")["cycles"]) + 8_000_000
    for button in (2, 5):
        simulated.do(f"press {button} {at}")
        simulated.do(f"release {button} {at + 1_600_000}")
    wait(lambda: len(presses(heard)) == 2, heard)
    one, other = presses(heard)
    assert one.tie and other.tie and one.t_us == other.t_us


def test_a_reset_is_told_and_the_epoch_rises(simulated: Simulated, heard: list[Observation]) -> None:
    simulated.do("reset")
    wait(lambda: isinstance(heard[-1], Link) and heard[-1].state == "reset", heard)
