"""`companion referee` as another program meets it: one JSON line for each line, whatever comes in."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from companion.referee.games import game
from companion.referee.session import Session

START = b'{"do":"start","players":["Ann","Ben"]}'


def run(*lines: bytes, game_name: str = "el-capitan") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "companion", "referee", game_name]
    return subprocess.run(
        command, input=b"\n".join(lines) + b"\n", capture_output=True, timeout=60, check=False
    )


def answers(*lines: bytes) -> list[dict[str, Any]]:
    done = run(*lines)
    assert done.returncode == 0 and done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


BAD = {
    "no JSON": b"parrot",
    "no object": b"[1]",
    "blank": b"",
    "no do": b"{}",
    "do is no text": b'{"do":7}',
    "NaN": b'{"do":"slap","player":"Ann","t_us":NaN}',
    "Infinity": b'{"do":"slap","player":"Ann","t_us":Infinity}',
    "huge float": b'{"do":"slap","player":"Ann","t_us":1e999}',
    "2 to the 63": b'{"do":"slap","player":"Ann","t_us":9223372036854775808}',
    "5,000 digits": b'{"do":"slap","player":"Ann","t_us":' + b"9" * 5_000 + b"}",
    "negative": b'{"do":"slap","player":"Ann","t_us":-1}',
    "float": b'{"do":"slap","player":"Ann","t_us":1.0}',
    "bool": b'{"do":"slap","player":"Ann","t_us":true}',
    "missing field": b'{"do":"slap","player":"Ann"}',
    "mistyped field": b'{"do":"start","players":["Ann","Ben"],"frist":"Ben"}',
    "deep": b"[" * 60_000,
    "deep object": b'{"do":"start","players":' + b"[" * 40 + b"]" * 40 + b"}",
    "megabyte": b'{"do":"' + b"x" * 1_000_000 + b'"}',
    "not UTF-8": b'{"do":"\xff"}',
    "UTF-16": '{"do":"show"}'.encode("utf-16"),
    "half a character": b'{"do":"start","players":["\\ud800","Ben"]}',
    "twice the same field": b'{"do":"show","do":"show"}',
    "one player": b'{"do":"start","players":["Ann"]}',
    "seven players": b'{"do":"start","players":["a","b","c","d","e","f","g"]}',
    "same name": b'{"do":"start","players":["Ann","Ann"]}',
    "empty name": b'{"do":"start","players":["Ann"," "]}',
}


def test_bad_lines_get_one_answer_each_and_the_stream_goes_on() -> None:
    told = answers(START, *BAD.values(), b'{"do":"show"}')
    assert len(told) == len(BAD) + 2
    for name, answer in zip(BAD, told[1:-1], strict=True):
        if "player" not in name and "name" not in name:
            assert answer["error"]["code"] == "bad-input", name
    assert told[-1]["state"]["phase"] == "memorise"


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_before_the_start_is_bad_input(name: str) -> None:
    session = Session(game("el-capitan"))
    answer = json.loads(session.answer(BAD[name]))
    assert answer["ok"] is False
    assert answer["error"]["code"] == "bad-input"
    assert set(answer["error"]) == {"code", "rule", "message"}
    assert session.show()["phase"] == "not-started"


def test_codes_of_refusals() -> None:
    told = answers(
        b'{"do":"dance"}',
        b'{"do":"reveal","card":"parrot"}',
        b'{"do":"start","players":["Ann","Ben"],"options":{"tie":"coin"}}',
        b'{"do":"start","players":["Ann","Ben"],"options":{"speed":1}}',
        START,
        START,
        b'{"do":"slap","player":"Ann","t_us":1}',
        b'{"do":"memorised"}',
        b'{"do":"reveal","card":"parrot","player":"Ben"}',
        b'{"do":"reveal","card":"parrot"}',
        b'{"do":"slap","player":"Zoe","t_us":1}',
    )
    codes = [answer["error"]["code"] if not answer["ok"] else "ok" for answer in told]
    assert codes == [
        "unknown-command", "not-started", "bad-option", "bad-option", "ok", "already-done", "wrong-phase",
        "ok", "out-of-turn", "ok", "unknown-player",
    ]  # fmt: skip
    assert told[8]["error"] == {"code": "out-of-turn", "rule": "G2", "message": "It is Ann's turn."}


def test_each_line_is_answered_before_the_next_is_read() -> None:
    command = [sys.executable, "-m", "companion", "referee", "el-capitan"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        for line in (START, b'{"do":"memorised"}', b"nonsense"):
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert "ok" in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(timeout=20) == 0


def test_nobody_listening_is_no_error() -> None:
    command = [sys.executable, "-m", "companion", "referee", "el-capitan"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(START + b"\n")
        process.stdin.close()
        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == b""


def test_an_unknown_game_is_wrong_usage_and_names_the_games() -> None:
    done = run(game_name="chess")
    assert done.returncode == 2
    assert b"el-capitan" in done.stderr and b"Traceback" not in done.stderr


def test_the_referee_starts_without_camera_and_server() -> None:
    told = "import sys, companion.cli.referee; sys.exit(bool({'cv2', 'flask', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", told], timeout=60, check=False).returncode == 0


def test_undo_is_told_with_the_command() -> None:
    told = answers(START, b'{"do":"memorised"}', b'{"do":"undo"}', b'{"do":"redo"}', b'{"do":"undo"}')
    assert told[2]["events"] == [{"event": "undone", "command": {"do": "memorised"}}]
    assert told[3]["events"] == [{"event": "redone", "command": {"do": "memorised"}}]
    assert told[4]["rulings"][0]["id"] == "G3"
