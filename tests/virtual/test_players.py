"""Virtual players sit down to the game that was asked for, whatever lay on the table."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.cards.deck import Deck
from companion.referee.games import GAMES, game
from companion.table.lobby import COLOURS, Lobby, Seat
from companion.table.log import LOG_NAME, Log
from companion.table.table import Table
from companion.virtual.players import VirtualPlayers

DECKS = Path(__file__).parents[2] / "companion/decks"
FACES = {"el-capitan": Deck.load(DECKS / "pirates").names, "elcano": Deck.load(DECKS / "elcano").names}
SEATS = tuple(Seat(name, COLOURS[n], n + 1, virtual=True) for n, name in enumerate(("Ann", "Ben", "Cas")))


class NoHands:
    """A board and a pile that nobody needs here."""

    def tap(self, button: int, hold_s: float = 0.12) -> None:
        """Nothing is pressed."""

    def show(self, card: str | None) -> None:
        """Nothing is turned over."""


def wait_for(table: Table, game_name: str, round_number: int) -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        view = table.view()
        if view["session"]["game"] == game_name and (view["state"] or {}).get("round", 0) >= round_number:
            return
        time.sleep(0.05)
    pytest.fail(f"they never played {game_name}")


def test_another_game_left_on_the_table_makes_room(tmp_path: Path) -> None:
    lobby = Lobby("el-capitan", SEATS)
    table = Table(Log(tmp_path / LOG_NAME), game, tuple(GAMES), lobby=lobby, virtual=True)
    table.start()
    assert table.submit({"do": "start"}, "test")["ok"]
    players = VirtualPlayers(
        lambda command: table.submit(command, "virtual table"),
        table.view, NoHands(), NoHands(), FACES, seed=1, speed=40, game="elcano",
    )  # fmt: skip
    players.start()
    try:
        wait_for(table, "elcano", 2)
        assert sum(table.view()["state"]["discard"].values()) > 0
    finally:
        players.stop()
        table.stop()
