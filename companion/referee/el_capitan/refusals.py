"""Refusals that many commands share: not in this phase, not this player."""

from __future__ import annotations

from companion.referee.el_capitan.state import State
from companion.referee.game import Command, Refusal

NOW = {
    "not-started": "No game has begun yet.",
    "memorise": "The cards are being memorised.",
    "turn": "Nobody has turned over a card yet.",
    "race": "The race is still on.",
    "answers": "The answers are being checked.",
    "spyglass": "The Spyglass is on: each player may look at one card.",
    "black-flag": "The Black Flag is on: swap two cards of an opponent, or decline.",
    "over": "The game is over.",
}


def wrong_phase(state: State, rule: str = "") -> Refusal:
    """The refusal of what does not belong in this phase; says what the phase is."""
    return Refusal("wrong-phase", NOW[state["phase"]], rule)


def player_of(state: State, command: Command) -> str:
    """Who the command speaks of. Raises ``Refusal`` for a stranger and for somebody who has left."""
    name: str = command["player"]
    if name not in state["players"]:
        raise Refusal("unknown-player", f"Nobody called {name} plays.")
    if name in state["gone"]:
        raise Refusal("not-allowed", f"{name} has left the game.", "G1")
    return name
