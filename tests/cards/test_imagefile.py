"""No picture file is believed before it is checked."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards.imagefile import ImageError, read_picture


def _png(path: Path, width: int, height: int) -> Path:
    """A PNG whose header claims a size, with no pixels to speak of."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + body)
    return path


def _jpeg(path: Path, width: int = 320, height: int = 200) -> Path:
    pixels = np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)
    path.write_bytes(cv2.imencode(".jpg", pixels)[1].tobytes())
    return path


def test_a_huge_picture_is_refused_by_its_header(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="30000 x 30000 pixels is too large"):
        read_picture(_png(tmp_path / "huge.png", 30_000, 30_000))


def test_a_truncated_jpeg_is_refused(tmp_path: Path) -> None:
    file = _jpeg(tmp_path / "cut.jpg")
    file.write_bytes(file.read_bytes()[: file.stat().st_size * 2 // 3])
    with pytest.raises(ImageError, match="cut short"):
        read_picture(file)


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xd8", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM12"])
def test_what_is_no_picture_gets_one_sentence(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "x.jpg"
    file.write_bytes(data)
    with pytest.raises(ImageError) as error:
        read_picture(file)
    assert "\n" not in str(error.value)


def test_a_missing_file_and_a_folder_get_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jpg", tmp_path):
        with pytest.raises(ImageError):
            read_picture(path)


def test_a_large_photo_is_read_reduced_and_says_by_how_much(tmp_path: Path) -> None:
    picture = read_picture(_jpeg(tmp_path / "large.jpg", 3000, 1500), max_side=1000)
    assert max(picture.pixels.shape[:2]) <= 1000
    assert picture.scale == pytest.approx(3000 / max(picture.pixels.shape[:2]))
