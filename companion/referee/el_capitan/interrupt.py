"""What interrupts a game: a player leaves, a turn is void."""

from __future__ import annotations

from companion.referee.chance import draw
from companion.referee.el_capitan import words
from companion.referee.el_capitan.refusals import player_of, wrong_phase
from companion.referee.el_capitan.state import State, missing, next_player, pile_size, present
from companion.referee.el_capitan.turns import Telling, go_on, rank_race, settle, settle_calls
from companion.referee.game import Command, Ruling


def leave(tell: Telling, command: Command) -> None:
    """A player goes; the others play on without them, and the coins stay as they are (rulings G1, C66)."""
    state = tell.state
    player = player_of(state, command)
    tell.event({"event": "left", "player": player})
    sentence = f"{player} leaves and is no longer ranked; the coins stay as they are."
    tell.ruling(words.say("G1", "left", sentence, player=player))
    now = tell.state
    if len(present(now)) == 2:
        sentence = "Two are left: from the next card on the rule for two players holds."
        tell.ruling(words.say("C66", "two-left", sentence))
    if len(present(now)) < 2 or (state["phase"] in ("turn", "black-flag") and player == state["revealer"]):
        go_on(tell)
    elif state["phase"] == "memorise" and state["card"] is None and player == state["revealer"]:
        tell.event(
            {
                "event": "corrected",
                "set": {"revealer": next_player(now, player)},
                "reason": "left",
                "by": "referee",
            }
        )
    elif state["phase"] == "race" and not missing(now):
        rank_race(tell)
    elif state["phase"] == "answers" and len(now["answers"]) == len(now["racers"]):
        settle(tell)


def void(tell: Telling, command: Command) -> None:
    """A turn that went wrong: misdealt, or two cards turned over (ruling C64)."""
    state = tell.state
    if state["phase"] not in ("race", "answers"):
        raise wrong_phase(state, "C64")
    visible = command.get("visible", True)
    settle_calls(tell, {}, "boarding-void", "C64")
    tell.event({"event": "voided", "visible": visible})
    left = pile_size(state["options"]) - state["turn"]
    if visible:
        sentence = f"The turn is void; {state['card']} counts as revealed."
        tell.ruling(words.say("C64", "void", sentence, card=state["card"]))
    else:
        tell.ruling(_back(state, "The turn is void. Put the card back", left + 1))
    if command.get("second", False) and left:
        tell.ruling(_back(state, "Put the second card back", left))
    if visible:
        go_on(tell)


def _back(state: State, sentence: str, places: int) -> Ruling:
    """A card that goes back into the pile at a drawn place (ruling C64)."""
    place = 1 + draw(state["seed"], state["turn"], "void", sentence, among=places)
    return words.say("C64", "void-back", f"{sentence} as number {place} from the top.", place=place)
