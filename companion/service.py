"""Puts the parts together: devices, table, dashboard. The one place that names every thread.

======================  ====================================================================
thread                  what it does
======================  ====================================================================
``main``                waits for the signal to stop, then closes everything in order
``table``               the single writer: commands and observations in turn, log, telling
``lamps``               shows the table's lamps on the slap board; sets the camera's pace
``slap-board ...``      reads and writes the serial link (companion.buttons)
``camera ...``          reads frames and looks at them (companion.cards)
``dashboard ...``       answers the screens, one thread each (companion.dashboard)
``virtual ...``         the virtual table's board, camera and players (companion.virtual)
======================  ====================================================================
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from companion.dashboard.app import create_app
from companion.dashboard.assets import game_pages
from companion.dashboard.server import Server
from companion.observations import Device
from companion.referee.games import GAMES, game
from companion.table.lobby import Lobby
from companion.table.log import LOG_NAME, Log
from companion.table.table import Table

logger = logging.getLogger(__name__)


class Board(Protocol):
    """A slap board, as far as the table speaks to it."""

    def lamps(self, states: Mapping[int, str]) -> None:
        """Show these lamps, by button; the rest goes dark."""

    def race(self, on: bool) -> None:
        """Presses are expected now: follow the board's clock closely."""


class Watcher(Protocol):
    """A camera whose pace can be set."""

    def watch(self, rate: str) -> None:
        """``idle``, ``turn`` or ``race``."""

    def picture(self) -> bytes | None:
        """The newest frame as JPEG."""


class Service:
    """The whole service. ``open`` starts it, ``close`` ends it in order; both are safe to call once."""

    def __init__(
        self,
        data: Path,
        *,
        host: str,
        port: int,
        devices: Iterable[Device] = (),
        board: Board | None = None,
        camera: Watcher | None = None,
        lobby: Lobby | None = None,
        virtual: bool = False,
        language: str = "en",
        hosts: tuple[str, ...] = (),
    ) -> None:
        log = Log(data / LOG_NAME)
        offered = game_pages(GAMES)
        self.table = Table(log, game, tuple(GAMES), offered=offered, lobby=lobby, virtual=virtual)
        self._devices = list(devices)
        self._board = board
        self._camera = camera
        app = create_app(
            self.table, camera_picture=camera.picture if camera else None, language=language, hosts=hosts
        )
        self.server = Server(app, host=host, port=port)
        self._lamps = threading.Thread(target=self._follow, name="lamps", daemon=True)
        self._ending = False

    @property
    def address(self) -> str:
        """The table page's address."""
        return self.server.address

    def open(self) -> None:
        """Start the table, then the screens, then the devices, so that nothing seen is lost."""
        self.table.start()
        self.server.start()
        self._lamps.start()
        for device in self._devices:
            device.open(self.table.tell)

    def close(self) -> None:
        """Stop the devices first, then finish what they saw, then the screens."""
        self._ending = True
        for device in self._devices:
            device.close()
        self.table.stop()
        self.server.stop()
        self._lamps.join(timeout=5)

    def _follow(self) -> None:
        """Carry the table's wishes to the devices: lamps, and how closely the camera should look."""
        lamps: Mapping[str, Any] | None = None
        rate = None
        with self.table.feed.subscribe() as feed:
            while not feed.closed:
                feed.next(timeout_s=5)
                view = self.table.view()
                if self._board is not None and view["lamps"] != lamps:
                    lamps = view["lamps"]
                    self._board.lamps({int(button): lamp for button, lamp in lamps.items()})
                wanted = pace(view)
                if wanted != rate:
                    rate = wanted
                    if self._camera is not None:
                        self._camera.watch(rate)
                    if self._board is not None:
                        self._board.race(rate != "idle")


def pace(view: Mapping[str, Any]) -> str:
    """How closely the camera should look now."""
    phase = (view["state"] or {}).get("phase")
    if phase == "turn":
        return "turn"
    return "race" if phase == "race" else "idle"


def serve(service: Service, wait: Callable[[], object], say: Callable[[str], None]) -> None:
    """Run the service until ``wait`` returns."""
    service.open()
    try:
        say(f"The table is at {service.address}")
        wait()
    finally:
        say("Closing the table.")
        service.close()
