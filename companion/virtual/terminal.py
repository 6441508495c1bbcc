"""A pseudo-terminal with a stable name, which a serial link opens as it would open a real port."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
import tty
from pathlib import Path


class Terminal:
    """A pseudo-terminal behind a link with a stable name; unplugged and replugged under another number.

    What is written while nobody reads is dropped once the terminal is full, as on a wire.
    """

    def __init__(self, name: str) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="virtual-"))
        self.path = self._folder / name
        self._ours = self._theirs = -1

    @property
    def plugged(self) -> bool:
        return self._ours >= 0

    def plug(self) -> None:
        """Make a fresh terminal and point the stable name at it."""
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path.symlink_to(os.ttyname(self._theirs))

    def unplug(self) -> None:
        """Take the terminal away; whoever has it open gets an error, as with a pulled cable."""
        if not self.plugged:
            return
        self.path.unlink(missing_ok=True)
        os.close(self._ours)
        os.close(self._theirs)
        self._ours = self._theirs = -1

    def close(self) -> None:
        """Unplug for good and remove the stable name's folder."""
        self.unplug()
        with contextlib.suppress(FileNotFoundError):
            self._folder.rmdir()

    def fileno(self) -> int:
        return self._ours

    def read(self) -> bytes:
        """What has come, possibly nothing; never waits."""
        try:
            return os.read(self._ours, 4096)
        except BlockingIOError:
            return b""
        except OSError as error:
            if error.errno == errno.EIO:
                return b""
            raise

    def write(self, data: bytes) -> None:
        """Put bytes on the wire; those that find no room are lost."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._ours, data)
