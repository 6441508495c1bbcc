"""What a slap board does, in Python and in ticks: the simplest board that keeps docs/protocol.md.

No port, no thread, no clock: edges, bytes and ticks come in, bytes go out.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from companion.buttons import wire
from companion.buttons.debounce import Debouncer, Verdict
from companion.buttons.frames import FrameReader

TICKS_A_US = 2
ROOM = 64
REPEAT_TICKS = 24_000 * TICKS_A_US
HELLO_TICKS = 1_000_000 * TICKS_A_US
BURST = 16
"""Waiting events that are repeated at a time: more would not fit on the wire before the next repeat."""


class BoardCore:
    """One board between two resets. ``closed`` are the buttons held down while it starts."""

    firmware = (1, 0)

    def __init__(self, *, board_id: int = 0, epoch: int = 1, closed: frozenset[int] = frozenset()) -> None:
        self.board_id = board_id
        self.epoch = epoch
        self.lamps: tuple[int, ...] = (0,) * wire.BUTTONS
        self.sounds: list[int] = []
        self.next_seq = 0
        self._debouncer = Debouncer(wire.BUTTONS, closed=closed)
        self._reader = FrameReader()
        self._out: list[wire.Message] = []
        self._waiting: deque[wire.Event] = deque()
        self._unsent: list[wire.Event] = []
        self._lost: tuple[int, int] | None = None  # stamp of the first lost event, how many
        self._lost_in_all = 0
        self._repeat_at = 0
        self._booted = False  # said hello, as it does once whatever it hears
        self._hello_at: int | None = 0
        self._serial: int | None = None

    @property
    def lost(self) -> int:
        """Events that found no room."""
        return self._lost_in_all

    def contacts(self, closed: set[int], tick: int) -> None:
        """These buttons are closed at ``tick``, the others open. Instants never run back."""
        self._debouncer.snapshot(tick, closed)

    def feed(self, data: bytes, tick: int) -> None:
        """These bytes arrived at ``tick``."""
        for code, body in self._reader.feed(data):
            message = wire.decode(code, body)
            match message:
                case wire.AskHello():
                    self._out.append(self._hello(tick))
                case wire.Ping():
                    self._out.insert(0, wire.Time(message.token, tick, tick))
                case wire.Ack():
                    self._on_ack(message, tick)
                case wire.SetLamps():
                    self._on_lamps(message)
                case wire.AskHealth():
                    self._out += [self._health(n) for n in range(1, wire.BUTTONS + 1)]
                    self._out.append(self._status(tick))
                case wire.SetId() if message.board_id < 255:
                    self.board_id = message.board_id
                    self._out.append(self._hello(tick))
                case _:
                    continue
            self._hello_at = None

    def outgoing(self, tick: int) -> list[bytes]:
        """The frames that the board sends at ``tick``."""
        for told in self._debouncer.verdicts(tick):
            self._judged(told)
        if not self._booted or (self._hello_at is not None and tick >= self._hello_at):
            self._hello_at = None if self._hello_at is None else tick + HELLO_TICKS
            self._booted = True
            self._out.append(self._hello(tick))
        events: list[wire.Event] = []
        if self._waiting and tick >= self._repeat_at:
            events, self._unsent = list(self._waiting)[:BURST], []
        elif self._unsent:
            events, self._unsent = self._unsent, []
        if events and events[0] is self._waiting[0]:
            self._repeat_at = tick + REPEAT_TICKS
        out, self._out = self._out, []
        return [wire.encode(_sent(one, tick)) for one in [*out, *events]]

    def due(self) -> int | None:
        """The tick at which ``outgoing`` has something to say, if nothing comes before; None: never."""
        if self._out or self._unsent or not self._booted:
            return 0
        due = self._debouncer.due()
        dues = [] if due is None else [due]
        if self._waiting:
            dues.append(self._repeat_at)
        if self._hello_at is not None:
            dues.append(self._hello_at)
        return min(dues, default=None)

    def _judged(self, told: Verdict) -> None:
        flags = (
            (wire.TIE if told.tie else 0)
            | (wire.WAS_HELD if told.was_held else 0)
            | (wire.WAS_STUCK if told.was_stuck else 0)
            | (wire.CROSS_TALK if told.cross_talk else 0)
        )
        self._queue(told.kind.value, told.button, told.stamp, told.at, flags, told.bounces, told.rejected)

    def _queue(
        self, kind: int, button: int, stamp: int, tick: int, flags: int = 0, count: int = 0, rejected: int = 0
    ) -> None:
        if len(self._waiting) >= ROOM:
            first, many = self._lost or (stamp, 0)
            self._lost = (first, many + 1)
            self._lost_in_all += 1
            return
        verdict = min(tick - stamp, wire.LONGEST_COUNT)
        event = wire.Event(
            epoch=self.epoch & 0xFFFF,
            seq=self.next_seq & 0xFFFFFFFF,
            kind=kind,
            button=button,
            flags=flags,
            rejected=min(rejected, 255),
            stamp=stamp,
            verdict=max(verdict, 0),
            count=min(count, wire.LONGEST_COUNT),
        )
        self.next_seq += 1
        self._waiting.append(event)
        self._unsent.append(event)

    def _on_ack(self, ack: wire.Ack, tick: int) -> None:
        if ack.epoch != self.epoch & 0xFFFF or not self._waiting:
            return
        oldest = self.next_seq - len(self._waiting)
        arrived = (ack.next_seq - oldest) & 0xFFFFFFFF
        if arrived > len(self._waiting):
            return  # beyond what was ever sent, or an old one
        if arrived:
            self._repeat_at = tick + REPEAT_TICKS
        for _ in range(arrived):
            done = self._waiting.popleft()
            if done in self._unsent:
                self._unsent.remove(done)
        if arrived and self._lost is not None:
            (stamp, many), self._lost = self._lost, None
            self._queue(wire.LOST, 0, stamp, stamp, count=min(many, wire.LONGEST_COUNT))

    def _on_lamps(self, message: wire.SetLamps) -> None:
        if max(message.lamps) >= len(wire.LAMPS) or message.sound >= len(wire.SOUNDS):
            return
        if message.serial != self._serial:
            self._serial = message.serial
            self.lamps = message.lamps
            if message.sound:
                self.sounds = [*self.sounds[-15:], message.sound]
        self._out.append(wire.LampsSet(message.serial))

    def _hello(self, tick: int) -> wire.Hello:
        return wire.Hello(
            protocol=wire.PROTOCOL,
            major=self.firmware[0],
            minor=self.firmware[1],
            board_id=self.board_id,
            epoch=self.epoch,
            buttons=wire.BUTTONS,
            closed=sum(1 << (n - 1) for n in self._debouncer.closed),
            room=ROOM,
            cause=1,
            waiting=len(self._waiting),
            next_seq=(self.next_seq - len(self._waiting)) & 0xFFFFFFFF,
            now=tick,
        )

    def _health(self, button: int) -> wire.Health:
        switch = self._debouncer.switches[button]
        figures = switch.health
        most = wire.LONGEST_COUNT
        return wire.Health(
            button=button,
            state=3 if switch.held else 2 if switch.stuck else int(switch.closed),
            presses=figures.presses,
            bounces=figures.bounces,
            most_bounces=min(figures.most_bounces, most),
            longest_bounce=figures.longest_bounce,
            rejected=min(figures.rejected, most),
            cross_talk=min(figures.cross_talk, most),
            longest_gap=min(figures.longest_open // 20, most),
        )

    def _status(self, tick: int) -> wire.Status:
        lost = min(self._lost_in_all, wire.LONGEST_COUNT)
        dropped = min(self._reader.dropped, wire.LONGEST_COUNT)
        return wire.Status(tick, lost, 0, dropped, 0, 0, 0, self.board_id, self.epoch & 0xFFFF)


def _sent(message: wire.Message, tick: int) -> wire.Message:
    """A Time goes out with the tick of its sending."""
    return replace(message, sent=max(tick, message.received)) if isinstance(message, wire.Time) else message
