"""The back of the Captain cards: El Capitan's wheel in a rope frame."""

from __future__ import annotations

import math

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, box, curve, ring, taper


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.BLOOD, "#4a1016", 0.5, 0.5)
    for i in range(-12, 14):
        s.line(f"M{i * 60} -10L{i * 60 + 890} 880M{i * 60 + 630} -10L{i * 60 - 260} 880", 2.4, p.GOLD, 0.3)
    s.line(box(26, 26, 578, 828), 6, p.GOLD)
    s.line(box(40, 40, 550, 800), 3, p.GOLD)
    ground.rope(
        s,
        "315,62 420,62 530,62 566,98 568,210 568,440 568,670 566,782 530,818 420,818 315,818 "
        "210,818 100,818 64,782 62,670 "
        "62,440 62,210 64,98 100,62 210,62 315,62",
        24,
        p.SAND,
    )
    for x, y, turn in ((94, 110, 0), (536, 110, 90), (536, 770, 180), (94, 770, 270)):
        s.open_move(f"translate({x} {y}) rotate({turn})")
        s.shape(ring(0, 0, 42), p.NIGHT, 6)
        ground.rose(s, 0, 0, 36, 0, p.AMBER, p.INK)
        s.close()
    cx, cy = 315, 440
    s.fill(ring(cx + 10, cy + 16, 196), p.INK, 0.35)
    for i in range(8):
        s.open_move(f"rotate({i * 45} {cx} {cy})")
        s.shape(taper(f"{cx},{cy - 50} {cx},{cy - 130} {cx},{cy - 196}", 26, 26, 10), p.WOOD, 7)
        s.shape(
            curve(
                f"{cx - 14},{cy - 200}! {cx - 20},{cy - 240} {cx - 12},{cy - 272} {cx},{cy - 282} "
                f"{cx + 12},{cy - 272} "
                f"{cx + 20},{cy - 240} {cx + 14},{cy - 200}!"
            ),
            p.GOLD,
            7,
        )
        s.close()
    rim = ring(cx, cy, 196) + ring(cx, cy, 140)
    s.raw(f'<path d="{rim}" fill="{p.WOOD}" fill-rule="evenodd" stroke="{p.INK}" stroke-width="9"/>')
    s.line(ring(cx, cy, 168), 5, p.AMBER)
    for i in range(16):
        a = math.tau * (i + 0.5) / 16
        s.shape(ring(cx + 168 * math.cos(a), cy + 168 * math.sin(a), 9), p.AMBER, 4)
    s.shape(ring(cx, cy, 124), p.NIGHT, 9)
    s.line(ring(cx, cy, 110), 4, p.AMBER)
    s.open_move("translate(315 446) scale(1.3) translate(-315 -446)")
    # The captain himself: hat, eyes, moustache.
    s.shape(curve("270,430! 360,430! 366,470 346,506 315,516 284,506 264,470"), p.SKIN, 6)
    s.shape(curve("238,440! 250,392 315,372 380,392 392,440! 356,420 315,414 274,420"), p.BLOOD, 6)
    s.shape(curve("372,402! 390,362 420,352! 410,376! 424,390! 392,414!"), p.CREAM, 5)
    s.line("M246 432q70-40 138 0", 4, p.AMBER)
    for x in (298, 334):
        s.fill(ring(x, 448, 6), p.INK)
    s.shape(
        curve(
            "315,470! 290,462 272,474 256,462! 262,492 300,492 315,480! 330,492 368,492 374,462! "
            "358,474 340,462"
        ),
        p.BARK,
        5,
    )
    s.line("M300 500q15 8 30 0", 4)
    s.close()
    for y, flip in ((150, 1), (730, -1)):
        s.open_move(f"translate(315 {y}) scale(1 {flip})")
        s.shape(
            curve(
                "-150,-20! -110,-40 -70,-10 0,-34 70,-10 110,-40 150,-20! 120,0! 150,24! 90,22 60,40 "
                "0,18 -60,40 -90,22 -150,24! -120,0!"
            ),
            p.PARCHMENT,
            6,
        )
        s.line("M-90 4q20-14 40 0t40 0 40 0 40 0 20-4", 4, p.SEA)
        s.close()
