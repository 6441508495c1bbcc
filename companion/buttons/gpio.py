"""Slap buttons wired straight to a Raspberry Pi's pins, as fair as the slap board.

Stamps are the kernel's own, taken at the interrupt; the debounce is ours and stamps the first edge. Two
edges that one interrupt served are stamped in the order of the pins, not of the hands, so edges closer
together than one interrupt can take are told as a tie. Edges may be delivered late and out of order between
pins: nothing is judged before ``SLACK_US`` have passed.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.buttons.debounce import HELD_US, Accepted, Debouncer
from companion.buttons.edges import Edge, EdgeSource, edge_source
from companion.buttons.errors import PinsUnavailable
from companion.observations import Link, Press, Tell

SLACK_US = 4_000
ONE_INTERRUPT_US = 20
"""The kernel serves the pins of a bank one after another, 2 to 4 µs each, in one interrupt."""
LATENCY_US = 100
"""A stamp may lag the true edge by this: the longest the kernel holds interrupts off on an idle Pi."""


@dataclass
class _Switch:
    button: int
    judge: Debouncer
    closed_since_us: int | None = None
    held_told: bool = False
    presses: int = 0
    bounces: int = 0
    longest_bounce_us: int = 0
    lost_edges: int = 0


@dataclass
class GpioBank:
    """The pure part: raw edges in, presses out, time given from outside."""

    device: str
    epoch: int
    buttons: Mapping[int, int]  # button -> pin
    closed: Mapping[int, bool]  # pin -> closed at the start
    start_us: int
    _pending: list[Edge] = field(default_factory=list)
    _ready: list[tuple[int, Accepted]] = field(default_factory=list)
    _seq: int = 0
    _told_us: int = -(10**18)  # stamp of the press told last

    def __post_init__(self) -> None:
        self.switches = {
            pin: _Switch(
                button, Debouncer(closed=self.closed[pin]), self.start_us if self.closed[pin] else None
            )
            for button, pin in self.buttons.items()
        }

    def edge(self, edge: Edge) -> None:
        """Take in one raw edge; it is judged once ``SLACK_US`` have passed."""
        self._pending.append(edge)

    def advance(self, now_us: int) -> list[Press | Link]:
        """All that is certain at ``now_us``."""
        until = now_us - SLACK_US
        news: list[Press | Link] = []
        due = sorted(
            (edge for edge in self._pending if edge.t_ns // 1000 < until), key=lambda edge: edge.t_ns
        )
        self._pending = [edge for edge in self._pending if edge.t_ns // 1000 >= until]
        for edge in due:
            news += self._judge(edge)
        for switch in self.switches.values():
            self._ready += [(switch.button, told) for told in switch.judge.advance(until)]
            news += self._held(switch, until)
        return news + self._presses()

    def wait_us(self, now_us: int) -> int | None:
        """How long until ``advance`` can bring news; None: not before the next edge."""
        times = [edge.t_ns // 1000 + 1 for edge in self._pending]
        for switch in self.switches.values():
            due = switch.judge.due_us()
            times += [due] if due is not None else []
            if switch.closed_since_us is not None and not switch.held_told:
                times.append(switch.closed_since_us + HELD_US)
        return max(0, min(times) + SLACK_US - now_us) if times else None

    def _judge(self, edge: Edge) -> list[Press | Link]:
        switch = self.switches[edge.pin]
        t_us = edge.t_ns // 1000
        self._ready += [(switch.button, told) for told in switch.judge.edge(t_us, edge.closed)]
        if edge.closed and switch.closed_since_us is None:
            switch.closed_since_us = t_us
        if not edge.closed:
            switch.closed_since_us, switch.held_told = None, False
        if not edge.lost:
            return []
        switch.lost_edges += edge.lost
        text = f"Button {switch.button}: the computer was too busy and lost a signal. Repeat this slap."
        return [Link(self.device, "up", text)]

    def _held(self, switch: _Switch, until_us: int) -> list[Press | Link]:
        since = switch.closed_since_us
        if since is None or switch.held_told or until_us - since < HELD_US:
            return []
        switch.held_told = True
        return [Link(self.device, "up", f"Button {switch.button} is held down or stuck. Let go of it.")]

    def _presses(self) -> list[Press | Link]:
        ready, self._ready = sorted(self._ready, key=lambda item: item[1].t_us), []
        told: list[Press | Link] = []
        stamps = [accepted.t_us for _, accepted in ready if accepted.pressed]
        for button, accepted in ready:
            self._seq += 1
            near = [at for at in [*stamps, self._told_us] if abs(at - accepted.t_us) <= ONE_INTERRUPT_US]
            tie = accepted.pressed and len(near) > 1
            t_us = min(near) if tie else accepted.t_us
            told.append(
                Press(
                    self.device, button, accepted.pressed, t_us, t_us, LATENCY_US, self._seq, self.epoch, tie
                )
            )
            self._count(button, accepted)
        self._told_us = max([self._told_us, *stamps])
        return told

    def _count(self, button: int, accepted: Accepted) -> None:
        switch = self.switches[self.buttons[button]]
        switch.presses += accepted.pressed
        switch.bounces += accepted.bounces
        switch.longest_bounce_us = max(switch.longest_bounce_us, accepted.bounce_us)


class GpioButtons:
    """Buttons on GPIO pins as a device of the table.

    ``buttons`` maps button numbers (1..) to BCM pin numbers; a button connects its pin to ground.
    ``factory`` names the pin factory ("lgpio", "gpiod", "mock"); one that can't be used is an error told to
    the table, never swapped.
    """

    def __init__(
        self,
        buttons: Mapping[int, int],
        *,
        factory: str = "lgpio",
        name: str = "gpio-buttons",
        source: EdgeSource | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.name = name
        self.factory = factory
        self._virtual = factory == "mock"
        self._buttons = dict(buttons)
        self._source = source
        self._clock = clock
        self._edges: queue.SimpleQueue[Edge | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._bank: GpioBank | None = None
        self._epoch = 0
        self._problem = ""

    def open(self, tell: Tell) -> None:
        """Listen to the pins in a thread named after the device. Pins that can't be used: ``Link`` down."""
        if self._thread is not None:
            return
        pins = tuple(self._buttons.values())
        try:
            source = self._source = self._source or edge_source(self.factory)
            closed = source.start(pins, self._edges.put)
        except PinsUnavailable as error:
            self._problem = str(error)
            tell(Link(self.name, "down", self._problem, self._virtual))
            return
        self._problem = ""
        self._epoch += 1
        self._bank = GpioBank(self.name, self._epoch, self._buttons, closed, self._clock() // 1000)
        tell(Link(self.name, "up", f"{len(pins)} buttons on the computer's own pins.", self._virtual))
        self._thread = threading.Thread(
            target=self._run, args=(self._bank, tell), name=self.name, daemon=True
        )
        self._thread.start()

    def _run(self, bank: GpioBank, tell: Tell) -> None:
        while True:
            wait = bank.wait_us(self._clock() // 1000)
            try:
                edge = self._edges.get(timeout=None if wait is None else wait / 1e6 + 1e-4)
                if edge is None:
                    return
                bank.edge(edge)
            except queue.Empty:
                pass
            for news in bank.advance(self._clock() // 1000):
                tell(news)

    def close(self) -> None:
        """Stop listening and give the pins back. Safe to call twice."""
        if self._thread is not None:
            self._edges.put(None)
            self._thread.join()
            self._thread = None
        if self._source is not None:
            self._source.stop()

    def health(self) -> dict[str, Any]:
        """What a health page shows: the factory, any problem, and each switch's bounce."""
        switches = self._bank.switches.values() if self._bank is not None else ()
        return {
            "device": self.name,
            "factory": self.factory,
            "virtual": self._virtual,
            "problem": self._problem,
            "epoch": self._epoch,
            "buttons": [
                {
                    "button": switch.button,
                    "presses": switch.presses,
                    "bounces": switch.bounces,
                    "longest_bounce_us": switch.longest_bounce_us,
                    "held": switch.held_told,
                    "lost_edges": switch.lost_edges,
                }
                for switch in switches
            ],
        }
