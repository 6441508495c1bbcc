"""Which crew card a player can have played (rulings E04, E14, E27)."""

from __future__ import annotations

from companion.referee.elcano.faces import playable
from companion.referee.elcano.state import MOST_PRINTED, State, bound
from companion.referee.game import Refusal


def check_card(state: State, player: str, colour: str, value: int) -> None:
    """Raises ``Refusal`` for a card that no hand can hold now."""
    crew = state["crew"]
    if crew is None:
        check_value(state, value)
    elif (colour, value) not in crew.masks:
        raise Refusal("unknown-card", f"No crew card of this box shows a {colour} {value}.", "E04")
    elif (colour, value) not in playable(crew, bound(state, player)):
        sentence = f"{player} can't have a {colour} {value} any more: it is on the table or discarded."
        raise Refusal("impossible", sentence, "E27")


def check_value(state: State, value: int) -> None:
    """Raises ``Refusal`` for a value that is on no crew card."""
    crew = state["crew"]
    if crew is not None:
        if all(value != printed for _, printed in crew.masks):
            raise Refusal("unknown-card", f"No crew card of this box shows a {value}.", "E04")
    elif value > MOST_PRINTED:
        raise Refusal("impossible", f"Crew cards go up to {MOST_PRINTED}: {value} is a misread.", "E14")
