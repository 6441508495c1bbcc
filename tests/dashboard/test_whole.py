"""The real table behind the page's own seam: a turn of El Capitan over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.dashboard.app import create_app
from companion.dashboard.assets import game_pages, load_texts
from companion.table.log import LOG_NAME, Log
from companion.table.table import Table
from tests.table.conftest import GAMES, game


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[FlaskClient]:
    table = Table(Log(tmp_path / LOG_NAME), game, tuple(GAMES))
    table.start()
    yield create_app(table).test_client()
    table.stop()


def do(client: FlaskClient, **command: Any) -> dict[str, Any]:
    answer = client.post("/api/command", json=command)
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def test_a_turn_from_lobby_to_coins(whole: FlaskClient) -> None:
    do(whole, do="lobby", players=[{"name": "Ann"}, {"name": "Ben"}, {"name": "Cas"}], first="Ben")
    do(whole, do="start")
    do(whole, do="memorised")
    assert whole.get("/api/state").get_json()["state"]["revealer"] == "Ben"
    do(whole, do="reveal", card="parrot")
    for t_us, name in enumerate(("Cas", "Ann", "Ben")):
        do(whole, do="slap", player=name, t_us=1000 + t_us, clock="tablet-x", bound_us=0)
    assert whole.post("/api/command", json={"do": "reveal", "card": "shark"}).status_code == 409
    for name, right in (("Cas", True), ("Ann", False), ("Ben", True)):
        do(whole, do="answer", player=name, right=right)
    state = whole.get("/api/state").get_json()["state"]
    assert state["coins"] == {"Ann": 0, "Ben": 1, "Cas": 4}
    assert state["last_turn"]["card"] == "parrot"
    reasons = {coin["reason"] for coin in state["last_turn"]["coins"]}
    assert reasons and {f"reason.{reason}" for reason in reasons} <= set(load_texts()["fr"])


def test_every_choice_of_the_game_has_words(whole: FlaskClient) -> None:
    options = do(whole, do="options")["options"]
    keys = {f"option.el-capitan.{option['id']}" for option in options}
    assert keys | {f"{key}.text" for key in keys} <= set(load_texts()["nl"])


def test_a_bad_name_is_refused_in_a_sentence(whole: FlaskClient) -> None:
    answer = whole.post("/api/command", json={"do": "lobby", "players": [{"name": "A" * 99}]})
    assert answer.status_code == 400
    assert answer.get_json()["error"]["message"] == "The name of player 1 must have at most 40 characters."


def test_only_games_with_a_page_are_offered(tmp_path: Path) -> None:
    assert game_pages(["el-capitan", "columbus-without-a-page"]) == ("el-capitan",)
    table = Table(Log(tmp_path / LOG_NAME), game, tuple(GAMES), offered=("el-capitan",))
    table.start()
    assert table.view()["games"] == ["el-capitan"]
    assert table.submit({"do": "lobby", "game": "elcano"}, "test")["ok"], "any game of the law can be started"
    table.stop()
