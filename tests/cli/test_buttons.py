"""``companion buttons watch``: one JSON line an edge, plain sentences when it can't."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.virtual.board import VirtualBoard


@contextmanager
def watch(port: str, *flags: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "companion", "buttons", "watch", "--port", port, *flags]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_every_edge_is_one_json_line() -> None:
    with VirtualBoard() as board, watch(board.device, "--json") as process:
        assert json.loads(line(process))["state"] == "up"
        board.tap(3, hold_s=0.05)
        press, release = json.loads(line(process)), json.loads(line(process))
        assert list(press) == ["event", "button", "t_us", "t_host_us", "bound_us", "seq", "epoch", "tie"]
        assert (press["event"], release["event"], press["button"]) == ("press", "release", 3)
        assert abs(release["t_us"] - press["t_us"] - 50_000) < 100
        board.unplug()
        down = json.loads(line(process))
        assert (down["event"], down["state"]) == ("link", "down")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=5)
        assert (out, err, process.returncode) == ("", "", 0)


def test_without_json_it_speaks_to_people() -> None:
    with VirtualBoard() as board, watch(board.device) as process:
        assert line(process).startswith("slap board up")
        board.tap(2)
        assert line(process).startswith("button 2 pressed")


def test_a_second_watcher_is_told_plainly() -> None:
    with VirtualBoard() as board, watch(board.device) as first:
        line(first)
        with watch(board.device) as second:
            _, err = second.communicate(timeout=10)
            assert second.returncode == 1
            assert err.startswith("Error: Another program holds the slap board")
            assert len(err.splitlines()) == 1


def test_a_missing_port_is_one_sentence_and_exit_1(tmp_path: Path) -> None:
    with watch(str(tmp_path / "nothing")) as process:
        out, err = process.communicate(timeout=10)
        assert (out, process.returncode, len(err.splitlines())) == ("", 1, 1)
        assert "no slap board" in err
