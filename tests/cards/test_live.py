"""The card camera as a device: recordings through the whole path, silent servers, stamps, pace."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.cards.deck import Deck
from companion.cards.live import CardCamera
from companion.cards.recogniser import Recogniser, Sight
from companion.cards.sources.base import Frame, Image, SourceEnded, now_us
from companion.cards.sources.reader import Reader
from companion.cards.sources.recorded import Recorder
from companion.observations import CardSeen, Link, Observation
from companion.virtual.scene import Item, Scene

DECK = Deck.load(Path(__file__).parents[2] / "companion/decks/pirates")


def wait(check: Callable[[], bool], seconds: float = 6.0) -> bool:
    end = time.monotonic() + seconds
    while not check() and time.monotonic() < end:
        time.sleep(0.02)
    return check()


class Blind:
    """Looks and sees nothing."""

    def look(self, frame: Image, attention: object = None) -> Sight:
        return Sight((), (), 0.1)


def test_a_recorded_evening_is_watched_again(tmp_path: Path) -> None:
    scene = Scene(DECK, 1)
    recorder = Recorder(tmp_path / "evening")
    bare = scene.render([])
    shown = scene.render([Item("parrot", 700, 360, turn_deg=30)])
    for n in range(26):
        clean = bare if n < 13 else shown
        recorder.write(Frame(np.asarray(clean + scene.noise() // 2, np.uint8), 7_000_000 + n * 40_000))
    told: list[Observation] = []
    eye = CardCamera(str(tmp_path / "evening"), Recogniser(DECK))
    eye.open(told.append)
    start = now_us()
    assert wait(lambda: any(isinstance(one, Link) and one.state == "down" for one in told))
    eye.close()
    eye.close()
    seen = [one for one in told if isinstance(one, CardSeen)]
    assert [one.name for one in seen] == ["parrot"]
    appeared = seen[0].seen_host_us - start
    assert abs(appeared - 13 * 40_000) < 200_000
    links = [one for one in told if isinstance(one, Link)]
    assert [one.state for one in links] == ["up", "down"]
    assert links[-1].detail == "The recording has come to its end."


def test_a_server_that_never_answers_is_told_and_let_go() -> None:
    told: list[Observation] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        eye = CardCamera(f"http://127.0.0.1:{server.getsockname()[1]}/", Blind())
        eye.open(told.append)
        assert wait(lambda: bool(told), 8)
        start = time.monotonic()
        eye.close()
        assert time.monotonic() - start < 8
    assert isinstance(told[0], Link)
    assert told[0].state == "down"
    assert not [thread.name for thread in threading.enumerate() if "camera" in thread.name]


class Queue:
    """A source whose pictures lie ready: the first is waited for, the others were taken long ago."""

    spec = "queue"
    latency_us = 40_000

    def __init__(self, ready: int) -> None:
        self.left = ready
        self.unpacked = 0

    def open(self) -> None:
        pass

    def grab(self) -> int:
        if self.left == 0:
            raise SourceEnded("No more.")
        time.sleep(0.03 if self.unpacked == 0 else 0.0)
        self.left -= 1
        return now_us()

    def retrieve(self) -> Image:
        self.unpacked += 1
        time.sleep(0.02)
        return np.full((90, 160, 3), self.left, np.uint8)

    def lock_exposure(self, locked: bool) -> None:
        pass

    def close(self) -> None:
        pass


def test_a_picture_that_waited_in_a_queue_is_known_to_be_older_than_its_stamp() -> None:
    reader = Reader(Queue(4), lambda up, detail: None)
    reader.pace(1000, lock_exposure=False)
    reader.start()
    time.sleep(0.4)
    reader.stop()
    first, *others = reader.thumbs(0, now_us())
    assert first.t_us - first.early_us == Queue.latency_us
    assert len(others) == 3
    assert {thumb.early_us for thumb in others} == {first.early_us}


@pytest.mark.parametrize(("rate", "most"), [("idle", 3), ("turn", 12)])
def test_only_the_pictures_wanted_are_unpacked(tmp_path: Path, rate: str, most: int) -> None:
    recorder = Recorder(tmp_path)
    for n in range(25):
        recorder.write(Frame(np.full((90, 160, 3), 40 + 5 * n, np.uint8), n * 30_000))
    eye = CardCamera(str(tmp_path), Blind())
    eye.watch(rate)
    told: list[Observation] = []
    eye.open(told.append)
    assert wait(lambda: any(isinstance(one, Link) and one.state == "down" for one in told))
    reader = eye._reader
    assert reader is not None
    count = len(reader.thumbs(0, now_us()))
    eye.close()
    assert reader.grabbed == 25
    assert count <= 3 if rate == "idle" else count >= most
