"""What the referee says about Elcano: one plain sentence for each ruling, with what it speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.referee.game import Ruling

_ANCHORED = {
    "largest": "{winner} has the largest {colour} sum, {sum}, and wins {points}.",
    "alone": "Only {winner} played {colour} and wins {points}.",
    "next": "The largest {colour} sums are equal; {winner} is next with {sum} and wins {points}.",
    "tie": "{tied} tie for {colour} with {sum}: nobody wins, and all take those cards back.",
    "nobody": "Nobody played {colour}: the card stays.",
    "nothing": "No {colour} card lies there: nobody wins.",
}
_STORM = {
    **_ANCHORED,
    "largest": "{winner} has most cards face down, {sum}, and wins {points} for the storm.",
    "alone": "Only {winner} played face down and wins {points} for the storm.",
    "next": "Most cards face down is a tie; {winner} is next with {sum} and wins {points} for the storm.",
    "tie": "{tied} tie for the storm with {sum}: nobody wins, and all take those cards back.",
    "nobody": "Nobody played face down: the storm card stays.",
}


def anchored(event: Mapping[str, Any]) -> Ruling:
    """Why a colour was won, or why nobody won it."""
    reason, sums = event["reason"], event["sums"]
    most = max(sums.values(), default=0)
    winner = event["winner"]
    total = sums[winner] if winner else most
    tied = [] if winner else [name for name, sum_ in sums.items() if sum_ == most]
    sentences = _STORM if event["colour"] == "storm" else _ANCHORED
    sentence = sentences[reason].format(
        winner=winner, colour=event["colour"], sum=total, points=points(event["points"]), tied=names(tied)
    )
    return say(event["ruling"], reason, sentence, colour=event["colour"], winner=winner, sum=total, tied=tied,
               points=event["points"])  # fmt: skip


def say(id: str, reason: str, sentence: str, **params: Any) -> Ruling:
    """A ruling with what its sentence speaks of."""
    return Ruling(id, sentence, {"reason": reason, **params})


def points(count: int) -> str:
    """``1 point``, ``3 points``."""
    return f"{count} point" + ("" if count == 1 else "s")


def cards(count: int) -> str:
    """``1 card``, ``3 cards``."""
    return f"{count} card" + ("" if count == 1 else "s")


def names(players: Sequence[str]) -> str:
    """``Ann, Ben and Cas``."""
    if len(players) < 2:
        return "".join(players)
    return f"{', '.join(players[:-1])} and {players[-1]}"
