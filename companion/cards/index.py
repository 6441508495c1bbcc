"""The index: one short vector a taught view, so that a whole deck is asked in one matrix product.

A vector holds, for each of 6 x 8 cells, gradients in eight directions and two opponent colours. The mean
of the deck is taken out: what all cards share says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.cards.imagefile import Image
from companion.cards.plate import HEIGHT, OPPONENT, RIM, WIDTH, Floats, Plate

CELLS = (6, 8)
BINS = 8
_COLOUR = 0.35


_SMALL = (WIDTH // 2, HEIGHT // 2)  # gradients are taken at half the plate's size: a pixel's shift is none
_RIM = RIM // 2
_Y, _X = np.mgrid[0 : _SMALL[1], 0 : _SMALL[0]]
_CELL = ((_Y * CELLS[1] // _SMALL[1]) * CELLS[0] + _X * CELLS[0] // _SMALL[0]).astype(np.int32).ravel() * BINS
_SHAPES = CELLS[0] * CELLS[1] * BINS


def describe(plate: Plate) -> Floats:
    """The vector of a plate, (528,), its shape part of length 1."""
    return _vector(np.asarray(cv2.resize(plate.pixels, _SMALL, interpolation=cv2.INTER_AREA), np.uint8))


def describe_lying(plate: Plate) -> Floats:
    """The vector of the card whose top is this plate's right side."""
    turned = cv2.rotate(plate.pixels, cv2.ROTATE_90_COUNTERCLOCKWISE)
    return _vector(np.asarray(cv2.resize(turned, _SMALL, interpolation=cv2.INTER_AREA), np.uint8))


def _vector(small: Image) -> Floats:
    bright = max(24.0, float(np.partition(small[::2, ::2].ravel(), -230)[-230]))
    channels = cv2.transform(np.asarray(small, np.float32) / np.float32(bright), OPPONENT)
    inner = channels[_RIM:-_RIM, _RIM:-_RIM]
    channels = np.asarray(cv2.copyMakeBorder(inner, _RIM, _RIM, _RIM, _RIM, cv2.BORDER_REPLICATE), np.float32)
    grey = np.ascontiguousarray(channels[:, :, 0])
    dx = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3)
    dy = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)
    size, angle = cv2.cartToPolar(dx, dy)
    place = (angle * np.float32(BINS / (2 * np.pi))).ravel()
    low = place.astype(np.int32)
    high_part = size.ravel() * (place - low)
    sums = np.bincount(_CELL + low % BINS, size.ravel() - high_part, _SHAPES)
    sums += np.bincount(_CELL + (low + 1) % BINS, high_part, _SHAPES)
    shape = np.sqrt(np.maximum(sums, 0)).astype(np.float32)
    shape /= np.linalg.norm(shape) + 1e-6
    tint = cv2.resize(channels, CELLS, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    tint = tint - tint.mean(0)
    colour = tint.ravel() / (np.linalg.norm(tint) + 0.3)
    return np.concatenate([shape, (_COLOUR * colour).astype(np.float32)])


def half_turned(vector: Floats) -> Floats:
    """The vector of the same plate upside down."""
    shape = vector[:_SHAPES].reshape(-1, BINS)[::-1]
    colour = vector[_SHAPES:].reshape(-1, 3)[::-1]
    return np.concatenate([np.roll(shape, BINS // 2, 1).ravel(), colour.ravel()])


class Index:
    """The vectors of all taught views, upright."""

    def __init__(self, vectors: Sequence[Floats]) -> None:
        matrix = np.asarray(vectors, np.float32)
        self._mean = matrix.mean(0) if len(vectors) >= 6 else np.zeros(matrix.shape[1], np.float32)
        self._matrix = self._ready(matrix)

    def ask(self, plates: Sequence[Plate]) -> Floats:
        """How near each plate is to each view, -1..1, (plates, views)."""
        return np.asarray(self._ready(np.asarray([describe(plate) for plate in plates])) @ self._matrix.T)

    def ask_turned(self, plate: Plate) -> Floats:
        """How near a place, in its four turns, is to each view, (4, views)."""
        one, two = describe(plate), describe_lying(plate)
        return np.asarray(
            self._ready(np.asarray([one, two, half_turned(one), half_turned(two)])) @ self._matrix.T
        )

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
