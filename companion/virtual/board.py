"""A slap board without hardware: the same protocol over a real pseudo-terminal, with faults at will."""

from __future__ import annotations

import contextlib
import heapq
import os
import select
import threading
import time
from types import TracebackType

from companion.virtual.badline import BadLine
from companion.virtual.boardcore import TICKS_A_US, BoardCore
from companion.virtual.terminal import Terminal


class VirtualBoard:
    """A slap board that a serial link opens at ``device``, a path that stays the same over replugs.

    Use as a context manager, or ``open`` and ``close``. All methods may be called from any thread.
    ``rate_ppm`` is how much faster its clock runs than the host's. ``line`` holds the chances of faults on
    the wire.
    """

    def __init__(self, *, board_id: int = 0, rate_ppm: float = 0.0, name: str = "slap-board") -> None:
        self.line = BadLine()
        self._rate = TICKS_A_US * (1 + rate_ppm * 1e-6)
        self._board_id = board_id
        self._epoch = 0
        self._terminal = Terminal(name)
        self._lock = threading.RLock()
        self._waker, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._closed_buttons: set[int] = set()
        self._stuck: set[int] = set()
        self._to_come: list[tuple[int, int, int, bool]] = []  # host µs, running number, button, closed
        self._number = 0
        self._stalled_until = 0
        self._stalled_out: list[bytes] = []
        self._pulling = False
        self._pulled = threading.Event()
        self._ended = False
        self._thread: threading.Thread | None = None
        self._core = self._started()
        self._terminal.plug()

    @property
    def device(self) -> str:
        """The path to open as a serial port."""
        return str(self._terminal.path)

    @property
    def core(self) -> BoardCore:
        """The board itself: its lamps, sounds, epoch and next number."""
        return self._core

    def open(self) -> None:
        """Start the board's thread."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="virtual slap board", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop the thread and take the device away. Safe to call twice."""
        if self._ended:
            return
        self._ended = True
        self._rouse()
        if self._thread is not None:
            self._thread.join()
        self._terminal.close()
        os.close(self._waker)
        os.close(self._wake)

    def __enter__(self) -> VirtualBoard:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- hands -----------------------------------------------------------------------------------------------

    def press(self, button: int, at_us: int | None = None) -> None:
        """Close a contact now, or at an instant of the host's monotonic clock; equal instants are a tie."""
        self._move(button, True, at_us)

    def release(self, button: int, at_us: int | None = None) -> None:
        """Open a contact; a stuck one comes free."""
        with self._lock:
            self._stuck.discard(button)
        self._move(button, False, at_us)

    def tap(self, button: int, hold_s: float = 0.12, at_us: int | None = None) -> None:
        """Press and let go after ``hold_s``; returns at once."""
        start = _now_us() if at_us is None else at_us
        self._move(button, True, start)
        self._move(button, False, start + int(hold_s * 1e6))

    def stick(self, button: int) -> None:
        """Close a contact that stays closed until ``release``."""
        with self._lock:
            self._contact(button, True, _now_us())
            self._stuck.add(button)
        self._rouse()

    # -- mishaps ---------------------------------------------------------------------------------------------

    def stall(self, seconds: float) -> None:
        """Hold back all bytes, both ways, for a while; none is lost."""
        with self._lock:
            self._stalled_until = _now_us() + int(seconds * 1e6)
        self._rouse()

    def reset(self) -> None:
        """Start anew: the clock at 0, the next epoch, buttons held down are held at boot."""
        with self._lock:
            self._core = self._started()
        self._rouse()

    def unplug(self) -> None:
        """Pull the cable: the device is gone and the board has no power."""
        if self._thread is None or not self._thread.is_alive():
            self._pull()
            return
        self._pulled.clear()
        self._pulling = True  # the thread may be waiting for this very terminal: only it may close it
        self._rouse()
        self._pulled.wait()

    def replug(self) -> None:
        """Plug it in again, under another terminal behind the same ``device`` path."""
        with self._lock:
            if not self._terminal.plugged:
                self._core = self._started()
                self._terminal.plug()
        self._rouse()

    # -- inside ----------------------------------------------------------------------------------------------

    def _pull(self) -> None:
        self._terminal.unplug()
        self._stalled_out.clear()
        self._pulling = False
        self._pulled.set()

    def _started(self) -> BoardCore:
        self._epoch += 1
        self._start_ns = time.monotonic_ns()
        return BoardCore(board_id=self._board_id, epoch=self._epoch, closed=frozenset(self._closed_buttons))

    def _tick(self, host_us: float) -> int:
        return max(0, int((host_us - self._start_ns / 1000) * self._rate))

    def _now_tick(self) -> int:
        return self._tick(time.monotonic_ns() / 1000)

    def _move(self, button: int, closed: bool, at_us: int | None) -> None:
        if not 1 <= button <= 6:
            raise ValueError(f"The board has no button {button}.")
        with self._lock:
            self._number += 1
            at = _now_us() if at_us is None else at_us
            heapq.heappush(self._to_come, (at, self._number, button, closed))
        self._rouse()

    def _rouse(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            os.write(self._wake, b"!")

    def _run(self) -> None:
        while not self._ended:
            with self._lock:
                wait_s = self._wait_us() / 1e6
                watched = [self._waker] + ([self._terminal.fileno()] if self._listening() else [])
            ready, _, _ = select.select(watched, [], [], wait_s)
            if self._waker in ready:
                os.read(self._waker, 4096)
            with self._lock:
                self._work()

    def _listening(self) -> bool:
        return self._terminal.plugged and _now_us() >= self._stalled_until

    def _wait_us(self) -> float:
        now = _now_us()
        if now < self._stalled_until:
            return self._stalled_until - now
        dues: list[float] = [5_000_000]
        if self._to_come:
            dues.append(self._to_come[0][0] - now)
        due = self._core.due()
        if due is not None and self._terminal.plugged:
            dues.append((due - self._now_tick()) / self._rate + 1)
        return max(0, min(dues))

    def _work(self) -> None:
        if self._pulling:
            self._pull()
        while self._to_come and self._to_come[0][0] <= _now_us():
            at, _, button, closed = heapq.heappop(self._to_come)
            self._contact(button, closed, at)
        if not self._terminal.plugged:
            return
        if self._listening():
            for frame in self._stalled_out:
                self._terminal.write(frame)
            self._stalled_out.clear()
            heard = self._terminal.read()
            if heard:
                self._core.feed(self.line.carry(heard), self._now_tick())
        frames = [self.line.carry(frame) for frame in self._core.outgoing(self._now_tick())]
        if self._listening():
            for frame in frames:
                self._terminal.write(frame)
        else:
            self._stalled_out += frames

    def _contact(self, button: int, closed: bool, at_us: int) -> None:
        if button in self._stuck or (button in self._closed_buttons) == closed:
            return
        (self._closed_buttons.add if closed else self._closed_buttons.discard)(button)
        if self._terminal.plugged:
            self._core.contacts(self._closed_buttons, self._tick(at_us))


def _now_us() -> int:
    return time.monotonic_ns() // 1000
