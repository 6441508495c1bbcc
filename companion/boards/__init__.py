"""Boards for games that have one: those that ship, and a board file read from disk.

The referee is pure and never opens a file. Whoever passes it a ``start`` turns the board's name into the
board itself first, so that the log holds all of it and a session can be judged again anywhere.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).parent
LARGEST = 200_000
"""How many bytes a board file may have."""


class BoardError(ValueError):
    """The board can't be had; the message says why, and what to do."""


def names() -> list[str]:
    """The boards that ship."""
    return sorted(file.stem for file in SHIPPED.glob("*.toml"))


def shipped(name: str) -> dict[str, Any]:
    """A board that ships, by its name; no other file is ever opened. Raises ``BoardError``."""
    if name not in names():
        raise BoardError(f"There is no board of that name. These are known: {', '.join(names())}.")
    return read(SHIPPED / f"{name}.toml")


def named(name: str) -> dict[str, Any]:
    """A board that ships, or the board file at this path. Raises ``BoardError``."""
    if name in names():
        return shipped(name)
    path = Path(name)
    if path.suffix != ".toml" and "/" not in name:
        return shipped(name)
    return read(path)


def read(path: Path) -> dict[str, Any]:
    """A board file as it stands; what it means is for the referee to check. Raises ``BoardError``."""
    try:
        # A pipe or a device would be waited for without end.
        if path.exists() and not path.is_file():
            raise BoardError(
                f"{path.name} is not a file; name a board file, or one of: {', '.join(names())}."
            )
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except BoardError:
        raise
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise BoardError(f"The board file {path.name} can't be read: {why or 'not a file name'}.") from error
    if len(raw) > LARGEST:
        raise BoardError(f"The board file {path.name} is too large: at most {LARGEST:,} bytes.")
    try:
        return tomllib.loads(raw.decode())
    except (ValueError, RecursionError) as error:
        raise BoardError(f"The board file {path.name} is not good TOML: {str(error)[:120]}.") from error


def with_board(command: Mapping[str, Any], *, files: bool) -> dict[str, Any]:
    """The command with its board's name replaced by the board; ``files``: may the name be a path?

    Raises ``BoardError``.
    """
    name = command.get("board")
    if command.get("do") != "start" or not isinstance(name, str):
        return dict(command)
    return {**command, "board": named(name) if files else shipped(name)}
