"""Twins: cards of a deck that can't be told apart, or only by a small spot, and where that spot is."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.cards.gallery import Gallery
from companion.cards.imagefile import Image
from companion.cards.plate import BLOCK, COLUMNS, HEIGHT, ROWS, WIDTH, Floats, Plate, likeness

ALIKE = 2.5  # blocks' worth of difference below which two cards are not surely told apart
_DOWN = ("top", "middle", "bottom")
_ACROSS = ("left", "centre", "right")


@dataclass(frozen=True, slots=True)
class Twins:
    """Two cards too much alike. ``difference`` is told per block, (16, 12); ``turned``: one upside down."""

    first: str
    second: str
    views: tuple[int, int]
    turned: bool
    difference: Floats

    @property
    def sentence(self) -> str:
        """The warning, for the person who teaches."""
        how = " when one lies upside down" if self.turned else ""
        if float(self.difference.sum()) < 0.4:
            return f"{self.first} and {self.second} look the same{how}; they can't be told apart."
        both = f"{self.first} and {self.second}"
        return f"{both} are hard to tell apart{how}: they differ only at the {self.where}."

    @property
    def where(self) -> str:
        """The part of the card that holds most of the difference, in words."""
        y, x = np.unravel_index(int(cv2.blur(self.difference, (3, 3)).argmax()), self.difference.shape)
        down, across = _DOWN[int(y) * 3 // ROWS], _ACROSS[int(x) * 3 // COLUMNS]
        return "centre" if (down, across) == ("middle", "centre") else f"{down} {across}"

    def picture(self, gallery: Gallery) -> Image:
        """Both cards side by side, the spots that differ framed in red."""
        plates = [gallery.plate(view).pixels.copy() for view in self.views]
        if self.turned:
            plates[1] = np.ascontiguousarray(plates[1][::-1, ::-1])
        big = [cv2.resize(plate, (WIDTH * 4, HEIGHT * 4), interpolation=cv2.INTER_CUBIC) for plate in plates]
        for y, x in zip(*np.nonzero(self.difference > 0.25), strict=True):
            for plate in big:
                corner = (int(x) * BLOCK * 4, int(y) * BLOCK * 4)
                cv2.rectangle(plate, corner, (corner[0] + BLOCK * 4, corner[1] + BLOCK * 4), (0, 0, 255), 2)
        gap = np.full((HEIGHT * 4, 16, 3), 255, np.uint8)
        return np.asarray(np.hstack([big[0], gap, big[1]]), np.uint8)


def find_twins(gallery: Gallery, names: set[str], most: int = 20) -> list[Twins]:
    """Pairs of cards too much alike of which one is among ``names``, worst first."""
    found: dict[tuple[str, str], Twins] = {}
    for number, view in enumerate(gallery.views):
        if view.name not in names:
            continue
        own = gallery.plate(number)
        half = Plate(np.ascontiguousarray(own.pixels[::-1, ::-1]))
        for turned, plate in ((False, own), (True, half)):
            near = gallery.index.ask([plate])[0]
            for other in np.argsort(-near)[:8]:
                pair = _pair(gallery, number, int(other), plate, turned)
                if pair is None:
                    continue
                key = (min(pair.first, pair.second), max(pair.first, pair.second))
                if key not in found or pair.difference.sum() < found[key].difference.sum():
                    found[key] = pair
    return sorted(found.values(), key=lambda pair: float(pair.difference.sum()))[:most]


def _pair(gallery: Gallery, one: int, other: int, plate: Plate, turned: bool) -> Twins | None:
    first, second = gallery.views[one], gallery.views[other]
    if first.name == second.name or (first.back and second.back):
        return None
    rival = gallery.plate(other)
    difference = np.clip(1 - likeness(plate, rival), 0, 1) * np.maximum(plate.texture, rival.texture)
    if float(difference.sum()) >= ALIKE:
        return None
    return Twins(first.name, second.name, (one, other), turned, np.asarray(difference, np.float32))
