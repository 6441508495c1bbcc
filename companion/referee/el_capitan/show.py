"""The public state of El Capitan, and the commands that would be accepted now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any

from companion.referee.el_capitan.cards import possible_cards
from companion.referee.el_capitan.race import runs
from companion.referee.el_capitan.reaction import reaction
from companion.referee.el_capitan.state import State, layout_size, missing, pile_size, present
from companion.referee.el_capitan.turns import places, turn_summary
from companion.referee.fields import MOST_US
from companion.referee.game import Command

STEP_US = 137_000  # between the slaps that `legal` proposes


def show(state: State) -> dict[str, Any]:
    """The state as JSON; the fields are listed in the protocol."""
    if state["phase"] == "not-started":
        return {"game": "el-capitan", "phase": "not-started"}
    order = ranking(state)
    return {
        "game": "el-capitan",
        "phase": state["phase"],
        "players": list(state["players"]),
        "left": list(state["gone"]),
        "options": dict(state["options"]),
        "turn": state["turn"],
        "turns_total": pile_size(state["options"]),
        "revealer": state["revealer"],
        "card": state["card"],
        "revealed": list(state["revealed"]),
        "pile": pile_size(state["options"]) - state["turn"],
        "coins": dict(state["coins"]),
        "chest": state["chest"],
        "ranking": order,
        **(places(order, state["size"]) if _all_known(state) else _so_far(state, order)),
        "slaps": slaps(state),
        "missing": list(missing(state)) if state["phase"] == "race" else [],
        "answers": {name: state["answers"].get(name) for name in state["racers"]},
        "calls": sorted(state["calls"], key=lambda name: state["calls"][name].t_us),
        "this_turn": turn_summary(state) if state["card"] is not None else None,
        "last_turn": state["last_turn"],
        "firsts": dict(state["firsts"]),
        "winners": list(state["winners"]),
    }


def _all_known(state: State) -> bool:
    return bool(state["order"]) or (bool(state["slaps"]) and len(missing(state)) <= 1)


def _so_far(state: State, order: list[str]) -> dict[str, str | None]:
    """The places while several are still to slap: nobody is Last yet."""
    first = order[0] if order else None
    second = order[1] if len(order) > 1 and state["size"] > 2 else None
    return {"first": first, "second": second, "last": None}


def ranking(state: State) -> list[str]:
    """The ranking; during the race the one so far, and the last missing player as Last (ruling C20)."""
    if state["order"] or not state["slaps"]:
        return list(state["order"])
    groups = runs(state["slaps"], state["options"]["tie_window_us"], state["players"])
    waiting = list(missing(state))
    return [name for group in groups for name in group] + (waiting if len(waiting) == 1 else [])


def slaps(state: State) -> list[dict[str, Any]]:
    """Each slap with its distance to the first, in the order of the ranking."""
    first = min((stamp.t_us for stamp in state["slaps"].values()), default=0)
    return [
        {
            "player": name,
            "t_us": stamp.t_us,
            "gap_us": stamp.t_us - first,
            "bound_us": stamp.bound_us,
            **reaction(state, stamp),
        }
        for name in ranking(state)
        if (stamp := state["slaps"].get(name)) is not None
    ]


def legal(state: State) -> list[Command]:
    """Commands that would be accepted now, for every seat; of a free choice (a stamp, a name) one example."""
    propose = _MOVES.get(state["phase"])
    moves = propose(state) if propose else []
    if state["card"] is not None and state["options"]["reckless"] and state["phase"] != "over":
        moves += _calls(state)
    return moves


def _race_moves(state: State) -> list[Command]:
    t_us = _next_stamp(state)
    moves: list[Command] = [{"do": "slap", "player": name, "t_us": t_us} for name in missing(state)]
    moves.append({"do": "close_race"})
    return moves


def _answer_moves(state: State) -> list[Command]:
    known = state["answers"]
    moves: list[Command] = []
    for name in state["racers"]:
        if name not in known:
            moves += _answers(name)
    return moves


@lru_cache(maxsize=64)
def _answers(name: str) -> list[Command]:
    return [{"do": "answer", "player": name, "right": right} for right in (True, False)]


def _flag_moves(state: State) -> list[Command]:
    others = tuple(name for name in present(state) if name != state["revealer"])
    return [{"do": "done"}, *_swaps(others, layout_size(state))]


@lru_cache(maxsize=64)
def _swaps(others: tuple[str, ...], size: int) -> list[Command]:
    """Up to 330 commands, the same at every Black Flag."""
    pairs = list(combinations(range(1, size + 1), 2))
    return [{"do": "swap", "player": name, "cards": pair} for name in others for pair in pairs]


_MOVES: Mapping[str, Callable[[State], list[Command]]] = {
    "memorise": lambda state: [{"do": "memorised"}],
    "turn": lambda state: [{"do": "reveal", "card": card} for card in possible_cards(state)],
    "race": _race_moves,
    "answers": _answer_moves,
    "spyglass": lambda state: [{"do": "done"}],
    "black-flag": _flag_moves,
}


def _calls(state: State) -> list[Command]:
    if state["options"]["boarding_until"] == "answers" and state["answers"]:
        return []
    t_us, called = state["shown_us"] or 0, tuple(state["calls"])
    if state["options"]["boarding_callers"] == "others":
        called = (*called, str(state["revealer"]))
    return [{"do": "boarding", "player": name, "t_us": t_us} for name in present(state) if name not in called]


def _next_stamp(state: State) -> int:
    slaps = state["slaps"]
    latest = max(slaps.values()).t_us if slaps else state["shown_us"] or 0
    return min(latest + STEP_US, MOST_US)
