"""GPIO buttons: a named pin factory, first edges by its own stamps, ties, and the alarm for lost edges."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion.buttons.edges import Edge, GpiodEdges, GpiozeroEdges, edge_source, load_factory
from companion.buttons.errors import PinsUnavailable
from companion.buttons.gpio import GpioBank, GpioButtons, served_together
from companion.observations import Link, Observation, Press

MS = 1_000_000
PINS = {1: 17, 2: 27, 3: 22}


def bank(*, closed: tuple[int, ...] = ()) -> GpioBank:
    return GpioBank("gpio", 1, PINS, {pin: pin in closed for pin in PINS.values()}, 0)


def told(found: list[Press | Link]) -> list[tuple[int, bool, int, bool]]:
    return [(one.button, one.pressed, one.t_us, one.tie) for one in found if isinstance(one, Press)]


def test_the_first_edge_is_the_stamp_whatever_order_edges_arrive_in() -> None:
    table = bank()
    for pin, t_us in ((27, 5_400), (17, 5_000), (17, 5_100), (17, 5_300)):
        table.edge(Edge(pin, closed=t_us != 5_100, t_ns=t_us * 1000))
    assert told(table.advance(30_000)) == [(1, True, 5_000, False), (2, True, 5_400, False)]


def test_edges_of_one_interrupt_are_a_tie_and_not_pin_order() -> None:
    table = bank()
    table.edge(Edge(22, closed=True, t_ns=5 * MS))
    table.edge(Edge(17, closed=True, t_ns=5 * MS + 3_000))
    table.edge(Edge(27, closed=True, t_ns=5 * MS + 400_000))
    assert told(table.advance(30_000)) == [
        (1, True, 5_000, True),
        (3, True, 5_000, True),
        (2, True, 5_400, False),
    ]


def test_the_same_pin_twice_is_never_one_group() -> None:
    groups = served_together([Edge(1, True, 0), Edge(1, False, 2_000), Edge(2, True, 3_000)])
    assert [len(group) for group in groups] == [1, 2]


def test_nothing_is_judged_before_late_edges_had_time_to_come() -> None:
    table = bank()
    table.edge(Edge(17, closed=True, t_ns=5 * MS))
    assert table.advance(5_500) == []
    assert table.wait_us(5_500) is not None
    assert len(told(table.advance(9_500))) == 1


def test_a_lost_edge_is_an_alarm() -> None:
    table = bank()
    table.edge(Edge(17, closed=True, t_ns=5 * MS, lost=2))
    alarms = [one for one in table.advance(30_000) if isinstance(one, Link)]
    assert "lost a signal" in alarms[0].detail
    assert table.lost_edges == 2


def test_held_from_the_start_is_no_press() -> None:
    table = bank(closed=(27,))
    (notice,) = table.advance(10_000)
    assert isinstance(notice, Link) and "Button 2" in notice.detail
    table.edge(Edge(27, closed=False, t_ns=20 * MS))
    assert table.advance(200_000) == []


def heard_by(buttons: GpioButtons, count: int, heard: list[Observation]) -> list[Press]:
    end = time.monotonic() + 5
    presses: list[Press] = []
    while len(presses) < count:
        assert time.monotonic() < end, heard
        time.sleep(0.005)
        presses = [one for one in heard if isinstance(one, Press)]
    return presses


def test_mock_pins_from_end_to_end() -> None:
    factory = MockFactory()
    heard: list[Observation] = []
    buttons = GpioButtons([17, 27], factory="mock", source=GpiozeroEdges(factory))
    buttons.open(heard.append)
    before = time.monotonic_ns() // 1000
    factory.pin("GPIO27").drive_low()
    time.sleep(0.03)
    factory.pin("GPIO27").drive_high()
    press, release = heard_by(buttons, 2, heard)
    assert (press.button, press.pressed, release.pressed) == (2, True, False)
    assert before <= press.t_us <= before + 20_000
    assert isinstance(heard[0], Link) and heard[0].state == "up" and heard[0].virtual
    assert buttons.health()["buttons"][1]["presses"] == 1
    buttons.close()
    buttons.close()


def test_bounce_time_of_the_factory_is_never_used() -> None:
    factory = MockFactory()
    source = GpiozeroEdges(factory)
    source.start((17,), lambda edge: None)
    assert factory.pin("GPIO17").bounce is None
    source.stop()


def test_a_factory_that_is_not_here_is_an_error_and_never_swapped() -> None:
    with pytest.raises(PinsUnavailable, match="lgpio"):
        edge_source("rpigpio")
    try:
        import lgpio  # noqa: F401
    except ImportError:
        with pytest.raises(PinsUnavailable, match="Install python3-lgpio"):
            load_factory("lgpio")


def test_pins_that_cannot_be_used_are_told_to_the_table() -> None:
    heard: list[Observation] = []
    buttons = GpioButtons([17], factory="pigpio")
    buttons.open(heard.append)
    (link,) = heard
    assert isinstance(link, Link) and link.state == "down" and "pigpio" in link.detail
    buttons.close()


class FakeRequest:
    def __init__(self, events: list[Any]) -> None:
        self.events = events

    def get_value(self, pin: int) -> str:
        return "active"

    def wait_edge_events(self, timeout: float) -> bool:
        time.sleep(0.01)
        return bool(self.events)

    def read_edge_events(self) -> list[Any]:
        events, self.events = self.events, []
        return events

    def release(self) -> None:
        self.events = []


def test_gpiod_stamps_and_running_numbers() -> None:
    events = [
        SimpleNamespace(line_offset=17, line_seqno=1, event_type="falling", timestamp_ns=5_000),
        SimpleNamespace(line_offset=17, line_seqno=4, event_type="rising", timestamp_ns=9_000),
    ]
    line = SimpleNamespace(
        Direction=SimpleNamespace(INPUT=0),
        Edge=SimpleNamespace(BOTH=0),
        Bias=SimpleNamespace(PULL_UP=0),
        Clock=SimpleNamespace(MONOTONIC=0),
        Value=SimpleNamespace(ACTIVE="active"),
    )
    gpiod = SimpleNamespace(
        line=line,
        LineSettings=lambda **settings: settings,
        EdgeEvent=SimpleNamespace(Type=SimpleNamespace(RISING_EDGE="rising")),
        request_lines=lambda *args, **more: FakeRequest(events),
    )
    edges: list[Edge] = []
    source = GpiodEdges(gpiod=gpiod)
    assert source.start((17,), edges.append) == {17: False}
    end = time.monotonic() + 3
    while len(edges) < 2 and time.monotonic() < end:
        time.sleep(0.005)
    source.stop()
    assert edges == [Edge(17, True, 5_000), Edge(17, False, 9_000, lost=2)]
