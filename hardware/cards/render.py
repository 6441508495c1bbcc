"""From SVG to pixels: opaque pictures, and small PNG files with a palette."""

from __future__ import annotations

import io

import resvg_py
from PIL import Image


def picture(svg: str, width: int, height: int) -> Image.Image:
    """The SVG as an opaque RGB picture of `width` x `height` pixels."""
    png = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=width, height=height, dpi=96, background="#ffffff", skip_system_fonts=True
        )
    )
    drawn = Image.open(io.BytesIO(png)).convert("RGB")
    return drawn if drawn.size == (width, height) else drawn.resize((width, height), Image.Resampling.LANCZOS)


def small_png(image: Image.Image, colours: int) -> bytes:
    """A PNG of at most `colours` colours (no dither: flat areas stay flat, and small)."""
    table = image.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    out = io.BytesIO()
    table.save(out, "PNG", optimize=True)
    return out.getvalue()


def webp(image: Image.Image, quality: int) -> bytes:
    """A WebP file for a web page."""
    out = io.BytesIO()
    image.save(out, "WEBP", quality=quality, method=6)
    return out.getvalue()
