"""A parrot on a branch, among palm leaves."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, ring, taper


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.AMBER, p.MOSS, 0.55, 0.35)
    ground.sunburst(s, 380, 250, 17, p.CREAM, 0.22)
    for x, y, turn, length, colour in (
        (-20, 120, 25, 300, p.JADE),
        (-30, 330, -12, 250, p.MOSS),
        (660, 60, 140, 290, p.MOSS),
        (650, 300, 165, 240, p.JADE),
        (640, 880, 215, 330, p.JADE),
        (-20, 880, -50, 330, p.MOSS),
        (300, -30, 100, 190, p.JADE),
        (330, 910, -80, 210, p.MOSS),
        (660, 620, 190, 230, p.MOSS),
        (-30, 640, -20, 220, p.JADE),
    ):
        ground.leaf(s, x, y, turn, length, colour)
    # Tail first: it hangs behind the branch.
    for spine, colour in (
        ("318,560 290,680 300,835", p.SEA),
        ("345,560 345,690 372,815", p.BLOOD),
        ("332,560 318,690 336,850", p.AMBER),
    ):
        s.shape(taper(spine, 44, 12, 12), colour, 6)
        s.line(p.curve(spine, False), 2.6)
    bough = taper("-20,640 140,622 330,640 520,606 660,560", 44, 30, 8)
    s.shape(bough, p.BARK, 7)
    s.hatch(bough, 4, 9, 2.6, p.SAND, 0.5)
    ground.leaf(s, 500, 600, 62, 130, p.MOSS, 5)
    body = curve(
        "300,150 380,120 450,160 468,240 470,360 446,480 388,590 330,606 290,540 272,430 262,300 262,200"
    )
    s.shape(body, p.BLOOD, 8)
    s.shade(body, curve("430,150 500,300 460,520 340,640 560,640 560,140"), 62, 9)
    for row, y in enumerate((330, 372, 414, 456, 498, 540)):
        s.line("".join(f"M{288 + 26 * i + (row % 2) * 13 - row * 2} {y}q12 22 25 0" for i in range(3)), 3)
    wing = curve("420,290! 492,330 520,440 496,560 452,664! 420,620 408,560 374,520 366,430 376,350")
    s.shape(wing, p.SEA, 8)
    s.open_clip(wing)
    s.fill(curve("400,280 500,300 540,380 500,420 440,400 370,420"), p.AMBER)
    s.fill(curve("370,420 440,400 500,420 530,400 530,470 470,480 430,470 360,490"), p.MOSS)
    s.close()
    s.line(curve("372,424 440,404 512,424", False) + curve("368,486 430,470 512,476", False), 4)
    for a in ("400,500 430,560 448,640", "432,490 462,560 458,640", "468,485 486,540 470,610"):
        s.line(curve(a, False), 3.6)
    s.line(
        "M396 330q14 18 28 0q14 18 28 0q14 18 28 0M388 370q14 18 28 0q14 18 28 0q14 18 28 0q10 14 22 4", 3.2
    )
    s.line(curve("420,290 492,330 520,440 496,560 452,664", False), 7)
    face = curve("262,200 285,168 330,160 362,190 360,250 322,286 276,280 256,245")
    s.shape(face, p.CREAM, 5)
    s.line("M290 250q30 14 58-8M296 266q20 8 40-4", 2.6)
    s.shape(ring(325, 208, 21), p.AMBER, 5)
    s.fill(ring(321, 208, 11), p.INK)
    s.fill(ring(317, 203, 4), p.CREAM)
    beak = curve("276,180! 220,186 176,232 186,310! 206,286 232,282 262,292! 276,250")
    s.shape(beak, p.INK, 6)
    s.line(curve("262,198 222,206 196,240", False), 5, p.STEEL)
    s.shape(curve("262,288! 232,288 214,300 216,322! 246,332 270,316"), p.SLATE, 6)
    for crest in ("372,132 400,80 456,60", "352,128 352,76 392,34", "398,146 450,112 500,118"):
        s.shape(taper(crest, 34, 6, 8), p.BLOOD, 6)
    for x in (318, 372):
        s.shape(
            curve(
                f"{x},596! {x - 26},628 {x - 20},668! {x - 4},650 {x + 2},676! {x + 14},650 "
                f"{x + 28},664! {x + 26},620"
            ),
            p.SLATE,
            5,
        )
    for x, y in ((66, 60), (104, 92), (70, 108)):
        s.shape(ring(x, y, 21), p.RUST, 5)
        s.line(f"M{x - 9} {y - 6}q2-8 10-8", 3, p.CREAM)
