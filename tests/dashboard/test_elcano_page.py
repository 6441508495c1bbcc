"""Elcano on a real screen over the real table: whole games by touch; only what was revealed is sent."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.dashboard.app import create_app
from companion.dashboard.assets import load_texts
from companion.dashboard.server import Server
from companion.referee.games import GAMES, game
from companion.table.log import LOG_NAME, Log
from companion.table.table import Table
from tests.dashboard.conftest import CHROMIUM

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is missing: no page is opened")
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="chromium is missing: no page is opened")

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SIZES = [(1280, 800), (800, 1280), (390, 844)]
COLOURS = ("red", "blue", "green")
OCEAN: tuple[int | str, ...] = (2, 3, "4/1", 5, 6, 7)
FIVE = ["Ann", "Ben", "Chloé", "Daan", "Eva"]


class Sent:
    """Keeps every byte that any client is sent about the game, and when which card was tapped."""

    def __init__(self) -> None:
        self.kept: list[bytes | tuple[str, int | str]] = []
        self._lock = threading.Lock()

    def around(self, app: Any) -> Callable[..., Iterable[bytes]]:
        """The application with this ear at its mouth."""

        def answer(environ: Mapping[str, Any], start: Any) -> Iterable[bytes]:
            body = app(environ, start)
            return self._heard(body) if environ["PATH_INFO"].startswith("/api/") else body

        return answer

    def _heard(self, body: Any) -> Iterator[bytes]:
        try:
            for chunk in body:
                with self._lock:
                    self.kept.append(bytes(chunk))
                yield chunk
        finally:
            if hasattr(body, "close"):
                body.close()

    def tapped(self, colour: str, value: int | str) -> None:
        """A card is about to be revealed: from here on it may be told."""
        with self._lock:
            self.kept.append((colour, value))


class Screen:
    """A tablet at the table, played with a finger."""

    def __init__(self, page: Any, table: Table, sent: Sent) -> None:
        self.page, self.table, self.sent = page, table, sent

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.table.view()["state"])

    def tap(self, where: str) -> None:
        self.page.locator(where).first.tap(timeout=5000)

    def card(self, colour: str, value: int | str) -> None:
        """Tap a value in a colour's lane."""
        self.page.locator(f".lane.o-{colour} .value", has_text=str(value)).first.tap(timeout=5000)

    def reveal(self, cards: Mapping[str, int | str]) -> None:
        if self.state["round"] > 1:  # the round before is told first
            self.tap(".settled .button.main")
        for deck, value in cards.items():
            self.sent.tapped(deck, value)
            self.card(deck, value)
        self.tap(".phase-chart .button.main")
        self.page.wait_for_selector(".phase-cross")

    def turn(self, name: str) -> None:
        self.page.locator(".huge bdi", has_text=name).wait_for(timeout=5000)

    def play(self, colour: str, value: int) -> None:
        self.turn(self.state["turn"])
        before = self.state
        if colour == "storm":
            self.tap(".lane.o-storm .value")
        else:
            self.sent.tapped(colour, value)
            self.card(colour, value)
        self._moved(before)

    def skip(self) -> None:
        """Pass: it takes two taps."""
        self.turn(self.state["turn"])
        before = self.state
        self.tap(".pass .button")
        self.tap(".pass .button.danger")
        self._moved(before)

    def _moved(self, before: Mapping[str, Any]) -> None:
        for _ in range(250):
            if self.state != before:
                break
            self.page.wait_for_timeout(10)
        assert self.state != before, "the table has taken the tap"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as play:
        opened = play.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        yield opened
        opened.close()


@pytest.fixture
def screen(browser: Any, tmp_path: Path) -> Iterator[Screen]:
    table = Table(Log(tmp_path / LOG_NAME), game, tuple(GAMES), offered=("el-capitan", "elcano"))
    table.start()
    sent = Sent()
    app = create_app(table)
    app.wsgi_app = sent.around(app.wsgi_app)  # type: ignore[method-assign]
    server = Server(app, port=0)
    server.start()
    page = browser.new_page(viewport={"width": 1280, "height": 800}, has_touch=True, reduced_motion="reduce")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(server.address)
    page.wait_for_selector(".lobby")
    yield Screen(page, table, sent)
    page.close()
    server.stop()
    table.stop()
    assert faults == []


def seat(screen: Screen, names: list[str], **more: Any) -> None:
    assert screen.table.submit({"do": "lobby", "game": "elcano", "players": names, **more}, "test")["ok"]
    screen.page.locator(".seats li").nth(len(names) - 1).wait_for()
    screen.tap(".start .main")
    screen.page.wait_for_selector(".phase-chart")


def fits(screen: Screen, what: str) -> None:
    """At every size: nothing sticks out, and every button is big enough for a finger."""
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= width, what
        small = screen.page.eval_on_selector_all(
            "button:not(:disabled), select",
            "all => all.filter(b => b.getBoundingClientRect().height < 44 && b.offsetParent)"
            ".map(b => b.textContent)",
        )
        assert small == [], what
    screen.page.set_viewport_size({"width": 1280, "height": 800})


def test_five_players_with_storms_to_the_end(screen: Screen) -> None:
    seat(screen, FIVE, first="Ann")
    fits(screen, "chart")
    storms = [3, 2, 1, 2, 3, 2]
    for number in range(6):
        cards: dict[str, int | str] = {"storm": storms[number]}
        for at, colour in enumerate(COLOURS):
            cards[colour] = OCEAN[(number + at) % 6]
        screen.reveal(cards)
        assert screen.state["turn"] == FIVE[number % 5], "the Pigafetta card goes around"
        assert screen.page.locator(".pass .button").is_disabled(), "who begins owes a card"
        screen.play(COLOURS[number % 3], 3 + number % 4)
        screen.play("storm", 1) if number % 2 else screen.play("blue", 2)
        if number == 0:
            fits(screen, "cross")
        while screen.state["round"] == number + 1 and screen.state["phase"] == "cross":
            screen.skip()
        if number < 5:
            screen.page.wait_for_selector(".settled .outcome li:nth-child(4)")
            if number == 1:
                fits(screen, "settled")
    screen.page.wait_for_selector(".phase-over .crowned")
    state = screen.state
    won = screen.page.locator(".crowned bdi").all_inner_texts()
    assert won == state["winners"] and len(won) == 1
    rows = screen.page.locator(".voyage li .points b").all_inner_texts()
    assert sorted(rows, key=int) == sorted((str(n) for n in state["points"].values()), key=int)
    lost = screen.page.locator(".lost .tag").all_inner_texts()
    assert Counter(lost) == Counter(str(card) for cards in state["lost"].values() for card in cards)
    fits(screen, "over")
    only_what_was_revealed(screen.sent)


def test_two_players_the_small_side_and_a_tie(screen: Screen) -> None:
    seat(screen, ["Ann", "Ben"], first="Ann")
    assert screen.page.locator(".lane").count() == 3, "no storm for two"
    for number in range(6):
        screen.reveal({"red": "4/1" if number == 0 else 2, "blue": 5, "green": 3})
        if number == 0:
            assert screen.page.locator(".lane.o-red .tag").inner_text() == "1"
            assert "turn it around" in screen.page.locator(".warn").inner_text()
        screen.play("blue", 4)
        screen.skip()
        screen.skip()
    screen.page.wait_for_selector(".phase-tie-break .hands")
    fits(screen, "tie-break")
    hands = {"Ann": [7, 7, 6], "Ben": [7, 6, 6]}
    for name, values in hands.items():
        row = screen.page.locator(".hands > li", has_text=name)
        for value in [*values, *[3] * (screen.state["hand"][name] - 3)]:
            row.locator(".value", has_text=str(value)).tap()
        row.locator(".button.main").tap()
    screen.page.locator(".phase-over .crowned bdi", has_text="Ann").wait_for(timeout=5000)
    assert screen.state["winners"] == ["Ann"] and screen.state["points"] == {"Ann": 15, "Ben": 15}
    sent = only_what_was_revealed(screen.sent)
    assert '"values":[7' not in sent.replace(" ", ""), "what was in a hand is told to nobody"


def test_a_mistake_is_taken_back_and_points_corrected(screen: Screen) -> None:
    seat(screen, ["Ann", "Ben", "Cas"], first="Ann")
    screen.reveal({"red": 5, "blue": 5, "green": 3})
    screen.play("green", 7)
    screen.tap("[title=Undo]")
    screen.turn("Ann")
    assert screen.state["columns"]["Ann"]["green"] == []
    screen.tap("[title=Redo]")
    screen.turn("Ben")
    screen.tap("[title=Correct]")
    screen.page.locator("[name=points-1]").fill("9")
    screen.page.locator("[name=reason]").fill("miscounted")
    screen.page.locator("[name=by]").fill("Ann")
    screen.tap("form .main")
    screen.page.locator(".captain", has_text="Ben").locator(".points b", has_text="9").wait_for(timeout=3000)
    assert screen.state["points"] == {"Ann": 0, "Ben": 9, "Cas": 0}


def test_a_second_tap_of_the_same_finger_plays_nothing(screen: Screen) -> None:
    seat(screen, ["Ann", "Ben"], first="Ann")
    screen.reveal({"red": 5, "blue": 5, "green": 3})
    screen.turn("Ann")
    screen.page.wait_for_timeout(300)
    screen.page.evaluate(
        "(() => { const key = () => document.querySelector('.lane.o-red .value'); key().click();"
        " setTimeout(() => key().click(), 120); })()"
    )
    screen.turn("Ben")
    screen.page.wait_for_timeout(400)
    assert screen.state["turn"] == "Ben" and screen.state["columns"]["Ben"]["red"] == []


def test_every_choice_and_ruling_has_words_in_each_language() -> None:
    law = game("elcano")
    keys = {f"option.elcano.{option.id}" for option in law.options() if option.id not in ("crew", "ocean")}
    reasons = {"largest", "alone", "next", "tie", "nobody", "nothing", "carried", "next-round", "last-round",
               "lost-at-sea", "claimed", "tie-break", "counted", "best-hand", "shared-victory", "marker",
               "four-one", "empty-hand", "last-player", "drawn", "chosen", "storm", "left", "corrected",
               "recounted"}  # fmt: skip
    wanted = keys | {f"{key}.text" for key in keys} | {f"ruling.elcano.{reason}" for reason in reasons}
    for language, texts in load_texts().items():
        assert wanted <= set(texts), language


def only_what_was_revealed(sent: Sent) -> str:
    """Walk through all that was sent: no card is in it before it was tapped. Returns the text of it."""
    known: dict[str, Counter[str]] = {deck: Counter() for deck in (*COLOURS, "storm")}
    whole = ""
    seen = 0
    for one in sent.kept:
        if isinstance(one, tuple):
            known[one[0]][str(one[1])] += 1
            if one[1] == "4/1":
                known[one[0]].update(("1", "4"))
            continue
        text = one.decode("utf-8", errors="replace")
        whole += text
        if "\ufffd" in text:
            continue  # a picture: it tells nothing in words
        for state in states(text):
            seen += 1
            for deck, told in cards_in(state).items():
                assert not told - known[deck], f"{deck}: {told - known[deck]} was never revealed"
            for pile in ("hand", "deck", "discard"):
                assert all(type(count) is int for count in state[pile].values()), "hands are counts"
            assert all(type(columns["storm"]) is int for columns in state["columns"].values())
    assert seen > 20
    return whole


def states(text: str) -> Iterator[dict[str, Any]]:
    """The referee's states in what was sent: an answer, or lines of the stream."""
    for line in text.splitlines():
        body = line.removeprefix("data:").strip()
        if not body.startswith("{"):
            continue
        found = json.loads(body)
        view = found.get("view", found)
        if isinstance(view, dict) and isinstance(view.get("state"), dict):
            yield view["state"]


def cards_in(state: Mapping[str, Any]) -> dict[str, Counter[str]]:
    """Every card a state tells of, by deck: in the ocean, won, lost, and in the columns."""
    told: dict[str, Counter[str]] = {deck: Counter() for deck in (*COLOURS, "storm")}
    for deck in told:
        told[deck].update(map(str, state["ocean"].get(deck, ())))
        told[deck].update(str(card) for won in state["won"].values() for card in won.get(deck, ()))
        told[deck].update(map(str, state["lost"].get(deck, ())))
    for columns in state["columns"].values():
        for colour in COLOURS:
            told[colour].update(map(str, columns[colour]))
    return told
