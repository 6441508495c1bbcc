"""Tells every screen what changed: a snapshot first, then changes with rising ids."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Any

KEPT = 256  # changes a screen may have missed and still catch up on
WAITING = 64  # messages a slow screen may leave unread before it gets a fresh snapshot instead


@dataclass(frozen=True)
class Message:
    """One message for the screens. ``id`` is the log row it rests on; passing conditions have none."""

    event: str  # "snapshot", "change" or "status"
    data: dict[str, Any]
    id: int | None = None

    @cached_property
    def text(self) -> str:
        """The data as JSON, encoded once for all screens."""
        return json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))


class Subscription:
    """One screen's place in the feed; a context manager."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._queue: deque[Message] = deque()
        self._ready = threading.Condition()
        self._closed = False

    def next(self, timeout_s: float) -> Message | None:
        """The next message, or None when nothing came in time or the feed ended (see ``closed``)."""
        with self._ready:
            self._ready.wait_for(lambda: self._queue or self._closed, timeout_s)
            return self._queue.popleft() if self._queue else None

    @property
    def closed(self) -> bool:
        """True once the feed has ended and everything was read."""
        return self._closed and not self._queue

    def close(self) -> None:
        """Leave the feed."""
        self._feed.leave(self)
        self.end()

    def put(self, message: Message) -> None:
        """Called by the feed. A screen that reads too slowly is given one fresh snapshot instead."""
        with self._ready:
            self._queue.append(message)
            if len(self._queue) > WAITING:
                self._queue.clear()
                self._queue.append(self._feed.snapshot())
            self._ready.notify()

    def end(self) -> None:
        """Called by the feed when the service stops."""
        with self._ready:
            self._closed = True
            self._ready.notify()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Feed:
    """Fans out messages to subscriptions; ``picture`` makes the snapshot (the newest whole view)."""

    def __init__(self, picture: Callable[[], dict[str, Any]]) -> None:
        self._picture = picture
        self._lock = threading.Lock()
        self._screens: set[Subscription] = set()
        self._kept: deque[Message] = deque(maxlen=KEPT)
        self._ended = False

    def subscribe(self, after: int | None = None) -> Subscription:
        """Join. ``after``: the last id this screen has seen; missed changes follow if they are still
        kept, otherwise a snapshot comes first."""
        screen = Subscription(self)
        with self._lock:
            for message in self._missed(after):
                screen.put(message)
            if self._ended:
                screen.end()
            else:
                self._screens.add(screen)
        return screen

    def _missed(self, after: int | None) -> list[Message]:
        ids = [message.id for message in self._kept]
        if after is not None and after in ids:
            return list(self._kept)[ids.index(after) + 1 :]
        return [self.snapshot()]

    def snapshot(self) -> Message:
        """The whole view as a message."""
        view = self._picture()
        return Message("snapshot", view, view["id"])

    def publish(self, message: Message) -> None:
        """Give a message to every screen; called by the table's thread only."""
        with self._lock:
            if message.id is not None:
                self._kept.append(message)
            for screen in self._screens:
                screen.put(message)

    def leave(self, screen: Subscription) -> None:
        """Forget a screen."""
        with self._lock:
            self._screens.discard(screen)

    def end(self) -> None:
        """End every subscription: the service stops."""
        with self._lock:
            self._ended = True
            for screen in self._screens:
                screen.end()

    @property
    def screens(self) -> int:
        """How many screens are listening."""
        with self._lock:
            return len(self._screens)
