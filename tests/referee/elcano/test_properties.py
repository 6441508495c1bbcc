"""What holds in every game of Elcano, however it is played and whoever meddles."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.game import Command
from companion.referee.games import game
from tests.referee.elcano.plays import COLOURS, begin, choose, meddling, play, session

seeds = st.integers(0, 2**32)


def sound(state: dict[str, Any]) -> None:
    """Fifteen cards a player, six rounds, nothing negative, a winner at the end and only then."""
    if state["phase"] == "not-started":
        return
    for name in state["players"]:
        counts = [state[pile][name] for pile in ("hand", "deck", "discard")]
        columns = state["columns"][name]
        assert min(counts) >= 0
        assert sum(counts) + sum(len(columns[c]) for c in COLOURS) + columns["storm"] == 15
        assert state["points"][name] >= 0
    assert 1 <= state["round"] <= 6
    assert bool(state["winners"]) == (state["phase"] == "over")
    assert (state["turn"] is not None) == (state["phase"] == "cross")
    if state["turn"]:
        assert state["turn"] not in state["passed"] and state["hand"][state["turn"]] > 0


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_fifteen_cards_a_player_at_every_moment(seed: int) -> None:
    rng = random.Random(seed)
    table = session()
    command = begin(rng)
    for _ in range(150):
        table.submit(command)
        sound(table.show())
        legal = table.submit({"do": "legal"})["legal"]
        if not legal:
            break
        command = choose(rng, legal) if rng.random() > 0.2 else meddling(rng, table.show())


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_every_legal_command_is_accepted(seed: int) -> None:
    rng = random.Random(seed)
    table, _ = play(rng, most=rng.randint(1, 120))
    for command in table.submit({"do": "legal"})["legal"]:
        answer = table.submit(command)
        assert answer["ok"], (command, answer)
        table.submit({"do": "undo"})


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_six_rounds_exactly_and_points_only_from_awarded_cards(seed: int) -> None:
    rng = random.Random(seed)
    table = session()
    events: list[dict[str, Any]] = []
    command = begin(rng)
    while table.show()["phase"] != "over":
        answer = table.submit(command)
        assert answer["ok"], answer
        events += answer["events"]
        legal = table.submit({"do": "legal"})["legal"]
        command = choose(rng, legal) if legal else {}
    state = table.show()
    kinds = [event["event"] for event in events]
    assert kinds.count("revealed") == 6 and kinds.count("drawn") == kinds.count("round") == 5
    colours = 4 if state["options"]["storm"] else 3
    assert kinds.count("anchored") == 6 * colours
    assert set(state["deck"].values()) == {0}
    for name in state["players"]:
        assert state["points"][name] == sum(sum(cards) for cards in state["won"][name].values())
    cards = [card for won in state["won"].values() for values in won.values() for card in values]
    cards += [card for values in state["lost"].values() for card in values]
    assert len(cards) == 6 * colours


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_a_game_that_is_played_on_ends(seed: int) -> None:
    table, _ = play(random.Random(seed), most=3_000, meddle=0.05)
    assert table.show()["phase"] == "over"
    assert table.submit({"do": "legal"})["legal"] == []


@given(seeds, st.permutations(COLOURS))
@settings(max_examples=40, deadline=None)
def test_the_order_of_the_colours_has_no_effect(seed: int, names: list[str]) -> None:
    """The same game with the colours renamed, so that they are settled in another order, ends the same."""
    other = dict(zip(COLOURS, names, strict=True))
    one, two = session(), session()
    rng = random.Random(seed)
    start = begin(rng)
    start["options"] |= {"crew": None, "ocean": None}
    command: dict[str, Any] = start
    while one.show()["phase"] != "over":
        assert one.submit(command)["ok"] and two.submit(_renamed(command, other))["ok"]
        legal = one.submit({"do": "legal"})["legal"]
        command = choose(rng, legal) if legal else {}
    mine, theirs = one.show(), two.show()
    assert {key: mine[key] for key in ("points", "hand", "discard", "winners")} == {
        key: theirs[key] for key in ("points", "hand", "discard", "winners")
    }
    for name in mine["players"]:
        for colour in COLOURS:
            assert mine["won"][name][colour] == theirs["won"][name][other[colour]]


def _renamed(command: Command, other: dict[str, str]) -> dict[str, Any]:
    made = dict(command)
    if "colour" in made:
        made["colour"] = other[made["colour"]]
    if "ocean" in made:
        made["ocean"] = {other[colour]: card for colour, card in made["ocean"].items()}
    return made


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_undo_of_any_prefix_is_exact_and_redo_brings_it_again(seed: int) -> None:
    rng = random.Random(seed)
    table = session()
    states = [table.show()]
    command = begin(rng)
    for _ in range(rng.randint(1, 100)):
        if command["do"] not in ("undo", "redo") and table.submit(command)["ok"]:
            states.append(table.show())
        legal = table.submit({"do": "legal"})["legal"]
        if not legal:
            break
        command = choose(rng, legal) if rng.random() > 0.2 else meddling(rng, table.show())
    for state in reversed(states[:-1]):
        assert table.submit({"do": "undo"})["ok"]
        assert table.show() == state
    for state in states[1:]:
        assert table.submit({"do": "redo"})["ok"]
        assert table.show() == state


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_the_log_gives_the_state_and_the_same_commands_give_the_same_bytes(seed: int) -> None:
    _, commands = play(random.Random(seed), most=150)
    one, other, folded = session(), session(), session()
    for command in commands:
        line = json.dumps(command)
        answer = one.answer(line)
        assert answer == other.answer(line)
        told = json.loads(answer)
        folded.recall(json.loads(line), told["events"], told["rulings"])
        assert folded.state == one.state
        assert folded.answer('{"do":"show"}') == one.answer('{"do":"show"}')


@given(seeds, st.integers(0, 60))
@settings(max_examples=50, deadline=None)
def test_a_refused_command_changes_nothing(seed: int, most: int) -> None:
    rng = random.Random(seed)
    table, _ = play(rng, most=most)
    for _ in range(20):
        before, kept = table.state, json.dumps(table.show())
        if not table.submit(meddling(rng, table.show()))["ok"]:
            assert table.state is before
            assert json.dumps(table.show()) == kept


rubbish = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["Ann", "Ben", "red", "blue", "storm", "4/1", 1, 2, 7]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["Ann", "Ben", "red", "blue", "green", "storm"]), inner, max_size=3)
    ),
    max_leaves=12,
)
verbs = st.sampled_from(sorted([*game("elcano").commands(), "start", "correct", "show", "undo", "nonsense"]))
keys = st.sampled_from(
    ["player", "players", "ocean", "storm", "colour", "value", "face_down", "values", "set", "reason", "by",
     "options", "seed", "first"]
)  # fmt: skip


@given(seeds, st.lists(st.builds(lambda do, rest: rest | {"do": do}, verbs, st.dictionaries(keys, rubbish))))
@settings(max_examples=100, deadline=None)
def test_rubbish_never_crashes(seed: int, commands: list[dict[str, Any]]) -> None:
    table, _ = play(random.Random(seed), most=seed % 40)
    for command in commands:
        before = table.state
        answer = table.submit(command)
        assert answer["ok"] or table.state is before
        sound(table.show())
        json.dumps(answer)


wild = st.dictionaries(
    st.sampled_from(["points", "hand", "deck", "discard", "columns", "ocean", "turn", "first", "round"]),
    rubbish,
    min_size=1,
    max_size=3,
)


@given(seeds, st.lists(wild, min_size=1, max_size=8))
@settings(max_examples=80, deadline=None)
def test_wild_corrections_never_crash(seed: int, changes: list[dict[str, Any]]) -> None:
    table, _ = play(random.Random(seed), most=seed % 60)
    for change in changes:
        table.submit({"do": "correct", "set": change, "reason": "because", "by": "Ann"})
        sound(table.show())


wild_options = st.dictionaries(
    st.sampled_from([option.id for option in game("elcano").options()]), rubbish, max_size=4
)


@given(wild_options, st.integers(2, 5))
@settings(max_examples=150, deadline=None)
def test_wild_options_are_refused_or_play(options: dict[str, Any], count: int) -> None:
    table = session()
    players = ["Ann", "Ben", "Cas", "Dot", "Eva"][:count]
    answer = table.submit({"do": "start", "players": players, "options": options})
    assert answer["ok"] or answer["error"]["code"] in ("bad-option", "bad-input")
    for _ in range(3):
        legal = table.submit({"do": "legal"})["legal"]
        assert bool(legal) == (table.show()["phase"] != "not-started")
        if legal:
            assert table.submit(legal[-1])["ok"]
