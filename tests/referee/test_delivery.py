"""Lines come in any order, before and after the table has closed the race: the turn ends the same."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.games import game
from companion.referee.session import Session

NAMES = ["Ann", "Ben", "Cas", "Dina", "Eva", "Finn"]
Command = dict[str, Any]


def turn(
    players: list[str], options: dict[str, Any], reveal: Command, lines: list[Command]
) -> dict[str, Any]:
    """What a turn comes to when its lines arrive like this."""
    session = Session(game("el-capitan"))

    def do(command: Command) -> None:
        answer = session.submit(command)
        assert answer["ok"], answer

    do({"do": "start", "players": players, "options": options, "seed": 11})
    do({"do": "memorised"})
    do({"do": "reveal", "card": "parrot"})
    for at, name in enumerate(players):
        do({"do": "slap", "player": name, "t_us": at * 100})
    for name in players:
        do({"do": "answer", "player": name, "right": name != "Ben"})
    do(reveal)
    for command in lines:
        answer = session.submit(command)
        late_call = command["do"] == "boarding" and answer.get("error", {}).get("rule") == "C56"
        nobody_missing = (
            command["do"] == "close_race" and answer.get("error", {}).get("code") == "wrong-phase"
        )
        assert answer["ok"] or late_call or nobody_missing, answer
    state = session.show()
    assert state["phase"] == "answers"
    for name in players:
        do({"do": "answer", "player": name, "right": name != "Ann"})
    after = session.show()
    return {key: state[key] for key in ("ranking", "first", "second", "last")} | {"coins": after["coins"]}


def instant(rng: random.Random) -> int:
    """Close together, or about the 1.5 s after the card for which a call is always in time."""
    return rng.randrange(12) + rng.choice([0, 1_499_994])


def stamps(rng: random.Random, do: str, players: list[str], share: float) -> list[Command]:
    clocks = [{}, {}, {"clock": "tablet", "bound_us": 4}]
    return [
        {"do": do, "player": name, "t_us": instant(rng)} | rng.choice(clocks)
        for name in players
        if rng.random() < share
    ]


@given(st.integers(0, 2**32))
@settings(max_examples=300, deadline=None)
def test_a_turn_does_not_depend_on_delivery(seed: int) -> None:
    rng = random.Random(seed)
    players = NAMES[: rng.randint(2, 6)]
    options = {
        "reckless": True,
        "tie": rng.choice(["draw", "share"]),
        "tie_window_us": rng.choice([0, 2]),
        "boarding_until": rng.choice(["first-slap", "first-slap", "answers"]),
    }
    reveal = {"do": "reveal", "card": rng.choice(["parrot", "shark"])} | rng.choice([{}, {"t_us": 0}])
    lines = stamps(rng, "slap", players, 0.9) + stamps(rng, "boarding", players, 0.5) + [{"do": "close_race"}]
    expected = turn(players, options, reveal, lines)
    rng.shuffle(lines)
    assert turn(players, options, reveal, lines) == expected, lines
