"""The last two seconds, small and grey: when did a card that is known now become visible?"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np

from companion.cards.sources.base import Image, Thumb

KEPT_US = 2_000_000
UNKNOWN_US = 2_000_000  # the bound where the past doesn't reach back to a picture without the card
CHANGED = 12  # grey levels
_STEADY = 10  # grey levels between two pictures of the same thing
_SHOWN = 0.75  # the part of the telling pixels that must look as they do now
_PERHAPS = 0.4
_ALIKE = 0.6  # correlation of a card with itself, pushed a little
_IN_SIGHT = 0.8  # the same, for a card that is pushed and never covered; a finger on it is allowed
_REACH = 7  # thumb pixels a card is pushed within a picture or two
_FEW = 0.03  # the part of a card's pixels below which nothing has happened there

Corners = Sequence[tuple[float, float]]


def difference(one: Image, other: Image) -> Image:
    """The absolute difference in grey, with a change of the light as a whole taken out."""
    before, now = one[::4, ::4].astype(np.float32), other[::4, ::4].astype(np.float32)
    gain = float(np.median((now + 4) / (before + 4)))
    if abs(gain - 1) > 0.02:
        one = np.asarray(cv2.convertScaleAbs(one, alpha=gain), np.uint8)
    return np.asarray(cv2.absdiff(one, other), np.uint8)


def place_mask(corners: Corners, scale: float, shape: tuple[int, ...]) -> Image:
    """A mask of a place given in frame pixels, on a thumb of this shape."""
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.array(corners) * scale).astype(np.int32), 255)
    return mask


class Bare:
    """What the table looks like where no card lies: so that a card's going is no riddle."""

    def __init__(self) -> None:
        self._grey: Image | None = None
        self._known: Image | None = None

    def learn(self, grey: Image, cards: Sequence[Image]) -> None:
        """A picture of which all is known, and the masks of the cards in it."""
        free = np.full(grey.shape, 255, np.uint8)
        for card in cards:
            free[cv2.dilate(card, np.ones((7, 7), np.uint8)) > 0] = 0
        if self._grey is None or self._known is None or self._grey.shape != grey.shape:
            self._grey, self._known = grey.copy(), free
        else:
            self._grey[free > 0] = grey[free > 0]
            self._known |= free

    def shown(self, grey: Image) -> Image:
        """A mask of where a picture shows the bare table."""
        if self._grey is None or self._known is None or self._grey.shape != grey.shape:
            return np.zeros_like(grey)
        alike = np.asarray((cv2.absdiff(self._grey, grey) <= CHANGED) * np.uint8(255), np.uint8)
        # A card has spots as grey as the table; where the table shows, it shows all around.
        alike = np.asarray(cv2.morphologyEx(alike & self._known, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)))
        return np.asarray(alike, np.uint8)


class Past:
    """A ring of thumbs, oldest first."""

    def __init__(self) -> None:
        self._thumbs: deque[Thumb] = deque()

    def add(self, thumb: Thumb) -> None:
        """Keep one more, forget what is too old."""
        if self._thumbs and self._thumbs[-1].grey.shape != thumb.grey.shape:
            self._thumbs.clear()
        self._thumbs.append(thumb)
        while thumb.t_us - self._thumbs[0].t_us > KEPT_US:
            self._thumbs.popleft()

    def appeared(self, corners: Corners, scale: float, before: Thumb | None, twin: bool) -> tuple[int, int]:
        """When what lies at ``corners`` now became visible there: (stamp, bound) in µs.

        The true instant lies in [stamp - bound, stamp]: after the last picture that surely doesn't show it
        was taken, before the first that does was stamped. ``before`` is the settled picture without it;
        ``twin``: that picture shows the same at the same place, so only what came after counts.
        """
        thumbs = list(self._thumbs)
        now = thumbs[-1]
        mask = place_mask(corners, scale, now.grey.shape)
        mask = np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8)), np.uint8)
        inside = mask > 0
        pictures = np.array([thumb.grey[inside] for thumb in thumbs], np.int16)
        if not pictures.size:
            return now.t_us, UNKNOWN_US
        settled = np.median(pictures[-3:], axis=0)
        off = np.abs(pictures - settled)
        telling = off.max(0) > CHANGED + 4
        if telling.mean() < _FEW:
            return thumbs[0].t_us, UNKNOWN_US
        share = (off[:, telling] <= _STEADY).mean(1)
        shown = share >= _SHOWN
        start = 0 if before is None else next((n for n, t in enumerate(thumbs) if t.t_us > before.t_us), 0)
        first = _run_start(shown) if twin else _first(shown, start)
        if first == 0:
            return thumbs[0].t_us, UNKNOWN_US
        last = first - 1  # surely not yet
        while last > max(0, first - 8) and (
            share[last] >= _PERHAPS or self._pushed(thumbs[last].grey, now.grey, mask, before)
        ):
            last -= 1
        return thumbs[first].t_us, max(1, thumbs[first].t_us - thumbs[last].early_us)

    def covered(self, corners: Corners, scale: float, since: Thumb) -> bool:
        """Whether the card that lay there at ``since`` was out of sight at some moment after it."""
        mask = place_mask(corners, scale, since.grey.shape)
        later = [thumb for thumb in self._thumbs if thumb.t_us > since.t_us]
        return any(_nearby(thumb.grey, since.grey, mask) < _IN_SIGHT for thumb in later)

    def _pushed(self, grey: Image, now: Image, mask: Image, before: Thumb | None) -> bool:
        """Whether a picture shows the card of now, a little to the side, and not what was there before."""
        alike = _nearby(grey, now, mask)
        if alike < _ALIKE:
            return False
        return before is None or alike > _nearby(grey, before.grey, mask) + 0.1


def _run_start(shown: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> int:
    hidden = np.nonzero(~shown)[0]
    return min(len(shown) - 1, int(hidden[-1]) + 1) if len(hidden) else 0


def _first(shown: np.ndarray[tuple[int], np.dtype[np.bool_]], start: int) -> int:
    """The first picture that shows it; a hand that passes over it later doesn't matter."""
    there = np.nonzero(shown[start:])[0]
    return start + int(there[0]) if len(there) else len(shown) - 1


def _nearby(grey: Image, pattern: Image, mask: Image) -> float:
    """How alike a picture is, near a place, to what ``pattern`` shows at the place, -1..1."""
    x, y, w, h = cv2.boundingRect(mask)
    x0, y0 = max(0, x - _REACH), max(0, y - _REACH)
    window = grey[y0 : y + h + _REACH, x0 : x + w + _REACH]
    patch = pattern[y : y + h, x : x + w]
    if min(patch.shape) < 4 or window.shape[0] < h or window.shape[1] < w:
        return -1.0
    found = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
    return float(np.nan_to_num(found, nan=-1.0, posinf=-1.0, neginf=-1.0).max())
