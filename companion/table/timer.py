"""The time that runs at the table: the memorising minute, the spyglass, the reminder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.table.desk import Timer


class RunningTimer:
    """Follows the timer that a state calls for; the same turn's timer is never started twice."""

    def __init__(self) -> None:
        self._timer: Timer | None = None
        self._turn: object = None
        self._ends_us = 0
        self._rung = True

    def follow(self, timer: Timer | None, state: Mapping[str, Any] | None, now_us: int) -> None:
        """Start, keep or stop, as the state asks."""
        turn = (state or {}).get("turn")
        if timer is not None and (timer, turn) == (self._timer, self._turn):
            return
        self._timer, self._turn = timer, turn
        self._ends_us = now_us + timer.of_ms * 1000 if timer else 0
        self._rung = timer is None

    def left_s(self, now_us: int) -> float | None:
        """Seconds until it rings; None: nothing runs."""
        return None if self._rung else max(0.0, (self._ends_us - now_us) / 1e6)

    def ring(self) -> str:
        """Note that it has run out, and say which."""
        self._rung = True
        return self._timer.what if self._timer else ""

    def show(self, now_us: int) -> dict[str, Any] | None:
        """The timer as JSON; ``at`` is the host's clock when this was drawn."""
        if self._timer is None:
            return None
        left_ms = max(0, (self._ends_us - now_us) // 1000)
        return {"what": self._timer.what, "left_ms": left_ms, "of_ms": self._timer.of_ms, "at": now_us}
