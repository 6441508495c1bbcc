"""What lies on the table beside the cards: First, Second and Last, seat cards, ship tokens."""

from __future__ import annotations

import math

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.numerals import numeral
from hardware.cards.draw.pen import Sheet, box, curve, ring, taper
from hardware.cards.draw.pirate_back import CREWS, mark, ship
from hardware.cards.draw.treasure_chest import coin


def _laurel(s: Sheet, cx: float, cy: float, r: float, colour: str) -> None:
    """Two branches round a place of honour."""
    for side in (-1, 1):
        for i in range(9):
            a = math.pi / 2 + side * (0.35 + i * 0.27)
            s.open_move(
                f"translate({cx + r * math.cos(a):.1f} {cy + r * math.sin(a):.1f}) "
                f"rotate({math.degrees(a) + side * 118:.0f})"
            )
            s.shape(curve("0,0! 20,-15 52,-10 66,0! 50,12 20,14"), colour, 5)
            s.close()


def first(s: Sheet) -> None:
    """First: a one in laurel, three coins."""
    ground.lit(s, p.AMBER, p.RUST, 0.5, 0.42)
    ground.sunburst(s, 315, 360, 24, p.CREAM, 0.35)
    _laurel(s, 315, 360, 224, p.MOSS)
    s.shape(ring(315, 360, 172), p.NIGHT, 10)
    s.line(ring(315, 360, 154), 5, p.AMBER)
    numeral(s, "1", 306, 360, 210, p.AMBER)
    for x in (165, 315, 465):
        coin(s, x, 750, 66, 0.94)
    s.line(box(24, 24, 582, 832), 9)


def second(s: Sheet) -> None:
    """Second: a two on a ship's wheel's rim, two coins."""
    ground.lit(s, p.LAGOON, p.DEEP, 0.5, 0.42)
    for i in range(12):
        ground.swell(s, 80 + i * 74, 16, 120, (p.SEA, p.DEEP)[i % 2], (i * 0.37) % 1, 3, 1)
    s.shape(ring(315, 360, 206), p.STEEL, 10)
    s.hatch(ring(315, 360, 206), 40, 11, 2.4)
    s.shape(ring(315, 360, 164), p.BLOOD, 9)
    numeral(s, "2", 315, 360, 200, p.CREAM)
    for x in (230, 400):
        coin(s, x, 750, 66, 0.94)
    s.line(box(24, 24, 582, 832), 9)


def last(s: Sheet) -> None:
    """Last: a snail with an anchor's weight, and no coin."""
    ground.lit(s, p.SAND, p.WOOD, 0.5, 0.4)
    ground.rhumbs(s, 315, 520, 18, p.BARK, 0.4)
    s.shape(curve("-20,640! 200,610 420,640 660,616! 660,900! -20,900!"), p.MOSS, 7)
    s.line(curve("40,690 100,680 160,700 220,690", False), 12, p.CREAM, 0.6)
    s.shape(
        curve(
            "60,640! 130,590 240,580 420,596 470,560 466,470 492,420 540,420 566,460 552,540 520,620 "
            "450,660 200,668"
        ),
        p.SKIN,
        9,
    )
    for x in (498, 540):
        s.shape(taper(f"{x},430 {x + 6},370 {x + 22},330", 15, 9), p.SKIN, 5)
        s.shape(ring(x + 22, 324, 15), p.CREAM, 5)
        s.fill(ring(x + 26, 326, 6), p.INK)
    s.line(curve("520,490 540,500 556,488", False), 6)
    shell = ring(270, 450, 178)
    s.shape(shell, p.RUST, 10)
    s.hatch(shell, 55, 13, 2.4)
    s.line(
        curve(
            "270,630 400,570 420,430 320,330 190,360 150,470 220,560 320,530 340,440 270,400 220,450 260,490",
            False,
        ),
        13,
    )
    s.shape(ring(315, 772, 58), p.SAND, 6)
    s.line("M262 826L368 718", 15, p.BLOOD)
    s.line(box(24, 24, 582, 832), 9)


RANKS = {"first": first, "second": second, "last": last}


def seat(s: Sheet, crew: str) -> None:
    """A seat card to fold in half: the crew's mark above, its ship and a line for a name below."""
    colour, kind = CREWS[crew]
    ground.lit(s, p.CREAM, p.SAND, 0.5, 0.5)
    s.fill(box(0, 0, 630, 440), colour)
    s.hatch(box(0, 0, 630, 440), 45, 20, 2.4, p.CREAM, 0.3)
    s.open_move("rotate(180 315 220)")
    s.shape(ring(315, 220, 170), p.NIGHT, 10)
    mark(s, kind, 315, 220, 120, 5)
    s.close()
    ground.dashes(s, "M0 440H630", p.INK, 3)
    s.open_move("translate(40 452) scale(.42)")
    ship(s, kind)
    s.close()
    s.shape(ring(470, 570, 92), colour, 9)
    mark(s, kind, 470, 570, 62, 6)
    s.line("M60 800H570", 5)


def token(s: Sheet, crew: str) -> None:
    """A ship token, 30 mm across, to cut out round; drawn in the middle of a card's sheet."""
    colour, kind = CREWS[crew]
    s.shape(ring(315, 440, 300), colour, 14)
    s.line(ring(315, 440, 270), 7, p.CREAM)
    s.open_move("translate(42 84) scale(.84)")
    ship(s, kind)
    s.close()
