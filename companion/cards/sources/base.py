"""What every source of pictures has in common."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


class SourceError(OSError):
    """No picture can be had now; its text is one sentence for the people at the table."""


class SourceEnded(SourceError):
    """A recording has come to its end; trying again is of no use."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture, BGR (height, width, 3) uint8, stamped at capture on the host's monotonic clock."""

    image: Image
    t_us: int


THUMB_WIDTH = 320


@dataclass(frozen=True, slots=True)
class Thumb:
    """A frame's small grey copy, (about 180, 320), kept while the frame itself is long gone.

    It was taken between ``early_us`` and ``t_us``: a picture that waited in a queue is older than its stamp.
    """

    grey: Image
    t_us: int
    early_us: int

    @classmethod
    def of(cls, image: Image, t_us: int, early_us: int) -> Thumb:
        """Shrink a frame."""
        size = (THUMB_WIDTH, max(1, round(THUMB_WIDTH * image.shape[0] / image.shape[1])))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        return cls(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8), t_us, early_us)


class Source(Protocol):
    """A source of pictures, used by one thread only."""

    spec: str
    latency_us: int  # at most, from the light on the sensor to a stamp that waited for its picture

    def open(self) -> None:
        """Begin. Raises SourceError, within a few seconds at most."""

    def grab(self) -> int:
        """Wait for the next picture without unpacking it; its stamp in µs. Raises SourceError."""

    def retrieve(self) -> Image:
        """Unpack the picture last grabbed. Raises SourceError."""

    def lock_exposure(self, locked: bool) -> None:
        """Hold the exposure still, where the camera allows; else nothing happens."""

    def close(self) -> None:
        """Let go. Safe at any time."""


def now_us() -> int:
    """The host's monotonic clock in µs."""
    return time.monotonic_ns() // 1000
