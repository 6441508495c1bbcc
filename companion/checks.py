"""Is everything ready to play? Each check finds one thing out and says how to mend it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.config import Config

LOW_DISK = 200 * 2**20  # bytes; a long evening with pictures takes less
LOOK_S = 8.0  # how long a device may take to show that it is there


@dataclass(frozen=True, slots=True)
class Check:
    """One finding. ``ok`` None: there is nothing of the kind to check."""

    name: str
    ok: bool | None
    found: str
    fix: str = ""


Look = Callable[[Config], Check]


def disk(data: Path) -> Check:
    """Room and right to write where the sessions are kept."""
    place = data
    while not place.exists():
        place = place.parent
    try:
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return Check("disk", False, f"{place}: {error.strerror}.", "Choose another place with --data.")
    free = shutil.disk_usage(place).free
    words = f"{free / 2**30:.1f} GB free for sessions in {data}."
    if free < LOW_DISK:
        return Check("disk", False, words, "Make room: delete old recordings or pictures.")
    return Check("disk", True, words)


def clock() -> Check:
    """The wall clock is only for people, but a Pi without network wakes up in the past."""
    resolution = time.get_clock_info("monotonic").resolution
    if resolution > 1e-6:
        return Check("clock", False, f"The clock ticks only every {resolution * 1e6:.0f} µs.", "Use Linux.")
    if time.gmtime().tm_year < 2025:
        when = time.strftime("%d %B %Y")
        return Check("clock", False, f"The clock says {when}.", "Connect the network once, or set the date.")
    return Check("clock", True, time.strftime("%d %B %Y, %H:%M."))


def network(config: Config) -> Check:
    """Whether other screens can reach this machine."""
    address = own_address()
    if address is None:
        fix = "Join a Wi-Fi, or play on this machine's own screen."
        return Check("network", False, "This machine is in no network.", fix)
    return Check("network", True, f"Tablets find the table at http://{address}:{config.service.port}/")


def own_address() -> str | None:
    """The address under which other devices find this machine; None: it is in no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; asks which address would be used
        except OSError:
            return None
        return str(probe.getsockname()[0])


def vision() -> Check:
    """OpenCV is there, and only once."""
    names = ("opencv-python", "opencv-python-headless", "opencv-contrib-python")
    found = [name for name in names if _installed(name)]
    if len(found) > 1:
        fix = f"Uninstall all but one: pip uninstall {' '.join(found[1:])}"
        return Check("picture software", False, f"OpenCV is installed twice: {', '.join(found)}.", fix)
    if importlib.util.find_spec("cv2") is None:
        return Check("picture software", False, "OpenCV is missing.", "pip install opencv-python")
    import cv2  # slow to load: only when asked

    return Check("picture software", True, f"OpenCV {cv2.__version__}.")


def _installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def all_checks(config: Config, data: Path, devices: tuple[Look, ...] = ()) -> Iterator[Check]:
    """Every check in turn, the quick ones first. ``devices``: the checks of what is plugged in."""
    yield disk(data)
    yield clock()
    yield network(config)
    yield vision()
    for look in devices:
        yield look(config)
