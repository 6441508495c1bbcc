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
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.buttons.debounce import Debouncer, Kind, Verdict
from companion.buttons.edges import Edge, EdgeSource, edge_source
from companion.buttons.errors import PinsUnavailable
from companion.observations import Link, Press, Tell

SLACK_US = 4_000
ONE_INTERRUPT_US = 10
"""The kernel serves the pins of a bank one after another, 2 to 4 µs each, in one interrupt."""
LATENCY_US = 100
"""A stamp may lag the true edge by this: the longest the kernel holds interrupts off on an idle Pi."""
_TICK_NS = 500


class GpioBank:
    """The pure part: raw edges in, presses out, time given from outside.

    ``buttons`` maps buttons to pins, ``closed`` tells which pins are closed at the start.
    """

    def __init__(
        self, device: str, epoch: int, buttons: Mapping[int, int], closed: Mapping[int, bool], start_us: int
    ) -> None:
        self.device = device
        self.epoch = epoch
        self._pins = sorted(buttons)  # line n of the debouncer is the n-th button
        self._line = {buttons[button]: line for line, button in enumerate(self._pins, start=1)}
        held = frozenset(line for pin, line in self._line.items() if closed[pin])
        self._debouncer = Debouncer(len(buttons), closed=held, start=start_us * 1000 // _TICK_NS)
        self._levels = set(held)
        self._pending: list[Edge] = []
        self._seq = 0
        self.lost_edges = 0

    def edge(self, edge: Edge) -> None:
        """Take in one raw edge; it is judged once ``SLACK_US`` have passed."""
        self._pending.append(edge)

    def advance(self, now_us: int) -> list[Press | Link]:
        """All that is certain at ``now_us``."""
        until_ns = (now_us - SLACK_US) * 1000
        due = sorted((edge for edge in self._pending if edge.t_ns < until_ns), key=lambda edge: edge.t_ns)
        self._pending = [edge for edge in self._pending if edge.t_ns >= until_ns]
        news: list[Press | Link] = []
        for together in served_together(due):
            for edge in together:
                (self._levels.add if edge.closed else self._levels.discard)(self._line[edge.pin])
                news += self._alarm(edge)
            self._debouncer.snapshot(together[0].t_ns // _TICK_NS, self._levels)
        for verdict in self._debouncer.verdicts(until_ns // _TICK_NS):
            news += self._told(verdict)
        return news

    def wait_us(self, now_us: int) -> int | None:
        """How long until ``advance`` can bring news; None: not before the next edge."""
        times = [edge.t_ns // 1000 + 1 for edge in self._pending]
        due = self._debouncer.due()
        if due is not None:
            times.append(due * _TICK_NS // 1000 + 1)
        return max(0, min(times) + SLACK_US - now_us) if times else None

    def health(self) -> list[dict[str, Any]]:
        """Each switch's figures."""
        return [
            {
                "button": button,
                "presses": switch.health.presses,
                "bounces": switch.health.bounces,
                "most_bounces": switch.health.most_bounces,
                "longest_bounce_us": switch.health.longest_bounce // 2,
                "rejected": switch.health.rejected,
                "held": switch.held or switch.stuck,
            }
            for button, switch in zip(self._pins, self._debouncer.switches.values(), strict=True)
        ]

    def _alarm(self, edge: Edge) -> list[Press | Link]:
        if not edge.lost:
            return []
        self.lost_edges += edge.lost
        button = self._pins[self._line[edge.pin] - 1]
        text = f"Button {button}: the computer was too busy and lost a signal. Repeat this slap."
        return [Link(self.device, "up", text)]

    def _told(self, verdict: Verdict) -> list[Press | Link]:
        button = self._pins[verdict.button - 1]
        if verdict.kind in (Kind.STUCK, Kind.HELD):
            return [Link(self.device, "up", f"Button {button} is held down or stuck. Let go of it.")]
        if verdict.was_held:
            return []
        pressed = verdict.kind is Kind.PRESS
        t_us = verdict.stamp * _TICK_NS // 1000
        seq, self._seq = self._seq, self._seq + 1
        return [Press(self.device, button, pressed, t_us, t_us, LATENCY_US, seq, self.epoch, verdict.tie)]


def served_together(edges: list[Edge]) -> list[list[Edge]]:
    """Edges in order of time; those that one interrupt may have served are a group without order."""
    groups: list[list[Edge]] = []
    for edge in edges:
        last = groups[-1] if groups else []
        near = last and edge.t_ns - last[-1].t_ns <= ONE_INTERRUPT_US * 1000
        if near and all(edge.pin != other.pin for other in last):
            last.append(edge)
        else:
            groups.append([edge])
    return groups


class GpioButtons:
    """Buttons on GPIO pins as a device of the table.

    ``buttons`` maps button numbers (1..) to BCM pin numbers, or lists the pins in order; a button connects
    its pin to ground. ``factory`` names the pin factory ("lgpio", "gpiod", "mock"); one that can't be used is
    an error told to the table, never swapped.
    """

    def __init__(
        self,
        buttons: Mapping[int, int] | Sequence[int],
        *,
        factory: str = "lgpio",
        name: str = "gpio-buttons",
        source: EdgeSource | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.name = name
        self.factory = factory
        self._virtual = factory == "mock"
        numbered = buttons.items() if isinstance(buttons, Mapping) else enumerate(buttons, start=1)
        self._buttons = dict(numbered)
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
        bank = self._bank
        return {
            "device": self.name,
            "factory": self.factory,
            "virtual": self._virtual,
            "problem": self._problem,
            "epoch": self._epoch,
            "lost_edges": bank.lost_edges if bank else 0,
            "buttons": bank.health() if bank else [],
        }
