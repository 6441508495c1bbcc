"""The doctor's look at what is plugged in: it opens each device as the service would, and waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from companion.checks import LOOK_S, Check, Look
from companion.config import Config
from companion.observations import Device, Link, Observation

Health = Callable[[], dict[str, Any]]


def slap_board(config: Config) -> Check:
    """The board answers, and its switches are in good health."""
    if not config.board.port:
        return Check("slap board", None, "None is configured: slaps are taken on the tablet.")
    from companion.buttons.board import SlapBoard

    board = SlapBoard(config.board.port)
    fix = "Check the cable and the port's name; is another program using it?"
    return _try("slap board", board, board.health, fix)


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
        facts = ", ".join(f"{key} {value}" for key, value in health().items() if not isinstance(value, dict))
        return Check(name, True, detail + (f" ({facts})" if facts else ""))
    finally:
        device.close()


DEVICE_CHECKS: tuple[Look, ...] = (slap_board, gpio, camera)
