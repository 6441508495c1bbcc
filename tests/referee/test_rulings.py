"""The table of rulings is complete in both directions: rule to test, and code to rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.referee.games import game
from companion.referee.session import Session
from tests.referee.scenario import FILES, load

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
PAGES = {
    page.stem.removeprefix("rulings-"): page
    for page in sorted([*DOCS.glob("rulings-*.md"), *(DOCS / "rulings").glob("*.md")])
}
"""One page a game; ``docs/rulings.md`` holds what holds for every game."""
ALL = {
    "G": [f"G{n}" for n in range(1, 7)],
    "C": [f"C{n:02}" for n in range(1, 67)],
    "E": [f"E{n:02}" for n in range(1, 55)],
    "K": [f"K{n:02}" for n in range(1, 93)],
}
LETTERS = {"el-capitan": "C", "elcano": "E", "columbus": "K"}
IDS = ALL["G"] + [id for name in PAGES for id in ALL[LETTERS[name]]]
SCENARIOS = sorted((ROOT / "tests" / "scenarios").rglob("*.toml"))
ROW = re.compile(r"^\| ([A-Z]\d+) \| (.+?) \| (.*?) ?\| (.+?) \| (.*?) ?\|$", re.MULTILINE)
CODE = [*(ROOT / "companion" / "referee").rglob("*.py"), *(ROOT / "companion" / "table").glob("*.py")]


def rows() -> list[tuple[str, ...]]:
    return [row for page in (DOCS / "rulings.md", *PAGES.values()) for row in ROW.findall(page.read_text())]


def named(row: tuple[str, ...]) -> list[str]:
    return [name.strip() for name in row[4].split(",") if name.strip()]


def test_every_page_is_a_games() -> None:
    assert "el-capitan" in PAGES
    assert set(PAGES) <= set(LETTERS)


def test_every_ruling_has_one_row() -> None:
    assert [row[0] for row in rows()] == IDS


def test_every_test_named_exists() -> None:
    scenarios = {file.stem for file in SCENARIOS}
    for row in rows():
        for name in named(row):
            file, _, function = name.partition("::")
            if function:
                text = (ROOT / "tests" / file).read_text()
                assert f"def {function}(" in text, f"{row[0]} names {name}"
            else:
                assert name in scenarios, f"{row[0]} names {name}"


def test_what_the_referee_honours_is_tested() -> None:
    untested = [row[0] for row in rows() if "referee" in row[3] and not named(row)]
    assert untested == []


def test_every_scenario_is_listed_with_the_rule_it_is_named_after() -> None:
    listed = {row[0]: named(row) for row in rows()}
    paged = [file for file in SCENARIOS if file.parent.name.replace("_", "-") in PAGES]
    assert set(FILES) <= set(paged)
    for file in paged:
        assert file.stem in listed[file.stem.split("_")[0].upper()], file.stem


def test_every_ruling_a_scenario_shows_is_in_the_table() -> None:
    assert {id for file in FILES for id in load(file)["shows"]} <= set(IDS)


def test_every_ruling_the_code_tells_is_honoured_by_the_referee() -> None:
    told = {id for file in CODE for id in re.findall(r'"([CEGK]\d{1,2})"', file.read_text())}
    honoured = {row[0] for row in rows() if "referee" in row[3]}
    on_offer = {id[0] for id in IDS}  # a game that is still being built has no page yet
    assert {id for id in told if id[0] in on_offer} <= honoured


def test_every_option_is_in_the_table_and_every_option_there_exists() -> None:
    options = {id for row in rows() for id in re.findall(r"`(\w+)`", row[2])}
    assert options == {option.id for name in PAGES for option in game(name).options()}


@pytest.mark.parametrize("count", range(14))
def test_cabin_boys_take_3_to_11_pictures(count: int) -> None:
    pictures = [f"picture {n}" for n in range(count)]
    start = {"do": "start", "players": ["Ann", "Ben"], "options": {"cabin_boys": pictures}}
    answer = Session(game("el-capitan")).submit(start)
    assert answer["ok"] == (3 <= count <= 11)
    if not answer["ok"]:
        assert (answer["error"]["code"], answer["error"]["rule"]) == ("bad-option", "C51")
