"""A shark under the waves, jaws open."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, poly, ring, taper


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.LAGOON, p.DEEP, 0.4, 0.15)
    ground.sunburst(s, 260, -160, 30, p.CREAM, 0.13)
    for x, h, lean in ((40, 250, 30), (92, 180, -24), (560, 300, -46), (606, 210, 22), (500, 150, 30)):
        s.shape(
            taper(
                f"{x},900 {x + lean},{880 - h * 0.35:.0f} {x - lean},{880 - h * 0.7:.0f} "
                f"{x + lean},{880 - h}",
                34,
                5,
                10,
            ),
            p.JADE,
            5,
        )
    s.shape(curve("-20,830! 90,806 180,838 300,812 420,842 540,806 660,830! 660,900! -20,900!"), p.SAND, 6)
    for x, y, r in ((150, 858, 16), (250, 848, 10), (390, 866, 13), (455, 856, 8)):
        s.shape(ring(x, y, r * 1.4, r), p.SLATE, 4)
    star = "M330 828l9 20 22 1-17 14 6 21-20-12-18 13 6-22-18-13 22-2z"
    s.shape(star, p.RUST, 4)
    ground.bubbles(s, 34, p.CREAM, 60, 780)
    for x, y, k in ((84, 560, 1), (140, 604, 1), (60, 640, 1), (500, 706, -1), (548, 668, -1)):
        s.open_move(f"translate({x} {y}) scale({k} 1)")
        s.shape(curve("-30,0! -8,-15 18,-10 34,0 18,10 -8,15") + poly("-28,0 -46,-14 -46,14"), p.AMBER, 4)
        s.fill(ring(18, -2, 3), p.INK)
        s.close()
    tail = curve("500,380 540,300 606,180! 590,300 576,380 606,470 622,560! 560,520 512,450")
    s.shape(tail, p.SLATE, 8)
    s.hatch(tail, 70, 12)
    fin = curve("300,260! 330,190 400,104! 402,190 424,280!")
    s.shape(fin, p.SLATE, 8)
    s.hatch(fin, 62, 11)
    body = curve(
        "38,300! 110,226 230,226 360,262 470,330 540,392 520,450 440,500 330,540 250,560 200,600 "
        "150,640! 148,560 176,500 120,420"
    )
    s.shape(body, p.SLATE, 9)
    belly = curve(
        "120,430! 190,470 300,470 420,440 540,410! 520,450 440,500 330,540 250,560 200,600 "
        "150,640! 148,560 176,500"
    )
    s.shape(belly, p.CREAM, 5)
    s.shade(body, curve("150,210 300,230 560,380 560,410 300,300 150,280"), 24, 10)
    mouth = curve("52,318! 90,392 128,420 190,436 252,420! 236,500 196,560 150,640! 134,560 108,480 70,400")
    mouth = curve("50,306! 110,372 180,402 262,396! 250,452 214,520 152,632! 150,560 166,500 150,470 90,400")
    s.shape(mouth, p.BLOOD, 7)
    tongue = curve("178,500 210,450 244,430 236,470 206,520 168,580")
    s.shape(tongue, p.RUST, 4)
    for x, y, lean in (
        (72, 330, 6),
        (98, 356, 4),
        (128, 376, 2),
        (160, 390, 0),
        (194, 397, -2),
        (228, 398, -4),
    ):
        s.shape(poly(f"{x - 14},{y - 7} {x + 18},{y + 4} {x + lean},{y + 42}"), p.CREAM, 4)
    for x, y in ((160, 600), (170, 560), (182, 520), (214, 510), (234, 470)):
        s.shape(poly(f"{x - 2},{y + 14} {x + 12},{y - 14} {x - 16},{y - 22}"), p.CREAM, 4)
    s.shape(ring(188, 306, 19), p.AMBER, 6)
    s.fill(ring(184, 308, 10), p.INK)
    s.line(curve("158,284 190,274 218,288", False), 9)
    for x in (316, 344, 372):
        s.line(curve(f"{x},330 {x - 16},372 {x + 2},420", False), 6)
    flipper = curve("330,470! 380,560 392,660 372,742! 330,690 286,610 268,540!")
    s.shape(flipper, p.SLATE, 8)
    s.hatch(flipper, 74, 12)
    s.shape(curve("470,470! 500,510 520,560! 476,548 440,500!"), p.SLATE, 7)
    s.line("M70 270l14 6M96 252l14 7M122 240l12 7M84 300l10 6M110 280l10 5", 5)
    ground_wave = curve(
        "-10,-10! -10,96! 40,60 90,100 140,62 200,104 260,64 320,100 380,58 440,98 500,60 "
        "560,100 640,70! 640,-10!"
    )
    s.shape(ground_wave, p.CREAM, 7)
    s.hatch(ground_wave, 0, 12, 2.6, p.SEA, 0.7)
