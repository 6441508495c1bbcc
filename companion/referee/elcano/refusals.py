"""Refusals that many commands share: not in this phase, not this player."""

from __future__ import annotations

from companion.referee.elcano.state import State
from companion.referee.game import Command, Refusal
from companion.referee.protocol import short

NOW = {
    "not-started": "No game has begun yet.",
    "chart": "First the new ocean cards are turned over.",
    "cross": "The crews are being played.",
    "tie-break": "The tied players add up their hands.",
    "over": "The game is over.",
}


def wrong_phase(state: State, rule: str = "") -> Refusal:
    """The refusal of what does not belong in this phase; says what the phase is."""
    return Refusal("wrong-phase", NOW[state["phase"]], rule)


def player_of(state: State, command: Command) -> str:
    """Who the command speaks of. Raises ``Refusal`` for a stranger and for somebody who has left."""
    name: str = command["player"]
    if name not in state["players"]:
        raise Refusal("unknown-player", f"Nobody called {short(name)} plays.")
    if name in state["gone"]:
        raise Refusal("not-allowed", f"{name} has left the game.", "G1")
    return name
