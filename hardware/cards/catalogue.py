"""What is in the picture deck: the cards' names in order, and the drawing of each."""

from __future__ import annotations

from collections.abc import Callable

from hardware.cards.draw import (
    anchor,
    barrel,
    black_flag,
    cabin_boy,
    cannon,
    captain_back,
    medallion,
    mermaid,
    octopus,
    parrot,
    pirate,
    pirate_back,
    sabre,
    shark,
    spyglass,
    storm,
    treasure_chest,
)
from hardware.cards.draw.pen import Sheet

Drawing = Callable[[Sheet], None]

SIZE_MM = (63, 88)
"""A card's width and height."""

PICTURES: dict[str, Drawing] = {
    "mermaid": mermaid.draw,
    "medallion": medallion.draw,
    "cannon": cannon.draw,
    "sabre": sabre.draw,
    "parrot": parrot.draw,
    "cabin-boy": cabin_boy.draw,
    "pirate": pirate.draw,
    "shark": shark.draw,
    "treasure-chest": treasure_chest.draw,
    "anchor": anchor.draw,
    "octopus": octopus.draw,
    "barrel": barrel.draw,
}
"""The twelve pictures: two of each in the Captain's pile, one of each before every player."""

SPECIALS: dict[str, Drawing] = {"storm": storm.draw, "spyglass": spyglass.draw, "black-flag": black_flag.draw}
"""The three special cards, once each in the Captain's pile."""

BACKS: dict[str, Drawing] = {"captain-back": captain_back.draw, "pirate-back": pirate_back.draw}
"""The backs that belong to the taught deck; the pirate back is the blue crew's."""

FACES = PICTURES | SPECIALS
CARDS = FACES | BACKS


def svg(name: str) -> str:
    """The SVG source of one card. KeyError when there is no such card."""
    sheet = Sheet(name)
    CARDS[name](sheet)
    return sheet.svg()


def crew_back_svg(crew: str) -> str:
    """The SVG source of one crew's card back. KeyError when there is no such crew."""
    sheet = Sheet(f"{crew}-back")
    pirate_back.draw(sheet, crew)
    return sheet.svg()
