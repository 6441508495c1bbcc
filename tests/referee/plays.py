"""Random games of El Capitan: mostly legal commands, some tables that change their mind, some nonsense."""

from __future__ import annotations

import random
from typing import Any

from companion.referee.games import game
from companion.referee.session import Session

NAMES = ("Ann", "Ben", "Cas", "Dina", "Eva", "Finn")
CHEST = 130
Command = dict[str, Any]


def options(rng: random.Random) -> dict[str, Any]:
    """A choice of options, each as likely as the others."""
    small = rng.choice([None, None, ["parrot", "shark", "anchor"], [f"p{n}" for n in range(8)]])
    return {
        "reckless": rng.random() < 0.6,
        "cabin_boys": small,
        "cabin_boys_copies": rng.choice([1, 2]),
        "tie": rng.choice(["draw", "share"]),
        "tie_window_us": rng.choice([0, 0, 50, 5_000]),
        "boarding_until": rng.choice(["first-slap", "answers"]),
        "two_player_slower_wrong": rng.choice(["nothing", "pays"]),
        "two_player_slower_right": rng.choice(["nothing", "takes"]),
        "winner_tie": rng.choice(["shared", "firsts"]),
    }


def begin(rng: random.Random) -> Command:
    """A start for 2 to 6 players."""
    players = list(NAMES[: rng.randint(2, 6)])
    return {"do": "start", "players": players, "options": options(rng), "seed": rng.randrange(2**40)}


def stamped(rng: random.Random, command: Command) -> Command:
    """The same slap or call at a time of its own, now and then on a second clock."""
    if command["do"] in ("slap", "boarding"):
        command = command | {"t_us": rng.randrange(0, 40_000, 10)}
        if rng.random() < 0.1:
            command |= {"clock": "tablet", "bound_us": rng.randrange(9_000)}
    return command


def meddling(rng: random.Random, state: dict[str, Any]) -> Command:
    """What a table does besides playing: corrections, leaving, voiding, odd late lines."""
    names = state.get("players") or list(NAMES)
    player = rng.choice(names)
    card = rng.choice([*state.get("revealed", []), "parrot", "kraken", "storm"])
    change = rng.choice(
        [
            {"coins": {player: rng.choice([0, 0, 1, 5, 40, 131])}},
            {"card": card},
            {"answers": {player: rng.random() < 0.5}},
            {"revealer": player},
            {"coins": {player: 0}, "card": card},
        ]
    )
    return rng.choice(
        [
            {"do": "correct", "set": change, "reason": "recount", "by": "Ann"},
            {"do": "correct", "set": change, "reason": "recount", "by": "Ann"},
            {"do": "leave", "player": player},
            {"do": "void", "visible": rng.random() < 0.5},
            {"do": "slap", "player": player, "t_us": rng.randrange(0, 40_000, 10)},
            {"do": "boarding", "player": player, "t_us": rng.randrange(0, 40_000, 10)},
            {"do": "answer", "player": player, "card": card},
            {"do": "close_race"},
            {"do": "undo"},
            {"do": "redo"},
        ]
    )


def session() -> Session:
    """A game that has not begun."""
    return Session(game("el-capitan"))


def play(rng: random.Random, most: int = 400, meddle: float = 0.12) -> tuple[Session, list[Command]]:
    """A random game, and every command that was accepted (the undone ones too)."""
    table = session()
    accepted: list[Command] = []
    command = begin(rng)
    for _ in range(most):
        if table.submit(command)["ok"]:
            accepted.append(command)
        legal = table.submit({"do": "legal"})["legal"] or [begin(rng)]
        if table.show()["phase"] == "over":
            break
        fair = rng.random() >= meddle
        command = stamped(rng, rng.choice(legal)) if fair else meddling(rng, table.show())
    return table, accepted
