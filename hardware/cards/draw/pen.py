"""The pen: a card's sheet of SVG, smooth curves through points, tapering limbs, hatching."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence

Point = tuple[float, float]

WIDTH, HEIGHT = 630, 880
"""The sheet in tenths of a millimetre: a card of 63 x 88 mm."""

# One set of colours for the whole deck: what lies on a chart table under a lamp.
INK = "#24160f"
PARCHMENT = "#f0deb4"
CREAM = "#faf0d6"
SAND = "#dcbc7f"
GOLD = "#d99a2b"
AMBER = "#f2c14e"
RUST = "#b4552a"
BLOOD = "#96281f"
WOOD = "#8a5a32"
BARK = "#5d3a22"
MOSS = "#5f7a34"
JADE = "#2f6b52"
LAGOON = "#3f8f93"
SEA = "#1f5a6b"
DEEP = "#153a4e"
NIGHT = "#1c2344"
SLATE = "#7d8a91"
STEEL = "#c3cbc9"
SKIN = "#e8b587"
TAN = "#bb7c4f"


def points(text: str) -> tuple[list[Point], set[int]]:
    """Reads `"x,y x,y! ..."`: the points, and the indices of the sharp ones (marked `!`)."""
    words = text.split()
    found: list[Point] = []
    for word in words:
        x, y = word.rstrip("!").split(",")
        found.append((float(x), float(y)))
    return found, {i for i, word in enumerate(words) if word.endswith("!")}


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def pair(point: Point) -> str:
    """A point as SVG path data."""
    return f"{_number(point[0])} {_number(point[1])}"


def curve(text: str, closed: bool = True) -> str:
    """SVG path data of a smooth (Catmull-Rom) curve through the points; `!` makes a corner."""
    through, corners = points(text)
    return through_points(through, closed, corners)


def through_points(through: Sequence[Point], closed: bool = True, corners: Iterable[int] = ()) -> str:
    """SVG path data of a smooth curve through `through`, with corners at the given indices."""
    sharp, count = set(corners), len(through)
    parts = ["M" + pair(through[0])]

    def tangent(i: int) -> Point:
        if i in sharp or (not closed and i in (0, count - 1)):
            return (0.0, 0.0)
        before, after = through[(i - 1) % count], through[(i + 1) % count]
        return ((after[0] - before[0]) / 6, (after[1] - before[1]) / 6)

    for i in range(count if closed else count - 1):
        a, b = through[i], through[(i + 1) % count]
        ta, tb = tangent(i), tangent((i + 1) % count)
        parts.append(f"C{pair((a[0] + ta[0], a[1] + ta[1]))} {pair((b[0] - tb[0], b[1] - tb[1]))} {pair(b)}")
    return "".join(parts) + ("Z" if closed else "")


def poly(text: str, closed: bool = True) -> str:
    """SVG path data of straight lines through the points."""
    return "M" + "L".join(pair(p) for p in points(text)[0]) + ("Z" if closed else "")


def ring(cx: float, cy: float, rx: float, ry: float | None = None) -> str:
    """SVG path data of an ellipse."""
    ry = rx if ry is None else ry
    arc = f"a{_number(rx)} {_number(ry)} 0 1 0 "
    return f"M{pair((cx - rx, cy))}{arc}{_number(2 * rx)} 0{arc}{_number(-2 * rx)} 0Z"


def box(x: float, y: float, w: float, h: float) -> str:
    """SVG path data of a rectangle."""
    return f"M{pair((x, y))}h{_number(w)}v{_number(h)}h{_number(-w)}Z"


def sampled(text: str, per_leg: int = 6) -> list[Point]:
    """Points along the smooth open curve through `text`, `per_leg` to each leg."""
    through, _ = points(text)
    padded = [through[0], *through, through[-1]]
    found: list[Point] = []
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(per_leg):
            t = step / per_leg
            a, b = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t
            c, d = -2 * t**3 + 3 * t**2, t**3 - t**2
            found.append(
                (
                    a * p1[0] + b * (p2[0] - p0[0]) / 2 + c * p2[0] + d * (p3[0] - p1[0]) / 2,
                    a * p1[1] + b * (p2[1] - p0[1]) / 2 + c * p2[1] + d * (p3[1] - p1[1]) / 2,
                )
            )
    found.append(through[-1])
    return found


def taper(text: str, start: float, end: float, swell: float = 0.0) -> str:
    """SVG path data of a limb along a curve, `start` wide at its root and `end` at its tip."""
    spine = sampled(text, 4)
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(spine):
        before, after = spine[max(i - 1, 0)], spine[min(i + 1, len(spine) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        t = i / (len(spine) - 1)
        half = (start + (end - start) * t + swell * math.sin(math.pi * t)) / 2
        left.append((x - dy / length * half, y + dx / length * half))
        right.append((x + dy / length * half, y - dx / length * half))
    n = len(spine)
    return through_points(left + right[::-1], True, {0, n - 1, n, 2 * n - 1})


class Sheet:
    """One card being drawn: SVG elements in order, with a seed of its own for the hand's wobble."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.random = random.Random(name)
        self._body: list[str] = []
        self._defs: list[str] = []

    def _define(self, kind: str, inside: str, attributes: str = "") -> str:
        key = f"{self.name}-{len(self._defs)}"
        self._defs.append(f'<{kind} id="{key}"{attributes}>{inside}</{kind}>')
        return key

    def raw(self, element: str) -> None:
        """Adds one SVG element as it stands."""
        self._body.append(element)

    def fill(self, d: str, colour: str, opacity: float = 1.0) -> None:
        """A flat area without an outline."""
        seen = "" if opacity == 1.0 else f' opacity="{opacity}"'
        self.raw(f'<path d="{d}" fill="{colour}"{seen}/>')

    def line(self, d: str, width: float = 5, colour: str = INK, opacity: float = 1.0) -> None:
        """A stroke with round ends."""
        seen = "" if opacity == 1.0 else f' opacity="{opacity}"'
        self.raw(
            f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{_number(width)}" '
            f'stroke-linecap="round" stroke-linejoin="round"{seen}/>'
        )

    def shape(self, d: str, colour: str, width: float = 7, ink: str = INK) -> None:
        """A filled area with an ink outline."""
        self.raw(
            f'<path d="{d}" fill="{colour}" stroke="{ink}" stroke-width="{_number(width)}" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
        )

    def glow(self, d: str, inner: str, outer: str, cx: float = 0.5, cy: float = 0.4, r: float = 0.75) -> None:
        """An area lit from one place: `inner` there, `outer` at its rim."""
        stops = f'<stop offset="0" stop-color="{inner}"/><stop offset="1" stop-color="{outer}"/>'
        key = self._define("radialGradient", stops, f' cx="{cx}" cy="{cy}" r="{r}"')
        self.raw(f'<path d="{d}" fill="url(#{key})"/>')

    def open_clip(self, d: str) -> None:
        """Everything until `close` is cut to the area."""
        key = self._define("clipPath", f'<path d="{d}"/>')
        self.raw(f'<g clip-path="url(#{key})">')

    def open_move(self, transform: str) -> None:
        """Everything until `close` is moved, turned or scaled (SVG transform text)."""
        self.raw(f'<g transform="{transform}">')

    def close(self) -> None:
        """Ends the latest `open_...`."""
        self.raw("</g>")

    def hatch(
        self,
        d: str,
        angle: float,
        gap: float = 11,
        width: float = 2.4,
        colour: str = INK,
        opacity: float = 0.75,
        bounds: tuple[float, float, float, float] | None = None,
    ) -> None:
        """Engraver's lines across the area at `angle` degrees, `gap` apart, a little unsteady."""
        x0, y0, x1, y1 = bounds or (0, 0, WIDTH, HEIGHT)
        cx, cy, reach = (x0 + x1) / 2, (y0 + y1) / 2, math.hypot(x1 - x0, y1 - y0) / 2
        along = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
        strokes: list[str] = []
        offset = -reach
        while offset < reach:
            bend = self.random.uniform(-gap, gap) * 0.25
            ox, oy = cx - along[1] * offset, cy + along[0] * offset
            a = (ox - along[0] * reach, oy - along[1] * reach)
            b = (ox + along[0] * reach, oy + along[1] * reach)
            middle = (ox - along[1] * bend * 2, oy + along[0] * bend * 2)
            strokes.append(f"M{pair(a)}Q{pair(middle)} {pair(b)}")
            offset += gap * self.random.uniform(0.85, 1.15)
        self.open_clip(d)
        self.line("".join(strokes), width, colour, opacity)
        self.close()

    def shade(
        self,
        d: str,
        shadow: str,
        angle: float = 55,
        gap: float = 10,
        width: float = 2.6,
        tone: float = 0.2,
        colour: str = INK,
    ) -> None:
        """A shadow `shadow` on the body `d`: a flat tone and hatching, cut to the body."""
        self.open_clip(d)
        self.fill(shadow, colour, tone)
        self.hatch(shadow, angle, gap, width, colour, 0.6)
        self.close()

    def svg(self) -> str:
        """The finished drawing as an SVG document of 63 x 88 mm."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}">\n<defs>'
            + "\n".join(self._defs)
            + "</defs>\n"
            + "\n".join(self._body)
            + "\n</svg>\n"
        )
