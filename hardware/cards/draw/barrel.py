"""A barrel on its cradle, tap dripping into a mug, in the hold."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, poly, ring


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.MOSS, p.NIGHT, 0.7, 0.2)
    for i, y in enumerate(range(0, 640, 92)):
        for j in range(-1, 5):
            x = j * 168 + (i % 2) * 84
            s.line(f"M{x} {y}h168v92", 3.5, p.INK, 0.6)
            s.hatch(p.box(x + 6, y + 6, 60, 80), 30 + 20 * (j % 3), 13, 2.2, p.CREAM, 0.22)
    # The hanging lamp that lights the hold.
    s.glow(ring(520, 160, 190), p.AMBER, "#5f7a3400", 0.5, 0.5, 0.5)
    s.line("M520-10V70", 8)
    s.shape(curve("480,92! 500,60 540,60 560,92!"), p.GOLD, 7)
    s.shape(poly("476,92 564,92 580,220 460,220"), p.AMBER, 8)
    s.shape(curve("520,118! 546,160 540,196 520,204 500,196 494,160"), p.CREAM, 5)
    s.line("M500 92L490 220M540 92L550 220", 5)
    s.shape(p.box(452, 218, 136, 24), p.GOLD, 7)
    ground.planks(s, [640, 720, 800, 900], 3, (p.WOOD, p.BARK))
    s.shape(poly("96,640 150,590 180,720 130,760"), p.BARK, 8)
    s.shape(poly("520,640 466,590 440,720 490,760"), p.BARK, 8)
    body = curve(
        "150,180! 300,158 454,180! 520,330 528,440 508,560 456,704! 300,730 148,704! 92,560 76,440 88,330"
    )
    s.shape(body, p.WOOD, 11)
    for xs in (
        "214,168 168,330 160,450 176,590 212,716",
        "276,160 258,330 254,450 260,590 276,724",
        "340,160 352,330 358,450 352,590 338,726",
        "400,168 440,330 448,450 436,590 400,718",
    ):
        s.line(curve(xs, False), 5)
    s.hatch(body, 88, 12, 2.3, p.INK, 0.45)
    s.shade(body, curve("400,150 450,330 450,560 390,740 560,740 560,150"), 60, 10, 2.6, 0.28)
    for top, low, sag in ((232, 266, 24), (352, 384, 34), (520, 552, 34), (640, 672, 24)):
        hoop = curve(f"60,{top}! 300,{top + sag} 560,{top}! 560,{low}! 300,{low + sag} 60,{low}!")
        s.open_clip(body)
        s.shape(hoop, p.SLATE, 7)
        s.hatch(hoop, 0, 8, 2.2)
        s.close()
        for x in (150, 300, 456):
            s.fill(ring(x, (top + low) / 2 + sag * (0.95 if x == 300 else 0.6), 6), p.INK)
    s.line(body, 11)
    s.shape(ring(302, 178, 154, 30), p.BARK, 9)
    s.shape(ring(302, 178, 128, 20), p.WOOD, 5)
    s.hatch(ring(302, 178, 128, 20), 0, 7, 2.2)
    s.shape(curve("268,438! 340,438! 350,480 330,508 276,508 258,480"), p.GOLD, 7)
    s.shape(poly("290,500 318,500 322,588 286,588"), p.GOLD, 7)
    s.shape(curve("240,466! 240,440! 368,440! 368,466!"), p.AMBER, 6)
    for y in (612, 650):
        s.shape(curve(f"304,{y - 18}! 316,{y + 4} 304,{y + 16} 292,{y + 4}"), p.RUST, 4)
    mug = curve("236,688! 372,688! 364,850! 244,850!")
    s.line(curve("368,716 420,722 424,790 362,812", False), 26)
    s.line(curve("368,716 420,722 424,790 362,812", False), 12, p.STEEL)
    s.shape(mug, p.STEEL, 9)
    s.shade(mug, poly("320,680 380,680 380,860 310,860"), 90, 10)
    for cx in (246, 276, 306, 336, 364):
        s.shape(ring(cx, 686 + (cx % 4) * 3, 25), p.CREAM, 5)
    s.fill(p.box(246, 684, 116, 20), p.CREAM)
    s.line("M250 770H362M248 806H360", 5)
    # A rat on the boards.
    s.line(curve("30,830 -4,800 40,770 20,740", False), 8)
    s.shape(curve("26,840! 30,796 80,780 130,800 170,816 182,834! 150,848!"), p.SLATE, 7)
    s.shape(ring(132, 790, 16), p.RUST, 5)
    s.fill(ring(154, 818, 6), p.INK)
    s.line("M176 832l26-14M178 838l28 2M60 848v14M120 850v14", 4)
    for x, y in ((546, 820), (590, 770), (560, 730)):
        s.shape(curve(f"{x - 36},{y}! {x},{y - 26} {x + 36},{y}! {x},{y + 20}"), p.AMBER, 6)
        s.line(f"M{x - 14} {y - 12}v24M{x + 8} {y - 14}v28", 3)
    ground.rope(s, "40,-10 56,120 30,220 70,300 40,380 20,300 60,210", 20)
