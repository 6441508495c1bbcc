"""The virtual board behind a real pseudo-terminal, read by the real slap board device."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from companion.buttons.board import SlapBoard
from companion.observations import Link, Observation, Press
from companion.virtual.board import VirtualBoard


class Table:
    """What a board told, and how to wait for it."""

    def __init__(self, port: str) -> None:
        self.heard: list[Observation] = []
        self.board = SlapBoard(port, virtual=True)
        self.board.open(self.heard.append)

    @property
    def presses(self) -> list[Press]:
        return [one for one in self.heard if isinstance(one, Press) and one.pressed]

    @property
    def links(self) -> list[Link]:
        return [one for one in self.heard if isinstance(one, Link)]

    def wait(self, condition: Callable[[], object], seconds: float = 5.0) -> float:
        """Seconds until the condition held."""
        start = time.monotonic()
        while not condition():
            assert time.monotonic() - start < seconds, self.heard
            time.sleep(0.005)
        return time.monotonic() - start

    def up(self) -> None:
        self.wait(lambda: self.links and self.links[-1].state != "down")


@pytest.fixture
def virtual() -> Iterator[VirtualBoard]:
    with VirtualBoard(rate_ppm=-2_500) as board:
        yield board


@pytest.fixture
def table(virtual: VirtualBoard) -> Iterator[Table]:
    table = Table(virtual.device)
    table.up()
    yield table
    table.board.close()


def now_us() -> int:
    return time.monotonic_ns() // 1000


def test_a_tap_is_one_press_and_one_release_placed_in_host_time(virtual: VirtualBoard, table: Table) -> None:
    time.sleep(0.2)
    at = now_us()
    virtual.tap(3, hold_s=0.05, at_us=at)
    table.wait(lambda: sum(isinstance(one, Press) for one in table.heard) == 2)
    press, release = [one for one in table.heard if isinstance(one, Press)]
    assert (press.button, press.pressed, release.button, release.pressed) == (3, True, 3, False)
    assert abs(press.t_host_us - at) <= press.bound_us
    assert abs(release.t_host_us - at - 50_000) <= release.bound_us
    assert release.t_us - press.t_us == pytest.approx(50_000 * (1 - 0.0025), abs=2)


def test_equal_instants_are_a_tie_and_near_ones_are_not(virtual: VirtualBoard, table: Table) -> None:
    at = now_us() + 20_000
    virtual.tap(5, at_us=at)
    virtual.tap(1, at_us=at)
    virtual.tap(2, at_us=at + 3)
    table.wait(lambda: len(table.presses) == 3)
    told = {press.button: press for press in table.presses}
    assert told[1].tie and told[5].tie and told[1].t_us == told[5].t_us
    assert not told[2].tie and told[2].t_us > told[1].t_us


def test_the_stamp_ranks_and_not_the_arrival(virtual: VirtualBoard, table: Table) -> None:
    at = now_us() + 10_000
    virtual.stall(0.1)
    for place, button in enumerate((4, 2, 6, 1)):
        virtual.tap(button, at_us=at + place * 40)
    table.wait(lambda: len(table.presses) == 4)
    assert [press.button for press in sorted(table.presses, key=lambda press: press.t_us)] == [4, 2, 6, 1]


def test_unplugged_is_seen_at_once_and_replugged_is_ready_without_a_phantom(
    virtual: VirtualBoard, table: Table
) -> None:
    virtual.press(2)
    table.wait(lambda: len(table.presses) == 1)
    virtual.unplug()
    assert table.wait(lambda: table.links[-1].state == "down") < 0.5
    virtual.release(2)
    virtual.press(4)  # held down while the board starts
    virtual.replug()
    assert table.wait(lambda: table.links[-1].state == "up") < 3
    table.wait(lambda: "Button 4" in table.links[-1].detail)
    virtual.release(4)
    time.sleep(0.08)
    virtual.tap(4)
    table.wait(lambda: len(table.presses) == 2)
    assert [(press.button, press.epoch) for press in table.presses] == [(2, 1), (4, 2)]


def test_a_reset_is_told_and_the_epoch_rises(virtual: VirtualBoard, table: Table) -> None:
    virtual.reset()
    table.wait(lambda: table.links[-1].state == "reset")
    virtual.tap(1)
    table.wait(lambda: table.presses)
    assert table.presses[0].epoch == 2


def test_a_stall_of_600_ms_loses_nothing(virtual: VirtualBoard, table: Table) -> None:
    virtual.stall(0.6)
    at = now_us()
    for n in range(6):
        virtual.tap(n + 1, hold_s=0.06, at_us=at + n * 30_000)
    table.wait(lambda: len(table.presses) == 6)
    for n, press in enumerate(sorted(table.presses, key=lambda press: press.t_us)):
        assert abs(press.t_host_us - (at + n * 30_000)) <= press.bound_us
    assert len({(press.epoch, press.seq) for press in table.presses}) == 6


def test_a_bad_line_loses_and_doubles_nothing(virtual: VirtualBoard, table: Table) -> None:
    virtual.line.lose, virtual.line.garble, virtual.line.double = 0.05, 0.01, 0.05
    for n in range(30):
        virtual.tap(n % 6 + 1, hold_s=0.02, at_us=now_us())
        time.sleep(0.012)
    table.wait(lambda: len(table.presses) == 30)
    time.sleep(0.1)
    assert len(table.presses) == 30


def test_a_stuck_button_is_reported_within_a_second_and_wins_once(
    virtual: VirtualBoard, table: Table
) -> None:
    virtual.stick(6)
    assert table.wait(lambda: "Button 6" in table.links[-1].detail) < 1.0
    virtual.tap(6)
    time.sleep(0.2)
    assert len(table.presses) == 1
    assert table.board.health()["buttons"][5]["button"] == 6


def test_lamps_and_sounds_reach_the_board(virtual: VirtualBoard, table: Table) -> None:
    table.board.lamps({1: "first", 2: "last"})
    table.board.buzz("first")
    table.wait(lambda: virtual.core.lamps == (1, 3, 0, 0, 0, 0) and virtual.core.sounds == [1])
    virtual.reset()
    table.wait(lambda: virtual.core.lamps == (1, 3, 0, 0, 0, 0))


def test_a_second_program_is_told_plainly_and_gets_the_board_when_it_is_free(
    virtual: VirtualBoard, table: Table
) -> None:
    second = Table(virtual.device)
    try:
        second.wait(lambda: second.links)
        assert second.links[0].state == "down"
        assert "Another program holds the slap board" in second.links[0].detail
        table.board.close()
        second.up()
    finally:
        second.board.close()


def test_a_missing_board_is_told_and_found_when_it_comes(virtual: VirtualBoard) -> None:
    virtual.unplug()
    table = Table(virtual.device)
    try:
        table.wait(lambda: table.links)
        assert table.links[0].state == "down"
        virtual.replug()
        table.up()
    finally:
        table.board.close()


def test_noise_instead_of_a_board_is_survived(virtual: VirtualBoard, table: Table) -> None:
    virtual.line.garble = 0.5
    time.sleep(0.6)
    virtual.line.garble = 0.0
    table.up()
    virtual.tap(1)
    table.wait(lambda: table.presses)


def test_closing_twice_ends_the_threads(virtual: VirtualBoard) -> None:
    table = Table(virtual.device)
    table.up()
    table.board.close()
    table.board.close()
    virtual.close()
    assert not [one.name for one in threading.enumerate() if "slap" in one.name]


def test_an_unknown_lamp_or_button_is_refused(virtual: VirtualBoard, table: Table) -> None:
    with pytest.raises(ValueError, match="lamp"):
        table.board.lamps({1: "disco"})
    with pytest.raises(ValueError, match="button"):
        virtual.press(7)
