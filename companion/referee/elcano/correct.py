"""The table overrules: a named, logged correction (rulings G3, G5, E44)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.referee.elcano.ending import judge
from companion.referee.elcano.evolve import evolve
from companion.referee.elcano.faces import fits
from companion.referee.elcano.hands import check_value
from companion.referee.elcano.options import is_ocean, is_value
from companion.referee.elcano.refusals import wrong_phase
from companion.referee.elcano.rounds import seek
from companion.referee.elcano.state import (
    CREW,
    State,
    bound,
    clockwise,
    in_play,
    laid,
    present,
    two_players,
)
from companion.referee.elcano.telling import Telling
from companion.referee.elcano.values import check_ocean, check_storm
from companion.referee.game import Command, Refusal
from companion.referee.protocol import short

MOST_POINTS = 999
_PHASES: Mapping[str, tuple[str, ...]] = {
    "points": ("chart", "cross", "tie-break", "over"),
    "hand": ("chart", "cross", "tie-break"),
    "deck": ("chart", "cross", "tie-break"),
    "discard": ("chart", "cross", "tie-break"),
    "columns": ("cross",),
    "ocean": ("chart", "cross"),
    "turn": ("cross",),
    "first": ("chart",),
}
"""What can be set, and when."""


def correct(tell: Telling, command: Command) -> None:
    """Set points, counts of cards, cards on the table, or whose turn it is; fifteen cards stay fifteen."""
    state, change = tell.state, command["set"]
    if not change or any(key not in _PHASES for key in change):
        raise Refusal("bad-input", f"A correction sets one or more of: {', '.join(_PHASES)}.", "G5")
    for key, value in change.items():
        if state["phase"] not in _PHASES[key]:
            raise wrong_phase(state, "G3")
        _CHECKS[key](state, key, value)
    by, reason = command["by"], command["reason"]
    event = {"event": "corrected", "set": dict(change), "reason": reason, "by": by}
    _check_sound(evolve(state, event), change)
    tell.event(event)
    tell.say("G5", "corrected", f"{by} corrects: {reason}.", by=by, why=reason)
    if {"hand", "deck", "discard"} & set(change):
        tell.say("E44", "recounted", "The counts are set; the game still ends after round 6.")
    for player, points in change.get("points", {}).items():
        moved = points - state["points"][player]
        if moved:
            tell.event(
                {"event": "points", "player": player, "change": moved, "reason": "correction", "ruling": "G5"}
            )
    _go_on(tell, change)


def _go_on(tell: Telling, change: Mapping[str, Any]) -> None:
    """What the correction brings in motion: a result judged anew, a turn of somebody without cards."""
    state = tell.state
    if state["phase"] in ("over", "tie-break"):
        judge(tell)
    elif state["phase"] == "cross":
        turn = str(state["turn"])
        if state["hand"][turn] == 0:
            seek(tell, (turn, *clockwise(state, turn)[:-1]))
        elif "turn" in change:
            tell.event({"event": "turn", "player": turn})


def _known(state: State, player: object) -> None:
    if player not in state["players"]:
        raise Refusal("unknown-player", f"Nobody called {short(str(player))} plays.")


def _check_counts(state: State, key: str, value: object) -> None:
    most = MOST_POINTS if key == "points" else CREW
    if not isinstance(value, Mapping):
        raise Refusal("bad-input", f"{key} gives a number by player.", "G5")
    for player, count in value.items():
        _known(state, player)
        if type(count) is not int or not 0 <= count <= most:
            raise Refusal("bad-input", f"{key} is a whole number from 0 to {most}.", "G5")


def _check_columns(state: State, key: str, value: object) -> None:
    if not isinstance(value, Mapping) or not all(isinstance(cards, Mapping) for cards in value.values()):
        raise Refusal("bad-input", "columns gives each player's cards by colour.", "G5")
    for player, columns in value.items():
        _known(state, player)
        for colour, cards in columns.items():
            if colour not in in_play(state):
                raise Refusal("bad-input", f"There is no column {short(str(colour))}.", "G5")
            if colour == "storm":
                if type(cards) is not int or not 0 <= cards <= CREW:
                    raise Refusal("bad-input", "storm is the number of cards face down.", "G5")
            elif not isinstance(cards, list | tuple) or len(cards) > CREW or not all(map(is_value, cards)):
                raise Refusal("bad-input", f"{colour} lists the values of the cards.", "G5")
            else:
                for card in cards:
                    check_value(state, card)


def _check_ocean(state: State, key: str, value: object) -> None:
    if not isinstance(value, Mapping):
        raise Refusal("bad-input", "ocean lists the cards face up by colour.", "G5")
    for colour, cards in value.items():
        if colour not in in_play(state):
            raise Refusal("bad-input", f"There is no deck {short(str(colour))}.", "G5")
        if not isinstance(cards, list | tuple) or not all(map(is_ocean, cards)):
            raise Refusal("bad-input", f"{colour} lists the values of the cards face up.", "G5")
        turned = state["charted"][colour]
        if len(cards) > len(turned):
            sentence = f"Only {len(turned)} {colour} cards have been turned over."
            raise Refusal("impossible", sentence, "E42")
        charted = turned[: len(turned) - len(cards)] + tuple(cards)
        if colour == "storm":
            check_storm(charted)
        elif charted:
            check_ocean(colour, charted, state["options"], two_players(state))


def _check_player(state: State, key: str, value: object) -> None:
    if value not in present(state):
        raise Refusal("unknown-player", f"Nobody called {short(str(value))} plays.")


_CHECKS: Mapping[str, Callable[[State, str, object], None]] = {
    "points": _check_counts,
    "hand": _check_counts,
    "deck": _check_counts,
    "discard": _check_counts,
    "columns": _check_columns,
    "ocean": _check_ocean,
    "turn": _check_player,
    "first": _check_player,
}


def _check_sound(after: State, change: Mapping[str, Any]) -> None:
    """Raises ``Refusal`` for a state that can't lie on the table."""
    for player in after["players"]:
        columns = after["columns"][player]
        held = (after["hand"][player], after["deck"][player], after["discard"][player])
        if min(held) < 0 or sum(held) + laid(columns) != CREW:
            sentence = f"{player}'s hand, deck, discard pile and columns must come to {CREW} cards."
            raise Refusal("impossible", sentence, "E44")
        if after["crew"] is not None and not fits(after["crew"], bound(after, player)):
            raise Refusal("impossible", f"{player} can't have all these cards at once.", "E27")
    if "turn" in change and after["hand"][change["turn"]] == 0:
        raise Refusal("impossible", f"{change['turn']} has no card to play.", "E09")
