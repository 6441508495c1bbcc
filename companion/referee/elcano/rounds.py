"""How a round goes on and ends: whose turn it is, who wins each colour, what is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.referee.elcano import words
from companion.referee.elcano.ending import finish
from companion.referee.elcano.state import (
    DRAWN,
    ROUNDS,
    State,
    clockwise,
    in_play,
    laid,
    present,
    strength,
)
from companion.referee.elcano.telling import Telling


def must_play(state: State, player: str) -> bool:
    """Whether this is the start player who has not played a card yet (ruling E07)."""
    return player == state["first"] and laid(state["columns"][player]) == 0


def seek(tell: Telling, order: Sequence[str]) -> None:
    """The turn of the first in ``order`` who can play; when nobody can, the ships anchor (E09, E11)."""
    passed, hand = tell.state["passed"], tell.state["hand"]
    for name in order:
        if name in passed:
            continue
        if hand[name] > 0:
            tell.event({"event": "turn", "player": name})
            return
        tell.event({"event": "passed", "player": name, "reason": "empty-hand"})
        tell.say("E09", "empty-hand", f"{name} has no card left and passes.", player=name)
    anchor(tell)


def go_on(tell: Telling, after: str) -> None:
    """The next player's turn, or the end of the round."""
    seek(tell, clockwise(tell.state, after))


class Verdict(NamedTuple):
    """How a colour came out; ``sums`` holds those who played it."""

    colour: str
    winner: str | None
    reason: str
    ruling: str
    sums: Mapping[str, int]


def verdict(state: State, colour: str) -> Verdict:
    """Who wins a colour now, and by which ruling; a column needs at least one card (ruling E22)."""
    sums = {
        name: strength(mine, colour) for name in state["players"] if (mine := state["columns"][name])[colour]
    }
    storm = colour == "storm"
    if not sums:
        return Verdict(colour, None, "nobody", "E36" if storm else "E21", sums)
    if not state["ocean"][colour]:
        return Verdict(colour, None, "nothing", "E21", sums)
    if len(sums) == 1:
        return Verdict(colour, next(iter(sums)), "alone", "E23", sums)
    best = _who_has(sums, max(sums.values()))
    if len(best) == 1:
        return Verdict(colour, best[0], "largest", "E28", sums)
    if state["options"]["tied_sum"] == "next":
        for sum_ in sorted(set(sums.values()), reverse=True):
            best = _who_has(sums, sum_)
            if len(best) == 1:
                return Verdict(colour, best[0], "next", "E24", sums)
    return Verdict(colour, None, "tie", "E36" if storm else "E24", sums)


def _who_has(sums: Mapping[str, int], sum_: int) -> list[str]:
    return [name for name, its in sums.items() if its == sum_]


def anchor(tell: Telling) -> None:
    """All have passed: every colour is won or stays, one after the other; then the next round, or the end.

    The verdicts rest on what was played, so their order changes nothing (ruling E20).
    """
    state = tell.state
    verdicts = [verdict(state, colour) for colour in in_play(state)]
    champions = {one.winner for one in verdicts}
    whole = state["options"]["winner_discards"] == "all"
    for one in verdicts:
        cards = state["ocean"][one.colour]
        discards = [name for name in one.sums if name == one.winner or (whole and name in champions)]
        event: dict[str, Any] = {
            "event": "anchored",
            "round": state["round"],
            "colour": one.colour,
            "winner": one.winner,
            "points": sum(cards) if one.winner else 0,
            "cards": list(cards),
            "sums": dict(one.sums),
            "discards": discards,
            "reason": one.reason,
            "ruling": one.ruling,
        }
        tell.event(event)
        tell.ruling(words.anchored(event))
        if one.winner is not None:
            _award(tell, one, cards)
    if state["round"] == ROUNDS:
        finish(tell)
    else:
        _next_round(tell)


def _award(tell: Telling, one: Verdict, cards: Sequence[int]) -> None:
    """The points, and a word on cards that had stayed from earlier rounds."""
    winner, colour = one.winner, one.colour
    event = {"event": "points", "player": winner, "change": sum(cards), "reason": "won", "colour": colour}
    tell.event({**event, "ruling": one.ruling})
    if len(cards) > 1:
        sentence = f"{winner} takes all {len(cards)} {colour} cards face up."
        tell.say("E26", "carried", sentence, player=winner, colour=colour, count=len(cards))


def _next_round(tell: Telling) -> None:
    """Phases D and E: two cards each, and the Pigafetta card goes to the left."""
    state = tell.state
    cards = {name: min(DRAWN, state["deck"][name]) for name in present(state)}
    tell.event({"event": "drawn", "cards": cards})
    assert state["first"] is not None
    pass_marker(tell)
    number = state["round"] + 1
    tell.event({"event": "round", "round": number})
    first = tell.state["first"]
    tell.say(
        "E03",
        "next-round",
        f"Draw two cards each. Round {number}: {first} has the Pigafetta card.",
        round=number,
        player=first,
    )


def pass_marker(tell: Telling) -> None:
    """The Pigafetta card goes to the next on the left who still plays (ruling E03)."""
    state = tell.state
    assert state["first"] is not None
    player = next(name for name in clockwise(state, state["first"]) if name not in state["gone"])
    tell.event({"event": "first_player", "player": player})
