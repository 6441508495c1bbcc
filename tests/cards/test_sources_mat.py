"""Zones laid out on a printed mat, found by its four markers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.cards.zones import MAT_MARKERS, mat_to_frame, zone_at, zones_on_mat

MAT_MM = (420.0, 297.0)
MARKER_MM = 30


def mat(hidden: int | None = None) -> np.ndarray:
    """The mat at 2 pixels a millimetre, a marker in each corner."""
    width, height = (int(side * 2) for side in MAT_MM)
    side = MARKER_MM * 2
    picture = np.full((height, width), 230, np.uint8)
    places = [(0, 0), (width - side, 0), (width - side, height - side), (0, height - side)]
    for number, (x, y) in zip(MAT_MARKERS, places, strict=True):
        if number != hidden:
            tile = cv2.aruco.generateImageMarker(
                cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, side
            )
            picture[y : y + side, x : x + side] = tile
    return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)


SEEN = np.array([[180, 90], [1120, 60], [1180, 640], [120, 600]], np.float32)  # the mat's corners in a frame


def frame(hidden: int | None = None) -> np.ndarray:
    picture = mat(hidden)
    height, width = picture.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    way = cv2.getPerspectiveTransform(flat, SEEN)
    table = np.full((720, 1280, 3), 255, np.uint8)
    return cv2.warpPerspective(picture, way, (1280, 720), dst=table, borderMode=cv2.BORDER_TRANSPARENT)


@pytest.mark.parametrize("light", [0.5, 1.0])
def test_the_zones_of_a_mat_lie_where_it_lies_in_the_picture(light: float) -> None:
    way = mat_to_frame(np.asarray(frame() * light, np.uint8), MAT_MM)
    assert way is not None
    corners = np.array([[(0, 0), (420, 0), (420, 297), (0, 297)]], np.float32)
    assert np.abs(cv2.perspectiveTransform(corners, way)[0] - SEEN).max() < 4
    left = [(0, 0), (210, 0), (210, 297), (0, 297)]
    right = [(210, 0), (420, 0), (420, 297), (210, 297)]
    zones = zones_on_mat({"pile": left, "ann": right}, way, (1280, 720))
    held = [zone_at(zones, at, (1280, 720)) for at in ((400, 350), (900, 350), (60, 30))]
    assert [zone.name if zone else None for zone in held] == ["pile", "ann", None]


@pytest.mark.parametrize("hidden", MAT_MARKERS)
def test_a_mat_with_a_covered_marker_is_not_guessed(hidden: int) -> None:
    assert mat_to_frame(frame(hidden), MAT_MM) is None
