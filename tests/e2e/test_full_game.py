"""A real Chromium drives a whole game, from set-up to winner, on real parts.

The slaps are edges on the pins of the firmware's image at exact cycles; the cards are shown to the real
recogniser over a real MJPEG stream; set-up, memorising and answers are taps on the page. The coins at the
end are compared with a tally written by hand from the rulebook, turn by turn.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.e2e.conftest import CHROMIUM, RealTable

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is missing: no page is opened")
pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason="chromium is missing: no page is opened"),
    pytest.mark.timeout(400),
]

CYCLES_A_MS = 16_000
BUTTON = {"Ann": 2, "Ben": 5, "Cas": 1}

# card, the slaps in order with their distance in ms, who was right, and everybody's coins afterwards.
# Three players: First and right +3, Second and right +2, Last and right nothing, wrong -1 but never below 0.
GAME: list[tuple[str, list[tuple[str, float]], str, dict[str, int]]] = [
    ("parrot", [("Ann", 0), ("Ben", 0.5), ("Cas", 40)], "Ann Ben Cas", {"Ann": 4, "Ben": 3, "Cas": 1}),
    ("shark", [("Cas", 0), ("Ann", 0.01), ("Ben", 3)], "Ann Ben", {"Ann": 6, "Ben": 3, "Cas": 0}),
    ("storm", [], "", {"Ann": 6, "Ben": 3, "Cas": 0}),
    ("cannon", [("Ben", 0), ("Cas", 12), ("Ann", 90)], "Ann", {"Ann": 6, "Ben": 2, "Cas": 0}),
    ("mermaid", [("Ben", 0), ("Ann", 5), ("Cas", 7)], "Ben Cas", {"Ann": 5, "Ben": 5, "Cas": 0}),
    ("spyglass", [], "", {"Ann": 5, "Ben": 5, "Cas": 0}),
    ("sabre", [("Cas", 0), ("Ben", 1), ("Ann", 2)], "Ann Ben Cas", {"Ann": 5, "Ben": 7, "Cas": 3}),
    ("anchor", [("Ann", 0), ("Cas", 30), ("Ben", 31)], "Cas", {"Ann": 4, "Ben": 6, "Cas": 5}),
    ("barrel", [("Ben", 0), ("Ann", 0.02), ("Cas", 150)], "Ann Ben", {"Ann": 6, "Ben": 9, "Cas": 4}),
    ("black-flag", [], "", {"Ann": 6, "Ben": 9, "Cas": 4}),
    ("octopus", [("Cas", 0), ("Ann", 8), ("Ben", 9)], "Ann Cas Ben", {"Ann": 8, "Ben": 9, "Cas": 7}),
    ("pirate", [("Ann", 0), ("Ben", 66), ("Cas", 67)], "", {"Ann": 7, "Ben": 8, "Cas": 6}),
    ("medallion", [("Cas", 0), ("Ben", 2), ("Ann", 44)], "Cas Ann", {"Ann": 7, "Ben": 7, "Cas": 9}),
    ("cabin-boy", [("Ben", 0), ("Cas", 4), ("Ann", 5)], "Ben Cas", {"Ann": 6, "Ben": 10, "Cas": 11}),
    ("treasure-chest", [("Ann", 0), ("Cas", 20), ("Ben", 25)], "Ann Ben", {"Ann": 9, "Ben": 10, "Cas": 10}),
    ("parrot", [("Cas", 0), ("Ann", 3), ("Ben", 6)], "Ann Cas Ben", {"Ann": 11, "Ben": 10, "Cas": 13}),
]  # fmt: skip


def until(table: RealTable, what: str, true: Any, seconds: float = 15) -> dict[str, Any]:
    """Wait for the table's state; says what was waited for."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        view = table.service.table.view()
        if true(view):
            return view
        time.sleep(0.02)
    pytest.fail(f"waited for {what}; the table shows {view['state']} {view['notices']} {view['devices']}")


def slap_all(table: RealTable, slaps: list[tuple[str, float]]) -> None:
    """Close the pins at exact cycles, and open them again later."""
    start = table.board.cycles() + 1200 * CYCLES_A_MS  # all are asked for before the first is due
    for player, gap_ms in slaps:
        at = start + round(gap_ms * CYCLES_A_MS)
        table.board.press(BUTTON[player], at)
        table.board.release(BUTTON[player], at + 120 * CYCLES_A_MS)


def test_a_whole_game_from_set_up_to_winner(real_table: RealTable) -> None:
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=str(CHROMIUM),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(real_table.service.address)
        set_up(page, real_table)
        for turn, (card, slaps, right, coins) in enumerate(GAME, start=1):
            play_turn(page, real_table, turn, card, slaps, right.split())
            view = until(
                real_table, f"turn {turn} settled", lambda v, coins=coins: v["state"]["coins"] == coins
            )
            assert view["state"]["turn"] == turn
        view = until(real_table, "the end", lambda v: v["state"]["phase"] == "over")
        assert view["state"]["winners"] == ["Cas"]
        page.wait_for_selector(".phase-over")
        assert "Cas" in page.locator("h1.huge").inner_text()
        assert faults == []
        browser.close()


def set_up(page: Any, table: RealTable) -> None:
    until(
        table,
        "both devices",
        lambda v: all(d["state"] == "up" for d in v["devices"].values()) and len(v["devices"]) == 2,
    )
    for name in BUTTON:
        page.locator("form.add input").fill(name)
        page.locator("form.add input").press("Enter")
        until(
            table,
            f"{name}'s chair",
            lambda v, name=name: v["lobby"]["players"][-1:] and v["lobby"]["players"][-1]["name"] == name,
        )
    for seat, (name, button) in enumerate(BUTTON.items()):
        page.locator(".seats li").nth(seat).locator(".claim").click()
        until(table, f"{name} is asked to slap", lambda v, name=name: v["lobby"]["armed"] == name)
        table.board.press(button)
        until(table, f"{name}'s seat", lambda v: v["lobby"]["armed"] is None)
        table.board.release(button)
        page.get_by_role("button", name=f"Button {button}").wait_for()
    page.get_by_role("button", name="Cast off").click()
    seats = until(table, "the game", lambda v: v["state"])["lobby"]["players"]
    assert {seat["name"]: seat["button"] for seat in seats} == BUTTON
    page.get_by_role("button", name="All cards are face down").click()


def play_turn(
    page: Any, table: RealTable, turn: int, card: str, slaps: list[tuple[str, float]], right: list[str]
) -> None:
    until(table, f"turn {turn}", lambda v: v["state"]["phase"] == "turn")
    table.camera.show(card)
    view = until(table, f"the camera names {card}", lambda v: v["state"]["turn"] == turn)
    assert view["state"]["card"] == card
    if card == "storm":
        page.get_by_role("button", name="All cards are face down").click()
    elif card == "spyglass":
        page.get_by_role("button", name="Everyone has looked").click()
    elif card == "black-flag":
        page.locator(".phase-black-flag").wait_for()
        page.get_by_role("button", name="No, thank you").click()
    else:
        slap_all(table, slaps)
        view = until(table, "the ranking", lambda v: v["state"]["phase"] == "answers")
        assert view["state"]["ranking"] == [player for player, _ in slaps]
        for slap, (_, gap_ms) in zip(view["state"]["slaps"], slaps, strict=True):
            assert abs(slap["gap_us"] - gap_ms * 1000) <= 5
        for player in BUTTON:
            word = "right" if player in right else "wrong"
            page.get_by_role("button", name=f"{player} was {word}").click()
