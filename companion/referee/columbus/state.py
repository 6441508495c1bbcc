"""The state of Columbus: one value, copied at each change, never changed in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from companion.referee.columbus.chart import Chart
from companion.referee.columbus.tiles import COUNTS, TOTAL


class Ship(NamedTuple):
    """One captain's ship. ``at_sea``: it has left the European ports once (ruling K60); ``missed``: turns
    missed in a row by being blocked; ``turns``: turns ended; ``place``: its place in the finishing order."""

    space: str | None = None
    home: str | None = None
    at_sea: bool = False
    landed: bool = False
    missed: int = 0
    turns: int = 0
    place: int | None = None


class State(TypedDict):
    """All there is to know. ``chart``: None when the game runs on declared moves (ruling K02);
    ``placed``: tiles that count this turn; ``begun``: something was done this turn; ``passed``: blocked was
    announced; ``cannot``: no more can be placed (K17); ``marks``: the illustration of the lowest tile of a
    space; ``used``: tiles of each kind on the board or out of play; ``box``: those out of play;
    ``lately``: the first landing was in this turn (K73); ``idle``: turns since a ship last moved (K91)."""

    phase: str
    players: tuple[str, ...]
    gone: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    chart: Chart | None
    turn: str | None
    first: str | None
    placed: int
    begun: bool
    sailed: bool
    passed: bool
    cannot: bool
    ships: Mapping[str, Ship]
    tiles: Mapping[str, tuple[str, ...]]
    marks: Mapping[str, str]
    used: Mapping[str, int]
    box: Mapping[str, int]
    rack: Mapping[str, int]
    stock: int
    after_landing: bool
    lately: bool
    idle: int
    finish: tuple[str, ...]
    winners: tuple[str, ...]


NOT_STARTED: State = {
    "phase": "not-started",
    "players": (),
    "gone": (),
    "options": {},
    "seed": 0,
    "chart": None,
    "turn": None,
    "first": None,
    "placed": 0,
    "begun": False,
    "sailed": False,
    "passed": False,
    "cannot": False,
    "ships": {},
    "tiles": {},
    "marks": {},
    "used": dict.fromkeys(COUNTS, 0),
    "box": {"hurricane": 0, "joker": 0},
    "rack": {},
    "stock": TOTAL,
    "after_landing": False,
    "lately": False,
    "idle": 0,
    "finish": (),
    "winners": (),
}


def present(state: State) -> tuple[str, ...]:
    """Who has not left the game, in seat order."""
    gone = state["gone"]
    return tuple(name for name in state["players"] if name not in gone) if gone else state["players"]


def racing(state: State) -> list[str]:
    """Who still races, in seat order: neither finished (ruling K56) nor gone."""
    return [name for name in present(state) if state["ships"][name].place is None]


def next_player(state: State, after: str) -> str | None:
    """The next captain clockwise who still races; None when nobody does."""
    seats = state["players"]
    at = seats.index(after)
    still = racing(state)
    return next((name for name in seats[at + 1 :] + seats[: at + 1] if name in still), None)


def at(state: State, space: str) -> str | None:
    """Whose ship lies in the space, if any."""
    return next((name for name, ship in state["ships"].items() if ship.space == space), None)


def playable(state: State, player: str) -> int:
    """How many tiles a captain can play: those marking missed turns lie face down (ruling K85)."""
    return max(0, state["rack"][player] - state["ships"][player].missed)


def changed(state: State) -> bool:
    """Whether the rules that the first landing brings hold now (ruling K73)."""
    return state["after_landing"] and (not state["lately"] or state["options"]["lander_places_on"])


def free_order(state: State) -> bool:
    """Whether tiles may come after sailing too, and sailing need not wait for them (rulings K65, K75)."""
    return changed(state) or state["options"]["order_of_turn"] == "free"


def required(state: State) -> tuple[int, int]:
    """The fewest and the most tiles of a turn (rulings K15, K16, K73, K74)."""
    if changed(state):
        return state["options"]["fewest_after_landing"], 3
    most = 2 if len(present(state)) >= 5 else 3
    return (most if state["options"]["tiles_a_turn"] == "exactly" else 0), most


def allowed(state: State) -> tuple[int, int]:
    """The same for the captain whose turn it is, with the tiles there are (rulings K17, K18)."""
    player = state["turn"]
    if player is None or state["phase"] != "play":
        return 0, 0
    fewest, most = required(state)
    placed = state["placed"]
    most = max(placed, min(most, placed + playable(state, player)))
    if state["ships"][player].place is not None:
        fewest = 0
    elif state["cannot"]:
        fewest = min(fewest, placed)
    return min(fewest, most), most
