"""A hand with a brass spyglass; an island in its view."""

from __future__ import annotations

import math

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, box, curve, poly, ring, taper


def view(s: Sheet) -> None:
    """The round view through the glass: an island with a palm."""
    s.fill(ring(196, 214, 176), p.INK, 0.35)
    s.shape(ring(186, 204, 176), p.GOLD, 11)
    s.hatch(ring(186, 204, 176), 40, 9, 2.4, p.BARK, 0.8)
    for i in range(24):
        a = math.tau * i / 24
        s.fill(ring(186 + 163 * math.cos(a), 204 + 163 * math.sin(a), 5), p.INK)
    s.shape(ring(186, 204, 148), p.LAGOON, 9)
    s.open_clip(ring(186, 204, 144))
    s.glow(box(20, 40, 340, 340), p.CREAM, p.LAGOON, 0.6, 0.3, 0.5)
    s.shape(ring(250, 140, 30), p.AMBER, 5)
    s.shape(curve("70,270! 120,222 200,210 270,236 300,274!"), p.MOSS, 7)
    s.shape(taper("200,240 192,190 206,140", 20, 13), p.WOOD, 5)
    for turn in (-160, -200, -30, 20, -100, 150):
        ground.leaf(s, 206, 140, turn, 76, p.JADE, 4)
    s.shape(curve("60,282! 120,258 260,262 320,286!"), p.SAND, 6)
    s.fill(box(20, 280, 340, 90), p.SEA)
    for y in (284, 304, 326):
        s.line(f"M20 {y}" + "q14-12 28 0t28 0" + "t28 0" * 12, 4, p.CREAM)
    s.close()
    s.line(curve("76,190 92,130 140,92", False), 8, p.CREAM)


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.parchment(s, 0.6, 0.6)
    for x in range(-10, 640, 52):
        s.line(f"M{x} 0V880", 2, p.SEA, 0.35)
    for y in range(16, 880, 52):
        s.line(f"M0 {y}H630", 2, p.SEA, 0.35)
    coast = curve("640,-20! 640,260! 590,250 560,190 500,180 470,120 430,100 420,40 400,-20!")
    s.line(coast, 26, p.LAGOON, 0.35)
    s.shape(coast, p.GOLD, 6)
    s.hatch(coast, 130, 12, 2.4)
    low = curve("-20,560! 40,570 70,630 50,700 110,760 100,820 150,900! -20,900!")
    s.line(low, 26, p.LAGOON, 0.35)
    s.shape(low, p.MOSS, 6)
    s.hatch(low, 20, 13, 2.4)
    ground.dashes(s, curve("560,300 600,420 520,470 590,560 560,640", False), p.BLOOD, 7)
    s.line("M540 660l40 40M580 660l-40 40", 12, p.BLOOD)
    ground.rose(s, 300, 800, 62, 30, p.CREAM, p.BLOOD)
    ground.soundings(s, 24, p.SEA)
    s.fill(poly("60,300 320,80 470,520 420,560"), p.CREAM, 0.55)
    view(s)
    s.open_move("translate(420 560) rotate(49)")
    # From the objective (left) to the eyepiece (right), three drawn tubes.
    for x, w, h, tone in ((-220, 210, 134, p.WOOD), (-10, 150, 102, p.GOLD), (140, 130, 74, p.WOOD)):
        tube = box(x, -h / 2, w, h)
        s.shape(tube, tone, 9)
        s.hatch(box(x, h * 0.08, w, h * 0.42), 0, 9, 2.6)
        s.line(f"M{x + 14} {-h * 0.28:.0f}h{w - 28}", 8, p.CREAM, 0.8)
    for x, h, w in ((-244, 160, 44), (-30, 148, 36), (124, 116, 30), (262, 92, 34)):
        s.shape(box(x, -h / 2, w, h), p.AMBER, 8)
        s.line(
            f"M{x + w * 0.35:.0f} {-h / 2 + 6:.0f}V{h / 2 - 6:.0f}M{x + w * 0.7:.0f} "
            f"{-h / 2 + 6:.0f}V{h / 2 - 6:.0f}",
            3,
        )
    s.shape(ring(-246, 0, 24, 80), p.LAGOON, 8)
    s.line(curve("-254,-46 -262,-10 -256,20", False), 6, p.CREAM)
    s.close()
    sleeve = curve("660,560! 600,600 556,640! 600,760! 660,760!")
    s.shape(sleeve, p.BLOOD, 9)
    s.hatch(sleeve, 120, 12)
    s.shape(curve("566,616! 540,640 580,780! 612,790 620,760! 590,640!"), p.CREAM, 7)
    hand = curve(
        "560,640! 500,580 456,560 400,560 372,590! 400,610 440,610! 420,640 400,680 430,700! "
        "470,720 540,760 590,770!"
    )
    s.shape(hand, p.SKIN, 9)
    for d in (
        "390,600 360,620 352,650 376,664 420,640",
        "384,650 356,672 356,700 384,708 436,676",
        "396,694 376,716 384,742 412,742 460,710",
    ):
        s.shape(curve(d), p.SKIN, 7)
    s.shape(poly("398,716 388,742 410,750 424,726"), p.AMBER, 4)
    s.line(curve("500,600 480,640 500,680", False), 4)
    for x, y in ((430, 50), (520, 60), (590, 130)):
        s.shape(poly(f"{x - 24},{y + 20} {x},{y - 24} {x + 24},{y + 20}"), p.CREAM, 4.5)
        s.line(f"M{x + 3} {y - 14}l10 30", 3)
