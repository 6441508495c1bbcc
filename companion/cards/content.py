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

WORK_SIDE = 960  # the longer side of the picture that features are looked for in
_FRAME_FEATURES = 900
_VIEW_FEATURES = 110
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
        sift = cv2.SIFT_create(_VIEW_FEATURES, contrastThreshold=0.025)  # type: ignore[attr-defined]
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

    def look(
        self, frame: Image, taken: Sequence[Points], most: int = 10, where: Image | None = None
    ) -> list[tuple[int, Matrix]]:
        """Views that may lie outside the places ``taken``: (view, plate -> frame), best first.

        ``where``: a mask, of any size, outside which nothing is looked for.
        """
        if not len(self._vectors):
            return []
        scale = min(1.0, WORK_SIDE / max(frame.shape[:2]))
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        if scale < 1:
            grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        mask = np.full(grey.shape, 255, np.uint8)
        if where is not None:
            mask = np.asarray(cv2.resize(where, grey.shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8)
        for place in taken:
            cv2.fillConvexPoly(mask, np.round(place * scale).astype(np.int32), 0)
        found, described = self._frame_sift.detectAndCompute(grey, mask)
        if described is None or len(found) < _LEAST:
            return []
        there = (np.array([point.pt for point in found], np.float32) + 0.5) / scale - 0.5
        mine, frames = self._matches(_rooted(described))
        return self._places(mine, there[frames], frame.shape, most)

    def _matches(self, seen: Floats) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Pairs of (taught feature, frame feature) that no other card's feature rivals."""
        near = seen @ self._vectors.T
        best = near.argmax(1)
        top = near[np.arange(len(seen)), best]
        card = np.array([self._cards[view.name] for view in self._views])[self._owners]
        rest = (
            np.where(card[None] == card[best][:, None], -1.0, near).max(1)
            if len(self._cards) > 1
            else top * 0
        )
        good = np.sqrt(np.maximum(2 - 2 * top, 0)) < _RATIO * np.sqrt(np.maximum(2 - 2 * rest, 1e-6))
        good &= top > 0.75
        return best[good], np.nonzero(good)[0]

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
