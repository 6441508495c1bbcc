"""Teaching from scans and photos, twice, and with cards too much alike; the commands around it."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cards.bench import art
from companion.cards.bench.render import Level, render
from companion.cards.deck import Deck
from companion.cards.imagefile import Image, read_picture
from companion.cards.plate import likeness, plate_of
from companion.cards.teach import Lesson, TeachError, card_in, lessons_from, teach
from companion.cli import main


def write(path: Path, pixels: Image) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(".png", pixels)[1].tobytes())
    return path


@pytest.fixture
def scans(tmp_path: Path) -> Path:
    for number in range(4):
        write(tmp_path / "scans" / f"card-{number}.png", art.picture_card(number))
    write(tmp_path / "scans" / "red-back.png", art.back_card(1))
    return tmp_path / "scans"


def test_a_folder_is_taught_by_its_stems(tmp_path: Path, scans: Path) -> None:
    report = teach(tmp_path / "deck", lessons_from(scans))
    deck = Deck.load(tmp_path / "deck")
    assert sorted(deck.names) == ["card-0", "card-1", "card-2", "card-3"]
    assert [card.kind for card in deck.cards if card.name == "red-back"] == ["back"]
    assert report.problems == report.warnings == []


def test_teaching_twice_changes_nothing_and_a_new_view_adds_one(tmp_path: Path, scans: Path) -> None:
    teach(tmp_path / "deck", lessons_from(scans))
    before = Deck.load(tmp_path / "deck")
    assert teach(tmp_path / "deck", lessons_from(scans)).taught == []
    assert Deck.load(tmp_path / "deck") == before
    other = cv2.GaussianBlur(art.picture_card(0), (0, 0), 9)
    teach(tmp_path / "deck", [Lesson("card-0", False, write(tmp_path / "again.png", np.asarray(other)))])
    assert len(next(card for card in Deck.load(tmp_path / "deck").cards if card.name == "card-0").images) == 2


def test_a_card_is_cut_out_of_a_photo() -> None:
    card = art.picture_card(5)
    photo = render({"a": card}, Level(cards=(1, 1), height=(420, 430), tilt=5), 2)
    cut = card_in(photo.pixels)
    ways = [np.rot90(cut, turn) for turn in range(4)]
    alike = [float(likeness(plate_of(card), plate_of(np.ascontiguousarray(way))).mean()) for way in ways]
    assert max(alike) > 0.75


@pytest.mark.parametrize("rank", ["A", "2", "4", "7", "10", "K"])
def test_a_scan_stays_whole_whatever_its_art(rank: str) -> None:
    scan = art.playing_cards()[f"{rank}-hearts"]
    assert card_in(scan).shape == scan.shape


def test_cards_too_much_alike_are_told_at_once(tmp_path: Path) -> None:
    card = art.picture_card(1)
    marked = card.copy()
    cv2.circle(marked, (30, 30), 6, (0, 0, 200), -1)
    lessons = [
        Lesson("plain", False, write(tmp_path / "a.png", card)),
        Lesson("marked", False, write(tmp_path / "b.png", marked)),
    ]
    report = teach(tmp_path / "deck", lessons, show=tmp_path / "twins.png")
    assert len(report.warnings) == 1
    assert "plain" in report.warnings[0] and "top left" in report.warnings[0]
    assert read_picture(tmp_path / "twins.png").pixels.size > 0


def test_one_bad_picture_doesn_t_stop_the_others(tmp_path: Path, scans: Path) -> None:
    (scans / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 nothing")
    result = CliRunner().invoke(main, ["cards", "teach", str(tmp_path / "deck"), "--from", str(scans)])
    assert result.exit_code == 1
    assert len(Deck.load(tmp_path / "deck").cards) == 5
    assert "Traceback" not in result.output


def test_one_colour_can_t_be_taught(tmp_path: Path) -> None:
    grey = write(tmp_path / "grey.png", np.full((300, 210, 3), 90, np.uint8))
    with pytest.raises(TeachError, match="nothing to tell it by"):
        teach(tmp_path / "deck", [Lesson("grey", False, grey)])
    assert not (tmp_path / "deck").exists()


def test_recognise_prints_one_line_an_image(tmp_path: Path, scans: Path) -> None:
    teach(tmp_path / "deck", lessons_from(scans))
    cards = {f"card-{n}": art.picture_card(n) for n in range(4)}
    frame = render(cards, Level(cards=(1, 1)), 4)
    photo = write(tmp_path / "photo.png", frame.pixels)
    (tmp_path / "cut.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    runner = CliRunner()
    args = ["cards", "recognise", str(tmp_path / "deck"), str(tmp_path / "cut.jpg"), str(photo), "--json"]
    result = runner.invoke(main, args)
    assert result.exit_code == 1
    line = json.loads(result.stdout)
    assert line["image"] == str(photo)
    assert [card["name"] for card in line["cards"]] == [frame.shown[0].name]
    assert set(line["cards"][0]) >= {"name", "confidence", "corners", "angle_deg"}
    assert set(line) == {"image", "cards", "unknown", "ms"}
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("args", [["teach", "d"], ["teach", "d", "--name", "a"], ["recognise", "d"]])
def test_wrong_usage_is_2(args: list[str]) -> None:
    assert CliRunner().invoke(main, ["cards", *args]).exit_code == 2


def test_a_deck_that_is_none_is_1(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["cards", "recognise", str(tmp_path / "none"), "x.jpg"])
    assert result.exit_code == 1
    assert "no deck folder" in result.stderr
