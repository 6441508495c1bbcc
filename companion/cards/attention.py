"""Where to look in a picture, and how hard: what a watcher knows of the picture before.

Looking at a whole table again and again is slow, and a pile is full of half-hidden cards that are known
already. What has changed since the last settled picture says where the new card is.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.cards.imagefile import Image
from companion.cards.plate import Points

LEAST_CHANGE = 0.3  # the part of an outline that has changed, for it to be looked at
_FEW = 20  # moving pixels in a patch that are noise
_HAND = 0.012  # of the picture
LEAST_PATCH = 220  # pixels of the mask; less than a covered card 80 pixels high, at a quarter of the size


@dataclass(frozen=True, slots=True)
class Attention:
    """``changed``: a mask (255: changed) of the picture, ``scale`` of its size. ``hints``: outlines to try
    first, (4, 2) in picture pixels. ``deep``: also look for cards whose outline can't be seen.
    ``until``: when to give up, on ``time.perf_counter``."""

    changed: Image
    scale: float
    hints: Sequence[Points] = ()
    deep: bool = True
    until: float = float("inf")

    def late(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() > self.until

    def concerns(self, place: Points) -> bool:
        """Whether enough of a place has changed."""
        outline = np.zeros(self.changed.shape, np.uint8)
        cv2.fillConvexPoly(outline, np.round(place * self.scale).astype(np.int32), 255)
        inside = cv2.countNonZero(outline)
        return cv2.countNonZero(cv2.bitwise_and(outline, self.changed)) > LEAST_CHANGE * max(1, inside)

    def rest(self, taken: Sequence[Points]) -> Image:
        """What has changed outside the places ``taken``, without specks and seams."""
        left = self.changed.copy()
        for place in taken:
            grown = place.mean(0) + (place - place.mean(0)) * np.float32(1.12)
            cv2.fillConvexPoly(left, np.round(grown * self.scale).astype(np.int32), 0)
        return np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)

    def unexplained(self, taken: Sequence[Points]) -> bool:
        """Whether something the size of a card has changed outside the places ``taken``."""
        return has_patch(self.rest(taken))


def has_patch(mask: Image) -> bool:
    """Whether a mask holds a patch large enough to be a card, or most of one."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return any(stats[n, cv2.CC_STAT_AREA] >= LEAST_PATCH for n in range(1, count))


def outlines_of(changed: Image, scale: float) -> list[Points]:
    """Rectangles round the patches of a mask, (4, 2) in picture pixels, clockwise, largest first."""
    found = []
    for contour in cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        if cv2.contourArea(contour) >= LEAST_PATCH:
            corners = np.asarray(cv2.boxPoints(cv2.minAreaRect(contour)), np.float32)
            if cv2.contourArea(corners, True) < 0:
                corners = np.ascontiguousarray(corners[::-1])
            # A mask's contour runs through the middle of its outermost pixels.
            grown = corners.mean(0) + (corners - corners.mean(0)) * np.float32(1.02)
            found.append(np.asarray((grown + 0.5) / scale - 0.5, np.float32))
    return sorted(found, key=lambda quad: -cv2.contourArea(quad))


def calm_patches(changed: Image, motion: Image | None) -> Image:
    """The patches of a mask in which nothing moves."""
    if motion is None:
        return changed
    count, labels, _, _ = cv2.connectedComponentsWithStats(changed)
    moves = np.bincount(labels[motion > 0], minlength=count) > _FEW
    moves[0] = True
    return np.asarray(np.where(moves[labels], 0, changed), np.uint8)


def reaches_in(rest: Image) -> bool:
    """Whether something large reaches in over the picture's edge."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(rest)
    rim = np.unique(np.concatenate([labels[[0, 1, -2, -1]].ravel(), labels[:, [0, 1, -2, -1]].ravel()]))
    return any(0 < n < count and stats[n, cv2.CC_STAT_AREA] > _HAND * rest.size for n in rim)
