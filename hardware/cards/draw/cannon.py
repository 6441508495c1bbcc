"""A ship's cannon on its carriage, just fired, with shot beside it."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, poly, ring


def ball(s: Sheet, x: float, y: float, r: float) -> None:
    """An iron shot with its glint."""
    body = ring(x, y, r)
    s.shape(body, p.NIGHT, 6)
    s.line(f"M{x - r * 0.55} {y - r * 0.1}q4-{r * 0.5:.0f} {r * 0.5:.0f}-{r * 0.5:.0f}", 6, p.CREAM)


def wheel(s: Sheet, x: float, y: float, r: float) -> None:
    """A wooden truck wheel."""
    s.shape(ring(x, y, r), p.BARK, 8)
    s.shape(ring(x, y, r * 0.74), p.WOOD, 5)
    s.hatch(ring(x, y, r * 0.74), 82, 9, 2.4)
    s.shape(ring(x, y, r * 0.26), p.STEEL, 6)
    for dx, dy in ((0, -0.5), (0.45, 0.25), (-0.45, 0.25)):
        s.fill(ring(x + dx * r, y + dy * r, 6), p.INK)


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.planks(s, [-120, 30, 140, 270, 380, 500, 600, 760], -4, (p.SAND, p.GOLD))
    ground.planks(s, [690, 770, 850, 960], 0, (p.BARK, p.WOOD))
    s.shape(p.box(-20, 668, 680, 30), p.BARK, 7)
    port = curve("34,54! 300,36! 316,350! 42,366!")
    s.shape(port, p.LAGOON, 14)
    s.open_clip(port)
    ground.cloud(s, 226, 96, 0.62, p.CREAM)
    s.shape(curve("150,250! 164,280 240,284 276,246!"), p.BARK, 5)
    s.shape(
        curve("206,244! 206,130! 256,180 250,230!") + curve("198,236! 198,150! 150,210 160,234"), p.CREAM, 5
    )
    s.line("M202 246V108", 5)
    s.raw('<path d="M202 108l-34 8 34 14z" fill="#24160f"/>')
    for i in range(5):
        s.line(f"M20 {286 + 20 * i}q24-16 48 0t48 0 48 0 48 0 48 0 48 0 48 0", 4, p.CREAM if i % 2 else p.INK)
    s.close()
    s.line(port, 14)
    for x, y, r, c in (
        (96, 300, 62, p.CREAM),
        (46, 226, 60, p.STEEL),
        (150, 226, 58, p.CREAM),
        (78, 170, 66, p.CREAM),
        (150, 330, 50, p.STEEL),
        (30, 346, 52, p.CREAM),
    ):
        s.shape(ring(x, y, r), c, 6)
        s.line(
            f"M{x - r * 0.5:.0f} {y}q0-{r * 0.5:.0f} {r * 0.5:.0f}-{r * 0.5:.0f}"
            f"q{r * 0.4:.0f} 0 {r * 0.4:.0f} "
            f"{r * 0.4:.0f}",
            4,
        )
    s.shape("M216 372L128 372l44-32-74-38 78-2-28-62 66 40 22-70 26 76z", p.AMBER, 6)
    s.shape("M226 368l-52-6 28-20-36-24 46 4-8-34 38 30z", p.RUST, 4)
    barrel = curve(
        "196,296! 262,272! 470,380 572,446 606,520 580,578 520,592 420,540 196,416! 168,400! 178,350"
    )
    s.shape(barrel, p.NIGHT, 10)
    s.shade(barrel, curve("180,400 420,520 520,580 640,560 640,620 400,620 160,420"), 20, 9, 3, 0.3, p.SLATE)
    s.line(curve("270,292 460,392 560,458", False), 9, p.SLATE)
    s.shape(curve("186,280! 232,262! 244,286 216,404 190,424! 150,404! 152,350"), p.GOLD, 8)
    s.shape(ring(186, 346, 26, 52), p.INK, 4)
    s.line("M338 308C318 350 300 420 296 470", 14, p.GOLD)
    s.line("M356 318C336 360 318 430 314 480M470 378C444 420 428 490 428 540", 9, p.GOLD)
    s.shape(ring(622, 546, 27), p.GOLD, 8)
    s.line("M540 440q20-30 10-60q-14-30 18-44q30-14 14-52", 6)
    s.shape("M586 274l-20-20 26-2 2-28 14 24 26-10-14 26 18 18-28 0-6 24z", p.AMBER, 5)
    carriage = poly("236,640 300,520 372,520 392,560 470,560 490,600 606,600 618,690 236,690")
    s.shape(carriage, p.BLOOD, 9)
    s.hatch(carriage, 3, 12)
    for x, y in ((290, 640), (420, 620), (560, 640), (330, 560)):
        s.shape(ring(x, y, 11), p.STEEL, 4)
    s.shape(ring(372, 520, 34), p.STEEL, 8)
    s.shape(ring(372, 520, 13), p.NIGHT, 4)
    wheel(s, 296, 712, 66)
    wheel(s, 548, 720, 58)
    for x, y in ((52, 806), (122, 806), (192, 806), (87, 746), (157, 746), (122, 686)):
        ball(s, x, y, 35)
    ground.rope(s, "660,830 560,812 430,850 300,826 240,880", 22)
