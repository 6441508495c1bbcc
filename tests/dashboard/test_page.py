"""The page in a real browser: it follows the table, slaps, speaks, and says when the link is lost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from companion.dashboard.app import create_app
from companion.dashboard.server import Server
from tests.dashboard.conftest import CHROMIUM, ShownTable
from tests.dashboard.views import state, view

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is missing: no page is opened")
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="chromium is missing: no page is opened")

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SIZES = [(1280, 800), (800, 1280), (390, 844)]
PHASES = [None, "memorise", "turn", "race", "answers", "spyglass", "black-flag", "over"]


@pytest.fixture(scope="module")
def browser() -> Iterator[playwright.Browser]:
    with playwright.sync_playwright() as play:
        opened = play.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: playwright.Browser, server: Server) -> Iterator[playwright.Page]:
    opened = browser.new_page(viewport={"width": 1280, "height": 800}, has_touch=True)
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda line: faults.append(line.text) if "Content Security" in line.text else None)
    opened.goto(server.address)
    opened.wait_for_selector("main")
    yield opened
    opened.close()
    assert faults == []


def asked(table: ShownTable, verb: str) -> dict[str, Any]:
    """The command the page has sent, waited for."""
    end = time.monotonic() + 5
    while time.monotonic() < end:
        for command in table.asked:
            if command["do"] == verb:
                return command
        time.sleep(0.02)
    pytest.fail(f"the page never sent {verb}; it sent {table.asked}")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_phase_fits_its_screen(
    page: playwright.Page, table: ShownTable, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for phase in PHASES:
        table.show(view(phase, devices={}))
        page.wait_for_function("(p) => document.body.dataset.phase === p", arg=phase or "lobby")
        page.wait_for_selector(f".phase-{phase}" if phase else ".lobby")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, phase
        small = page.eval_on_selector_all(
            "button:not(:disabled), select",
            "all => all.filter(b => b.getBoundingClientRect().height < 44 && b.offsetParent)"
            ".map(b => b.textContent)",
        )
        assert small == [], phase


def test_the_race_shows_places_and_gaps(page: playwright.Page, table: ShownTable) -> None:
    table.show(view("race"))
    page.wait_for_selector(".slaps .in")
    assert page.locator(".slaps .in").all_inner_texts() == ["First\nBen\nfastest", "Second\nAnn\n+12 ms"]
    assert page.locator(".slaps .out").count() == 2


def test_last_turn_says_who_got_what_and_why(page: playwright.Page, table: ShownTable) -> None:
    table.show(view("turn"))
    row = page.locator(".bygone ol li", has_text="Ann")
    row.wait_for()
    assert "−1" in row.inner_text() and "C26" in row.inner_text() and "+4.3 ms" in row.inner_text()


def test_a_finger_on_a_pad_is_stamped_on_the_hosts_clock(page: playwright.Page, table: ShownTable) -> None:
    table.show(view("race", devices={}))
    pad = page.locator(".pad", has_text="Daan")
    pad.wait_for()
    page.wait_for_timeout(400)  # the clocks are compared first
    before = table.clock_us()
    pad.dispatch_event("pointerdown", {"bubbles": True})
    slap = asked(table, "slap")
    after = table.clock_us()
    assert slap["player"] == "Daan"
    assert isinstance(slap["t_us"], int) and isinstance(slap["bound_us"], int)
    assert before - slap["bound_us"] <= slap["t_us"] <= after + slap["bound_us"]
    assert slap["bound_us"] < 50_000


def test_a_slap_before_the_card_is_named_waits_for_it(page: playwright.Page, table: ShownTable) -> None:
    table.show(view("turn", devices={}))
    page.locator(".pad", has_text="Ben").wait_for()
    page.wait_for_timeout(400)
    before = table.clock_us()
    page.locator(".pad", has_text="Ben").dispatch_event("pointerdown", {"bubbles": True})
    after = table.clock_us()
    page.wait_for_timeout(300)
    assert not [command for command in table.asked if command["do"] == "slap"]
    entry = {"id": 1, "do": "reveal", "events": [{"event": "revealed", "card": "parrot"}], "rulings": []}
    table.show(view("race", devices={}), entry)
    slap = asked(table, "slap")
    assert slap["player"] == "Ben"
    assert before - slap["bound_us"] <= slap["t_us"] <= after + slap["bound_us"]


def test_two_fingers_at_once(page: playwright.Page, table: ShownTable) -> None:
    table.show(view("race", state=state("race", slaps=[], ranking=[], first=None, second=None), devices={}))
    page.locator(".pad").first.wait_for()
    page.wait_for_timeout(400)
    page.evaluate(
        "document.querySelectorAll('.pad').forEach((pad, n) => n < 2 && pad.dispatchEvent("
        "new PointerEvent('pointerdown', {bubbles: true, pointerId: n + 1, pointerType: 'touch'})))"
    )
    asked(table, "slap")
    page.wait_for_timeout(300)
    assert sorted(one["player"] for one in table.asked if one["do"] == "slap") == ["Ann", "Ben"]


def test_the_camera_that_asks_gets_a_tap(page: playwright.Page, table: ShownTable) -> None:
    readings = [{"name": "pirate", "confidence": 0.5}, {"name": "parrot", "confidence": 0.4}]
    table.show(view("turn", camera={"view": "clear", "asks": {"readings": readings}}))
    page.locator(".likely .pick").nth(1).click()
    assert asked(table, "reveal") == {"do": "reveal", "card": "parrot"}


def test_black_flag_names_the_opponent_and_two_places(page: playwright.Page, table: ShownTable) -> None:
    table.show(view("black-flag"))
    page.locator(".row .button", has_text="Chloé").click()
    page.locator(".slot", has_text="7").click()
    page.locator(".slot").nth(1).click()
    page.locator(".button.main").click()
    assert asked(table, "swap") == {"do": "swap", "player": "Chloé", "cards": [2, 7]}


def test_a_correction_names_its_reason(page: playwright.Page, table: ShownTable) -> None:
    table.show(view("turn"))
    page.locator("[title=Correct]").click()
    page.locator("[name=coins-1]").fill("8")
    page.locator("[name=reason]").fill("miscounted")
    page.locator("[name=by]").fill("Ann")
    page.locator("form .main").click()
    said = {"do": "correct", "set": {"coins": {"Ben": 8}}, "reason": "miscounted", "by": "Ann"}
    assert asked(table, "correct") == said


def test_a_new_player_takes_a_seat(page: playwright.Page, table: ShownTable) -> None:
    page.locator(".add input").fill("<b>Éva</b>")
    page.locator(".add button").click()
    command = asked(table, "lobby")
    assert command["players"][-1] == {"name": "<b>Éva</b>"}


def test_a_refusal_is_said_in_words(page: playwright.Page, table: ShownTable) -> None:
    table.answer = {
        "ok": False,
        "error": {"code": "out-of-turn", "rule": "G2", "message": "It is Ben's turn."},
    }
    table.show(view("memorise"))
    page.locator(".button.main").click()
    page.locator(".toast", has_text="It is Ben's turn.").wait_for(timeout=3000)


def test_a_game_cut_off_offers_to_go_on(page: playwright.Page, table: ShownTable) -> None:
    cut = view("turn")
    table.show({**cut, "session": {**cut["session"], "unfinished": True}})
    page.locator(".button", has_text="Go on from turn 8").click()
    assert asked(table, "go_on") == {"do": "go_on"}


def test_another_language_at_once(page: playwright.Page, table: ShownTable) -> None:
    table.show(view("turn"))
    page.locator(".language").select_option("fr")
    page.locator("h2", has_text="L'équipage").wait_for()
    assert page.evaluate("document.documentElement.lang") == "fr"


def test_a_lost_link_is_said_within_two_seconds_and_heals(
    page: playwright.Page, table: ShownTable, server: Server
) -> None:
    table.show(view("turn"))
    page.locator(".phase-turn").wait_for()
    server.stop()
    lost = time.monotonic()
    page.locator(".link-down").wait_for(timeout=4000)
    assert time.monotonic() - lost < 2.2
    table.show(view("over"))
    again = Server(create_app(table), port=server.port)  # type: ignore[arg-type]
    again.start()
    try:
        page.locator(".phase-over").wait_for(timeout=6000)
        assert page.locator(".link").count() == 0
    finally:
        again.stop()
