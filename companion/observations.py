"""What a device can say it saw: the vocabulary between devices and the table.

Times named ``t_us`` count on the device's own clock. Times named ``..._host_us`` count on the host's
monotonic clock (``time.monotonic_ns() // 1000``), so the wall clock never decides an order. A time
with a ``bound_us`` holds the true instant within plus or minus that bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Press:
    """One accepted edge of a slap button, stamped with its first closing (or opening) edge."""

    device: str  # which board or GPIO bank, stable over replugs
    button: int  # 1..
    pressed: bool  # False: the release
    t_us: int  # the device's own clock, extended to 64 bits
    t_host_us: int  # the same instant on the host's clock
    bound_us: int  # the host time is true within this
    seq: int  # the device's running number
    epoch: int  # a new number after each reset of the device
    tie: bool  # seen in one snapshot with another press: no order exists


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading the camera offers for a card, likeliest first among its peers."""

    name: str
    confidence: float  # 0..1


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card came to lie still in a zone of the table."""

    device: str
    zone: str  # "pile" for the draw pile
    name: str | None  # None: there is a card, but it is not surely a taught one
    confidence: float
    angle_deg: float  # how far the card is turned clockwise, 0..360
    corners: tuple[Point, Point, Point, Point]  # image pixels, clockwise from the card's own top left
    seen_host_us: int  # the first frame that shows it
    bound_us: int
    readings: tuple[Reading, ...]  # the likeliest names, for a one-tap correction


@dataclass(frozen=True, slots=True)
class CardGone:
    """A zone that showed a card shows none now."""

    device: str
    zone: str
    gone_host_us: int


ViewState = Literal["clear", "hand", "dark", "blurred", "frozen", "moved"]


@dataclass(frozen=True, slots=True)
class View:
    """How well the camera sees, told at each change."""

    device: str
    state: ViewState


LinkState = Literal["up", "down", "reset"]


@dataclass(frozen=True, slots=True)
class Link:
    """A device came, went, or started anew; ``detail`` is a sentence for the people at the table."""

    device: str
    state: LinkState
    detail: str
    virtual: bool = False  # a virtual device: the screen says so


Observation = Press | CardSeen | CardGone | View | Link

Tell = Callable[[Observation], None]
"""Where a device delivers what it saw. Returns at once, from any thread."""


class Device(Protocol):
    """The seam every device plugs into: the real one, the virtual one, the recorded one."""

    name: str

    def open(self, tell: Tell) -> None:
        """Start seeing, in threads of the device's own. A device that is not there yet is no error:
        it says ``Link(... "down" ...)`` and keeps trying."""

    def close(self) -> None:
        """Stop and wait for the device's threads to end. Safe to call twice."""
