"""The 135 tiles of the box, and what each is worth to a ship that starts on it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COUNTS: Mapping[str, int] = MappingProxyType(
    {
        "water": 54,
        "whale": 5,
        "letter": 11,
        "port": 8,
        "route": 12,
        "island": 11,
        "full-sail": 7,
        "calm": 7,
        "shipwreck": 4,
        "joker": 4,
        "hurricane": 12,
    }
)
"""How many tiles of each kind there are (rulings K04, K05)."""

TOTAL = sum(COUNTS.values())
RACK = 10

LAID = tuple(kind for kind in COUNTS if kind != "hurricane")
"""The kinds that are laid on the board; a hurricane is played beside it."""

SHIP_TILES = ("full-sail", "calm", "shipwreck")
"""The kinds that may be laid on a laid tile after the first landing (ruling K66)."""

PRINTED: Mapping[str, str] = MappingProxyType(
    {"whale": "whale", "letter": "letter", "port": "america", "route": "route", "island": "island"}
)
"""The kinds that lie only where the same is printed, and how the board calls that print."""

EXACT = ("letter", "island", "route", "port")
"""The kinds whose very illustration must agree where the board tells them apart (rulings K20, K21)."""

STEPS: Mapping[str, int] = MappingProxyType(
    {
        "full-sail": 4,
        "route": 3,
        "island": 3,
        "letter": 3,
        "whale": 3,
        "port": 3,
        "water": 2,
        "joker": 2,
        "calm": 1,
        "shipwreck": 0,
    }
)
"""How many spaces a ship that starts on the tile may sail (rulings K27, K28, K45)."""

FROM_PORT = 3
"""How many spaces a ship that starts in a port without a tile may sail."""

NAMES: Mapping[str, str] = MappingProxyType({"full-sail": "full sail", "port": "American port"})


def spoken(kind: str) -> str:
    """The kind as a sentence says it."""
    return NAMES.get(kind, kind)
