"""The printed Elcano as a deck: names, sources, and the pile that is printed."""

from __future__ import annotations

from pathlib import Path

from hardware.cards.draw.pen import Sheet
from hardware.cards.elcano.draw import drawings
from hardware.cards.elcano.faces import COLOURS, CREW, OCEAN, SHIPS, STORMS, crew_name
from hardware.cards.sheets import Side, print_cards


def names(kind: str) -> list[str]:
    """The names of the different cards of one kind, `face` or `back`."""
    return [name for name, (found, _) in drawings().items() if found == kind]


def svg(name: str) -> str:
    """The SVG source of one card. KeyError when there is no such card."""
    sheet = Sheet(name)
    drawings()[name][1](sheet)
    return sheet.svg()


def pile() -> list[Side]:
    """All 100 cards: fifteen for each of five ships, ocean, storm, and the first player's card."""
    backs = {ship: svg(f"{ship}-back") for ship in SHIPS}
    crew = [svg(crew_name(card)) for card in CREW]
    cards: list[Side] = [(face, backs[ship]) for ship in SHIPS for face in crew]
    cards += [(svg(f"ocean-{colour}-{text.replace('/', '-')}"), None) for colour in COLOURS for text in OCEAN]
    cards += [(svg(f"storm-{value}"), None) for value in STORMS]
    return [*cards, (svg("pigafetta"), None)]


def print_sheets(folder: Path) -> Path:
    """Writes `elcano-cards.pdf` into the folder and returns its path."""
    path = folder / "elcano-cards.pdf"
    print_cards(pile(), path)
    return path
