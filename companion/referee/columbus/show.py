"""The public state of Columbus, and the answers to its questions."""

from __future__ import annotations

from typing import Any

from companion.referee.columbus.places import bare, mark_of, spots, why_not_moved
from companion.referee.columbus.race import allowance, last, remaining
from companion.referee.columbus.refusals import known_player, known_space, not_allowed
from companion.referee.columbus.sea import reach
from companion.referee.columbus.state import State, allowed, playable, racing
from companion.referee.columbus.tiles import COUNTS
from companion.referee.game import Command, Refusal


def show(state: State) -> dict[str, Any]:
    """The state as JSON; the fields are listed in the protocol."""
    if state["phase"] == "not-started":
        return {"game": "columbus", "phase": "not-started"}
    ship_last = last(state)
    fewest, most = allowed(state)
    chart = state["chart"]
    return {
        "game": "columbus",
        "phase": state["phase"],
        "players": list(state["players"]),
        "left": list(state["gone"]),
        "options": dict(state["options"]),
        "board": chart.name if chart else None,
        "turn": state["turn"],
        "placed": state["placed"],
        "allowed": {"min": fewest, "max": most},
        "sailed": state["sailed"],
        "passed": state["passed"],
        "cannot": state["cannot"],
        "ships": {name: _ship(state, name) for name in state["players"]},
        "tiles": {space: list(laid) for space, laid in state["tiles"].items()},
        "marks": dict(state["marks"]),
        "rack": dict(state["rack"]),
        "playable": {name: playable(state, name) for name in state["players"]},
        "stock": state["stock"],
        "box": dict(state["box"]),
        "kinds_left": {kind: count - state["used"][kind] for kind, count in COUNTS.items()},
        "after_landing": state["after_landing"],
        **_voyage(state, ship_last),
        "last": ship_last,
        "idle": state["idle"],
        "finish": list(state["finish"]),
        "winners": list(state["winners"]),
    }


def _ship(state: State, name: str) -> dict[str, Any]:
    return state["ships"][name]._asdict()


def _voyage(state: State, ship_last: str | None) -> dict[str, Any]:
    """How far each ship may sail now and why, and how far it has to go."""
    afloat = [name for name in racing(state) if state["ships"][name].space is not None]
    able = {name: allowance(state, name, ship_last) for name in afloat}
    return {
        "allowance": {name: one.steps for name, one in able.items()},
        "why": {name: one.why() for name, one in able.items()},
        "remaining": {name: remaining(state, name) for name in afloat},
    }


def ask(state: State, command: Command) -> dict[str, Any] | None:
    """The answer to a question that changes nothing, or None: the command is no question."""
    verb = command["do"]
    if verb not in ("reach", "where", "board"):
        return None
    if state["phase"] == "not-started":
        raise Refusal("not-started", "No game has begun yet.")
    chart = state["chart"]
    if chart is None:
        raise Refusal("not-allowed", "Without a board the referee can't see the sea.", "K02")
    if verb == "board":
        return {"board": chart.show()}
    if state["phase"] != "play":
        raise Refusal("wrong-phase", "The voyage is not on.")
    if verb == "where":
        return _where(state, command)
    player = known_player(state, command["player"])
    able = allowance(state, player, last(state))
    return {"reach": reach(state, chart, player, able.steps), "allowance": able.steps, "why": able.why()}


def _where(state: State, command: Command) -> dict[str, Any]:
    """Where a tile of the rack, or the topmost tile of a space, may be laid now."""
    player = str(state["turn"])
    if ("tile" in command) == ("from" in command):
        raise Refusal("bad-input", "where needs either tile or from.")
    if "tile" in command:
        return {"spaces": spots(state, command["tile"], command.get("mark"), player, bare(state))}
    start = known_space(state, command["from"])
    why = why_not_moved(state, start, player)
    if why is not None:
        raise not_allowed(why)
    goals = spots(state, state["tiles"][start][-1], mark_of(state, start), player, bare(state))
    return {"spaces": [space for space in goals if space != start]}
