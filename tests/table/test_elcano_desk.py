"""Elcano's buttons: the lamp is your turn, two presses pass, and a press out of turn is told why not."""

from __future__ import annotations

from typing import Any

import pytest

from companion.observations import Press
from companion.table.table import Table
from tests.table.conftest import settle

OCEAN = {"red": 5, "blue": 3, "green": "4/1"}


def press(button: int, at_s: float) -> Press:
    t_us = int(at_s * 1_000_000)
    return Press("slap-board", button, True, t_us, t_us, 100, t_us, 1, False)


@pytest.fixture
def crossing(table: Table) -> Table:
    """Ann (button 1) has played the card she owes; it is Ben's turn (button 2)."""
    for command in (
        {"do": "lobby", "game": "elcano"},
        {"do": "start", "players": ["Ann", "Ben", "Cas"], "first": "Ann"},
        {"do": "reveal", "ocean": OCEAN},
        {"do": "play", "player": "Ann", "colour": "red", "value": 4},
    ):
        assert table.submit(command, "test")["ok"]
    return table


def told(view: dict[str, Any]) -> list[tuple[str, str]]:
    return [(notice["kind"], notice["rule"]) for notice in view["notices"]]


def test_the_lamp_is_your_turn(crossing: Table) -> None:
    assert settle(crossing)["lamps"] == {"2": "your-turn"}


def test_one_press_only_asks(crossing: Table) -> None:
    crossing.tell(press(2, 10))
    view = settle(crossing)
    assert view["state"]["passed"] == [] and told(view) == [("press-again", "E11")]
    assert view["notices"][0]["text"] == "Ben: press again to pass."


def test_two_presses_pass(crossing: Table) -> None:
    crossing.tell(press(2, 10))
    crossing.tell(press(2, 12.9))
    view = settle(crossing)
    assert view["state"]["passed"] == ["Ben"] and view["state"]["turn"] == "Cas"


def test_a_second_press_too_late_asks_anew(crossing: Table) -> None:
    for at_s in (10, 13.1):
        crossing.tell(press(2, at_s))
    assert settle(crossing)["state"]["passed"] == []
    crossing.tell(press(2, 14))
    assert settle(crossing)["state"]["passed"] == ["Ben"]


def test_a_card_played_between_forgets_the_first_press(crossing: Table) -> None:
    crossing.tell(press(2, 10))
    for name in ("Ben", "Cas", "Ann"):
        command = {"do": "play", "player": name, "colour": "blue", "value": 2}
        assert crossing.submit(command, "test")["ok"]
    crossing.tell(press(2, 11))
    assert settle(crossing)["state"]["passed"] == []


def test_a_press_out_of_turn_is_told_why_not(crossing: Table) -> None:
    crossing.tell(press(3, 10))
    view = settle(crossing)
    assert view["state"]["turn"] == "Ben" and told(view) == [("out-of-turn", "E13")]


def test_who_begins_may_not_press(table: Table) -> None:
    table.submit({"do": "lobby", "game": "elcano"}, "test")
    table.submit({"do": "start", "players": ["Ann", "Ben"], "first": "Ann"}, "test")
    table.submit({"do": "reveal", "ocean": OCEAN}, "test")
    table.tell(press(1, 10))
    assert told(settle(table)) == [("not-allowed", "E07")]
