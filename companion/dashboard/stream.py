"""Server-sent events: the table's feed as each screen hears it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Protocol

from companion.table.feed import Message, Subscription

STREAMS = 32  # each holds one thread of the server
BEAT_S = 0.8  # a screen that hears nothing for two seconds says that the link is lost


class Feeding(Protocol):
    """A table as the stream needs it."""

    @property
    def feed(self) -> Joinable:
        """Where changes are told."""

    def clock_us(self) -> int:
        """The host's monotonic clock."""


class Joinable(Protocol):
    """A feed that screens can join."""

    def subscribe(self, after: int | None = None) -> Subscription:
        """Join, with what was missed after this id."""


class Streams:
    """Counts the open streams; the one too many is sent away to poll."""

    def __init__(self, most: int = STREAMS) -> None:
        self.most = most
        self.ending = threading.Event()
        self._open = 0
        self._lock = threading.Lock()

    @property
    def open(self) -> int:
        """How many screens are listening."""
        with self._lock:
            return self._open

    def enter(self) -> bool:
        """Take a place; False: all are taken, or the service stops."""
        with self._lock:
            if self._open >= self.most or self.ending.is_set():
                return False
            self._open += 1
            return True

    def leave(self) -> None:
        """Give a place back."""
        with self._lock:
            self._open -= 1


class EventStream:
    """The response body of ``/api/events``: an iterator whose ``close`` gives the place back.

    A generator alone would not do: one that is never started never runs its ``finally``.
    """

    def __init__(self, table: Feeding, streams: Streams, after: int | None, beat_s: float = BEAT_S) -> None:
        self._streams = streams
        self._screen = table.feed.subscribe(after)
        self._text = _texts(self._screen, streams.ending, table.clock_us, beat_s)
        self._closed = False

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._text)

    def close(self) -> None:
        """The screen has gone: called by the server, at the latest when a beat can't be written."""
        if not self._closed:
            self._closed = True
            self._screen.close()
            self._streams.leave()


def _texts(
    screen: Subscription, ending: threading.Event, clock_us: Callable[[], int], beat_s: float
) -> Iterator[bytes]:
    yield b"retry: 1000\n\n"
    while not ending.is_set() and not screen.closed:
        message = screen.next(beat_s)
        yield _event(message) if message is not None else b"event: beat\ndata: %d\n\n" % clock_us()


def _event(message: Message) -> bytes:
    head = f"id: {message.id}\n" if message.id is not None else ""
    return f"{head}event: {message.event}\ndata: {message.text}\n\n".encode("utf-8", "replace")


def last_id(header: str | None) -> int | None:
    """The id after which a screen resumes; anything that is no id asks for a snapshot."""
    if header is None or not header.isascii() or not header.isdigit() or len(header) > 18:
        return None
    return int(header)
