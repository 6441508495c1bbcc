"""Recordings: a folder of stamped pictures or a film, replayed at its own pace; and what writes them."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np

from companion.cards.sources.base import Frame, Image, SourceEnded, SourceError, now_us

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})
_PLAIN_GAP_US = 100_000  # between pictures whose names are no stamps


class FolderSource:
    """The pictures of a folder (or one picture). Names that are numbers are stamps in µs."""

    def __init__(self, path: Path, *, loop: bool = False) -> None:
        self.spec = str(path)
        self.latency_us = 50_000
        self._path = path
        self._loop = loop
        self._files: list[tuple[int, Path]] = []
        self._at = 0
        self._start_us = 0

    def open(self) -> None:
        """Begin. Raises SourceError."""
        if self._path.is_file():
            files = [self._path]
        elif self._path.is_dir():
            files = sorted(file for file in self._path.iterdir() if file.suffix.lower() in PICTURES)
        else:
            raise SourceError(f"There is no recording {self._path}.")
        if not files:
            raise SourceError(f"The folder {self._path} holds no pictures.")
        stamped = all(file.stem.isdecimal() and len(file.stem) < 20 for file in files)
        stamps = [int(file.stem) if stamped else n * _PLAIN_GAP_US for n, file in enumerate(files)]
        self._files = sorted((stamp - min(stamps), file) for stamp, file in zip(stamps, files, strict=True))
        self._rewind()

    def grab(self) -> int:
        """Wait until the next picture is due; now. Raises SourceEnded after the last."""
        if not self._files:
            raise SourceError(f"The recording {self._path} is not open.")
        self._at += 1
        if self._at == len(self._files):
            if not self._loop:
                raise SourceEnded("The recording has come to its end.")
            time.sleep(_PLAIN_GAP_US / 1e6)
            self._rewind()
            self._at = 0
        due = self._start_us + self._files[self._at][0]
        # A long pause in a recording is waited for in short steps by who calls again; cap it here.
        time.sleep(min(2.0, max(0.0, (due - now_us()) / 1e6)))
        return now_us()

    def retrieve(self) -> Image:
        """The picture last grabbed. Raises SourceError when it is damaged."""
        file = self._files[self._at][1]
        image = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if image is None:
            raise SourceError(f"The picture {file} of the recording is damaged.")
        return np.asarray(image, np.uint8)

    def lock_exposure(self, locked: bool) -> None:
        """A recording's exposure is what it was."""

    def close(self) -> None:
        """Let go."""
        self._files = []

    def _rewind(self) -> None:
        self._at = -1
        self._start_us = now_us()


class FilmSource:
    """A video file at its own pace."""

    def __init__(self, path: Path, *, loop: bool = False) -> None:
        self.spec = str(path)
        self.latency_us = 50_000
        self._path = path
        self._loop = loop
        self._film: cv2.VideoCapture | None = None
        self._gap_s = 1 / 30
        self._due = 0.0

    def open(self) -> None:
        """Begin. Raises SourceError."""
        self.close()
        if not self._path.is_file():
            raise SourceError(f"There is no recording {self._path}.")
        film = cv2.VideoCapture(str(self._path))
        if not film.isOpened():
            film.release()
            raise SourceError(f"The file {self._path} is not a film that can be played.")
        rate = film.get(cv2.CAP_PROP_FPS)
        self._gap_s = 1 / rate if 1 <= rate <= 240 else 1 / 30
        self._due = time.monotonic()
        self._film = film

    def grab(self) -> int:
        """Wait until the next picture is due; now. Raises SourceEnded after the last."""
        if self._film is None:
            raise SourceError(f"The recording {self._path} is not open.")
        if not self._film.grab():
            if not self._loop:
                raise SourceEnded("The recording has come to its end.")
            self.open()
            if not self._film.grab():
                raise SourceError(f"The film {self._path} holds no picture.")
        self._due += self._gap_s
        time.sleep(max(0.0, self._due - time.monotonic()))
        return now_us()

    def retrieve(self) -> Image:
        """The picture last grabbed. Raises SourceError."""
        if self._film is not None:
            good, image = self._film.retrieve()
            if good:
                return np.asarray(image, np.uint8)
        raise SourceError(f"The film {self._path} is damaged.")

    def lock_exposure(self, locked: bool) -> None:
        """A recording's exposure is what it was."""

    def close(self) -> None:
        """Let go."""
        if self._film is not None:
            self._film.release()
            self._film = None


class Recorder:
    """Writes frames as ``<stamp in µs>.jpg`` into a folder that ``FolderSource`` replays."""

    def __init__(self, folder: Path, *, limit: int = 20_000, quality: int = 90) -> None:
        """Raises SourceError when the folder can't be written."""
        self.folder = folder
        self.written = 0
        self._limit = limit
        self._quality = quality
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SourceError(f"The recording can't be written to {folder}: {error.strerror}.") from error

    def write(self, frame: Frame) -> None:
        """Keep one frame; nothing beyond the limit. Raises SourceError when the disk says no."""
        if self.written >= self._limit:
            return
        good, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        try:
            if good:
                (self.folder / f"{frame.t_us:016d}.jpg").write_bytes(data.tobytes())
                self.written += 1
        except OSError as error:
            raise SourceError(f"The recording can't be written: {error.strerror}.") from error
