"""What the box holds: which cards can still come, and which can't (rulings C03-C05, C52)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.el_capitan.options import copies
from companion.referee.el_capitan.state import DRAWN, PICTURES, SPECIALS, State
from companion.referee.game import Refusal


def check_card(revealed: tuple[str, ...], card: str, options: Mapping[str, Any]) -> None:
    """Raises ``Refusal`` for a card that the box makes impossible: it is a misread (rulings C04, C05)."""
    if card in SPECIALS:
        if card in revealed:
            raise Refusal("impossible", f"There is only one {card}, and it was already turned over.", "C05")
        return
    pictures = options["cabin_boys"]
    if pictures is not None and card not in pictures:
        raise Refusal("unknown-card", f"{card} is not among the pictures played with.", "C52")
    many = copies(options)
    if revealed.count(card) >= many:
        words_ = "a third time" if many == 2 else "twice"
        raise Refusal("impossible", f"{card} can't come {words_}. Is it another picture?", "C04")
    turned = [name for name in revealed if name not in SPECIALS]
    if pictures is None and len(turned) >= DRAWN:
        raise Refusal(
            "impossible", "All 13 picture cards have been turned over; a special one is left.", "C04"
        )
    if pictures is None and card not in turned and len(set(turned)) >= PICTURES:
        raise Refusal("impossible", f"{card} would be a thirteenth picture; there are twelve.", "C04")


def check_answer(card: str, options: Mapping[str, Any]) -> None:
    """Raises ``Refusal`` for a picture that nobody can have in front of them."""
    pictures = options["cabin_boys"]
    if card in SPECIALS or (pictures is not None and card not in pictures):
        raise Refusal("unknown-card", f"{card} is not among the pictures that players have.", "C52")


def possible_cards(state: State) -> list[str]:
    """Every card that can come next; of the pictures never seen, whose names are free, one example."""
    revealed, options = state["revealed"], state["options"]
    cards = [card for card in SPECIALS if card not in revealed]
    many = copies(options)
    if options["cabin_boys"] is not None:
        return cards + [card for card in options["cabin_boys"] if revealed.count(card) < many]
    if len(revealed) - len(SPECIALS) + len(cards) >= DRAWN:
        return cards
    known = [card for card in dict.fromkeys(revealed) if card not in SPECIALS]
    if len(known) < PICTURES:
        number = len(known) + 1
        while f"picture {number}" in known:
            number += 1
        cards.append(f"picture {number}")
    return cards + [card for card in known if revealed.count(card) < many]
