"""How well the camera sees: dark, frozen, a hand in the way, blurred, moved."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards.past import CHANGED
from companion.cards.sources.base import Image, Thumb
from companion.observations import ViewState

Edges = npt.NDArray[np.float32]

DARK = 16.0
FROZEN_US = 2_000_000
BUSY_US = 400_000  # motion that lasts this long is a hand
MOTION = 160  # thumb pixels that differ between two pictures while something moves
POOR_US = 600_000  # how long a still picture must be blurred or moved before it is told
_EDGE = 40.0
_BLUNT = 0.65
_ANCHORS = 300  # edge pixels outside the cards without which a push can't be told
_SHIFT = 2.5  # thumb pixels
_SURE = 0.4  # response of the phase correlation; a hand or a new card gives far less at another place


class Gaze:
    """Follows the thumbs, and knows whether something moves."""

    def __init__(self) -> None:
        self._last: Thumb | None = None
        self._same_since = 0
        self._moving_since = 0
        self._poor_since = 0
        self.still_since = 0
        self.shift = (0.0, 0.0)  # thumb pixels by which the view was pushed aside, while it is
        self.hand = False  # a hand lies still in the picture: set by who knows what lies there

    @property
    def moving(self) -> bool:
        """Whether something moved between the last two pictures."""
        return bool(self._moving_since)

    @property
    def poor(self) -> bool:
        """Whether the last picture was blurred or pushed aside, told or not yet."""
        return bool(self._poor_since)

    def take(self, thumb: Thumb, where: Image | None = None) -> None:
        """One more picture; motion counts only in the mask ``where``."""
        last, self._last = self._last, thumb
        if last is None or last.grey.shape != thumb.grey.shape:
            self._same_since = self.still_since = thumb.t_us
            return
        apart = cv2.absdiff(last.grey, thumb.grey)
        if cv2.countNonZero(apart):
            self._same_since = thumb.t_us
        self.motion = np.asarray((apart > CHANGED) * np.uint8(255), np.uint8)
        if where is not None:
            self.motion &= where
        if cv2.countNonZero(self.motion) > MOTION:
            self._moving_since = self._moving_since or thumb.t_us
            self.still_since = thumb.t_us
        else:
            self._moving_since = 0

    def state(self, settled: Thumb | None, cards: Image | None = None) -> ViewState:
        """What to tell of the view; ``settled`` is the last picture of which all was known, ``cards`` a mask
        of the cards in it, which may move without the camera being pushed."""
        thumb = self._last
        if thumb is None:
            return "clear"
        if float(thumb.grey.mean()) < DARK:
            return "dark"
        if thumb.t_us - self._same_since > FROZEN_US:
            return "frozen"
        if self._moving_since:
            self._poor_since = 0
            return "hand" if self.hand or thumb.t_us - self._moving_since > BUSY_US else "clear"
        poor = self._poor(settled.grey, thumb.grey, cards) if settled is not None else None
        if poor is None:
            self._poor_since = 0
            return "hand" if self.hand else "clear"
        self._poor_since = self._poor_since or thumb.t_us
        return poor if thumb.t_us - self._poor_since > POOR_US else "clear"

    def _poor(self, settled: Image, now: Image, cards: Image | None) -> ViewState | None:
        """Whether a picture shows the settled one blurred, or pushed aside as a whole."""
        self.shift = (0.0, 0.0)
        if settled.shape != now.shape or np.count_nonzero(cv2.absdiff(settled, now) > CHANGED) < 3 * MOTION:
            return None
        before, after = _edges(settled), _edges(now)
        self.shift = _shift(before, after, cards)
        if self.shift != (0.0, 0.0):
            return "moved"
        spots = before > _EDGE
        dull = np.count_nonzero(spots & (after < _BLUNT * before)) > 0.6 * np.count_nonzero(spots)
        sharp = np.percentile(after, 99) > _BLUNT * np.percentile(
            before, 99
        )  # another thing, but a sharp one
        coarse = cv2.absdiff(cv2.blur(settled, (25, 25)), cv2.blur(now, (25, 25)))
        return "blurred" if dull and not sharp and np.percentile(coarse[spots], 80) < CHANGED else None


def _shift(before: Edges, after: Edges, cards: Image | None) -> tuple[float, float]:
    """By how many pixels all that is no card was pushed aside; zero where that can't be told."""
    if cards is not None:
        before, after = (np.where(cards > 0, np.float32(0), edges) for edges in (before, after))
    if np.count_nonzero(before > _EDGE) < _ANCHORS:
        return 0.0, 0.0
    window = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    (x, y), sure = cv2.phaseCorrelate(before, after, window)
    return (float(x), float(y)) if sure > _SURE and np.hypot(x, y) > _SHIFT else (0.0, 0.0)


def _edges(grey: Image) -> Edges:
    dx, dy = (cv2.Sobel(grey, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(dx, dy), np.float32)
