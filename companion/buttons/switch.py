"""One switch: how it stands, how long it must stay open to count as let go, and how good it is.

Times are ticks of 0.5 µs; the figures are those of firmware/slapboard/debounce.h.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

US = 2
PROOF = 208 * US
BURST_GAP = 6_500 * US
CROSS_TALK_GAP = 1_000 * US
COINCIDENCE = 4 * US
RELEASE_OLD = 8_400 * US
RELEASE_YOUNG = 15_000 * US
YOUNG = 45_000 * US
RELEASE_ANY_BOUNCE = 4_000 * US
FREE_BOUNCES = 2
OPEN_FACTOR = 6
RELEASE_MOST = 50_000 * US
STUCK_AFTER = 800_000 * US
FIRM = 15_000 * US


class Phase(Enum):
    """Open, closed without proof of a press, pressed."""

    OPEN = 0
    BURST = 1
    CLOSED = 2


@dataclass
class Switch:
    """One line's state and its health; ``number`` is 1..."""

    number: int
    first: int = 0
    edge: int = 0
    closed_at: int = -(1 << 62)
    run: int = 0
    open_gap: int = 0
    bounces: int = 0
    phase: Phase = Phase.OPEN
    contacts: int = 0
    neighbours: frozenset[int] = frozenset()
    held: bool = False
    stuck: bool = False
    cross_talk: bool = False
    tie: bool = False
    rejected: int = 0
    closed: bool = False
    quiet: bool = True
    untold: bool = False
    firm: bool = False  # closed for FIRM at a stretch in this press
    doubted: bool = False  # and has opened and closed again since
    chatters: bool = False  # and was firm once more
    health: SwitchHealth = field(default_factory=lambda: SwitchHealth())

    @property
    def pressed(self) -> bool:
        return self.phase is Phase.CLOSED

    def release_after(self) -> int:
        """How long it must stay open to be released."""
        if self.held or self.stuck or self.chatters:
            return RELEASE_MOST
        after = RELEASE_OLD if self.edge - self.first >= YOUNG else RELEASE_YOUNG
        after = max(after, self.open_gap * OPEN_FACTOR)
        after += max(0, self.bounces - FREE_BOUNCES) * RELEASE_ANY_BOUNCE
        return min(after, RELEASE_MOST)

    def due(self) -> int | None:
        """When time alone brings a verdict, if no edge comes before."""
        if self.phase is Phase.BURST:
            return self.edge + (PROOF if self.closed else BURST_GAP) + 1
        if self.phase is Phase.CLOSED and not self.closed:
            return self.edge + self.release_after()
        if self.phase is Phase.CLOSED and not (self.held or self.stuck or self.untold):
            return self.first + STUCK_AFTER
        return None


@dataclass
class SwitchHealth:
    """What a switch did since the start; times in ticks."""

    presses: int = 0
    bounces: int = 0
    most_bounces: int = 0
    longest_bounce: int = 0
    longest_open: int = 0
    rejected: int = 0
    cross_talk: int = 0
