"""The commands of Elcano that would be accepted now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from companion.referee.elcano.ending import countable, waiting
from companion.referee.elcano.faces import Token, a_hand, playable
from companion.referee.elcano.rounds import must_play
from companion.referee.elcano.state import (
    COLOURS,
    FOUR_ONE,
    MOST_PRINTED,
    STORMS,
    State,
    bound,
    two_players,
)
from companion.referee.elcano.values import ocean_fits
from companion.referee.game import Command

EXAMPLES: tuple[int | str, ...] = (2, 3, 4, 5, 6, 7, FOUR_ONE)
"""The ocean cards proposed where the box is not known."""


def legal(state: State) -> list[Command]:
    """Commands that would be accepted now, for every seat; of a free choice (ocean, hand) examples."""
    propose = _MOVES.get(state["phase"])
    return propose(state) if propose else []


def _reveals(state: State) -> list[Command]:
    cards = tuple(_ocean_left(state, colour) for colour in COLOURS)
    return _proposals(cards, _storms_left(state) if state["options"]["storm"] else ())


@lru_cache(maxsize=256)
def _proposals(cards: tuple[tuple[int | str, ...], ...], storms: tuple[int, ...]) -> list[Command]:
    """Commands in which each card that can come is named at least once."""
    moves: list[Command] = []
    for number in range(max(len(storms), *map(len, cards))):
        ocean = {colour: left[number % len(left)] for colour, left in zip(COLOURS, cards, strict=True)}
        move: dict[str, Any] = {"do": "reveal", "ocean": ocean}
        if storms:
            move["storm"] = storms[number % len(storms)]
        moves.append(move)
    return moves


def _ocean_left(state: State, colour: str) -> tuple[int | str, ...]:
    if state["options"]["ocean"] is None:
        return EXAMPLES
    box = tuple(state["options"]["ocean"][colour])
    return _box_left(box, state["charted"][colour], two_players(state))


@lru_cache(maxsize=4096)
def _box_left(box: tuple[int | str, ...], turned: tuple[int | str, ...], duel: bool) -> tuple[int | str, ...]:
    return tuple(card for card in dict.fromkeys(box) if ocean_fits((*turned, card), box, duel))


def _storms_left(state: State) -> tuple[int, ...]:
    turned = state["charted"]["storm"]
    return tuple(value for value in dict.fromkeys(STORMS) if turned.count(value) < STORMS.count(value))


def _turn_moves(state: State) -> list[Command]:
    player = str(state["turn"])
    first = must_play(state, player)
    down = state["options"]["storm"] and not (first and state["options"]["first_card"] == "open")
    crew = state["crew"]
    if crew is None:
        return _turns(player, down, not first)
    known = _plays(player, crew.tokens)
    return [known[token] for token in playable(crew, bound(state, player))] + _others(player, down, not first)


@lru_cache(maxsize=64)
def _plays(player: str, cards: tuple[Token, ...]) -> Mapping[Token, Command]:
    """The command that plays each card."""
    return {
        (colour, value): {"do": "play", "player": player, "colour": colour, "value": value}
        for colour, value in cards
    }


@lru_cache(maxsize=64)
def _others(player: str, down: bool, may_pass: bool) -> list[Command]:
    moves: list[Command] = [{"do": "play", "player": player, "face_down": True}] if down else []
    return [*moves, {"do": "pass", "player": player}] if may_pass else moves


@lru_cache(maxsize=64)
def _turns(player: str, down: bool, may_pass: bool) -> list[Command]:
    """Where the box is not known: every colour with the values up to 7, the same at many turns."""
    cards = tuple((colour, value) for colour in COLOURS for value in range(1, MOST_PRINTED + 1))
    return [*_plays(player, cards).values(), *_others(player, down, may_pass)]


def _hands(state: State) -> list[Command]:
    moves: list[Command] = []
    for name in waiting(state):
        count = countable(state, name)
        if state["crew"] is not None:
            seen = state["discarded"][name]
            if not state["options"]["tie_break_counts_returned"]:
                seen += tuple(card for card in state["returned"][name] if card is not None)
            hands = [a_hand(state["crew"], seen, count)]
        else:
            hands = [[value] * count for value in (7, 6, 5)]
        moves += [{"do": "hand", "player": name, "values": values} for values in hands]
    return moves


_MOVES: Mapping[str, Callable[[State], list[Command]]] = {
    "chart": _reveals,
    "cross": _turn_moves,
    "tie-break": _hands,
}
