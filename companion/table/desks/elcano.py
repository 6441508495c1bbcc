"""Elcano's desk: the lamp is your turn, and your own button passes when it is pressed twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.observations import Press
from companion.referee.game import Command, Event
from companion.table.desk import Notice, PlainDesk, State
from companion.table.lobby import Lobby

AGAIN_US = 3_000_000  # how long after the first press the second one passes


@dataclass(slots=True)
class ElcanoDesk(PlainDesk):
    """Passing is final for the round (ruling E11), so one press alone never passes.

    A press out of turn, and one of a start player who owes a card, goes to the referee at once, who refuses
    it with the reason (rulings G2, E13, E07).
    """

    _first: tuple[str, int] | None = None

    def pressed(self, press: Press, player: str | None, state: State) -> Sequence[Command | Notice]:
        if not press.pressed or player is None or state.get("phase") != "cross":
            return ()
        command: Command = {"do": "pass", "player": player}
        if player != state.get("turn") or state.get("must_play"):
            return (command,)
        before, self._first = self._first, (player, press.t_host_us)
        if before is not None and before[0] == player and 0 < press.t_host_us - before[1] <= AGAIN_US:
            self._first = None
            return (command,)
        return (Notice("press-again", f"{player}: press again to pass.", "E11", player),)

    def follows(self, events: Sequence[Event], lobby: Lobby) -> Sequence[Command]:
        if any(event["event"] in ("turn", "played", "passed", "undone") for event in events):
            self._first = None
        return ()
