"""The board's lamps and sounds as the table wants them, sent until the board says that it shows them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.buttons import wire

REPEAT_US = 100_000


class LampKeeper:
    """Keeps what the lamps should show and the sound still to be made."""

    def __init__(self) -> None:
        self._lamps: tuple[int, ...] = (0,) * wire.BUTTONS
        self._sound = 0
        self._serial = 0
        self._shown = True
        self._due = 0

    def show(self, lamps: Mapping[int, str]) -> None:
        """Show these lamps by button, the rest dark. Raises ``ValueError`` for unknown names."""
        for button, name in lamps.items():
            if not 1 <= button <= wire.BUTTONS or name not in wire.LAMPS:
                raise ValueError(f"There is no lamp {button} or no pattern {name}.")
        patterns = tuple(wire.LAMPS.index(lamps.get(n, "off")) for n in range(1, wire.BUTTONS + 1))
        if patterns != self._lamps:
            self._lamps = patterns
            self.send_anew()

    def sound(self, name: str) -> None:
        """Make a sound once. Raises ``ValueError`` for unknown names."""
        if name not in wire.SOUNDS:
            raise ValueError(f"There is no sound {name}.")
        self._sound = wire.SOUNDS.index(name)
        self.send_anew()

    def send_anew(self) -> None:
        """The board may not show what it should."""
        self._serial = (self._serial + 1) & 0xFF
        self._shown = False
        self._due = 0

    def due_us(self) -> int | None:
        """When the lamps are to be sent; None: the board shows them."""
        return None if self._shown else self._due

    def outgoing(self, now_us: int) -> wire.SetLamps | None:
        """The message to send now, if any."""
        if self._shown or now_us < self._due:
            return None
        self._due = now_us + REPEAT_US
        return wire.SetLamps.of(self._serial, self._lamps, self._sound)

    def confirmed(self, serial: int) -> None:
        """The board shows the lamps of this serial."""
        if serial == self._serial:
            self._shown, self._sound = True, 0
