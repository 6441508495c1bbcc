"""The bench's sets: which deck is taught, what is laid on the table, how hard it is to see."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from companion.cards.bench import art
from companion.cards.bench.render import Frame, Level, Shown, render
from companion.cards.deck import Deck
from companion.cards.gallery import READ_SIDE
from companion.cards.imagefile import Image, read_picture

Pictures = dict[str, Image]

LEVELS = (
    Level(),
    Level(tilt=45),
    Level(light=(0.3, 0.6), cast=0.15),
    Level(light=(1.3, 1.8), cast=0.1),
    Level(blur=1.6),
    Level(glare=0.8),
    Level(cover=0.2, cards=(1, 1)),
    Level(cover=0.4, cards=(1, 1)),
    Level(height=(120, 130)),
    Level(height=(200, 230), cards=(4, 6)),
    Level(clutter=True, cards=(2, 4)),
)
HARD = (Level(cover=0.6, cards=(1, 1)), Level(height=(80, 84)))
NIGHT = Level(
    tilt=30,
    light=(0.45, 1.3),
    cast=0.15,
    blur=1.3,
    glare=0.4,
    cover=0.2,
    cards=(1, 1),
    clutter=True,
    height=(150, 250),
)
EMPTY = Level(clutter=True, cards=(0, 0))
FOREIGN = (*LEVELS, HARD[1], EMPTY)


@dataclass(frozen=True, slots=True)
class Trial:
    """Frames to look at with one deck taught. ``most_covered``: cards hidden further need no name."""

    taught: Callable[[], list[tuple[str, bool, Image]]]
    frames: Callable[[], Iterator[Frame]]
    most_covered: float = 1.0
    accepted: Callable[[str, str], bool] = lambda named, truth: named == truth


def photos() -> Path | None:
    """The folder of photographs, where it exists (``COMPANION_PHOTOS``, or beside the project)."""
    named = os.environ.get("COMPANION_PHOTOS")
    root = Path(named) if named else Path(__file__).resolve().parents[4] / "shared" / "data" / "photos"
    return root if root.is_dir() else None


@cache
def pirates() -> dict[str, tuple[bool, Image]]:
    """The project's own deck: name -> (is a back, picture)."""
    deck = Deck.load(Path(__file__).resolve().parents[2] / "decks" / "pirates")
    pairs = [(card, read_picture(card.images[0], READ_SIDE).pixels) for card in deck.cards]
    return {card.name: (card.kind == "back", pixels) for card, pixels in pairs}


@cache
def playing() -> Pictures:
    """54 playing cards."""
    return art.playing_cards()


@cache
def pictures(count: int, template: int) -> Pictures:
    """Cards drawn by rule that share one template."""
    return {f"card-{number}": art.picture_card(number, template) for number in range(count)}


def faces(pictures: Pictures) -> list[tuple[str, bool, Image]]:
    """Pictures as a deck of faces."""
    return [(name, False, pixels) for name, pixels in sorted(pictures.items())]


def pirate_deck() -> list[tuple[str, bool, Image]]:
    """The project's deck with its backs."""
    return [(name, back, pixels) for name, (back, pixels) in sorted(pirates().items())]


def pirate_faces() -> Pictures:
    """The faces of the project's deck."""
    return {name: pixels for name, (back, pixels) in pirates().items() if not back}


def strangers() -> Pictures:
    """Cards of no deck that is taught: other games' faces, backs, box art."""
    found: Pictures = {
        f"other-{template}-{n}": art.picture_card(n, template) for template in (3, 4) for n in range(20)
    }
    found |= {f"back-{template}": art.back_card(template) for template in range(6)}
    found |= {
        f"box-{n}": np.asarray(cv2.resize(art.picture_card(900 + n, 9), (300, 300)), np.uint8)
        for n in range(6)
    }
    return found


def rendered(
    cards: Pictures, levels: tuple[Level, ...], count: int, seed: int, foreign: Pictures | None = None
) -> Iterator[Frame]:
    """``count`` frames, the levels in turn."""
    for number in range(count):
        yield render(cards, levels[number % len(levels)], seed * 1_000_003 + number, foreign)


def photographs(deck: str) -> Iterator[Frame]:
    """The labelled photographs of one deck; each truth's name lists the accepted names."""
    root = photos()
    assert root is not None
    labels = json.loads((root / deck / "labels.json").read_text())["photos"]
    for file, cards in sorted(labels.items()):
        pixels = read_picture(root / deck / "photos" / file).pixels
        high, wide = pixels.shape[:2]
        whole = [[0, 0], [wide, 0], [wide, high], [0, high]]
        shown = [
            Shown(
                "|".join(card["names"]),
                np.array(card.get("quad", whole), float),
                1.0 if card.get("ignore") else 0.0,
            )
            for card in cards
        ]
        yield Frame(pixels, shown)


def photographed_deck(deck: str) -> list[tuple[str, bool, Image]]:
    """The scans a photographed deck is taught from."""
    root = photos()
    assert root is not None
    return [
        (file.stem, False, read_picture(file, READ_SIDE).pixels)
        for file in sorted((root / deck / "deck").iterdir())
    ]


def halvable() -> list[Callable[[int], Pictures]]:
    """Decks to be taught by half, each asked with a seed; the photographed ones where they exist."""
    decks: list[Callable[[int], Pictures]] = [
        lambda _: pirate_faces(),
        lambda _: playing(),
        lambda seed: pictures(30, 1 + seed % 7),
    ]
    if photos() is not None:
        decks.append(lambda _: {name: pixels for name, _, pixels in photographed_deck("hanafuda")})
    return decks


def negatives() -> Iterator[Frame]:
    """Photographs without any taught card."""
    root = photos()
    assert root is not None
    for file in sorted((root / "negatives").iterdir()):
        yield Frame(read_picture(file).pixels)
