"""Corners where the law once had a hole, or where one would be easy to leave: each told as a small game."""

from __future__ import annotations

import io
from typing import Any

import pytest

from companion.cli.referee import lines
from companion.referee.games import game
from companion.referee.protocol import LONGEST_LINE
from companion.referee.session import Session

PLAYERS = ["Ann", "Ben", "Cas"]


class Table:
    """A game of three (or others) in which every command must be accepted unless it is expected not to be."""

    def __init__(self, *players: str, **options: Any) -> None:
        self.session = Session(game("el-capitan"))
        self.players = list(players) or PLAYERS
        self.do("start", players=self.players, options=options, seed=3)
        self.do("memorised")

    def do(self, verb: str, **fields: Any) -> dict[str, Any]:
        answer = self.session.submit({"do": verb, **fields})
        assert answer["ok"], answer
        return answer

    def refused(self, verb: str, **fields: Any) -> tuple[str, str]:
        error = self.session.submit({"do": verb, **fields})["error"]
        return error["code"], error["rule"]

    def correct(self, **change: Any) -> dict[str, Any]:
        return self.do("correct", set=change, reason="recount", by="Ann")

    def race(self, card: str, right: dict[str, bool] | None = None) -> None:
        self.do("reveal", card=card)
        here = [name for name in self.players if name not in self.state["left"]]
        for at, name in enumerate(here):
            self.do("slap", player=name, t_us=100 + at)
        for name in here:
            self.do("answer", player=name, right=(right or {}).get(name, True))

    @property
    def state(self) -> dict[str, Any]:
        return self.session.show()

    @property
    def coins(self) -> list[int]:
        return [self.state["coins"][name] for name in self.players]


def repeated(**options: Any) -> Table:
    """The second parrot lies open; Ann 4, Ben 3, Cas 1."""
    table = Table(reckless=True, **options)
    table.race("parrot")
    assert table.coins == [4, 3, 1]
    table.do("reveal", card="parrot")
    return table


def test_nobody_owes_a_boarding_that_a_correction_took() -> None:
    table = repeated()
    table.do("boarding", player="Ann", t_us=50)
    table.correct(coins={"Ann": 0})
    table.do("slap", player="Ben", t_us=40)  # so Ann called too late after all
    assert table.coins == [0, 3, 1]
    assert table.state["chest"] + sum(table.coins) == 130


def test_an_earlier_slap_that_comes_in_late_voids_the_call() -> None:
    table = repeated()
    table.do("boarding", player="Cas", t_us=50)
    table.do("slap", player="Ann", t_us=60)
    assert table.coins == [3, 2, 3]
    table.do("slap", player="Ben", t_us=40)
    assert table.coins == [4, 3, 1]
    table.do("slap", player="Cas", t_us=70)
    assert table.coins == [4, 3, 1]


def test_who_leaves_has_still_paid_for_the_boarding_of_the_turn() -> None:
    table = repeated()
    table.do("boarding", player="Ann", t_us=50)
    assert table.coins == [6, 2, 0]
    table.do("leave", player="Ben")
    table.do("slap", player="Cas", t_us=60)
    assert table.coins == [6, 2, 0]


def test_a_black_flag_left_behind_on_the_last_card_ends_the_game() -> None:
    table = Table(cabin_boys=["a", "b", "c"], cabin_boys_copies=1)
    for card in ("a", "b", "c"):
        table.race(card)
    table.do("reveal", card="storm")
    table.do("memorised")
    table.do("reveal", card="spyglass")
    table.do("done")
    table.do("reveal", card="black-flag")
    table.do("leave", player=table.state["revealer"])
    assert table.state["phase"] == "over"
    assert table.state["winners"]


def test_a_black_flag_left_behind_passes_the_turn() -> None:
    table = Table()
    table.do("reveal", card="black-flag")
    table.do("leave", player="Ann")
    assert (table.state["phase"], table.state["revealer"]) == ("turn", "Ben")


def test_a_revealer_who_leaves_while_memorising_hands_on() -> None:
    table = Table()
    table.do("undo")
    table.do("leave", player="Ann")
    table.do("memorised")
    assert table.state["revealer"] == "Ben"


def test_a_corrected_picture_judges_the_shown_answers_anew() -> None:
    table = Table()
    table.do("reveal", card="parrot")
    for at, name in enumerate(PLAYERS):
        table.do("slap", player=name, t_us=at)
    table.do("answer", player="Ann", card="shark")
    table.do("answer", player="Ben", card="parrot")
    table.correct(card="shark")
    assert table.state["answers"] == {"Ann": True, "Ben": False, "Cas": None}
    table.do("answer", player="Cas", card="shark")
    assert table.coins == [4, 0, 1]


def test_a_corrected_picture_judges_the_calls_anew() -> None:
    table = Table(reckless=True)
    table.race("parrot")
    table.do("reveal", card="shark")
    table.do("boarding", player="Cas", t_us=0)
    assert table.coins == [4, 3, 0]
    table.correct(card="parrot")
    assert table.coins == [3, 2, 3]


def test_a_correction_can_no_more_make_a_thirteenth_picture_than_a_card_can() -> None:
    table = Table()
    for number in range(12):
        table.race(f"picture {number}")
    table.do("reveal", card="picture 0")
    change = {"card": "kraken"}
    assert table.refused("correct", set=change, reason="misread", by="Ben") == ("impossible", "C04")


def test_only_the_revealer_declines_the_black_flag() -> None:
    table = Table()
    table.do("reveal", card="black-flag")
    assert table.refused("done", player="Ben") == ("out-of-turn", "G2")
    assert table.refused("done", player="Zoe")[0] == "unknown-player"
    table.do("done", player="Ann")


def test_the_second_of_two_cards_goes_back_at_a_drawn_place() -> None:
    table = Table()
    table.do("reveal", card="parrot")
    answer = table.do("void", second=True)
    places = [
        told["params"]["place"] for told in answer["rulings"] if told["params"]["reason"] == "void-back"
    ]
    assert len(places) == 1 and 1 <= places[0] <= 15
    assert table.state["revealed"] == ["parrot"]


def test_a_dead_heat_that_loses_a_player_still_shares() -> None:
    table = Table("Ann", "Ben", "Cas", "Dina", tie="share")
    table.do("reveal", card="parrot")
    for name in ("Ann", "Ben", "Cas"):
        table.do("slap", player=name, t_us=5)
    table.do("slap", player="Dina", t_us=9)
    table.do("leave", player="Ann")
    for name in ("Ben", "Cas", "Dina"):
        table.do("answer", player=name, right=True)
    assert table.coins == [1, 3, 3, 1]  # 3 and 2 shared, rounded down


@pytest.mark.parametrize("leaver", PLAYERS)
def test_leaving_in_the_middle_of_the_answers_settles_what_is_complete(leaver: str) -> None:
    table = Table()
    table.do("reveal", card="parrot")
    for at, name in enumerate(PLAYERS):
        table.do("slap", player=name, t_us=at)
    for name in PLAYERS:
        if name != leaver:
            table.do("answer", player=name, right=True)
    table.do("leave", player=leaver)
    first, last = (name for name in PLAYERS if name != leaver)
    assert table.state["coins"] == {leaver: 1, first: 4, last: 1}
    assert table.state["phase"] == "turn"


def test_two_who_are_left_play_by_the_rule_for_two_from_the_next_card_on() -> None:
    table = Table()
    answer = table.do("leave", player="Cas")
    assert "C66" in [told["id"] for told in answer["rulings"]]
    table.race("parrot")
    assert table.coins == [3, 1, 1]
    assert table.state["second"] is None


@pytest.mark.parametrize(
    ("players", "right", "coins"),
    [
        ("Ann Ben", {}, [3, 1]),
        ("Ann Ben", {"Ann": False}, [0, 1]),
        ("Ann Ben", {"Ben": False}, [3, 1]),
        ("Ann Ben", {"Ann": False, "Ben": False}, [0, 1]),
        ("Ann Ben Cas", {}, [4, 3, 1]),
        ("Ann Ben Cas", {"Ann": False}, [0, 3, 1]),
        ("Ann Ben Cas", {"Cas": False}, [4, 3, 0]),
        ("Ann Ben Cas Dina", {}, [4, 3, 2, 1]),
        ("Ann Ben Cas Dina", {"Ben": False, "Cas": False}, [4, 0, 0, 1]),
        ("Ann Ben Cas Dina Eva", {}, [4, 3, 2, 2, 1]),
        ("Ann Ben Cas Dina Eva", {"Dina": False, "Eva": False}, [4, 3, 2, 0, 0]),
        ("Ann Ben Cas Dina Eva Finn", {}, [4, 3, 2, 2, 2, 1]),
        ("Ann Ben Cas Dina Eva Finn", {"Ann": False, "Eva": False, "Finn": False}, [0, 3, 2, 2, 0, 0]),
    ],
)
def test_coins_counted_by_hand(players: str, right: dict[str, bool], coins: list[int]) -> None:
    """Everybody starts with one coin and slaps in seat order."""
    table = Table(*players.split())
    table.race("parrot", right)
    assert table.coins == coins
    assert table.state["chest"] == 130 - sum(coins)


def test_every_code_can_be_met() -> None:
    fresh = Session(game("el-capitan"))
    met = {fresh.submit({"do": "memorised"})["error"]["code"], fresh.submit({"do": "fly"})["error"]["code"]}
    start = {"do": "start", "players": ["Ann"]}
    met |= {fresh.submit(start)["error"]["code"]}
    start = {"do": "start", "players": PLAYERS, "options": {"tie": "coin"}}
    met |= {fresh.submit(start)["error"]["code"]}
    table = Table(cabin_boys=["a", "b", "c"], cabin_boys_copies=1)
    met |= {
        table.refused("slap", player="Ann", t_us=1)[0],
        table.refused("reveal", card="a", player="Ben")[0],
        table.refused("reveal", card="kraken")[0],
        table.refused("leave", player="Zoe")[0],
        table.refused("start", players=PLAYERS)[0],
    }
    table.race("a")
    met |= {table.refused("reveal", card="a")[0]}
    table.do("leave", player="Ann")
    met |= {table.refused("leave", player="Ann")[0]}
    table.do("leave", player="Ben")
    met |= {table.refused("memorised")[0]}
    assert met == {
        "bad-input", "unknown-command", "bad-option", "not-started", "wrong-phase", "out-of-turn",
        "unknown-player", "unknown-card", "already-done", "not-allowed", "impossible", "game-over",
    }  # fmt: skip


@pytest.mark.parametrize("picture", ["a\n", "", " ", "x" * 41, 7, None, ["a"], "\u2028"])
def test_a_picture_that_could_never_be_revealed_is_not_played_with(picture: object) -> None:
    """Otherwise `legal` would propose a card that `reveal` must refuse as no name."""
    start = {"do": "start", "players": PLAYERS, "options": {"cabin_boys": ["b", "c", picture]}}
    answer = Session(game("el-capitan")).submit(start)
    assert answer["error"]["code"] == "bad-option"


@pytest.mark.parametrize("size", [0, 1, 65_530, 65_535, 65_536, 65_537, 65_538, 65_539, 131_074, 200_000])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_a_line_is_read_whole_or_cut_where_it_shows(size: int, end: bytes) -> None:
    """A cut line must stay too long, whatever it is made of; the next line begins after it."""
    told = list(lines(io.BytesIO(b"\r" * size + b"x" + end + (b"{}\n" if end else b""))))
    assert len(told) == (2 if end else 1)
    whole = told[0] == b"\r" * size + b"x"
    assert whole or len(told[0]) > LONGEST_LINE
    assert told[1:] == ([b"{}"] if end else [])


@pytest.mark.parametrize("seed", [-(2**63), -1, 0, 2**63 - 1])
def test_any_whole_number_of_64_bits_is_a_seed(seed: int) -> None:
    start = {"do": "start", "players": PLAYERS, "seed": seed}
    assert Session(game("el-capitan")).submit(start)["ok"]


def test_what_legal_proposes_can_be_changed_by_whoever_asked() -> None:
    table = Table()
    table.do("reveal", card="black-flag")
    proposed = table.do("legal")["legal"]
    for command in proposed:
        command.clear()
    again = table.do("legal")["legal"]
    assert len(again) == 1 + 2 * 66 and all(command["do"] in ("done", "swap") for command in again)
