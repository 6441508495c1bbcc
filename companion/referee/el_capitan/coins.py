"""Who gets which coins when a turn is settled, and by which ruling."""

from __future__ import annotations

from typing import NamedTuple

from companion.referee.el_capitan.state import State


class Award(NamedTuple):
    """One player's result of a turn. ``change`` 0 is told too: nothing is also a ruling."""

    player: str
    change: int
    reason: str
    ruling: str


REWARDS = {2: [2, 0], 3: [3, 2, 0], 4: [3, 2, 1, 0], 5: [3, 2, 1, 1, 0], 6: [3, 2, 1, 1, 1, 0]}
"""What each place is worth to a right answer, by the number of players (rulings C22, C24, C29)."""


def awards(state: State) -> list[Award]:
    """Everybody's coins for this turn, in rank order."""
    worth = _worth(state)
    judge = _two if state["size"] == 2 else _many
    return [judge(state, place, name, worth[place]) for place, name in enumerate(state["order"])]


def _worth(state: State) -> list[int]:
    """Each ranked player's reward if right; a shared dead heat splits its places' coins (ruling G6)."""
    order = state["order"]
    size = state["size"]
    table = REWARDS[size] if size > 2 else [state["options"]["two_player_reward"], 0]
    worth = [*table[: len(order) - 1], table[-1]]  # somebody may have left: Last is still Last
    if state["options"]["tie"] == "share":
        for tie in state["ties"]:
            places = [place for place, name in enumerate(order) if name in tie]
            share = sum(worth[place] for place in places) // len(places)
            for place in places:
                worth[place] = share
    return worth


def _shared(state: State, name: str) -> bool:
    return state["options"]["tie"] == "share" and any(name in tie for tie in state["ties"])


def _wrong(state: State, name: str, ruling: str) -> Award:
    if state["coins"][name] == 0:
        return Award(name, 0, "wrong-no-coin", "C28")
    return Award(name, -1, "wrong", ruling)


def _many(state: State, place: int, name: str, worth: int) -> Award:
    last = place == len(state["order"]) - 1
    if not state["answers"].get(name, False):
        if last and state["options"]["last_wrong"] == "nothing":
            return Award(name, 0, "last-wrong-free", "C27")
        return _wrong(state, name, "C26" if place == 0 else "C27" if last else "C24")
    if state["ties"] and _shared(state, name):
        return Award(name, worth, "shared-right", "G6")
    ruling = "C22" if state["size"] == 3 else "C24"
    if state["options"]["first_wrong"] == "moves-up":
        moved = _right(state).index(name)
        if moved < place and not last:
            place, worth, ruling = moved, (3, 2, 1)[min(moved, 2)], "C26"
    if last or (place > 1 and state["options"]["last_is"] == "of-right" and name == _right(state)[-1]):
        return Award(name, 0, "last-right", "C25")
    reason = ("first-right", "second-right")[place] if place < 2 else "right"
    return Award(name, worth, reason, ruling)


def _right(state: State) -> list[str]:
    return [name for name in state["order"] if state["answers"].get(name, False)]


def _two(state: State, place: int, name: str, worth: int) -> Award:
    right = state["answers"].get(name, False)
    if state["ties"] and _shared(state, name):
        return Award(name, worth, "shared-right", "G6") if right else _wrong(state, name, "C30")
    if place == 0:
        return Award(name, worth, "faster-right", "C29") if right else _wrong(state, name, "C30")
    if not right:
        if state["options"]["two_player_slower_wrong"] == "pays":
            return _wrong(state, name, "C31")
        return Award(name, 0, "slower-wrong", "C31")
    faster_wrong = not state["answers"].get(state["order"][0], False)
    if faster_wrong and state["options"]["two_player_slower_right"] == "takes":
        return Award(name, state["options"]["two_player_reward"], "slower-takes", "C32")
    return Award(name, 0, "slower-right", "C32" if faster_wrong else "C29")
