"""A curved sabre over a buckler and its scabbard belt, on red cloth."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, poly, ring


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.RUST, p.BLOOD, 0.6, 0.35)
    for i in range(9):
        for j in range(7):
            x, y = 20 + j * 100 + (i % 2) * 50, 30 + i * 104
            s.line(f"M{x} {y - 34}q10 24 34 34q-24 10-34 34q-10-24-34-34q24-10 34-34z", 3, p.AMBER, 0.55)
            s.fill(ring(x, y, 5), p.AMBER, 0.6)
    drape = curve("-20,600! 60,640 120,620 180,700 160,780 220,900! -20,900!")
    s.shape(drape, p.NIGHT, 7)
    s.hatch(drape, 70, 16, 2.5, p.SLATE, 0.8)
    s.line(curve("-20,620 60,660 110,644 164,706 142,784 196,900", False), 6, p.AMBER)
    shield = ring(410, 566, 196)
    s.shape(shield, p.WOOD, 10)
    s.hatch(shield, 90, 13, 2.6)
    for angle in range(0, 360, 30):
        s.open_move(f"rotate({angle} 410 566)")
        s.shape(ring(410, 388, 11), p.AMBER, 4)
        s.close()
    s.line(ring(410, 566, 158), 10, p.BARK)
    s.shape(ring(410, 566, 66), p.STEEL, 8)
    s.shape(poly("410,486 428,548 490,566 428,584 410,646 392,584 330,566 392,548"), p.AMBER, 5)
    blade = curve("196,560! 130,430 116,290 176,150 276,56 430,20! 340,100 272,200 254,320 262,430 296,520!")
    s.shape(blade, p.STEEL, 10)
    s.shade(
        blade,
        curve(
            "300,600 262,430 254,320 272,200 340,100 430,20! 380,30 270,110 214,210 204,330 224,460 250,560"
        ),
        40,
        10,
        2.8,
        0.1,
    )
    s.line(curve("226,520 172,400 170,280 220,170 300,92", False), 5)
    s.line(curve("206,490 150,390 146,290 190,180", False), 7, p.CREAM)
    s.shape("M176 150l-46-20 32 44zM130 300l-44 2 44 24z", p.STEEL, 6)
    s.open_move("rotate(-22 250 580)")
    grip = curve("218,590! 282,590! 276,660 284,730 268,790! 226,790! 214,720 226,650")
    s.shape(grip, p.NIGHT, 9)
    for y in range(612, 790, 24):
        s.line(f"M216 {y}q34 20 66-6", 6, p.AMBER)
    guard = curve(
        "140,556! 250,572 346,548! 372,566 360,598! 300,606 330,680 320,760 280,820! 250,830 "
        "240,806! 282,780 296,720 "
        "286,650 252,604! 160,602! 128,586"
    )
    s.shape(guard, p.GOLD, 9)
    s.hatch(guard, 60, 10, 2.5)
    s.shape(ring(250, 820, 32), p.GOLD, 9)
    s.shape(ring(250, 820, 12), p.BLOOD, 5)
    s.shape(ring(132, 574, 24), p.GOLD, 8)
    for i, x in enumerate((-26, -10, 8, 24)):
        s.line(curve(f"250,850 {250 + x},880 {240 + x * 2},{940 - i * 8}", False), 8, p.AMBER)
    s.close()
    for x, y, r in ((560, 120, 40), (520, 214, 26), (590, 230, 20)):
        s.shape(ring(x, y, r), p.GOLD, 6)
        s.line(ring(x, y, r * 0.72), 3)
        s.line(f"M{x} {y - r * 0.42:.0f}v{r * 0.84:.0f}M{x - r * 0.4:.0f} {y}h{r * 0.8:.0f}", 4)
    s.shape(poly("54,60 84,30 114,60 84,118"), p.LAGOON, 6)
    s.line("M54 60H114M72 60L84 118L98 60L84 30z", 3.5)
