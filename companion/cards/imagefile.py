"""Reading a picture from disk: nothing a file claims is believed before it is checked.

ImageError(ValueError)   the file can't be read; its text is one sentence for the person at the table
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]

MAX_PIXELS = 64_000_000  # the largest phone pictures; bounds the memory of one decode
MAX_BYTES = 128_000_000
_JPEG_SOF = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_ALONE = frozenset(range(0xD0, 0xD9)) | {0x01}


class ImageError(ValueError):
    """The picture can't be read."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture.

    ``pixels`` is BGR, turned upright by its EXIF orientation. ``scale`` is how many pixels of the file
    one decoded pixel stands for (1.0 unless a very large photo was read reduced).
    """

    pixels: Image
    scale: float


def read_picture(path: Path, max_side: int = 4096) -> Picture:
    """Decode a JPEG, PNG, WebP or BMP file; a side longer than ``max_side`` is scaled down.

    Raises ImageError with one sentence: missing, not a picture, cut short, too large.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ImageError(f"{path}: the file is larger than {MAX_BYTES // 1_000_000} MB.")
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{path}: {error.strerror or 'the file cannot be read'}.") from error
    try:
        width, height, whole = _header(data)
    except (struct.error, IndexError) as error:
        raise ImageError(f"{path}: the file is cut short; copy it again.") from error
    if width <= 0 or height <= 0:
        raise ImageError(f"{path}: this is not a picture that can be read (JPEG, PNG, WebP or BMP).")
    if width * height > MAX_PIXELS:
        raise ImageError(
            f"{path}: {width} x {height} pixels is too large; "
            f"at most {MAX_PIXELS // 1_000_000} million pixels are read."
        )
    if not whole:
        raise ImageError(f"{path}: the file is cut short; copy it again.")
    return _decode(path, data, width, height, max_side)


def _decode(path: Path, data: bytes, width: int, height: int, max_side: int) -> Picture:
    longest = max(width, height)
    flag = cv2.IMREAD_COLOR
    for factor, reduced in ((4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2)):
        if longest >= factor * max_side:
            flag = reduced
            break
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    except cv2.error as error:
        raise ImageError(f"{path}: the picture is damaged and can't be read.") from error
    if pixels is None or min(pixels.shape[:2]) < 1:
        raise ImageError(f"{path}: the picture is damaged and can't be read.")
    side = max(pixels.shape[:2])
    if side > max_side:
        shrink = max_side / side
        pixels = cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return Picture(np.asarray(pixels, np.uint8), longest / max(pixels.shape[:2]))


def _header(data: bytes) -> tuple[int, int, bool]:
    """Width, height, and whether the end of the file is there; (0, 0, False): no picture."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        width, height = struct.unpack(">II", data[16:24])
        return width, height, b"IEND" in data[-64:] or data.rfind(b"IEND") > 0
    if data[:2] == b"\xff\xd8":
        return _jpeg(data)
    if data[:2] == b"BM":
        width, height = struct.unpack("<ii", data[18:26])
        return width, abs(height), len(data) >= struct.unpack("<I", data[2:6])[0]
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        width, height = _webp(data)
        return width, height, len(data) >= struct.unpack("<I", data[4:8])[0] + 8
    return 0, 0, False


def _jpeg(data: bytes) -> tuple[int, int, bool]:
    width = height = 0
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return 0, 0, False
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in _JPEG_ALONE:
            at += 2
            continue
        length = struct.unpack(">H", data[at + 2 : at + 4])[0]
        if marker in _JPEG_SOF:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
        if marker == 0xDA:
            return width, height, data.rfind(b"\xff\xd9") > at
        at += 2 + length
    if width:
        return width, height, False
    raise struct.error("no scan")


def _webp(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0
