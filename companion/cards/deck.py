"""A deck: a folder of card pictures with a ``deck.toml``, to be copied and shared.

    name = "Pirates"
    size_mm = [63, 88]            # optional

    [[card]]
    name = "storm"
    kind = "face"                 # or "back": known, and never named
    images = ["storm.png"]        # several views of the same card; paths inside the folder

DeckError(ValueError)   the folder can't be used; its text is one sentence for the person at the table
"""

from __future__ import annotations

import json
import os
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Kind = Literal["face", "back"]

DECK_FILE = "deck.toml"
MAX_TOML_BYTES = 16_000_000
_DECK_KEYS = frozenset({"name", "size_mm", "card"})
_CARD_KEYS = frozenset({"name", "kind", "images"})


class DeckError(ValueError):
    """The deck folder can't be used."""


@dataclass(frozen=True, slots=True)
class DeckCard:
    """One card (all copies of it) and the pictures it was taught from."""

    name: str
    kind: Kind
    images: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A taught deck. ``size_mm`` is (width, height) of a card held upright, where it is known."""

    path: Path
    name: str
    cards: tuple[DeckCard, ...] = field(default=())
    size_mm: tuple[float, float] | None = None

    @classmethod
    def load(cls, path: Path | str) -> Deck:
        """Read a deck folder. Raises DeckError; pictures are opened later, by who looks at them."""
        folder = Path(path)
        return _parse(folder, _read_toml(folder))

    @property
    def names(self) -> tuple[str, ...]:
        """The names a card can be given: those of the faces."""
        return tuple(card.name for card in self.cards if card.kind == "face")

    def save(self) -> None:
        """Write ``deck.toml`` whole or not at all. Raises DeckError when the folder can't be written."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write_whole(self.path / DECK_FILE, _toml(self).encode())
        except OSError as error:
            raise DeckError(f"The deck folder {self.path} can't be written: {error.strerror}.") from error


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file in one step, so that a pulled plug leaves the old one or the new one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _read_toml(folder: Path) -> dict[str, Any]:
    file = folder / DECK_FILE
    if not folder.is_dir():
        raise DeckError(f"There is no deck folder {folder}.")
    if not file.is_file():
        raise DeckError(f"{folder} is not a deck: it has no {DECK_FILE}. Teach it some cards first.")
    try:
        if file.stat().st_size > MAX_TOML_BYTES:
            raise DeckError(f"{file} is too large to be a deck.")
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise DeckError(f"{file} can't be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        detail = str(error).splitlines()[0] if str(error) else "it is nested too deeply"
        raise DeckError(f"{file} is not written correctly: {detail}.") from error


def _parse(folder: Path, data: dict[str, Any]) -> Deck:
    file = folder / DECK_FILE
    if unknown := set(data) - _DECK_KEYS:
        raise DeckError(f"{file} has an entry nobody knows: {min(unknown)}.")
    name = data.get("name", folder.resolve().name)
    rows = data.get("card", [])
    if not isinstance(name, str) or not isinstance(rows, list):
        raise DeckError(f"{file}: name must be a text and the cards must be [[card]] entries.")
    cards = tuple(_card(file, row, number) for number, row in enumerate(rows, 1))
    seen: set[str] = set()
    for card in cards:
        if card.name in seen:
            raise DeckError(f"{file} lists the card {card.name} twice.")
        seen.add(card.name)
    return Deck(folder, name, cards, _size(file, data.get("size_mm")))


def _card(file: Path, row: object, number: int) -> DeckCard:
    if not isinstance(row, dict):
        raise DeckError(f"{file}: card {number} must be a [[card]] entry.")
    if unknown := set(row) - _CARD_KEYS:
        raise DeckError(f"{file}: card {number} has an entry nobody knows: {min(unknown)}.")
    name, kind, images = row.get("name"), row.get("kind", "face"), row.get("images")
    if not isinstance(name, str) or not name.strip():
        raise DeckError(f"{file}: card {number} has no name.")
    if kind not in ("face", "back"):
        raise DeckError(f'{file}: the kind of {name} must be "face" or "back".')
    if not isinstance(images, list) or not images or not all(isinstance(image, str) for image in images):
        raise DeckError(f"{file}: {name} needs a list of one or more images.")
    root = file.parent.resolve()
    paths = tuple(file.parent / image for image in images)
    for path in paths:
        if not path.resolve().is_relative_to(root):
            raise DeckError(f"{file}: the image {path.name} of {name} lies outside the deck folder.")
    return DeckCard(name, kind, paths)


def _size(file: Path, value: object) -> tuple[float, float] | None:
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2 and all(_positive(side) for side in value):
        return float(value[0]), float(value[1])
    raise DeckError(f"{file}: size_mm must be two positive numbers, width and height.")


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 10_000


def _text(value: str) -> str:
    # A JSON string is a TOML basic string, but for the two characters JSON leaves bare.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml(deck: Deck) -> str:
    lines = [f"name = {_text(deck.name)}"]
    if deck.size_mm is not None:
        lines.append(f"size_mm = [{deck.size_mm[0]:g}, {deck.size_mm[1]:g}]")
    for card in deck.cards:
        images = ", ".join(_text(image.relative_to(deck.path).as_posix()) for image in card.images)
        lines += [
            "",
            "[[card]]",
            f"name = {_text(card.name)}",
            f'kind = "{card.kind}"',
            f"images = [{images}]",
        ]
    return "\n".join(lines) + "\n"
