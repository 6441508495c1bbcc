"""Numerals drawn with the same pen as the pictures, so that no typeface is needed to print a card."""

from __future__ import annotations

from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve

# Each digit is one stroke in a box of 60 x 100, its middle at (0, 0).
STROKES: dict[str, str] = {
    "0": curve("0,-44 26,-24 26,24 0,44 -26,24 -26,-24"),
    "1": "M-18-26L6-44V44M-18 44H28",
    "2": "M-26-22C-26-52 26-52 26-20C26 6-14 18-26 44H28",
    "3": "M-24-34C-6-52 24-46 24-24C24-6 6-2-4-2C12-2 28 6 28 22C28 50-14 52-28 32",
    "4": "M12 44V-44L-28 18H30",
    "5": "M22-44H-18L-22-6C-6-16 28-12 28 16C28 50-14 52-28 34",
    "6": "M18-42C-14-34-28-6-26 16C-24 52 28 52 28 16C28-12-14-14-25 10",
    "7": "M-26-44H28C8-14-4 14-8 44M-14 2H18",
    "8": curve("0,-2 -22,-22 0,-44 22,-22 0,-2 -26,22 0,44 26,22"),
    "9": "M-18 42C14 34 28 6 26-16C24-52-28-52-28-16C-28 12 14 14 25-10",
    "/": "M16-48L-16 48",
}
ADVANCE = 72


def numeral(
    s: Sheet, text: str, x: float, y: float, height: float, colour: str = p.CREAM, turn: float = 0
) -> None:
    """Writes digits around (x, y), `height` tall, outlined in ink; `turn` in degrees."""
    s.open_move(f"translate({x} {y}) rotate({turn}) scale({height / 100:.3f})")
    left = -(len(text) - 1) * ADVANCE / 2
    for width, tone in ((29, p.INK), (15, colour)):
        for i, digit in enumerate(text):
            s.open_move(f"translate({left + i * ADVANCE:g} 0)")
            s.line(STROKES[digit], width, tone)
            s.close()
    s.close()
