"""The slap board's messages, both ways, as typed values (docs/protocol.md holds every byte).

Stamps are ticks of 0.5 µs since the board started, 64 bits. ``encode`` and ``decode`` are each other's
inverse; ``decode`` answers None for any frame that is no message of this protocol version.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.buttons.frames import frame

PROTOCOL = 1
BUTTONS = 6

PRESS, RELEASE, STUCK, HELD, LOST, STORM = range(1, 7)
"""Kinds of EVENT."""
TIE, WAS_HELD, WAS_STUCK, CROSS_TALK, UNREAD, NEAR_STORM = (1 << bit for bit in range(6))
"""Flags of EVENT."""
LAMPS = ("off", "first", "second", "last", "wrong", "your-turn", "claim")
"""Lamp patterns by number."""
SOUNDS = ("silence", "first", "wrong", "your-turn", "race-open")
"""Buzzer sounds by number."""
LONGEST_COUNT = 65_535
"""A 16-bit figure at this value means: or more."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The board says who it is; ``epoch`` rises at each start, ``next_seq``: the oldest waiting event."""

    CODE: ClassVar[int] = 0x01
    LAYOUT: ClassVar[str] = "<BBBBIBBBBHIQ"

    protocol: int
    major: int
    minor: int
    board_id: int
    epoch: int
    buttons: int
    closed: int
    room: int
    cause: int
    waiting: int
    next_seq: int
    now: int


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to a button; repeated until acknowledged."""

    CODE: ClassVar[int] = 0x02
    LAYOUT: ClassVar[str] = "<HIBBBBQHH"

    epoch: int  # low 16 bits
    seq: int
    kind: int
    button: int
    flags: int
    rejected: int
    stamp: int
    verdict: int
    count: int


@dataclass(frozen=True, slots=True)
class Time:
    """The answer to a Ping: when the board had it, and when it answered."""

    CODE: ClassVar[int] = 0x03
    LAYOUT: ClassVar[str] = "<IQQ"

    token: int
    received: int
    sent: int


@dataclass(frozen=True, slots=True)
class Health:
    """How one switch behaves."""

    CODE: ClassVar[int] = 0x04
    LAYOUT: ClassVar[str] = "<BBIIHIHHH"

    button: int
    state: int
    presses: int
    bounces: int
    most_bounces: int
    longest_bounce: int
    rejected: int
    cross_talk: int
    longest_gap: int


@dataclass(frozen=True, slots=True)
class Status:
    """How the board itself fares."""

    CODE: ClassVar[int] = 0x05
    LAYOUT: ClassVar[str] = "<QHHHHHBBH"

    now: int
    lost: int
    storms: int
    bad_frames: int
    bad_bytes: int
    longest_pass: int
    most_snapshots: int
    board_id: int
    epoch: int


@dataclass(frozen=True, slots=True)
class LampsSet:
    """The lamps of this serial are shown."""

    CODE: ClassVar[int] = 0x06
    LAYOUT: ClassVar[str] = "<B"

    serial: int


@dataclass(frozen=True, slots=True)
class AskHello:
    """Who are you?"""

    CODE: ClassVar[int] = 0x81
    LAYOUT: ClassVar[str] = "<"


@dataclass(frozen=True, slots=True)
class Ack:
    """Every event below ``next_seq`` has arrived."""

    CODE: ClassVar[int] = 0x82
    LAYOUT: ClassVar[str] = "<HI"

    epoch: int
    next_seq: int


@dataclass(frozen=True, slots=True)
class Ping:
    """What is the time?"""

    CODE: ClassVar[int] = 0x83
    LAYOUT: ClassVar[str] = "<I"

    token: int


@dataclass(frozen=True, slots=True)
class SetLamps:
    """Show these lamps (numbers of ``LAMPS``) and make this sound (a number of ``SOUNDS``)."""

    CODE: ClassVar[int] = 0x84
    LAYOUT: ClassVar[str] = "<BBBBBBBB"

    serial: int
    lamp1: int
    lamp2: int
    lamp3: int
    lamp4: int
    lamp5: int
    lamp6: int
    sound: int

    @classmethod
    def of(cls, serial: int, lamps: Sequence[int], sound: int) -> SetLamps:
        """The message for six patterns."""
        one, two, three, four, five, six = lamps
        return cls(serial, one, two, three, four, five, six, sound)

    @property
    def lamps(self) -> tuple[int, ...]:
        return (self.lamp1, self.lamp2, self.lamp3, self.lamp4, self.lamp5, self.lamp6)


@dataclass(frozen=True, slots=True)
class AskHealth:
    """How are your switches?"""

    CODE: ClassVar[int] = 0x85
    LAYOUT: ClassVar[str] = "<"


@dataclass(frozen=True, slots=True)
class SetId:
    """Be this board from now on."""

    CODE: ClassVar[int] = 0x86
    LAYOUT: ClassVar[str] = "<B"

    board_id: int


Message = (
    Hello | Event | Time | Health | Status | LampsSet | AskHello | Ack | Ping | SetLamps | AskHealth | SetId
)
MESSAGES: tuple[type[Message], ...] = (
    Hello, Event, Time, Health, Status, LampsSet, AskHello, Ack, Ping, SetLamps, AskHealth, SetId,
)  # fmt: skip
_LAYOUTS = {kind: struct.Struct(kind.LAYOUT) for kind in MESSAGES}
_KINDS = {kind.CODE: (kind, _LAYOUTS[kind]) for kind in MESSAGES}


def encode(message: Message) -> bytes:
    """The message's frame, as it goes on the wire."""
    kind = type(message)
    return frame(kind.CODE, _LAYOUTS[kind].pack(*(getattr(message, name) for name in kind.__slots__)))


def decode(code: int, body: bytes) -> Message | None:
    """The message in a frame's type and body, or None: unknown, or of another protocol version."""
    known = _KINDS.get(code)
    if known is None:
        return None
    kind, layout = known
    return kind(*layout.unpack(body)) if len(body) == layout.size else None
