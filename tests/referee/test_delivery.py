"""Lines come in any order, before and after the table has closed the race: the turn ends the same."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.games import game
from companion.referee.session import Session

NAMES = ["Ann", "Ben", "Cas", "Dina", "Eva", "Finn"]
instants = st.integers(0, 30) | st.integers(1_400_000, 1_600_000)
Command = dict[str, Any]


def turn(players: list[str], options: dict[str, Any], repeated: bool, lines: list[Command]) -> dict[str, Any]:
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
    do({"do": "reveal", "card": "parrot" if repeated else "shark", "t_us": 0})
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


@given(
    st.integers(2, 6),
    st.data(),
    st.booleans(),
    st.sampled_from(["draw", "share"]),
    st.sampled_from([0, 5]),
    st.sampled_from(["first-slap", "answers"]),
)
@settings(max_examples=150, deadline=None)
def test_a_turn_does_not_depend_on_delivery(
    count: int, data: st.DataObject, repeated: bool, tie: str, window: int, until: str
) -> None:
    players = NAMES[:count]
    lines: list[Command] = [
        {"do": "slap", "player": name, "t_us": data.draw(instants), "clock": clock, "bound_us": 4}
        for name in players
        if (clock := data.draw(st.sampled_from(["board", "board", "tablet", None])))
    ]
    lines += [
        {"do": "boarding", "player": name, "t_us": data.draw(instants)}
        for name in players
        if data.draw(st.booleans())
    ]
    options = {"reckless": True, "tie": tie, "tie_window_us": window, "boarding_until": until}
    close = {"do": "close_race"}
    expected = turn(players, options, repeated, [*lines, close])
    arrival = data.draw(st.permutations([*lines, close]))
    assert turn(players, options, repeated, arrival) == expected
