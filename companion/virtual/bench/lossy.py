"""Are presses lost or doubled on a bad line? The real codecs and both ends' real logic, in simulated time."""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass, field

from companion.buttons.session import Session
from companion.observations import Observation, Press
from companion.virtual.badline import BadLine
from companion.virtual.boardcore import TICKS_A_US, BoardCore

STALL_EVERY_US = 20_000_000
STALL_US = 600_000
RESPITE_US = 1_000_000
"""Between two stalls: two that touched would fill the board's room for 64 events, which it would tell."""
GREETING_US = 2_000_000


@dataclass
class Outcome:
    """Presses ``sent`` at the pins and ``told``; ``astray``: told but never pressed, or out of order."""

    sent: int = 0
    told: int = 0
    doubled: int = 0
    astray: int = 0
    lies: int = 0
    repeats: int = 0
    silences: int = 0
    no_room: int = 0  # presses and releases that the board had no room for
    told_lost: int = 0  # what it said of them

    @property
    def lost(self) -> int:
        return self.sent - (self.told - self.doubled - self.astray)


@dataclass
class _Wire:
    """One direction: frames under way, first in, first out, delayed 0.14..5.1 ms, stalled now and then."""

    line: BadLine
    rng: random.Random
    under_way: list[tuple[float, bytes]] = field(default_factory=list)
    last: float = 0.0

    def send(self, now: float, frame: bytes, stalled_until: float) -> None:
        self.last = max(now + self.rng.uniform(140, 5_100), self.last, stalled_until)
        arrived = self.line.carry(frame)
        if arrived:
            self.under_way.append((self.last, arrived))

    def due(self) -> float:
        return self.under_way[0][0] if self.under_way else float("inf")

    def take(self, now: float) -> bytes:
        taken = b""
        while self.under_way and self.under_way[0][0] <= now:
            taken += self.under_way.pop(0)[1]
        return taken


class LossyTable:
    """Six hands, a board, a bad line and a host, all in simulated µs."""

    def __init__(
        self, seed: int, *, garble: float = 0.01, lose: float = 0.05, rate_ppm: float = 3_000
    ) -> None:
        self.respite_us, self.stall_every_us = RESPITE_US, STALL_EVERY_US
        self._rng = random.Random(seed)
        self._rate = TICKS_A_US * (1 + rate_ppm * 1e-6)
        self._board = BoardCore(epoch=seed + 1)
        self._down = _Wire(BadLine(lose=lose, garble=garble, rng=self._rng), self._rng)
        self._up = _Wire(BadLine(lose=lose, garble=garble, double=0.01, rng=self._rng), self._rng)
        self._session = Session("board", self._hear)
        self._closed: set[int] = set()
        self._truth: dict[tuple[int, int], float] = {}  # button and board µs -> host µs
        self._heard: set[tuple[int, int]] = set()
        self._last_seq = -1
        self._stalled_until = 0.0
        self.outcome = Outcome()

    def run(self, presses: int) -> Outcome:
        """Press until ``presses`` were made and everything has had time to arrive."""
        hands = [(GREETING_US + self._rng.uniform(0, 200_000), button, True) for button in range(1, 7)]
        heapq.heapify(hands)
        self._session.opened(0)
        now, next_stall, end = 0.0, self._rng.uniform(0, 2 * self.stall_every_us), float("inf")
        while now < end:
            now = max(now + 1, min(self._next(), hands[0][0] if hands else end, next_stall))
            if now >= next_stall:
                self._stalled_until = now + STALL_US
                next_stall = now + STALL_US + self._rng.uniform(self.respite_us, 2 * self.stall_every_us)
            while hands and hands[0][0] <= now:
                _, button, closing = heapq.heappop(hands)
                self._move(now, button, closing)
                if not closing and self.outcome.sent + 6 > presses:
                    if not hands:
                        end = now + 3_000_000
                    continue
                heapq.heappush(hands, (now + self._rng.uniform(60_000, 140_000), button, not closing))
            self._carry(now)
        self.outcome.repeats = self._session.figures.doubles
        self.outcome.silences = self._session.figures.silences
        self.outcome.no_room = self._board.lost
        self.outcome.told_lost = self._session.figures.lost_on_board
        return self.outcome

    def _next(self) -> float:
        board_due = self._board.due()
        board_at = float("inf") if board_due is None else (board_due + 1) / self._rate
        return min(self._session.due_us(), board_at, self._down.due(), self._up.due())

    def _move(self, now: float, button: int, closing: bool) -> None:
        (self._closed.add if closing else self._closed.discard)(button)
        tick = int(now * self._rate)
        self._board.contacts(self._closed, tick)
        if closing:
            self.outcome.sent += 1
            self._truth[button, tick // TICKS_A_US] = now

    def _carry(self, now: float) -> None:
        tick = int(now * self._rate)
        heard = self._down.take(now)
        if heard:
            self._board.feed(heard, tick)
        for frame in self._board.outgoing(tick):
            self._up.send(now, frame, self._stalled_until)
        heard = self._up.take(now)
        if heard:
            self._session.feed(heard, int(now) + 1)
        asked = self._session.outgoing(int(now))
        if asked:
            self._down.send(now, asked, self._stalled_until)

    def _hear(self, one: Observation) -> None:
        if not isinstance(one, Press):
            return
        self.outcome.astray += one.seq <= self._last_seq
        self._last_seq = max(self._last_seq, one.seq)
        if not one.pressed:
            return
        self.outcome.told += 1
        key = (one.button, one.t_us)
        if key in self._heard:
            self.outcome.doubled += 1
        elif (truth := self._truth.pop(key, None)) is None:
            self.outcome.astray += 1
        else:
            self._heard.add(key)
            self.outcome.lies += not one.t_host_us - one.bound_us <= truth <= one.t_host_us + one.bound_us
