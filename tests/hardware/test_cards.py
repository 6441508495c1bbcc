"""The drawn deck: committed pictures match their sources, are true to size, and differ from each other."""

from __future__ import annotations

import io
import re
import tomllib
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("resvg_py", reason="the cards can't be drawn without resvg-py")
pytest.importorskip("fpdf", reason="the sheets can't be printed without fpdf2")

from PIL import Image

from hardware.cards import build, catalogue, sheets

Grey = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

ALIKE = 0.45
"""Two faces may not correlate more than this in greyscale at 1 px a millimetre (the most alike have 0.31)."""


def grey(name: str) -> Grey:
    picture = cv2.imread(str(build.DECK / f"{name}.png"), cv2.IMREAD_GRAYSCALE)
    return cv2.resize(picture, catalogue.SIZE_MM, interpolation=cv2.INTER_AREA).astype(float)


def correlation(a: Grey, b: Grey) -> float:
    a, b = a - a.mean(), b - b.mean()
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))


def test_the_deck_lists_fifteen_faces_and_two_backs_that_exist() -> None:
    deck = tomllib.loads((build.DECK / "deck.toml").read_text("utf-8"))
    assert deck["size_mm"] == list(catalogue.SIZE_MM)
    faces = [card["name"] for card in deck["card"] if card["kind"] == "face"]
    assert faces == list(catalogue.FACES)
    assert len(set(faces)) == 15 and {"storm", "spyglass", "black-flag"} < set(faces)
    assert [card["name"] for card in deck["card"] if card["kind"] == "back"] == list(catalogue.BACKS)
    for card in deck["card"]:
        for image in card["images"]:
            assert Image.open(build.DECK / image).size == build.DECK_PIXELS


@pytest.mark.parametrize("name", catalogue.CARDS)
def test_the_committed_source_is_what_the_generator_draws(name: str) -> None:
    source = (build.SOURCES / f"{name}.svg").read_text("utf-8")
    assert source == catalogue.svg(name)
    assert 'width="63mm" height="88mm"' in source
    assert "<text" not in source, "the cards are free of language"


def test_a_picture_drawn_anew_equals_the_committed_one() -> None:
    drawn = np.asarray(Image.open(io.BytesIO(build.deck_png(catalogue.svg("parrot")))).convert("RGB"), float)
    kept = np.asarray(Image.open(build.DECK / "parrot.png").convert("RGB"), float)
    assert np.abs(drawn - kept).mean() < 2.0


def test_every_face_differs_from_every_other_also_without_colour_and_upside_down() -> None:
    pictures = {name: grey(name) for name in catalogue.FACES}
    for a, b in combinations(pictures, 2):
        turned = pictures[b][::-1, ::-1]
        found = max(correlation(pictures[a], pictures[b]), correlation(pictures[a], turned))
        assert found < ALIKE, f"{a} and {b} look alike: {found:.2f}"


@pytest.mark.parametrize("name", catalogue.FACES)
def test_no_face_looks_the_same_upside_down(name: str) -> None:
    assert correlation(grey(name), grey(name)[::-1, ::-1]) < ALIKE


@pytest.mark.parametrize("name", catalogue.FACES)
def test_every_quarter_of_a_face_has_detail_for_a_camera(name: str) -> None:
    picture = cv2.imread(str(build.DECK / f"{name}.png"), cv2.IMREAD_GRAYSCALE)
    edges = cv2.Canny(picture, 60, 160) > 0
    half_h, half_w = picture.shape[0] // 2, picture.shape[1] // 2
    for y in (0, half_h):
        for x in (0, half_w):
            assert edges[y : y + half_h, x : x + half_w].mean() > 0.02, f"an empty quarter at {x}, {y}"


def test_the_whole_deck_stays_small() -> None:
    assert sum(file.stat().st_size for file in build.DECK.iterdir()) < 1_500_000
    for name in catalogue.CARDS:
        assert (build.ICONS / f"{name}.webp").stat().st_size < 15_000


def test_six_crews_have_six_colours_and_six_marks() -> None:
    from hardware.cards.draw.pirate_back import CREWS

    assert len({colour for colour, _ in CREWS.values()}) == len({mark for _, mark in CREWS.values()}) == 6


def test_the_piles_are_complete() -> None:
    captain = [face for face, _ in sheets.captain_cards()]
    assert len(captain) == 27 and len(set(captain)) == 15
    pirates = sheets.pirate_cards()
    assert len(pirates) == 72 and len(set(pirates)) == 72 and len({back for _, back in pirates}) == 6


def test_nine_cards_fit_a_page_and_backs_lie_behind_their_faces() -> None:
    for place in range(9):
        x, y = sheets.corner(place)
        assert x > 0 and x + 63 < 210 and y > 0 and y + 88 < 297
        behind_x, behind_y = sheets.corner(place, mirrored=True)
        assert behind_y == y and behind_x == pytest.approx(210 - x - 63)
    for x0, y0, x1, y1 in sheets.cut_marks():
        inside = 10.5 < (x0 + x1) / 2 < 199.5 and 16.5 < (y0 + y1) / 2 < 280.5
        assert not inside, "a cut mark would be printed on a card"


def test_a_sheet_prints_cards_at_true_size(tmp_path: Path) -> None:
    plain = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 630 880"><rect width="9" height="9"/></svg>'
    path = tmp_path / "sheet.pdf"
    assert sheets.print_cards([(plain, plain)], path) == 2
    import zlib

    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", path.read_bytes(), re.S)
    pages = []
    for stream in streams:
        try:
            text = zlib.decompress(stream)
        except zlib.error:
            continue
        if b" cm /I" in text:
            pages.append(text)
    placed = [re.search(rb"q ([\d.]+) 0 0 ([\d.]+) ", page) for page in pages]
    assert len(placed) == 2
    for found in placed:
        assert found is not None
        assert float(found[1]) * 25.4 / 72 == pytest.approx(63, abs=0.01)
        assert float(found[2]) * 25.4 / 72 == pytest.approx(88, abs=0.01)
