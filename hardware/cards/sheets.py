"""Sheets to print: A4 at true size, nine cards a page, cut marks, a ruler to check the scale."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from fpdf import FPDF

from hardware.cards import catalogue, render
from hardware.cards.draw import pirate_back, tableware
from hardware.cards.draw.pen import Sheet

PAGE_MM = (210.0, 297.0)
CARD_MM = (float(catalogue.SIZE_MM[0]), float(catalogue.SIZE_MM[1]))
COLUMNS, ROWS = 3, 3
PRINT_PIXELS = (744, 1039)
"""A card at 300 dots an inch."""
PRINT_COLOURS = 128
MARK_MM = 5.0
RULER_MM = 100

Side = tuple[str, str | None]
"""One card to print: the SVG of its face and, where it has one, of its back."""


class _Printer:
    """A document being filled; each drawing is rendered once, however often it is printed."""

    def __init__(self) -> None:
        self.pdf = FPDF(format="A4", unit="mm")
        self.pdf.set_auto_page_break(False)
        self._rendered: dict[str, bytes] = {}

    def _png(self, svg: str) -> io.BytesIO:
        if svg not in self._rendered:
            self._rendered[svg] = render.small_png(render.picture(svg, *PRINT_PIXELS), PRINT_COLOURS)
        return io.BytesIO(self._rendered[svg])

    def place(self, svg: str, x: float, y: float, scale: float = 1.0) -> None:
        """Prints a drawing with its upper left corner at (x, y) in mm; a card's size times `scale`."""
        self.pdf.image(self._png(svg), x=x, y=y, w=CARD_MM[0] * scale, h=CARD_MM[1] * scale)

    def ruler(self) -> None:
        """A 100 mm ruler at the foot: measure it before cutting anything."""
        left, y = (PAGE_MM[0] - RULER_MM) / 2, PAGE_MM[1] - 5.0
        self.pdf.set_line_width(0.2)
        self.pdf.line(left, y, left + RULER_MM, y)
        for mm in range(0, RULER_MM + 1, 5):
            self.pdf.line(left + mm, y, left + mm, y - (3 if mm % 50 == 0 else 2 if mm % 10 == 0 else 1.2))
        self.pdf.set_font("Helvetica", size=7)
        self.pdf.text(left + RULER_MM + 2, y, "100 mm")


def corner(place: int, mirrored: bool = False) -> tuple[float, float]:
    """The upper left corner in mm of the n-th place on a page; mirrored for the page behind it."""
    row, column = divmod(place, COLUMNS)
    column = COLUMNS - 1 - column if mirrored else column
    return (
        (PAGE_MM[0] - COLUMNS * CARD_MM[0]) / 2 + column * CARD_MM[0],
        (PAGE_MM[1] - ROWS * CARD_MM[1]) / 2 + row * CARD_MM[1],
    )


def cut_marks() -> Iterator[tuple[float, float, float, float]]:
    """Lines in mm, outside the block of cards, along which to cut."""
    left, top = corner(0)
    right, bottom = left + COLUMNS * CARD_MM[0], top + ROWS * CARD_MM[1]
    for column in range(COLUMNS + 1):
        x = left + column * CARD_MM[0]
        yield x, top - 1 - MARK_MM, x, top - 1
        yield x, bottom + 1, x, bottom + 1 + MARK_MM
    for row in range(ROWS + 1):
        y = top + row * CARD_MM[1]
        yield left - 1 - MARK_MM, y, left - 1, y
        yield right + 1, y, right + 1 + MARK_MM, y


def print_cards(cards: Sequence[Side], path: Path) -> int:
    """Writes a PDF of the cards, each page of faces followed by its backs; returns the pages."""
    printer = _Printer()
    for start in range(0, len(cards), COLUMNS * ROWS):
        page = cards[start : start + COLUMNS * ROWS]
        backs: list[tuple[int, str]] = [(i, back) for i, (_, back) in enumerate(page) if back is not None]
        for sides, mirrored in (([(i, face) for i, (face, _) in enumerate(page)], False), (backs, True)):
            if not sides:
                continue
            printer.pdf.add_page()
            printer.pdf.set_line_width(0.15)
            for mark in cut_marks():
                printer.pdf.line(*mark)
            for i, svg in sides:
                printer.place(svg, *corner(i, mirrored))
            printer.ruler()
    path.parent.mkdir(parents=True, exist_ok=True)
    printer.pdf.output(str(path))
    return int(printer.pdf.pages_count)


def _drawn(name: str, draw: Callable[[Sheet], None]) -> str:
    sheet = Sheet(name)
    draw(sheet)
    return sheet.svg()


def captain_cards() -> list[Side]:
    """The Captain's 27 cards: two of each picture and the three specials."""
    back = catalogue.svg("captain-back")
    return [
        (catalogue.svg(name), back)
        for name in [*catalogue.PICTURES, *catalogue.PICTURES, *catalogue.SPECIALS]
    ]


def pirate_cards() -> list[Side]:
    """The players' 72 cards: the twelve pictures for each of six crews."""
    faces = [catalogue.svg(name) for name in catalogue.PICTURES]
    backs = [catalogue.crew_back_svg(crew) for crew in pirate_back.CREWS]
    return [(face, back) for back in backs for face in faces]


def table_cards() -> list[Side]:
    """First, Second, Last, and six seat cards: one page."""
    ranks = [_drawn(name, draw) for name, draw in tableware.RANKS.items()]
    seats = [_drawn(f"seat-{crew}", partial(tableware.seat, crew=crew)) for crew in pirate_back.CREWS]
    return [(svg, None) for svg in [*ranks, *seats]]


def ship_tokens(path: Path) -> None:
    """Writes a page of ship tokens 30 mm across, two for each crew."""
    printer = _Printer()
    printer.pdf.add_page()
    scale = 30.0 / 60.0
    for i, crew in enumerate([*pirate_back.CREWS, *pirate_back.CREWS]):
        svg = _drawn(f"token-{crew}", partial(tableware.token, crew=crew))
        x, y = 25.0 + (i % 4) * 42.0, 25.0 + (i // 4) * 52.0
        printer.place(svg, x, y, scale)
    printer.ruler()
    path.parent.mkdir(parents=True, exist_ok=True)
    printer.pdf.output(str(path))


def print_all(folder: Path) -> Iterable[Path]:
    """Writes every sheet into the folder and names them one by one."""
    for name, cards in (
        ("captain-cards", captain_cards()),
        ("pirate-cards", pirate_cards()),
        ("table-cards", table_cards()),
    ):
        print_cards(cards, folder / f"{name}.pdf")
        yield folder / f"{name}.pdf"
    ship_tokens(folder / "ship-tokens.pdf")
    yield folder / "ship-tokens.pdf"
