"""What holds in every game of El Capitan, however it is played and whoever meddles."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.games import game
from companion.referee.session import Session
from tests.referee.plays import CHEST, begin, meddling, play, session, stamped

seeds = st.integers(0, 2**32)


def sound(state: dict[str, Any]) -> None:
    """All coins are somewhere, nobody has fewer than none, nothing came too often."""
    if state["phase"] == "not-started":
        return
    assert state["chest"] + sum(state["coins"].values()) == CHEST
    assert min(state["coins"].values()) >= 0
    assert len(state["revealed"]) == state["turn"] == state["turns_total"] - state["pile"]
    assert state["pile"] >= 0
    assert max((state["revealed"].count(card) for card in state["revealed"]), default=0) <= 2
    assert len(set(state["ranking"])) == len(state["ranking"])
    assert bool(state["winners"]) == (state["phase"] == "over")


@given(seeds)
@settings(max_examples=80, deadline=None)
def test_coins_are_conserved_and_never_negative(seed: int) -> None:
    rng = random.Random(seed)
    table = session()
    command = begin(rng)
    for _ in range(150):
        table.submit(command)
        sound(table.show())
        legal = table.submit({"do": "legal"})["legal"]
        if not legal:
            break
        fair = rng.random() > 0.2
        command = stamped(rng, rng.choice(legal)) if fair else meddling(rng, table.show())


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_every_legal_command_is_accepted(seed: int) -> None:
    rng = random.Random(seed)
    table, _ = play(rng, most=rng.randint(1, 150))
    for command in table.submit({"do": "legal"})["legal"]:
        answer = table.submit(command)
        assert answer["ok"], (command, answer)
        table.submit({"do": "undo"})


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_a_game_that_is_played_on_ends(seed: int) -> None:
    table, _ = play(random.Random(seed), most=3_000, meddle=0.05)
    assert table.show()["phase"] == "over"
    assert table.submit({"do": "legal"})["legal"] == []


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_undo_of_any_prefix_is_exact_and_redo_brings_it_again(seed: int) -> None:
    rng = random.Random(seed)
    table = session()
    states = [table.show()]
    command = begin(rng)
    for _ in range(rng.randint(1, 120)):
        if command["do"] not in ("undo", "redo") and table.submit(command)["ok"]:
            states.append(table.show())
        legal = table.submit({"do": "legal"})["legal"]
        if not legal:
            break
        fair = rng.random() > 0.2
        command = stamped(rng, rng.choice(legal)) if fair else meddling(rng, table.show())
    for state in reversed(states[:-1]):
        assert table.submit({"do": "undo"})["ok"]
        assert table.show() == state
    assert table.submit({"do": "undo"})["error"]["code"] == "not-allowed"
    for state in states[1:]:
        assert table.submit({"do": "redo"})["ok"]
        assert table.show() == state
    assert table.submit({"do": "redo"})["error"]["code"] == "not-allowed"


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_the_log_gives_the_state_and_the_same_commands_give_the_same_bytes(seed: int) -> None:
    """Recalled events, and the commands decided once more, both give what the table saw."""
    table, commands = play(random.Random(seed), most=150)
    lines = [json.dumps(command) for command in commands]
    one, other, folded = session(), session(), session()
    for line in lines:
        answer = one.answer(line)
        assert answer == other.answer(line)
        told = json.loads(answer)
        folded.recall(json.loads(line), told["events"], told["rulings"])
        assert folded.answer('{"do":"show"}') == one.answer('{"do":"show"}')
    assert one.show() == table.show()


@given(seeds, st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_a_refused_command_changes_nothing(seed: int, most: int) -> None:
    rng = random.Random(seed)
    table, _ = play(rng, most=most)
    for _ in range(20):
        before = table.state
        kept = json.dumps(table.show())
        if not table.submit(meddling(rng, table.show()))["ok"]:
            assert table.state is before
            assert json.dumps(table.show()) == kept


rubbish = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["Ann", "Ben", "parrot", "storm", "coins", "answers", "card", "revealer"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
verbs = st.sampled_from(
    sorted([*game("el-capitan").commands(), "start", "correct", "show", "undo", "nonsense"])
)
keys = st.sampled_from(
    ["player", "players", "t_us", "card", "cards", "right", "set", "reason", "by", "options", "seed", "first"]
)


@given(seeds, st.lists(st.builds(lambda do, rest: rest | {"do": do}, verbs, st.dictionaries(keys, rubbish))))
@settings(max_examples=120, deadline=None)
def test_rubbish_never_crashes(seed: int, commands: list[dict[str, Any]]) -> None:
    table, _ = play(random.Random(seed), most=seed % 40)
    for command in commands:
        before = table.state
        answer = table.submit(command)
        assert answer["ok"] or table.state is before
        sound(table.show())
        json.dumps(answer)


@given(st.binary() | st.text() | rubbish.map(lambda value: json.dumps(value)))
@settings(max_examples=200, deadline=None)
def test_any_line_gets_one_line(line: str | bytes) -> None:
    answer = Session(game("el-capitan")).answer(line)
    assert "\n" not in answer
    assert json.loads(answer)["ok"] is False
    answer.encode()


wild = st.dictionaries(
    st.sampled_from(["coins", "card", "answers", "revealer", "chest"]),
    rubbish | st.dictionaries(st.sampled_from(["Ann", "Ben", "Zoe"]), rubbish, max_size=2),
    max_size=3,
)


@given(seeds, st.lists(wild, min_size=1, max_size=8))
@settings(max_examples=80, deadline=None)
def test_wild_corrections_never_crash(seed: int, changes: list[dict[str, Any]]) -> None:
    table, _ = play(random.Random(seed), most=seed % 60)
    for change in changes:
        table.submit({"do": "correct", "set": change, "reason": "because", "by": "Ann"})
        sound(table.show())
