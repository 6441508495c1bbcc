"""The card camera: watches a source, follows the cards that lie there, and tells what is new."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

import cv2

from companion.cards.sources.base import Frame, SourceError
from companion.cards.sources.opening import open_source
from companion.cards.sources.reader import Reader
from companion.cards.watch import Looker, Watch
from companion.cards.zones import WHOLE, Zone
from companion.observations import Link, Tell

RATES = {"idle": 3.0, "turn": 30.0, "race": 30.0}  # frames a second that are unpacked


class CardCamera:
    """A camera over the table, as a ``Device``: one thread reads, one looks."""

    def __init__(
        self,
        source: str,
        recogniser: Looker,
        zones: Sequence[Zone] = (WHOLE,),
        *,
        name: str = "camera",
        virtual: bool = False,
    ) -> None:
        self.name = name
        self._source = source
        self._looker = recogniser
        self._zones = tuple(zones)
        self._virtual = virtual
        self._reader: Reader | None = None
        self._watch: Watch | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._rate = "turn"
        self._frame: Frame | None = None
        self._step_ms = 0.0

    def open(self, tell: Tell) -> None:
        """Start watching. A camera that is not there is told as a link down and sought again."""
        self._tell = tell
        try:
            source = open_source(self._source)
        except SourceError as error:
            self._link(False, str(error))
            return
        self._watch = Watch(self.name, self._looker, self._zones, tell)
        self._reader = Reader(source, self._link, name=f"{self.name} reader")
        self.watch(self._rate)
        self._thread = threading.Thread(
            target=self._run, args=(self._reader, self._watch), name=f"{self.name} watcher", daemon=True
        )
        self._reader.start()
        self._thread.start()

    def close(self) -> None:
        """Stop both threads. Safe to call twice."""
        self._stop.set()
        if self._reader is not None:
            self._reader.stop()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def watch(self, rate: str) -> None:
        """``idle``, ``turn`` or ``race``: how closely to look."""
        self._rate = rate
        if self._reader is not None:
            self._reader.pace(RATES[rate], lock_exposure=rate == "race")

    def picture(self) -> bytes | None:
        """The newest frame as JPEG."""
        frame = self._frame
        if frame is None:
            return None
        good, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return data.tobytes() if good else None

    def health(self) -> dict[str, Any]:
        """How the camera does: times in ms."""
        up = self._reader is not None and self._reader.up
        look_ms = self._watch.look_ms if self._watch else 0.0
        times = {"step_ms": round(self._step_ms, 1), "look_ms": round(look_ms, 1)}
        return {"up": up, "view": self._watch.view if self._watch else "clear", "rate": self._rate, **times}

    def _link(self, up: bool, detail: str) -> None:
        self._tell(Link(self.name, "up" if up else "down", detail, self._virtual))

    def _run(self, reader: Reader, watch: Watch) -> None:
        last = 0
        while not self._stop.is_set():
            frame = reader.next(last, 0.5)
            if frame is None:
                continue
            start = time.perf_counter()
            self._frame = frame
            watch.see(frame, reader.thumbs(last, frame.t_us))
            last = frame.t_us
            self._step_ms = (time.perf_counter() - start) * 1000
