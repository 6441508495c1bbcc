"""The host's side of the conversation with one slap board: no port, no thread, no clock of its own.

Bytes and times come in, bytes and observations go out, so that a million presses can be sent through a bad
line in simulated time. Events are taken strictly in the order of their numbers, each once; whatever is
missing or double is the board's to repeat and ours to drop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.buttons import wire
from companion.buttons.clockfit import TICKS_A_US, ClockFit
from companion.buttons.frames import FrameReader
from companion.buttons.lamps import LampKeeper
from companion.observations import Link, LinkState, Observation, Press

HELLO_EVERY_US = 200_000
PING_IDLE_US = 50_000
PING_RACE_US = 2_500
SETTLING_US = 1_500_000
"""After a hello the clock is asked as often as in a race: the first presses are placed well."""
SILENCE_US = 400_000
"""The board answers twenty pings a second; silence this long is told as a lost link."""
HEALTH_EVERY_US = 10_000_000
TOKENS_KEPT = 512
UART_DOWN_US, UART_UP_US = 78, 1_068
"""The least that two bytes down and 27 bytes up take on a real wire, 0.5 % fast and a stop bit short."""


@dataclass
class Figures:
    """What a health page shows of the conversation."""

    hellos: int = 0
    resets: int = 0
    silences: int = 0
    events: int = 0
    doubles: int = 0
    gaps: int = 0
    pings: int = 0
    answers: int = 0
    bad_frames: int = 0
    lost_on_board: int = 0
    storms: int = 0
    bound_us: int | None = None  # of the press told last
    health: dict[int, wire.Health] = field(default_factory=dict)
    status: wire.Status | None = None
    held: set[int] = field(default_factory=set)


class Session:
    """One board's conversation. ``tell`` gets presses and link changes; times are host µs."""

    def __init__(
        self,
        device: str,
        tell: Callable[[Observation], None],
        *,
        virtual: bool = False,
    ) -> None:
        self._device = device
        self._tell = tell
        self._virtual = virtual
        self._reader = FrameReader()
        self._fit = ClockFit()
        self._hello: wire.Hello | None = None
        self._greeted = False
        self._quiet = False
        self._up = False  # what the table was told last
        self._not_before: int | None = None
        self._expected = 0
        self._ack = False
        self._heard_us = 0
        self._hello_due = self._ping_due = self._health_due = 0
        self._race = False
        self._settling_until = 0
        self._token = 0
        self._asked: dict[int, int] = {}
        self._last_tick = 0
        self.lamps = LampKeeper()
        self.stranger = ""  # why the board that answered is not ours: a sentence
        self.figures = Figures()

    # -- what the link asks ----------------------------------------------------------------------------------

    @property
    def greeted(self) -> bool:
        """The board has said hello since the line was opened."""
        return self._greeted

    @property
    def hello(self) -> wire.Hello | None:
        """The last hello of this board; None: never met."""
        return self._hello

    @property
    def up(self) -> bool:
        """The table believes that the board is there."""
        return self._up

    @property
    def damaged(self) -> int:
        """Frames that arrived damaged."""
        return self._reader.dropped

    @property
    def fit(self) -> ClockFit:
        return self._fit

    def opened(self, now_us: int, *, real_wire: bool = False) -> None:
        """The line was opened: half frames and open questions are void; the board may have restarted."""
        self._reader.reset()
        self._greeted = self._quiet = False
        self.stranger = ""
        self._asked.clear()
        self._heard_us = now_us
        self._hello_due = now_us
        self._fit = ClockFit(
            least_down_us=UART_DOWN_US if real_wire else 0, least_up_us=UART_UP_US if real_wire else 0
        )

    def lost(self, reason: str) -> None:
        """The line is gone."""
        self._greeted = False
        self._say("down", reason)

    def silent_us(self, now_us: int) -> int:
        """How long the board has said nothing intelligible."""
        return now_us - self._heard_us

    def due_us(self) -> int:
        """When ``outgoing`` has something to write, if nothing is read before."""
        if not self._greeted:
            return self._hello_due
        if self._ack:
            return 0
        lamps_due = self.lamps.due_us()
        return min(self._ping_due, self._health_due, *(() if lamps_due is None else (lamps_due,)))

    def outgoing(self, now_us: int) -> bytes:
        """What to write now. ``now_us`` is read before the writing: the pings' earliest instant."""
        if self._greeted and not self._quiet and self.silent_us(now_us) > SILENCE_US:
            self._quiet = True
            self.figures.silences += 1
            self._say("down", "The slap board does not answer. Check its cable; the game waits.")
        out = b""
        if (not self._greeted or self._quiet) and now_us >= self._hello_due:
            self._hello_due = now_us + HELLO_EVERY_US
            out += wire.encode(wire.AskHello())
        if not self._greeted:
            return out
        if now_us >= self._ping_due:
            out += self._ping(now_us)
        if self._ack and self._hello is not None:
            self._ack = False
            out += wire.encode(wire.Ack(self._hello.epoch & 0xFFFF, self._expected & 0xFFFFFFFF))
        lamps = self.lamps.outgoing(now_us)
        if lamps is not None:
            out += wire.encode(lamps)
        if now_us >= self._health_due:
            self._health_due = now_us + HEALTH_EVERY_US
            out += wire.encode(wire.AskHealth())
        return out

    def feed(self, data: bytes, now_us: int) -> None:
        """These bytes had been read by ``now_us``. Any bytes at all are survived."""
        for code, body in self._reader.feed(data):
            message = wire.decode(code, body)
            if message is None:
                self.figures.bad_frames += 1
                continue
            self._heard(now_us)
            match message:
                case wire.Hello():
                    self._on_hello(message, now_us)
                case wire.Event():
                    self._on_event(message, now_us)
                case wire.Time():
                    self._on_time(message, now_us)
                case wire.Health():
                    self.figures.health[message.button] = message
                case wire.Status():
                    self.figures.status = message
                    if self._hello is not None and message.epoch != self._hello.epoch & 0xFFFF:
                        self._greet_again()
                case wire.LampsSet():
                    self.lamps.confirmed(message.serial)

    # -- what the table asks ---------------------------------------------------------------------------------

    def race(self, on: bool) -> None:
        """Ask the clock more often while presses are expected."""
        self._race = on
        self._ping_due = 0

    # -- what the board says ---------------------------------------------------------------------------------

    def _heard(self, now_us: int) -> None:
        self._heard_us = now_us
        if self._quiet:
            self._quiet = False
            self._say("up", "The slap board answers again.")

    def _on_hello(self, hello: wire.Hello, now_us: int) -> None:
        known = self._hello
        if hello.protocol != wire.PROTOCOL:
            self.stranger = (
                "The slap board's program is of another version. Load the one that came with this table."
            )
            return
        if known is not None and hello.board_id != known.board_id:
            self.stranger = (
                f"This is slap board {hello.board_id}. Plug in board {known.board_id}, this table's own."
            )
            return
        self.figures.hellos += 1
        anew = known is None or hello.epoch != known.epoch
        if anew or hello.now < self._last_tick:
            self._fit.clear()
            self._asked.clear()
        self._last_tick = hello.now
        if anew:
            self._expected = hello.next_seq
            self.figures.held.clear()
            self._not_before = hello.now if known is None else None
        elif hello.next_seq > self._expected:
            self.figures.lost_on_board += hello.next_seq - self._expected
            self._expected = hello.next_seq
        self._hello = hello
        if self._greeted and not anew:
            return
        self._greeted = True
        self._settling_until = now_us + SETTLING_US
        self._ping_due = self._health_due = now_us
        self.lamps.send_anew()
        if known is not None and anew:
            self.figures.resets += 1
        if not self._up:
            self._say("up", f"Slap board {hello.board_id}, firmware {hello.major}.{hello.minor}.")
        elif anew:
            self._say("reset", "The slap board started anew. Repeat the slaps that are missing.")

    def _on_event(self, event: wire.Event, now_us: int) -> None:
        if self._hello is None or not self._greeted or event.epoch != self._hello.epoch & 0xFFFF:
            self._greet_again()
            return
        if not len(self._fit):
            return  # not yet to be placed on our clock; the board will repeat it
        ahead = (event.seq - self._expected) & 0xFFFFFFFF
        self._ack = True
        if ahead:
            if ahead < 1 << 31:
                self.figures.gaps += 1
            else:
                self.figures.doubles += 1
            return
        seq, self._expected = self._expected, self._expected + 1
        self.figures.events += 1
        if self._not_before is None or event.stamp >= self._not_before:
            self._accept(event, seq, self._hello.epoch, now_us)

    def _accept(self, event: wire.Event, seq: int, epoch: int, now_us: int) -> None:
        match event.kind:
            case wire.PRESS | wire.RELEASE:
                if event.flags & (wire.WAS_HELD | wire.WAS_STUCK):
                    self.figures.held.discard(event.button)
                if event.kind == wire.PRESS or not event.flags & wire.WAS_HELD:
                    self._tell(self._press(event, seq, epoch, now_us))
            case wire.STUCK | wire.HELD:
                self.figures.held.add(event.button)
                self._say(
                    "up", f"Button {event.button} is held down or stuck. Let go of it, or check the switch."
                )
            case wire.LOST:
                self.figures.lost_on_board += event.count
                self._say("up", "The slap board had no room for some slaps. Repeat this race.")
            case wire.STORM:
                self.figures.storms += 1

    def _press(self, event: wire.Event, seq: int, epoch: int, now_us: int) -> Press:
        place = self._fit.place(event.stamp, now_us)
        if place is None:
            raise AssertionError("an event is taken only once the clock fit has an exchange")
        self.figures.bound_us = place.bound_us
        return Press(
            device=self._device,
            button=event.button,
            pressed=event.kind == wire.PRESS,
            t_us=event.stamp // TICKS_A_US,
            t_host_us=place.t_host_us,
            bound_us=place.bound_us,
            seq=seq,
            epoch=epoch,
            tie=bool(event.flags & wire.TIE),
        )

    def _on_time(self, answer: wire.Time, now_us: int) -> None:
        asked_us = self._asked.pop(answer.token, None)
        if asked_us is None or not self._greeted:
            return
        if not self._last_tick <= answer.received <= answer.sent:
            self._greet_again()
            return
        self._last_tick = answer.received
        self.figures.answers += 1
        self._fit.exchange(asked_us, answer.received, answer.sent, now_us)

    # -- small things ----------------------------------------------------------------------------------------

    def _ping(self, now_us: int) -> bytes:
        often = self._race or now_us < self._settling_until
        self._ping_due = now_us + (PING_RACE_US if often else PING_IDLE_US)
        self._token = (self._token + 1) & 0xFFFFFFFF
        self._asked[self._token] = now_us
        if len(self._asked) > TOKENS_KEPT:
            del self._asked[next(iter(self._asked))]
        self.figures.pings += 1
        return wire.encode(wire.Ping(self._token))

    def _greet_again(self) -> None:
        """Something does not fit what we know of the board: ask who it is."""
        if self._greeted and not self._quiet:
            self._greeted = False
            self._hello_due = 0

    def _say(self, state: LinkState, detail: str) -> None:
        self._up = state != "down"
        self._tell(Link(self._device, state, detail, self._virtual))
