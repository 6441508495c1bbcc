"""Set-up: how many play, who begins, which options a table can choose."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.referee.elcano.plays import CREW, NAMES, OCEAN, session


def start(count: int = 3, **fields: Any) -> dict[str, Any]:
    players = [f"player {n}" for n in range(count)]
    return session().submit({"do": "start", "players": players, **fields})


def error(answer: dict[str, Any]) -> tuple[str, str]:
    assert not answer["ok"]
    return answer["error"]["code"], answer["error"]["rule"]


@pytest.mark.parametrize("count", range(9))
def test_two_to_five_play(count: int) -> None:
    answer = start(count)
    assert answer["ok"] == (2 <= count <= 5)
    if not answer["ok"]:
        assert error(answer) == ("bad-input", "E01")


def test_the_start_player_is_drawn_fairly_and_the_same_again() -> None:
    firsts = Counter()
    for seed in range(3_000):
        events = start(5, seed=seed)["events"]
        assert events == start(5, seed=seed)["events"]
        firsts[events[0]["first"]] += 1
    assert len(firsts) == 5
    assert all(abs(count - 600) < 120 for count in firsts.values())  # 5.5 standard deviations


def test_a_stranger_can_not_begin() -> None:
    assert error(start(3, first="Zoe")) == ("unknown-player", "E02")


@pytest.mark.parametrize(("count", "storm"), [(2, None), (3, None), (4, False), (5, True)])
def test_the_storm_deck_by_the_number_of_players(count: int, storm: bool | None) -> None:
    for wish in (True, False):
        answer = start(count, options={"storm": wish})
        if wish and storm is None:
            assert error(answer) == ("bad-option", "E33")
        else:
            expected = True if count == 5 else wish
            assert answer["events"][0]["options"]["storm"] is expected
    assert start(count)["events"][0]["options"]["storm"] is bool(storm)


BAD_CREWS: list[Any] = [
    CREW[:14],
    [*CREW, ["red", 7]],
    [*CREW[:14], ["red", 3, "red", 5]],
    [*CREW[:14], ["red"]],
    [*CREW[:14], ["red", 3, "blue"]],
    [*CREW[:14], ["pink", 3]],
    [*CREW[:14], ["red", 0]],
    [*CREW[:14], ["red", True]],
    [*CREW[:14], ["red", "3"]],
    [*CREW[:14], ["red", 1, "blue", 2, "green", 3]],
    [*CREW[:14], [["red"], 3]],
    "red",
    {},
    15,
]


@pytest.mark.parametrize("crew", BAD_CREWS, ids=range(len(BAD_CREWS)))
def test_a_crew_is_fifteen_faces_and_no_colour_twice_on_a_card(crew: Any) -> None:
    assert error(start(3, options={"crew": crew})) == ("bad-option", "E04")


BAD_OCEANS: list[Any] = [
    [],
    {"red": [2] * 6},
    OCEAN | {"red": [2] * 5},
    OCEAN | {"red": [2, 3, 4, 5, 6, 0]},
    OCEAN | {"red": [2, 3, 4, 5, 6, "1/4"]},
    OCEAN | {"pink": [2] * 6},
    {colour: [2, 3, 4, 5, 6, 7] for colour in OCEAN},
]


@pytest.mark.parametrize("ocean", BAD_OCEANS, ids=range(len(BAD_OCEANS)))
def test_an_ocean_is_six_cards_a_colour_with_a_four_one_among_them(ocean: Any) -> None:
    assert error(start(3, options={"ocean": ocean})) == ("bad-option", "E32")


@pytest.mark.parametrize(
    "options",
    [{"storm": 1}, {"storm": None}, {"tie_break": "lot"}, {"tie_break_counts_returned": "yes"}, {"speed": 1}],
)
def test_an_option_has_one_of_its_values(options: dict[str, Any]) -> None:
    assert error(start(4, options=options))[0] == "bad-option"


@pytest.mark.parametrize(
    "fields",
    [
        {"ocean": {"red": 1, "blue": 2}},
        {"ocean": {"red": 1, "blue": 2, "green": 0}},
        {"ocean": {"red": 1, "blue": 2, "green": "4"}},
        {"ocean": {"red": 1, "blue": 2, "green": 2.0}},
        {"ocean": {"red": 1, "blue": 2, "green": True}},
        {"ocean": {"red": 1, "blue": 2, "green": 100}},
        {"ocean": [1, 2, 3]},
        {},
    ],
)
def test_an_ocean_card_has_a_value_from_one_up(fields: dict[str, Any]) -> None:
    table = session()
    table.submit({"do": "start", "players": list(NAMES[:2])})
    assert error(table.submit({"do": "reveal", **fields})) == ("bad-input", "")


def test_a_card_is_played_in_one_way() -> None:
    table = session()
    table.submit({"do": "start", "players": list(NAMES), "first": "Ann"})
    table.submit({"do": "reveal", "ocean": {"red": 1, "blue": 2, "green": 3}, "storm": 1})
    both = {"colour": "red", "value": 3, "face_down": True}
    for fields in ({}, both, {"colour": "red"}, {"value": 3}, {"face_down": False}):
        assert error(table.submit({"do": "play", "player": "Ann", **fields}))[0] == "bad-input"
    assert table.submit({"do": "play", "player": "Ann", "colour": "red", "value": 3, "face_down": False})[
        "ok"
    ]


def test_hands_are_shown_as_counts() -> None:
    """No answer says what a hand may hold, not even what was seen to go back to it (ruling E05)."""
    table = session()
    table.submit({"do": "start", "players": ["Ann", "Ben"], "first": "Ann"})
    table.submit({"do": "reveal", "ocean": {"red": 2, "blue": 2, "green": 2}})
    for player in ("Ann", "Ben"):
        table.submit({"do": "play", "player": player, "colour": "blue", "value": 6})
    for player in ("Ann", "Ben"):
        table.submit({"do": "pass", "player": player})
    state = table.show()
    assert state["hand"] == {"Ann": 7, "Ben": 7}
    assert set(state) & {"returned", "discarded", "charted", "crew"} == set()
    assert all(state["columns"][name]["blue"] == [] for name in state["players"])
