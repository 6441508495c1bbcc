"""What ocean and storm cards are worth, and which of them can still come (rulings E31, E32, E35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.referee.elcano.state import FOUR_ONE, STORMS
from companion.referee.game import Refusal


def worth(card: int | str, duel: bool) -> int:
    """The value of an ocean card in this game: 4/1 is 1 with two players, from the moment it is revealed."""
    if isinstance(card, int):
        return card
    return 1 if duel else 4


def check_ocean(colour: str, charted: Sequence[int | str], options: Mapping[str, Any], duel: bool) -> None:
    """Raises ``Refusal`` if the enrolled box can't have given these cards of a colour."""
    if options["ocean"] is None:
        return
    box = options["ocean"][colour]
    if ocean_fits(charted, box, duel):
        return
    last = charted[-1]
    if duel and last == 4 and FOUR_ONE in box and 4 not in box:
        raise Refusal("impossible", f"That {colour} 4 is the 4/1 card: name it 4/1.", "E31")
    raise Refusal("impossible", f"No {colour} {last} is left among the ocean cards of this box.", "E32")


def ocean_fits(charted: Sequence[int | str], box: Sequence[int | str], duel: bool) -> bool:
    """Whether the box holds these cards. A 4/1 card may also be named by what it is worth in this game."""
    twin = worth(FOUR_ONE, duel)
    left = list(box)
    for card in sorted(charted, key=lambda card: card == twin):  # those with two meanings last
        if card in left:
            left.remove(card)
        elif card == twin and FOUR_ONE in left:
            left.remove(FOUR_ONE)
        else:
            return False
    return True


def check_storm(charted: Sequence[int | str]) -> None:
    """Raises ``Refusal`` for more storm cards of a value than there are: 1, 2, 2, 2, 3, 3."""
    for value, count in Counter(charted).items():
        holds = STORMS.count(value) if isinstance(value, int) else 0
        if count > holds:
            sentence = f"There are only {holds} storm cards of {value}." if holds > 1 else (
                "There is only one storm card of 1." if holds else "A storm card shows 1, 2 or 3."
            )  # fmt: skip
            raise Refusal("impossible", sentence, "E35")
