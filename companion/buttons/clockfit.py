"""The board's clock on the host's clock, as an interval that holds the truth.

An exchange says two things for certain, however long the bytes were under way: a board instant stamped
*after* the host wrote cannot lie before the writing, and a board instant stamped *before* the host read
cannot lie after the reading. Each is a point that the curve host = f(board) must pass above or below. A
resonator's rate lies within ``RATE`` of its name and changes by no more than ``WANDER`` a second. The curves
that satisfy all of this leave an interval at any board instant; its ends are two small linear programmes,
solved exactly.

When no curve fits (a simulated board whose time stands still, a host that was suspended) the rate model is
set aside and only cause and effect are left: after the last writing that the board saw before the instant,
and before its report arrived. The interval widens; it never lies.

Units: board instants in ticks of 0.5 µs, host instants in µs of the monotonic clock.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TICKS_A_US = 2
RATE = 0.0056
"""How far the two rates may differ: a resonator's 5000 ppm, and 500 ppm while the host's clock is set."""
WANDER = 20e-12
"""How fast the rate may change, per µs (20 ppm a second): 50 ppm a kelvin, 0.4 kelvin a second."""
BUCKET_TICKS = 400_000
"""Of each 200 ms of board time only the tightest bound from below and the tightest from above are kept."""
KEPT = 36
"""Bounds kept from either side: 7.2 s and more."""
SETTLED = 4
"""Bounds after a contradiction before the rate model is believed again."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """A host instant: the truth lies within ``bound_us`` of ``t_host_us``."""

    t_host_us: int
    bound_us: int

    @property
    def low(self) -> int:
        return self.t_host_us - self.bound_us

    @property
    def high(self) -> int:
        return self.t_host_us + self.bound_us


class _Side:
    """The tightest bounds from one side, at most one a bucket; ``sign`` +1: from below, -1: from above."""

    def __init__(self, sign: int) -> None:
        self._sign = sign
        self._all_ticks = np.zeros(2 * KEPT)
        self._all_hosts = np.zeros(2 * KEPT)
        self._first = self._end = 0

    def __len__(self) -> int:
        return self._end - self._first

    @property
    def ticks(self) -> Floats:
        """Board instants, oldest first; whole numbers."""
        return self._all_ticks[self._first : self._end]

    @property
    def hosts(self) -> Floats:
        """The bounds at these instants, host µs."""
        return self._all_hosts[self._first : self._end]

    def clear(self) -> None:
        self._first = self._end = 0

    def forget_older_half(self) -> None:
        self._first = self._end - len(self) // 2

    def add(self, tick: int, host_us: float, slope: float) -> None:
        """Keep the bound unless its bucket holds a tighter one, seen along ``slope`` (host µs a board µs)."""
        if not len(self) or int(self._all_ticks[self._end - 1]) // BUCKET_TICKS != tick // BUCKET_TICKS:
            self._make_room()
            self._end += 1
        else:
            last_tick = int(self._all_ticks[self._end - 1])
            along = float(self._all_hosts[self._end - 1]) + (tick - last_tick) / TICKS_A_US * slope
            if (host_us - along) * self._sign <= 0:
                return
        self._all_ticks[self._end - 1], self._all_hosts[self._end - 1] = tick, host_us

    def _make_room(self) -> None:
        if len(self) == KEPT:
            self._first += 1
        if self._end == len(self._all_ticks):
            count = len(self)
            for kept in (self._all_ticks, self._all_hosts):
                kept[:count] = kept[self._first : self._end].copy()
            self._first, self._end = 0, count


class ClockFit:
    """Collects exchanges and answers where a board instant lies on the host's clock.

    ``least_down_us`` and ``least_up_us`` are times that no question or answer can undercut: the bytes' own
    time on the wire. Leave them at 0 where the wire isn't known to be one (a pseudo-terminal).
    """

    def __init__(self, *, least_down_us: float = 0.0, least_up_us: float = 0.0) -> None:
        self._down = least_down_us
        self._up = least_up_us
        self._below = _Side(+1)
        self._above = _Side(-1)
        self._slope = 1.0
        self._since_slope = 0
        self._origin: int | None = None  # ticks are counted from the first one seen: exact for 142 years
        self.contradictions = 0

    def __len__(self) -> int:
        return min(len(self._below), len(self._above))

    def clear(self) -> None:
        """Forget everything: the board started anew."""
        self._below.clear()
        self._above.clear()
        self._slope = 1.0
        self._origin = None

    def exchange(self, asked_us: int, seen_tick: int, sent_tick: int, heard_us: int) -> None:
        """Add one question and answer.

        The host had not written before ``asked_us``; the board stamped ``seen_tick`` after the question
        reached it and ``sent_tick`` before the answer left; the host had read it all by ``heard_us``. Ticks
        are extended to 64 bits and never run back.
        """
        if self._origin is None:
            self._origin = seen_tick
        self._below.add(seen_tick - self._origin, asked_us + self._down, self._slope)
        self._above.add(sent_tick - self._origin, heard_us - self._up, self._slope)
        self._since_slope += 1
        if self._since_slope >= 16:
            self._since_slope = 0
            rate = self._rates()
            self._slope = 1.0 + sum(rate) / 2 if rate else 1.0

    def place(self, tick: int, heard_us: int) -> Interval | None:
        """Where ``tick`` lies, its report read at ``heard_us``; None before the first exchange."""
        if not self or self._origin is None:
            return None
        tick -= self._origin
        low, high = self._causal(tick, heard_us)
        modelled = self._modelled(tick)
        if modelled is not None and max(low, modelled[0]) <= min(high, modelled[1]):
            low, high = max(low, modelled[0]), min(high, modelled[1])
        return _outward(low, high)

    def rate_ppm(self) -> tuple[float, float] | None:
        """The board clock's rate against the host's, least and greatest; None while it isn't known."""
        rates = self._rates()
        return (-rates[1] * 1e6, -rates[0] * 1e6) if rates else None

    def _rates(self) -> tuple[float, float] | None:
        if not self:
            return None
        lowest, highest = _Points(self._below, self._above, int(self._above.ticks[0])).rates()
        return (lowest, highest) if lowest <= highest else None

    def _causal(self, tick: int, heard_us: int) -> tuple[float, float]:
        """The bounds that need no clock model at all, only that time doesn't run back."""
        above, below = self._above, self._below
        high = float(np.min(above.hosts, where=above.ticks >= tick, initial=heard_us))
        low = float(np.max(below.hosts, where=below.ticks <= tick, initial=-math.inf))
        if low == -math.inf:  # older than all that is kept: count back with the fastest clock
            low = float(below.hosts[0]) - (int(below.ticks[0]) - tick) / TICKS_A_US * (1 + RATE)
        return min(low, high), high

    def _modelled(self, tick: int) -> tuple[float, float] | None:
        """The interval under the rate model, or None while the exchanges contradict it."""
        while self:
            bounds = _Points(self._below, self._above, tick).bounds_at_zero()
            if bounds is not None:
                return bounds if self.contradictions == 0 or len(self) >= SETTLED else None
            self.contradictions += 1
            self._below.forget_older_half()
            self._above.forget_older_half()
        return None


class _Points:
    """The bounds seen from one board instant: x is board µs from it, y host µs less x, from a host origin."""

    def __init__(self, below: _Side, above: _Side, tick: int) -> None:
        self.origin = float(above.hosts[0])
        # A curve that bends by WANDER leaves its tangent at 0 by WANDER / 2 * x²: widen each point by it.
        self.x_low, y_low = self._seen(below, tick)
        self.y_low: Floats = y_low - WANDER / 2 * self.x_low**2
        self.x_high, y_high = self._seen(above, tick)
        self.y_high: Floats = y_high + WANDER / 2 * self.x_high**2

    def _seen(self, side: _Side, tick: int) -> tuple[Floats, Floats]:
        x: Floats = (side.ticks - tick) / TICKS_A_US
        return x, side.hosts - self.origin - x

    def rates(self) -> tuple[float, float]:
        """The least and greatest slope of a line between all the points (least > greatest: there is none)."""
        gap = self.x_high[:, None] - self.x_low[None, :]
        rise = self.y_high[:, None] - self.y_low[None, :]
        with np.errstate(divide="ignore", invalid="ignore"):  # one instant: the rise's sign times infinity
            slope = rise / gap
        together = gap == 0
        if together.any() and bool(np.any(together & (rise < 0))):
            return math.inf, -math.inf
        highest = float(np.min(slope, where=gap > 0, initial=RATE))
        lowest = float(np.max(slope, where=gap < 0, initial=-RATE))
        return lowest, highest

    def bounds_at_zero(self) -> tuple[float, float] | None:
        """The least and greatest host instant of all fitting lines at x = 0, or None: no line fits."""
        lowest, highest = self.rates()
        if lowest > highest:
            return None
        top = _top(self.x_high, self.y_high, lowest, highest)
        bottom = -_top(self.x_low, -self.y_low, -highest, -lowest)
        return (self.origin + bottom, self.origin + top) if bottom <= top else None


def _top(x: Floats, y: Floats, lowest: float, highest: float) -> float:
    """The highest value at 0 of a line below all points with a slope in [lowest, highest]."""
    single = float(np.min(y - np.where(x < 0, highest, lowest) * x))
    left, right = x < 0, x > 0
    if not (left.any() and right.any()):
        return single
    xl, yl = x[left][:, None], y[left][:, None]
    xr, yr = x[right][None, :], y[right][None, :]
    between = (yl * xr - yr * xl) / (xr - xl)
    return min(single, float(np.min(between)))


def _outward(low: float, high: float) -> Interval:
    """The smallest whole-µs interval around [low, high]; one µs more for the ticks' own rounding."""
    first, last = math.floor(low) - 1, math.ceil(high) + 1
    middle = (first + last) // 2
    return Interval(middle, max(last - middle, middle - first))
