"""The slap board as a device of the table: presses and link changes out, lamps and sounds in."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from companion.buttons.link import SerialLink
from companion.buttons.session import Session
from companion.buttons.wire import LONGEST_COUNT
from companion.observations import Tell

WORN_BOUNCE_US = 10_000
"""Longer bounce than any ordinary switch shows (6.2 ms, Ganssle): the switch is worn or dirty."""


class SlapBoard:
    """A slap board on a serial port.

    ``port`` is a device path (best one under /dev/serial/by-id), or ``auto`` for whichever board answers. A
    board that is missing, busy or unplugged is no error: the table is told, and the board is looked for
    until it comes back. ``virtual`` marks what it tells as coming from a virtual board.
    """

    def __init__(self, port: str, *, name: str = "slap-board", virtual: bool = False) -> None:
        self.name = name
        self._port = port
        self._virtual = virtual
        self._lock = threading.RLock()
        self._session: Session | None = None
        self._link: SerialLink | None = None
        self._lamps: dict[int, str] = {}

    def open(self, tell: Tell) -> None:
        """Start looking for the board, in one thread named after the device."""
        if self._link is not None:
            return
        self._session = Session(self.name, tell, virtual=self._virtual)
        self._session.lamps.show(self._lamps)
        self._link = SerialLink(self._port, self._session, name=self.name, lock=self._lock)
        self._link.start()

    def close(self) -> None:
        """Stop, wait for the thread, free the port. Safe to call twice."""
        if self._link is not None:
            self._link.stop()
            self._link = None

    def lamps(self, states: Mapping[int, str]) -> None:
        """Show these lamps by button, the rest dark: first, second, last, wrong, your-turn, claim, off.

        Kept and shown when the board comes later. Raises ``ValueError`` for an unknown lamp or pattern.
        """
        with self._lock:
            self._lamps = dict(states)
            if self._session is not None:
                self._session.lamps.show(self._lamps)

    def buzz(self, sound: str) -> None:
        """Make a sound once, if the board is there: first, wrong, your-turn, race-open."""
        with self._lock:
            if self._session is not None:
                self._session.lamps.sound(sound)

    def race(self, on: bool) -> None:
        """Presses are expected (or no longer): the board's clock is followed more closely meanwhile."""
        with self._lock:
            if self._session is not None:
                self._session.race(on)

    def health(self) -> dict[str, Any]:
        """What a health page shows: firmware, protocol, id, epoch, each switch, the link's figures."""
        link, session = self._link, self._session
        if session is None or link is None:
            return {"device": self.name, "virtual": self._virtual, "state": "closed"}
        with self._lock:
            hello, figures = session.hello, session.figures
            return {
                "device": self.name,
                "virtual": self._virtual,
                "state": "up" if session.up else "down",
                "problem": link.figures.problem,
                "port": link.figures.path or self._port,
                "board": hello.board_id if hello else None,
                "firmware": f"{hello.major}.{hello.minor}" if hello else None,
                "protocol": hello.protocol if hello else None,
                "epoch": hello.epoch if hello else None,
                "buttons": self._switches(session),
                "board_status": asdict(figures.status) if figures.status else None,
                "clock": {"rate_ppm": session.fit.rate_ppm(), "bound_us": figures.bound_us},
                "link": {
                    name: getattr(figures, name)
                    for name in (
                        "hellos",
                        "resets",
                        "silences",
                        "events",
                        "doubles",
                        "gaps",
                        "pings",
                        "answers",
                    )
                }
                | {"bad_frames": figures.bad_frames + session.damaged, "lost": figures.lost_on_board}
                | {
                    name: getattr(link.figures, name) for name in ("opens", "losses", "bytes_in", "bytes_out")
                },
            }

    @staticmethod
    def _switches(session: Session) -> list[dict[str, Any]]:
        return [
            {
                "button": one.button,
                "presses": one.presses,
                "bounces": one.bounces,
                "most_bounces": one.most_bounces,
                "longest_bounce_us": one.longest_bounce // 2,
                "rejected": one.rejected,
                "cross_talk": one.cross_talk,
                "held": one.button in session.figures.held,
                "worn": one.longest_bounce // 2 > WORN_BOUNCE_US or one.most_bounces == LONGEST_COUNT,
            }
            for _, one in sorted(session.figures.health.items())
        ]
