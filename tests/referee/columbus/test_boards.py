"""Boards: the one that ships is fit, a bad one is refused with what is wrong, and how a board is found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.boards import LARGEST, BoardError, named, names, shipped, with_board
from companion.referee.columbus.chart import KINDS, chart
from companion.referee.columbus.proof import problems
from companion.referee.columbus.tiles import COUNTS, TOTAL
from companion.referee.game import Refusal
from companion.referee.games import game
from companion.referee.protocol import LONGEST_LINE
from companion.referee.session import Session
from tests.referee.columbus.chart import board

GOOD = "L . S E\n A C . E\nL F R E\n . W a E\nL A . E\n . I . E"


def test_there_are_135_tiles() -> None:
    assert TOTAL == 135 and sum(COUNTS.values()) == 135 and COUNTS["island"] == 11


@pytest.mark.parametrize("name", names())
def test_a_board_that_ships_is_fit(name: str) -> None:
    assert problems(chart(shipped(name))) == []


def test_the_atlantic_has_all_there_is() -> None:
    made = chart(shipped("atlantic"))
    assert len(made.spaces) == 17 * 11
    assert all(made.printed[kind] for kind in KINDS)
    assert len(made.europe) >= 6
    marks = [space.mark for space in made.spaces if space.kind == "letter"]
    assert len(set(marks)) == len(marks) > 0
    assert max(made.race[port]["G2"] for port in made.europe) < 40


def test_a_start_with_a_whole_board_fits_the_protocol() -> None:
    start = {"do": "start", "players": ["Ann", "Ben"], "board": shipped("atlantic")}
    assert len(json.dumps(start)) < LONGEST_LINE
    answer = json.loads(Session(game("columbus")).answer(json.dumps(start)))
    assert answer["ok"] and answer["events"][0]["board"] == shipped("atlantic")


def test_the_good_board_is_good() -> None:
    assert problems(chart(board(GOOD))) == []


@pytest.mark.parametrize(
    ("drawing", "word"),
    [
        (GOOD.replace("F", "."), "Florida"),
        (GOOD.replace("R E", "R F"), "Florida"),
        (GOOD.replace("C . E", "C . L"), "six European"),
        (GOOD + "\nW W W W W W . E", "whale"),
        (GOOD + "\nA A A A A A A E", "america"),
        (GOOD + "\n. L L L L L L E", "can't be reached"),
        (GOOD.replace("S E", "E ."), "sea to the right"),
        (GOOD.replace("S E", "S E A"), "left"),
    ],
)
def test_an_unfit_board_is_told_why(drawing: str, word: str) -> None:
    assert any(word in problem for problem in problems(chart(board(drawing)))), problems(
        chart(board(drawing))
    )


def _spoiled(change: dict[str, Any]) -> dict[str, Any]:
    made = board(GOOD)
    made["space"][3] |= change
    return made


@pytest.mark.parametrize(
    "bad",
    [
        3, [], {}, {"name": "x"}, {"name": "", "space": board(GOOD)["space"]}, {"name": "x", "space": []},
        {"name": "x", "space": [3]}, {"name": "x", "space": {"a": 1}}, board(GOOD) | {"sea": 1},
        _spoiled({"id": "A1"}), _spoiled({"q": 0, "r": 0}), _spoiled({"q": 1.5}), _spoiled({"q": True}),
        _spoiled({"kind": "harbour"}), _spoiled({"kind": ["water"]}), _spoiled({"id": ""}),
        _spoiled({"depth": 3}),
        _spoiled({"mark": 7}), _spoiled({"r": 10**9}),
        {"name": "x", "space": [{"id": f"{n}", "q": n, "r": 0, "kind": "land"} for n in range(501)]},
    ],
)  # fmt: skip
def test_a_bad_board_is_refused_in_words(bad: Any) -> None:
    answer = Session(game("columbus")).submit({"do": "start", "players": ["Ann", "Ben"], "board": bad})
    assert not answer["ok"] and answer["error"]["code"] == "bad-input"
    if isinstance(bad, dict):
        with pytest.raises(Refusal) as caught:
            chart(bad)
        assert caught.value.rule == "K02"


def test_an_empty_mark_is_none() -> None:
    made = board("A S E")
    made["space"][1] |= {"mark": "", "name": ""}
    assert chart(made).marks == {} and chart(made) == chart(board("A S E"))


def test_a_board_needs_a_port_for_every_captain() -> None:
    start = {"do": "start", "players": ["Ann", "Ben"], "board": board("A . E")}
    assert Session(game("columbus")).submit(start)["error"]["code"] == "impossible"


def test_the_referee_itself_opens_no_board() -> None:
    start = {"do": "start", "players": ["Ann", "Ben"], "board": "atlantic"}
    assert Session(game("columbus")).submit(start)["error"]["rule"] == "K02"


@pytest.mark.parametrize("name", ["../boards/atlantic", "/etc/passwd", "atlantic.toml", "", "..", "x\0y"])
def test_a_screen_names_only_boards_that_ship(name: str) -> None:
    with pytest.raises(BoardError):
        with_board({"do": "start", "board": name}, files=False)


def test_a_board_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "pond.toml"
    path.write_text('name = "Pond"\n[[space]]\nid = "a"\nq = 0\nr = 0\nkind = "europe"\n')
    assert named(str(path))["name"] == "Pond"
    assert named("atlantic")["name"] == "Atlantic"


@pytest.mark.parametrize("text", ["name = ", "\xff", "#" * (LARGEST + 1), "a=" + "[" * 5_000, None])
def test_a_bad_board_file_is_told_in_words(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "bad.toml"
    if text is not None:
        path.write_bytes(text.encode("latin-1"))
    with pytest.raises(BoardError, match=r"bad\.toml"):
        named(str(path))


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(BoardError, match="not a file"):
        named(str(tmp_path / "pipe.toml"))


def test_the_command_line_takes_a_name_a_path_or_the_board_itself(tmp_path: Path) -> None:
    path = tmp_path / "pond.toml"
    rows = "".join(f'[[space]]\nid = "{n}"\nq = {n}\nr = 0\nkind = "europe"\n' for n in range(3))
    path.write_text(f'name = "Pond"\n{rows}')
    boards = ["nowhere", str(tmp_path / "none.toml"), 7, str(path)]
    lines = [{"do": "start", "players": ["Ann", "Ben"], "board": one} for one in boards]
    given = "\n".join(json.dumps(line) for line in [*lines, {"do": "show"}])
    done = subprocess.run(
        [sys.executable, "-m", "companion", "referee", "columbus"],
        input=given.encode(), capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, False, False, True, True]
    assert all(answer["error"]["code"] == "bad-input" for answer in answers[:3])
    assert answers[-1]["state"]["board"] == "Pond" and done.stderr == b""
