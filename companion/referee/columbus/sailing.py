"""Sailing: the move of a ship, its landing and its return, and the ship that can't move at all."""

from __future__ import annotations

from companion.referee.columbus import words
from companion.referee.columbus.places import Why
from companion.referee.columbus.race import Allowance, allowance, last
from companion.referee.columbus.refusals import at_turn, known_space, need_phase, not_allowed
from companion.referee.columbus.sea import reach, why_not_sailed
from companion.referee.columbus.state import Ship, State, allowed, at, changed, free_order, racing
from companion.referee.columbus.telling import Telling
from companion.referee.columbus.turns import finish_race
from companion.referee.game import Command, Refusal


def sail(tell: Telling, command: Command) -> None:
    """Sail along the path; the space it starts from decides how far (ruling K45)."""
    state = tell.state
    need_phase(state, "play")
    player = at_turn(state, command)
    _may_sail(state, player)
    _tiles_come_first(state)
    path: list[str] = list(command["path"])
    for space in path:
        known_space(state, space)
    declared = {key for key in ("last", "lands") if key in command}
    if state["chart"] is not None and declared:
        raise Refusal("bad-input", "With a board the referee itself sees who is last and who lands.", "K02")
    ship_last = last(state) if state["chart"] is not None else (player if command.get("last") else None)
    able = allowance(state, player, ship_last)
    if not path:
        raise Refusal("bad-input", "A path names each space entered; a ship that stays does not sail.")
    lands = _check_path(state, player, path, bool(command.get("lands")))
    if len(path) > able.steps:
        raise Refusal("not-allowed", _too_far(player, able), "K45")
    _tell_sailed(tell, player, path, able, lands)
    if lands:
        _arrive(tell, player, path[-1])
    come_home(tell, player)


def _may_sail(state: State, player: str) -> None:
    if state["sailed"]:
        raise Refusal("already-done", f"{player} has sailed: a ship sails once a turn, in one piece.", "K75")
    if state["passed"]:
        raise Refusal("not-allowed", f"{player} announced blocked and passed this turn.", "K81")
    if state["ships"][player].place is not None:
        raise Refusal("not-allowed", f"{player}'s ship is home.", "K64")


def _tiles_come_first(state: State) -> None:
    fewest = allowed(state)[0]
    if not free_order(state) and state["placed"] < fewest:
        left = words.tiles(fewest - state["placed"])
        raise Refusal("not-allowed", f"Until the first landing tiles come first: place {left} more.", "K65")


def _too_far(player: str, able: Allowance) -> str:
    reasons = words.far(able.tile, able.base, able.bonus)
    return f"{player} may sail at most {words.spaces(able.steps)} ({reasons})."


def _check_path(state: State, player: str, path: list[str], lands: bool) -> bool:
    """Whether the move ends in an American port. Raises ``Refusal`` for a path that can't be sailed."""
    chart = state["chart"]
    if chart is None:
        return _check_declared(state, player, path, lands)
    why = why_not_sailed(state, chart, player, path)
    if why is not None:
        raise not_allowed(why)
    return chart.kinds[path[-1]] in ("america", "florida")


def _check_declared(state: State, player: str, path: list[str], lands: bool) -> bool:
    """Without a board: tiles carry the ship; one without is a port, and the table says which (K02)."""
    ship = state["ships"][player]
    out = ship.at_sea
    for number, to in enumerate(path, 1):
        laid, end = state["tiles"].get(to, ()), number == len(path)
        why = _why_not_declared(ship, to, laid, out, lands and end)
        if why is None and not end:
            why = _declared_stop(ship, to, laid)
        if why is not None:
            raise not_allowed(why)
        out = out or bool(laid)
    who = at(state, path[-1])
    if who is not None and who != player:
        raise Refusal("not-allowed", f"{who}'s ship lies on {path[-1]}: a move ends on a free space.", "K48")
    return lands or state["tiles"].get(path[-1], ("",))[0] == "port"


def _why_not_declared(ship: Ship, to: str, laid: tuple[str, ...], out: bool, lands: bool) -> Why | None:
    if laid and laid[-1] == "shipwreck":
        return Why("K71", f"A shipwreck lies on {to}: no ship enters it.")
    if not laid and out and to != ship.home and not lands:
        return Why("K11", f"No tile lies on {to}. If it is Florida, say so with lands.")
    return None


def _declared_stop(ship: Ship, to: str, laid: tuple[str, ...]) -> Why | None:
    if laid and laid[-1] == "calm":
        return Why("K51", f"A calm lies on {to}: the ship must stop there.")
    if laid and laid[0] == "port":
        return Why("K72", f"{to} is an American port: the move ends there.")
    if ship.landed and to == ship.home:
        return Why("K78", f"{to} is the goal: the journey ends there.")
    return None


def _tell_sailed(tell: Telling, player: str, path: list[str], able: Allowance, lands: bool) -> None:
    state = tell.state
    ship, chart = state["ships"][player], state["chart"]
    left = (
        ship.at_sea
        or lands
        or any(chart.kinds[space] != "europe" if chart else space in state["tiles"] for space in path)
    )
    moves_home = left and not ship.at_sea and state["options"]["home_port"] == "last-left"
    tell.event(
        {
            "event": "sailed",
            "player": player,
            "path": path,
            "from": ship.space,
            "to": path[-1],
            "steps": len(path),
            "allowance": able.steps,
            "why": able.why(),
            "at_sea": left,
            **({"home": ship.space} if moves_home else {}),
        }
    )
    if moves_home and ship.space != ship.home:
        tell.say(
            "K62", "home-moved", f"{player} puts to sea from {ship.space}: home is there now.", player=player
        )
    reasons = words.far(able.tile, able.base, able.bonus)
    sentence = f"{player} sails {len(path)} of {words.spaces(able.steps)} to {path[-1]} ({reasons})."
    params = {"player": player, "steps": len(path), "allowed": able.steps, "to": path[-1]}
    tell.say("K53" if able.bonus else "K45", "sailed", sentence, **params)


def _arrive(tell: Telling, player: str, space: str) -> None:
    """The ship lies in an American port; the first landing of all changes the rules (rulings K72-K76)."""
    state = tell.state
    if state["ships"][player].landed:
        return
    first = not state["after_landing"]
    tell.event({"event": "landed", "player": player, "space": space, "first": first})
    sentence = f"{player} lands in America at {space} and turns round for home."
    tell.say("K72", "landed", sentence, player=player, space=space)
    if not first:
        tell.say("K76", "landed-later", "The rules stay as they are since the first landing.", player=player)
        return
    when = "From now on" if changed(tell.state) else "From the next turn on"
    sentence = (
        f"{when}, for all: 1 to 3 tiles a turn, placed before or after sailing, "
        "and ship tiles may be laid on laid tiles."
    )
    tell.say("K73", "first-landing", sentence, player=player)


def come_home(tell: Telling, player: str) -> None:
    """A ship that has landed and lies in its goal has finished (rulings K63, K77-K79)."""
    state = tell.state
    ship, chart = state["ships"][player], state["chart"]
    if not ship.landed or ship.space is None or ship.place is not None:
        return
    anywhere = state["options"]["goal"] == "any-free-port" and chart is not None
    if ship.space != ship.home and not (anywhere and chart and chart.kinds[ship.space] == "europe"):
        return
    place = len(state["finish"]) + 1
    gone = {"removed": True} if state["options"]["finished_ships"] == "removed" else {}
    tell.event({"event": "finished", "player": player, "place": place, "space": ship.space, **gone})
    if place == 1:
        others = "; the others race on" if len(racing(tell.state)) > 1 else ""
        sentence = f"{player} is the first to come home and wins{others}."
        tell.say("K79", "won", sentence, player=player)
    else:
        tell.say("K79", "home", f"{player} comes home as number {place}.", player=player, place=place)
    finish_race(tell)


def blocked(tell: Telling, command: Command) -> None:
    """The captain announces blocked and misses this turn, judged after placing (rulings K80, K81)."""
    state = tell.state
    need_phase(state, "play")
    player = at_turn(state, command)
    _may_sail(state, player)
    if state["placed"] < allowed(state)[0]:
        raise Refusal("not-allowed", "Blocked is judged after placing: the tiles may break it.", "K81")
    if state["chart"] is not None:
        able = allowance(state, player, last(state))
        free = reach(state, state["chart"], player, able.steps)
        if free:
            space, path = next(iter(free.items()))
            way = f"{space} is free, {words.spaces(len(path))} away"
            raise Refusal("not-allowed", f"{player} is not blocked: {way}.", "K80")
    missed = state["ships"][player].missed + 1
    tell.event({"event": "blocked", "player": player, "missed": missed})
    sentence = f"{player} can reach no free space and misses a turn: {missed} so far."
    tell.say("K80", "blocked", sentence, player=player, missed=missed)
    if missed >= 3:
        tell.say("K84", "free-move-next", f"{player}'s next turn may begin with a free move.", player=player)
