"""The doctor names a worn switch, in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.cli.device_checks import slap_board, worn_switches
from companion.config import BoardConfig, Config
from companion.virtual.board import VirtualBoard


def bounce(board: VirtualBoard, button: int, *edges_ms: float) -> None:
    """Closing, opening, closing ..., played through the virtual board's own core."""
    for number, at in enumerate(edges_ms):
        closed = {button} if number % 2 == 0 else set()
        board.core.contacts(closed, int((10_000 + at) * 2_000))


def test_a_worn_switch_is_named_and_a_good_one_is_not() -> None:
    with VirtualBoard() as board:
        bounce(board, 2, 0, 2, 3, 6, 8, 11, 12.5, 100)
        found = slap_board(Config(board=BoardConfig(port=board.device)))
    assert found.ok is False
    assert "Button 2 is worn: it bounced for 12.5 ms, a good one below 10." in found.found
    assert "Button 1" not in found.found and "[" not in found.found
    assert found.fix == "Its presses still count. Clean or replace it."


def test_a_board_in_good_health_passes() -> None:
    with VirtualBoard() as board:
        found = slap_board(Config(board=BoardConfig(port=board.device)))
    assert (found.ok, found.fix) == (True, "")


def switch(**other: Any) -> dict[str, Any]:
    good = {"button": 1, "presses": 50, "longest_bounce_us": 3_000, "rejected": 0, "cross_talk": 0}
    return good | {"worn": False} | other


def test_many_touches_without_a_press_are_told_but_cross_talk_is_not() -> None:
    assert worn_switches({"buttons": [switch(rejected=60)]}) == [
        "Button 1 flickers: 60 touches too short to be a press."
    ]
    assert (
        worn_switches({"buttons": [switch(rejected=60, cross_talk=60), switch(rejected=5, presses=0)]}) == []
    )


def test_a_missing_board_is_told_with_what_to_do(tmp_path: Path) -> None:
    found = slap_board(Config(board=BoardConfig(port=str(tmp_path / "nothing"))))
    assert found.ok is False and found.fix
