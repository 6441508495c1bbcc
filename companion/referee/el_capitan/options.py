"""The ways to play El Capitan that a table can choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.el_capitan.state import COPIES, PICTURES, SPECIALS
from companion.referee.fields import name
from companion.referee.game import Option, Refusal

FEWEST, MOST = 3, PICTURES - 1

OPTIONS = (
    Option("cabin_boys", "null, or 3 to 11 pictures", None, "For younger players: only these pictures."),
    Option("cabin_boys_copies", [2, 1], 2, "Each chosen picture lies in the pile twice, or once (C52)."),
    Option(
        "reckless", [False, True], False, "Whoever first calls Boarding! at a repeated picture gains (C55)."
    ),
    Option(
        "two_player_slower_wrong",
        ["nothing", "pays"],
        "nothing",
        "With two players, the slower one pays nothing for a wrong card, or one coin (C31).",
    ),
    Option(
        "two_player_slower_right",
        ["nothing", "takes"],
        "nothing",
        "With two players, if the faster is wrong a right slower one gets nothing, or the two coins (C32).",
    ),
    Option(
        "two_player_reward", [2, 3], 2, "With two players, a right faster one gets this many coins (C29)."
    ),
    Option(
        "last_is",
        ["of-all", "of-right"],
        "of-all",
        "Last is the slowest of all, or the slowest of those who were right (C25).",
    ),
    Option(
        "first_wrong",
        ["stays", "moves-up"],
        "stays",
        "When a faster player was wrong, the others keep their places, or move up (C26).",
    ),
    Option("last_wrong", ["pays", "nothing"], "pays", "Last and wrong pays one coin, or nothing (C27)."),
    Option("chest_limit", [False, True], False, "The chest pays only what it holds, in rank order (C33)."),
    Option(
        "special_turn",
        ["next", "same"],
        "next",
        "After a special card the next player reveals, or the same one again (C36).",
    ),
    Option(
        "storm_clears", [False, True], False, "Storm makes all pictures count as new for Boarding! (C40)."
    ),
    Option(
        "boarding_callers",
        ["all", "others"],
        "all",
        "All may call Boarding!, or all but the one who turned the card (C55).",
    ),
    Option(
        "boarding_wrong",
        ["each", "first"],
        "each",
        "Every wrong call of Boarding! costs a coin, or only the first of a turn (C61).",
    ),
    Option("tie", ["draw", "share"], "draw", "A dead heat is settled by lot, or the places are shared (G6)."),
    Option("tie_window_us", "0 or more", 0, "Slaps at most this many microseconds apart are a dead heat."),
    Option(
        "anticipation",
        ["counts", "early"],
        "counts",
        "A slap within 100 ms of the card counts, or is early and must be repeated (C12).",
    ),
    Option(
        "boarding_until", ["first-slap", "answers"], "first-slap", "How long Boarding! may be called (C56)."
    ),
    Option(
        "winner_tie",
        ["shared", "firsts"],
        "shared",
        "Equal coins share the victory, or the most First cards decide (C65).",
    ),
)
DEFAULTS: Mapping[str, Any] = {option.id: option.default for option in OPTIONS}


def chosen(given: Mapping[str, Any]) -> dict[str, Any]:
    """The defaults with what the table chose. Raises ``Refusal`` with ``bad-option``."""
    for id, value in given.items():
        option = next((one for one in OPTIONS if one.id == id), None)
        if option is None:
            raise Refusal("bad-option", f"El Capitan has no option {id[:40]}.")
        _check(option, value)
    return {**DEFAULTS, **given}


def _check(option: Option, value: object) -> None:
    if option.id == "cabin_boys":
        _check_pictures(value)
    elif option.id == "tie_window_us":
        if type(value) is not int or value < 0:
            raise Refusal("bad-option", "tie_window_us is a whole number, 0 or more.", "G6")
    elif not any(type(value) is type(known) and value == known for known in option.values):
        words = " or ".join(str(known).lower() for known in option.values)
        raise Refusal("bad-option", f"{option.id} must be {words}.")


def _check_pictures(value: object) -> None:
    if value is None:
        return
    names = value if isinstance(value, list | tuple) else ()
    good = all(name(entry) is None for entry in names)
    if not good or not FEWEST <= len(names) <= MOST or len(set(names)) < len(names):
        raise Refusal("bad-option", f"cabin_boys lists {FEWEST} to {MOST} different pictures.", "C51")
    if set(names) & set(SPECIALS):
        raise Refusal("bad-option", "Storm, Spyglass and Black Flag are always in the pile.", "C52")


def copies(options: Mapping[str, Any]) -> int:
    """How many copies of each picture there can be in the pile."""
    return COPIES if options["cabin_boys"] is None else int(options["cabin_boys_copies"])
