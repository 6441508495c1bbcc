"""One switch's raw edges become presses and releases, each stamped with its first edge.

The stamp is taken at once and the bounce is judged afterwards, so a dirty switch loses nothing against a
clean one. The rules are the firmware's own (docs/protocol.md):

- A closing of ``GLITCH_US`` or less is no press: cross-talk, static. It does not move the stamp of a press
  that comes later than ``JOIN_US`` after it; one that follows sooner is the same finger, and the first edge
  counts.
- Once closed for longer than ``GLITCH_US`` the press is accepted, stamped with its first closing edge.
- The press lasts until the contact has been open for ``RELEASE_US`` without a break, and its release is
  stamped with the first opening edge of that time. Chatter in between, however long, is the same press.
- A contact that is closed at the start is no press until it has been open for ``RELEASE_US``.
"""

from __future__ import annotations

from dataclasses import dataclass

GLITCH_US = 200
JOIN_US = 1_000
RELEASE_US = 20_000
HELD_US = 800_000


@dataclass(frozen=True, slots=True)
class Accepted:
    """A press or release that is certain: ``t_us`` its first edge, ``bounces`` the edges after it."""

    pressed: bool
    t_us: int
    bounces: int
    bounce_us: int  # from the first edge to the last extra one


class Debouncer:
    """Judges one switch. Feed edges in order of time, and call ``advance`` when nothing moves.

    Times are µs, or ticks of which ``ticks_a_us`` make one µs.
    """

    def __init__(self, *, closed: bool, ticks_a_us: int = 1) -> None:
        self._glitch = GLITCH_US * ticks_a_us
        self._join = JOIN_US * ticks_a_us
        self._release_after = RELEASE_US * ticks_a_us
        self._level = closed
        self._down = closed  # pressed, as far as the world was told
        self._silent = closed  # closed from the start: its end is no release
        self._first: int | None = None  # first edge of the change being judged
        self._since = 0  # the last edge
        self._extra = 0

    @property
    def closed(self) -> bool:
        return self._level

    def due_us(self) -> int | None:
        """When ``advance`` could bring news although no edge comes; None: never."""
        if self._first is None:
            return None
        if self._level:
            return self._since + (self._glitch + 1 if not self._down else self._release_after)
        return self._since + (self._release_after if self._down else self._join)

    def edge(self, t_us: int, closed: bool) -> list[Accepted]:
        """The contact went to ``closed`` at ``t_us``. Returns what is certain now."""
        news = self.advance(t_us)
        if closed == self._level:
            return news
        self._level = closed
        if self._first is None:
            self._first = t_us
            self._extra = 0
        else:
            self._extra += 1
        self._since = t_us
        return news

    def advance(self, t_us: int) -> list[Accepted]:
        """Nothing more happened before ``t_us``. Returns what is certain now."""
        if self._first is None:
            return []
        quiet = t_us - self._since
        if not self._down:
            if self._level and quiet > self._glitch:
                return [self._settle(pressed=True)]
            if not self._level and quiet >= self._join:
                self._first = None  # a glitch: nothing happened
            return []
        if not self._level and quiet >= self._release_after:
            return self._release()
        if self._level and quiet >= self._release_after:
            self._first = None  # chatter in the middle of a press
        return []

    def _release(self) -> list[Accepted]:
        """Open long enough. The stamp is the opening edge that began this quiet time's own chatter."""
        told = self._settle(pressed=False)
        if self._silent:
            self._silent = False
            return []
        return [told]

    def _settle(self, *, pressed: bool) -> Accepted:
        first = self._first if self._first is not None else self._since
        self._down = pressed
        self._first = None
        return Accepted(pressed, first, self._extra, self._since - first)
