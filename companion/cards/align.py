"""Laying a taught plate exactly over what the frame shows: an outline is only where to start."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.cards.plate import CORNERS, Matrix, Plate, Pyramid, carry

_FLOW = {
    "winSize": (15, 15),
    "maxLevel": 2,
    "criteria": (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 12, 0.03),
}
_MOST = 0.22  # how far a corner may move, as a share of the card's height
_ENOUGH = 8


@dataclass(frozen=True, slots=True)
class Laid:
    """A taught view laid over the frame: plate -> frame, what is seen there, and how many points agree."""

    matrix: Matrix
    seen: Plate
    inliers: int


def lay(taught: Plate, pyramid: Pyramid, start: Matrix, seen: Plate | None = None, rounds: int = 2) -> Laid:
    """Refine ``start`` (plate -> frame) by following the taught plate's points in what is seen."""
    matrix = start
    seen = seen or Plate(pyramid.warp(matrix, _tall(matrix)))
    inliers = 0
    for _ in range(rounds):
        step, inliers = _step(taught, seen)
        if step is None:
            break
        moved = float(np.abs(carry(step, CORNERS) - CORNERS).max())
        if moved < 0.35:
            break
        matrix = matrix @ step
        seen = Plate(pyramid.warp(matrix, _tall(matrix)))
        if moved < 2.0:
            break
    return Laid(matrix, seen, inliers)


def _tall(matrix: Matrix) -> float:
    corners = carry(matrix, CORNERS)
    return float(np.linalg.norm(corners[3] - corners[0]))


def _step(taught: Plate, seen: Plate) -> tuple[Matrix | None, int]:
    points = taught.points
    if len(points) < _ENOUGH:
        return None, 0
    start = points.reshape(-1, 1, 2)
    moved, found, error = cv2.calcOpticalFlowPyrLK(taught.relief, seen.relief, start, None, **_FLOW)  # type: ignore[call-overload]
    good = (found.ravel() == 1) & (error.ravel() < 28)
    if good.sum() < _ENOUGH:
        return None, int(good.sum())
    to = moved.reshape(-1, 2)[good]
    source = points[good]
    affine, inside = cv2.estimateAffine2D(
        source, to, ransacReprojThreshold=2.4, maxIters=200, confidence=0.98
    )
    if affine is None or inside is None or inside.sum() < _ENOUGH:
        return None, 0
    pick = inside.ravel() == 1
    inliers = int(pick.sum())
    matrix = np.vstack([affine, [0, 0, 1]])
    if inliers >= 14 and np.ptp(source[pick], axis=0).min() >= 40:  # few points hold no homography
        exact, _ = cv2.findHomography(source[pick], to[pick], 0)
        matrix = exact if exact is not None else matrix
    shift = np.abs(carry(matrix, CORNERS) - CORNERS).max()
    if not np.isfinite(shift) or shift > _MOST * 128:
        return None, inliers
    return np.asarray(matrix, np.float64), inliers
