"""The ways to play Elcano that a table can choose, and the box as it was enrolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.elcano.state import COLOURS, CREW, FOUR_ONE, ROUNDS
from companion.referee.game import Option, Refusal
from companion.referee.protocol import short

MOST = 99

OPTIONS = (
    Option(
        "storm",
        [False, True],
        False,
        "Four players may play for the storm cards; five always do, two and three never (E33, E34).",
    ),
    Option(
        "crew", "null, or 15 faces", None, "The faces of the 15 crew cards, where the box is known (E04)."
    ),
    Option(
        "ocean", "null, or six values a colour", None, "The 18 ocean cards, where the box is known (E32)."
    ),
    Option(
        "tie_break_counts_returned",
        [True, False],
        True,
        "In the tie-break, cards taken back in the last round count as in hand, or do not (E48).",
    ),
    Option(
        "tie_break",
        ["sum-of-maxima", "best-card"],
        "sum-of-maxima",
        "The tie-break adds the larger values of all cards in hand, or takes the best card (E47).",
    ),
    Option(
        "first_card",
        ["any", "open"],
        "any",
        "The start player's first card may lie face down, or must be open (E08).",
    ),
    Option(
        "last_player",
        ["any", "one"],
        "any",
        "When all others have passed, the last plays on at will, or one more card (E12).",
    ),
    Option(
        "tied_sum",
        ["nobody", "next"],
        "nobody",
        "Where the largest sums are equal nobody wins the colour, or the next sum does (E24).",
    ),
    Option(
        "winner_discards",
        ["column", "all"],
        "column",
        "Who wins a colour discards that column, or all cards played (E29).",
    ),
    Option(
        "unclaimed",
        ["lost", "strongest"],
        "lost",
        "Ocean cards left after round 6 are lost, or go to the largest sum of that round's open cards (E30).",
    ),
    Option(
        "marker_breaks_tie",
        [False, True],
        False,
        "A tie that persists is shared, or goes to the one nearest to the Pigafetta card, clockwise (E52).",
    ),
)
DEFAULTS: Mapping[str, Any] = {option.id: option.default for option in OPTIONS}


def chosen(given: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The defaults with what the table chose. Raises ``Refusal`` with ``bad-option``."""
    for id, value in given.items():
        option = next((one for one in OPTIONS if one.id == id), None)
        if option is None:
            raise Refusal("bad-option", f"Elcano has no option {short(id)}.")
        _check(option, value)
    options = {**DEFAULTS, **given}
    if options["storm"] and players < 4:
        raise Refusal("bad-option", "The storm cards are for four or five players.", "E33")
    options["storm"] = options["storm"] or players == 5
    return options


def _check(option: Option, value: object) -> None:
    if option.id == "crew":
        _check_crew(value)
    elif option.id == "ocean":
        _check_ocean(value)
    elif not any(type(value) is type(known) and value == known for known in option.values):
        words = " or ".join(str(known).lower() for known in option.values)
        raise Refusal("bad-option", f"{option.id} must be {words}.")


def _check_crew(value: object) -> None:
    if value is None:
        return
    if not isinstance(value, list | tuple) or len(value) != CREW:
        raise Refusal("bad-option", "crew lists the faces of 15 cards.", "E04")
    for number, face in enumerate(value, start=1):
        if not _is_face(face):
            sentence = f'crew: card {number} must be like ["red", 7] or ["red", 3, "blue", 5].'
            raise Refusal("bad-option", sentence, "E04")


def _is_face(face: object) -> bool:
    if not isinstance(face, list | tuple) or len(face) not in (2, 4):
        return False
    colours, values = face[::2], face[1::2]
    known = all(isinstance(colour, str) and colour in COLOURS for colour in colours)
    return known and len(set(colours)) == len(colours) and all(is_value(value) for value in values)


def is_value(value: object) -> bool:
    """Whether this can be printed on a card: a whole number from 1 to 99."""
    return type(value) is int and 1 <= value <= MOST


def is_ocean(value: object) -> bool:
    """Whether this can be printed on an ocean card."""
    return is_value(value) or value == FOUR_ONE


def _check_ocean(value: object) -> None:
    if value is None:
        return
    if not isinstance(value, Mapping) or set(value) != set(COLOURS):
        raise Refusal("bad-option", "ocean lists the cards for red, blue and green.", "E32")
    for colour in COLOURS:
        cards = value[colour]
        if not isinstance(cards, list | tuple) or len(cards) != ROUNDS or not all(map(is_ocean, cards)):
            raise Refusal("bad-option", f'ocean: {colour} has six values, such as 5 or "4/1".', "E32")
    if not any(FOUR_ONE in value[colour] for colour in COLOURS):
        raise Refusal("bad-option", 'ocean: at least one of the cards is a "4/1".', "E32")
