"""Views as the table draws them, one for each phase, for looking at the page without playing to it."""

from __future__ import annotations

from typing import Any

NAMES = ["Ann", "Ben", "Chloé", "Daan"]
COLOURS = ["red", "blue", "green", "yellow"]
LAST = {
    "turn": 6,
    "revealer": "Daan",
    "card": "shark",
    "ranking": ["Chloé", "Ann", "Daan", "Ben"],
    "gaps_us": [0, 4312, 318_400, 905_000],
    "answers": {"Chloé": True, "Ann": False, "Daan": True, "Ben": True},
    "coins": [
        {"player": "Chloé", "change": 3, "reason": "first-right", "ruling": "C24"},
        {"player": "Ann", "change": -1, "reason": "wrong", "ruling": "C26"},
        {"player": "Daan", "change": 1, "reason": "right", "ruling": "C24"},
    ],
    "ties": [],
    "rulings": [{"id": "C26", "text": "A wrong Second pays a coin; nobody moves up.", "params": {}}],
}


def state(phase: str, **changes: Any) -> dict[str, Any]:
    """The referee's state in a phase."""
    slaps = [("Ben", 0), ("Ann", 12_300), ("Daan", 441_000), ("Chloé", 702_000)]
    told = {"race": slaps[:2], "answers": slaps}.get(phase, [])
    places = [name for name, _ in told]
    base = {
        "game": "el-capitan",
        "phase": phase,
        "players": NAMES,
        "options": {"reckless": False},
        "turn": 7,
        "turns_total": 16,
        "revealer": "Ann",
        "card": {"race": "parrot", "answers": "parrot"}.get(phase),
        "revealed": ["shark", "cannon", "parrot", "spyglass", "mermaid", "shark"],
        "coins": {"Ann": 6, "Ben": 9, "Chloé": 11, "Daan": 4},
        "chest": 100,
        "slaps": [{"player": name, "t_us": 5_000_000 + gap, "gap_us": gap} for name, gap in told],
        "ranking": places,
        "first": places[0] if places else None,
        "second": places[1] if len(places) > 1 else None,
        "last": places[3] if len(places) > 3 else None,
        "answers": {"Ben": True} if phase == "answers" else {},
        "winners": ["Chloé"] if phase == "over" else [],
        "firsts": {"Ann": 2, "Ben": 4, "Chloé": 6, "Daan": 1},
        "this_turn": None,
        "last_turn": LAST,
    }
    return base | changes


def view(phase: str | None, **changes: Any) -> dict[str, Any]:
    """Everything a screen shows; ``None``: the lobby."""
    seats = [
        {"name": name, "colour": colour, "button": n, "virtual": False}
        for n, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True), start=1)
    ]
    base = {
        "id": 41,
        "session": {
            "id": 1 if phase else None,
            "game": "el-capitan",
            "began": None,
            "over": False,
            "unfinished": False,
        },
        "virtual": False,
        "games": ["el-capitan"],
        "lobby": {"game": "el-capitan", "players": seats, "options": {}, "first": "Ann", "armed": None},
        "state": state(phase) if phase else None,
        "clock": {
            "memorise": clock("memorise", 43_000, 60_000),
            "spyglass": clock("spyglass", 9_000, 15_000),
        }.get(phase or ""),
        "rang": None,
        "waiting": [],
        "lamps": {},
        "recent": [],
        "devices": {
            "slap-board": {"state": "up", "detail": "Six buttons.", "virtual": False},
            "camera": {"state": "up", "detail": "It looks at the draw pile.", "virtual": False},
        },
        "camera": {"view": "clear", "asks": None},
        "notices": [],
        "can": {"undo": True, "redo": False},
    }
    return base | changes


def clock(what: str, left_ms: int, of_ms: int) -> dict[str, Any]:
    """A running clock."""
    return {"what": what, "left_ms": left_ms, "of_ms": of_ms, "at": 1}


OPTIONS = [
    {
        "id": "reckless",
        "values": [False, True],
        "default": False,
        "text": "Whoever first calls Boarding! gets coins.",
    },
    {
        "id": "tie",
        "values": ["draw", "share"],
        "default": "draw",
        "text": "A dead heat: lots decide, or they share.",
    },
]
