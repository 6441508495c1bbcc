"""Which cards the printed Elcano has. The lists are ours, no box's: change them to match yours."""

from __future__ import annotations

Crew = tuple[tuple[str, int], ...]
"""The one or two coloured values of a crew card; the first stands at the upper end."""

CREW: tuple[Crew, ...] = (
    (("red", 7),),
    (("blue", 7),),
    (("green", 7),),
    (("red", 6), ("blue", 2)),
    (("red", 5), ("blue", 4)),
    (("red", 3), ("blue", 5)),
    (("red", 2), ("blue", 6)),
    (("blue", 6), ("green", 3)),
    (("blue", 5), ("green", 2)),
    (("blue", 4), ("green", 6)),
    (("blue", 3), ("green", 5)),
    (("green", 6), ("red", 4)),
    (("green", 5), ("red", 3)),
    (("green", 4), ("red", 6)),
    (("green", 2), ("red", 5)),
)
"""Fifteen faces, the same for every ship."""

OCEAN: tuple[str, ...] = ("2", "3", "4/1", "5", "6", "7")
"""The values of the six ocean cards of each colour; 4/1 counts one with two players."""

STORMS: tuple[int, ...] = (1, 2, 2, 2, 3, 3)
SHIPS: tuple[str, ...] = ("trinidad", "san-antonio", "concepcion", "victoria", "santiago")
COLOURS: tuple[str, ...] = ("red", "blue", "green")


def crew_name(card: Crew) -> str:
    """`red-3-blue-5`, as the deck names it."""
    return "-".join(f"{colour}-{value}" for colour, value in card)
