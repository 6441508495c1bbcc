"""Writes the sample frames of docs/recognition.md, with what was seen drawn in: ``python -m`` this file.

Green: named; orange: a card, not named; red: a card that should have been named and was not.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from companion.cards.bench import sets
from companion.cards.bench.render import Floats, Frame, Level, render
from companion.cards.gallery import Gallery
from companion.cards.imagefile import Image
from companion.cards.recogniser import Recogniser

_SAMPLES = {
    "easy": (Level(cards=(4, 5)), 4),
    "hands": (Level(cover=0.4, cards=(2, 2)), 11),
    "night": (sets.NIGHT, 8),
    "covered": (Level(cover=0.6, cards=(3, 3)), 3),
}


def drawn(frame: Frame, recogniser: Recogniser) -> Image:
    """The frame with what was seen and what was missed drawn in."""
    sight = recogniser.look(frame.pixels)
    pixels = frame.pixels.copy()
    for outline in sight.unknown:
        _outline(pixels, np.array(outline.corners), (0, 150, 255), "?")
    seen = [np.mean(card.corners, 0) for card in sight.cards]
    for shown in frame.shown:
        centre = shown.corners.mean(0)
        if shown.name is not None and not any(float(np.linalg.norm(centre - at)) < 60 for at in seen):
            _outline(pixels, shown.corners, (0, 0, 255), f"missed: {shown.name}")
    for card in sight.cards:
        _outline(pixels, np.array(card.corners), (0, 200, 0), f"{card.name} {card.confidence:.2f}")
    return np.asarray(cv2.resize(pixels, (640, 360), interpolation=cv2.INTER_AREA), np.uint8)


def _outline(pixels: Image, corners: Floats, colour: tuple[int, int, int], text: str) -> None:
    cv2.polylines(pixels, [np.round(corners).astype(np.int32)], True, colour, 3, cv2.LINE_AA)
    x, y = corners.mean(0).astype(int)
    for ink, width in (((0, 0, 0), 6), ((255, 255, 255), 2)):
        cv2.putText(
            pixels, text, (int(x) - 80, int(y)), cv2.FONT_HERSHEY_SIMPLEX, 0.8, ink, width, cv2.LINE_AA
        )


def main(folder: Path) -> None:
    """Write one JPEG a sample."""
    recogniser = Recogniser(Gallery.of_pictures(sets.pirate_deck()))
    folder.mkdir(parents=True, exist_ok=True)
    for name, (level, seed) in _SAMPLES.items():
        picture = drawn(render(sets.pirate_faces(), level, seed), recogniser)
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]
        (folder / f"recognition-{name}.jpg").write_bytes(coded.tobytes())


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images"))
