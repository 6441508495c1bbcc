"""Random voyages: mostly legal commands, some tables that change their mind, some nonsense."""

from __future__ import annotations

import random
from typing import Any

from companion.boards import shipped
from companion.cli.columbus_oracle import drawn_board
from companion.referee.columbus.options import OPTIONS
from companion.referee.columbus.tiles import COUNTS
from companion.referee.games import game
from companion.referee.session import Session

NAMES = ("Ann", "Ben", "Cas", "Dina", "Eva", "Finn")
ATLANTIC = shipped("atlantic")
Command = dict[str, Any]


def begin(rng: random.Random) -> Command:
    """A start for 2 to 6 captains: the board that ships, a random one, or none; any options."""
    board = rng.choice([ATLANTIC, drawn_board(rng, rng.choice((3, 5))), None])
    options = {option.id: rng.choice(option.values) for option in OPTIONS if rng.random() < 0.3}
    start = {"do": "start", "players": list(NAMES[: rng.randint(2, 6)]), "options": options}
    return start if board is None else start | {"board": board}


def pick(rng: random.Random, legal: list[Command]) -> Command:
    """A legal command; the few that sail or end a turn are picked more often than their number."""
    few = [one for one in legal if one["do"] not in ("place", "hurricane", "cannot")]
    return rng.choice(few if few and rng.random() < 0.5 else legal)


def meddling(rng: random.Random, state: dict[str, Any]) -> Command:
    """What a table does besides: corrections, leaving, out of turn, impossible tiles, odd words."""
    player = rng.choice(state.get("players") or list(NAMES))
    spaces = [*(state.get("tiles") or {}), "B7", "s40", "C2", "nowhere", "G17"]
    space, other = rng.choice(spaces), rng.choice(spaces)
    tile = rng.choice(list(COUNTS))
    change = rng.choice(
        [
            {"rack": {player: rng.randint(0, 10)}},
            {"tiles": {space: rng.choice([[], [tile], ["water", "calm"], ["joker", "calm"], [tile, tile]])}},
            {"ships": {player: {"space": space, "landed": rng.random() < 0.5, "at_sea": True}}},
            {"ships": {player: {"missed": rng.randint(0, 4)}}, "turn": player},
            {"turn": player},
            {"ships": {player: 7}},
            {"tiles": {space: "water"}},
        ]
    )
    return rng.choice(
        [
            {"do": "correct", "set": change, "reason": "it lies so", "by": "Ann"},
            {"do": "correct", "set": change, "reason": "it lies so", "by": "Ann"},
            {"do": "leave", "player": player},
            {"do": "place", "player": player, "tile": tile, "space": space, "mark": "A"},
            {"do": "hurricane", "player": player, "from": space, "to": other},
            {"do": "hurricane", "player": player, "from": space},
            {
                "do": "exchange",
                "player": player,
                "space": space,
                "tile": tile,
                "joker": rng.choice(["keep", other]),
            },
            {"do": "sail", "player": player, "path": [space, other, space]},
            {"do": "sail", "player": player, "path": [space], "lands": True, "last": True},
            {"do": "blocked", "player": player},
            {"do": "free_move", "player": player, "from": space, "to": other},
            {"do": "end", "player": player},
            {"do": "reach", "player": player},
            {"do": "where", "from": space},
            {"do": "standstill"},
            {"do": "undo"},
            {"do": "redo"},
        ]
    )


def session() -> Session:
    """A game that has not begun."""
    return Session(game("columbus"))


def play(rng: random.Random, most: int = 300, meddle: float = 0.1) -> tuple[Session, list[Command]]:
    """A random voyage, and every command that was accepted (the undone ones too)."""
    table = session()
    accepted: list[Command] = []
    command = begin(rng)
    for _ in range(most):
        if table.submit(command)["ok"]:
            accepted.append(command)
        legal = table.submit({"do": "legal"})["legal"]
        if not legal:
            if table.show()["phase"] == "over":
                break
            legal = [begin(rng)]
        command = pick(rng, legal) if rng.random() >= meddle else meddling(rng, table.show())
    return table, accepted
