"""What interrupts a voyage: a captain leaves (ruling G1)."""

from __future__ import annotations

from companion.referee.columbus.refusals import known_player
from companion.referee.columbus.state import next_player
from companion.referee.columbus.telling import Telling
from companion.referee.columbus.turns import begin_turn, choose_on, finish_race
from companion.referee.game import Command


def leave(tell: Telling, command: Command) -> None:
    """A captain goes; the ship stays as an obstacle, its turns are skipped."""
    state = tell.state
    player = known_player(state, command["player"])
    tell.event({"event": "left", "player": player})
    sentence = f"{player} leaves; the ship stays where it lies, as an obstacle."
    tell.say("G1", "left", sentence, player=player)
    finish_race(tell)
    if tell.state["phase"] == "over" or state["turn"] != player:
        return
    if state["phase"] == "ports":
        choose_on(tell, player)
    else:
        follower = next_player(tell.state, player)
        assert follower is not None
        begin_turn(tell, follower)
