"""The index: one short vector a taught view, so that a whole deck is asked in one matrix product.

A vector holds, for each of 6 x 8 cells, gradients in eight directions and two opponent colours. The mean
of the deck is taken out: what all cards share says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.cards.plate import HEIGHT, WIDTH, Floats, Plate

CELLS = (6, 8)
BINS = 8
_COLOUR = 0.35


def describe(plate: Plate) -> Floats:
    """The vector of a plate, (528,), length 1."""
    grey = np.ascontiguousarray(plate.channels[:, :, 0])
    dx = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3)
    dy = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)
    size, angle = cv2.cartToPolar(dx, dy)
    place = angle * (BINS / (2 * np.pi))
    low = np.floor(place)
    part = (place - low).astype(np.float32)
    low_bin = low.astype(np.int32) % BINS
    high_bin = (low_bin + 1) % BINS
    cell_y, cell_x = np.mgrid[0:HEIGHT, 0:WIDTH]
    cell = (cell_y * CELLS[1] // HEIGHT) * CELLS[0] + cell_x * CELLS[0] // WIDTH
    count = CELLS[0] * CELLS[1] * BINS
    sums = np.bincount((cell * BINS + low_bin).ravel(), (size * (1 - part)).ravel(), count)
    sums += np.bincount((cell * BINS + high_bin).ravel(), (size * part).ravel(), count)
    shape = np.sqrt(np.maximum(sums, 0)).astype(np.float32)
    shape /= np.linalg.norm(shape) + 1e-6
    tint = cv2.resize(plate.channels, CELLS, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    tint = tint - tint.mean(0)
    colour = tint.ravel() / (np.linalg.norm(tint) + 0.3)
    return np.concatenate([shape, (_COLOUR * colour).astype(np.float32)])


class Index:
    """The vectors of all taught views, upright."""

    def __init__(self, vectors: Sequence[Floats]) -> None:
        matrix = np.asarray(vectors, np.float32)
        self._mean = matrix.mean(0) if len(vectors) >= 6 else np.zeros(matrix.shape[1], np.float32)
        self._matrix = self._ready(matrix)

    def ask(self, plates: Sequence[Plate]) -> Floats:
        """How near each plate is to each view, -1..1, (plates, views)."""
        return np.asarray(self._ready(np.asarray([describe(plate) for plate in plates])) @ self._matrix.T)

    def neighbours(self, view: int, count: int) -> list[int]:
        """The views nearest to a taught one, nearest first, itself left out."""
        near = self._matrix @ self._matrix[view]
        near[view] = -2
        count = min(count, len(near) - 1)
        if count <= 0:
            return []
        top = np.argpartition(-near, count - 1)[:count]
        return [int(i) for i in top[np.argsort(-near[top])]]

    def _ready(self, vectors: Floats) -> Floats:
        vectors = vectors - self._mean
        return np.asarray(vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6), np.float32)
