"""A table under a lamp, with cards on it, as a camera over it would see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.cards.deck import Deck, DeckError
from companion.cards.sources.base import Image

SIZE = (1280, 720)


@dataclass(frozen=True, slots=True)
class Item:
    """A card on the table: its middle and height in pixels, its turn clockwise, and how far it is open
    (1: flat; 0: on edge, half way through being turned over)."""

    card: str
    x: float
    y: float
    height: float = 300.0
    turn_deg: float = 0.0
    open: float = 1.0


class Scene:
    """Renders items on a wooden table. The same seed gives the same table."""

    def __init__(self, deck: Deck, seed: int = 0) -> None:
        """Raises DeckError when a picture of the deck can't be read."""
        self._rng = np.random.default_rng(seed)
        self._cards: dict[str, Image] = {}
        for card in deck.cards:
            image = cv2.imread(str(card.images[0]), cv2.IMREAD_COLOR)
            if image is None:
                raise DeckError(f"The picture {card.images[0]} of the deck can't be read.")
            self._cards[card.name] = np.asarray(image, np.uint8)
        self._shrunk: dict[tuple[str, int], Image] = {}
        self._lamp = _lamp()
        self._table = np.asarray(cv2.multiply(_wood(self._rng), self._lamp, scale=1 / 255), np.uint8)

    def render(
        self, items: Iterable[Item], *, light: float = 1.0, hand: bool = False, on: Image | None = None
    ) -> Image:
        """The table with the items, later ones on top; BGR (720, 1280, 3).

        ``on``: a picture rendered before that they are laid on.
        """
        picture = (self._table if on is None else on).copy()
        for item in items:
            self._lay(picture, item)
        if hand:
            cv2.line(picture, (1280, 760), (700, 380), (96, 120, 164), 190, cv2.LINE_AA)
        if light == 1.0:
            return picture
        return np.asarray(cv2.convertScaleAbs(picture, alpha=light), np.uint8)

    def noise(self) -> Image:
        """A fresh picture of slight camera noise, to be added."""
        return self._rng.integers(0, 5, (SIZE[1], SIZE[0], 3), np.uint8)

    def _sized(self, name: str, height: float) -> Image:
        """A card at about its size in the picture, made once."""
        key = name, round(height)
        if key not in self._shrunk:
            card = self._cards[name]
            size = max(2, round(height * card.shape[1] / card.shape[0])), max(2, round(height))
            self._shrunk[key] = np.asarray(cv2.resize(card, size, interpolation=cv2.INTER_AREA), np.uint8)
        return self._shrunk[key]

    def _lay(self, picture: Image, item: Item) -> None:
        card = self._sized(item.card, item.height)
        high = max(2, round(item.height))
        wide = max(2, round(item.height * card.shape[1] / card.shape[0] * max(item.open, 0.02)))
        shrunk = cv2.resize(card, (wide, high), interpolation=cv2.INTER_AREA)
        turn = cv2.getRotationMatrix2D((wide / 2, high / 2), -item.turn_deg, 1.0)
        side = int(np.hypot(wide, high)) + 4
        left, top = round(item.x) - side // 2, round(item.y) - side // 2
        turn[:, 2] += np.array([side / 2 - wide / 2, side / 2 - high / 2])
        laid = cv2.warpAffine(shrunk, turn, (side, side), flags=cv2.INTER_LINEAR)
        mask = cv2.warpAffine(_rounded(wide, high), turn, (side, side), flags=cv2.INTER_LINEAR)
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(SIZE[0], left + side), min(SIZE[1], top + side)
        if x0 >= x1 or y0 >= y1:
            return
        part = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
        under = picture[y0:y1, x0:x1]
        lit = cv2.multiply(laid[part], self._lamp[y0:y1, x0:x1], scale=1 / 255)
        alpha = mask[part].astype(np.float32) / 255
        under[:] = cv2.blendLinear(under, lit, 1 - alpha, alpha)


def _rounded(wide: int, high: int) -> Image:
    mask = np.full((high, wide), 255, np.uint8)
    r = max(1, min(wide // 2, high // 24))
    if r > 1:
        mask[:] = 0
        cv2.rectangle(mask, (r, 0), (wide - 1 - r, high - 1), 255, -1)
        cv2.rectangle(mask, (0, r), (wide - 1, high - 1 - r), 255, -1)
        for x in (r, wide - 1 - r):
            for y in (r, high - 1 - r):
                cv2.circle(mask, (x, y), r, 255, -1)
    return mask


def _wood(rng: np.random.Generator) -> Image:
    grain = cv2.resize(rng.normal(0, 1, (90, 6)).astype(np.float32), SIZE, interpolation=cv2.INTER_CUBIC)
    fine = cv2.GaussianBlur(rng.normal(0, 1, (SIZE[1], SIZE[0])).astype(np.float32), (31, 3), 0)
    tone = (grain * 5 + fine * 14)[..., None]
    return np.clip(np.array([52, 84, 118], np.float32) + tone, 0, 255).astype(np.uint8)


def _lamp() -> Image:
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    far = np.hypot((x - 520) / 1280, (y - 260) / 1280)
    return np.repeat((255 * np.clip(1.05 - 0.5 * far, 0, 1)).astype(np.uint8)[..., None], 3, axis=2)
