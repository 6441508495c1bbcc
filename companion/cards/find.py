"""Finding by outline: four-sided shapes in a frame that could be cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.cards.imagefile import Image
from companion.cards.plate import Points

WORK_SIDE = 640  # the longer side of the picture that outlines are looked for in
MIN_SIDE = 26  # in that picture
LEAST_AREA = 800  # in that picture: a third of a card 120 pixels high

SHARP = 0.45  # the part of a patch's rim that runs along edges, for it to be a thing and not a shade

_DISC = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (11, 11))


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
        for number, mask in enumerate(self._masks):
            # What is solid is outlined only roughly, where the table's grain joins in: it comes last.
            later = 1e-6 if number == 3 else 1.0
            for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
                found = _rough_quad(np.asarray(contour, np.int32))
                if found is not None:
                    rough.append((later, *found))
        rough.sort(key=lambda row: -row[0] * cv2.contourArea(row[1]))
        kept: list[tuple[float, Points]] = []
        quads: list[Points] = []
        for _, quad, hull in rough:
            area = float(cv2.contourArea(quad))
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

    def rest(self, taken: Sequence[Points]) -> Image | None:
        """Where something the size of a covered card lies outside the places ``taken``.

        A mask (255) of a quarter of the picture's area or less; None when all is explained.
        """
        size = (self._masks[0].shape[1] // 2, self._masks[0].shape[0] // 2)
        if min(size) < MIN_SIDE // 2:
            return None
        cover = np.full(size[::-1], 255, np.uint8)
        for place in taken:
            grown = place.mean(0) + (place - place.mean(0)) * np.float32(1.12)
            cv2.fillConvexPoly(cover, np.round(grown * self._scale / 2).astype(np.int32), 0)
        edges, bright, dark, solid = (
            np.asarray(
                cv2.bitwise_and(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST), cover), np.uint8
            )
            for mask in self._masks
        )
        left = _patches(solid, None) | _patches(bright, edges) | _patches(dark, edges)
        if not left.any():
            return None
        return np.asarray(cv2.dilate(left, np.ones((15, 15), np.uint8)), np.uint8)


def _patches(mask: Image, edges: Image | None) -> Image:
    """The patches of ``mask`` of some size; given ``edges``, only sharp-edged ones count."""
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    large = stats[:, cv2.CC_STAT_AREA] > LEAST_AREA // 4
    large[0] = False
    if edges is not None and large.any():
        rim = cv2.subtract(mask, np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8)), np.uint8)) > 0
        around = np.bincount(labels[rim], minlength=count)
        sharp = np.bincount(labels[rim & (edges > 0)], minlength=count)
        large &= sharp > SHARP * around
    return np.asarray(large[labels] * np.uint8(255), np.uint8)


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
    # Given three channels, Canny follows at each pixel the one that changes most.
    edges = np.asarray(cv2.dilate(cv2.Canny(soft, 35, 90), np.ones((3, 3), np.uint8)), np.uint8)
    yield edges
    grey = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    around = cv2.blur(grey, (121, 121))
    for more, less in ((grey, around), (around, grey)):
        mask = cv2.threshold(cv2.subtract(more, less), 12, 255, cv2.THRESH_BINARY)[1]
        yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    # A card's edges close around it: filled it is solid, while grain, lines and prints of the cloth vanish.
    solid = np.zeros_like(edges)
    around_all = cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    cv2.drawContours(solid, around_all, -1, 255, -1)
    half = (max(1, solid.shape[1] // 2), max(1, solid.shape[0] // 2))  # a wide disc is slow
    small = cv2.resize(solid, half, interpolation=cv2.INTER_NEAREST)
    small = cv2.morphologyEx(small, cv2.MORPH_OPEN, _DISC)
    yield np.asarray(cv2.resize(small, solid.shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8)


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
    after = np.roll(hull, -1, 0)
    ways = after - hull
    steps = np.hypot(ways[:, 0], ways[:, 1])
    middles = np.asarray((hull + after) / 2, np.float32)
    lines = [_side(hull, after, ways, steps, middles, quad[i], quad[(i + 1) % 4]) for i in range(4)]
    corners = [_meet(*lines[i - 1], *lines[i]) for i in range(4)]
    if any(corner is None for corner in corners):
        return quad
    found = np.asarray(corners, np.float32)
    return found if np.abs(found - quad).max() < 0.2 * np.linalg.norm(quad[0] - quad[2]) else quad


def _side(
    hull: Points, after: Points, ways: Points, steps: Points, middles: Points, a: Points, b: Points
) -> tuple[float, float, float, float]:
    """The line (point, direction) of the side from ``a`` to ``b``, carried by the hull's long edges."""
    dx, dy = float(b[0] - a[0]), float(b[1] - a[1])
    length = float(np.hypot(dx, dy)) + 1e-6
    dx, dy = dx / length, dy / length
    # The longest hull edges near the side carry its direction; the round corners are short ones.
    off = (middles[:, 1] - a[1]) * dx - (middles[:, 0] - a[0]) * dy
    near = (np.abs(off) < 0.05 * length + 2) & (steps > 0.08 * length)
    near &= np.abs(ways[:, 0] * dx + ways[:, 1] * dy) > 0.97 * steps
    if not near.any():
        return float(a[0]), float(a[1]), dx, dy
    ends = np.concatenate([hull[near], after[near]])
    weights = np.concatenate([steps[near], steps[near]])
    total = float(weights.sum())
    x, y = float(ends[:, 0] @ weights) / total, float(ends[:, 1] @ weights) / total
    u, v = (ends[:, 0] - x) * weights, (ends[:, 1] - y) * weights
    turn = 0.5 * float(np.arctan2(2 * float(u @ v), float(u @ u) - float(v @ v)))
    return x, y, float(np.cos(turn)), float(np.sin(turn))


def _meet(
    x: float, y: float, dx: float, dy: float, u: float, v: float, du: float, dv: float
) -> tuple[float, float] | None:
    """Where two lines cross; None: nowhere near."""
    cross = dx * dv - dy * du
    if abs(cross) < 1e-9:
        return None
    along = ((u - x) * dv - (v - y) * du) / cross
    return x + along * dx, y + along * dy


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
