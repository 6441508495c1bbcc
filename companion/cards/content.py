"""Finding by content: what an outline can't show, because a hand, another card or the frame cuts it.

SIFT features of the taught views, without those that several cards share, are looked for in the frame;
a view that gathers a few, laid consistently, is worth a try. Whether it is there the dense check says.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards.gallery import Gallery
from companion.cards.imagefile import Image
from companion.cards.plate import CORNERS, HEIGHT, WIDTH, Floats, Matrix, Points, carry

SCALE = 0.75  # of the picture that features are looked for in, at most, for 1280 pixels
WORK_PIXELS = 220_000  # of it, at most
_FRAME_FEATURES = 600
_VIEW_FEATURES = 110
_ALL_FEATURES = 12_000  # of the deck: the larger it is, the fewer for each view
_RATIO = 0.86
_SHARED = 0.84  # cosine from which two features are the same
_SAME_SPOT = 5.0  # plate pixels
_LEAST = 5  # features that must agree on a place
_LARGE = 2  # taught pictures are described at twice plate size


class Content:
    """The features of a deck. Empty for decks too large to keep the pictures it needs."""

    def __init__(self, gallery: Gallery) -> None:
        self._views = gallery.views
        self._frame_sift = cv2.SIFT_create(_FRAME_FEATURES, contrastThreshold=0.025)  # type: ignore[attr-defined]
        most = max(30, min(_VIEW_FEATURES, _ALL_FEATURES // max(1, len(gallery.views))))
        sift = cv2.SIFT_create(most, contrastThreshold=0.025)  # type: ignore[attr-defined]
        points, vectors, owners = [], [], []
        for number, view in enumerate(gallery.views):
            if view.large is None or view.back:
                continue
            picture = cv2.imdecode(np.frombuffer(view.large, np.uint8), cv2.IMREAD_GRAYSCALE)
            found, described = sift.detectAndCompute(picture, None)
            if described is not None and len(found):
                points.append(np.array([point.pt for point in found], np.float32) / _LARGE)
                vectors.append(_rooted(described))
                owners.append(np.full(len(found), number))
        self._points = np.concatenate(points) if points else np.zeros((0, 2), np.float32)
        self._vectors = np.concatenate(vectors) if vectors else np.zeros((0, 128), np.float32)
        self._owners = np.concatenate(owners) if owners else np.zeros(0, np.int64)
        self._cards = {name: n for n, name in enumerate(dict.fromkeys(view.name for view in gallery.views))}
        self._drop_shared()
        self._group()

    def look(
        self, frame: Image, taken: Sequence[Points], where: Image, most: int = 5
    ) -> list[tuple[int, Matrix]]:
        """Views that may lie outside the places ``taken``: (view, plate -> frame), best first.

        ``where``: a mask, of any size, outside which nothing is looked for.
        """
        if not len(self._vectors):
            return []
        left, top, wide, high = _bounds(where, frame.shape)
        scale = min(1.0, SCALE * 1280 / max(frame.shape[:2]), float(np.sqrt(WORK_PIXELS / (wide * high))))
        part = cv2.cvtColor(frame[top : top + high, left : left + wide], cv2.COLOR_BGR2GRAY)
        size = (max(1, round(wide * scale)), max(1, round(high * scale)))
        grey = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
        whole = cv2.resize(where, (frame.shape[1], frame.shape[0]), interpolation=cv2.INTER_NEAREST)
        for place in taken:
            cv2.fillConvexPoly(whole, np.round(place).astype(np.int32), 0)
        mask = cv2.resize(
            whole[top : top + high, left : left + wide], grey.shape[::-1], interpolation=cv2.INTER_NEAREST
        )
        found, described = self._frame_sift.detectAndCompute(grey, mask)
        if described is None or len(found) < _LEAST:
            return []
        there = (np.array([point.pt for point in found], np.float32) + 0.5) / scale - 0.5
        mine, frames = self._matches(_rooted(described))
        return self._places(mine, there[frames] + np.array([left, top], np.float32), frame.shape, most)

    def _matches(self, seen: Floats) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Pairs of (taught feature, frame feature) that no other card's feature rivals."""
        near = seen @ self._vectors.T
        best = near.argmax(1)
        rows = np.arange(len(seen))
        top = near[rows, best]
        each = np.maximum.reduceat(near, self._starts, axis=1)  # the best of each card
        each[rows, self._group_of[best]] = -1.0
        rest = each.max(1) if len(self._starts) > 1 else top * 0
        good = np.sqrt(np.maximum(2 - 2 * top, 0)) < _RATIO * np.sqrt(np.maximum(2 - 2 * rest, 1e-6))
        good &= top > 0.75
        return best[good], np.nonzero(good)[0]

    def _group(self) -> None:
        """Lay each card's features side by side."""
        card = np.array([self._cards[view.name] for view in self._views], np.int64)[self._owners]
        order = np.argsort(card, kind="stable")
        self._points, self._vectors, self._owners = (
            self._points[order],
            self._vectors[order],
            self._owners[order],
        )
        _, self._starts, self._group_of = np.unique(card[order], return_index=True, return_inverse=True)

    def _places(
        self, mine: npt.NDArray[np.int64], there: Points, shape: tuple[int, ...], most: int
    ) -> list[tuple[int, Matrix]]:
        found: list[tuple[int, int, Matrix]] = []
        for view in np.unique(self._owners[mine]):
            pick = self._owners[mine] == view
            for _ in range(2):  # two copies of a card may lie there
                if pick.sum() < _LEAST:
                    break
                placed = _place(self._points[mine[pick]], there[pick], shape)
                if placed is None:
                    break
                matrix, inside = placed
                found.append((int(inside.sum()), int(view), matrix))
                rest = np.nonzero(pick)[0][~inside]
                pick = np.zeros_like(pick)
                pick[rest] = True
        found.sort(key=lambda row: -row[0])
        return [(view, matrix) for _, view, matrix in found[:most]]

    def _drop_shared(self) -> None:
        """Forget features that other cards have as well: the frame and border of the game."""
        if len(self._cards) < 2 or not len(self._vectors):
            return
        card = np.array([self._cards[view.name] for view in self._views])[self._owners]
        keep = np.ones(len(card), bool)
        for start in range(0, len(card), 500):
            block = slice(start, start + 500)
            same = (self._vectors[block] @ self._vectors.T > _SHARED) & (card[block, None] != card[None])
            apart = self._points[block, None] - self._points[None]
            keep[block] = (same & (np.abs(apart).max(2) < _SAME_SPOT)).sum(1) < 2
        self._points, self._vectors, self._owners = (
            self._points[keep],
            self._vectors[keep],
            self._owners[keep],
        )


def _bounds(where: Image, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The box (left, top, width, height) in frame pixels that holds all of a mask."""
    x, y, w, h = cv2.boundingRect(where)
    across, down = shape[1] / where.shape[1], shape[0] / where.shape[0]
    left, top = int(x * across), int(y * down)
    return (
        left,
        top,
        max(1, min(shape[1] - left, round(w * across))),
        max(1, min(shape[0] - top, round(h * down))),
    )


def _rooted(described: Floats) -> Floats:
    """RootSIFT (Arandjelović and Zisserman 2012): unit vectors whose product compares well."""
    return np.asarray(np.sqrt(described / (described.sum(1, keepdims=True) + 1e-6)), np.float32)


def _place(
    plate: Points, frame: Points, shape: tuple[int, ...]
) -> tuple[Matrix, npt.NDArray[np.bool_]] | None:
    """Where a view lies if most of the pairs are right: an affine start, and which pairs it holds."""
    size = max(shape[:2]) / 100
    affine, inside = cv2.estimateAffine2D(
        plate, frame, ransacReprojThreshold=max(4.0, size * 0.4), maxIters=800
    )
    if affine is None or inside is None or inside.sum() < _LEAST:
        return None
    matrix = np.vstack([affine, [0, 0, 1]])
    corners = carry(matrix, CORNERS)
    sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    lean = abs(float(np.dot(corners[1] - corners[0], corners[3] - corners[0]))) / float(
        sides[0] * sides[3] + 1e-6
    )
    if np.linalg.det(affine[:, :2]) <= 0 or sides.min() < 30 or lean > 0.6:
        return None
    if sides.max() > 2.5 * max(shape[:2]) or not 0.35 < (sides[0] / sides[3]) / (WIDTH / HEIGHT) < 2.2:
        return None
    return np.asarray(matrix, np.float64), inside.ravel() == 1
