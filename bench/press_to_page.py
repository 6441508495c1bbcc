"""From an edge on a pin to the ranking on the page: ``python -m bench.press_to_page [--slaps 200]``.

The firmware's image runs in simavr at real-time pace behind a pseudo-terminal; the whole service reads it;
twelve screens are open: one real Chromium, eleven clients of the live stream. The edge's time is taken on
the host when the pin is closed; the page's time in the first animation frame after the slap is in the
document, carried to the host's clock by the shortest of many round trips (its half is added as uncertainty).
"""

from __future__ import annotations

import argparse
import http.client
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from companion.buttons.board import SlapBoard
from companion.service import Service
from tests.firmware.simavr import SimBoard, missing

CHROMIUM = "/usr/bin/chromium"
PLAYERS = {"Ann": 1, "Ben": 2, "Cas": 3}
PICTURES = [f"picture {n}" for n in range(1, 12)]
WATCH = """() => {
  window.seen = [];
  let last = -1;
  const look = () => {
    const phase = document.body.dataset.phase;
    const count = phase === "answers" ? 3 : document.querySelectorAll(".slaps .in").length;
    if (count === last) return;
    last = count;
    requestAnimationFrame(() => window.seen.push([count, performance.now()]));
  };
  new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
}"""


def monotonic_ms() -> float:
    return time.monotonic_ns() / 1e6


@contextmanager
def open_streams(host: str, port: int, count: int) -> Iterator[None]:
    """Screens that only listen."""
    stop = threading.Event()
    lines: list[http.client.HTTPConnection] = []
    for _ in range(count):
        connection = http.client.HTTPConnection(host, port, timeout=30)
        connection.request("GET", "/api/events")
        response = connection.getresponse()
        lines.append(connection)

        def drain(response: http.client.HTTPResponse = response) -> None:
            try:
                while not stop.is_set() and response.read1(65536):
                    pass
            except (OSError, ValueError, http.client.HTTPException):
                return

        threading.Thread(target=drain, daemon=True).start()
    try:
        yield
    finally:
        stop.set()
        for connection in lines:
            if connection.sock is not None:
                connection.sock.close()


def page_offset_ms(page: Page) -> tuple[float, float]:
    """What to add to the page's clock to get the host's, and how far that may be off."""
    best = (float("inf"), 0.0)
    for _ in range(60):
        before = monotonic_ms()
        there = page.evaluate("performance.now()")
        after = monotonic_ms()
        best = min(best, (after - before, (before + after) / 2 - there))
    return best[1], best[0] / 2


def shown_at(page: Page, count: int, since: int) -> float:
    """The page's time at which it first showed so many slaps. Polls gently: the page must not notice."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        seen = page.evaluate("since => window.seen.slice(since)", since)
        for number, at in seen:
            if number == count:
                return float(at)
        time.sleep(0.05)
    raise RuntimeError(f"the page never showed slap {count}")


def do(service: Service, command: dict[str, Any]) -> None:
    answer = service.table.submit(command, "bench")
    if not answer["ok"]:
        raise RuntimeError(answer["error"]["message"])


def measure(service: Service, board: SimBoard, page: Page, slaps: int) -> list[float]:
    """Milliseconds from edge to page, slap by slap."""
    offset, _ = page_offset_ms(page)
    times: list[float] = []
    while len(times) < slaps:
        do(
            service,
            {
                "do": "start",
                "game": "el-capitan",
                "players": list(PLAYERS),
                "options": {"cabin_boys": PICTURES},
            },
        )
        do(service, {"do": "memorised"})
        for picture in PICTURES * 2:
            since = len(page.evaluate("window.seen"))
            do(service, {"do": "reveal", "card": picture})
            page.wait_for_selector("body[data-phase=race]")
            time.sleep(0.1)
            for count, button in enumerate(PLAYERS.values(), start=1):
                before = monotonic_ms()
                board.press(button)
                after = monotonic_ms()
                times.append(shown_at(page, count, since) + offset - (before + after) / 2)
                board.release(button)
                time.sleep(0.05)
            for player in PLAYERS:
                do(service, {"do": "answer", "player": player, "right": True})
            if len(times) >= slaps:
                break
        do(service, {"do": "set_aside"})
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--slaps", type=int, default=200)
    parser.add_argument("--screens", type=int, default=12)
    given = parser.parse_args()
    why = missing()
    if why is not None:
        raise SystemExit(why)
    with SimBoard() as board, tempfile.TemporaryDirectory() as data, sync_playwright() as play:
        link = SlapBoard(board.device)
        service = Service(Path(data), host="127.0.0.1", port=0, devices=[link], board=link)
        service.open()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(service.address)
        page.wait_for_selector("main")
        page.evaluate(WATCH)
        _, uncertain = page_offset_ms(page)
        with open_streams("127.0.0.1", service.server.port, given.screens - 1):
            times = sorted(measure(service, board, page, given.slaps))
        browser.close()
        service.close()
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    print(f"edge on a pin -> ranking on the page, {len(times)} slaps, {given.screens} screens")
    print(f"p50 {cuts[49]:.1f} ms   p99 {cuts[98]:.1f} ms   worst {times[-1]:.1f} ms")
    print(f"the page's clock is known within {uncertain:.1f} ms")


if __name__ == "__main__":
    main()
