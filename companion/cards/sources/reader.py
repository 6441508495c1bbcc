"""The one thread that owns a source: it reads, the newest frame wins, a lost camera is sought again."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from companion.cards.sources.base import Frame, Source, SourceEnded, SourceError, Thumb, now_us

Told = Callable[[bool, str], None]
"""Called with (there?, a sentence) when the source comes or goes."""

_FIRST_WAIT_S = 0.25
_LONGEST_WAIT_S = 5.0
_OLDEST_US = 500_000  # no queue holds pictures for longer
_WAITED_US = 12_000  # a picture that took this long to come had not been lying in a queue
_THUMBS = 90


class Reader:
    """Reads a source in a thread of its own; keeps the newest frame, and thumbs of those before."""

    def __init__(self, source: Source, told: Told, *, name: str = "camera reader") -> None:
        self._source = source
        self._told = told
        self._new = threading.Condition()
        self._frame: Frame | None = None
        self._thumbs: deque[Thumb] = deque(maxlen=_THUMBS)
        self._early_us = 0
        self._stop = threading.Event()
        self._gap_us = 0
        self._lock_wish: bool | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self.up = False
        self.interval_us = 33_000  # between the last two pictures the source gave
        self.grabbed = 0

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it; a source that hangs ends by its own time limit."""
        self._stop.set()
        with self._new:
            self._new.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def pace(self, frames_a_second: float, *, lock_exposure: bool) -> None:
        """How many frames are unpacked, at most; the others are only taken from the queue."""
        self._gap_us = int(1e6 / frames_a_second)
        self._lock_wish = lock_exposure

    def next(self, after_us: int, timeout_s: float) -> Frame | None:
        """The newest frame stamped later than ``after_us``, or None after the time limit."""
        with self._new:
            self._new.wait_for(lambda: self._later(after_us) or self._stop.is_set(), timeout_s)
            return self._frame if self._later(after_us) else None

    def thumbs(self, after_us: int, until_us: int) -> list[Thumb]:
        """The thumbs stamped later than ``after_us``, up to ``until_us``, oldest first."""
        with self._new:
            return [thumb for thumb in self._thumbs if after_us < thumb.t_us <= until_us]

    def _later(self, after_us: int) -> bool:
        return self._frame is not None and self._frame.t_us > after_us

    def _run(self) -> None:
        wait = _FIRST_WAIT_S
        told: str | None = None
        while not self._stop.is_set():
            try:
                self._source.open()
                self._follow()
            except SourceError as error:
                if self.up:
                    wait = _FIRST_WAIT_S
                if self.up or str(error) != told:
                    told = str(error)
                    self.up = False
                    self._told(False, told)
                if isinstance(error, SourceEnded):
                    break
            finally:
                self._source.close()
            self._stop.wait(wait)
            wait = min(_LONGEST_WAIT_S, wait * 2)

    def _follow(self) -> None:
        shown_us = before_us = 0
        locked: bool | None = None
        while not self._stop.is_set():
            if self._lock_wish is not locked:
                locked = self._lock_wish
                self._source.lock_exposure(bool(locked))
            asked_us = now_us()
            t_us = self._source.grab()
            self.grabbed += 1
            if now_us() - asked_us > _WAITED_US:
                self._early_us = t_us - self._source.latency_us
            else:
                self._early_us = max(self._early_us, t_us - _OLDEST_US)
            if before_us:
                self.interval_us = max(1000, t_us - before_us)
            before_us = t_us
            # A frame that is a little early counts as due, so that 15 of 30 stay 15 and not 10.
            if t_us - shown_us < self._gap_us * 0.9 and self.up:
                continue
            shown_us = t_us
            frame = Frame(self._source.retrieve(), t_us)
            thumb = Thumb.of(frame.image, t_us, self._early_us)
            with self._new:
                self._frame = frame
                self._thumbs.append(thumb)
                self._new.notify_all()
            if not self.up:
                self.up = True
                self._told(True, "The camera delivers pictures.")


__all__ = ["Reader", "Told", "now_us"]
