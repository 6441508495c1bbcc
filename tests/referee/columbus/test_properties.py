"""What holds in every game of Columbus, however it is played and whoever meddles."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.columbus.tiles import COUNTS
from companion.referee.games import game
from companion.referee.session import Session
from tests.referee.columbus.plays import ATLANTIC, begin, meddling, pick, play, session

seeds = st.integers(0, 2**32)
TILES = 135


def sound(state: dict[str, Any]) -> None:
    """All tiles are somewhere, one ship a space, nothing stacked that must not be."""
    if state["phase"] == "not-started":
        return
    on_board = sum(len(laid) for laid in state["tiles"].values())
    assert on_board + sum(state["rack"].values()) + state["stock"] + sum(state["box"].values()) == TILES
    assert state["stock"] >= 0 and all(0 <= count <= 10 for count in state["rack"].values())
    lying = [ship["space"] for ship in state["ships"].values() if ship["space"] is not None]
    assert len(set(lying)) == len(lying)
    for laid in state["tiles"].values():
        assert 1 <= len(laid) <= 2 and laid[-1:] != ["hurricane"]
        assert len(laid) == 1 or (laid[0] != "joker" and laid[1] in ("full-sail", "calm", "shipwreck"))
    for kind, count in COUNTS.items():
        used = sum(laid.count(kind) for laid in state["tiles"].values()) + state["box"].get(kind, 0)
        assert used == count - state["kinds_left"][kind] <= count
    assert bool(state["winners"]) == (state["phase"] == "over")
    assert len(set(state["finish"])) == len(state["finish"])
    if state["finish"]:
        assert state["ships"][state["finish"][0]]["place"] == 1


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_all_135_tiles_are_always_somewhere(seed: int) -> None:
    rng = random.Random(seed)
    table = session()
    command = begin(rng)
    for _ in range(120):
        table.submit(command)
        sound(table.show())
        legal = table.submit({"do": "legal"})["legal"]
        if not legal:
            break
        command = pick(rng, legal) if rng.random() > 0.2 else meddling(rng, table.show())


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_every_legal_command_is_accepted(seed: int) -> None:
    rng = random.Random(seed)
    table, _ = play(rng, most=rng.randint(1, 120))
    legal = table.submit({"do": "legal"})["legal"]
    for command in rng.sample(legal, min(60, len(legal))):
        answer = table.submit(command)
        assert answer["ok"], (command, answer)
        table.submit({"do": "undo"})


@given(seeds)
@settings(max_examples=15, deadline=None)
def test_no_placing_and_no_sailing_but_the_legal_ones_is_accepted(seed: int) -> None:
    rng = random.Random(seed)
    table, _ = play(rng, most=rng.randint(10, 120))
    state = table.show()
    if state["phase"] != "play" or state["board"] is None:
        return
    legal = table.submit({"do": "legal"})["legal"]
    listed = {(one["tile"], one["space"]) for one in legal if one["do"] == "place"}
    spaces = [row["id"] for row in table.submit({"do": "board"})["board"]["space"]]
    for _ in range(80):
        tile, space = rng.choice(list(COUNTS)), rng.choice(spaces)
        command = {"do": "place", "player": state["turn"], "tile": tile, "space": space}
        assert table.submit(command)["ok"] == ((tile, space) in listed), command
        if (tile, space) in listed:
            table.submit({"do": "undo"})
    ends = {one["path"][-1] for one in legal if one["do"] == "sail"}
    for space in spaces:
        for path in ([space], [*[*state["tiles"]][:1], space]):
            start = state["ships"][state["turn"]]["space"]
            if table.submit({"do": "sail", "player": state["turn"], "path": path})["ok"]:
                assert space in ends or space == start
                table.submit({"do": "undo"})


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_undo_of_any_prefix_is_exact_and_redo_brings_it_again(seed: int) -> None:
    rng = random.Random(seed)
    table = session()
    states = [table.show()]
    command = begin(rng)
    for _ in range(rng.randint(1, 80)):
        if command["do"] not in ("undo", "redo"):
            answer = table.submit(command)
            if answer["ok"] and "events" in answer:
                states.append(table.show())
        legal = table.submit({"do": "legal"})["legal"]
        if not legal:
            break
        command = pick(rng, legal) if rng.random() > 0.15 else meddling(rng, table.show())
    back = rng.randint(0, len(states) - 1)
    for expected in states[::-1][1 : back + 1]:
        assert table.submit({"do": "undo"})["ok"]
        assert table.show() == expected
    for expected in states[len(states) - back :]:
        assert table.submit({"do": "redo"})["ok"]
        assert table.show() == expected


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_folding_the_events_gives_the_same_state_and_deciding_again_the_same_events(seed: int) -> None:
    rng = random.Random(seed)
    law = game("columbus")
    _, accepted = play(rng, most=150)
    table, folded = session(), law.initial()
    for command in accepted:
        answer = table.submit(command)
        if command["do"] in ("undo", "redo") or not answer["ok"]:
            folded = table.state
            continue
        for event in json.loads(json.dumps(answer.get("events", []))):
            folded = law.evolve(folded, event)
        assert law.show(folded) == table.show()
        assert json.loads(json.dumps(table.show())) == table.show()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "player",
    "space",
    "tile",
    "from",
    "to",
    "with",
    "joker",
    "path",
    "mark",
    "set",
    "by",
    "reason",
    "board",
)


@given(
    seeds,
    st.sampled_from(
        ["start", "port", "place", "hurricane", "exchange", "sail", "blocked", "free_move", "end", "cannot",
         "reach", "where", "board", "leave", "standstill", "correct"]
    ),
    st.dictionaries(st.sampled_from(FIELDS), json_values, max_size=5),
)  # fmt: skip
@settings(max_examples=80, deadline=None)
def test_garbage_is_refused_in_words_and_changes_nothing(
    seed: int, verb: str, garbage: dict[str, Any]
) -> None:
    table = Session(game("columbus"))
    table.submit({"do": "start", "players": ["Ann", "Ben"], "board": ATLANTIC})
    for name, space in (("Ann", "G17"), ("Ben", "F17")) if seed % 2 else ():
        table.submit({"do": "port", "player": name, "space": space})
    before = table.show()
    command = {"player": "Ann", **garbage, "do": verb}
    answer = table.submit(command)
    if not answer["ok"]:
        assert answer["error"]["message"].endswith((".", "?")) and table.show() == before
    sound(table.show())
