"""A cabin boy swabbing the deck, with mop and bucket."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, poly, ring, taper


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.CREAM, p.LAGOON, 0.6, 0.1)
    ground.cloud(s, 120, 120, 0.9, p.CREAM)
    ground.cloud(s, 560, 330, 0.7, p.CREAM, -1)
    s.shape(p.box(-20, 430, 680, 200), p.SEA, 6)
    for i, y in enumerate(range(456, 600, 26)):
        s.line(f"M{-20 - i * 12} {y}" + "q22-18 44 0t44 0" + "t44 0" * 14, 4, p.CREAM, 0.8)
    # Rigging at the right, railing behind him.
    for x in (430, 500, 570, 640):
        s.line(f"M{x} 600L{360 + x * 0.25:.0f}-20", 7, p.BARK)
    for y in range(30, 580, 62):
        k = (y + 20) / 620
        s.line(f"M{360 + 107 + (430 - 467) * k:.0f} {y}q40 14 {(70 + 140 * k):.0f} 0", 5, p.BARK)
    s.shape(p.box(-20, 530, 680, 34), p.WOOD, 8)
    s.hatch(p.box(-20, 530, 680, 34), 1, 9, 2.2)
    for x in (10, 120, 250, 400, 520, 620):
        s.shape(
            curve(
                f"{x - 14},564! {x + 14},564! {x + 20},600 {x + 8},632 {x + 20},680! {x - 20},680! "
                f"{x - 8},632 {x - 20},600"
            ),
            p.WOOD,
            6,
        )
    ground.planks(s, [660, 720, 790, 900], 5, (p.SAND, p.GOLD))
    puddle = curve("330,830 420,800 540,806 600,836 560,862 420,870 340,856")
    s.shape(puddle, p.LAGOON, 5)
    s.line("M400 826q40-12 80-6M440 846q50 8 90-4", 4, p.CREAM)
    for side in (
        "300,560! 380,560! 400,640 400,716! 330,722! 310,640",
        "206,560! 296,560! 300,640 290,720! 214,720! 210,640",
    ):
        leg = curve(side)
        s.shape(leg, p.NIGHT, 9)
        s.hatch(leg, 80, 11, 2.3, p.SLATE, 0.7)
    for x in (218, 336):
        s.shape(curve(f"{x},716! {x + 62},714! {x + 60},770 {x + 54},800! {x + 4},800!"), p.SKIN, 7)
        s.shape(
            curve(f"{x + 4},792! {x + 54},792! {x + 60},826! {x - 40},830! {x - 46},808 {x - 16},798"),
            p.SKIN,
            7,
        )
        s.line(f"M{x - 30} 812v12M{x - 14} 808v14", 4)
    shirt = curve("210,350! 300,330 390,350! 410,450 394,580! 300,592 200,580! 188,450")
    s.shape(shirt, p.CREAM, 10)
    s.open_clip(shirt)
    for y in range(370, 600, 46):
        s.fill(curve(f"170,{y}! 300,{y + 16} 430,{y}! 430,{y + 22}! 300,{y + 38} 170,{y + 22}!"), p.BLOOD)
    s.close()
    s.shade(shirt, curve("350,330 370,460 350,600 440,600 440,330"), 58, 9, 2.4, 0.14)
    s.line(shirt, 10)
    s.shape(curve("196,556! 300,572 398,556! 398,592! 300,606 198,592!"), p.BARK, 7)
    s.shape(p.box(276, 566, 46, 36), p.AMBER, 6)
    mop = "128,250 300,520 500,790"
    s.shape(taper(mop, 22, 22), p.WOOD, 7)
    for x in range(-5, 6):
        s.shape(
            taper(
                f"{500 + x * 5},786 {506 + x * 14},{822 - abs(x) * 2} {510 + x * 22},{850 - abs(x) * 5}",
                17,
                9,
            ),
            p.STEEL,
            4,
        )
    s.shape(ring(496, 780, 32, 20), p.BLOOD, 6)
    for spine in ("214,382 150,430 150,510 226,440", "388,382 440,450 420,560 340,556"):
        s.shape(taper(spine, 58, 42), p.CREAM, 9)
        s.line(p.curve(spine, False), 8, p.BLOOD)
    for x, y in ((240, 424), (328, 562)):
        s.shape(ring(x, y, 29), p.SKIN, 7)
        s.line(f"M{x - 8} {y - 22}v34M{x + 8} {y - 22}v34", 4)
    s.shape(curve("276,310! 326,310! 330,352 300,366 270,352"), p.SKIN, 7)
    s.shape(
        curve("232,346! 300,388 372,346! 356,392 314,404 340,440! 300,432 262,444! 286,404 244,392"), p.SEA, 7
    )
    for x in (186, 414):
        s.shape(ring(x, 226, 25, 32), p.SKIN, 8)
        s.line(f"M{x - 8} 216q14 8 2 24", 4)
    head = curve("200,160! 300,120 400,160! 412,230 390,294 340,328 300,334 258,328 210,294 188,230")
    s.shape(head, p.SKIN, 9)
    for x, y in ((226, 270), (240, 282), (252, 268), (352, 270), (364, 284), (376, 268)):
        s.fill(ring(x, y, 4), p.RUST)
    for x in (256, 346):
        s.shape(ring(x, 226, 19, 22), p.CREAM, 5)
        s.fill(ring(x + 5, 230, 11), p.INK)
        s.fill(ring(x + 8, 225, 4), p.CREAM)
        s.line(curve(f"{x - 24},194 {x},182 {x + 24},194", False), 7)
    s.line(curve("298,232 286,262 308,266", False), 5)
    s.shape(curve("256,286! 302,296 350,282! 334,316 300,322 270,312"), p.BLOOD, 6)
    s.fill(p.box(282, 292, 34, 11), p.CREAM)
    scarf = curve("184,196! 186,110 240,64 304,56 368,66 414,112 416,196! 360,156 300,148 240,158")
    s.shape(scarf, p.BLOOD, 9)
    for x, y in ((226, 130), (280, 96), (336, 128), (380, 100), (300, 134), (240, 92), (386, 150), (328, 82)):
        s.fill(ring(x, y, 10), p.CREAM)
    s.shape(curve("406,176! 470,150 500,186 480,216! 450,196"), p.BLOOD, 7)
    s.shape(curve("410,186! 456,220 460,270 430,280! 416,236"), p.BLOOD, 7)
    s.shape(ring(414, 182, 17), p.BLOOD, 7)
    for x, d in ((214, 1), (232, 1), (384, -1)):
        s.shape(
            curve(f"{x},166! {x + 8 * d},200 {x + 26 * d},210! {x + 24 * d},186 {x + 26 * d},160!"), p.GOLD, 5
        )
    bucket = poly("30,690 176,690 156,850 50,850")
    s.line(curve("34,692 60,600 146,600 172,692", False), 7)
    s.shape(bucket, p.WOOD, 9)
    s.hatch(bucket, 88, 14, 2.4)
    s.shape(poly("36,730 170,730 168,754 39,754") + poly("46,812 160,812 158,834 49,834"), p.STEEL, 5)
    s.shape(ring(103, 690, 73, 20), p.LAGOON, 8)
    for x, y, r in (
        (70, 684, 20),
        (104, 676, 26),
        (138, 684, 18),
        (96, 650, 12),
        (124, 636, 9),
        (66, 640, 7),
    ):
        s.shape(ring(x, y, r), p.CREAM, 4)
