"""Cameras and streams through OpenCV: USB by V4L2, MJPEG over http by FFmpeg."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np

from companion.cards.sources.base import Image, SourceError, now_us

OPEN_MS = 3000
READ_MS = 2000
SIZE = (1280, 720)
# Without these FFmpeg collects seconds of pictures before the first, and its frame threads keep some back.
_FFMPEG = "fflags;nobuffer|flags;low_delay|threads;1|probesize;32768|analyzeduration;0|rw_timeout;2000000"
# A lost stream is told in a sentence of ours; what the libraries print beside it helps nobody at the table.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
(getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel)(0)  # OpenCV 4 and 5
_MANUAL, _AUTO = 1, 3  # V4L2's values for automatic exposure


class CaptureSource:
    """One ``cv2.VideoCapture``: a USB camera (``0``, ``/dev/video0``) or an http stream."""

    def __init__(self, spec: str) -> None:
        """Raises SourceError for an address that is none."""
        self.spec = spec
        self._stream = spec.startswith(("http://", "https://"))
        self.latency_us = _latency_us(spec, self._stream)
        self._capture: cv2.VideoCapture | None = None
        self._packed = False  # grab gives JPEGs as they come; only those that are wanted are unpacked

    def open(self) -> None:
        """Begin. Raises SourceError."""
        self.close()
        capture = self._open_stream() if self._stream else self._open_camera()
        if not capture.isOpened():
            capture.release()
            raise SourceError(self._missing())
        # FFmpeg else unpacks each of a phone's 30 pictures a second, wanted or not.
        self._packed = self._stream and _is_mjpeg(capture) and capture.set(cv2.CAP_PROP_FORMAT, -1)
        self._capture = capture

    def grab(self) -> int:
        """Wait for the next picture; its stamp. Raises SourceError."""
        if self._capture is None or not self._capture.grab():
            raise SourceError(self._lost())
        return now_us()

    def retrieve(self) -> Image:
        """Unpack the picture last grabbed. Raises SourceError."""
        if self._capture is None:
            raise SourceError(self._lost())
        try:
            good, image = self._capture.retrieve()
            whole = cv2.imdecode(image.ravel(), cv2.IMREAD_COLOR) if good and self._packed else image
        except cv2.error:  # a damaged picture
            good, whole = False, None
        if not good or whole is None or whole.ndim != 3 or whole.size == 0:
            raise SourceError(self._lost())
        return np.asarray(whole, np.uint8)

    def lock_exposure(self, locked: bool) -> None:
        """Hold the exposure still, where the camera allows."""
        if self._capture is not None and not self._stream:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL if locked else _AUTO)

    def close(self) -> None:
        """Let go."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _open_stream(self) -> cv2.VideoCapture:
        os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = _FFMPEG
        wishes = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS,
        ]  # fmt: skip
        return cv2.VideoCapture(self.spec, cv2.CAP_FFMPEG, wishes)

    def _open_camera(self) -> cv2.VideoCapture:
        number = camera_number(self.spec)
        if not Path(f"/dev/video{number}").exists():
            raise SourceError(self._missing())
        capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture

    def _missing(self) -> str:
        if self._stream:
            return f"No picture comes from {self.spec}. Is the camera on, and in the same network?"
        return f"There is no camera {self.spec}. Plug it in, or name another in the configuration."

    def _lost(self) -> str:
        if self._stream:
            return f"The pictures from {self.spec} have stopped. Look at the camera and its network."
        return f"The camera {self.spec} has stopped. Look at its cable."


def _latency_us(spec: str, stream: bool) -> int:
    """A USB camera exposes, packs and sends one picture while the next is due; a phone does so over radio."""
    if not stream:
        return 80_000
    try:
        host = urlsplit(spec).hostname
    except ValueError as error:
        raise SourceError(f"{spec} is no address of a camera.") from error
    return 50_000 if host in ("127.0.0.1", "localhost", "::1") else 250_000


def _is_mjpeg(capture: cv2.VideoCapture) -> bool:
    return int(capture.get(cv2.CAP_PROP_FOURCC)) == cv2.VideoWriter.fourcc(*"MJPG")


def camera_number(spec: str) -> int:
    """The number in ``0`` or ``/dev/video0``. Raises SourceError."""
    found = re.fullmatch(r"(?:/dev/video)?(\d{1,3})", spec)
    if found is None:
        raise SourceError(f"{spec} is no camera. Use a number, /dev/video0, an http address, or a file.")
    return int(found[1])
