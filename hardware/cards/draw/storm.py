"""A storm: lightning over a ship on a great wave."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, box, curve, poly, ring


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.SLATE, p.NIGHT, 0.62, 0.3)
    s.hatch(box(0, 150, 630, 560), 104, 26, 3.4, p.CREAM, 0.5)
    bolt = poly("402,120 500,130 440,262 520,256 372,520 410,346 330,356")
    s.line(bolt, 34, p.AMBER, 0.35)
    s.shape(bolt, p.AMBER, 9)
    s.shape(poly("96,190 140,200 112,262 150,262 70,390 92,296 52,300"), p.AMBER, 7)
    wave = curve(
        "-20,900! -20,520 40,420 130,366 240,352 330,390 372,452 366,520 320,548 270,530 268,490 "
        "300,476! 250,470 214,520 "
        "230,590 300,640 420,640 540,600 660,560! 660,900!"
    )
    s.shape(wave, p.SEA, 10)
    for d in (
        "20,700 40,560 110,460 220,410 310,440",
        "50,760 80,620 140,530 190,500",
        "120,800 140,680 180,620 210,640",
        "260,700 360,730 480,700 640,630",
        "200,760 330,800 500,770 660,690",
        "20,860 200,830 400,860 660,760",
    ):
        s.line(curve(d, False), 5, p.CREAM)
    foam = [
        (130, 366, 28),
        (180, 352, 24),
        (232, 350, 30),
        (288, 366, 28),
        (334, 396, 30),
        (366, 440, 28),
        (374, 486, 26),
        (352, 528, 26),
        (312, 546, 24),
        (276, 530, 18),
        (84, 396, 22),
    ]
    for x, y, r in foam:
        s.shape(ring(x, y, r), p.CREAM, 6)
    for x, y, r in foam:
        s.fill(ring(x, y, r - 2.5), p.CREAM)
    for x, y, r in foam[::2]:
        s.line(
            f"M{x - r * 0.5:.0f} {y}q0-{r * 0.5:.0f} {r * 0.5:.0f}-{r * 0.5:.0f}"
            f"q{r * 0.4:.0f} 0 {r * 0.4:.0f} "
            f"{r * 0.4:.0f}",
            4,
        )
    for x, y, r in ((420, 480, 8), (402, 420, 6), (440, 530, 7), (396, 560, 9), (300, 590, 7), (340, 600, 5)):
        s.shape(ring(x, y, r), p.CREAM, 3)
    s.open_move("translate(470 560) rotate(24)")
    s.shape(curve("-122,-30! -60,-4 60,0 120,-50! 112,20 70,62! -70,62! -104,20"), p.BARK, 9)
    s.line("M-104 0q100 30 216-16M-92 28q90 20 186-10", 4, p.SAND)
    for x in (-56, -16, 24, 62):
        s.shape(box(x - 8, 20, 17, 17), p.AMBER, 4)
    s.line("M-30-4V-232M56-10V-190M-122-30l-56-46", 9)
    s.shape(curve("-84,-200! -30,-216 20,-206! 8,-160 20,-120! -30,-136 -88,-120! -70,-160"), p.PARCHMENT, 7)
    s.shape(curve("-94,-100! -30,-116 24,-104! 10,-70 20,-40! -30,-54 -96,-40! -76,-70"), p.PARCHMENT, 7)
    s.shape(
        curve("34,-170! 60,-180 104,-172! 92,-130! 110,-110! 86,-100! 100,-70! 60,-76 30,-66! 44,-110"),
        p.PARCHMENT,
        7,
    )
    s.line("M-74-190l20 44M-50-90l10 30M50-160l16 40", 4)
    s.shape("M-30-232l54-10-14 18 16 18-56 4z", p.BLOOD, 5)
    s.close()
    front = curve(
        "-20,900! -20,800 80,770 180,800 260,830 340,800 430,716 540,700 600,740 592,790 560,780! "
        "540,756 500,780 520,830 "
        "580,846 660,820! 660,900!"
    )
    s.shape(front, p.LAGOON, 9)
    s.line(
        curve("20,850 120,820 240,862 360,830 450,760 500,750", False)
        + curve("300,880 400,850 470,800", False),
        5,
        p.CREAM,
    )
    for x, y, k, tone, flip in (
        (90, 92, 1.15, p.SLATE, 1),
        (330, 70, 1.35, p.STEEL, 1),
        (560, 96, 1.1, p.SLATE, -1),
        (210, 150, 0.8, p.STEEL, -1),
    ):
        ground.cloud(s, x, y, k, tone, flip)
    for x, y in ((560, 300), (592, 380), (548, 420), (600, 470)):
        s.shape(curve(f"{x},{y - 24}! {x + 12},{y} {x},{y + 12} {x - 12},{y}"), p.LAGOON, 4)
    for x, y in ((70, 520), (120, 560), (60, 640)):
        s.line(f"M{x} {y}q-24 10-14 34", 5, p.CREAM)
