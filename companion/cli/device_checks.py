"""The doctor's look at what is plugged in: it opens each device as the service would, and waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from companion.checks import LOOK_S, Check, Look
from companion.config import Config
from companion.observations import Device, Link, Observation

FLICKERS = 10
"""So many touches below 200 µs, and more of them than presses, are a loose wire's or a worn switch's."""
SWITCHES_S = 2.0
BUTTONS = 6

Health = Callable[[], dict[str, Any]]


def slap_board(config: Config) -> Check:
    """The board answers, and its switches are in good health."""
    if not config.board.port:
        return Check("slap board", None, "None is configured: slaps are taken on the tablet.")
    from companion.buttons.board import SlapBoard

    board = SlapBoard(config.board.port)
    fix = "Check the cable and the port's name; is another program using it?"
    health: dict[str, Any] = {}

    def switches() -> dict[str, Any]:
        """The board's health once it has told of all its switches."""
        end = time.monotonic() + SWITCHES_S
        while len(board.health().get("buttons", ())) < BUTTONS and time.monotonic() < end:
            time.sleep(0.05)
        health.update(board.health())
        return health

    seen = _try("slap board", board, switches, fix)
    worn = worn_switches(health)
    if not seen.ok or not worn:
        return seen
    return Check(
        seen.name, False, " ".join([seen.found, *worn]), "Its presses still count. Clean or replace it."
    )


def worn_switches(health: dict[str, Any]) -> list[str]:
    """A sentence for each switch that bounces longer than a good one, or touches without being pressed."""
    found = []
    for one in health.get("buttons", ()):
        if one["worn"]:
            bounce_ms = one["longest_bounce_us"] / 1000
            found.append(
                f"Button {one['button']} is worn: it bounced for {bounce_ms:.1f} ms, a good one below 10."
            )
        elif one["rejected"] - one["cross_talk"] > max(FLICKERS, one["presses"]):
            found.append(
                f"Button {one['button']} flickers: {one['rejected']} touches too short to be a press."
            )
    return found


def gpio(config: Config) -> Check:
    """The named pin factory works."""
    if not config.gpio.pins:
        return Check("GPIO", None, "No buttons on this machine's own pins are configured.")
    from companion.buttons.gpio import GpioButtons

    buttons = GpioButtons(config.gpio.pins, factory=config.gpio.factory)
    return _try("GPIO", buttons, dict, "Install python3-lgpio, or name another pin factory.")


def camera(config: Config) -> Check:
    """The camera delivers pictures."""
    if not config.camera.source:
        return Check("camera", None, "None is configured: cards are tapped on the tablet.")
    from companion.cards.live import CardCamera
    from companion.cards.recogniser import Recogniser
    from companion.cards.zones import zones_from
    from companion.cli.assembly import find_deck

    deck = find_deck(config.camera.deck)
    eye = CardCamera(config.camera.source, Recogniser(deck), zones_from(config.camera.zones))
    return _try("camera", eye, eye.health, "Check the cable or the address of the stream.")


def _try(name: str, device: Device, health: Health, fix: str) -> Check:
    link: list[Link] = []
    there = threading.Event()

    def tell(seen: Observation) -> None:
        if isinstance(seen, Link):
            link.append(seen)
            if seen.state == "up":
                there.set()

    device.open(tell)
    try:
        up = there.wait(LOOK_S)
        detail = link[-1].detail if link else "It gave no answer."
        if not up:
            return Check(name, False, detail, fix)
        plain = {key: value for key, value in health().items() if not isinstance(value, dict | list)}
        facts = ", ".join(f"{key} {value}" for key, value in plain.items())
        return Check(name, True, detail + (f" ({facts})" if facts else ""))
    finally:
        device.close()


DEVICE_CHECKS: tuple[Look, ...] = (slap_board, gpio, camera)
