"""Random games of Elcano: mostly legal commands, some tables that change their mind, some nonsense."""

from __future__ import annotations

import random
from typing import Any

from companion.referee.games import game
from companion.referee.session import Session

NAMES = ("Ann", "Ben", "Cas", "Dot", "Eva")
COLOURS = ("red", "blue", "green")
Command = dict[str, Any]

CREW: list[list[Any]] = [
    *([colour, 7] for colour in COLOURS),
    *(
        [one, value, other, its]
        for one, other in (("red", "blue"), ("red", "green"), ("blue", "green"))
        for value, its in ((2, 5), (3, 4), (6, 1), (5, 2))
    ),
]
"""An invented set of crew cards: the real one is enrolled at the table."""
OCEAN: dict[str, list[Any]] = {
    "red": [2, 3, "4/1", 5, 6, 7],
    "blue": [2, 3, 4, "4/1", 6, 7],
    "green": [2, 2, "4/1", 5, 6, 7],
}


def options(rng: random.Random, players: int) -> dict[str, Any]:
    """A choice of options, each as likely as the others."""
    made = {
        "crew": rng.choice([None, CREW]),
        "ocean": rng.choice([None, OCEAN]),
        "tie_break_counts_returned": rng.random() < 0.5,
        "tie_break": rng.choice(["sum-of-maxima", "best-card"]),
        "first_card": rng.choice(["any", "open"]),
        "last_player": rng.choice(["any", "one"]),
        "tied_sum": rng.choice(["nobody", "next"]),
        "winner_discards": rng.choice(["column", "all"]),
        "unclaimed": rng.choice(["lost", "strongest"]),
        "marker_breaks_tie": rng.random() < 0.5,
    }
    return made | ({"storm": rng.random() < 0.5} if players == 4 else {})


def begin(rng: random.Random) -> Command:
    """A start for 2 to 5 players."""
    players = list(NAMES[: rng.randint(2, 5)])
    return {
        "do": "start",
        "players": players,
        "options": options(rng, len(players)),
        "seed": rng.randrange(99),
    }


def choose(rng: random.Random, legal: list[Command]) -> Command:
    """One of the legal commands; a pass more often than one of many plays."""
    passes = [command for command in legal if command["do"] == "pass"]
    return rng.choice(passes if passes and rng.random() < 0.2 else legal)


def meddling(rng: random.Random, state: dict[str, Any]) -> Command:
    """What a table does besides playing: corrections, leaving, odd plays out of turn."""
    player = rng.choice(state.get("players") or list(NAMES))
    colour = rng.choice(COLOURS)
    change: dict[str, Any] = rng.choice(
        [
            {"points": {player: rng.choice([0, 5, 9, 9, 9])}},
            {"hand": {player: rng.randrange(16)}, "deck": {player: rng.randrange(11)}},
            {"hand": {player: 0}, "discard": {player: rng.randrange(16)}},
            {"columns": {player: {colour: [rng.randint(1, 8) for _ in range(rng.randrange(3))]}}},
            {"columns": {player: {"storm": rng.randrange(4)}}},
            {"ocean": {colour: [rng.choice([2, 5, "4/1"]) for _ in range(rng.randrange(3))]}},
            {"turn": player},
            {"first": player},
        ]
    )
    return rng.choice(
        [
            {"do": "correct", "set": change, "reason": "recount", "by": "Ann"},
            {"do": "correct", "set": change, "reason": "recount", "by": "Ann"},
            {"do": "leave", "player": player},
            {"do": "play", "player": player, "colour": colour, "value": rng.randint(1, 9)},
            {"do": "play", "player": player, "face_down": True},
            {"do": "pass", "player": player},
            {"do": "hand", "player": player, "values": [7] * rng.randrange(4)},
            {"do": "undo"},
            {"do": "redo"},
        ]
    )


def session() -> Session:
    """A game that has not begun."""
    return Session(game("elcano"))


def play(rng: random.Random, most: int = 400, meddle: float = 0.1) -> tuple[Session, list[Command]]:
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
        command = choose(rng, legal) if fair else meddling(rng, table.show())
    return table, accepted
