"""The table overrules: a named, logged correction (rulings G3, G5, C34)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.el_capitan import words
from companion.referee.el_capitan.cards import check_card
from companion.referee.el_capitan.state import SPECIALS, State, present
from companion.referee.el_capitan.turns import Telling, board, winners
from companion.referee.fields import name
from companion.referee.game import Command, Refusal
from companion.referee.protocol import short

CAN = ("coins", "card", "answers", "revealer")


def correct(tell: Telling, command: Command) -> None:
    """Set coins (they move against the chest), the picture just revealed, an answer, or whose turn it is."""
    change: Mapping[str, Any] = command["set"]
    if not change or any(key not in CAN for key in change):
        raise Refusal("bad-input", f"A correction sets one or more of: {', '.join(CAN)}.", "G5")
    state = tell.state
    _check_coins(state, change.get("coins", {}))
    if "card" in change:
        _check_card(state, change["card"])
    if "answers" in change:
        _check_answers(state, change["answers"])
    if "revealer" in change:
        _check_revealer(state, change["revealer"])
    by, reason = command["by"], command["reason"]
    tell.event({"event": "corrected", "set": dict(change), "reason": reason, "by": by})
    tell.ruling(words.say("G5", "corrected", f"{by} corrects: {reason}.", by=by, why=reason))
    for player, coins in change.get("coins", {}).items():
        moved = coins - state["coins"][player]
        if moved:
            tell.event(
                {"event": "coins", "player": player, "change": moved, "reason": "correction", "ruling": "G5"}
            )
    if "card" in change:
        board(tell)
    if state["phase"] == "over" and "coins" in change:
        tell.event({"event": "over", "winners": winners(tell.state)})


def _check_coins(state: State, coins: object) -> None:
    if not isinstance(coins, Mapping):
        raise Refusal("bad-input", "coins gives each player's number of coins by name.", "C34")
    for player, value in coins.items():
        if player not in state["players"]:
            raise Refusal("unknown-player", f"Nobody called {short(str(player))} plays.")
        if type(value) is not int or value < 0:
            raise Refusal("bad-input", "Coins are a whole number, 0 or more.", "C34")
    change = sum(value - state["coins"][player] for player, value in coins.items())
    if change > 0 and change > state["chest"]:
        raise Refusal("impossible", f"The chest holds only {max(0, state['chest'])} coins.", "C34")


def _check_card(state: State, card: object) -> None:
    if state["phase"] not in ("race", "answers"):
        raise Refusal("wrong-phase", "There is no picture to correct now.", "G3")
    problem = name(card)
    if problem is not None or not isinstance(card, str):
        raise Refusal("bad-input", f"card {problem}.")
    if card in SPECIALS:
        raise Refusal(
            "not-allowed", "A special card begins another kind of turn: undo the reveal instead.", "G3"
        )
    check_card(state["revealed"][:-1], card, state["options"])


def _check_answers(state: State, answers: object) -> None:
    if state["phase"] != "answers":
        raise Refusal("wrong-phase", "There is no answer to correct now: undo the turn first.", "G3")
    if not isinstance(answers, Mapping) or not all(isinstance(right, bool) for right in answers.values()):
        raise Refusal("bad-input", "answers gives true or false by name.")
    for player in answers:
        if player not in state["answers"]:
            raise Refusal("not-allowed", f"{short(str(player))} has given no answer yet.", "G3")


def _check_revealer(state: State, revealer: object) -> None:
    if state["phase"] != "turn":
        raise Refusal("wrong-phase", "Whose turn it is can be set before the card is turned over.", "G3")
    if revealer not in present(state):
        raise Refusal("unknown-player", f"Nobody called {short(str(revealer))} plays.")
