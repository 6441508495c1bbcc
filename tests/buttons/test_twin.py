"""The debounce in Python and the firmware's in C++ are twins: the same edges give the same events."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.buttons.debounce import Debouncer, Verdict

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware" / "slapboard"
COMPILER = shutil.which("g++") or shutil.which("c++")

Moves = list[tuple[int, int]]  # tick, mask of closed lines


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if COMPILER is None:
        pytest.skip("no C++ compiler for the host")
    program = tmp_path_factory.mktemp("twin") / "twin"
    sources = [HERE / "twin.cpp", FIRMWARE / "debounce.cpp", FIRMWARE / "events.cpp"]
    subprocess.run([COMPILER, "-std=c++11", "-O1", f"-I{FIRMWARE}", "-o", program, *sources], check=True)
    return program


def moves(rng: random.Random, count: int) -> Moves:
    """Presses with bounce, glitches, cross-talk and ties on six lines: gaps from 1 tick to a second."""
    at, mask, found = 1_000, 0, []
    scales = (20, 400, 2_000, 13_000, 30_000, 100_000, 2_000_000)
    for _ in range(count):
        at += 1 + rng.randrange(rng.choice(scales))
        flips = 1 << rng.randrange(6)
        if rng.random() < 0.15:
            flips |= 1 << rng.randrange(6)
        mask ^= flips
        found.append((at, mask))
    return found


def of_firmware(program: Path, closed: int, edges: Moves, end: int) -> list[tuple[int, ...]]:
    text = f"{closed}\n" + "".join(f"{at} {mask}\n" for at, mask in [*edges, (end, edges[-1][1])])
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    return sorted(tuple(map(int, line.split())) for line in done.stdout.splitlines())


def of_python(closed: int, edges: Moves, end: int) -> list[tuple[int, ...]]:
    debouncer = Debouncer(6, closed=lines(closed))
    told: list[Verdict] = []
    for at, mask in edges:
        debouncer.snapshot(at, lines(mask))
        told += debouncer.verdicts(at)
    told += debouncer.verdicts(end)
    return sorted((one.kind.value, one.button, one.stamp, flags(one), one.bounces) for one in told)


def lines(mask: int) -> frozenset[int]:
    return frozenset(n for n in range(1, 7) if mask >> (n - 1) & 1)


def flags(one: Verdict) -> int:
    return one.tie | one.was_held << 1 | one.was_stuck << 2 | one.cross_talk << 3


@pytest.mark.parametrize("seed", range(12))
def test_the_twins_agree(twin: Path, seed: int) -> None:
    rng = random.Random(seed)
    closed = rng.randrange(64) if seed % 3 == 0 else 0
    edges = [(at, mask ^ closed) for at, mask in moves(rng, 1_500)]
    end = edges[-1][0] + 4_000_000
    assert of_python(closed, edges, end) == of_firmware(twin, closed, edges, end)
