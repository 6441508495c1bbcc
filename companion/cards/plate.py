"""The plate: every card, taught or seen, brought to one upright size so that pixels can be compared.

A plate is 96 x 128 BGR. Its measures are local: each of the 12 x 16 blocks is judged by what lies in a
window around it, after gain and offset are taken out, so that lamp, shade and exposure don't count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards.imagefile import Image

Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.float32]  # (n, 2)
Matrix = npt.NDArray[np.float64]  # 3 x 3 homography

WIDTH, HEIGHT, BLOCK = 96, 128, 8
COLUMNS, ROWS = WIDTH // BLOCK, HEIGHT // BLOCK
CORNERS = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) - np.float32(0.5)
RIM = 4  # pixels at the edge that are not looked at
WINDOW = 15  # pixels a block looks at
FLAT = 0.0006  # variance below which a window shows nothing but noise
OPPONENT = np.array([[0.114, 0.587, 0.299], [0.0, -0.9, 0.9], [0.9, -0.45, -0.45]], np.float32)


@dataclass(frozen=True)
class Plate:
    """A card at plate size with the measures that comparing needs, each computed when first asked for."""

    pixels: Image

    @cached_property
    def channels(self) -> Floats:
        """Grey and two opponent colours, (128, 96, 3), scaled so that the bright parts are 1."""
        soft = np.asarray(cv2.GaussianBlur(self.pixels, (0, 0), 0.9), np.float32)
        bright = max(24.0, float(np.percentile(soft[::4, ::4], 90)))
        values = cv2.transform(soft / bright, OPPONENT)
        inner = values[RIM:-RIM, RIM:-RIM]  # the rim is mixed with the table, and the corners are round
        return np.asarray(cv2.copyMakeBorder(inner, RIM, RIM, RIM, RIM, cv2.BORDER_REPLICATE), np.float32)

    @cached_property
    def mean(self) -> Floats:
        """Window means of the channels at the blocks, (16, 12, 3)."""
        return windows(self.channels)

    @cached_property
    def variance(self) -> Floats:
        """Window variance over all channels at the blocks, (16, 12)."""
        square = windows(self.channels * self.channels)
        return np.asarray(np.maximum((square - self.mean**2).sum(2), 0), np.float32)

    @cached_property
    def colour(self) -> Floats:
        """Plain BGR block means, 0..255, (16, 12, 3)."""
        small = cv2.resize(self.pixels, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.float32)

    @cached_property
    def texture(self) -> Floats:
        """How much there is to see at each block, 0..1, (16, 12)."""
        return np.asarray(self.variance / (self.variance + 8 * FLAT), np.float32)

    @cached_property
    def relief(self) -> Image:
        """Grey with local contrast evened out: what optical flow follows, (128, 96)."""
        sharp = cv2.cvtColor(self.pixels, cv2.COLOR_BGR2GRAY).astype(np.float32)
        grey = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 0.9), np.float32)
        low = grey - cv2.blur(grey, (21, 21))
        spread = cv2.sqrt(cv2.blur(low * low, (21, 21)) + 30.0)
        return np.asarray(np.clip(low / spread * 45 + 128, 0, 255), np.uint8)

    @cached_property
    def points(self) -> Points:
        """Spots that optical flow can hold on to, (n, 2)."""
        found = cv2.goodFeaturesToTrack(self.relief, 64, 0.02, 5, blockSize=5)
        return np.zeros((0, 2), np.float32) if found is None else np.asarray(found.reshape(-1, 2), np.float32)


def windows(values: Floats) -> Floats:
    """Means of ``values`` over the window of each block."""
    mean = cv2.boxFilter(values, -1, (WINDOW, WINDOW), borderType=cv2.BORDER_REFLECT_101)
    return np.asarray(mean[BLOCK // 2 :: BLOCK, BLOCK // 2 :: BLOCK], np.float32)


def likeness(one: Plate, other: Plate) -> Floats:
    """How alike two plates are at each block, -1..1, (16, 12); 1 where both show nothing."""
    cross = windows(one.channels * other.channels)
    covariance = (cross - one.mean * other.mean).sum(2)
    scale = np.sqrt((one.variance + FLAT) * (other.variance + FLAT))
    return np.asarray((covariance + FLAT) / scale, np.float32)


def plate_of(pixels: Image) -> Plate:
    """A picture that is nothing but the card; one that lies on its side is turned upright first."""
    if pixels.shape[1] > pixels.shape[0]:
        pixels = np.asarray(cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE), np.uint8)
    return Plate(np.asarray(cv2.resize(pixels, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8))


class Pyramid:
    """A frame and its halvings, so that a card is sampled near its own size."""

    def __init__(self, frame: Image) -> None:
        self.levels = [frame]

    def cut(self, corners: Points) -> Plate:
        """The plate of the card whose corners (plate order) lie at ``corners`` in the frame."""
        return Plate(self.warp(homography(corners), float(np.linalg.norm(corners[3] - corners[0]))))

    def warp(self, matrix: Matrix, tall: float) -> Image:
        """Sample the frame through ``matrix`` (plate -> frame) for a card ``tall`` pixels high."""
        depth = min(6, max(0, int(np.log2(max(tall / HEIGHT, 1.0) + 0.2))))
        while len(self.levels) <= depth and min(self.levels[-1].shape[:2]) > 8:
            self.levels.append(np.asarray(cv2.pyrDown(self.levels[-1]), np.uint8))
        depth = min(depth, len(self.levels) - 1)
        shrink = 0.5**depth
        to_level = np.array([[shrink, 0, (shrink - 1) / 2], [0, shrink, (shrink - 1) / 2], [0, 0, 1]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        warped = cv2.warpPerspective(
            self.levels[depth],
            to_level @ matrix,
            (WIDTH, HEIGHT),
            flags=flags,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(warped, np.uint8)


def homography(corners: Points) -> Matrix:
    """The homography that carries the plate onto ``corners``."""
    return np.asarray(cv2.getPerspectiveTransform(CORNERS, np.asarray(corners, np.float32)))


def carry(matrix: Matrix, points: Points) -> Points:
    """Points through a homography, (n, 2)."""
    moved = cv2.perspectiveTransform(np.asarray(points, np.float32).reshape(-1, 1, 2), matrix)
    return np.asarray(moved.reshape(-1, 2), np.float32)
