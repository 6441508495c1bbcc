"""The plug is pulled: kill -9 at any moment loses nothing that was announced."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from companion.table.play import fingerprint

ROOT = Path(__file__).parents[2]
ROUNDS = 4
PORT = 8417
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


def words(data: Path, port: int) -> list[str]:
    where = ["--host", "127.0.0.1", "--port", str(port), "--data", str(data)]
    return [sys.executable, "-m", "companion", "run", *where]


class Running:
    """``companion run`` without devices, on a data folder, in a process of its own."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            words(data, PORT), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=ENV
        )
        assert self.process.stdout is not None
        line = next((line for line in self.process.stdout if "http://" in line), "")
        found = re.search(r"http://\S+?(?=/?\s)", line)
        assert found, "the service named no address"
        self.address = found[0]

    def get(self, path: str) -> dict[str, Any]:
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return json.load(answer)

    def post(self, command: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(
            self.address + "/api/command",
            json.dumps(command).encode(),
            {"Content-Type": "application/json", "Origin": self.address},
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.load(refused)

    def pull_the_plug(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_nothing_announced_is_lost(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    service = Running(tmp_path)
    try:
        assert service.post(
            {"do": "start", "game": "el-capitan", "players": ["Ann", "Ben", "Cas"], "seed": seed}
        )["ok"]
        for _ in range(rng.randrange(3, 40)):
            legal = service.post({"do": "legal"})["legal"]
            assert service.post(rng.choice(legal))["ok"]
        announced = service.get("/api/state")
        service.pull_the_plug()
        began = time.monotonic()
        service = Running(tmp_path)
        again = service.get("/api/state")
        assert time.monotonic() - began < 15  # the bench holds the real figure; this catches a hang
        assert again["session"]["unfinished"] and again["session"]["id"] == announced["session"]["id"]
        assert fingerprint(again["state"]) == fingerprint(announced["state"])
        assert service.post({"do": "undo"})["ok"]
        assert service.post({"do": "redo"})["ok"]
        assert service.get("/api/state")["state"] == announced["state"]
    finally:
        service.pull_the_plug()


def test_a_second_service_on_the_same_sessions_is_refused(tmp_path: Path) -> None:
    service = Running(tmp_path)
    try:
        done = subprocess.run(
            words(tmp_path, PORT + 1), capture_output=True, text=True, timeout=30, env=ENV, check=False
        )
        assert done.returncode == 1
        assert "Another" in done.stderr and "Traceback" not in done.stderr
    finally:
        service.pull_the_plug()


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    service = Running(tmp_path / "one")
    try:
        done = subprocess.run(
            words(tmp_path / "two", PORT), capture_output=True, text=True, timeout=30, env=ENV, check=False
        )
        assert done.returncode == 1
        assert str(PORT) in done.stderr and "Traceback" not in done.stderr
    finally:
        service.pull_the_plug()
