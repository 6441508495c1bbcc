"""The catalogue: complete in every language, and every text the page uses is in it."""

from __future__ import annotations

import re

import pytest

from companion.dashboard.assets import LANGUAGES, ROOM, load_texts

TEXTS = load_texts()
CODE = "\n".join(file.read_text() for file in (ROOM / "static").rglob("*.js"))
PLACES = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_text(language: str) -> None:
    assert set(TEXTS[language]) == set(TEXTS["en"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_text_keeps_its_places(language: str) -> None:
    for key, text in TEXTS[language].items():
        assert text.strip(), key
        assert set(PLACES.findall(text)) == set(PLACES.findall(TEXTS["en"][key])), key


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_each_language_is_translated(language: str) -> None:
    same = [key for key, text in TEXTS[language].items() if text == TEXTS["en"][key] and len(text) > 12]
    assert len(same) <= 4, same


def test_every_text_the_page_uses_exists() -> None:
    used = set(re.findall(r"""\bt\((?:[^"`()]*\? )?"([a-z-]+\.[a-z.-]+)\"""", CODE))
    used |= {f"{key}.{n}" for key in re.findall(r'\bcount\("([a-z.-]+)"', CODE) for n in ("one", "many")}
    used |= set(re.findall(r'[?:] "([a-z-]+\.[a-z-]+)"', CODE))
    assert len(used) > 60
    assert {key for key in used if key not in TEXTS["en"]} == set()


def test_every_text_is_used() -> None:
    made = ("card.", "option.", "refusal.", "reason.", "ruling.", "device.", "devices.", "camera.", "game.",
            "colour.", "phase.", "medal.", "link.", "elcano.deck.")  # fmt: skip
    idle = [
        key
        for key in TEXTS["en"]
        if not key.startswith(made) and f'"{key.removesuffix(".one").removesuffix(".many")}"' not in CODE
    ]
    assert idle == []
