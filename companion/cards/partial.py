"""Finding by part of an outline: one whole side with the beginnings of its neighbours shows where a
card lies, though a hand hides the rest. Pips give features nothing to hold on to; sides do."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.cards.find import clockwise
from companion.cards.imagefile import Image
from companion.cards.plate import Floats, Points

WORK_SIDE = 640
_SHORTEST = 9.0  # pixels in the work picture
_MOST_LINES = 90
_REACH = 7.0  # how far from a corner a side may end, on account of the round corner


def find_partial(
    frame: Image, taken: Sequence[Points], aspects: Sequence[float], where: Image, most: int = 12
) -> list[Points]:
    """Where cards of these aspects (width / height) may lie, from three sides each, (4, 2), longest first.

    ``where``: a mask, of any size, outside which nothing is looked for.
    """
    scale = min(1.0, WORK_SIDE / max(frame.shape[:2]))
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    mask = np.asarray(cv2.resize(where, grey.shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8)
    lines = _lines(
        np.asarray(grey, np.uint8), mask, [np.asarray(place * scale, np.float32) for place in taken]
    )
    found: list[tuple[float, Points]] = []
    for side in range(len(lines)):
        for quad in _cards_on(lines, side, aspects):
            found.append((float(np.linalg.norm(quad[1] - quad[0])), quad))
    found.sort(key=lambda pair: -pair[0])
    kept: list[Points] = []
    for _, quad in found:
        reach = 0.06 * float(np.linalg.norm(quad[2] - quad[0]))
        if all(np.linalg.norm(quad[:, None] - other[None], axis=2).min(1).max() > reach for other in kept):
            kept.append(quad)
    return [np.asarray((quad + 0.5) / scale - 0.5, np.float32) for quad in kept[:most]]


def _lines(grey: Image, where: Image, taken: Sequence[Points]) -> Floats:
    """The longest straight edges inside ``where`` and outside the places taken, (n, 2, 2)."""
    left, top, wide, high = cv2.boundingRect(where)
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE)
    part = grey[top : top + high, left : left + wide]
    found = detector.detect(cv2.GaussianBlur(part, (3, 3), 0))[0] if part.size else None
    if found is None:
        return np.zeros((0, 2, 2), np.float32)
    lines = np.asarray(found.reshape(-1, 2, 2), np.float32) + np.array([left, top], np.float32)
    length = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1)
    middle = lines.mean(1)
    inside = np.zeros(len(lines), bool)
    for place in taken:
        inside |= np.array(
            [cv2.pointPolygonTest(place, (float(x), float(y)), True) > -4 for x, y in middle], bool
        )
    pick = np.nonzero((length > _SHORTEST) & ~inside)[0]
    return np.asarray(lines[pick[np.argsort(-length[pick])][:_MOST_LINES]], np.float32)


def _cards_on(lines: Floats, side: int, aspects: Sequence[float]) -> list[Points]:
    """Cards of which this line is a whole side: a neighbour begins at each of its ends, the same way."""
    a, b = lines[side]
    length = float(np.linalg.norm(b - a))
    if length < 24:
        return []
    along = (b - a) / length
    quads: list[Points] = []
    starts = _neighbours(lines, side, a, along)
    ends = _neighbours(lines, side, b, along)
    for corner, one in starts[:4]:
        for other_corner, two in ends[:4]:
            if float(one @ two) < 0.9:
                continue
            whole = float(np.linalg.norm(other_corner - corner))
            across = (one + two) / np.linalg.norm(one + two)
            for aspect in aspects:
                for ratio in {aspect, 1 / aspect}:
                    reach = across * whole * ratio
                    quads.append(
                        clockwise(
                            np.array([corner, other_corner, other_corner + reach, corner + reach], np.float32)
                        )
                    )
    return quads


def _neighbours(lines: Floats, side: int, end: Points, along: Points) -> list[tuple[Points, Points]]:
    """Lines that begin near ``end`` and run across: (where the two meet, direction away), longest first."""
    ways = lines[:, 1] - lines[:, 0]
    length = np.linalg.norm(ways, axis=1)
    ways = ways / length[:, None]
    crossing = np.abs(ways @ along) < 0.35
    gaps = np.linalg.norm(lines - end, axis=2)
    near = crossing & (gaps.min(1) < _REACH + 0.05 * length)
    near[side] = False
    found = []
    for number in np.nonzero(near)[0][:8]:
        start = int(gaps[number].argmin())
        away = ways[number] if start == 0 else -ways[number]
        meet = np.cross(
            np.cross([*end, 1.0], [*(end + along), 1.0]),
            np.cross([*lines[number, 0], 1.0], [*lines[number, 1], 1.0]),
        )
        if abs(meet[2]) > 1e-6:
            corner = np.asarray(meet[:2] / meet[2], np.float32)
            if np.linalg.norm(corner - end) < 2 * _REACH:
                found.append((corner, np.asarray(away, np.float32)))
    return found
