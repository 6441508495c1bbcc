"""Raw levels become presses and releases, each stamped with its first edge: the firmware's rules in Python.

The stamp is taken at once and the bounce is judged afterwards: a dirty switch loses nothing against a clean
one. Every verdict follows from the stamps of the edges alone, never from when somebody looked. The rules and
their figures are those of firmware/slapboard/debounce.cpp, which a test compares with this file:

- A closing of 200 µs or less proves nothing. Alone it is a glitch and moves no later stamp; followed by a
  proving contact within ``BURST_GAP`` it began that press, unless it copied a neighbour's edges.
- A press is proved by one contact longer than ``PROOF`` and stamped with the first closing edge of its burst.
- It lasts until the contact stays open: longer for a young press, and for a switch that chatters. An opening
  between two firm contacts is no hand's and marks such a switch.
- Lines that close first in one snapshot are a tie. Closed from the start is held, 0.8 s closed is stuck.

Times are ticks of 0.5 µs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.buttons.switch import (
    BURST_GAP,
    COINCIDENCE,
    CROSS_TALK_GAP,
    FIRM,
    PROOF,
    STUCK_AFTER,
    Phase,
    Switch,
)


class Kind(Enum):
    """What became certain."""

    PRESS = 1
    RELEASE = 2
    STUCK = 3
    HELD = 4


@dataclass(frozen=True, slots=True)
class Verdict:
    """Something certain about a button: its ``stamp`` is an edge, ``at`` is when it became certain."""

    kind: Kind
    button: int
    stamp: int
    at: int
    bounces: int = 0
    rejected: int = 0
    tie: bool = False
    was_held: bool = False
    was_stuck: bool = False
    cross_talk: bool = False


class Debouncer:
    """Judges a bank of lines, numbered from 1; ``closed`` are those closed at the start."""

    def __init__(self, lines: int, *, closed: frozenset[int] = frozenset(), start: int = 0) -> None:
        self.switches = {n: Switch(n) for n in range(1, lines + 1)}
        self._levels = set(closed)
        self._told: list[Verdict] = []
        self._due: int | None = None
        self._stale = True  # a switch has changed since it was known what is due
        self._restless = True  # and since anybody looked
        for n in sorted(closed):
            switch = self.switches[n]
            switch.closed, switch.phase, switch.held, switch.first = True, Phase.CLOSED, True, start
            self._tell(Kind.HELD, switch, start, start)

    @property
    def closed(self) -> frozenset[int]:
        """The lines closed now."""
        return frozenset(self._levels)

    def snapshot(self, at: int, closed: set[int] | frozenset[int]) -> None:
        """The lines in ``closed`` are closed at ``at``, the others open. Instants never run back."""
        self._restless = True
        self._poll(at)
        changed = self._levels ^ closed
        self._levels = set(closed)
        for n in changed & closed:  # lines that close in one snapshot must see each other
            self.switches[n].closed_at = at
        self._stale = self._restless = True
        for n in sorted(changed):
            self._edge(self.switches[n], at)

    def verdicts(self, now: int) -> list[Verdict]:
        """What has become certain by ``now``; all edges before it must be in."""
        self._poll(now)
        told, self._told = self._told, []
        return told

    def due(self) -> int | None:
        """When time alone brings the next verdict; None: never."""
        if self._stale:
            dues = (switch.due() for switch in self.switches.values())
            self._due = min((due for due in dues if due is not None), default=None)
            self._stale = False
        return self._due

    def _edge(self, switch: Switch, at: int) -> None:
        switch.closed = not switch.closed
        if switch.closed:
            self._closing(switch, at)
        else:
            width = at - switch.edge
            if switch.phase is Phase.BURST and width > PROOF:
                self._accept(switch)
            if switch.phase is Phase.CLOSED:
                self._opening(switch, at, width)
        switch.edge = at
        switch.quiet = False

    def _opening(self, switch: Switch, at: int, width: int) -> None:
        if switch.quiet or width > FIRM:
            switch.run = at
        if width > FIRM:
            switch.chatters = switch.chatters or switch.doubted
            switch.firm = True

    def _closing(self, switch: Switch, at: int) -> None:
        if switch.phase is Phase.CLOSED:
            opened = at - switch.edge
            if opened < switch.release_after():
                switch.open_gap = max(switch.open_gap, opened)
                switch.doubted = switch.firm
                switch.bounces += 1
                health = switch.health
                health.bounces += 1
                health.longest_bounce = max(health.longest_bounce, at - switch.run)
                health.longest_open = max(health.longest_open, opened)
                return
            self._release(switch, at)
        if switch.phase is Phase.BURST:
            self._contact_again(switch, at)
        else:
            self._start_burst(switch, at)

    def _start_burst(self, switch: Switch, at: int) -> None:
        switch.phase = Phase.BURST
        switch.first = switch.run = at
        switch.open_gap = switch.bounces = 0
        switch.contacts = 1
        switch.held = switch.stuck = switch.tie = False
        switch.firm = switch.doubted = switch.chatters = False
        switch.neighbours = self._coincident(switch, at)

    def _contact_again(self, switch: Switch, at: int) -> None:
        """A contact after contacts all too short to prove anything: the same burst, or a new one?"""
        gap = at - switch.edge
        copied = self._by_cross_talk(switch)
        neighbours = switch.neighbours & self._coincident(switch, at)
        own_at_last = copied and switch.contacts > 1 and not neighbours
        if gap > (CROSS_TALK_GAP if copied else BURST_GAP) or own_at_last:
            self._reject(switch)
            self._start_burst(switch, at)
            return
        switch.neighbours = neighbours
        switch.contacts += 1
        switch.open_gap = max(switch.open_gap, gap)
        switch.bounces += 1

    def _coincident(self, switch: Switch, at: int) -> frozenset[int]:
        others = (other for other in self.switches.values() if other is not switch)
        near = (o for o in others if not o.quiet or o.closed_at == at)
        return frozenset(o.number for o in near if at - o.closed_at <= COINCIDENCE)

    def _by_cross_talk(self, switch: Switch) -> bool:
        return any(self.switches[n].phase is Phase.CLOSED for n in switch.neighbours)

    def _reject(self, switch: Switch) -> None:
        copied = self._by_cross_talk(switch)
        switch.health.rejected += switch.contacts
        switch.health.cross_talk += switch.contacts if copied else 0
        switch.rejected += switch.contacts
        switch.cross_talk |= copied
        switch.phase = Phase.OPEN

    def _accept(self, switch: Switch) -> None:
        switch.phase = Phase.CLOSED
        switch.untold = True
        health = switch.health
        health.presses += 1
        health.bounces += switch.bounces
        health.longest_bounce = max(health.longest_bounce, switch.closed_at - switch.run)

    def _release(self, switch: Switch, at: int) -> None:
        if switch.untold:
            self._tell_press(switch, at, wait=False)
        switch.health.most_bounces = max(switch.health.most_bounces, switch.bounces)
        self._tell(Kind.RELEASE, switch, switch.edge, at)
        switch.phase = Phase.OPEN
        switch.held = switch.stuck = switch.tie = switch.cross_talk = False

    def _tell_press(self, switch: Switch, at: int, *, wait: bool) -> None:
        """Tell a press; ``wait``: not while a line that closed in the same snapshot is undecided."""
        for other in self._rivals(switch):
            if other.phase is Phase.CLOSED:
                switch.tie = True
            elif wait:
                return
        switch.untold = False
        self._tell(Kind.PRESS, switch, switch.first, at)
        switch.cross_talk = False

    def _rivals(self, switch: Switch) -> Iterator[Switch]:
        for other in self.switches.values():
            live = other is not switch and other.phase is not Phase.OPEN
            if live and other.first == switch.first and not (other.held or other.stuck):
                yield other

    def _tell(self, kind: Kind, switch: Switch, stamp: int, at: int) -> None:
        self._told.append(
            Verdict(
                kind, switch.number, stamp, at, switch.bounces, switch.rejected,
                tie=switch.tie, was_held=switch.held, was_stuck=switch.stuck, cross_talk=switch.cross_talk,
            )
        )  # fmt: skip
        switch.rejected = 0

    def _poll(self, now: int) -> None:
        """Let time pass up to ``now``, verdict by verdict, as if somebody had looked all the while."""
        while (due := self.due()) is not None and due < now:
            self._look(due)
        if self._restless or due == now:
            self._look(now)

    def _look(self, now: int) -> None:
        self._stale, self._restless = True, False
        for switch in self.switches.values():
            since = now - switch.edge
            if switch.phase is Phase.BURST:
                if switch.closed and since > PROOF:
                    self._accept(switch)
                elif not switch.closed and since > BURST_GAP:
                    self._reject(switch)
        for switch in self.switches.values():
            if switch.phase is Phase.CLOSED:
                self._poll_closed(switch, now)
            settled = switch.closed or switch.phase is Phase.OPEN
            if not switch.quiet and settled and now - switch.edge > BURST_GAP:
                switch.quiet = True

    def _poll_closed(self, switch: Switch, now: int) -> None:
        if switch.untold:
            self._tell_press(switch, now, wait=True)
        if not switch.closed:
            if now - switch.edge >= switch.release_after():
                self._release(switch, now)
        elif not (switch.held or switch.stuck or switch.untold) and now - switch.first >= STUCK_AFTER:
            self._tell(Kind.STUCK, switch, switch.first, now)
            switch.stuck = True
