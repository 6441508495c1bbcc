"""Where a slap board is plugged in now: by its stable path, else by what the USB says it is.

``/dev/ttyACM0`` becomes ``ttyACM1`` after a replug and clones have no serial number, so a board is looked
for in this order: the path it was given, the stable name of the port it last answered on, ports of the same
USB make, and any serial port of a make that slap boards are built from. Whoever is found must still say
hello with the right board id.
"""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.buttons.errors import ButtonsError, PortBusy, PortMissing

BAUD = 250_000
AUTO = "auto"
"""The port name that stands for "whichever slap board answers"."""
STABLE_NAMES = Path("/dev/serial/by-id")
USB_MAKES = frozenset({0x2341, 0x2A03, 0x1A86, 0x0403, 0x10C4, 0x1B4F})
"""USB makes of Uno and Nano boards: Arduino (two), CH340, FTDI, CP210x, SparkFun."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What is remembered of the port a board last answered on."""

    stable: str | None = None  # its name under /dev/serial/by-id
    make: tuple[int, int] | None = None  # USB vendor and product
    serial_number: str | None = None


def whereabouts(path: str) -> Whereabouts:
    """What the system knows about the port at ``path``; all None for a pseudo-terminal."""
    real = Path(path).resolve()
    stable = next((str(link) for link in _links() if link.resolve() == real), None)
    for info in _ports():
        if Path(info.device).resolve() == real and info.vid is not None and info.pid is not None:
            return Whereabouts(stable, (info.vid, info.pid), info.serial_number)
    return Whereabouts(stable)


def candidates(port: str, last: Whereabouts) -> list[str]:
    """Paths worth trying now, likeliest first, each real port once."""
    found = [] if port == AUTO else [port]
    if last.stable is not None:
        found.append(last.stable)
    if last.make is not None or port == AUTO:
        usb = [info for info in _ports() if info.vid is not None]
        same = [info for info in usb if (info.vid, info.pid) == last.make]
        same.sort(key=lambda info: info.serial_number != last.serial_number)
        others = [info for info in usb if info not in same and info.vid in USB_MAKES]
        found += [info.device for info in same + (others if port == AUTO else [])]
    seen: dict[Path, str] = {}
    for path in found:
        if Path(path).exists():
            seen.setdefault(Path(path).resolve(), path)
    return list(seen.values())


def open_port(path: str) -> serial.Serial:
    """Open the port for ourselves alone, reads not waiting. Raises ``ButtonsError`` and its kinds."""
    try:
        return serial.Serial(path, BAUD, timeout=0, write_timeout=0, exclusive=True)
    except (OSError, ValueError) as error:
        raise _told(path, error) from error


def _told(path: str, error: OSError | ValueError) -> ButtonsError:
    code = getattr(error, "errno", None)
    if code in (errno.EAGAIN, errno.EBUSY, errno.EWOULDBLOCK):
        return PortBusy(
            f"Another program holds the slap board at {path}. Close it and the board comes by itself."
        )
    if code in (errno.EACCES, errno.EPERM):
        return ButtonsError(
            f"The slap board at {path} may not be opened. Add your user to the group dialout."
        )
    if code in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO):
        return PortMissing(f"There is no slap board at {path}. Plug it in, or name the port it is on.")
    return ButtonsError(f"{path} can't be used as a serial port. Name the port the slap board is on.")


def _links() -> list[Path]:
    return sorted(STABLE_NAMES.iterdir()) if STABLE_NAMES.is_dir() else []


def _ports() -> list[ListPortInfo]:
    return list(list_ports.comports())
