"""An open treasure chest on a beach, coins and pearls spilling out."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, poly, ring, taper


def coin(s: Sheet, x: float, y: float, r: float, flat: float = 0.7) -> None:
    """A gold coin seen a little from the side."""
    s.shape(ring(x, y + 6, r, r * flat), p.RUST, 4.5)
    s.shape(ring(x, y, r, r * flat), p.AMBER, 4.5)
    s.line(ring(x, y, r * 0.66, r * flat * 0.66), 3)


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.AMBER, p.RUST, 0.5, 0.42)
    ground.sunburst(s, 315, 400, 13, p.CREAM, 0.3)
    s.shape(curve("-20,330! 60,318 120,340 200,322! 300,330 420,318 660,336! 660,470! -20,470!"), p.LAGOON, 6)
    for y in (356, 384, 412):
        s.line(
            f"M-10 {y}q20-14 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0",
            3.5,
            p.CREAM,
        )
    s.shape(curve("-20,440! 120,420 320,448 500,418 660,440! 660,900! -20,900!"), p.SAND, 7)
    for _ in range(90):
        grain_x, grain_y = s.random.uniform(0, 630), s.random.uniform(470, 875)
        s.fill(ring(grain_x, grain_y, s.random.uniform(1.5, 3.5)), p.BARK, 0.6)
    trunk = taper("584,500 560,330 520,190 470,90", 46, 26)
    s.shape(trunk, p.WOOD, 7)
    for y in range(120, 490, 28):
        x = 480 + (y - 90) ** 0.5 * 5
        s.line(f"M{x - 16:.0f} {y}q20 16 40 0", 4)
    for turn, length in ((200, 220), (172, 210), (232, 170), (-20, 170), (-62, 150), (26, 170), (142, 190)):
        ground.leaf(s, 474, 90, turn, length, p.JADE if turn % 4 else p.MOSS, 6)
    for x, y in ((462, 108), (490, 112), (476, 130)):
        s.shape(ring(x, y, 17), p.BARK, 5)
    lid = curve("76,440! 60,330 110,220 210,196! 420,226! 520,250 548,350 530,452!")
    s.shape(lid, p.BARK, 10)
    s.shape(curve("120,430! 108,340 146,262 216,244! 410,268! 478,286 496,350 486,440!"), p.BLOOD, 7)
    s.hatch(curve("120,430! 108,340 146,262 216,244! 410,268! 478,286 496,350 486,440!"), 84, 15)
    s.line(curve("76,440 60,330 110,220 210,196! 420,226 520,250 548,350 530,452", False), 22, p.GOLD)
    s.line(
        curve("64,440 46,324 100,206 210,182", False)
        + "M210 182L424 212"
        + curve("424,212 532,238 562,346 544,452", False),
        6,
    )
    for x, y in (
        (150, 440),
        (200, 410),
        (260, 388),
        (330, 380),
        (400, 396),
        (452, 424),
        (230, 440),
        (300, 424),
        (370, 430),
        (430, 460),
        (180, 470),
        (270, 464),
        (340, 470),
        (126, 476),
        (490, 470),
    ):
        coin(s, x, y, 38)
    s.shape(poly("252,330 286,300 328,330 322,392 260,392"), p.LAGOON, 6)
    s.line("M252 330H328M276 330l14 62 16-62-20-30z", 4)
    cup = curve("380,300! 470,290! 466,340 440,366 442,410! 420,412! 412,370 384,346")
    s.shape(cup, p.GOLD, 7)
    s.line("M386 316q40 12 82-6", 5)
    box = poly("66,480 556,494 540,760 92,742")
    s.shape(box, p.WOOD, 10)
    s.open_clip(box)
    for y in (548, 614, 680):
        s.line(f"M50 {y}L570 {y + 12}", 5)
    s.hatch(box, 2, 14, 2.4)
    s.fill(poly("66,690 560,700 540,780 92,760"), p.INK, 0.25)
    s.close()
    for x in (66, 200, 396, 510):
        s.shape(
            poly(
                f"{x},{482 + x * 0.028:.0f} {x + 44},{483 + x * 0.028:.0f} {x + 44 + (300 - x) * 0.05:.0f},"
                f"{742 + x * 0.035:.0f} {x + (300 - x) * 0.06:.0f},{742 + x * 0.035:.0f}"
            ),
            p.GOLD,
            6,
        )
        for y in (520, 600, 690):
            s.fill(ring(x + 22 + (300 - x) * 0.02, y + x * 0.03, 6), p.INK)
    s.line("M62 482L558 496L540 760L92 742z", 10)
    s.shape(curve("262,484! 360,486! 366,560 312,606 258,560"), p.GOLD, 8)
    s.shape(ring(312, 530, 17), p.INK, 3)
    s.fill(poly("304,534 320,534 328,578 296,578"), p.INK)
    for x, y, r in (
        (80, 806, 36),
        (160, 826, 36),
        (118, 780, 34),
        (530, 826, 36),
        (590, 800, 34),
        (460, 846, 34),
        (236, 846, 30),
    ):
        coin(s, x, y, r)
    pearls = p.sampled("98,470 70,520 96,580 60,640 84,700 40,760", 4)
    for pearl_x, pearl_y in pearls:
        s.shape(ring(pearl_x, pearl_y, 12), p.CREAM, 4)
    s.shape("M372 830l12-44 22 38 44-8-26 34 20 38-44-10-28 32-4-44-40-16z", p.RUST, 6)
    ground.cloud(s, 110, 90, 0.8, p.CREAM)
    for x, y in ((240, 60), (300, 120), (230, 140)):
        s.line(f"M{x - 30} {y}q18-24 30 0q14-24 32-4", 6)
