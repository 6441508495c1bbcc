"""Reach, last place and blocked against a second opinion that tries every walk."""

from __future__ import annotations

import random
from typing import Any

from companion.cli import columbus_oracle as oracle
from companion.cli.bench_columbus import begun, check_position, placed, positions
from companion.referee.games import game
from tests.referee.columbus.chart import board

LAW = game("columbus")


def test_reach_blocked_and_last_are_as_every_walk_says() -> None:
    rng, blocked, reached = random.Random(11), 0, 0
    for _, (sea, state) in zip(range(500), positions(LAW, rng), strict=False):
        blocked += check_position(LAW, sea, state)
        reached += len(oracle.reach(sea, LAW.show(state), "Ann"))
    assert blocked > 20 and reached > 2_000, "the positions must try both"


def test_the_boards_that_are_drawn_have_91_spaces() -> None:
    assert len(oracle.drawn_board(random.Random(1))["space"]) == 91


def test_the_second_opinion_knows_known_answers() -> None:
    drawn = board("L . . E\n A . . E\nL F . E")
    position: dict[str, Any] = {
        "tiles": {"A3": ["calm"], "A2": ["water"], "B3": ["water"], "B2": ["shipwreck"]},
        "ships": {
            "Ann": {"space": "A4", "home": "A4", "landed": False, "at_sea": False},
            "Ben": {"space": "C4", "home": "C4", "landed": False, "at_sea": False},
        },
    }
    sea, state = oracle.Sea(drawn), placed(LAW, begun(LAW, drawn, 2), position)
    # A4 touches A3, B3 and B4; the calm on A3 stops; from B3 nothing but A3, A4, B4 and C4 (Ben) is open.
    assert oracle.reach(sea, LAW.show(state), "Ann") == {"A3": 1, "B3": 1, "B4": 1}
    assert oracle.last_ship(sea, LAW.show(state)) is None
    assert check_position(LAW, sea, state) is False


def test_every_space_on_the_way_is_told() -> None:
    rng = random.Random(5)
    for _, (sea, state) in zip(range(60), positions(LAW, rng), strict=False):
        answer = LAW.ask(state, {"do": "reach", "player": "Ann"}) or {}
        start = state["ships"]["Ann"].space
        for space, path in answer["reach"].items():
            assert path[-1] == space and start != space
            for here, to in zip([start, *path], path, strict=False):
                assert to in sea.beside[here]
