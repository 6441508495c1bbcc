"""The card camera: watches a source, follows the cards that lie there, and tells what is new."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import cv2
import numpy as np

from companion.cards.recogniser import Found, Outline, Sight
from companion.cards.sources.base import Frame, Image, SourceError
from companion.cards.sources.opening import open_source
from companion.cards.sources.reader import Reader
from companion.cards.zones import WHOLE, Zone, zone_at
from companion.observations import CardGone, CardSeen, Link, Reading, Tell, View, ViewState

SMALL = (160, 90)
RATES = {"idle": 3.0, "turn": 30.0, "race": 30.0}  # frames a second that are unpacked
STABLE_US = 80_000  # two looks this far apart must agree
PATIENCE_US = 800_000
DARK = 16.0
FROZEN_US = 2_000_000
_CHANGED = 12  # grey levels
_ANEW = 0.15  # of the card's height
_MARGIN = 40  # pixels round what changed, so that an outline has its ground
_FEW = 12  # small pixels that noise may change


class Looker(Protocol):
    """What names the cards of one picture."""

    def look(self, frame: Image) -> Sight:
        """Find and name."""


@dataclass(slots=True)
class _Lying:
    """A card that lies there, or seems to."""

    zone: str
    name: str | None
    card: Found | Outline
    first_us: int
    last_us: int
    told: bool = False
    misses: int = 0


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
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._rate = "turn"
        self._frame: Frame | None = None
        self._past: deque[tuple[int, Image]] = deque(maxlen=45)
        self._looked: Image | None = None
        self._lying: list[_Lying] = []
        self._view: ViewState = "clear"
        self._same_since = 0
        self._moving_since = 0
        self._again = False
        self._ms = {"still": 0.0, "look": 0.0}

    def open(self, tell: Tell) -> None:
        """Start watching. A camera that is not there is told as a link down and sought again."""
        self._tell = tell
        try:
            source = open_source(self._source)
        except SourceError as error:
            self._link(False, str(error))
            return
        self._reader = Reader(source, self._link, name=f"{self.name} reader")
        self.watch(self._rate)
        self._thread = threading.Thread(target=self._run, name=f"{self.name} watcher", daemon=True)
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
        times = {f"{key}_ms": round(value, 1) for key, value in self._ms.items()}
        return {"up": up, "view": self._view, "rate": self._rate, **times}

    def _link(self, up: bool, detail: str) -> None:
        self._tell(Link(self.name, "up" if up else "down", detail, self._virtual))

    def _run(self) -> None:
        last = 0
        while not self._stop.is_set():
            frame = self._reader.next(last, 0.5) if self._reader else None
            if frame is not None:
                last = frame.t_us
                self._step(frame)

    def _step(self, frame: Frame) -> None:
        """One frame: has anything changed, and if so, what lies there now?"""
        start = time.perf_counter()
        self._frame = frame
        small = np.asarray(
            cv2.cvtColor(cv2.resize(frame.image, SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY),
            np.uint8,
        )
        before = self._past[-1][1] if self._past else small
        self._past.append((frame.t_us, small))
        if not np.array_equal(before, small) or not self._same_since:
            self._same_since = frame.t_us
        motion = _changes(before, small)
        self._moving_since = (self._moving_since or frame.t_us) if motion > 4 * _FEW else 0
        state = self._state(frame.t_us, small)
        if state != self._view:
            self._view = state
            self._tell(View(self.name, state))
        self._ms["still"] = (time.perf_counter() - start) * 1000
        changed = self._looked is None or _changes(self._looked, small) > _FEW
        if state == "clear" and motion <= 4 * _FEW and (changed or self._again):
            self._look(frame, small)

    def _state(self, now: int, small: Image) -> ViewState:
        if float(small.mean()) < DARK:
            return "dark"
        if now - self._same_since > FROZEN_US:
            return "frozen"
        if self._moving_since and now - self._moving_since > 400_000:
            return "hand"
        return "clear"

    def _look(self, frame: Frame, small: Image) -> None:
        left, top, right, bottom = self._region(small, frame.image)
        sight = self._looker.look(np.ascontiguousarray(frame.image[top:bottom, left:right]))
        self._ms["look"] = sight.ms
        self._looked = small
        size = (frame.image.shape[1], frame.image.shape[0])
        self._again = False
        for lying in self._lying:
            x, y = _centre(lying.card)
            lying.misses += left <= x < right and top <= y < bottom
        found: list[Found | Outline] = [*sight.cards, *sight.unknown]
        for seen in found:
            card = _shifted(seen, left, top)
            zone = zone_at(self._zones, _centre(card), size)
            if zone is not None:
                self._match(card, zone.name, frame)
        self._forget(frame.t_us)

    def _region(self, small: Image, image: Image) -> tuple[int, int, int, int]:
        """Where to look, in pixels (left, top, right, bottom): what changed and what isn't decided yet."""
        height, width = image.shape[:2]
        if self._looked is None:
            return 0, 0, width, height
        ys, xs = np.nonzero(cv2.absdiff(self._looked, small) > _CHANGED)
        scale = width / SMALL[0], height / SMALL[1]
        spots = [(float(x) * scale[0], float(y) * scale[1]) for x, y in zip(xs, ys, strict=True)]
        for lying in self._lying:
            if not lying.told or lying.misses:
                spots += lying.card.corners
        if not spots:
            return 0, 0, width, height
        low, high = np.min(spots, axis=0) - _MARGIN, np.max(spots, axis=0) + _MARGIN
        return max(0, int(low[0])), max(0, int(low[1])), min(width, int(high[0])), min(height, int(high[1]))

    def _match(self, card: Found | Outline, zone: str, frame: Frame) -> None:
        name = card.name if isinstance(card, Found) else None
        near = [one for one in self._lying if _near(one.card, card)]
        same = next((one for one in near if one.name == name), None)
        if name is None and any(one.name for one in near):
            return  # a named card, partly hidden for now
        # The same picture lies clearly otherwise from one still view to the next: revealed anew. A card that
        # is straightened, or pushed slowly, moves less between two looks.
        if same is not None and name and same.told and _pose(same.card, card) > _ANEW:
            self._lying.remove(same)
            same = None
        if same is None:
            same = _Lying(zone, name, card, self._appeared(card, frame), frame.t_us)
            self._lying.append(same)
            self._again = True
            return
        moved = _pose(same.card, card)
        same.card, same.misses = card, 0
        if same.told:
            return
        if moved > 0.04:  # still on its way
            same.first_us, same.last_us = self._appeared(card, frame), frame.t_us
        wait = STABLE_US if name else PATIENCE_US
        if frame.t_us - same.last_us < wait:
            self._again = True
            return
        same.told = True
        self._tell(self._seen(same))

    def _forget(self, now: int) -> None:
        """Cards not found in three looks are gone, or lie under another."""
        if any(one.misses for one in self._lying):
            self._again = any(one.misses and one.misses < 3 for one in self._lying) or self._again
        gone = [one for one in self._lying if one.misses >= 3 or (one.misses and not one.told)]
        self._lying = [one for one in self._lying if one not in gone]
        for zone in {one.zone for one in gone if one.told}:
            if not any(one.zone == zone and one.name for one in self._lying):
                self._tell(CardGone(self.name, zone, now))

    def _appeared(self, card: Found | Outline, frame: Frame) -> int:
        """The first frame since which the card's place looks as it does now."""
        scale = np.array([SMALL[0] / frame.image.shape[1], SMALL[1] / frame.image.shape[0]])
        mask = np.zeros(SMALL[::-1], np.uint8)
        cv2.fillConvexPoly(mask, np.asarray(np.array(card.corners) * scale, np.int32), 255)
        now = self._past[-1][1]
        away = [cv2.mean(cv2.absdiff(now, past), mask)[0] for _, past in self._past]
        limit = max(4.0, 0.4 * max(away))
        first = frame.t_us
        for (t_us, _), far in zip(reversed(self._past), reversed(away), strict=True):
            if far > limit:
                break
            first = t_us
        return first

    def _seen(self, lying: _Lying) -> CardSeen:
        card = lying.card
        readings = tuple(Reading(name, confidence) for name, confidence in card.readings[:3])
        found = card if isinstance(card, Found) else None
        gap = max(self._reader.interval_us, int(1e6 / RATES[self._rate])) if self._reader else 0
        return CardSeen(
            self.name,
            lying.zone,
            lying.name,
            found.confidence if found else 0.0,
            found.angle_deg if found else 0.0,
            card.corners,
            lying.first_us,
            gap,
            readings,
        )


def _changes(one: Image, other: Image) -> int:
    return int(np.count_nonzero(cv2.absdiff(one, other) > _CHANGED))


def _shifted(card: Found | Outline, left: int, top: int) -> Found | Outline:
    a, b, c, d = ((x + left, y + top) for x, y in card.corners)
    return replace(card, corners=(a, b, c, d))


def _centre(card: Found | Outline) -> tuple[float, float]:
    x, y = np.mean(card.corners, axis=0)
    return float(x), float(y)


def _height(card: Found | Outline) -> float:
    corners = np.array(card.corners)
    return max(1.0, *(float(np.linalg.norm(corners[n] - corners[0])) for n in (1, 3)))


def _near(one: Found | Outline, other: Found | Outline) -> bool:
    away = np.subtract(_centre(one), _centre(other))
    return float(np.linalg.norm(away)) < 0.3 * _height(one)


def _pose(one: Found | Outline, other: Found | Outline) -> float:
    """How far the corners moved at most, as a share of the card's height."""
    away = np.linalg.norm(np.array(one.corners) - np.array(other.corners), axis=1)
    return float(away.max()) / _height(one)
