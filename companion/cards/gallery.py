"""The gallery: a deck made ready to be compared with, and what its cards have in common.

What most cards of a deck share (frame, border, text box) gives perfectly good matches for the wrong card.
So each view learns, block by block, how well the cards nearest to it explain that block; only what they
don't explain counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from companion.cards.check import Contest, contest, dissent
from companion.cards.deck import Deck, DeckError
from companion.cards.imagefile import Image, ImageError, read_picture
from companion.cards.index import Index, describe
from companion.cards.plate import HEIGHT, WIDTH, Floats, Plate, likeness, plate_of

READ_SIDE = 700  # taught pictures are read no larger than this
LARGE_DECK = 600  # views up to which the deck is also found by content
PLATES_KEPT = 96  # plates with their measures held ready, about 0.4 MB each
_RIVALS = 24
_SAMPLE = 60  # views looked at to learn how far apart the cards of a deck are
_FEW = 5  # with fewer cards than this, nothing is learned from their spacing
_SPACING = 12.0
_QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 94]


@dataclass(frozen=True, slots=True)
class View:
    """One taught picture: which card, whether it must be named, how its picture stood."""

    name: str
    back: bool
    lying: bool  # the taught picture was wider than high
    aspect: float  # width / height of the plate's card, upright
    packed: bytes
    large: bytes | None = None  # at twice plate size, for finding by content; not kept in large decks


@dataclass(frozen=True, slots=True)
class Rival:
    """A view of another card, and how alike it is to ours at each block, (16, 12)."""

    view: int
    alike: Floats


class Gallery:
    """All taught views of a deck: their vectors, their plates, their rivals."""

    def __init__(self, views: list[View], vectors: list[Floats]) -> None:
        self.views = views
        self.index = Index(vectors)
        self.plate = lru_cache(maxsize=PLATES_KEPT)(self._plate)
        self.rivals = lru_cache(maxsize=PLATES_KEPT * 4)(self._rivals)
        self.contest = lru_cache(maxsize=PLATES_KEPT * _RIVALS)(self._contest)
        self.weight = lru_cache(maxsize=PLATES_KEPT * 4)(self._weight)
        self.spacing = self._spacing()
        self.aspects = sorted({round(view.aspect, 2) for view in views})
        self.shapes = [float(np.median([view.aspect for view in views]))] if views else []

    @classmethod
    def of_deck(cls, deck: Deck) -> Gallery:
        """Open every picture of a deck. Raises DeckError, one sentence, for the first that can't be read."""
        if not deck.cards:
            raise DeckError(f"The deck {deck.path} has no cards yet. Teach it some first.")
        return cls.of_pictures(
            (card.name, card.kind == "back", _read(path)) for card in deck.cards for path in card.images
        )

    @classmethod
    def of_pictures(cls, pictures: Iterable[tuple[str, bool, Image]]) -> Gallery:
        """(name, is a back, picture of the card alone) for every view."""
        views: list[View] = []
        vectors: list[Floats] = []
        for name, back, pixels in pictures:
            high, wide = pixels.shape[:2]
            plate = plate_of(pixels)
            packed = cv2.imencode(".jpg", plate.pixels, _QUALITY)[1].tobytes()
            large = _large(pixels) if len(views) < LARGE_DECK else None
            views.append(View(name, back, wide > high, min(high, wide) / max(high, wide), packed, large))
            vectors.append(describe(plate))
        if len(views) > LARGE_DECK:
            views = [replace(view, large=None) for view in views]
        return cls(views, vectors)

    def warm(self) -> None:
        """Make the plates of a small deck ready, so that the first look is as quick as the next."""
        if len(self.views) <= PLATES_KEPT:
            for view in range(len(self.views)):
                plate = self.plate(view)
                _ = self.weight(view), plate.points, plate.colour

    def _plate(self, view: int) -> Plate:
        coded = np.frombuffer(self.views[view].packed, np.uint8)
        return Plate(np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8))

    def _rivals(self, view: int) -> tuple[Rival, ...]:
        """The nearest views of other cards, nearest first; both ways round, for cards that can turn."""
        name = self.views[view].name
        own = self.plate(view)
        near = [other for other in self.index.neighbours(view, 3 * _RIVALS) if self.views[other].name != name]
        return tuple(Rival(other, likeness(own, self.plate(other))) for other in near[:_RIVALS])

    def _contest(self, view: int, other: int) -> Contest:
        alike = next((rival.alike for rival in self.rivals(view) if rival.view == other), None)
        one, two = self.plate(view), self.plate(other)
        return contest(one, two, likeness(one, two) if alike is None else alike)

    def _spacing(self) -> float:
        """How many blocks' worth of difference lie between a card of this deck and the one most like it.

        A card that was not taught is about as near to a taught one as those are to each other.
        """
        faces = [number for number, view in enumerate(self.views) if not view.back]
        sample = faces[:: max(1, len(faces) // _SAMPLE)]
        nearest = []
        for view in sample:
            own = self.plate(view)
            rivals = [rival for rival in self.rivals(view) if not self.views[rival.view].back]
            gaps = [dissent(r.alike, np.maximum(own.texture, self.plate(r.view).texture)) for r in rivals]
            if gaps:
                nearest.append(min(gaps))
        if len(nearest) < _FEW:
            return _SPACING
        return float(np.clip(np.quantile(nearest, 0.25), 3.0, 40.0))

    def _weight(self, view: int) -> Floats:
        """How much each block tells this card from its like, 0..1, (16, 12)."""
        alike = [rival.alike for rival in self.rivals(view) if not self.views[rival.view].back]
        if not alike:
            return np.ones_like(self.plate(view).variance)
        shared = np.clip(np.asarray(alike), 0, 1).mean(0)
        return np.asarray(1 - shared, np.float32)


def _large(pixels: Image) -> bytes:
    upright = cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE) if pixels.shape[1] > pixels.shape[0] else pixels
    sized = cv2.resize(upright, (2 * WIDTH, 2 * HEIGHT), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", sized, _QUALITY)[1].tobytes()


def _read(path: Path) -> Image:
    try:
        return read_picture(path, READ_SIDE).pixels
    except ImageError as error:
        raise DeckError(f"The deck can't be used: {error}") from error
