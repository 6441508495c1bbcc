"""The state of Elcano: one value, copied at each change, never changed in place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypedDict

from companion.referee.elcano.faces import Crew, Token

COLOURS = ("red", "blue", "green")
COLUMNS = (*COLOURS, "storm")
CREW = 15
OPENING_HAND = 5
DRAWN = 2  # cards a player draws after each round
ROUNDS = 6  # 5 + 5 x 2 = 15 cards (ruling E42)
STORMS = (1, 2, 2, 2, 3, 3)
MOST_PRINTED = 7  # the largest value on a crew card, where the box is not enrolled
FOUR_ONE = "4/1"


class State(TypedDict):
    """All there is to know.

    ``crew``: the enrolled faces; None: the box is not known. ``charted``: every ocean and storm card turned
    over, as printed (``"4/1"``); those face up, at their value in this game, are in ``ocean``.
    ``discarded``: the open cards in each discard pile (a card played face down is in ``discard``, the count,
    alone). ``returned``: cards taken back when the round was settled, None for one that lay face down.
    ``anchored``: the last settled round, colour by colour. ``tied`` and ``totals``: who is in the tie-break,
    and what their hands come to.
    """

    phase: str
    players: tuple[str, ...]
    gone: tuple[str, ...]
    options: Mapping[str, Any]
    crew: Crew | None
    seed: int
    round: int
    first: str | None
    turn: str | None
    passed: tuple[str, ...]
    charted: Mapping[str, tuple[int | str, ...]]
    ocean: Mapping[str, tuple[int, ...]]
    columns: Mapping[str, Mapping[str, Any]]
    hand: Mapping[str, int]
    deck: Mapping[str, int]
    discard: Mapping[str, int]
    discarded: Mapping[str, tuple[Token, ...]]
    returned: Mapping[str, tuple[Token | None, ...]]
    points: Mapping[str, int]
    won: Mapping[str, Mapping[str, tuple[int, ...]]]
    anchored: tuple[Mapping[str, Any], ...]
    lost: Mapping[str, tuple[int, ...]]
    tied: tuple[str, ...]
    totals: Mapping[str, int]
    winners: tuple[str, ...]


NO_CARDS: Mapping[str, tuple[int, ...]] = dict.fromkeys(COLUMNS, ())
NO_COLUMNS: Mapping[str, Any] = {**dict.fromkeys(COLOURS, ()), "storm": 0}

NOT_STARTED: State = {
    "phase": "not-started",
    "players": (),
    "gone": (),
    "options": {},
    "crew": None,
    "seed": 0,
    "round": 0,
    "first": None,
    "turn": None,
    "passed": (),
    "charted": NO_CARDS,
    "ocean": NO_CARDS,
    "columns": {},
    "hand": {},
    "deck": {},
    "discard": {},
    "discarded": {},
    "returned": {},
    "points": {},
    "won": {},
    "anchored": (),
    "lost": {},
    "tied": (),
    "totals": {},
    "winners": (),
}


def present(state: State) -> tuple[str, ...]:
    """Who still plays, in seat order."""
    gone = state["gone"]
    return tuple(name for name in state["players"] if name not in gone) if gone else state["players"]


def clockwise(state: State, after: str) -> tuple[str, ...]:
    """Everybody from the left of ``after`` around to ``after`` (ruling E03)."""
    return _around(state["players"], after)


@lru_cache(maxsize=64)
def _around(seats: tuple[str, ...], after: str) -> tuple[str, ...]:
    at = seats.index(after) + 1
    return seats[at:] + seats[:at]


def in_play(state: State) -> tuple[str, ...]:
    """What is bid for: the three colours, and the storm if its deck is in the game (ruling E20)."""
    return COLUMNS if state["options"]["storm"] else COLOURS


def strength(columns: Mapping[str, Any], colour: str) -> int:
    """What a player's column is worth: the sum of its values, or the number of cards face down."""
    return int(columns["storm"]) if colour == "storm" else sum(columns[colour])


def laid(columns: Mapping[str, Any]) -> int:
    """How many cards a player has on the table."""
    return len(columns["red"]) + len(columns["blue"]) + len(columns["green"]) + int(columns["storm"])


def open_cards(columns: Mapping[str, Any]) -> tuple[Token, ...]:
    """The cards a player has face up on the table."""
    cards: list[Token] = []
    for colour in COLOURS:
        if columns[colour]:
            cards += [(colour, value) for value in columns[colour]]
    return tuple(cards)


def bound(state: State, player: str) -> tuple[Token, ...]:
    """The open cards that are surely not in the player's hand: discarded, or on the table."""
    return state["discarded"][player] + open_cards(state["columns"][player])


def two_players(state: State) -> bool:
    """Whether the game began with two: then a 4/1 card is worth 1 (rulings E31, E32)."""
    return len(state["players"]) == 2
