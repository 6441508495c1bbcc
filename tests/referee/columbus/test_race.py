"""The long run: the stock runs out, nothing moves any more, the last ships come home."""

from __future__ import annotations

from typing import Any

import pytest

from companion.boards import shipped
from companion.referee.games import game
from companion.referee.session import Session
from tests.referee.columbus.chart import board

PLAYERS = ["Ann", "Ben"]
SPARE = ("full-sail", "calm", "joker", "shipwreck")


def say(table: Session, do: str, player: str | None = None, **fields: Any) -> dict[str, Any]:
    command = {"do": do, **({"player": player} if player else {}), **fields}
    answer = table.submit(command)
    assert answer["ok"], (command, answer)
    return answer


def correct(table: Session, **change: Any) -> None:
    say(table, "correct", set=change, reason="as it lies", by="the table")


def voyage(*ports: str, drawn: dict[str, Any] | None = None, players: list[str] = PLAYERS) -> Session:
    table = Session(game("columbus"))
    say(table, "start", players=players, board=drawn or shipped("atlantic"))
    for name, space in zip(players, ports, strict=True):
        say(table, "port", name, space=space)
    return table


def empty_the_box(table: Session, leave: int) -> None:
    """Lay tiles until only so many are left in the stock."""
    chart = table.submit({"do": "board"})["board"]["space"]
    kinds = {"america": "port"}
    prints = ("water", "letter", "island", "route", "whale", "america", "full-sail", "calm")
    rows = [row for row in chart if row["kind"] in prints]
    rows.sort(key=lambda row: row["kind"] == "water")
    left, tiles = dict(table.show()["kinds_left"]), {}
    for row in rows:
        kind = kinds.get(row["kind"], row["kind"])
        kind = kind if left[kind] else next(one for one in (*SPARE, kind) if left[one] or one == kind)
        if len(tiles) < table.show()["stock"] - leave and left[kind]:
            tiles[row["id"]] = [kind]
            left[kind] -= 1
    correct(table, tiles=tiles)
    assert table.show()["stock"] == leave


def spoken(answer: dict[str, Any]) -> set[str]:
    return {ruling["id"] for ruling in answer["rulings"]}


def end_a_turn(table: Session) -> dict[str, Any]:
    """End the turn of whoever it is without placing or sailing."""
    state = table.show()
    if state["allowed"]["min"] > state["placed"]:
        say(table, "cannot", state["turn"])
    return say(table, "end", state["turn"])


def test_racks_are_filled_while_the_stock_lasts() -> None:
    table = voyage("G17", "F17")
    empty_the_box(table, 0)
    correct(table, rack={"Ann": 7, "Ben": 5})  # eight tiles go back to the stock
    answer = end_a_turn(table)
    assert spoken(answer) == {"K87"}
    assert (table.show()["rack"]["Ann"], table.show()["stock"]) == (10, 5)
    for _ in range(3):
        moves = table.submit({"do": "legal"})["legal"]
        table.submit(next(move for move in moves if move["do"] in ("place", "hurricane")))
    assert table.show()["rack"]["Ben"] == 2
    answer = end_a_turn(table)
    assert spoken(answer) == {"K87", "K88"}
    assert (table.show()["rack"]["Ben"], table.show()["stock"]) == (7, 0)
    correct(table, turn="Ben")
    assert spoken(end_a_turn(table)) == set()  # said once, when it happened


def test_a_race_that_stands_still_may_be_ended() -> None:
    table = voyage("G17", "F17", "E17", players=["Ann", "Ben", "Cas"])
    correct(table, ships={"Cas": {"at_sea": True, "landed": True}})
    assert table.show()["finish"] == ["Cas"], "a landed ship in its home port has finished"
    table = voyage("G17", "F17", "E17", players=["Ann", "Ben", "Cas"])
    empty_the_box(table, 0)
    correct(table, ships={"Cas": {"space": "F12", "at_sea": True}, "Ben": {"space": "F14", "at_sea": True}})
    for turn in range(9):
        refused = table.submit({"do": "standstill"})
        assert refused["error"]["rule"] == "K91", turn
        answer = end_a_turn(table)
    assert "K91" in spoken(answer)
    assert {"do": "standstill"} in table.submit({"do": "legal"})["legal"]
    answer = say(table, "standstill")
    state = table.show()
    assert state["phase"] == "over" and state["finish"] == ["Cas", "Ben", "Ann"]
    assert state["winners"] == ["Cas"]


def test_equal_ways_left_share_a_place_when_the_race_is_ended() -> None:
    table = voyage("G17", "F17", "E17", players=["Ann", "Ben", "Cas"])
    empty_the_box(table, 0)
    ways = table.show()["remaining"]
    for _ in range(9):
        end_a_turn(table)
    say(table, "standstill")
    state = table.show()
    places = {name: ship["place"] for name, ship in state["ships"].items()}
    for one in ways:
        assert places[one] == 1 + sum(ways[other] < ways[one] for other in ways)
    assert state["winners"] == [name for name in state["finish"] if places[name] == 1]


@pytest.mark.parametrize(("captains", "exactly"), [(2, 3), (3, 3), (4, 3), (5, 2), (6, 2)])
def test_how_many_tiles_a_turn_has_and_what_the_box_holds(captains: int, exactly: int) -> None:
    players = ["Ann", "Ben", "Cas", "Dot", "Eva", "Finn"][:captains]
    table = voyage(*["B17", "C17", "D17", "E17", "F17", "G17"][:captains], players=players)
    state = table.show()
    assert state["allowed"] == {"min": exactly, "max": exactly}
    assert state["stock"] == 135 - 10 * captains


@pytest.mark.parametrize("captains", [1, 7])
def test_columbus_is_for_two_to_six(captains: int) -> None:
    players = [f"captain {n}" for n in range(captains)]
    answer = Session(game("columbus")).submit({"do": "start", "players": players})
    assert (answer["error"]["code"], answer["error"]["rule"]) == ("bad-input", "K07")


@pytest.mark.parametrize(
    "options",
    [{"goal": "america"}, {"speed": 1}, {"hurricane_counts": 1}, {"last_on_calm": True}, {"goal": ["home"]}],
)
def test_unknown_options_and_values_are_refused(options: dict[str, Any]) -> None:
    start = {"do": "start", "players": PLAYERS, "options": options}
    assert Session(game("columbus")).submit(start)["error"]["code"] == "bad-option"


def test_a_whole_race_across_and_home() -> None:
    sea = board("F . . E\n L . . E")
    table = voyage("A4", "B4", drawn=sea)
    say(table, "place", "Ann", tile="water", space="A3")
    say(table, "place", "Ann", tile="full-sail", space="A2")
    say(table, "place", "Ann", tile="water", space="B3")
    answer = say(table, "sail", "Ann", path=["A3", "A2", "A1"])
    assert [event["event"] for event in answer["events"]] == ["sailed", "landed"]
    say(table, "end", "Ann")
    assert table.show()["last"] == "Ben" and table.show()["allowance"] == {"Ann": 3, "Ben": 4}
    say(table, "place", "Ben", tile="shipwreck", space="A3")  # on a laid tile: the rules have changed
    say(table, "end", "Ben")
    assert table.submit({"do": "reach", "player": "Ann"})["reach"] == {"A2": ["A2"]}
    say(table, "hurricane", "Ann", **{"from": "A3", "to": "B2"})
    way = table.submit({"do": "reach", "player": "Ann"})["reach"]["A4"]
    answer = say(table, "sail", "Ann", path=way)
    assert [event["event"] for event in answer["events"]] == ["sailed", "finished", "finished", "over"]
    assert table.show()["winners"] == ["Ann"] and table.show()["finish"] == ["Ann", "Ben"]
    assert table.submit({"do": "end", "player": "Ann"})["error"]["code"] == "game-over"


def test_a_correction_takes_no_more_from_the_stock_than_it_holds() -> None:
    table = voyage("G17", "F17")
    empty_the_box(table, 0)
    tiled = table.show()["tiles"]
    sea = [row["id"] for row in shipped("atlantic")["space"] if row["kind"] == "water"]
    bare = next(space for space in sea if space not in tiled)
    change = {"do": "correct", "set": {"tiles": {bare: ["island"]}}, "reason": "it lies there", "by": "Ann"}
    assert table.show()["kinds_left"]["island"] > 0
    answer = table.submit(change)
    assert (answer["error"]["code"], answer["error"]["rule"]) == ("impossible", "K88"), answer
    correct(table, rack={"Ann": 9})
    assert table.submit(change)["ok"]
    assert table.show()["stock"] == 0
