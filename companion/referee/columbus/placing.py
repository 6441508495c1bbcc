"""Placing tiles: one of the rack on the board, a joker exchanged, nothing left to place."""

from __future__ import annotations

from typing import Any

from companion.referee.columbus.places import why_not
from companion.referee.columbus.refusals import at_turn, known_space, need_phase, not_allowed
from companion.referee.columbus.state import State, allowed, changed, free_order, playable, required
from companion.referee.columbus.telling import Telling
from companion.referee.columbus.tiles import COUNTS, PRINTED, SHIP_TILES, spoken
from companion.referee.columbus.words import tiles
from companion.referee.game import Command, Refusal


def place(tell: Telling, command: Command) -> None:
    """Lay a tile of the rack on a space."""
    need_phase(tell.state, "play")
    player = at_turn(tell.state, command)
    if command["tile"] == "hurricane":
        raise Refusal("not-allowed", "A hurricane is not laid on the board: it moves a tile.", "K35")
    can_place(tell.state)
    has(tell.state, player, command["tile"])
    lay(tell, player, command["tile"], command["space"], command.get("mark"))


def lay(tell: Telling, player: str, tile: str, space: str, mark: str | None) -> None:
    """Lay a tile that the captain has and may still place. Raises ``Refusal`` where it may not lie."""
    state = tell.state
    why = why_not(state, tile, known_space(state, space), mark, player)
    if why is not None:
        raise not_allowed(why)
    stacked = space in state["tiles"]
    tell.event(
        {
            "event": "placed",
            "player": player,
            "tile": tile,
            "space": space,
            **_marked(state, tile, space, mark),
            "counts": True,
        }
    )
    _tell_placed(tell, player, tile, space, stacked)


def _marked(state: State, tile: str, space: str, mark: str | None) -> dict[str, Any]:
    """The very illustration of the tile: the one said, or else the one that the space shows."""
    chart = state["chart"]
    if tile not in PRINTED or space in state["tiles"]:
        return {}
    printed = chart.marks.get(space) if chart else None
    known = mark if mark is not None else printed
    return {"mark": known} if known is not None else {}


def _tell_placed(tell: Telling, player: str, tile: str, space: str, stacked: bool) -> None:
    if stacked:
        id = "K66"
    elif tile in PRINTED:
        id = {"port": "K14", "letter": "K20"}.get(tile, "K21")
    else:
        id = {"shipwreck": "K23", "joker": "K25", "water": limit_rule(tell.state)}.get(tile, "K22")
    state = tell.state
    sentence = f"{player} lays {spoken(tile)} on {space}: {state['placed']} of {allowed(state)[1]}."
    tell.say(id, "placed", sentence, player=player, tile=tile, space=space, placed=state["placed"])


def limit_rule(state: State) -> str:
    """The ruling on how many tiles a turn has now."""
    if changed(state):
        return "K74"
    return "K16" if required(state)[1] == 2 else "K15"


def in_order(state: State, rule: str = "K65") -> None:
    """Raises ``Refusal`` for a tile after sailing, before the first landing (rulings K32, K65)."""
    if (state["sailed"] or state["passed"]) and not free_order(state):
        raise Refusal("not-allowed", "Tiles are placed before sailing until the first landing.", rule)


def can_place(state: State) -> None:
    """Raises ``Refusal`` when all the tiles of this turn are placed."""
    in_order(state)
    most = required(state)[1]
    if state["placed"] >= most:
        raise Refusal("not-allowed", f"{tiles(most)} were placed: that is all of a turn.", limit_rule(state))


def has(state: State, player: str, tile: str) -> None:
    """Raises ``Refusal`` when the captain can't have the tile: none is left, or the rack is empty."""
    if state["used"][tile] >= COUNTS[tile]:
        raise Refusal("impossible", f"All {COUNTS[tile]} tiles with {spoken(tile)} are out already.", "K04")
    if playable(state, player) < 1:
        down = state["ships"][player].missed
        if state["rack"][player] and down:
            raise Refusal("impossible", f"{player}'s tiles lie face down for missed turns.", "K85")
        raise Refusal("impossible", f"{player} has no tile left and can only sail.", "K18")


def exchange(tell: Telling, command: Command) -> None:
    """Take a joker back for the tile it replaces; keep it, or place it again (rulings K29-K34)."""
    state = tell.state
    need_phase(state, "play")
    player = at_turn(state, command)
    space, tile, again = known_space(state, command["space"]), command["tile"], command["joker"]
    in_order(state, "K32")
    if again != "keep":
        can_place(state)
    _can_exchange(state, player, space, tile)
    has(state, player, tile)
    printed = state["chart"].marks.get(space) if state["chart"] else None
    mark = {"mark": printed} if printed is not None and tile in PRINTED else {}
    kept = again == "keep"
    tell.event({"event": "exchanged", "player": player, "space": space, "tile": tile, "joker": again, **mark})
    sentence = f"{player} takes the joker on {space} back for {spoken(tile)}"
    if kept:
        tell.say("K34", "joker-kept", f"{sentence} and keeps it: no tile placed.", player=player, space=space)
    else:
        sentence += " and places it again: one tile placed."
        tell.say("K30", "joker-again", sentence, player=player, space=space)
        lay(tell, player, "joker", again, None)


def _can_exchange(state: State, player: str, space: str, tile: str) -> None:
    if state["tiles"].get(space, ())[-1:] != ("joker",):
        raise Refusal("not-allowed", f"No joker lies on {space}.", "K29")
    afloat = any(ship.space == space for ship in state["ships"].values())
    if afloat and not state["options"]["exchange_under_ship"]:
        raise Refusal("not-allowed", f"A ship lies on {space}: its joker stays.", "K31")
    if tile == "shipwreck":
        raise Refusal("not-allowed", "A joker never stands for a shipwreck.", "K26")
    if tile in ("joker", "hurricane"):
        raise Refusal("not-allowed", f"A joker is not exchanged for a {tile}.", "K29")
    bare = {**state, "tiles": {at: laid for at, laid in state["tiles"].items() if at != space}}
    why = why_not(bare, tile, space, None, player)  # type: ignore[arg-type]
    if why is not None:
        raise Refusal("not-allowed", f"{why.text[:-1]}: the joker does not stand for it.", why.rule)
    chart = state["chart"]
    if chart is not None and state["options"]["joker_for"] == "printed" and tile in SHIP_TILES:
        printed = chart.kinds[space]
        if printed != tile:
            raise Refusal("not-allowed", f"A joker on {space} is exchanged for {printed} only.", "K29")


def cannot(tell: Telling, command: Command) -> None:
    """The captain says that none of the tiles left can be placed; racks are secret (rulings K17, K92)."""
    state = tell.state
    need_phase(state, "play")
    player = at_turn(state, command)
    in_order(state)
    if state["placed"] >= allowed(state)[0]:
        raise Refusal("already-done", "Enough tiles are placed.", "K17")
    tell.event({"event": "cannot", "player": player})
    sentence = f"{player} can place no more: the table takes the captain's word."
    tell.say("K17", "cannot-place", sentence, player=player)
