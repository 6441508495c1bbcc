"""The whole service on real parts: the firmware's image in simavr, a real MJPEG stream, a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.buttons.board import SlapBoard
from companion.cards.live import CardCamera
from companion.cards.recogniser import Recogniser
from companion.cards.zones import zones_from
from companion.cli.assembly import find_deck
from companion.service import Service
from companion.virtual.camera import VirtualCamera
from tests.firmware.simavr import SimBoard, missing

CHROMIUM = Path("/usr/bin/chromium")


@dataclass
class RealTable:
    """A running service and the hands that play at it."""

    service: Service
    board: SimBoard
    camera: VirtualCamera


@pytest.fixture
def real_table(tmp_path: Path) -> Iterator[RealTable]:
    why = missing()
    if why is not None:
        pytest.skip(why)
    deck = find_deck("pirates")
    with SimBoard() as board, VirtualCamera(deck, seed=3) as camera:
        link = SlapBoard(board.device)
        eye = CardCamera(camera.url, Recogniser(deck), zones_from({}))
        service = Service(tmp_path, host="127.0.0.1", port=0, devices=(link, eye), board=link, camera=eye)
        service.open()
        try:
            yield RealTable(service, board, camera)
        finally:
            service.close()
