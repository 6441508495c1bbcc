"""How well the camera sees: dark, frozen, a hand in the way, blurred, moved."""

from __future__ import annotations

import cv2
import numpy as np

from companion.cards.past import CHANGED
from companion.cards.sources.base import Image, Thumb
from companion.observations import ViewState

DARK = 16.0
FROZEN_US = 2_000_000
BUSY_US = 400_000  # motion that lasts this long is a hand
MOTION = 160  # thumb pixels that differ between two pictures while something moves
POOR_US = 600_000  # how long a still picture must be blurred or moved before it is told
_EDGE = 40.0
_BLUNT = 0.5
_SHIFT = 2.5  # thumb pixels


class Gaze:
    """Follows the thumbs, and knows whether something moves."""

    def __init__(self) -> None:
        self._last: Thumb | None = None
        self._same_since = 0
        self._moving_since = 0
        self._poor_since = 0
        self.still_since = 0
        self.hand = False  # a hand lies still in the picture: set by who knows what lies there

    @property
    def moving(self) -> bool:
        """Whether something moved between the last two pictures."""
        return bool(self._moving_since)

    def take(self, thumb: Thumb) -> None:
        """One more picture."""
        last, self._last = self._last, thumb
        if last is None or last.grey.shape != thumb.grey.shape:
            self._same_since = self.still_since = thumb.t_us
            return
        apart = cv2.absdiff(last.grey, thumb.grey)
        if cv2.countNonZero(apart):
            self._same_since = thumb.t_us
        if np.count_nonzero(apart > CHANGED) > MOTION:
            self._moving_since = self._moving_since or thumb.t_us
            self.still_since = thumb.t_us
        else:
            self._moving_since = 0

    def state(self, settled: Thumb | None) -> ViewState:
        """What to tell of the view; ``settled`` is the last picture of which all was known."""
        thumb = self._last
        if thumb is None:
            return "clear"
        if float(thumb.grey.mean()) < DARK:
            return "dark"
        if thumb.t_us - self._same_since > FROZEN_US:
            return "frozen"
        if self._moving_since:
            return "hand" if self.hand or thumb.t_us - self._moving_since > BUSY_US else "clear"
        poor = _poor(settled.grey, thumb.grey) if settled is not None else None
        if poor is None:
            self._poor_since = 0
            return "hand" if self.hand else "clear"
        self._poor_since = self._poor_since or thumb.t_us
        return poor if thumb.t_us - self._poor_since > POOR_US else "clear"


def _poor(settled: Image, now: Image) -> ViewState | None:
    """Whether a picture shows the settled one blurred or pushed aside as a whole."""
    if settled.shape != now.shape or np.count_nonzero(cv2.absdiff(settled, now) > CHANGED) < 3 * MOTION:
        return None
    before, after = _edges(settled), _edges(now)
    spots = before > _EDGE
    if np.count_nonzero(spots) < 200:
        return None
    blunt = spots & (cv2.dilate(after, np.ones((5, 5), np.uint8)) < _BLUNT * before)
    coarse = cv2.absdiff(cv2.blur(settled, (25, 25)), cv2.blur(now, (25, 25)))
    if np.count_nonzero(blunt) > 0.8 * np.count_nonzero(spots) and np.median(coarse) < CHANGED:
        return "blurred"
    if np.count_nonzero(spots & (after < _EDGE / 2)) < 0.4 * np.count_nonzero(spots):
        return None  # most things lie where they lay
    (x, y), sure = cv2.phaseCorrelate(before, after, cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F))
    return "moved" if sure > 0.25 and np.hypot(x, y) > _SHIFT else None


def _edges(grey: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    dx, dy = (cv2.Sobel(grey, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(dx, dy), np.float32)
