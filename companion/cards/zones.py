"""Zones: named areas of the table in the camera's picture.

Corners are fractions of the frame, 0..1, so that a zone survives another resolution. Zones are drawn by
hand, or laid out in millimetres on a printed mat with four aruco markers in its corners.

ZoneError(ValueError)   the zones can't be used; its text is one sentence
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.cards.sources.base import Image

Point = tuple[float, float]

MAT_MARKERS = (0, 1, 2, 3)  # clockwise from the mat's top left; DICT_4X4_50
_WHOLE: tuple[Point, ...] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class ZoneError(ValueError):
    """The zones can't be used."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A named area; ``corners`` in fractions of the frame, in order round it."""

    name: str
    corners: tuple[Point, ...]

    def holds(self, point: Point, size: tuple[int, int]) -> bool:
        """Whether a point in pixels lies inside, for a frame of ``size`` (width, height)."""
        outline = np.array([(x * size[0], y * size[1]) for x, y in self.corners], np.float32)
        return cv2.pointPolygonTest(outline, point, False) >= 0


WHOLE = Zone("pile", _WHOLE)


def zones_from(table: Mapping[str, Any]) -> tuple[Zone, ...]:
    """Zones of a TOML table ``{name: [[x, y], ...]}``; an empty one gives ``pile`` = the whole frame.

    Raises ZoneError.
    """
    if not table:
        return (WHOLE,)
    return tuple(Zone(name, _corners(name, rows)) for name, rows in table.items())


def zones_table(zones: Sequence[Zone]) -> dict[str, list[list[float]]]:
    """The zones as a TOML table; ``zones_from`` reads it back."""
    return {zone.name: [[x, y] for x, y in zone.corners] for zone in zones}


def zone_at(zones: Sequence[Zone], point: Point, size: tuple[int, int]) -> Zone | None:
    """The first zone that holds a point in pixels."""
    return next((zone for zone in zones if zone.holds(point, size)), None)


def mat_to_frame(frame: Image, mat_mm: tuple[float, float]) -> np.ndarray[Any, np.dtype[np.float64]] | None:
    """The homography from millimetres on the mat to pixels, or None while not all markers are in sight.

    The outer corner of each marker lies on the corner of the mat, ``mat_mm`` (width, height).
    """
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    found, ids, _ = detector.detectMarkers(frame)
    if ids is None:
        return None
    at = {int(number): corners.reshape(4, 2) for number, corners in zip(ids.ravel(), found, strict=True)}
    if any(number not in at for number in MAT_MARKERS):
        return None
    seen = np.array([at[number][number] for number in MAT_MARKERS], np.float32)
    width, height = mat_mm
    mat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(mat, seen), np.float64)


def zones_on_mat(
    areas_mm: Mapping[str, Sequence[Point]], homography: np.ndarray[Any, Any], size: tuple[int, int]
) -> tuple[Zone, ...]:
    """Zones given in millimetres on the mat, as they lie in a frame of ``size`` (width, height)."""
    zones = []
    for name, area in areas_mm.items():
        points = cv2.perspectiveTransform(np.array([area], np.float32), homography)[0]
        zones.append(Zone(name, tuple((float(x) / size[0], float(y) / size[1]) for x, y in points)))
    return tuple(zones)


def _corners(name: str, rows: object) -> tuple[Point, ...]:
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not 3 <= len(rows) <= 64:
        raise ZoneError(f"The zone {name} needs three or more corners, each [x, y].")
    return tuple(_corner(name, row) for row in rows)


def _corner(name: str, row: object) -> Point:
    if isinstance(row, Sequence) and not isinstance(row, str) and len(row) == 2:
        x, y = row
        if all(isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v <= 1 for v in (x, y)):
            return float(x), float(y)
    raise ZoneError(f"The zone {name}: a corner is [x, y], both between 0 and 1.")
