"""Makes everything that is drawn: `python -m hardware.cards.build [deck | elcano | icons | sheets | all]`."""

from __future__ import annotations

from pathlib import Path

import click

from hardware.cards import catalogue, render, sheets
from hardware.cards.elcano import deck as elcano

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "hardware" / "cards" / "svg"
DECK = ROOT / "companion" / "decks" / "pirates"
ELCANO = ROOT / "companion" / "decks" / "elcano"
SHEETS = ROOT / "build" / "cards"
ICONS = ROOT / "companion" / "dashboard" / "static" / "cards"

DECK_PIXELS = (504, 704)
"""8 pixels a millimetre: finer than any camera over a table sees a card."""
DECK_COLOURS = 64
ICON_PIXELS = (180, 251)


def deck_png(svg: str) -> bytes:
    """The picture of a card as the deck folder holds it."""
    return render.small_png(render.picture(svg, *DECK_PIXELS), DECK_COLOURS)


def icon_webp(svg: str) -> bytes:
    """The picture of a card as the tablet page shows it."""
    return render.webp(render.picture(svg, *ICON_PIXELS), quality=62)


def deck_toml(name: str, faces: list[str], backs: list[str]) -> str:
    """The deck's description, as `companion.cards` reads it."""
    width, height = catalogue.SIZE_MM
    rows = [f'name = "{name}"\nsize_mm = [{width}, {height}]\n']
    for kind, names in (("face", faces), ("back", backs)):
        rows += [f'\n[[card]]\nname = "{card}"\nkind = "{kind}"\nimages = ["{card}.png"]\n' for card in names]
    return "".join(rows)


def write_deck() -> None:
    """Writes the SVG sources and the taught deck."""
    for folder in (SOURCES, DECK):
        folder.mkdir(parents=True, exist_ok=True)
    for name in catalogue.CARDS:
        svg = catalogue.svg(name)
        (SOURCES / f"{name}.svg").write_text(svg, "utf-8")
        (DECK / f"{name}.png").write_bytes(deck_png(svg))
    text = deck_toml("Pirates", list(catalogue.FACES), list(catalogue.BACKS))
    (DECK / "deck.toml").write_text(text, "utf-8")


def write_elcano() -> None:
    """Writes the deck of the printed Elcano."""
    ELCANO.mkdir(parents=True, exist_ok=True)
    for name in [*elcano.names("face"), *elcano.names("back")]:
        (ELCANO / f"{name}.png").write_bytes(deck_png(elcano.svg(name)))
    text = deck_toml("Elcano", elcano.names("face"), elcano.names("back"))
    (ELCANO / "deck.toml").write_text(text, "utf-8")


def write_icons() -> None:
    """Writes the small pictures of the tablet page."""
    ICONS.mkdir(parents=True, exist_ok=True)
    for name in catalogue.CARDS:
        (ICONS / f"{name}.webp").write_bytes(icon_webp(catalogue.svg(name)))


def write_sheets() -> None:
    """Writes the sheets to print into `build/cards`."""
    paths = [*sheets.print_all(SHEETS), elcano.print_sheets(SHEETS)]
    for path in paths:
        click.echo(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} kB")


@click.command()
@click.argument("what", type=click.Choice(["deck", "elcano", "icons", "sheets", "all"]), default="all")
def main(what: str) -> None:
    """Draw the cards anew: the decks, the pictures of the tablet page, the sheets to print."""
    steps = {"deck": write_deck, "elcano": write_elcano, "icons": write_icons, "sheets": write_sheets}
    for step in steps if what == "all" else [what]:
        steps[step]()


if __name__ == "__main__":
    main()
