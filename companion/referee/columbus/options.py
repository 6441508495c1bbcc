"""The ways to play Columbus that a table can choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.game import Option, Refusal
from companion.referee.protocol import short

OPTIONS = (
    Option(
        "port_order",
        ["turn-order", "reverse"],
        "turn-order",
        "Ports are chosen in turn order, or the other way round, the first captain last (K09).",
    ),
    Option(
        "tiles_a_turn",
        ["exactly", "up-to"],
        "exactly",
        "Before the first landing all the tiles of a turn must be placed, or fewer may be (K15, K16).",
    ),
    Option(
        "full_sail_on",
        ["blank", "printed"],
        "blank",
        "Full sail is laid on spaces without illustration too, or only where it is printed (K22).",
    ),
    Option(
        "same_illustration",
        ["exact", "category"],
        "exact",
        "Letters, islands and route tiles go on the very same illustration, or on their kind (K20, K21).",
    ),
    Option(
        "joker_for",
        ["printed", "legal"],
        "printed",
        "A joker is exchanged for the tile of the covered space, or for any tile legal there (K29).",
    ),
    Option(
        "exchange_under_ship",
        [False, True],
        False,
        "A joker under a ship stays, or may be exchanged too (K31).",
    ),
    Option(
        "hurricane_counts",
        [True, False],
        True,
        "A hurricane is one of the tiles of the turn, or is played on top of them (K35, K36).",
    ),
    Option(
        "joker_on_port",
        [2, 3],
        2,
        "A ship that starts on a joker in an American port sails two spaces, or three (K28).",
    ),
    Option(
        "ships_in_port",
        ["tied", "by-distance"],
        "tied",
        "For last place ships still in Europe are all tied, or compared by their way too (K54).",
    ),
    Option(
        "last_of_two",
        [True, False],
        True,
        "The last of only two ships still racing sails one space further too, or does not (K59).",
    ),
    Option(
        "last_on_calm",
        [2, 1],
        2,
        "The last ship, starting on a calm, sails two spaces, or one (K58).",
    ),
    Option(
        "missed_turns",
        ["in-a-row", "in-all"],
        "in-a-row",
        "The three missed turns before a free move must follow each other, or not (K82).",
    ),
    Option(
        "ports_open",
        ["until-left", "first-turn", "always"],
        "until-left",
        "Starting ports are open to a ship until it has left them, in its first turn, or always (K60).",
    ),
    Option(
        "taken_ports",
        ["pass", "block"],
        "pass",
        "On the way from port to port a ship passes those that are taken, or is stopped by them (K61).",
    ),
    Option(
        "home_port",
        ["first", "last-left"],
        "first",
        "Home is the port chosen first, or the one from which the ship puts to sea (K62).",
    ),
    Option(
        "goal",
        ["home", "any-free-port"],
        "home",
        "The race ends in one's own home port, or in any free European port (K63).",
    ),
    Option(
        "finished_ships",
        ["stay", "removed"],
        "stay",
        "Ships that are home stay in their ports, or are taken off the board (K64).",
    ),
    Option(
        "order_of_turn",
        ["place-then-sail", "free"],
        "place-then-sail",
        "Before the first landing tiles come before sailing, or in any order (K65).",
    ),
    Option(
        "stack_on",
        ["no-caravel", "own-caravel", "no-ship-tile"],
        "no-caravel",
        "A ship tile is never laid where a caravel lies; or under one's own too; "
        "or neither there nor on another ship tile (K67).",
    ),
    Option(
        "fewest_after_landing",
        [1, 0],
        1,
        "After the first landing at least one tile is placed a turn, or none need be (K74).",
    ),
    Option(
        "lander_places_on",
        [True, False],
        True,
        "Whoever lands first may place more in the same turn, or from the next turn on (K73).",
    ),
)
DEFAULTS: Mapping[str, Any] = {option.id: option.default for option in OPTIONS}


def chosen(given: Mapping[str, Any]) -> dict[str, Any]:
    """The defaults with what the table chose. Raises ``Refusal`` with ``bad-option``."""
    for id, value in given.items():
        option = next((one for one in OPTIONS if one.id == id), None)
        if option is None:
            raise Refusal("bad-option", f"Columbus has no option {short(id)}.")
        if not any(type(value) is type(known) and value == known for known in option.values):
            words = " or ".join(str(known).lower() for known in option.values)
            raise Refusal("bad-option", f"{option.id} must be {words}.")
    return {**DEFAULTS, **given}
