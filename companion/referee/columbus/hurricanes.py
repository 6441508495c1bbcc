"""Moving a tile that lies on the board: a hurricane, a joker as one, or the free move of the blocked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.referee.columbus.places import bare, mark_of, spots, why_not, why_not_moved
from companion.referee.columbus.placing import can_place, has, in_order
from companion.referee.columbus.refusals import at_turn, known_space, need_phase, not_allowed
from companion.referee.columbus.state import State
from companion.referee.columbus.telling import Telling
from companion.referee.columbus.tiles import spoken
from companion.referee.game import Command, Refusal

FREE_AFTER = 3  # missed turns
_ON_A_TILE = {"K19": "K42", **{rule: rule for rule in ("K26", "K66", "K67", "K70", "K73")}}


def hurricane(tell: Telling, command: Command) -> None:
    """Play a hurricane, or a joker as one, and move a tile; without a tile to move it is only discarded."""
    state = tell.state
    need_phase(state, "play")
    player = at_turn(state, command)
    kind = command.get("with", "hurricane")
    counts = state["options"]["hurricane_counts"]
    (can_place if counts else in_order)(state)
    has(state, player, kind)
    if ("from" in command) != ("to" in command):
        raise Refusal("bad-input", "A hurricane needs both from and to.", "K35")
    if "from" not in command:
        _discard(tell, player, kind, counts)
        return
    move(tell, player, command["from"], command["to"], kind, counts)
    words = "and counts as one of the tiles" if counts else "on top of the tiles"
    sentence = f"{player}'s {kind} goes out of play {words} of this turn."
    tell.say("K36" if kind == "joker" else "K35", "hurricane", sentence, player=player, tile=kind)


def move(tell: Telling, player: str, start: str, to: str, kind: str, counts: bool) -> None:
    """Move the topmost tile of a space to another where it may lie (rulings K37-K42)."""
    state = tell.state
    known_space(state, start)
    known_space(state, to)
    why = why_not_moved(state, start, player)
    if why is not None:
        raise not_allowed(why)
    if start == to:
        raise Refusal("not-allowed", "The tile is moved to another space.", "K37")
    tile, mark = state["tiles"][start][-1], mark_of(state, start)
    why = why_not(state, tile, to, mark, player)
    if why is not None:
        raise Refusal("not-allowed", why.text, _ON_A_TILE.get(why.rule, "K37"))
    moved_mark = {"mark": mark} if mark is not None else {}
    tell.event(
        {
            "event": "moved",
            "player": player,
            "tile": tile,
            "from": start,
            "to": to,
            "with": kind,
            "counts": counts,
            **moved_mark,
        }
    )
    sentence = f"{player} moves {spoken(tile)} from {start} to {to}."
    tell.say("K37", "moved", sentence, player=player, tile=tile, **{"from": start, "to": to})


def _discard(tell: Telling, player: str, kind: str, counts: bool) -> None:
    found = movable(tell.state, player) if tell.state["chart"] is not None else None
    if found:
        raise Refusal("not-allowed", f"A tile can be moved: {spoken(found[1])} on {found[0]}.", "K44")
    tell.event({"event": "discarded", "player": player, "with": kind, "counts": counts})
    sentence = f"No tile can be moved: {player}'s {kind} goes out of play."
    tell.say("K44", "discarded", sentence, player=player, tile=kind)


def movable(state: State, player: str) -> tuple[str, str, str] | None:
    """Some tile that can be moved, as ``moves`` has it; None when none can."""
    return next(moves(state, player, bare(state)), None)


def moves(state: State, player: str, without: Mapping[str, list[str]]) -> Iterator[tuple[str, str, str]]:
    """Each tile that can be moved: where it lies, its kind, and one space where it may go."""
    ships = {ship.space for ship in state["ships"].values()}
    goals: dict[tuple[str, str | None], list[str]] = {}
    for start, laid in state["tiles"].items():
        if start in ships:
            continue
        tile, mark = laid[-1], mark_of(state, start)
        if (tile, mark) not in goals:
            goals[tile, mark] = spots(state, tile, mark, player, without)
        to = next((space for space in goals[tile, mark] if space != start), None)
        if to is not None:
            yield start, tile, to


def free_move(tell: Telling, command: Command) -> None:
    """The tile move of a captain who missed three turns, at the start of the turn (rulings K82-K84)."""
    state = tell.state
    need_phase(state, "play")
    player = at_turn(state, command)
    missed = state["ships"][player].missed
    if missed < FREE_AFTER:
        sentence = f"A free move comes after three missed turns; {player} missed {missed}."
        raise Refusal("not-allowed", sentence, "K82")
    if state["begun"]:
        raise Refusal("not-allowed", "The free move is the first thing in a turn.", "K84")
    move(tell, player, command["from"], command["to"], "free", False)
    sentence = f"{player} missed three turns: the move costs no tile, and the turn goes on as usual."
    tell.say("K83", "free-move", sentence, player=player)
