"""An octopus with eight curling arms, one round a bottle."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, ring, sampled, taper

ARMS = (
    ("250,470 150,440 70,360 60,240 130,180 190,220 170,280 130,270", 88),
    ("380,470 480,440 566,370 580,250 520,170 450,190 450,260 496,270", 88),
    ("240,520 130,530 40,500 10,420 -30,380", 86),
    ("390,520 500,540 590,520 640,580", 86),
    ("250,560 160,610 100,690 140,770 90,830 30,790 56,740 90,756", 88),
    ("380,560 470,610 540,660 550,750 490,810 430,770 460,716 500,736", 88),
    ("290,580 250,680 280,770 220,840 190,900", 86),
    ("345,580 380,680 340,770 380,850 430,900", 86),
)


def arm(s: Sheet, spine: str, width: float) -> None:
    """One arm with its row of suckers."""
    body = taper(spine, width, 14)
    s.shape(body, p.RUST, 9)
    s.open_clip(body)
    track = sampled(spine, 5)
    for i, (x, y) in enumerate(track[4::2]):
        t = (4 + 2 * i) / len(track)
        r = (width * (1 - t) + 14 * t) * 0.2
        before = track[3 + 2 * i]
        dx, dy = x - before[0], y - before[1]
        n = (dx * dx + dy * dy) ** 0.5 or 1
        s.shape(ring(x + dy / n * r * 1.3, y - dx / n * r * 1.3, r), p.PARCHMENT, 3.2)
    s.close()
    s.line(body, 9)


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.SEA, p.NIGHT, 0.5, 0.5)
    for i in range(13):
        for j in range(7):
            x, y = j * 108 - 10 + (i % 2) * 54, i * 72 - 10
            s.line(
                f"M{x - 54} {y}a54 54 0 0 0 108 0M{x - 36} {y}a36 36 0 0 0 72 0M{x - 18} {y}a18 18 0 0 0 "
                f"36 0",
                2.6,
                p.LAGOON,
                0.75,
            )
    s.shape(curve("-20,60! 40,40 70,90 50,140 -20,170!"), p.MOSS, 6)
    s.shape(curve("650,660! 600,650 570,690 590,730 650,750!"), p.MOSS, 6)
    for x in (-4, 16, 36):
        s.line(f"M{x} 70q20 20 0 40t4 40", 4)
    arm(s, *ARMS[2])
    arm(s, *ARMS[3])
    bottle = "M474 96l30-34 16-40 40 16-16 42 4 50-44 116-78-30z"
    s.shape(bottle, p.JADE, 8)
    s.hatch(bottle, 110, 11, 2.4, p.CREAM, 0.6)
    s.shape("M470 130l58 22-24 60-56-22z", p.CREAM, 5)
    s.line("M478 152l36 14M470 170l36 14", 4)
    for spine, width in ARMS[4:]:
        arm(s, spine, width)
    for spine, width in ARMS[:2]:
        arm(s, spine, width)
    head = curve(
        "315,110 420,140 462,240 440,340 410,420 440,500 400,580 315,604 230,580 190,500 220,420 "
        "190,340 168,240 210,140"
    )
    s.shape(head, p.RUST, 10)
    s.shade(head, curve("380,100 420,240 400,380 430,520 340,620 520,620 520,100"), 58, 10)
    for x, y, r in (
        (260, 180, 22),
        (316, 150, 15),
        (352, 206, 19),
        (290, 240, 13),
        (230, 260, 16),
        (392, 270, 12),
        (330, 280, 16),
    ):
        s.shape(ring(x, y, r, r * 0.8), p.BLOOD, 4)
    for x, tilt in ((248, 14), (382, -14)):
        s.shape(ring(x, 410, 52, 58), p.AMBER, 8)
        s.open_move(f"rotate({tilt} {x} 410)")
        s.fill(ring(x, 416, 38, 13), p.INK)
        s.close()
        s.line(curve(f"{x - 58},{366 + tilt} {x},{344 - abs(tilt)} {x + 58},{366 - tilt}", False), 13)
    s.line(curve("262,520 315,548 368,520", False), 9)
    s.line("M286 500q30 14 58 0M300 572q16 8 30 0", 5)
    ground.bubbles(s, 22, p.CREAM, 20, 860)
    s.shape("M60 560l8 22 24 2-20 14 8 24-20-14-20 14 8-24-20-14 24-2z", p.AMBER, 5)
    s.shape(curve("300,40! 336,20 372,40! 336,60") + "M300 40l-24-18v36z", p.AMBER, 5)
    s.fill(ring(350, 36, 4), p.INK)
