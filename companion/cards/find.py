"""Finding by outline: four-sided shapes in a frame that could be cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.cards.imagefile import Image
from companion.cards.plate import Points

WORK_SIDE = 640  # the longer side of the picture that outlines are looked for in
MIN_SIDE = 26  # in that picture
LEAST_AREA = 420  # in that picture: an 80 pixel card, more than half covered

SHARP = 0.45  # the part of a patch's rim that runs along edges, for it to be a thing and not a shade

_DISC = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (21, 21))


class Outlines:
    """The outlines of one frame: four-sided ones, and whether anything is left to explain."""

    def __init__(self, frame: Image) -> None:
        self._scale = min(1.0, WORK_SIDE / max(frame.shape[:2]))
        small = frame
        if self._scale < 1.0:
            small = np.asarray(
                cv2.resize(frame, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA),
                np.uint8,
            )
        self._masks = list(_masks(_brightened(small)))

    def quads(self, limit: int = 40) -> list[Points]:
        """Four-sided outlines, corners clockwise in frame pixels, each (4, 2), largest first.

        Nested outlines (a card's border and its art) are all given; nearly equal ones are given once.
        """
        rough: list[tuple[float, Points, Points]] = []
        for mask in self._masks:
            for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
                found = _rough_quad(np.asarray(contour, np.int32))
                if found is not None:
                    rough.append((float(cv2.contourArea(found[0])), *found))
        rough.sort(key=lambda row: -row[0])
        kept: list[tuple[float, Points]] = []
        quads: list[Points] = []
        for area, quad, hull in rough:
            if any(_same(area, quad, *other) for other in kept):
                continue
            exact = _quad(quad, hull)
            if exact is not None:
                kept.append((area, quad))
                quads.append(np.asarray((exact + 0.5) / self._scale - 0.5, np.float32))
            if len(kept) >= limit:
                break
        return quads + [box for box in self._boxes() if not any(_near(box, quad) for quad in quads)]

    def _boxes(self) -> list[Points]:
        """Rectangles around what is solid: a card whose own outline is too ragged to be four-sided."""
        found = []
        for contour in cv2.findContours(self._masks[3], cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            box = cv2.minAreaRect(contour)
            if cv2.contourArea(contour) > 0.84 * box[1][0] * box[1][1] and min(box[1]) > MIN_SIDE:
                corners = clockwise(np.asarray(cv2.boxPoints(box), np.float32))
                found.append(np.asarray((corners + 0.5) / self._scale - 0.5, np.float32))
        return found

    def unexplained(self, taken: Sequence[Points]) -> bool:
        """Whether something the size of a covered card lies outside the places ``taken``."""
        cover = np.full(self._masks[0].shape, 255, np.uint8)
        for place in taken:
            grown = place.mean(0) + (place - place.mean(0)) * np.float32(1.12)
            cv2.fillConvexPoly(cover, np.round(grown * self._scale).astype(np.int32), 0)
        edges, bright, dark, solid = (
            np.asarray(cv2.bitwise_and(mask, cover), np.uint8) for mask in self._masks
        )
        return self._patches(solid, None) or self._patches(bright, edges) or self._patches(dark, edges)

    def _patches(self, mask: Image, edges: Image | None) -> bool:
        """Whether ``mask`` holds a patch of some size; given ``edges``, only a sharp-edged one counts."""
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)), np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
        large = [label for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] > LEAST_AREA]
        if edges is None or not large:
            return bool(large)
        rim = cv2.subtract(mask, np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8)), np.uint8)) > 0
        around = np.bincount(labels[rim], minlength=count)
        sharp = np.bincount(labels[rim & (edges > 0)], minlength=count)
        return any(sharp[label] > SHARP * around[label] for label in large)


def find_quads(frame: Image, limit: int = 40) -> list[Points]:
    """The four-sided outlines of a frame; see ``Outlines.quads``."""
    return Outlines(frame).quads(limit)


def _brightened(image: Image) -> Image:
    top = float(np.percentile(image[::8, ::8], 97))
    gain = min(5.0, max(1.0, 210 / max(top, 1.0)))
    return np.asarray(cv2.convertScaleAbs(image, alpha=gain), np.uint8) if gain > 1.1 else image


def _masks(image: Image) -> Iterator[Image]:
    """Edges, what is brighter than around, what is darker, and what edges enclose."""
    soft = cv2.GaussianBlur(image, (3, 3), 0)
    edges = np.zeros(image.shape[:2], np.uint8)
    for channel in cv2.split(soft):
        edges = np.asarray(cv2.bitwise_or(edges, cv2.Canny(channel, 35, 90)), np.uint8)
    edges = np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8)
    yield edges
    grey = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    around = np.asarray(cv2.blur(grey, (121, 121)), np.int16)
    yield np.asarray((grey > around + 12) * np.uint8(255), np.uint8)
    yield np.asarray((grey < around - 12) * np.uint8(255), np.uint8)
    # A card's edges close around it: filled it is solid, while grain, lines and prints of the cloth vanish.
    solid = np.zeros_like(edges)
    around_all = cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    cv2.drawContours(solid, around_all, -1, 255, -1)
    yield np.asarray(cv2.morphologyEx(solid, cv2.MORPH_OPEN, _DISC), np.uint8)


def _rough_quad(contour: Image) -> tuple[Points, Points] | None:
    """A contour's four corners and its hull, (n, 2); None when it is nothing like four-sided."""
    _, _, w, h = cv2.boundingRect(contour)
    if max(w, h) < MIN_SIDE or min(w, h) < MIN_SIDE // 3:
        return None
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < MIN_SIDE * MIN_SIDE / 2:
        return None
    around = cv2.arcLength(hull, True)
    for share in (0.02, 0.035, 0.05):
        shape = cv2.approxPolyDP(hull, share * around, True)
        if len(shape) <= 4:
            break
    if len(shape) != 4 or area > 1.2 * cv2.contourArea(shape):
        return None
    return shape.reshape(4, 2).astype(np.float32), hull.reshape(-1, 2).astype(np.float32)


def _quad(rough: Points, hull: Points) -> Points | None:
    quad = _straightened(hull, rough)
    if not 0.93 < cv2.contourArea(hull) / max(cv2.contourArea(quad), 1.0) < 1.04:
        return None
    sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    if sides.min() < MIN_SIDE / 3 or sides.max() > 3.2 * sides.min():
        return None
    if max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1]) > 1.7:
        return None
    return clockwise(quad)


def _straightened(hull: Points, quad: Points) -> Points:
    """Corners where the sides would meet, though the card's own are round."""
    closed = np.vstack([hull, hull[:1]])
    steps = np.linalg.norm(np.diff(closed, axis=0), axis=1)
    lines = []
    for i in range(4):
        a, b = quad[i], quad[(i + 1) % 4]
        along = (b - a) / (np.linalg.norm(b - a) + 1e-6)
        normal = np.array([-along[1], along[0]], np.float32)
        length = float(np.linalg.norm(b - a))
        # The longest hull edges near the side carry its direction; the round corners are short ones.
        middle = (closed[:-1] + closed[1:]) / 2 - a
        near = (np.abs(middle @ normal) < 0.05 * length + 2) & (steps > 0.08 * length)
        directions = (closed[1:] - closed[:-1]) @ along
        near &= np.abs(directions) > 0.97 * steps
        if not near.any():
            lines.append(np.cross([*a, 1.0], [*b, 1.0]))
            continue
        ends = np.vstack([closed[:-1][near], closed[1:][near]])
        weights = np.concatenate([steps[near], steps[near]])
        centre = (ends * weights[:, None]).sum(0) / weights.sum()
        spread = ends - centre
        _, _, axes = np.linalg.svd((spread * weights[:, None]).T @ spread)
        lines.append(np.cross([*centre, 1.0], [*(centre + axes[0]), 1.0]))
    corners = []
    for i in range(4):
        meet = np.cross(lines[i - 1], lines[i])
        if abs(meet[2]) < 1e-9:
            return quad
        corners.append(meet[:2] / meet[2])
    found = np.asarray(corners, np.float32)
    return found if np.abs(found - quad).max() < 0.2 * np.linalg.norm(quad[0] - quad[2]) else quad


def clockwise(quad: Points) -> Points:
    """The corners in clockwise order as seen on the screen (y grows downward)."""
    return quad if cv2.contourArea(quad, True) > 0 else np.ascontiguousarray(quad[::-1])


def _near(one: Points, other: Points) -> bool:
    """Whether two outlines have all corners within a tenth of their size."""
    reach = 0.07 * float(np.linalg.norm(one[2] - one[0]))
    return bool((np.linalg.norm(one[:, None] - other[None], axis=2).min(1) < reach).all())


def _same(area: float, quad: Points, other_area: float, other: Points) -> bool:
    if not 0.9 < area / other_area < 1.1:
        return False
    reach = 0.03 * np.sqrt(area) + 1.5
    distance = np.linalg.norm(quad[:, None] - other[None], axis=2).min(1)
    return bool((distance < reach).all())
