"""Every command in the README runs, and every file it points to is there."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.config import load
from companion.virtual.board import VirtualBoard

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
COMMANDS = [
    line.strip()
    for block in re.findall(r"```sh\n(.*?)```", README, flags=re.S)
    for line in block.strip().splitlines()
]
COMPANION = [sys.executable, "-m", "companion"]


def call(*words: str, cwd: Path, ok: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run(
        [*COMPANION, *words], cwd=cwd, capture_output=True, text=True, timeout=120, env=_env(), check=False
    )
    assert done.returncode in ok, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def _env() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def serves(words: list[str], cwd: Path) -> None:
    """Start it, open the page at the first address it names, and stop it as a service manager would."""
    running = subprocess.Popen(
        words, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=_env()
    )
    try:
        assert running.stdout is not None
        for line in running.stdout:
            found = re.search(r"http://\S+", line)
            if found:
                break
        else:
            pytest.fail("it named no address")
        page = urllib.request.urlopen(found[0], timeout=10).read()
        assert b"<html" in page
        running.send_signal(signal.SIGTERM)
        assert running.wait(timeout=10) == 0
    finally:
        running.kill()
        running.communicate()


def elcano(where: Path) -> None:
    told = ["--port", "8393", "--data", "d"]
    serves([*COMPANION, "demo", "--game", "elcano", *told], where)


def make_run(where: Path) -> None:
    told = subprocess.run(["make", "-n", "run"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "companion demo --port 8000" in told


def make_test(where: Path) -> None:
    told = subprocess.run(["make", "-n", "test"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "-m pytest" in told


def firmware(where: Path) -> None:
    if shutil.which("avr-g++") is None:
        pytest.skip("avr-g++ is missing: the firmware is not built")
    subprocess.run(["make", "-C", "firmware"], cwd=ROOT, capture_output=True, check=True)
    assert (ROOT / "firmware/build/slapboard.hex").exists()


def upload(where: Path) -> None:
    words = ["make", "-n", "-C", "firmware", "upload", "PORT=/dev/ttyACM0"]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "avrdude" in told and "/dev/ttyACM0" in told


def watch(where: Path) -> None:
    with VirtualBoard() as board:
        running = subprocess.Popen(
            [*COMPANION, "buttons", "watch", "--port", board.device],
            stdout=subprocess.PIPE, text=True, env=_env(),
        )  # fmt: skip
        time.sleep(3)
        board.tap(2)
        time.sleep(1.5)
        running.send_signal(signal.SIGINT)
        told = running.communicate(timeout=10)[0]
    assert running.returncode == 0
    assert "button 2" in told.lower()


def teach(where: Path) -> None:
    photos = where / "photos"
    photos.mkdir()
    for name in ("parrot", "shark"):
        shutil.copy(ROOT / f"companion/decks/pirates/{name}.png", photos)
    call("cards", "teach", "my-deck", "--from", "photos", cwd=where)
    assert (where / "my-deck/deck.toml").exists()


def recognise(where: Path) -> None:
    teach(where)
    shutil.copy(ROOT / "companion/decks/pirates/shark.png", where / "table.jpg")
    assert "shark" in call("cards", "recognise", "my-deck", "table.jpg", cwd=where)


def copy_example(where: Path) -> None:
    shutil.copy(ROOT / "docs/table.example.toml", where / "table.toml")
    assert load(where / "table.toml").camera.deck == "pirates"


def doctor(where: Path) -> None:
    copy_example(where)
    told = call("doctor", "--config", "table.toml", cwd=where, ok=(0, 1))
    assert "disk" in told and "slap board" in told and "camera" in told


def run_config(where: Path) -> None:
    copy_example(where)
    serves([*COMPANION, "run", "--config", "table.toml", "--port", "8391", "--host", "127.0.0.1"], where)


def referee(where: Path) -> None:
    line = '{"do": "start", "players": ["Ann", "Ben"]}\n'
    done = subprocess.run(
        [*COMPANION, "referee", "el-capitan"],
        input=line,
        capture_output=True,
        text=True,
        env=_env(),
        check=True,
    )
    assert done.stdout.startswith('{"ok":true')


def sessions(*words: str) -> Callable[[Path], None]:
    def run(where: Path) -> None:
        play_one_game(where / "data")
        assert call("sessions", *words, cwd=where).strip()

    return run


def play_one_game(data: Path) -> None:
    from companion.referee.games import GAMES, game
    from companion.table.log import LOG_NAME, Log
    from companion.table.table import Table

    table = Table(Log(data / LOG_NAME), game, tuple(GAMES))
    table.start()
    for command in (
        {"do": "start", "players": ["Ann", "Ben", "Cas"], "options": {"cabin_boys": ["a", "b", "c"]}},
        {"do": "memorised"},
        {"do": "reveal", "card": "a"},
        {"do": "slap", "player": "Ann", "t_us": 5},
        {"do": "slap", "player": "Ben", "t_us": 5},
        {"do": "slap", "player": "Cas", "t_us": 9},
        *({"do": "answer", "player": name, "right": True} for name in ("Ann", "Ben", "Cas")),
    ):
        assert table.submit(command, "test")["ok"]
    table.stop()


RUNS: dict[str, Callable[[Path], None]] = {
    "make run": make_run,
    "make test": make_test,
    ".venv/bin/companion demo --host 0.0.0.0 --port 8000": lambda where: serves(
        [*COMPANION, "demo", "--host", "0.0.0.0", "--port", "8390", "--data", "d"], where
    ),
    ".venv/bin/companion demo --game elcano": elcano,
    ".venv/bin/companion run --port 8000": lambda where: serves(
        [*COMPANION, "run", "--port", "8392", "--host", "127.0.0.1"], where
    ),
    "make -C firmware": firmware,
    "make -C firmware upload PORT=/dev/ttyACM0": upload,
    ".venv/bin/companion buttons watch --port /dev/ttyACM0": watch,
    ".venv/bin/companion cards teach my-deck --from photos": teach,
    ".venv/bin/companion cards recognise my-deck table.jpg": recognise,
    "cp docs/table.example.toml table.toml": copy_example,
    ".venv/bin/companion doctor --config table.toml": doctor,
    ".venv/bin/companion run --config table.toml": run_config,
    ".venv/bin/companion sessions list": sessions("list"),
    ".venv/bin/companion sessions show 1": sessions("show", "1"),
    ".venv/bin/companion sessions export 1 --format bgstats": sessions("export", "1", "--format", "bgstats"),
    ".venv/bin/companion sessions replay 1 --option tie=share": sessions(
        "replay", "1", "--option", "tie=share"
    ),
    """echo '{"do": "start", "players": ["Ann", "Ben"]}' | .venv/bin/companion referee el-capitan""": referee,
}


def test_every_command_has_a_test() -> None:
    assert sorted(COMMANDS) == sorted(RUNS)


@pytest.mark.parametrize("command", RUNS)
def test_the_command_runs(command: str, tmp_path: Path) -> None:
    RUNS[command](tmp_path)


@pytest.mark.parametrize(
    "file", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda f: f.name
)
def test_every_link_leads_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", file.read_text()):
        if not target.startswith("http"):
            assert (file.parent / target).exists(), target
