"""A Pi's own (CSI) camera, which ``cv2.VideoCapture`` can't read."""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.cards.sources.base import Image, SourceError, now_us
from companion.cards.sources.capture import SIZE


class PiSource:
    """``picamera2:0``."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.latency_us = 80_000
        self._camera: Any = None
        self._image: Image | None = None

    def open(self) -> None:
        """Begin. Raises SourceError, with the fix."""
        number = self.spec.partition(":")[2] or "0"
        if not number.isdecimal():
            raise SourceError(f"{self.spec} is no camera. Write picamera2:0.")
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise SourceError(
                "picamera2 is not installed. Run: sudo apt install python3-picamera2, "
                "and let the virtual environment see system packages."
            ) from error
        try:
            self._camera = Picamera2(int(number))
            # picamera2 calls the byte order B, G, R "RGB888".
            form = self._camera.create_video_configuration({"size": SIZE, "format": "RGB888"}, buffer_count=2)
            self._camera.configure(form)
            self._camera.start()
        except (RuntimeError, IndexError) as error:
            self.close()
            raise SourceError(f"The camera {self.spec} does not start. Look at its ribbon cable.") from error

    def grab(self) -> int:
        """Wait for the next picture; its stamp. Raises SourceError."""
        if self._camera is None:
            raise SourceError(f"The camera {self.spec} has stopped.")
        try:
            self._image = np.asarray(self._camera.capture_array("main"), np.uint8)
        except RuntimeError as error:
            raise SourceError(f"The camera {self.spec} has stopped. Look at its ribbon cable.") from error
        return now_us()

    def retrieve(self) -> Image:
        """The picture last grabbed. Raises SourceError."""
        if self._image is None:
            raise SourceError(f"The camera {self.spec} has stopped.")
        return self._image

    def lock_exposure(self, locked: bool) -> None:
        """Hold exposure and white balance still."""
        if self._camera is not None:
            self._camera.set_controls({"AeEnable": not locked, "AwbEnable": not locked})

    def close(self) -> None:
        """Let go."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None
