"""Plain methods, run beside ours: SIFT, ORB, and a hash of the rectified outline."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from companion.cards.find import find_quads
from companion.cards.imagefile import Image
from companion.cards.plate import Pyramid

Named = tuple[str, tuple[float, float]]
Looker = Callable[[Image], list[Named]]
Pictures = list[tuple[str, bool, Image]]
_RATIO = 0.75
_INLIERS = 12
_HASH_BITS = 14  # of 64 that may differ


def _features(make: Callable[[], cv2.Feature2D], norm: int) -> Callable[[Pictures], Looker]:
    """Match every card with the frame, ratio test, RANSAC: the method of most tutorials."""

    def teach(pictures: Pictures) -> Looker:
        detector = make()
        matcher = cv2.BFMatcher(norm)
        cards = []
        for name, back, pixels in pictures:
            if not back:
                points, vectors = detector.detectAndCompute(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), None)
                cards.append((name, pixels.shape, points, vectors))

        def look(frame: Image) -> list[Named]:
            points, vectors = detector.detectAndCompute(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), None)
            found: list[Named] = []
            for name, shape, own_points, own in cards:
                if own is None or vectors is None or len(vectors) < 2:
                    continue
                pairs = [p for p in matcher.knnMatch(own, vectors, k=2) if len(p) == 2]
                good = [a for a, b in pairs if a.distance < _RATIO * b.distance]
                if len(good) < _INLIERS:
                    continue
                here = np.array([own_points[m.queryIdx].pt for m in good], np.float32)
                there = np.array([points[m.trainIdx].pt for m in good], np.float32)
                matrix, inside = cv2.findHomography(here, there, cv2.RANSAC, 4.0)
                if matrix is None or inside.sum() < _INLIERS:
                    continue
                middle = np.array([[[shape[1] / 2, shape[0] / 2]]], np.float32)
                x, y = cv2.perspectiveTransform(middle, matrix)[0, 0]
                found.append((name, (float(x), float(y))))
            return found

        return look

    return teach


def _hash(pixels: Image) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    grey = cv2.resize(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (32, 32), interpolation=cv2.INTER_AREA)
    low = cv2.dct(grey.astype(np.float32))[:8, :8].ravel()
    return np.asarray(low > np.median(low))


def _outline_hash(pictures: Pictures) -> Looker:
    """A perceptual hash of every four-sided outline, in four turns."""
    names = [name for name, back, _ in pictures if not back]
    upright = [
        cv2.rotate(p, cv2.ROTATE_90_CLOCKWISE) if p.shape[1] > p.shape[0] else p
        for _, back, p in pictures
        if not back
    ]
    hashes = np.array([_hash(np.asarray(pixels, np.uint8)) for pixels in upright])

    def look(frame: Image) -> list[Named]:
        pyramid = Pyramid(frame)
        found: list[Named] = []
        for quad in find_quads(frame):
            ways = [_hash(pyramid.cut(np.roll(quad, -turn, 0)).pixels) for turn in range(4)]
            apart = np.array([(hashes != way).sum(1) for way in ways])
            best = int(apart.min(0).argmin())
            if apart.min() <= _HASH_BITS:
                x, y = quad.mean(0)
                found.append((names[best], (float(x), float(y))))
        return found

    return look


PEERS: dict[str, Callable[[Pictures], Looker]] = {
    "SIFT": _features(lambda: cv2.SIFT_create(1500), cv2.NORM_L2),  # type: ignore[attr-defined]
    "ORB": _features(lambda: cv2.ORB_create(1500), cv2.NORM_HAMMING),  # type: ignore[attr-defined]
    "hash": _outline_hash,
}
