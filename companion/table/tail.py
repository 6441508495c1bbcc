"""Was the end of the log damaged? What SQLite itself passes over in silence.

SQLite reads its write-ahead file up to the first frame whose checksum fails and takes that for the end, as
it must after a power cut. Frames of the same generation that end a transaction *behind* that place were
once announced: then the file was damaged, and the people at the table are told.

Format of the write-ahead file: https://www.sqlite.org/fileformat2.html, section 4.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

HEADER = 32
FRAME = 24


def committed_frames(wal: Path) -> int:
    """The number of the last frame of the present generation that ends a transaction; 0: none."""
    if not wal.exists():
        return 0
    blob = wal.read_bytes()
    page = int.from_bytes(blob[8:12], "big")
    if len(blob) < HEADER or page not in (512 << n for n in range(8)):
        return 0
    salts = blob[16:24]
    last = 0
    for number, at in enumerate(range(HEADER, len(blob) - FRAME - page + 1, FRAME + page), start=1):
        if blob[at + 8 : at + 16] == salts and blob[at + 4 : at + 8] != b"\0\0\0\0":
            last = number
    return last


def readable_frames(db: sqlite3.Connection) -> int:
    """How many frames SQLite found good."""
    return max(0, int(db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]))


def copy_aside(path: Path, to: Path) -> None:
    """Keep a copy of the log with its write-ahead file, before anything touches them."""
    for suffix in ("", "-wal"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            shutil.copy2(part, to.with_name(to.name + suffix))


def forget_copy(copy: Path) -> None:
    """The copy was not needed."""
    for suffix in ("", "-wal"):
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
