"""A skull medallion on its chain, on dark velvet with a map corner."""

from __future__ import annotations

import math

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, poly, ring, sampled


def chain(s: Sheet, spine: str, size: float) -> None:
    """Links along a curve, seen from the side and from the edge in turn."""
    track = sampled(spine, 8)
    last, flat = track[0], True
    for i, (x, y) in enumerate(track[1:], 1):
        if math.hypot(x - last[0], y - last[1]) < size * 1.25:
            continue
        angle = math.degrees(math.atan2(y - track[i - 1][1], x - track[i - 1][0]))
        s.open_move(f"translate({(x + last[0]) / 2:.1f} {(y + last[1]) / 2:.1f}) rotate({angle:.0f})")
        d = ring(0, 0, size, size * 0.58) if flat else ring(0, 0, size, size * 0.2)
        s.line(d, size * 0.52)
        s.line(d, size * 0.26, p.AMBER)
        s.close()
        last, flat = (x, y), not flat


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, "#5a2a4a", p.NIGHT, 0.55, 0.6)
    for i in range(-3, 12):
        s.line(f"M{i * 90 - 200} -10q60 240-20 450t60 460", 3, p.SLATE, 0.45)
        s.line(f"M{i * 90 - 168} -10q60 240-20 450t60 460", 14, p.INK, 0.25)
    chart = curve("-20,-20! 250,-20! 236,40 262,80 220,130! 160,150 150,200 90,230! 60,300 20,330 -20,360!")
    s.shape(chart, p.PARCHMENT, 7)
    s.open_clip(chart)
    s.shape(curve("20,20! 90,10 150,50 110,100 120,140 60,160 30,110 50,70"), p.MOSS, 5)
    s.hatch(curve("20,20! 90,10 150,50 110,100 120,140 60,160 30,110 50,70"), 40, 9, 2.2)
    ground.dashes(s, curve("-10,250 60,220 130,180 190,90 240,30", False), p.BLOOD)
    s.close()
    s.line("M176 84l28 28M204 84l-28 28", 8, p.BLOOD)
    for x, y, size in ((560, 760, 44), (470, 846, 34), (606, 856, 30)):
        gem = poly(
            f"{x - size},{y - size * 0.3} {x - size * 0.5},{y - size * 0.8} "
            f"{x + size * 0.5},{y - size * 0.8} "
            f"{x + size},{y - size * 0.3} {x},{y + size}"
        )
        s.shape(gem, p.LAGOON if size > 32 else p.BLOOD, 6)
        s.line(
            f"M{x - size} {y - size * 0.3:.0f}H{x + size}M{x - size * 0.4:.0f} {y - size * 0.3:.0f}L{x} "
            f"{y + size}"
            f"L{x + size * 0.4:.0f} {y - size * 0.3:.0f}L{x} {y - size * 0.8:.0f}z",
            3.4,
        )
    chain(s, "310,300 230,250 180,170 250,90 340,40 420,-30", 25)
    chain(s, "360,300 440,280 540,230 560,130 500,60 530,-30", 25)
    chain(s, "40,560 20,660 60,760 30,850 90,910", 18)
    cx, cy = 330, 560
    s.fill(ring(cx + 16, cy + 20, 262), p.INK, 0.45)
    teeth: list[p.Point] = []
    for i in range(32):
        a, b = math.pi * 2 * i / 32, math.pi * 2 * (i + 0.5) / 32
        teeth.append((cx + 256 * math.cos(a), cy + 256 * math.sin(a)))
        teeth.append((cx + 238 * math.cos(b), cy + 238 * math.sin(b)))
    s.shape(p.through_points(teeth), p.GOLD, 9)
    s.shape(ring(335, 300, 40), p.GOLD, 8)
    s.shape(ring(335, 296, 18), p.NIGHT, 6)
    s.hatch(ring(cx, cy, 236), 30, 10, 2.2, p.BARK, 0.55)
    s.shape(ring(cx, cy, 200), p.AMBER, 8)
    for i in range(24):
        a = math.pi * 2 * (i + 0.5) / 24
        stud_x, stud_y = cx + 219 * math.cos(a), cy + 219 * math.sin(a)
        s.shape(ring(stud_x, stud_y, 11), p.BLOOD if i % 3 == 0 else p.CREAM, 3.5)
    for i in range(40):
        a = math.pi * 2 * i / 40
        tip = 188 if i % 2 else 196
        s.line(
            f"M{cx + 168 * math.cos(a):.1f} {cy + 168 * math.sin(a):.1f}L{cx + tip * math.cos(a):.1f} "
            f"{cy + tip * math.sin(a):.1f}",
            3.6,
            p.RUST,
        )
    for turn in (34, -34):
        s.open_move(f"rotate({turn} 330 640)")
        s.shape(
            curve(
                "190,622! 470,622! 500,596 518,626 506,640 520,662 496,684 470,660! 190,660! 162,684 "
                "140,660 154,640 142,618 164,598"
            ),
            p.CREAM,
            7,
        )
        s.close()
    skull = curve(
        "330,398 420,420 454,500 436,570 404,604! 398,660! 330,678 262,660! 256,604! 224,570 206,500 240,420"
    )
    s.shape(skull, p.CREAM, 9)
    s.shade(skull, curve("390,400 440,500 400,600 398,680 480,680 480,400"), 55, 9, 2.4, 0.16)
    for x in (276, 384):
        s.shape(curve(f"{x},478 {x + 40},498 {x + 34},548 {x},560 {x - 38},544 {x - 38},498"), p.INK, 5)
        s.shape(ring(x, 520, 13), p.BLOOD, 3)
    s.fill(curve("330,556! 350,596! 336,604 330,594 324,604 310,596!"), p.INK)
    s.line("M282 630H378M298 616V654M320 616V662M342 616V662M364 616V654", 5)
    s.line(curve("226,460 250,430 290,414", False), 5, p.SAND)
    s.line(curve("404,430 424,452 412,470 430,490", False), 4)
