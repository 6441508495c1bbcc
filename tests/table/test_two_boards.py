"""Two slap boards at one table: ranked when the gap exceeds both bounds, else too close to call."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from companion.buttons.board import SlapBoard
from companion.observations import CardSeen, Observation, Press, Reading
from companion.table.table import Table, monotonic_us
from companion.virtual.board import VirtualBoard
from tests.table.conftest import MakeTable, settle
from tests.table.test_table import begin, do

HELD_BACK_S = 0.3


@contextmanager
def two_boards(tell: Callable[[Observation], None]) -> Iterator[tuple[VirtualBoard, VirtualBoard]]:
    """One clock 0.4 % fast, one 0.4 % slow; both long enough on the line for their clocks to be known."""
    with ExitStack() as stack:
        virtual = [
            stack.enter_context(VirtualBoard(name=f"board-{name}", board_id=number, rate_ppm=rate))
            for number, (name, rate) in enumerate((("a", 4_000), ("b", -4_000)), 1)
        ]
        for number, board in enumerate(virtual, 1):
            device = SlapBoard(board.device, name=f"board {number}", virtual=True)
            device.open(tell)
            stack.callback(device.close)
            device.race(True)
        time.sleep(1.5)
        yield virtual[0], virtual[1]


def reveal(table: Table) -> None:
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    table.tell(
        CardSeen(
            "camera", "pile", "parrot", 0.9, 0.0, corners, monotonic_us(), 1_000, (Reading("parrot", 0.9),)
        )
    )


class Race:
    """Ann slaps on one board, Ben on the other, and Cas not at all."""

    def __init__(self, table: Table) -> None:
        self.table, self.presses = table, list[Press]()
        begin(table)

    def tell(self, one: Observation) -> None:
        if isinstance(one, Press) and one.pressed:
            self.presses.append(one)
        self.table.tell(one)

    def run(self, gap_us: int, *, held_back: bool) -> None:
        with two_boards(self.tell) as (anns, bens):
            reveal(self.table)
            at_us = monotonic_us() + 50_000
            if held_back:
                time.sleep(0.02)
                anns.stall(HELD_BACK_S)
            anns.press(1, at_us)
            bens.press(2, at_us + gap_us)
            end = time.monotonic() + 5
            while len(self.presses) < 2 and time.monotonic() < end:
                time.sleep(0.01)
        settle(self.table)
        closed = do(self.table, {"do": "close_race"})
        self.ties = [sorted(one["players"]) for one in closed["events"] if one["event"] == "tie"]


@pytest.fixture
def race(make_table: MakeTable) -> Race:
    return Race(make_table())


def test_the_earlier_press_is_first_though_its_board_speaks_later(race: Race) -> None:
    race.run(40_000, held_back=True)
    state = settle(race.table)["state"]
    assert [press.button for press in race.presses] == [2, 1]
    assert state["ranking"] == ["Ann", "Ben", "Cas"]
    assert race.ties == []


def test_presses_within_both_bounds_are_too_close_to_call(race: Race) -> None:
    race.run(0, held_back=False)
    one, other = race.presses
    state = settle(race.table)["state"]
    assert abs(one.t_host_us - other.t_host_us) <= one.bound_us + other.bound_us
    assert race.ties == [["Ann", "Ben"]]
    bounds = {slap["player"]: slap["bound_us"] for slap in state["slaps"]}
    assert bounds == {{1: "Ann", 2: "Ben"}[press.button]: press.bound_us for press in race.presses}
