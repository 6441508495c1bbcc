"""What the referee says about Columbus: small helpers for plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.referee.columbus.tiles import spoken
from companion.referee.game import Ruling


def say(id: str, reason: str, sentence: str, **params: Any) -> Ruling:
    """A ruling with what its sentence speaks of."""
    return Ruling(id, sentence, {"reason": reason, **params})


def names(players: Sequence[str]) -> str:
    """``Ann, Ben and Cas``."""
    if len(players) < 2:
        return "".join(players)
    return f"{', '.join(players[:-1])} and {players[-1]}"


def tiles(count: int) -> str:
    """``1 tile``, ``3 tiles``."""
    return f"{count} tile" + ("" if count == 1 else "s")


def spaces(count: int) -> str:
    """``1 space``, ``3 spaces``."""
    return f"{count} space" + ("" if count == 1 else "s")


def far(tile: str, base: int, bonus: int) -> str:
    """``full sail 4, last place +1``."""
    start = "port" if tile == "port" else spoken(tile)
    return f"{start} {base}" + (f", last place +{bonus}" if bonus else "")
