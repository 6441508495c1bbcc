"""How the game goes on: ports are chosen, a turn ends, the race is decided."""

from __future__ import annotations

from companion.referee.columbus import words
from companion.referee.columbus.placing import limit_rule
from companion.referee.columbus.race import allowance, last, remaining
from companion.referee.columbus.refusals import at_turn, known_space, need_phase
from companion.referee.columbus.sea import reach
from companion.referee.columbus.state import State, allowed, at, next_player, present, racing
from companion.referee.columbus.telling import Telling
from companion.referee.columbus.tiles import RACK
from companion.referee.game import Command, Refusal

STILL_ROUNDS = 3


def port(tell: Telling, command: Command) -> None:
    """A captain chooses the starting port (rulings K09, K10)."""
    state = tell.state
    need_phase(state, "ports")
    player = at_turn(state, command)
    space = known_space(state, command["space"])
    chart = state["chart"]
    if chart is not None and chart.kinds[space] != "europe":
        raise Refusal("not-allowed", f"{space} is no European port: ships start there.", "K11")
    who = at(state, space)
    if who is not None:
        raise Refusal("not-allowed", f"{who}'s ship lies in {space}: a port holds one ship.", "K10")
    tell.event({"event": "port", "player": player, "space": space})
    sentence = f"{player} starts from {space} and must come home there."
    tell.say("K62", "port", sentence, player=player, space=space)
    choose_on(tell, player)


def choose_on(tell: Telling, after: str) -> None:
    """The next captain chooses a port; when all have, the voyage begins (ruling K09)."""
    state = tell.state
    seats = state["players"]
    around = seats[seats.index(after) + 1 :] + seats[: seats.index(after) + 1]
    if state["options"]["port_order"] == "reverse":
        around = around[-2::-1] + around[-1:]
    waiting = [name for name in around if name in present(state) and state["ships"][name].space is None]
    if waiting:
        tell.event({"event": "turn", "player": waiting[0], "phase": "ports"})
        return
    first = str(state["first"])
    begin_turn(tell, first if first in present(state) else str(next_player(state, first)))


def begin_turn(tell: Telling, player: str) -> None:
    """It is the captain's turn: say how many tiles (rulings K15, K16, K74)."""
    tell.event({"event": "turn", "player": player, "phase": "play"})
    if tell.state["ships"][player].missed >= STILL_ROUNDS:
        sentence = f"{player} missed three turns and may move a tile first, free of charge."
        tell.say("K84", "free-move-now", sentence, player=player)


def end(tell: Telling, command: Command) -> None:
    """The captain's turn ends, and the rack is filled (rulings K15-K18, K74, K87, K88)."""
    state = tell.state
    need_phase(state, "play")
    player = at_turn(state, command)
    fewest = allowed(state)[0]
    if state["placed"] < fewest:
        left = words.tiles(fewest - state["placed"])
        rule = limit_rule(state)
        raise Refusal("not-allowed", f"{player} must still place {left}, or say that none can be.", rule)
    tell.event({"event": "ended", "player": player, "missed": _missed(state, player)})
    draw(tell, player)
    _standstill(tell)
    follower = next_player(tell.state, player)
    if follower is not None:
        begin_turn(tell, follower)


def _missed(state: State, player: str) -> int:
    """Missed turns count in a row (ruling K82): a ship that could sail and stayed begins anew."""
    missed, chart = state["ships"][player].missed, state["chart"]
    if not missed or state["passed"] or state["options"]["missed_turns"] == "in-all":
        return missed
    if chart is None:
        return 0
    return 0 if reach(state, chart, player, allowance(state, player, last(state)).steps) else missed


def draw(tell: Telling, player: str) -> None:
    """Fill the rack to ten while the stock lasts."""
    state = tell.state
    want = RACK - state["rack"][player]
    count = min(want, state["stock"])
    if count > 0:
        tell.event({"event": "drawn", "player": player, "count": count})
        sentence = f"{player} draws {words.tiles(count)}, now or later."
        tell.say("K87", "draw", sentence, player=player, count=count)
    if count < want and count:
        tell.say("K88", "stock-empty", "The stock is empty: nobody draws any more.")


def standing_still(state: State) -> bool:
    """Whether nothing has moved for three rounds and nothing is left to draw (ruling K91)."""
    return state["stock"] == 0 and state["idle"] >= STILL_ROUNDS * len(racing(state))


def _standstill(tell: Telling) -> None:
    if standing_still(tell.state) and tell.state["idle"] == STILL_ROUNDS * len(racing(tell.state)):
        sentence = "No ship has moved for three rounds: the table may end the race as it stands."
        tell.say("K91", "standstill", sentence)


def standstill(tell: Telling, command: Command) -> None:
    """The table ends a race that stands still; the ships are ranked by the way left (ruling K91)."""
    state = tell.state
    need_phase(state, "play")
    if not standing_still(state):
        sentence = "The race goes on: it ends early only after three rounds without stock and moves."
        raise Refusal("not-allowed", sentence, "K91")
    tell.say("K91", "race-ended", "The table ends the race: the ships are ranked by the way left.")
    rank_rest(tell)


def rank_rest(tell: Telling) -> None:
    """Give the places that are left by the way left, landed ships before the others; equals share one."""
    state = tell.state
    ways = {name: _way(state, name) for name in racing(state)}
    done = len(state["finish"])
    for name in sorted(ways, key=lambda name: ways[name]):
        place = done + 1 + sum(way < ways[name] for way in ways.values())
        tell.event({"event": "finished", "player": name, "place": place, "space": None})
    over(tell)


def _way(state: State, name: str) -> tuple[bool, int]:
    far = remaining(state, name)
    return not state["ships"][name].landed, 10**6 if far is None else far


def finish_race(tell: Telling) -> None:
    """When one ship is left its place is known, and the race is over (ruling K79)."""
    state = tell.state
    left = racing(state)
    if len(left) > 1:
        return
    for name in left:
        place = len(state["finish"]) + 1
        tell.event({"event": "finished", "player": name, "place": place, "space": None})
        tell.say("K79", "last-place", f"{name} is the last ship on its way: number {place}.", player=name)
    over(tell)


def over(tell: Telling) -> None:
    """Say who won."""
    state = tell.state
    won = [name for name in state["finish"] if state["ships"][name].place == 1]
    tell.event({"event": "over", "winners": won})
