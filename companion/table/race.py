"""Puts presses from several devices on one clock for the length of a race."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.observations import Press

HELD_US = 10_000_000  # a press waits at most this long for its card to be named


@dataclass(slots=True)
class RaceClock:
    """The host's clock, with each device's offset frozen at its first press.

    A better fit of the board's clock in the middle of a race would move later stamps against earlier
    ones; frozen, two presses on one board keep their order and their gap exactly as the board saw them.
    """

    _offset_us: dict[tuple[str, int], int] = field(default_factory=dict)

    def stamp(self, press: Press) -> int:
        """The press on the race's clock, in microseconds."""
        offset = self._offset_us.setdefault((press.device, press.epoch), press.t_host_us - press.t_us)
        return max(0, press.t_us + offset)


@dataclass(slots=True)
class Held:
    """Presses that came before the camera had named the card: a fast hand beats a careful eye."""

    _presses: list[Press] = field(default_factory=list)

    def hold(self, press: Press) -> None:
        """Keep a press until the card is known."""
        self._presses = [old for old in self._presses if old.t_host_us > press.t_host_us - HELD_US]
        self._presses.append(press)

    def buttons(self) -> list[int]:
        """Whose press is waiting."""
        return [press.button for press in self._presses]

    def release(self) -> list[Press]:
        """Give up all that is held, in order of time."""
        held, self._presses = self._presses, []
        return sorted(held, key=lambda press: press.t_host_us)
