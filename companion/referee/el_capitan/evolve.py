"""How each event changes the state of El Capitan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.referee.el_capitan.state import CHEST, NOT_STARTED, SPECIALS, Stamp, State, present
from companion.referee.game import Event

FRESH_TURN: Mapping[str, Any] = {
    "card": None,
    "shown_us": None,
    "slaps": {},
    "closed": False,
    "order": (),
    "ties": (),
    "answers": {},
    "calls": {},
    "boarding": {},
    "moved": (),
}


def evolve(state: State, event: Event) -> State:
    """The state after one event. Events of later versions and mere announcements change nothing."""
    change = _CHANGES.get(event["event"])
    return state if change is None else {**state, **change(state, event)}  # type: ignore[typeddict-item]


def _started(state: State, event: Event) -> Mapping[str, Any]:
    players = tuple(event["players"])
    return {
        **NOT_STARTED,
        "phase": "memorise",
        "players": players,
        "options": event["options"],
        "seed": event["seed"],
        "revealer": event["first"],
        "coins": dict.fromkeys(players, 1),
        "chest": CHEST - len(players),
        "firsts": dict.fromkeys(players, 0),
    }


def _memorised(state: State, event: Event) -> Mapping[str, Any]:
    return {"phase": "turn"}


def _revealed(state: State, event: Event) -> Mapping[str, Any]:
    card = event["card"]
    racers = present(state)
    return {
        "phase": {"storm": "memorise", "spyglass": "spyglass", "black-flag": "black-flag"}.get(card, "race"),
        "turn": state["turn"] + 1,
        "card": card,
        "shown_us": event.get("t_us"),
        "revealed": (*state["revealed"], card),
        "size": len(racers),
        "racers": () if card in SPECIALS else racers,
    }


def _slapped(state: State, event: Event) -> Mapping[str, Any]:
    return {"slaps": {**state["slaps"], event["player"]: _stamp(event)}}


def _called(state: State, event: Event) -> Mapping[str, Any]:
    return {"calls": {**state["calls"], event["player"]: _stamp(event)}}


def _stamp(event: Event) -> Stamp:
    return Stamp(event["t_us"], event["clock"], event["bound_us"])


def _boarded(state: State, event: Event) -> Mapping[str, Any]:
    return {"boarding": event["applied"]}


def _ranked(state: State, event: Event) -> Mapping[str, Any]:
    return {
        "phase": "answers",
        "closed": True,
        "order": tuple(event["order"]),
        "ties": tuple(tuple(tie) for tie in event["ties"]),
    }


def _answered(state: State, event: Event) -> Mapping[str, Any]:
    return {"answers": {**state["answers"], event["player"]: event["right"]}}


def _coins(state: State, event: Event) -> Mapping[str, Any]:
    player, change = event["player"], event["change"]
    moved = {key: event[key] for key in ("player", "change", "reason", "ruling")}
    return {
        "coins": {**state["coins"], player: state["coins"][player] + change},
        "chest": state["chest"] - change,
        "moved": (*state["moved"], moved),
    }


def _settled(state: State, event: Event) -> Mapping[str, Any]:
    firsts = state["firsts"]
    if state["order"]:
        firsts = {**firsts, state["order"][0]: firsts[state["order"][0]] + 1}
    return {"last_turn": event["summary"], "firsts": firsts}


def _turn(state: State, event: Event) -> Mapping[str, Any]:
    return {**FRESH_TURN, "phase": "turn", "revealer": event["player"], "racers": ()}


def _over(state: State, event: Event) -> Mapping[str, Any]:
    return {"phase": "over", "winners": tuple(event["winners"])}


def _left(state: State, event: Event) -> Mapping[str, Any]:
    player = event["player"]
    return {
        "gone": (*state["gone"], player),
        "racers": tuple(name for name in state["racers"] if name != player),
        "order": tuple(name for name in state["order"] if name != player),
        "ties": tuple(tie for tie in state["ties"] if player not in tie),
        "slaps": {name: stamp for name, stamp in state["slaps"].items() if name != player},
        "answers": {name: right for name, right in state["answers"].items() if name != player},
    }


def _voided(state: State, event: Event) -> Mapping[str, Any]:
    if event["visible"]:
        return {"racers": ()}
    return {
        **FRESH_TURN,
        "phase": "turn",
        "racers": (),
        "turn": state["turn"] - 1,
        "revealed": state["revealed"][:-1],
    }


def _corrected(state: State, event: Event) -> Mapping[str, Any]:
    change = dict(event["set"])
    change.pop("coins", None)  # told by events of their own, which move them against the chest
    if "card" in change:
        change["revealed"] = (*state["revealed"][:-1], change["card"])
    if "answers" in change:
        change["answers"] = {**state["answers"], **change["answers"]}
    return change


_CHANGES: Mapping[str, Callable[[State, Event], Mapping[str, Any]]] = {
    "started": _started,
    "memorised": _memorised,
    "revealed": _revealed,
    "slapped": _slapped,
    "called": _called,
    "boarded": _boarded,
    "ranked": _ranked,
    "answered": _answered,
    "coins": _coins,
    "settled": _settled,
    "turn": _turn,
    "over": _over,
    "left": _left,
    "voided": _voided,
    "corrected": _corrected,
}
