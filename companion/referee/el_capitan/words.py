"""What the referee says about El Capitan: one plain sentence for each ruling, with what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from companion.referee.game import Ruling

_AWARD = {
    "first-right": "{player} was First and right: {coins}.",
    "second-right": "{player} was Second and right: {coins}.",
    "right": "{player} was right: {coins}.",
    "last-right": "{player} was right, but Last: no coin.",
    "last-wrong-free": "{player} was wrong, and Last: nothing to pay.",
    "faster-right": "{player} was faster and right: {coins}.",
    "slower-right": "{player} was right, but slower: no coin.",
    "slower-wrong": "{player} was slower and wrong: nothing to pay.",
    "slower-takes": "The faster was wrong, so {player} takes {coins}.",
    "shared-right": "{player} was right and shares the place: {coins}.",
    "wrong": "{player} was wrong and pays 1 coin.",
    "wrong-no-coin": "{player} was wrong, but has no coin to pay.",
    "boarding": "{player} called Boarding! first: {coins}.",
    "boarding-paid": "{player} pays 1 coin for the Boarding.",
    "boarding-wrong": "{player} called Boarding! by mistake and pays 1 coin.",
    "boarding-wrong-no-coin": "{player} called Boarding! by mistake, but has no coin to pay.",
    "boarding-void": "The turn is void, its Boarding too: {player} {coins}.",
    "boarding-moved": "An earlier slap or call came in late: {player} {coins}.",
}


@lru_cache(maxsize=1024)
def award(id: str, reason: str, player: str, change: int) -> Ruling:
    """Why a player's coins moved, or did not."""
    coins = "no coin" if change == 0 else f"{change:+d} coin" + ("s" if abs(change) != 1 else "")
    sentence = _AWARD[reason].format(player=player, coins=coins.lstrip("+"))
    return Ruling(id, sentence, {"reason": reason, "player": player, "change": change})


def say(id: str, reason: str, sentence: str, **params: Any) -> Ruling:
    """Any other ruling."""
    return Ruling(id, sentence, {"reason": reason, **params})


def dead_heat(tie: Sequence[str], order: Sequence[str], lots: bool) -> Ruling:
    """Slaps that can't be told apart."""
    drawn = [name for name in order if name in tie]
    words = names(tie)
    if lots:
        return say("G6", "tie-drawn", f"{words} can't be told apart. The lot says: {', '.join(drawn)}.",
                   players=list(tie), order=drawn)  # fmt: skip
    return say("G6", "tie-shared", f"{words} can't be told apart and share their places.", players=list(tie))


def names(players: Sequence[str]) -> str:
    """``Ann, Ben and Cas``."""
    if len(players) < 2:
        return "".join(players)
    return f"{', '.join(players[:-1])} and {players[-1]}"
