"""The black flag with skull and crossed swords, flying from a mast top."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, box, curve, poly, ring


def gull(s: Sheet, x: float, y: float, size: float) -> None:
    """A gull on the wing."""
    s.shape(
        curve(
            f"{x - size},{y - size * 0.3}! {x - size * 0.4},{y - size * 0.5} {x},{y}! "
            f"{x + size * 0.4},{y - size * 0.6} "
            f"{x + size},{y - size * 0.5}! {x + size * 0.4},{y - size * 0.2} "
            f"{x + size * 0.1},{y + size * 0.25}! "
            f"{x - size * 0.35},{y - size * 0.1}"
        ),
        p.CREAM,
        5,
    )


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.AMBER, p.BLOOD, 0.75, 0.72)
    ground.sunburst(s, 470, 640, 21, p.CREAM, 0.25)
    s.shape(ring(470, 640, 104), p.AMBER, 7)
    s.hatch(ring(470, 640, 104), 0, 15, 3, p.RUST, 0.9)
    for y, phase in ((700, 0.1), (752, 0.6), (812, 0.3)):
        ground.swell(s, y, 24, 140, (p.SEA, p.DEEP, p.NIGHT)[int(phase * 10) % 3], phase)
    s.line("M150 100L-30 900M150 120L330 900M150 330L620 900", 5, p.BARK)
    for i in range(9):
        y = 470 + i * 46
        k = (y - 110) / 790
        s.line(f"M{150 - 180 * k:.0f} {y}Q150 {y + 16} {150 + 180 * k:.0f} {y}", 4, p.BARK)
    mast = poly("128,30 168,30 182,900 112,900")
    s.shape(mast, p.WOOD, 9)
    s.hatch(mast, 90, 9, 2.4)
    s.shape(ring(148, 26, 30), p.AMBER, 8)
    nest = curve("60,560! 236,560! 222,652 206,670! 92,670! 74,652")
    s.shape(nest, p.BARK, 9)
    s.line("M104 566l8 100M148 566v100M192 566l-8 100", 5, p.SAND)
    s.shape(box(50, 540, 198, 30), p.GOLD, 8)
    flag = curve(
        "166,76! 260,40 340,110 440,104 520,60 610,90! 574,180 610,260 580,350 604,430! 566,410! "
        "552,452! 520,416! 440,440 "
        "350,446 270,380 168,420!"
    )
    s.shape(flag, p.INK, 9)
    s.open_clip(flag)
    s.hatch(curve("240,30 330,110 360,270 340,470 290,440 300,250"), 84, 10, 3, p.SLATE, 0.8)
    s.hatch(curve("500,40 540,200 520,470 640,470 640,40"), 96, 11, 3, p.SLATE, 0.7)
    s.close()
    for flip in (1, -1):
        s.open_move(f"translate(388 270) scale({flip} 1) rotate(38)")
        s.shape(curve("-14,150! -16,40 -22,-60 -50,-160! 0,-120 18,-40 14,150!"), p.STEEL, 6)
        s.line(curve("0,130 -2,20 -14,-70", False), 3)
        s.shape(box(-12, 160, 26, 52), p.WOOD, 5)
        s.shape(curve("-40,142! 0,156 46,142! 46,162! 0,174 -40,162!"), p.AMBER, 5)
        s.close()
    skull = curve(
        "388,140 450,160 476,220 462,270 438,292! 434,340! 388,352 342,340! 338,292! 314,270 300,220 326,160"
    )
    s.shape(skull, p.CREAM, 8)
    for x in (354, 422):
        s.fill(curve(f"{x},208 {x + 26},220 {x + 22},254 {x},262 {x - 25},252 {x - 25},220"), p.INK)
    s.fill(curve("388,262! 402,290! 392,294 388,288 384,294 374,290!"), p.INK)
    s.line("M360 318H416M372 308V338M388 312V342M404 308V338", 5)
    s.shape(curve("310,186! 388,150 468,186! 466,160 430,130 388,122 346,130 312,160"), p.BLOOD, 7)
    s.shape(curve("312,176! 280,160 270,186! 288,196! 274,216! 300,210"), p.BLOOD, 6)
    for x in (350, 388, 426):
        s.fill(ring(x, 148, 7), p.CREAM)
    for y in (96, 250, 396):
        s.line(ring(160, y, 17, 12), 6, p.SAND)
    gull(s, 60, 210, 56)
    gull(s, 560, 540, 44)
    gull(s, 300, 560, 36)
    ground.cloud(s, 48, 400, 0.55, p.PARCHMENT)
    s.shape(curve("330,760! 352,800 440,800 470,752!"), p.INK, 5)
    s.shape(
        curve("396,748! 396,660! 452,700 446,744!") + curve("388,748! 388,676! 346,720 350,746!"),
        p.PARCHMENT,
        5,
    )
