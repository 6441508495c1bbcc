"""A game with a board at the table: the log holds all of it, a screen names only boards that ship."""

from __future__ import annotations

import pytest

from companion.boards import shipped
from companion.table.table import Table
from tests.table.conftest import MakeTable, settle

START = {"do": "start", "game": "columbus", "players": ["Ann", "Ben"]}


def test_the_board_is_in_the_log_and_comes_back_after_a_cut(make_table: MakeTable) -> None:
    table = make_table()
    answer = table.submit(START | {"board": "atlantic"}, "test")
    assert answer["ok"], answer
    assert answer["events"][0]["board"] == shipped("atlantic")
    assert table.submit({"do": "port", "player": "Ann", "space": "G17"}, "test")["ok"]
    before = table.submit({"do": "show"}, "test")
    again = make_table()
    assert again.submit({"do": "show"}, "test") == before
    assert again.submit({"do": "board"}, "test")["board"]["name"] == "Atlantic"
    assert again.submit({"do": "port", "player": "Ben", "space": "F17"}, "test")["ok"]


def test_an_inline_board_and_no_board_are_welcome(table: Table) -> None:
    rows = [{"id": f"s{n}", "q": n, "r": 0, "kind": "europe"} for n in range(3)]
    assert table.submit(START | {"board": {"name": "Pond", "space": rows}}, "test")["ok"]
    assert settle(table)["state"]["board"] == "Pond"


@pytest.mark.parametrize("name", ["/etc/hostname", "../boards/atlantic", "atlantic.toml", "nowhere"])
def test_a_path_from_a_screen_is_refused(table: Table, name: str) -> None:
    answer = table.submit(START | {"board": name}, "test")
    assert (answer["error"]["code"], answer["error"]["rule"]) == ("bad-input", "K02")
