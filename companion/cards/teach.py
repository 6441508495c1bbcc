"""Teaching: from photos and scans to a deck folder.

TeachError(ValueError)   nothing could be taught; its text is one sentence for the person at the table
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from companion.cards.deck import DECK_FILE, Deck, DeckCard, DeckError, write_whole
from companion.cards.find import find_quads
from companion.cards.gallery import Gallery
from companion.cards.imagefile import Image, ImageError, read_picture
from companion.cards.plate import Points, likeness, plate_of
from companion.cards.twins import Twins, find_twins

KEEP_SIDE = 800  # pictures are kept no larger than this
MOST_VIEWS = 8  # pictures of one card
_PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
_SAME = 0.985  # a picture this like one already taught adds nothing


class TeachError(ValueError):
    """The pictures can't be taught."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One picture of one card."""

    name: str
    back: bool
    image: Path


@dataclass(slots=True)
class Report:
    """What came of teaching: pictures that failed, cards too alike, and a sentence to sum up."""

    taught: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    summary: str = ""


def lessons_from(folder: Path, back: bool = False) -> list[Lesson]:
    """A lesson for each picture of a folder: its stem is the name, ``...-back`` marks a back."""
    if not folder.is_dir():
        raise TeachError(f"There is no folder {folder}.")
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() in _PICTURES)
    if not files:
        raise TeachError(f"{folder} holds no pictures (JPEG, PNG, WebP or BMP).")
    return [Lesson(file.stem, back or is_back(file.stem), file) for file in files]


def is_back(name: str) -> bool:
    """Whether a name says that the picture shows a card's back."""
    return name.lower() == "back" or name.lower().endswith(("-back", "_back", " back"))


def teach(folder: Path, lessons: Sequence[Lesson], show: Path | None = None) -> Report:
    """Add the lessons to the deck folder (made when missing), and tell which cards look too much alike.

    A picture that can't be used is told in the report and the others are still taught.
    Raises DeckError when the deck can't be read or written, TeachError when nothing was taught.
    """
    deck = Deck.load(folder) if (folder / DECK_FILE).exists() else Deck(folder, folder.resolve().name)
    report = Report()
    for lesson in lessons:
        try:
            pixels = card_in(read_picture(lesson.image).pixels, str(lesson.image))
            deck = add_view(deck, lesson.name, lesson.back or is_back(lesson.name), pixels, report)
        except (ImageError, TeachError) as error:
            report.problems.append(str(error))
    if not report.taught and not report.known:
        raise TeachError(report.problems[0] if report.problems else "There was nothing to teach.")
    deck.save()
    if report.taught:
        _warn(deck, report, show)
    count = len({*report.taught})
    already = f", {len(report.known)} known already" if report.known else ""
    report.summary = (
        f"{folder}: {count} card{'s' if count != 1 else ''} taught{already}; {len(deck.cards)} in the deck."
    )
    return report


def add_view(deck: Deck, name: str, back: bool, pixels: Image, report: Report | None = None) -> Deck:
    """Add one picture of a card (nothing but the card) to the deck's folder; the caller saves the deck.

    Raises TeachError when the picture or the name is of no use, DeckError when it can't be written.
    """
    name = " ".join(name.split())
    if not name or len(name) > 80 or not name.isprintable():
        raise TeachError("A card's name must be 1 to 80 letters, digits or signs.")
    plate = plate_of(pixels)
    if float(plate.texture.sum()) < 2.0:
        raise TeachError(f"The picture of {name} shows nothing to tell it by.")
    old = next((card for card in deck.cards if card.name == name), None)
    if old is not None and old.kind != ("back" if back else "face"):
        raise TeachError(f"{name} is taught as a {old.kind} already.")
    report = report if report is not None else Report()
    if old is not None and _known(old, pixels):
        report.known.append(name)
        return deck
    if old is not None and len(old.images) >= MOST_VIEWS:
        raise TeachError(f"{name} has {MOST_VIEWS} pictures already; that is enough.")
    path = deck.path / _file_name(deck, name)
    _write_picture(path, pixels)
    report.taught.append(name)
    if old is None:
        return replace(deck, cards=(*deck.cards, DeckCard(name, "back" if back else "face", (path,))))
    cards = tuple(replace(card, images=(*card.images, path)) if card is old else card for card in deck.cards)
    return replace(deck, cards=cards)


def card_in(pixels: Image, where: str = "The picture") -> Image:
    """The card in a photo, cut out and straightened; a picture that is nothing but the card stays whole.

    Raises TeachError when the picture shows several cards.
    """
    high, wide = pixels.shape[:2]
    whole = float(high * wide)
    quads = [quad for quad in find_quads(pixels) if cv2.contourArea(quad) > 0.02 * whole]
    outer: list[Points] = []
    for quad in quads:
        centre = (float(quad[:, 0].mean()), float(quad[:, 1].mean()))
        if not any(cv2.pointPolygonTest(other, centre, False) > 0 for other in outer):
            outer.append(quad)
    if not outer or _is_scan(outer[0], wide, high):
        return _bounded(pixels)
    areas = [cv2.contourArea(quad) for quad in outer]
    if _card_like(wide, high) and (areas[0] < 0.12 * whole or len(outer) > 1):
        return _bounded(pixels)  # a scan with something four-sided in its art
    if len(outer) > 1 and areas[1] > 0.4 * areas[0]:
        raise TeachError(f"{where} shows {len(outer)} cards; teach from a picture of one.")
    return _cut(pixels, _upright(outer[0]))


def _is_scan(quad: Points, wide: int, high: int) -> bool:
    """Whether the largest outline is a printed frame inside a scan, not a card on a table."""
    area = cv2.contourArea(quad) / (wide * high)
    if area > 0.8:
        return True
    edges = np.roll(quad, -1, 0) - quad
    lean = np.abs(edges).min(1) / (np.abs(edges).max(1) + 1e-6)
    low, high_at = quad.min(0), quad.max(0)
    margins = (low[0] / wide, (wide - high_at[0]) / wide, low[1] / high, (high - high_at[1]) / high)
    return bool(
        lean.max() < 0.02
        and _card_like(wide, high)
        and (max(margins) < 0.16 or min(margins[0], margins[1]) < 0.16)
    )


def _card_like(wide: int, high: int) -> bool:
    """Whether a picture has the shape of a card; cameras' 3:4 and 9:16 lie outside."""
    return 0.575 < min(wide, high) / max(wide, high) < 0.735


def _upright(quad: Points) -> Points:
    """The corners starting at the one that makes the top edge run most nearly to the right."""
    ways = [np.roll(quad, -turn, 0) for turn in range(4)]
    return max(ways, key=lambda way: float((way[1] + way[2] - way[0] - way[3])[0]))


def _cut(pixels: Image, quad: Points) -> Image:
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    wide, high = max(sides[0], sides[2]), max(sides[1], sides[3])
    shrink = min(1.0, KEEP_SIDE / max(wide, high))
    size = (max(8, round(wide * shrink)), max(8, round(high * shrink)))
    soft = cv2.GaussianBlur(pixels, (0, 0), 0.45 / shrink) if shrink < 0.8 else pixels
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(soft, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _bounded(pixels: Image) -> Image:
    shrink = KEEP_SIDE / max(pixels.shape[:2])
    if shrink >= 1:
        return pixels
    return np.asarray(cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)


def _known(card: DeckCard, pixels: Image) -> bool:
    new = plate_of(pixels)
    for path in card.images:
        try:
            old = plate_of(read_picture(path, KEEP_SIDE).pixels)
        except ImageError:
            continue  # a lost picture is no reason not to teach a new one
        ground = np.maximum(old.texture, new.texture)
        if float((likeness(old, new) * ground).sum()) > _SAME * float(ground.sum()):
            return True
    return False


def _file_name(deck: Deck, name: str) -> str:
    stem = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "card"
    taken = {image.name.lower() for card in deck.cards for image in card.images}
    number = 1
    while True:
        file = f"{stem}.jpg" if number == 1 else f"{stem}-{number}.jpg"
        if file.lower() not in taken and not (deck.path / file).exists():
            return file
        number += 1


def _write_picture(path: Path, pixels: Image) -> None:
    coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(path.parent).free < 4 * len(coded):
            raise DeckError(f"The disk with {path.parent} is full.")
        write_whole(path, coded)
    except OSError as error:
        raise DeckError(f"The deck folder {path.parent} can't be written: {error.strerror}.") from error


def _warn(deck: Deck, report: Report, show: Path | None) -> None:
    try:
        gallery = Gallery.of_deck(deck)
    except DeckError as error:
        report.problems.append(str(error))
        return
    pairs: list[Twins] = find_twins(gallery, set(report.taught))
    report.warnings += [pair.sentence for pair in pairs]
    if pairs and show is not None:
        coded = cv2.imencode(".png", pairs[0].picture(gallery))[1].tobytes()
        try:
            write_whole(show, coded)
        except OSError as error:
            report.problems.append(f"{show} can't be written: {error.strerror}.")
