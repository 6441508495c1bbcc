"""What lies under a picture: parchment, sea, sky, planks, leaves, and the ornaments of a sea chart."""

from __future__ import annotations

import math
from itertools import pairwise

from hardware.cards.draw.pen import (
    BARK,
    CREAM,
    GOLD,
    HEIGHT,
    INK,
    PARCHMENT,
    SAND,
    WIDTH,
    Sheet,
    box,
    pair,
    ring,
    sampled,
    taper,
    through_points,
)

WHOLE = box(0, 0, WIDTH, HEIGHT)


def parchment(sheet: Sheet, cx: float = 0.5, cy: float = 0.4) -> None:
    """A lamp-lit sheet over the whole card, with flecks and a few creases."""
    sheet.glow(WHOLE, CREAM, SAND, cx, cy, 0.8)
    draw = sheet.random
    for _ in range(60):
        x, y, r = draw.uniform(0, WIDTH), draw.uniform(0, HEIGHT), draw.uniform(1, 4)
        sheet.fill(ring(x, y, r, r * 0.7), BARK, 0.25)


def lit(sheet: Sheet, inner: str, outer: str, cx: float = 0.5, cy: float = 0.4) -> None:
    """One colour over the whole card, brighter where the lamp stands."""
    sheet.glow(WHOLE, inner, outer, cx, cy, 0.85)


def rhumbs(
    sheet: Sheet, cx: float, cy: float, count: int, colour: str = INK, opacity: float = 0.35, inner: float = 0
) -> None:
    """The straight course lines of a chart, from one point to the edges."""
    rays = []
    for i in range(count):
        a = 2 * math.pi * (i + 0.35) / count
        start = (cx + inner * math.cos(a), cy + inner * math.sin(a))
        rays.append(f"M{pair(start)}L{pair((cx + 1200 * math.cos(a), cy + 1200 * math.sin(a)))}")
    sheet.line("".join(rays), 2.2, colour, opacity)


def sunburst(sheet: Sheet, cx: float, cy: float, count: int, colour: str, opacity: float = 0.5) -> None:
    """Broad rays from one point, each a wedge."""
    for i in range(count):
        a, b = 2 * math.pi * i / count, 2 * math.pi * (i + 0.5) / count
        tips = [(cx + 1300 * math.cos(t), cy + 1300 * math.sin(t)) for t in (a, b)]
        sheet.fill(f"M{pair((cx, cy))}L{pair(tips[0])}L{pair(tips[1])}Z", colour, opacity)


def swell(
    sheet: Sheet,
    y: float,
    height: float,
    length: float,
    fill: str,
    phase: float = 0.0,
    width: float = 5,
    lines: int = 3,
) -> None:
    """The sea from `y` down: a crested edge and engraved lines that follow it."""

    def crest(dy: float, grow: float) -> str:
        x, parts = -length + phase * length, [f"M{pair((-length + phase * length, y + dy))}"]
        while x < WIDTH + length:
            h = height * grow
            parts.append(
                f"c{pair((length * 0.35, 0))} {pair((length * 0.5, -h))} {pair((length * 0.62, -h))}"
                f"c{pair((-length * 0.12, h * 0.5))} {pair((length * 0.1, h))} "
                f"{pair((length * 0.38, h))}"
            )
            x += length
        return "".join(parts)

    sheet.fill(crest(0, 1) + f"V{HEIGHT + 9}H-90Z", fill)
    sheet.line(crest(0, 1), width)
    for i in range(1, lines + 1):
        sheet.line(crest(14 * i, 1 - i / (lines + 2)), 2.2, CREAM if i % 2 else INK, 0.5)


def soundings(sheet: Sheet, count: int, colour: str = INK, opacity: float = 0.55) -> None:
    """Small crosses and dots, as depths are marked on a chart."""
    draw = sheet.random
    for _ in range(count):
        x, y, s = draw.uniform(20, WIDTH - 20), draw.uniform(20, HEIGHT - 20), draw.uniform(4, 8)
        if draw.random() < 0.5:
            sheet.line(
                f"M{pair((x - s, y))}h{2 * s:.1f}M{pair((x, y - s))}v{2 * s:.1f}", 2.2, colour, opacity
            )
        else:
            sheet.fill(ring(x, y, s * 0.45), colour, opacity)


def bubbles(sheet: Sheet, count: int, colour: str, low: float = 0, high: float = HEIGHT) -> None:
    """Rising air: rings of many sizes, each with a glint."""
    draw = sheet.random
    for _ in range(count):
        x, y, r = draw.uniform(15, WIDTH - 15), draw.uniform(low, high), draw.choice((4, 6, 8, 11, 15))
        sheet.line(ring(x, y, r), 2.6, colour, 0.8)
        sheet.line(
            f"M{pair((x - r * 0.5, y - r * 0.2))}q0 {-r * 0.4:.1f} {r * 0.4:.1f} {-r * 0.4:.1f}",
            2,
            colour,
            0.8,
        )


def stars(sheet: Sheet, count: int, colour: str = CREAM, low: float = 0, high: float = HEIGHT) -> None:
    """Four-pointed stars and specks."""
    draw = sheet.random
    for _ in range(count):
        x, y, s = draw.uniform(12, WIDTH - 12), draw.uniform(low, high), draw.choice((3, 4, 6, 9, 14))
        q = s * 0.22
        sheet.fill(
            f"M{pair((x, y - s))}L{pair((x + q, y - q))}L{pair((x + s, y))}L{pair((x + q, y + q))}"
            f"L{pair((x, y + s))}L{pair((x - q, y + q))}L{pair((x - s, y))}L{pair((x - q, y - q))}Z",
            colour,
            0.9,
        )


def planks(sheet: Sheet, edges: list[float], tilt: float, colours: tuple[str, str]) -> None:
    """Boards across the card, each with grain, knots and nails; `tilt` in degrees."""
    draw = sheet.random
    sheet.open_move(f"rotate({tilt} 315 440)")
    for i, (top, bottom) in enumerate(pairwise(edges)):
        board = box(-250, top, 1130, bottom - top)
        sheet.shape(board, colours[i % 2], 4)
        for _ in range(5):
            y, x = draw.uniform(top + 8, bottom - 8), draw.uniform(-200, 500)
            sheet.line(f"M{pair((x, y))}q80 {draw.uniform(-9, 9):.1f} 170 0t120 0", 2, INK, 0.4)
        x, y = draw.uniform(40, 590), (top + bottom) / 2
        for r in (4, 9, 14):
            sheet.line(ring(x, y, r * 1.6, r * 0.8), 2, INK, 0.45)
        joint = draw.uniform(60, 570)
        sheet.line(f"M{pair((joint, top))}V{bottom:.1f}", 3.5)
        for side in (-13, 13):
            for y in (top + 12, bottom - 12):
                sheet.fill(ring(joint + side, y, 3.6), INK)
    sheet.close()


def leaf(sheet: Sheet, x: float, y: float, turn: float, length: float, colour: str, ribs: int = 7) -> None:
    """One feathered palm leaf from (x, y), pointing to `turn` degrees."""
    sheet.open_move(f"translate({x} {y}) rotate({turn})")
    edge: list[tuple[float, float]] = [(0.0, 0.0)]
    for i in range(1, ribs + 1):
        t = i / ribs
        w = length * 0.21 * math.sin(math.pi * min(t * 0.9 + 0.08, 1))
        edge += [(length * (t - 0.55 / ribs), -w * 0.55), (length * t, -w)]
    back = [(px, -py * 0.92) for px, py in reversed(edge[1:])]
    outline = [*edge, (length * 1.05, 0.0), *back]
    sheet.shape("M" + "L".join(pair(p) for p in outline) + "Z", colour, 4.5)
    sheet.line(f"M0 0H{length:.0f}", 3.5)
    ribs_d = "".join(
        f"M{pair((length * i / ribs * 0.8, 0))}L{pair((length * i / ribs * 0.93, s * length * 0.1))}"
        for i in range(1, ribs + 1)
        for s in (-1, 1)
    )
    sheet.line(ribs_d, 2.2)
    sheet.close()


def rope(sheet: Sheet, spine: str, width: float, colour: str = SAND) -> None:
    """A laid rope along a curve: outline and the slanting strands."""
    body = taper(spine, width, width)
    sheet.shape(body, colour, 5)
    middle = sampled(spine, 5)
    sheet.open_clip(body)
    dense: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in pairwise(middle):
        steps = max(1, round(math.hypot(bx - ax, by - ay) / (width * 0.55)))
        dense += [(ax + (bx - ax) * s / steps, ay + (by - ay) * s / steps) for s in range(steps)]
    for (ax, ay), (bx, by) in pairwise(dense):
        length = math.hypot(bx - ax, by - ay) or 1
        ux, uy = (bx - ax) / length, (by - ay) / length
        h = width * 0.5
        a = (ax + uy * h - ux * h * 0.6, ay - ux * h - uy * h * 0.6)
        b = (ax - uy * h + ux * h * 0.6, ay + ux * h + uy * h * 0.6)
        c = (ax + ux * h * 0.5, ay + uy * h * 0.5)
        sheet.line(f"M{pair(a)}Q{pair(c)} {pair(b)}", 2.8)
    sheet.close()


def cloud(sheet: Sheet, x: float, y: float, scale: float, fill: str, flip: int = 1) -> None:
    """A curled cloud of the old map-makers."""
    sheet.open_move(f"translate({x} {y}) scale({scale * flip} {scale})")
    body = (
        "M-110 30C-150 30-150-20-108-22C-112-62-58-78-36-48C-20-92 52-88 58-40C92-62 132-30 108-2"
        "C140 4 136 32 108 30Z"
    )
    sheet.shape(body, fill, 6)
    sheet.line(
        "M-88 14C-112 12-108-10-92-8C-80-6-82 8-92 4M-20-6C-48-8-42-44-18-40C2-36-2-14-16-18"
        "M62 8C36 8 40-24 62-22C80-20 78 0 64-4",
        4,
    )
    sheet.line("M-60 22H10M30 22H90", 3, INK, 0.6)
    sheet.close()


def island(sheet: Sheet, x: float, y: float, scale: float, fill: str = GOLD) -> None:
    """A small island seen from above, with the ripples charts draw round a coast."""
    draw = sheet.random
    corners = [
        (math.cos(a) * (60 + draw.uniform(-22, 22)), math.sin(a) * (44 + draw.uniform(-18, 18)))
        for a in (2 * math.pi * i / 11 for i in range(11))
    ]
    for grow in (1.75, 1.5, 1.25):
        ripple = through_points([(x + px * grow * scale, y + py * grow * scale) for px, py in corners])
        sheet.line(ripple, 2.2, INK, 0.5)
    sheet.shape(through_points([(x + px * scale, y + py * scale) for px, py in corners]), fill, 4.5)


def dashes(sheet: Sheet, d: str, colour: str, width: float = 6, gap: str = "16 13") -> None:
    """A dashed course."""
    sheet.raw(
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-dasharray="{gap}" '
        'stroke-linecap="round"/>'
    )


def rose(
    sheet: Sheet, x: float, y: float, r: float, turn: float = 0, light: str = PARCHMENT, dark: str = INK
) -> None:
    """A small compass rose of eight points, each half light and half dark."""
    sheet.open_move(f"translate({x} {y}) rotate({turn})")
    sheet.line(ring(0, 0, r * 0.62), 2.5, dark)
    for size, shift in ((r * 0.7, 45), (r, 0)):
        for i in range(4):
            sheet.open_move(f"rotate({i * 90 + shift})")
            q = size * 0.17
            sheet.shape(f"M0 0L{q:.1f} {-q:.1f}L0 {-size:.1f}Z", dark, 2, dark)
            sheet.shape(f"M0 0L{-q:.1f} {-q:.1f}L0 {-size:.1f}Z", light, 2, dark)
            sheet.close()
    sheet.close()
