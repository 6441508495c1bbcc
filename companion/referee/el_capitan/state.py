"""The state of El Capitan: one value, copied at each change, never changed in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

SPECIALS = ("storm", "spyglass", "black-flag")
PICTURES = 12
COPIES = 2
DRAWN = 13  # picture cards in the pile of the full game
CHEST = 130
BOARDING_US = 1_500_000  # a call is welcome at least this long after the reveal (ruling C56)


class Stamp(NamedTuple):
    """When somebody slapped or called, on which clock, true within ``bound_us``."""

    t_us: int
    clock: str
    bound_us: int


class State(TypedDict):
    """All there is to know. ``racers``: who races this turn; ``size``: n at its start (ruling C66);
    ``said``: the pictures turned over as answers; ``boarding``: coins moved by this turn's calls."""

    phase: str
    players: tuple[str, ...]
    gone: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    turn: int
    revealer: str | None
    card: str | None
    shown_us: int | None
    shown_bound_us: int
    revealed: tuple[str, ...]
    coins: Mapping[str, int]
    chest: int
    size: int
    racers: tuple[str, ...]
    slaps: Mapping[str, Stamp]
    closed: bool
    order: tuple[str, ...]
    ties: tuple[tuple[str, ...], ...]
    answers: Mapping[str, bool]
    said: Mapping[str, str]
    calls: Mapping[str, Stamp]
    boarding: Mapping[str, int]
    moved: tuple[Mapping[str, Any], ...]
    firsts: Mapping[str, int]
    last_turn: Mapping[str, Any] | None
    winners: tuple[str, ...]


NOT_STARTED: State = {
    "phase": "not-started",
    "players": (),
    "gone": (),
    "options": {},
    "seed": 0,
    "turn": 0,
    "revealer": None,
    "card": None,
    "shown_us": None,
    "shown_bound_us": 0,
    "revealed": (),
    "coins": {},
    "chest": CHEST,
    "size": 0,
    "racers": (),
    "slaps": {},
    "closed": False,
    "order": (),
    "ties": (),
    "answers": {},
    "said": {},
    "calls": {},
    "boarding": {},
    "moved": (),
    "firsts": {},
    "last_turn": None,
    "winners": (),
}


def pile_size(options: Mapping[str, Any]) -> int:
    """How many cards the draw pile has at the start: 16, or fewer for Cabin Boys (ruling C52)."""
    pictures = options["cabin_boys"]
    if pictures is None:
        return DRAWN + len(SPECIALS)
    return len(pictures) * int(options["cabin_boys_copies"]) + len(SPECIALS)


def present(state: State) -> tuple[str, ...]:
    """Who still plays, in seat order."""
    gone = state["gone"]
    return tuple(name for name in state["players"] if name not in gone) if gone else state["players"]


def at_turn(state: State) -> tuple[str, ...]:
    """Who played when this turn's card was turned over: they owe and gain in it even if they leave."""
    gone_before = state["gone"][: len(state["players"]) - state["size"]]
    return tuple(name for name in state["players"] if name not in gone_before)


def next_player(state: State, after: str) -> str:
    """The player on the left of ``after`` who still plays."""
    seats = state["players"]
    at = seats.index(after) + 1
    around = seats[at:] + seats[:at]
    gone = state["gone"]
    return next(name for name in around if name not in gone) if gone else around[0]


def seen_before(state: State) -> bool:
    """Whether the picture on the pile was already revealed in an earlier turn (ruling C40)."""
    card, revealed = state["card"], state["revealed"]
    if card in SPECIALS or revealed.count(str(card)) < 2:
        return False
    if state["options"]["storm_clears"] and "storm" in revealed:
        return revealed[revealed.index("storm") :].count(str(card)) > 1
    return True


def missing(state: State) -> Sequence[str]:
    """Who has not slapped yet."""
    slaps = state["slaps"]
    return [name for name in state["racers"] if name not in slaps]


def layout_size(state: State) -> int:
    """How many cards lie in front of each player."""
    pictures = state["options"]["cabin_boys"]
    return PICTURES if pictures is None else len(pictures)
