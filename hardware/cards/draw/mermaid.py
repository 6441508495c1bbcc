"""A mermaid combing her hair on a rock, under the moon."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, ring, taper


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.LAGOON, p.NIGHT, 0.25, 0.2)
    ground.stars(s, 46, p.CREAM, 0, 520)
    s.shape(ring(150, 150, 104), p.CREAM, 7)
    s.hatch(curve("150,46 254,150 150,254 60,220 150,230 220,150"), 30, 9, 2.3)
    for x, y, r in ((120, 130, 20), (170, 190, 14), (104, 190, 10)):
        s.line(ring(x, y, r), 3, p.SAND)
    ground.cloud(s, 60, 268, 0.62, p.STEEL)
    ground.swell(s, 600, 26, 130, p.SEA, 0.2)
    # The tail curls from the lap round the rock and up at the right.
    rock = curve("60,800! 90,660 180,590 300,560 430,590 500,680 560,800! 560,900! 60,900!")
    s.shape(rock, p.BARK, 9)
    s.hatch(rock, 118, 14, 2.8, p.SAND, 0.4)
    s.line(curve("120,760 160,690 230,660", False) + curve("430,820 470,740 450,660", False), 5)
    hair_back = curve(
        "330,70 250,90 206,180 216,290 180,380 150,440 196,450 180,520 250,490 300,420 400,400 "
        "440,330 450,210 410,100"
    )
    s.shape(hair_back, p.RUST, 9)
    for d in (
        "290,100 236,200 240,310 196,420",
        "310,110 262,220 268,340 216,470",
        "420,140 436,230 420,330 390,390",
    ):
        s.line(curve(d, False), 4)
    fluke = curve(
        "560,330! 500,270 440,262 410,290! 450,320 500,370 540,420! 570,430! 592,380 626,300 "
        "612,210! 580,230 560,280"
    )
    s.shape(fluke, p.JADE, 9)
    for d in (
        "548,400 500,330 440,290",
        "556,400 540,330 500,280",
        "564,400 590,330 608,240",
        "558,400 574,330 584,260",
    ):
        s.line(curve(d, False), 3.5)
    tail = taper("300,480 270,590 330,680 450,680 530,600 556,500 556,410", 128, 30, 34)
    s.shape(tail, p.JADE, 10)
    s.open_clip(tail)
    for i in range(15):
        for j in range(12):
            x, y = 190 + j * 38 + (i % 2) * 19, 470 + i * 22
            s.line(f"M{x - 19} {y}a19 20 0 0 0 38 0", 3.4)
    s.fill(curve("240,640 330,760 480,740 600,560 600,760 240,800"), p.INK, 0.25)
    s.close()
    s.line(tail, 10)
    s.shape(curve("360,600! 340,640 350,690 392,720! 400,680 390,640"), p.LAGOON, 6)
    torso = curve(
        "292,270! 352,270! 392,300 392,360 366,410 372,470 366,510 300,520 238,506 240,460 262,410 "
        "244,350 250,300"
    )
    s.shape(torso, p.SKIN, 9)
    s.shade(torso, curve("360,280 340,400 350,520 420,520 420,280"), 60, 9, 2.4, 0.14)
    s.shape(curve("230,490! 260,510 320,514 378,494! 384,530 320,552 256,544 226,522"), p.GOLD, 7)
    for x, y in ((256, 522), (286, 530), (318, 532), (350, 526)):
        s.shape(ring(x, y, 8), p.CREAM, 3.4)
    for x in (284, 356):
        s.shape(curve(f"{x},338! {x - 34},350 {x - 34},386 {x},400 {x + 32},386 {x + 32},350"), p.BLOOD, 6)
        s.line(f"M{x} 398L{x - 20} 356M{x} 398V344M{x} 398L{x + 20} 356", 3.2)
    arm_low = taper("384,306 444,370 470,440 420,500 380,540", 46, 30)
    s.shape(arm_low, p.SKIN, 8)
    s.shape(curve("400,500! 432,520 430,556 400,574 366,570 352,548! 372,540 376,520"), p.SKIN, 7)
    s.line("M368 552l-12 12M386 558l-8 14M404 556l-2 14", 4)
    face = curve("270,150 292,110 350,106 384,150 382,210 356,254 322,272 288,250 268,206")
    s.shape(face, p.SKIN, 8)
    s.shape(
        curve(
            "322,84! 280,100 258,150 262,212! 286,180 320,150 344,124! 360,160 392,190 394,216! "
            "408,160 376,96"
        ),
        p.RUST,
        7,
    )
    for x in (298, 354):
        s.line(curve(f"{x - 17},194 {x},184 {x + 17},194", False), 6)
        s.fill(ring(x, 200, 8, 9), p.INK)
    s.line(curve("326,202 334,218 322,222", False), 4)
    s.shape(curve("304,238! 324,232 346,236! 326,252"), p.BLOOD, 4)
    s.fill(ring(286, 222, 10, 7), p.RUST, 0.5)
    s.fill(ring(366, 222, 10, 7), p.RUST, 0.5)
    star = "M376 96l8 22 24 2-19 15 7 24-20-14-20 14 7-24-19-15 24-2z"
    s.shape(star, p.AMBER, 5)
    arm_up = taper("262,306 200,330 150,280 176,220 222,190", 46, 28)
    s.shape(arm_up, p.SKIN, 8)
    locks = curve("262,170! 232,230 240,300 206,380 214,420! 250,400 278,340 276,270 284,200!")
    s.shape(locks, p.RUST, 7)
    s.line(curve("264,210 252,290 226,390", False) + curve("276,220 264,300 240,380", False), 3.6)
    # The comb, and the hand that holds it.
    for i in range(9):
        s.line(f"M{208 + i * 11} {226 + i * 3}l-9 44", 7)
        s.line(f"M{208 + i * 11} {226 + i * 3}l-9 44", 2.5, p.AMBER)
    s.shape("M196 196l114 30-6 26-114-30z", p.GOLD, 6)
    s.shape(ring(214, 202, 9), p.BLOOD, 3)
    s.shape(
        curve("192,200! 180,180 196,156 226,158 252,176 260,196! 240,200 236,216 220,212 206,214"), p.SKIN, 7
    )
    s.line("M222 174l14 24M238 176l10 18M206 174l16 24", 4)
    ground.swell(s, 792, 30, 176, p.LAGOON, 0.5)
    ground.swell(s, 846, 22, 120, p.SEA, 0.1)
    s.shape(curve("70,790! 30,760 40,716 82,712 118,730 124,776!"), p.CREAM, 7)
    s.line("M80 786L52 730M86 786L82 718M94 784L114 738", 4)
    s.shape(taper("548,820 520,770 560,740 540,690", 30, 8), p.MOSS, 6)
    s.shape(taper("584,830 600,770 574,730 604,690", 30, 8), p.MOSS, 6)
