"""Virtual players play whole games by what a screen shows; the referee knows the box and refuses nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.cards.deck import Deck
from companion.referee.games import GAMES, game
from companion.table.lobby import COLOURS, Lobby, Seat
from companion.table.log import LOG_NAME, Log
from companion.table.table import Table
from companion.virtual.habits.elcano import ElcanoHabits, box_of

DECK = Deck.load(Path(__file__).parents[2] / "companion/decks/elcano")
CREW, OCEAN = box_of(DECK.names)
NAMES = ("Ann", "Ben", "Cas", "Daan", "Eva")


def play(table: Table, habits: ElcanoHabits, seed: int) -> Mapping[str, Any]:
    """Play to the end, each time the act that comes first; returns the last state."""
    for step in range(1000):
        view = table.view()
        if view["state"]["phase"] == "over":
            return dict(view["state"])
        act = min(habits.acts(view, random.Random(repr((seed, step)))), key=lambda act: act.after_s)
        assert act.command is not None and act.after_s > 1, "at a human pace"
        answer = table.submit(act.command, "virtual table")
        assert answer["ok"], (act.command, answer)
        habits.done(act)
    pytest.fail("the game has no end")


def seated(tmp_path: Path, names: tuple[str, ...], visitors: tuple[str, ...] = ()) -> Table:
    seats = tuple(Seat(name, COLOURS[n], n + 1, virtual=name not in visitors) for n, name in enumerate(names))
    table = Table(Log(tmp_path / LOG_NAME), game, tuple(GAMES), lobby=Lobby("elcano", seats), virtual=True)
    table.start()
    box = {"crew": [[part for token in face for part in token] for face in CREW], "ocean": dict(OCEAN)}
    assert table.submit({"do": "lobby", "options": box}, "test")["ok"]
    assert table.submit({"do": "start"}, "test")["ok"]
    return table


def test_the_printed_box_is_read_from_the_names_of_the_deck() -> None:
    assert len(CREW) == 15 and {len(OCEAN[colour]) for colour in OCEAN} == {6}
    assert (("red", 3), ("blue", 5)) in CREW and "4/1" in OCEAN["green"]


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_whole_games_without_a_refusal(tmp_path: Path, count: int) -> None:
    for seed in range(3):
        table = seated(tmp_path / str(seed), NAMES[:count])
        state = play(table, ElcanoHabits(CREW, OCEAN, seed=seed), seed)
        table.stop()
        assert state["round"] == 6 and state["winners"]
        assert sum(state["points"].values()) >= 20, "they bid for most of the oceans"
        assert all(state["hand"][name] + state["discard"][name] == 15 for name in NAMES[:count])


def test_the_same_seed_deals_the_same_cards() -> None:
    one, same, other = (ElcanoHabits(CREW, OCEAN, seed=seed) for seed in (7, 7, 8))
    view = {"session": {"id": 1}}
    assert one._dealt(view, "Ann") == same._dealt(view, "Ann")
    assert one._dealt(view, "Ann") not in (one._dealt(view, "Ben"), other._dealt(view, "Ann"))


def test_a_visitors_turn_is_left_to_the_visitor(tmp_path: Path) -> None:
    table = seated(tmp_path, ("Ann", "Ben"), visitors=("Ann", "Ben"))
    habits = ElcanoHabits(CREW, OCEAN)
    (reveal,) = habits.acts(table.view(), random.Random(1))
    assert reveal.command is not None and table.submit(reveal.command, "virtual table")["ok"]
    assert list(habits.acts(table.view(), random.Random(1))) == []
    table.stop()


def test_a_card_taken_back_is_in_hand_again(tmp_path: Path) -> None:
    table = seated(tmp_path, ("Ann", "Ben"))
    habits = ElcanoHabits(CREW, OCEAN, seed=3)
    for _ in range(2):
        act = min(habits.acts(table.view(), random.Random(2)), key=lambda act: act.after_s)
        assert act.command is not None and table.submit(act.command, "virtual table")["ok"]
        habits.done(act)
    list(habits.acts(table.view(), random.Random(2)))  # it is Ben's turn now
    assert table.submit({"do": "undo"}, "test")["ok"]
    again = min(habits.acts(table.view(), random.Random(2)), key=lambda act: act.after_s)
    assert again.command == act.command
    table.stop()
