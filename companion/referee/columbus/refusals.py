"""Refusals that many commands share: not in this phase, not this captain, not this space."""

from __future__ import annotations

from companion.referee.columbus.places import Why
from companion.referee.columbus.state import State
from companion.referee.game import Command, Refusal
from companion.referee.protocol import short

NOW = {
    "not-started": "No game has begun yet.",
    "ports": "The captains are choosing their starting ports.",
    "play": "The starting ports are chosen: the voyage has begun.",
    "over": "The race is over.",
}


def need_phase(state: State, phase: str, rule: str = "") -> None:
    """Raises ``Refusal`` in any other phase; says which it is."""
    if state["phase"] != phase:
        raise Refusal("wrong-phase", NOW[state["phase"]], rule)


def known_player(state: State, name: str) -> str:
    """The captain's name. Raises ``Refusal`` for a stranger and for one who has left."""
    if name not in state["players"]:
        raise Refusal("unknown-player", f"Nobody called {short(name)} plays.")
    if name in state["gone"]:
        raise Refusal("not-allowed", f"{name} has left the game; the ship stays as an obstacle.", "G1")
    return name


def at_turn(state: State, command: Command) -> str:
    """Who gives the command. Raises ``Refusal`` when it is somebody else's turn (ruling G2)."""
    player = known_player(state, command["player"])
    if player != state["turn"]:
        raise Refusal("out-of-turn", f"It is {state['turn']}'s turn.", "G2")
    return player


def known_space(state: State, space: str) -> str:
    """The space's id. Raises ``Refusal`` when the board has none of that name."""
    chart = state["chart"]
    if chart is not None and space not in chart.kinds:
        raise Refusal("bad-input", f"The board has no space {short(space)}.", "K02")
    return space


def not_allowed(why: Why) -> Refusal:
    """The refusal that tells why."""
    return Refusal("not-allowed", why.text, why.rule)
