"""The serial thread of one slap board: opens the port, carries bytes both ways, and comes back after every
loss.

What the bytes mean is the conversation's matter (companion.buttons.session); this file knows ports, not
protocol. Nothing is trusted because of a port's name: a board is up only once it has said hello.
"""

from __future__ import annotations

import select
import threading
import time
from dataclasses import dataclass
from typing import Protocol

import serial

from companion.buttons.errors import ButtonsError, PortBusy, PortMissing
from companion.buttons.ports import AUTO, Whereabouts, candidates, open_port, whereabouts

RETRY_S = 0.3
REOPEN_US = 3_000_000
"""A board that has been silent this long is looked for anew; sooner, and a stall would reset an Uno."""
HELLO_S = 4.0
"""A board that was reset by the opening is blind for 1.7 s; another second and a half for a slow bridge."""


class Conversation(Protocol):
    """The protocol's side of the link. Times are host µs; no call blocks."""

    def opened(self, now_us: int, *, real_wire: bool) -> None:
        """A port was opened: everything half said before is void. ``real_wire``: bytes take their time."""

    def lost(self, reason: str) -> None:
        """The port is gone, or there is none; ``reason`` is a sentence for the table."""

    def feed(self, data: bytes, now_us: int) -> None:
        """These bytes were read by ``now_us``."""

    def outgoing(self, now_us: int) -> bytes:
        """What to write now; written at once after the call."""

    def due_us(self) -> int:
        """When ``outgoing`` has something to write again."""

    def silent_us(self, now_us: int) -> int:
        """How long nothing intelligible has come."""

    @property
    def greeted(self) -> bool:
        """The board has said hello since the port was opened, and it is the one we look for."""

    @property
    def stranger(self) -> str:
        """Why the board that answered is not the one we look for: a sentence; empty: it is."""


@dataclass
class LinkFigures:
    """What a health page shows of the link."""

    opens: int = 0
    losses: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    problem: str = ""
    path: str = ""


class SerialLink:
    """Keeps one conversation going over whichever port the board is on. All work is in one named thread."""

    def __init__(
        self,
        port: str,
        conversation: Conversation,
        *,
        name: str,
        lock: threading.RLock,
    ) -> None:
        self._port = port
        self._talk = conversation
        self._lock = lock
        self._ended = threading.Event()
        self._last = Whereabouts()
        self._thread = threading.Thread(target=self._run, name=f"{name} serial", daemon=True)
        self.figures = LinkFigures()

    def start(self) -> None:
        """Begin to look for the board."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and free the port."""
        self._ended.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            for path in candidates(self._port, self._last):
                if self._ended.is_set() or self._visit(path):
                    break
            else:
                self._note_absence()
            self._ended.wait(RETRY_S)

    def _note_absence(self) -> None:
        if not candidates(self._port, self._last):
            where = "any port" if self._port == AUTO else self._port
            self._trouble(PortMissing(f"There is no slap board at {where}. Plug it in."))

    def _trouble(self, error: ButtonsError) -> None:
        """Tell a problem once, not at every try."""
        if self.figures.problem and isinstance(error, PortMissing):
            return  # that it is gone has been told already
        if str(error) != self.figures.problem:
            self.figures.problem = str(error)
            with self._lock:
                self._talk.lost(str(error))

    def _visit(self, path: str) -> bool:
        """Talk on this port until it is lost; False when no slap board was there."""
        try:
            port = open_port(path)
        except (PortBusy, PortMissing, ButtonsError) as error:
            self._trouble(error)
            return False
        self.figures.opens += 1
        self.figures.path = path
        try:
            with port:
                reason = self._converse(port, path)
        except (OSError, serial.SerialException):
            reason = "The slap board was unplugged. Plug it in again; the game waits."
        greeted = self._talk.greeted
        if greeted:
            self.figures.losses += 1
        if not self._ended.is_set():
            self._trouble(ButtonsError(reason))
        return greeted

    def _converse(self, port: serial.Serial, path: str) -> str:
        """Carry bytes until the link is lost; the reason is a sentence."""
        descriptor = port.fileno()
        where = whereabouts(path)
        with self._lock:
            self._talk.opened(_now_us(), real_wire=where.make is not None)
        patience_us = _now_us() + int(HELLO_S * 1e6)
        known = False
        while not self._ended.is_set():
            with self._lock:
                data = self._talk.outgoing(_now_us())
            if data:
                port.write(data)
                self.figures.bytes_out += len(data)
            wait_us = max(0, min(self._talk.due_us() - _now_us(), 200_000))
            readable, _, _ = select.select([descriptor], [], [], wait_us / 1e6)
            if readable:
                heard = port.read(4096)
                self.figures.bytes_in += len(heard)
                now = _now_us()
                with self._lock:
                    self._talk.feed(heard, now)
            if self._talk.stranger:
                return self._talk.stranger
            if known and self._talk.silent_us(_now_us()) > REOPEN_US:
                return "The slap board does not answer any more. Check its cable; the game waits."
            if self._talk.greeted:
                if not known:
                    known, self._last, self.figures.problem = True, where, ""
            elif not known and _now_us() > patience_us:
                return f"What is at {path} does not answer like a slap board. Name the right port."
        return ""


def _now_us() -> int:
    return time.monotonic_ns() // 1000
