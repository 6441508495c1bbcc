"""Which source a line of the configuration means."""

from __future__ import annotations

from pathlib import Path

from companion.cards.sources.base import Source, SourceError
from companion.cards.sources.capture import CaptureSource, camera_number
from companion.cards.sources.pi import PiSource
from companion.cards.sources.recorded import PICTURES, FilmSource, FolderSource


def open_source(spec: str) -> Source:
    """The source named by ``spec``, not yet begun.

    ``0`` or ``/dev/video0``: a USB camera. ``http://...``: an MJPEG stream. ``picamera2:0``: a Pi's own
    camera. A path: a recording, played once; ``loop:`` before it plays it over and over.
    Raises SourceError when it can't mean anything.
    """
    spec = spec.strip()
    if not spec or "\0" in spec:
        raise SourceError("No camera is named. Write 0 for the first USB camera.")
    if spec.startswith(("http://", "https://")):
        return CaptureSource(spec)
    if spec.partition(":")[0] == "picamera2":
        return PiSource(spec)
    if spec.isdecimal() or spec.startswith("/dev/video"):
        camera_number(spec)
        return CaptureSource(spec)
    loop = spec.startswith("loop:")
    path = Path(spec.removeprefix("loop:"))
    if path.is_dir() or path.suffix.lower() in PICTURES or not path.suffix:
        return FolderSource(path, loop=loop)
    return FilmSource(path, loop=loop)
