"""The live table: presses and cards become rulings, and nothing announced is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.observations import CardSeen, Link, Press, Reading
from companion.referee.games import GAMES, game
from companion.table.log import LOG_NAME, Log
from companion.table.table import Table, monotonic_us
from tests.table.conftest import MakeTable, settle

THREE = {"do": "start", "game": "el-capitan", "players": ["Ann", "Ben", "Cas"], "seed": 1}


def press(button: int, t_us: int, *, tie: bool = False, device: str = "slap-board", bound: int = 50) -> Press:
    return Press(device, button, True, t_us, t_us + 1_000_000, bound, t_us, 1, tie)


def card(name: str | None, seen_us: int, *readings: str, zone: str = "pile") -> CardSeen:
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    offered = tuple(Reading(reading, 0.4) for reading in readings)
    return CardSeen("camera", zone, name, 0.9, 0.0, corners, seen_us, 20_000, offered)


def do(table: Table, command: dict[str, Any]) -> dict[str, Any]:
    answer = table.submit(command, "test")
    assert answer["ok"], answer
    return answer


def begin(table: Table) -> None:
    do(table, THREE)
    do(table, {"do": "memorised"})


def test_a_card_and_three_presses_make_a_ranking(table: Table) -> None:
    begin(table)
    table.tell(card("parrot", 5_000_000))
    for button, t_us in ((2, 4_400_000), (1, 4_400_300), (3, 4_900_000)):
        table.tell(press(button, t_us))
    state = settle(table)["state"]
    assert state["phase"] == "answers"
    assert state["ranking"] == ["Ben", "Ann", "Cas"]
    assert [slap["gap_us"] for slap in state["slaps"]] == [0, 300, 500_000]


def test_the_board_decides_the_order_not_the_arrival(table: Table) -> None:
    begin(table)
    table.tell(card("parrot", 5_000_000))
    for button, t_us in ((3, 4_900_000), (1, 4_400_001), (2, 4_400_000)):
        table.tell(press(button, t_us))
    assert settle(table)["state"]["ranking"] == ["Ben", "Ann", "Cas"]


def test_a_press_faster_than_the_camera_counts(table: Table) -> None:
    begin(table)
    table.tell(press(2, 4_300_000))  # 5.3 s on the host: after the card was visible, before it was named
    assert settle(table)["waiting"] == ["Ben"]
    table.tell(card("parrot", 5_000_000))
    assert [slap["player"] for slap in settle(table)["state"]["slaps"]] == ["Ben"]


def test_a_press_before_the_card_is_early_and_must_be_repeated(table: Table) -> None:
    begin(table)
    table.tell(press(2, 3_000_000))
    table.tell(card("parrot", 5_000_000))
    view = settle(table)
    assert view["state"]["slaps"] == []
    assert view["notices"][-1]["rule"] == "C12"
    table.tell(press(2, 4_500_000))
    assert [slap["player"] for slap in settle(table)["state"]["slaps"]] == ["Ben"]


def test_a_new_fit_of_the_boards_clock_never_turns_an_order(table: Table) -> None:
    """The second press comes with a host time that lies before the first one's; the board knows better."""
    begin(table)
    table.tell(card("parrot", 5_000_000))
    table.tell(Press("slap-board", 1, True, 4_400_000, 5_400_000, 400, 1, 1, False))
    table.tell(Press("slap-board", 2, True, 4_400_010, 5_399_800, 400, 2, 1, False))
    slaps = settle(table)["state"]["slaps"]
    assert [(slap["player"], slap["gap_us"]) for slap in slaps] == [("Ann", 0), ("Ben", 10)]


def test_a_camera_that_is_not_sure_asks(table: Table) -> None:
    begin(table)
    table.tell(card(None, 5_000_000, "parrot", "shark"))
    view = settle(table)
    assert view["state"]["phase"] == "turn"
    assert [reading["name"] for reading in view["camera"]["asks"]["readings"]] == ["parrot", "shark"]
    do(table, {"do": "reveal", "card": "shark"})
    assert table.view()["camera"]["asks"] is None


def test_a_card_turned_over_in_a_players_place_is_the_answer(table: Table) -> None:
    begin(table)
    do(table, {"do": "reveal", "card": "parrot"})
    for t_us, name in enumerate(("Ann", "Ben", "Cas")):
        do(table, {"do": "slap", "player": name, "t_us": 1000 * t_us})
    table.tell(card("parrot", 9_000_000, zone="Ann"))
    table.tell(card("shark", 9_000_000, zone="seat 2"))
    table.tell(card("parrot", 9_000_000, zone="pile"))
    assert settle(table)["state"]["answers"] == {"Ann": True, "Ben": False, "Cas": None}
    table.tell(card("parrot", 9_500_000, zone="seat 3"))
    assert settle(table)["state"]["coins"] == {"Ann": 4, "Ben": 0, "Cas": 1}


def test_a_claimed_button_is_that_players(table: Table) -> None:
    do(table, {"do": "lobby", "players": ["Ann", "Ben"]})
    do(table, {"do": "claim", "player": "Ben"})
    table.tell(press(5, 1))
    seats = {seat["name"]: seat["button"] for seat in settle(table)["lobby"]["players"]}
    assert seats["Ben"] == 5
    do(table, {"do": "start"})
    assert {seat["name"]: seat["button"] for seat in table.view()["lobby"]["players"]} == {"Ann": 1, "Ben": 5}


def test_a_game_survives_a_restart_and_offers_to_go_on(make_table: MakeTable) -> None:
    first = make_table()
    begin(first)
    do(first, {"do": "reveal", "card": "parrot"})
    do(first, {"do": "slap", "player": "Ann", "t_us": 10})
    do(first, {"do": "undo"})
    before = first.view()["state"]
    second = make_table()
    view = second.view()
    assert view["session"]["unfinished"]
    assert view["state"] == before
    assert view["can"] == {"undo": True, "redo": True}
    do(second, {"do": "go_on"})
    do(second, {"do": "redo"})
    assert [slap["player"] for slap in second.view()["state"]["slaps"]] == ["Ann"]


def test_presses_wait_until_the_table_goes_on(make_table: MakeTable) -> None:
    first = make_table()
    begin(first)
    do(first, {"do": "reveal", "card": "parrot"})
    second = make_table()
    second.tell(press(1, 100))
    assert settle(second)["state"]["slaps"] == []


def test_a_game_set_aside_makes_room(make_table: MakeTable) -> None:
    first = make_table()
    begin(first)
    assert first.submit(THREE, "test")["error"]["code"] == "already-done"
    second = make_table()
    do(second, {"do": "set_aside"})
    assert second.view()["state"] is None and not second.view()["session"]["unfinished"]
    do(second, THREE)


def test_a_damaged_log_is_kept_aside_and_the_screen_says_so(make_table: MakeTable, tmp_path: Path) -> None:
    first = make_table()
    begin(first)
    first.stop()
    file = tmp_path / LOG_NAME
    blob = bytearray(file.read_bytes())
    blob[:200] = b"\x00" * 200
    file.write_bytes(blob)
    second = make_table()
    assert second.view()["notices"][0]["kind"] == "log-set-aside"
    kept = [path for path in tmp_path.iterdir() if "damaged" in path.name]
    assert any(path.read_bytes() == bytes(blob) for path in kept)
    begin(second)


def test_a_log_whose_end_is_damaged_goes_on_and_says_so(make_table: MakeTable, tmp_path: Path) -> None:
    import shutil

    first = make_table()
    begin(first)
    do(first, {"do": "reveal", "card": "parrot"})
    for name in ("Ann", "Ben"):
        do(first, {"do": "slap", "player": name, "t_us": 5 if name == "Ann" else 9})
    cut = tmp_path / "cut"  # as the plug being pulled leaves it: the log is still open
    cut.mkdir()
    for file in tmp_path.glob(f"{LOG_NAME}*"):
        shutil.copy(file, cut)
    whole = Table(Log(cut / LOG_NAME), game, tuple(GAMES))
    assert whole.view()["notices"] == [] and len(whole.view()["state"]["slaps"]) == 2
    whole.stop()
    for file in tmp_path.glob(f"{LOG_NAME}*"):
        shutil.copy(file, cut)
    wal = cut / f"{LOG_NAME}-wal"
    blob = bytearray(wal.read_bytes())
    blob[len(blob) * 3 // 4 : len(blob) * 3 // 4 + 200] = b"\x55" * 200
    wal.write_bytes(blob)
    damaged = Table(Log(cut / LOG_NAME), game, tuple(GAMES))
    assert damaged.view()["notices"][0]["kind"] == "log-cut-short"
    damaged.stop()
    assert any(file.read_bytes() == bytes(blob) for file in cut.glob("*.cut-*-wal"))


def test_a_log_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    import sqlite3

    from companion.table.log import LogError

    with sqlite3.connect(tmp_path / LOG_NAME) as db:
        db.execute("PRAGMA user_version = 99")
    before = (tmp_path / LOG_NAME).read_bytes()
    with pytest.raises(LogError, match="newer version"):
        Log(tmp_path / LOG_NAME)
    assert (tmp_path / LOG_NAME).read_bytes() == before


def test_what_the_disk_does_not_take_has_not_happened(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.table.log import LogError

    begin(table)
    do(table, {"do": "reveal", "card": "parrot"})
    before = table.view()["state"]

    def full(*args: object, **kwargs: object) -> None:
        raise LogError("Nothing can be written. Make room on the disk; the game waits.")

    monkeypatch.setattr(table._log, "write", full)
    answer = table.submit({"do": "slap", "player": "Ann", "t_us": 10}, "test")
    assert not answer["ok"] and "disk" in answer["error"]["message"]
    monkeypatch.undo()
    assert table.submit({"do": "show"}, "test")["state"] == before
    do(table, {"do": "slap", "player": "Ann", "t_us": 10})


def test_a_press_the_disk_does_not_take_is_told_to_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from contextlib import contextmanager

    from companion.table.log import LogError

    begin(table)
    do(table, {"do": "reveal", "card": "parrot"})
    before = table.view()["state"]
    together = table._log.together

    @contextmanager
    def full() -> Any:
        try:
            with together():
                yield
                raise ZeroDivisionError
        except ZeroDivisionError:
            raise LogError("Nothing can be written. Make room on the disk; the game waits.") from None

    with table.feed.subscribe() as feed:
        feed.next(1)
        monkeypatch.setattr(table._log, "together", full)
        table.tell(press(1, 4_400_000))
        view = settle(table)
        told = list(iter(lambda: feed.next(0.2), None))
    assert view["state"] == before
    assert view["notices"][-1]["kind"] == "disk"
    assert [message.event for message in told] == ["status"]
    monkeypatch.undo()
    table.tell(press(1, 4_500_000))
    assert [slap["player"] for slap in settle(table)["state"]["slaps"]] == ["Ann"]


def test_a_device_that_comes_and_goes_is_told(table: Table) -> None:
    table.tell(Link("slap-board", "down", "The slap board's cable is out."))
    assert settle(table)["devices"]["slap-board"]["state"] == "down"


def test_screens_hear_a_snapshot_then_rising_ids(table: Table) -> None:
    with table.feed.subscribe() as feed:
        assert feed.next(1).event == "snapshot"
        begin(table)
        ids = [message.id for message in iter(lambda: feed.next(0.2), None) if message.event == "change"]
    assert len(ids) == 2 and ids == sorted(set(ids))
    with table.feed.subscribe(after=ids[0]) as feed:
        missed = feed.next(1)
        assert (missed.event, missed.id) == ("change", ids[1])


def test_the_table_survives_any_command(table: Table) -> None:
    setup = ({"do": "lobby", "players": 3}, {"do": "claim"}, {"do": "start"})
    for command in (None, [], "start", {"do": 7}, *setup):
        assert table.submit(command, "test")["ok"] is False
    assert table.faults == 0


@pytest.mark.parametrize(
    "players",
    [
        ["Ann", "B\ud800"],
        ["Ann", "B\u202e"],
        ["Ann", "ann"],
        ["Ann", ""],
        ["Ann", "x" * 41],
        "Ann",
        7,
        [7],
        [{}],
    ],
)
def test_a_lobby_refuses_what_a_game_would(table: Table, players: object) -> None:
    before = table.view()["lobby"]
    answer = table.submit({"do": "lobby", "players": players}, "test")
    assert answer["error"]["code"] == "bad-input"
    assert table.view()["lobby"] == before
    assert table.faults == 0


def test_names_of_any_script_play(table: Table) -> None:
    do(table, {"do": "lobby", "players": ["🏴‍☠️", "علی‌رضا", "Zoë", "שרה", "<b>x</b>"]})
    do(table, {"do": "start"})
    assert table.view()["state"]["players"][0] == "🏴‍☠️"


def test_a_clock_that_is_not_the_walls(table: Table) -> None:
    assert abs(table.clock_us() - monotonic_us()) < 1_000_000


def test_a_start_taken_back_leads_to_the_lobby_and_a_new_start(table: Table) -> None:
    do(table, THREE)
    do(table, {"do": "undo"})
    assert table.view()["state"] is None and table.view()["can"]["redo"]
    do(table, {"do": "redo"})
    assert table.view()["state"]["phase"] == "memorise"
    do(table, {"do": "undo"})
    do(table, {"do": "lobby", "players": ["Ben", "Ann"]})
    do(table, {"do": "start"})
    assert table.view()["state"]["players"] == ["Ben", "Ann"]


def test_a_game_whose_start_was_taken_back_does_not_come_back(make_table: MakeTable) -> None:
    first = make_table()
    do(first, THREE)
    do(first, {"do": "undo"})
    second = make_table()
    assert second.view()["state"] is None and not second.view()["session"]["unfinished"]
    do(second, THREE)
