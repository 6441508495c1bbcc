"""Stored sessions for other programs: JSON, CSV, and the import file of the BG Stats app."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from companion.table.log import Entry, Stored

TITLES = {"el-capitan": "El Capitan", "elcano": "Magellan: Elcano", "columbus": "Columbus"}
BGG_IDS = {"elcano": 329529}
_SPACE = uuid.UUID("6f0a6a4e-6f7b-4b0e-9c0a-6d1d0c6d2f11")  # makes the same session export the same ids


def scores(state: Mapping[str, Any]) -> dict[str, int | None]:
    """Each player's result in a final state: coins, points, or (Columbus) nothing but the place."""
    table = state.get("coins") or state.get("points")
    if table is not None:
        return dict(table)
    return dict.fromkeys(state.get("finish") or state.get("ships") or ())


def ranks(state: Mapping[str, Any]) -> dict[str, int]:
    """Each player's final place; equal scores share a place."""
    points = scores(state)
    if state.get("finish"):
        return {name: place for place, name in enumerate(state["finish"], start=1)}
    order = sorted((value or 0 for value in points.values()), reverse=True)
    return {name: order.index(value or 0) + 1 for name, value in points.items()}


def as_json(stored: Stored, entries: Sequence[Entry], state: Mapping[str, Any]) -> str:
    """Everything: the session, its commands with events and rulings, and the final state."""
    whole = {
        "session": {"id": stored.id, "game": stored.game, "began": stored.began, "ended": stored.ended},
        "commands": [
            {
                "id": entry.id,
                "at": entry.wall,
                "by": entry.by,
                "command": entry.body,
                "events": entry.events,
                "rulings": entry.rulings,
            }
            for entry in entries
        ],
        "state": state,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1)


def as_csv(stored: Stored, entries: Sequence[Entry], state: Mapping[str, Any]) -> str:
    """One row for each coin or point that moved, and why."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["session", "entry", "at", "player", "what", "change", "reason", "ruling"])
    for entry in entries:
        for event in entry.events:
            if event["event"] in ("coins", "points"):
                tail = [event["change"], event.get("reason", ""), event.get("ruling", "")]
                rows.writerow([stored.id, entry.id, entry.wall, event["player"], event["event"], *tail])
    return out.getvalue()


def as_bgstats(stored: Stored, entries: Sequence[Entry], state: Mapping[str, Any]) -> str:
    """A file that the BG Stats app imports: players, one game, one play."""
    points, places = scores(state), ranks(state)
    began = dt.datetime.fromisoformat(stored.began)
    ended = dt.datetime.fromisoformat(stored.ended) if stored.ended else began
    title = TITLES.get(stored.game, stored.game)
    game: dict[str, Any] = {"id": 1, "name": title, "uuid": _id(title)}
    if stored.game in BGG_IDS:
        game["bggId"] = BGG_IDS[stored.game]
    play = {
        "uuid": _id(f"{stored.began} {stored.id}"),
        "gameRefId": 1,
        "playDate": f"{began:%Y-%m-%d %H:%M:%S}",
        "durationMin": int((ended - began).total_seconds() // 60),
        "ignored": False,
        "usesTeams": False,
        "rounds": 0,
        "playerScores": [
            {
                "playerRefId": n,
                "score": "" if points[name] is None else str(points[name]),
                "winner": name in (state.get("winners") or ()),
                "rank": places.get(name, 0),
                "seatOrder": n,
                "startPlayer": n == 1,
                "newPlayer": False,
            }
            for n, name in enumerate(points, start=1)
        ],
    }
    people = [{"id": n, "name": name, "uuid": _id(name)} for n, name in enumerate(points, start=1)]
    whole = {"players": people, "locations": [], "games": [game], "plays": [play]}
    return json.dumps(whole, ensure_ascii=False, indent=1)


def _id(text: str) -> str:
    return str(uuid.uuid5(_SPACE, text))


FORMATS = {"json": as_json, "csv": as_csv, "bgstats": as_bgstats}
