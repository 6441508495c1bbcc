"""The virtual camera, its stream, and the card camera that watches it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards.deck import Deck
from companion.cards.live import CardCamera
from companion.cards.recogniser import Recogniser
from companion.observations import CardGone, CardSeen, Link, Observation, View
from companion.virtual.camera import VirtualCamera

DECK = Deck.load(Path(__file__).parents[2] / "companion/decks/pirates")


def wait(check: Callable[[], bool], seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if check():
            return True
        time.sleep(0.02)
    return check()


def camera_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if "camera" in thread.name]


class Table:
    def __init__(self, virtual: VirtualCamera) -> None:
        self.virtual = virtual
        self.told: list[Observation] = []
        self.eye = CardCamera(virtual.url, Recogniser(DECK), virtual=True)
        self.eye.open(self.told.append)
        assert wait(lambda: bool(self.links())), "no link"

    def seen(self) -> list[str | None]:
        return [one.name for one in self.told if isinstance(one, CardSeen) and one.name]

    def links(self) -> list[str]:
        return [one.state for one in self.told if isinstance(one, Link)]

    def views(self) -> list[str]:
        return [one.state for one in self.told if isinstance(one, View)]


@pytest.fixture
def table() -> Iterator[Table]:
    with VirtualCamera(DECK, seed=5) as virtual:
        table = Table(virtual)
        yield table
        table.eye.close()
    assert camera_threads() == []


def test_a_revealed_card_is_told_once_with_the_moment_it_appeared(table: Table) -> None:
    table.virtual.show("parrot", turn_deg=200)
    assert wait(lambda: table.seen() == ["parrot"])
    card = next(one for one in table.told if isinstance(one, CardSeen) and one.name)
    assert abs((card.angle_deg - 200 + 180) % 360 - 180) < 4
    assert abs(card.seen_host_us - table.virtual.lies_us) <= card.bound_us < 400_000
    time.sleep(0.7)
    assert table.seen() == ["parrot"]
    picture = table.eye.picture()
    assert picture is not None
    assert cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR).shape == (720, 1280, 3)


def test_a_card_on_top_of_another_is_new(table: Table) -> None:
    for card in ("parrot", "storm"):
        table.virtual.show(card)
        assert wait(lambda card=card: card in table.seen())
    assert table.seen() == ["parrot", "storm"]


def test_the_same_picture_twice_in_a_row_is_told_twice_and_its_going_once(table: Table) -> None:
    table.virtual.show("shark", turn_deg=20)
    assert wait(lambda: table.seen() == ["shark"])
    table.virtual.show("shark", turn_deg=75)
    assert wait(lambda: table.seen() == ["shark", "shark"])
    table.virtual.show(None)
    assert wait(lambda: any(isinstance(one, CardGone) for one in table.told))
    assert sum(isinstance(one, CardGone) for one in table.told) == 1


def test_darkness_and_a_frozen_picture_are_told(table: Table) -> None:
    table.virtual.dark()
    assert wait(lambda: table.views()[-1:] == ["dark"])
    table.virtual.dark(False)
    assert wait(lambda: table.views()[-1:] == ["clear"])
    table.virtual.freeze()
    assert wait(lambda: table.views()[-1:] == ["frozen"])


def test_a_lost_camera_is_told_and_found_again(table: Table) -> None:
    table.virtual.unplug()
    assert wait(lambda: table.links()[-1] == "down")
    table.virtual.replug()
    assert wait(lambda: table.links()[-1] == "up", 8)


@pytest.mark.parametrize(
    "answer", [b"", b"\x00\xff garbage" * 500, b"HTTP/1.1 200 OK\r\n\r\n--frame\r\n\xff\xd8cut"]
)
def test_a_hostile_stream_ends_in_one_sentence(answer: bytes) -> None:
    told: list[Observation] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            try:
                while True:
                    with server.accept()[0] as client:
                        client.sendall(answer)
            except OSError:
                return

        threading.Thread(target=serve, daemon=True).start()
        eye = CardCamera(f"http://127.0.0.1:{server.getsockname()[1]}/", Recogniser(DECK))
        eye.open(told.append)
        assert wait(lambda: bool(told))
        eye.close()
        server.shutdown(socket.SHUT_RDWR)
    assert isinstance(told[0], Link)
    assert told[0].state == "down"
    assert told[0].detail.count("\n") == 0
    assert camera_threads() == []
