"""Raw edges of GPIO pins with the kernel's own stamps: the sources that GPIO buttons listen to.

A source is named in the configuration and is never swapped for another: a back end that quietly falls back
to a polling one would stamp presses when Python got round to them.

- ``lgpio``, ``pigpio``, ``rpigpio``, ``native``, ``mock``: pin factories of gpiozero. Only ``lgpio`` hands
  on the kernel's stamps, so on a real table only ``lgpio`` is accepted; ``mock`` serves the tests and the
  virtual table.
- ``gpiod``: the kernel's character device through libgpiod 2, whose running numbers show a lost edge.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Protocol

from companion.buttons.errors import PinsUnavailable

FACTORIES = ("lgpio", "gpiod", "mock")


@dataclass(frozen=True, slots=True)
class Edge:
    """One change of one pin: ``closed`` is the level after it, ``t_ns`` the kernel's monotonic stamp."""

    pin: int
    closed: bool
    t_ns: int
    lost: int = 0  # edges of this pin that the kernel counted but did not deliver before this one


Listener = Callable[[Edge], None]


class EdgeSource(Protocol):
    """Where raw edges come from."""

    def start(self, pins: tuple[int, ...], listener: Listener) -> Mapping[int, bool]:
        """Listen to ``pins`` and return which are closed now. Raises ``PinsUnavailable``."""

    def stop(self) -> None:
        """Give the pins back. Safe to call twice."""


def edge_source(factory: str) -> EdgeSource:
    """The source of that name. Raises ``PinsUnavailable`` with the fix; never falls back to another."""
    if factory not in FACTORIES:
        raise PinsUnavailable(
            f'"{factory}" is not a way to read the buttons fairly. Set the pin factory to "lgpio" or "gpiod".'
        )
    return GpiodEdges() if factory == "gpiod" else GpiozeroEdges(load_factory(factory))


def load_factory(name: str) -> Any:
    """An instance of exactly that gpiozero pin factory. Raises ``PinsUnavailable``."""
    for entry in entry_points(group="gpiozero_pin_factories"):
        if entry.name == name:
            try:
                return entry.load()()
            except ImportError as error:
                raise PinsUnavailable(
                    f'The pin factory "{name}" is not installed. Install python3-{name} with apt and let the '
                    "program see the system's Python packages."
                ) from error
            except (OSError, RuntimeError, ValueError, AttributeError) as error:
                raise PinsUnavailable(_refusal(name, error)) from error
    raise PinsUnavailable(f'gpiozero does not know a pin factory called "{name}".')


def _refusal(name: str, error: BaseException) -> str:
    if "revision" in str(error).lower():
        return f'The pin factory "{name}" works on a Raspberry Pi only, and this is not one.'
    return (
        f'The pin factory "{name}" could not open the pins. Close other programs that use them and '
        f"add the user to the group gpio. ({error})"
    )


class GpiozeroEdges:
    """Edges through a gpiozero pin factory, with the factory's ticks (for lgpio: the kernel's stamps)."""

    def __init__(self, factory: Any) -> None:
        self.factory = factory
        self._pins: dict[int, Any] = {}
        self._handlers: list[Callable[[float, int], None]] = []

    def start(self, pins: tuple[int, ...], listener: Listener) -> Mapping[int, bool]:
        from gpiozero.exc import GPIOZeroError

        closed: dict[int, bool] = {}
        try:
            self.factory.reserve_pins(self, *(f"GPIO{number}" for number in pins))
            for number in pins:
                pin = self.factory.pin(f"GPIO{number}")
                pin.input_with_pull("up")
                pin.bounce = None  # a factory's own debounce stamps the end of the bounce
                pin.edges = "both"
                self._pins[number] = pin
                handler = self._handler(number, listener)
                self._handlers.append(handler)  # the pin itself keeps only a weak reference
                closed[number] = not pin.state
                pin.when_changed = handler
        except (GPIOZeroError, OSError, RuntimeError) as error:
            self.stop()
            raise PinsUnavailable(
                f"The button pins {', '.join(map(str, pins))} can't be used: {error}. Choose other pins "
                "or close the program that holds them."
            ) from error
        return closed

    @staticmethod
    def _handler(number: int, listener: Listener) -> Callable[[float, int], None]:
        def changed(ticks: float, state: int) -> None:
            if state in (0, 1):  # lgpio says 2 for a watchdog, which is no edge
                listener(Edge(number, closed=not state, t_ns=round(ticks * 1e9)))

        return changed

    def stop(self) -> None:
        for pin in self._pins.values():
            pin.when_changed = None
            pin.close()
        self._pins.clear()
        self._handlers.clear()
        self.factory.release_all(self)

    # What gpiozero asks of whoever reserves a pin.
    def _conflicts_with(self, other: object) -> bool:
        return True


class GpiodEdges:
    """Edges through the kernel's character device; its running numbers tell of every edge lost on the way."""

    def __init__(self, chip: str = "/dev/gpiochip0", gpiod: Any = None) -> None:
        self._chip = chip
        self._gpiod = gpiod
        self._request: Any = None
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()
        self._last: dict[int, int] = {}

    def start(self, pins: tuple[int, ...], listener: Listener) -> Mapping[int, bool]:
        gpiod = self._gpiod or _import_gpiod()
        line = gpiod.line
        settings = gpiod.LineSettings(
            direction=line.Direction.INPUT,
            edge_detection=line.Edge.BOTH,
            bias=line.Bias.PULL_UP,
            event_clock=line.Clock.MONOTONIC,
        )
        try:
            self._request = gpiod.request_lines(
                self._chip, consumer="slap buttons", config={tuple(pins): settings}, event_buffer_size=1024
            )
        except OSError as error:
            raise PinsUnavailable(
                f"The button pins on {self._chip} can't be used: {error}. Close other programs that "
                "use them and add the user to the group gpio."
            ) from error
        closed = {pin: self._request.get_value(pin) != line.Value.ACTIVE for pin in pins}
        rising = gpiod.EdgeEvent.Type.RISING_EDGE
        self._ended.clear()
        self._thread = threading.Thread(
            target=self._listen, args=(listener, rising), name="gpio-edges", daemon=True
        )
        self._thread.start()
        return closed

    def _listen(self, listener: Listener, rising: object) -> None:
        while not self._ended.is_set():
            if self._request.wait_edge_events(0.2):
                for event in self._request.read_edge_events():
                    listener(self._edge(event, rising))

    def _edge(self, event: Any, rising: object) -> Edge:
        pin, number = int(event.line_offset), int(event.line_seqno)
        lost = number - self._last.get(pin, number - 1) - 1
        self._last[pin] = number
        return Edge(pin, closed=event.event_type != rising, t_ns=int(event.timestamp_ns), lost=max(lost, 0))

    def stop(self) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._request is not None:
            self._request.release()
            self._request = None


def _import_gpiod() -> Any:
    try:
        module = import_module("gpiod")
    except ImportError as error:
        raise PinsUnavailable(
            'The pin factory "gpiod" is not installed. Install python3-libgpiod with apt and let the '
            "program see the system's Python packages."
        ) from error
    if not hasattr(module, "request_lines"):
        raise PinsUnavailable(
            'The installed libgpiod is too old. Set the pin factory to "lgpio", or install libgpiod 2.'
        )
    return module
