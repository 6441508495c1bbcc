"""The page's files, read once when the service starts: no request ever names a path on the disk."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

ROOM = Path(str(files("companion.dashboard")))
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webmanifest": "application/manifest+json; charset=utf-8",
    ".webp": "image/webp",
}
PACKED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
LANGUAGES = ("en", "fr", "nl", "de", "es", "pt")


@dataclass(frozen=True)
class Asset:
    """One file as it is sent; ``packed`` is the gzip form of texts, None for pictures."""

    body: bytes
    type: str
    packed: bytes | None = None

    @cached_property
    def tag(self) -> str:
        """The entity tag: what a screen already has is not sent again."""
        return hashlib.sha256(self.body).hexdigest()[:20]


def asset(body: bytes, suffix: str) -> Asset:
    """An asset of a file's content."""
    packed = gzip.compress(body, 9, mtime=0) if suffix in PACKED else None
    return Asset(body, TYPES[suffix], packed)


def load_static(room: Path = ROOM) -> Mapping[str, Asset]:
    """Every file below ``static``, by the name that follows ``/static/``."""
    folder = room / "static"
    return {
        file.relative_to(folder).as_posix(): asset(file.read_bytes(), file.suffix)
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.suffix in TYPES
    }


def load_texts(room: Path = ROOM) -> Mapping[str, Mapping[str, str]]:
    """The catalogue: for each language, every text by its key."""
    return {
        language: json.loads((room / "texts" / f"{language}.json").read_text(encoding="utf-8"))
        for language in LANGUAGES
    }


def game_pages(games: Iterable[str], room: Path = ROOM) -> tuple[str, ...]:
    """Those of these games that can be played on a screen: each has a page of its own."""
    return tuple(game for game in games if (room / "static" / "games" / f"{game}.js").is_file())


def load_page(room: Path = ROOM) -> str:
    """The page's frame, with ``{lang}`` still open."""
    return (room / "templates" / "table.html").read_text(encoding="utf-8")


def json_asset(value: Any) -> Asset:
    """A JSON answer that never changes while the service runs."""
    return asset(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), ".json")
