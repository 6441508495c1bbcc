"""The public state of Elcano: what lies open, and hands as counts (ruling E05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.elcano import words
from companion.referee.elcano.ending import waiting
from companion.referee.elcano.rounds import must_play, verdict
from companion.referee.elcano.state import COLOURS, COLUMNS, ROUNDS, State, in_play, strength


def show(state: State) -> dict[str, Any]:
    """The state as JSON; the fields are listed in the protocol."""
    if state["phase"] == "not-started":
        return {"game": "elcano", "phase": "not-started"}
    players = state["players"]
    return {
        "game": "elcano",
        "phase": state["phase"],
        "players": list(players),
        "left": list(state["gone"]),
        "options": dict(state["options"]),
        "round": state["round"],
        "rounds_total": ROUNDS,
        "first": state["first"],
        "turn": state["turn"],
        "must_play": state["phase"] == "cross" and must_play(state, str(state["turn"])),
        "passed": list(state["passed"]),
        "ocean": _lists(state["ocean"]),
        "at_stake": {colour: sum(state["ocean"][colour]) for colour in in_play(state)},
        "columns": {name: _columns(state["columns"][name]) for name in players},
        "sums": {
            name: {colour: strength(state["columns"][name], colour) for colour in COLUMNS} for name in players
        },
        "leader": {colour: verdict(state, colour).winner for colour in in_play(state)},
        "hand": dict(state["hand"]),
        "deck": dict(state["deck"]),
        "discard": dict(state["discard"]),
        "points": dict(state["points"]),
        "won": {name: _lists(state["won"][name]) for name in players},
        "last_round": _last_round(state),
        "lost": _lists(state["lost"]),
        "tied": list(state["tied"]),
        "waiting": waiting(state) if state["phase"] == "tie-break" else [],
        "totals": dict(state["totals"]),
        "winners": list(state["winners"]),
    }


def _lists(cards: Mapping[str, tuple[int, ...]]) -> dict[str, list[int]]:
    return {colour: list(values) for colour, values in cards.items()}


def _columns(columns: Mapping[str, Any]) -> dict[str, Any]:
    return {**{colour: list(columns[colour]) for colour in COLOURS}, "storm": columns["storm"]}


def _last_round(state: State) -> dict[str, Any] | None:
    """The round settled last, colour by colour, with why."""
    events = state["anchored"]
    if not events:
        return None
    return {
        "round": events[0]["round"],
        "anchored": [{key: value for key, value in event.items() if key != "event"} for event in events],
        "rulings": [words.anchored(event).show() for event in events],
    }
