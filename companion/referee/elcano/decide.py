"""What each command of Elcano brings about, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.referee.chance import draw
from companion.referee.elcano import words
from companion.referee.elcano.correct import correct
from companion.referee.elcano.ending import countable, judge, resolve, waiting
from companion.referee.elcano.faces import hand_fits
from companion.referee.elcano.hands import check_card, check_value
from companion.referee.elcano.options import chosen
from companion.referee.elcano.refusals import NOW, player_of, wrong_phase
from companion.referee.elcano.rounds import go_on, must_play, pass_marker, seek
from companion.referee.elcano.state import COLOURS, FOUR_ONE, State, clockwise, present, two_players
from companion.referee.elcano.telling import Telling
from companion.referee.elcano.values import check_ocean, check_storm
from companion.referee.game import Command, Decision, Refusal
from companion.referee.protocol import short


def decide(state: State, command: Command) -> Decision:
    """What the command brings about. Raises ``Refusal``."""
    verb = command["do"]
    if verb == "start":
        return _start(state, command)
    if state["phase"] == "not-started":
        raise Refusal("not-started", NOW["not-started"])
    if state["phase"] == "over" and verb != "correct":
        raise Refusal("game-over", NOW["over"])
    tell = Telling(state)
    _COMMANDS[verb](tell, command)
    return tell.decision()


def _start(state: State, command: Command) -> Decision:
    if state["phase"] not in ("not-started", "over"):
        raise Refusal("already-done", "The game has already begun.")
    players: list[str] = command["players"]
    if not 2 <= len(players) <= 5:
        raise Refusal("bad-input", "Elcano is for 2 to 5 players.", "E01")
    if len(set(players)) < len(players):
        raise Refusal("bad-input", "Two players have the same name.")
    seed = command.get("seed", 0)
    drawn = "first" not in command
    first = players[draw(seed, "first player", *players, among=len(players))] if drawn else command["first"]
    if first not in players:
        raise Refusal("unknown-player", f"Nobody called {short(first)} plays.", "E02")
    options = chosen(command.get("options") or {}, len(players))
    tell = Telling(state)
    tell.event(
        {"event": "started", "players": list(players), "first": first, "options": options, "seed": seed}
    )
    how = "The lot falls on" if drawn else "The table chose"
    sentence = f"{how} {first}, who takes the Pigafetta card."
    tell.say("E02", "drawn" if drawn else "chosen", sentence, player=first)
    if options["storm"]:
        sentence = "The storm cards are played for: one is turned over each round."
        tell.say("E35", "storm", sentence)
    return tell.decision()


def _reveal(tell: Telling, command: Command) -> None:
    state = tell.state
    if state["phase"] != "chart":
        raise wrong_phase(state)
    ocean: dict[str, Any] = {colour: command["ocean"][colour] for colour in COLOURS}
    storm = state["options"]["storm"]
    if storm and "storm" not in command:
        raise Refusal("bad-input", "A storm card is turned over too: name its value.", "E35")
    if not storm and "storm" in command:
        rule = "E33" if len(state["players"]) < 4 else "E34"
        raise Refusal("not-allowed", "There is no storm deck in this game.", rule)
    for colour, card in ocean.items():
        check_ocean(colour, (*state["charted"][colour], card), state["options"], two_players(state))
    event: dict[str, Any] = {"event": "revealed", "round": state["round"], "ocean": ocean}
    if storm:
        check_storm((*state["charted"]["storm"], command["storm"]))
        event["storm"] = command["storm"]
    tell.event(event)
    if FOUR_ONE in ocean.values():
        if two_players(state):
            tell.say("E31", "four-one", "With two players the 4/1 card is worth 1: turn it around.")
        else:
            tell.say("E32", "four-one", "The 4/1 card is worth 4.")
    first = str(state["first"])
    seek(tell, (first, *clockwise(state, first)[:-1]))


def _play(tell: Telling, command: Command) -> None:
    state = tell.state
    player = player_of(state, command)
    face_down = command.get("face_down", False)
    colour, value = command.get("colour"), command.get("value")
    if (colour is None) != (value is None) or (value is None) != face_down:
        raise Refusal("bad-input", "A card is played with colour and value, or face_down.")
    _my_turn(state, player, "G2")
    if colour is None or value is None:
        _check_face_down(state, player)
        tell.event({"event": "played", "player": player, "face_down": True})
    else:
        check_card(state, player, colour, value)
        tell.event({"event": "played", "player": player, "colour": colour, "value": value})
    if len(state["passed"]) == len(state["players"]) - 1 and state["options"]["last_player"] == "one":
        tell.event({"event": "passed", "player": player, "reason": "last-player"})
        tell.say("E12", "last-player", f"All others have passed: {player} plays no more.", player=player)
    go_on(tell, player)


def _my_turn(state: State, player: str, rule: str) -> None:
    """Raises ``Refusal`` unless the player may act now (rulings G2, E11, E13)."""
    if state["phase"] != "cross":
        raise wrong_phase(state)
    if player in state["passed"]:
        raise Refusal("not-allowed", f"{player} has passed and waits for the next round.", "E11")
    if player != state["turn"]:
        raise Refusal("out-of-turn", f"It is {state['turn']}'s turn.", rule)


def _check_face_down(state: State, player: str) -> None:
    if not state["options"]["storm"]:
        rule = "E33" if len(state["players"]) < 4 else "E34"
        raise Refusal("not-allowed", "Cards lie face down only where the storm cards are played for.", rule)
    if state["options"]["first_card"] == "open" and must_play(state, player):
        raise Refusal("not-allowed", f"{player} begins and must play an open card first.", "E08")


def _pass(tell: Telling, command: Command) -> None:
    state = tell.state
    player = player_of(state, command)
    if player in state["passed"] and state["phase"] == "cross":
        raise Refusal("already-done", f"{player} has already passed.", "E11")
    _my_turn(state, player, "E13")
    if must_play(state, player):
        raise Refusal("not-allowed", f"{player} begins the round and must play a card first.", "E07")
    tell.event({"event": "passed", "player": player, "reason": "said"})
    tell.say("E11", "passed", f"{player} passes for this round.", player=player)
    go_on(tell, player)


def _hand(tell: Telling, command: Command) -> None:
    state = tell.state
    player = player_of(state, command)
    if state["phase"] != "tie-break":
        raise wrong_phase(state, "E46")
    if player not in state["tied"]:
        raise Refusal("not-allowed", f"{player} is not in the tie.", "E46")
    if player in state["totals"]:
        raise Refusal("already-done", f"{player}'s hand is already counted; undo to change it.", "G3")
    values: list[int] = command["values"]
    count = countable(state, player)
    if len(values) != count:
        kind = (
            "" if state["options"]["tie_break_counts_returned"] else " that was not played in the last round"
        )
        sentence = f"{player} counts {words.cards(count)}{kind}, not {len(values)}."
        raise Refusal("impossible", sentence, "E48")
    _check_values(state, player, values)
    best = state["options"]["tie_break"] == "best-card"
    total = max(values) if best else sum(values)
    tell.event({"event": "counted", "player": player, "total": total})
    what = "best card is" if best else "hand comes to"
    tell.say("E47" if best else "E46", "counted", f"{player}'s {what} {total}.", player=player, total=total)
    if not waiting(tell.state):
        resolve(tell)


def _check_values(state: State, player: str, values: list[int]) -> None:
    for value in values:
        check_value(state, value)
    if state["crew"] is not None:
        seen = state["discarded"][player]
        if not state["options"]["tie_break_counts_returned"]:
            seen += tuple(card for card in state["returned"][player] if card is not None)
        if not hand_fits(state["crew"], seen, values):
            sentence = f"{player} can't hold these cards: check them against the discard pile."
            raise Refusal("impossible", sentence, "E46")


def _leave(tell: Telling, command: Command) -> None:
    """A player goes: auto-pass from now on, played cards stay and are settled (ruling G1)."""
    state = tell.state
    player = player_of(state, command)
    tell.event({"event": "left", "player": player})
    sentence = f"{player} leaves and passes from now on; cards already played are settled as usual."
    tell.say("G1", "left", sentence, player=player)
    if len(present(tell.state)) < 2 or state["phase"] == "tie-break":
        judge(tell)
        return
    if player == state["first"] and (state["phase"] == "chart" or must_play(state, player)):
        pass_marker(tell)
    if state["phase"] == "cross" and player not in state["passed"]:
        tell.event({"event": "passed", "player": player, "reason": "left"})
        if player == state["turn"]:
            go_on(tell, player)


_COMMANDS: Mapping[str, Callable[[Telling, Command], None]] = {
    "reveal": _reveal,
    "play": _play,
    "pass": _pass,
    "hand": _hand,
    "leave": _leave,
    "correct": correct,
}
