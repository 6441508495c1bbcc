"""The page has room for everything: pads in one place, long names, windows that outlive nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from companion.dashboard.server import Server
from tests.dashboard.conftest import CHROMIUM, ShownTable
from tests.dashboard.views import state, view

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is missing: no page is opened")
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="chromium is missing: no page is opened")

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SIZES = [(1280, 800), (800, 1280), (390, 844)]
LONG = "W" * 40
PADS = (
    "all => all.map(pad => [pad.offsetLeft, pad.getBoundingClientRect().top, pad.offsetHeight]"
    ".map(Math.round))"
)
CUT = (
    "all => all.filter(one => { const box = one.getBoundingClientRect(), edge = one.closest('.crew, .stage')"
    ".getBoundingClientRect(); return box.width && (box.right > edge.right"
    " || one.scrollWidth > one.clientWidth + 1"
    " && getComputedStyle(one).display !== 'inline'); }).map(one => one.textContent)"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[playwright.Browser]:
    with playwright.sync_playwright() as play:
        opened = play.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: playwright.Browser, server: Server) -> Iterator[playwright.Page]:
    opened = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    opened.goto(server.address)
    opened.wait_for_selector("main")
    yield opened
    opened.close()
    assert faults == []


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("reckless", [False, True])
def test_the_pads_stay_in_one_place_on_the_screen(
    page: playwright.Page, table: ShownTable, width: int, height: int, reckless: bool
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    places = []
    for phase in ("turn", "race"):
        table.show(view(phase, devices={}, state=state(phase, options={"reckless": reckless}, slaps=[])))
        page.wait_for_selector(f".phase-{phase} .pad")
        places.append(page.eval_on_selector_all(".pad", PADS))
    assert places[0] == places[1]
    assert len(places[0]) == 4
    assert all(top >= 0 and top + tall <= height for _, top, tall in places[0])


@pytest.mark.parametrize(("width", "height"), [SIZES[0], SIZES[-1]])
@pytest.mark.parametrize("phase", ["turn", "race", "answers", "over"])
def test_a_long_name_pushes_nothing_off(
    page: playwright.Page, table: ShownTable, width: int, height: int, phase: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    shown = view(phase, devices={}, state=state(phase, options={"reckless": True}))
    table.show(json.loads(json.dumps(shown).replace("Ben", LONG)))
    page.wait_for_selector(f".phase-{phase}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".crew .coins").count() == 4
    assert page.eval_on_selector_all(".crew .coins, .stage .gap, .stage .button, .stage .medal", CUT) == []


def test_a_window_closes_when_its_game_is_gone(page: playwright.Page, table: ShownTable) -> None:
    table.show(view("turn"))
    page.locator("[title=Correct]").click()
    page.wait_for_selector(".dialog")
    gone = view("turn", state=None)
    table.show(gone)
    page.wait_for_selector(".lobby")
    assert page.locator(".dialog").count() == 0
    table.show(view("race"))
    page.wait_for_selector(".phase-race")


def test_a_first_visit_speaks_the_browsers_language(browser: playwright.Browser, server: Server) -> None:
    opened = browser.new_page(locale="nl-BE")
    opened.goto(server.address)
    opened.wait_for_selector("main")
    assert opened.evaluate("document.documentElement.lang") == "nl"
    opened.goto(f"{server.address}?lang=pt")
    opened.wait_for_selector("main")
    assert opened.evaluate("document.documentElement.lang") == "pt"
    opened.close()
