"""Makes the README's pictures from the running product: ``python docs/pictures.py``."""

from __future__ import annotations

import io
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from companion.cli import assembly
from companion.service import Service

HERE = Path(__file__).parent / "images"
SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "phone": (390, 844)}
WANTED = ("race", "answers")
SPEED = 1.5


def wait_for(service: Service, phase: str, slaps: int = 0) -> None:
    """Until the table is in this phase, past the first turns so that there is something to tell."""
    while True:
        state = service.table.view()["state"] or {}
        if state.get("phase") == phase and state["turn"] > 4 and len(state["slaps"]) >= slaps:
            return
        time.sleep(0.01)


def shot(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def save(picture: Image.Image, name: str) -> None:
    picture.save(HERE / name, quality=82, optimize=True, progressive=True)
    print(f"{name}: {(HERE / name).stat().st_size // 1024} kB")


def beside(left: Image.Image, right: Image.Image) -> Image.Image:
    """Two screens side by side on the sea."""
    both = Image.new("RGB", (left.width + right.width + 60, max(left.height, right.height) + 40), (9, 24, 38))
    both.paste(left, (20, 20))
    both.paste(right, (left.width + 40, 20))
    return both


def main() -> None:
    HERE.mkdir(exist_ok=True)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        service = assembly.demo(stack, "el-capitan", data, "127.0.0.1", 0, SPEED, 7)
        service.open()
        stack.callback(service.close)
        play = stack.enter_context(sync_playwright())
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        pages = {}
        for name, (width, height) in SIZES.items():
            pages[name] = browser.new_page(viewport={"width": width, "height": height})
            pages[name].goto(service.address)
        wait_for(service, "race", slaps=2)
        time.sleep(0.25)
        save(shot(pages["tablet"]), "table-race.jpg")
        wait_for(service, "answers")
        time.sleep(2.2 / SPEED)
        save(beside(shot(pages["upright"]), shot(pages["phone"])), "table-answers.jpg")
        browser.close()


if __name__ == "__main__":
    main()
