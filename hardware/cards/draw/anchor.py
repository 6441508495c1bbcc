"""An anchor with its rope, over a chart with islands and a dashed course."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, poly, ring


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.parchment(s, 0.35, 0.3)
    ground.rhumbs(s, 96, 770, 20, p.SEA, 0.55)
    coast = curve("420,-20! 440,60 520,90 500,170 570,220 560,330 650,380! 660,-20!")
    for grow, seen in ((46, 0.3), (32, 0.45), (18, 0.6)):
        s.line(coast, grow, p.LAGOON, seen * 0.4)
    s.shape(coast, p.MOSS, 6)
    s.hatch(coast, 35, 13, 2.4, p.INK, 0.5)
    for x, y in ((520, 40), (572, 96), (590, 180), (604, 270)):
        s.shape(poly(f"{x - 26},{y + 22} {x},{y - 24} {x + 26},{y + 22}"), p.SAND, 4)
        s.hatch(poly(f"{x},{y - 24} {x + 26},{y + 22} {x + 4},{y + 22}"), 60, 6, 2.4)
    ground.island(s, 74, 96, 0.9, p.RUST)
    ground.island(s, 560, 560, 0.8, p.GOLD)
    ground.island(s, 40, 470, 0.6, p.MOSS)
    ground.soundings(s, 40, p.SEA, 0.7)
    ground.dashes(s, curve("70,150 30,260 90,340 60,420", False), p.BLOOD)
    ground.dashes(s, curve("560,620 600,720 540,800 470,900", False), p.BLOOD)
    ground.rose(s, 96, 770, 84, 12, p.CREAM, p.SEA)
    ring_d = ring(318, 120, 62) + ring(318, 120, 32)
    s.raw(f'<path d="{ring_d}" fill="{p.SLATE}" fill-rule="evenodd" stroke="{p.INK}" stroke-width="8"/>')
    shank = curve("288,180! 348,180! 352,400 366,700! 270,700! 284,400")
    iron = curve(
        "318,800! 246,786 166,730 118,640 108,586! 70,622! 66,520 100,440! 148,506 196,566! 158,570 "
        "184,632 224,676 282,690! 354,690! 412,676 452,632 478,570! 440,566! 488,506 536,440! "
        "570,520 "
        "566,622! 528,586! 518,640 470,730 390,786"
    )
    s.shape(iron, p.NIGHT, 9)
    s.shade(iron, curve("318,690 460,640 520,400 660,400 660,840 318,840"), 52, 9, 3, 0.25, p.CREAM)
    s.shape(shank, p.NIGHT, 9)
    s.hatch(curve("322,180! 348,180! 352,400 366,700! 322,700!"), 48, 10, 3, p.CREAM, 0.55)
    stock = curve("120,236! 140,214! 318,222 496,214! 516,236 516,262! 496,284! 318,276 140,284! 120,262!")
    s.shape(stock, p.WOOD, 8)
    s.hatch(stock, 2, 10, 2.5)
    for x in (150, 290, 346, 486):
        s.shape(p.box(x - 10, 210, 20, 78), p.STEEL, 5)
    s.line("M300 330V560", 8, p.SLATE)
    ground.rope(
        s,
        "318,60 410,30 470,120 440,300 250,340 210,430 330,500 440,560 400,640 250,640 200,760 "
        "250,860 380,900",
        30,
    )
    s.shape(ring(318, 120, 62) + ring(318, 120, 32), "none", 8)
    s.shape(curve("290,76! 318,50 350,76! 346,150 318,160 290,150"), p.SAND, 6)
    s.line("M294 90l50 14M292 108l52 14M292 126l52 14", 4)
