"""What each command of El Capitan brings about, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.referee.el_capitan import words
from companion.referee.el_capitan.boarding import deadline_us, valid_calls
from companion.referee.el_capitan.cards import check_answer, check_card
from companion.referee.el_capitan.correct import correct
from companion.referee.el_capitan.interrupt import leave, void
from companion.referee.el_capitan.options import chosen
from companion.referee.el_capitan.reaction import check_not_early
from companion.referee.el_capitan.refusals import NOW, player_of, wrong_phase
from companion.referee.el_capitan.state import (
    COPIES,
    State,
    layout_size,
    missing,
    pile_size,
    seen_before,
)
from companion.referee.el_capitan.turns import Telling, board, go_on, rank_race, settle
from companion.referee.game import Command, Decision, Refusal


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
    if not 2 <= len(players) <= 6:
        raise Refusal("bad-input", "El Capitan is for 2 to 6 players.", "C01")
    if len(set(players)) < len(players):
        raise Refusal("bad-input", "Two players have the same name.")
    first = command.get("first", players[0])
    if first not in players:
        raise Refusal("unknown-player", f"Nobody called {first} plays.", "C02")
    options = chosen(command.get("options") or {})
    tell = Telling(state)
    tell.event(
        {
            "event": "started",
            "players": list(players),
            "first": first,
            "options": options,
            "seed": command.get("seed", 0),
        }
    )
    tell.ruling(words.say("C02", "begins", f"{first} begins.", player=first))
    tell.ruling(words.say("C35", "starting-coin", "Each player takes 1 coin from the chest."))
    if options["cabin_boys"] and options["reckless"] and options["cabin_boys_copies"] == COPIES:
        count = len(options["cabin_boys"])
        sentence = f"With both variants every picture comes twice: {count} repeats are certain."
        tell.ruling(words.say("C54", "certain-repeats", sentence, count=count))
    return tell.decision()


def _memorised(tell: Telling, command: Command) -> None:
    state = tell.state
    if state["phase"] != "memorise":
        raise wrong_phase(state, "C07")
    tell.event({"event": "memorised"})
    if state["card"] is not None:
        go_on(tell)
    else:
        tell.event({"event": "turn", "player": state["revealer"]})


def _reveal(tell: Telling, command: Command) -> None:
    state, card = tell.state, command["card"]
    if state["phase"] != "turn":
        raise wrong_phase(state, "C64" if state["phase"] in ("race", "answers") else "")
    if "player" in command and player_of(state, command) != state["revealer"]:
        raise Refusal("out-of-turn", f"It is {state['revealer']}'s turn.", "G2")
    check_card(state["revealed"], card, state["options"])
    shown = {key: command[key] for key in ("t_us", "bound_us") if key in command}
    tell.event(
        {"event": "revealed", "card": card, "player": state["revealer"], "turn": state["turn"] + 1, **shown}
    )
    last = tell.state["turn"] == pile_size(state["options"])
    if card == "storm":
        _storm(tell, last)
    elif card == "spyglass":
        sentence = "Each player may look at one of their cards." + (" This is the last card." if last else "")
        tell.ruling(words.say("C39" if last else "C43", "spyglass", sentence))
    elif card == "black-flag":
        player = str(state["revealer"])
        sentence = f"{player} may swap two cards of an opponent." + (
            " This is the last card." if last else ""
        )
        tell.ruling(words.say("C39" if last else "C46", "black-flag", sentence, player=player))


def _storm(tell: Telling, last: bool) -> None:
    if last:
        tell.ruling(words.say("C38", "storm-last", "Storm is the last card: no minute is needed."))
        go_on(tell)
    else:
        sentence = "Take the ships off, shuffle, lay the cards out face up: one more minute."
        tell.ruling(words.say("C41", "storm", sentence))


def _stamp(command: Command) -> dict[str, Any]:
    clock, bound_us = command.get("clock", "board"), command.get("bound_us", 0)
    return {"t_us": command["t_us"], "clock": clock, "bound_us": bound_us}


def _slap(tell: Telling, command: Command) -> None:
    state = tell.state
    player = player_of(state, command)
    if state["phase"] not in ("race", "answers"):
        raise wrong_phase(state, "C12" if state["phase"] == "turn" else "")
    if player in state["slaps"]:
        raise Refusal("already-done", f"{player} has already slapped; the first slap counts.", "C19")
    check_not_early(state, player, command["t_us"], command.get("bound_us", 0))
    tell.event({"event": "slapped", "player": player, **_stamp(command)})
    slaps = state["slaps"]
    if state["calls"] and (not slaps or command["t_us"] < min(slaps.values()).t_us):
        board(tell)  # only the first slap says which calls came in time
    waiting = missing(tell.state)
    if not waiting or state["closed"]:
        rank_race(tell)
    elif len(waiting) == 1 and len(state["racers"]) > 1:
        sentence = f"Only {waiting[0]} is missing and is Last, but must still place the ship."
        tell.ruling(words.say("C20", "only-one-missing", sentence, player=waiting[0]))


def _close_race(tell: Telling, command: Command) -> None:
    state = tell.state
    if state["phase"] != "race":
        raise wrong_phase(state, "C21")
    waiting = missing(state)
    sentence = f"The table ends the race: {words.names(waiting)} did not slap and come last."
    tell.ruling(words.say("C21", "race-closed", sentence, players=list(waiting)))
    rank_race(tell)


def _answer(tell: Telling, command: Command) -> None:
    state = tell.state
    player = player_of(state, command)
    if state["phase"] != "answers":
        raise wrong_phase(state)
    if player in state["answers"]:
        raise Refusal("already-done", f"{player}'s answer is already known; undo or correct it.", "G3")
    if ("right" in command) == ("card" in command):
        raise Refusal("bad-input", "An answer needs either right (true or false) or card.")
    if "card" in command:
        check_answer(command["card"], state["options"])
        said = {"card": command["card"]}
        tell.event({"event": "answered", "player": player, "right": command["card"] == state["card"], **said})
    else:
        tell.event({"event": "answered", "player": player, "right": command["right"]})
    if len(tell.state["answers"]) == len(state["racers"]):
        settle(tell)


def _boarding(tell: Telling, command: Command) -> None:
    state = tell.state
    player = player_of(state, command)
    if not state["options"]["reckless"]:
        raise Refusal("not-allowed", "Boarding! is only called in the Reckless Pirates variant.", "C55")
    if state["card"] is None:
        raise wrong_phase(state, "C56")
    if player == state["revealer"] and state["options"]["boarding_callers"] == "others":
        raise Refusal("not-allowed", f"{player} turned the card over and may not call.", "C55")
    if player in state["calls"]:
        raise Refusal("already-done", f"{player} has already called this turn.", "C61")
    if state["options"]["boarding_until"] == "answers" and state["answers"]:
        raise Refusal("not-allowed", "The answers are being checked: it is too late to call.", "C56")
    t_us = command["t_us"]
    if state["shown_us"] is not None and t_us < state["shown_us"] - state["shown_bound_us"]:
        raise Refusal("not-allowed", f"{player} called before the card was shown.", "C56")
    end = deadline_us(state)
    if end is not None and t_us > end:
        raise Refusal("not-allowed", f"{player} called after the first slap: too late, no penalty.", "C56")
    tell.event({"event": "called", "player": player, **_stamp(command)})
    before = len(tell.events)
    board(tell)
    if len(tell.events) == before:
        _say_no_coin(tell, player)


def _say_no_coin(tell: Telling, player: str) -> None:
    """A call that moves nothing: a later one is void, a wrong one of a player without a coin is free."""
    if len(valid_calls(tell.state)) > 1 and any(change > 0 for change in tell.state["boarding"].values()):
        tell.ruling(
            words.say("C57", "boarding-later", f"{player} called later: void, no penalty.", player=player)
        )
    elif seen_before(tell.state):
        tell.ruling(
            words.say("C59", "boarding-nobody", "Nobody has a coin to pay for the Boarding.", player=player)
        )
    else:
        tell.ruling(words.award("C60", "boarding-wrong-no-coin", player, 0))


def _done(tell: Telling, command: Command) -> None:
    state = tell.state
    by = player_of(state, command) if "player" in command else state["revealer"]
    if state["phase"] == "spyglass":
        tell.event({"event": "spied"})
    elif state["phase"] == "black-flag":
        player = state["revealer"]
        if by != player:
            raise Refusal("out-of-turn", f"{player} turned the Black Flag over and decides.", "G2")
        tell.event({"event": "declined", "player": player})
        tell.ruling(
            words.say("C46", "flag-declined", f"{player} leaves all cards where they are.", player=player)
        )
    else:
        raise wrong_phase(state)
    go_on(tell)


def _swap(tell: Telling, command: Command) -> None:
    state = tell.state
    if state["phase"] != "black-flag":
        raise wrong_phase(state)
    player = player_of(state, command)
    by = state["revealer"]
    if player == by:
        raise Refusal("not-allowed", f"{by} must choose an opponent.", "C49")
    one, other = command["cards"]
    size = layout_size(state)
    if one == other or not (1 <= one <= size and 1 <= other <= size):
        raise Refusal("not-allowed", f"Choose two different places from 1 to {size}.", "C50")
    tell.event({"event": "swapped", "by": by, "player": player, "cards": [one, other]})
    sentence = f"{by} swaps cards {one} and {other} of {player}."
    tell.ruling(words.say("C50", "swapped", sentence, by=by, player=player, cards=[one, other]))
    go_on(tell)


_COMMANDS: Mapping[str, Callable[[Telling, Command], None]] = {
    "memorised": _memorised,
    "reveal": _reveal,
    "slap": _slap,
    "close_race": _close_race,
    "answer": _answer,
    "boarding": _boarding,
    "done": _done,
    "swap": _swap,
    "leave": leave,
    "void": void,
    "correct": correct,
}
