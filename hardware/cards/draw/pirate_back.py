"""The back of the pirate cards; one drawing in six colours, each with a ship's mark of its own."""

from __future__ import annotations

import math

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, box, curve, poly, ring, taper

CREWS: dict[str, tuple[str, str]] = {
    "blue": ("#2a5c9a", "drop"),
    "red": ("#a3271f", "sun"),
    "green": ("#3c7a3f", "leaf"),
    "yellow": ("#d9a520", "crown"),
    "black": ("#2d2a30", "moon"),
    "white": ("#ddd3bd", "shell"),
}
"""The six crews: their colour, and the mark that tells them apart without colour."""


def mark(s: Sheet, kind: str, x: float, y: float, r: float, width: float = 6) -> None:
    """One crew's mark, `r` from middle to edge."""
    s.open_move(f"translate({x} {y}) scale({r / 50:.3f})")
    if kind == "drop":
        s.shape(curve("0,-50! 30,0 32,26 0,48 -32,26 -30,0"), p.CREAM, width)
        s.line("M-14 18q2 16 16 16", width * 0.8)
    elif kind == "sun":
        spikes = [
            (
                math.cos(math.tau * i / 24) * (50 if i % 2 else 30),
                math.sin(math.tau * i / 24) * (50 if i % 2 else 30),
            )
            for i in range(24)
        ]
        s.shape("M" + "L".join(p.pair(q) for q in spikes) + "Z", p.CREAM, width)
        s.line(ring(0, 0, 15), width * 0.8)
    elif kind == "leaf":
        s.shape(curve("-40,44! -36,-20 0,-44 44,-46! 46,0 20,34 -40,44!"), p.CREAM, width)
        s.line("M-40 44L26-28M-14 18l-4-30M-14 18l30 4M6-4l0-24M6-4l24 2", width * 0.8)
    elif kind == "crown":
        s.shape(poly("-46,36 -48,-30 -22,0 0,-46 22,0 48,-30 46,36"), p.CREAM, width)
        s.line("M-42 18H42", width * 0.8)
    elif kind == "moon":
        s.shape(curve("14,-48! -30,-40 -48,0 -30,40 14,48! -10,30 -18,0 -10,-30"), p.CREAM, width)
        s.shape("M26-18l6 13 14 2-10 10 2 14-12-7-13 7 3-14-10-10 14-2z", p.CREAM, width * 0.7)
    else:
        s.shape(curve("-14,44! 14,44! 20,28 46,0 34,-36 0,-48 -34,-36 -46,0 -20,28"), p.CREAM, width)
        s.line("M0 40V-40M-6 38L-26-32M6 38L26-32M-10 34L-42-6M10 34L42-6", width * 0.7)
    s.close()


def ship(s: Sheet, kind: str) -> None:
    """A pirate ship, bow to the right, a crew's mark on its main sail."""
    s.line("M300 230V560M420 300V560M190 320V540", 10)
    for x, y, w, h in (
        (300, 262, 84, 86),
        (304, 364, 100, 116),
        (424, 322, 56, 70),
        (426, 404, 66, 88),
        (190, 340, 50, 64),
        (190, 414, 60, 80),
    ):
        sail = curve(
            f"{x - w * 0.7},{y}! {x},{y - 8} {x + w * 0.7},{y}! {x + w},{y + h * 0.5} "
            f"{x + w * 0.7},{y + h}! {x},{y + h - 14} "
            f"{x - w * 0.7},{y + h}! {x - w * 0.42},{y + h * 0.5}"
        )
        s.shape(sail, p.PARCHMENT, 7)
        s.line(f"M{x + w * 0.2:.0f} {y + 6}q{w * 0.18:.0f} {h * 0.45:.0f} 0 {h - 18}", 3)
    s.shape("M300 226l70-12-18 22 20 22-72 2z", p.INK, 4)
    hull = curve("110,520! 160,530 170,556! 430,556! 470,530 540,500! 520,580 470,634! 190,634! 130,600")
    s.shape(hull, p.BARK, 9)
    s.line("M136 566q160 30 376-16M150 596q160 26 344-12", 4.5, p.SAND)
    for x in (220, 280, 340, 400):
        s.shape(box(x - 12, 584, 24, 24), p.AMBER, 5)
    s.line("M540 500l40-30", 10)
    s.line(
        "M150 660q22-20 44 0t44 0 44 0 44 0 44 0 44 0 44 0M190 690q22-20 44 0t44 0 44 0 44 0 44 0", 6, p.CREAM
    )
    s.shape(ring(306, 424, 40), p.CREAM, 5)
    mark(s, kind, 306, 424, 30, 7)


def draw(s: Sheet, crew: str = "blue") -> None:
    """Draws the card."""
    colour, kind = CREWS[crew]
    ground.lit(s, colour, colour, 0.5, 0.5)
    s.glow(ground.WHOLE, "#ffffff50", "#00000060", 0.5, 0.5, 0.7)
    for i in range(15):
        for j in range(9):
            x, y = j * 80 - 10 + (i % 2) * 40, i * 62
            s.line(f"M{x - 40} {y}a40 40 0 0 1 80 0M{x - 24} {y}a24 24 0 0 1 48 0", 3, p.INK, 0.45)
            s.fill(ring(x, y - 4, 5), p.CREAM, 0.55)
    s.line(box(24, 24, 582, 832), 14, p.INK)
    s.line(box(24, 24, 582, 832), 6, p.CREAM)
    medal = curve(
        "315,130! 420,190 520,200! 510,330 560,440! 510,550 520,680! 420,690 315,750! 210,690 "
        "110,680! 120,550 70,440! "
        "120,330 110,200! 210,190"
    )
    s.shape(medal, p.INK, 14)
    s.shape(medal, colour, 5, p.CREAM)
    s.hatch(medal, 45, 16, 2.4, p.CREAM, 0.3)
    ship(s, kind)
    for x, y in ((84, 92), (546, 92), (84, 788), (546, 788)):
        s.shape(ring(x, y, 54), colour, 12)
        s.line(ring(x, y, 54), 4, p.CREAM)
        mark(s, kind, x, y, 38)
    for y, k in ((92, 1), (788, -1)):
        s.shape(taper(f"160,{y} 230,{y - 22 * k} 315,{y} 400,{y + 22 * k} 470,{y}", 12, 12, 8), p.CREAM, 5)
