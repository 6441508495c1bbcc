"""Which crew cards can still be played: a player's open cards must fit fifteen printed faces.

A card with two colours lies on the table as one of them, so a red 3 may be any face with a red 3. The cards
seen fit if each can be given a face of its own: a matching, grown by augmenting paths (Kuhn).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from companion.referee.elcano.state import Face, Token


@lru_cache(maxsize=32)
def tokens(faces: tuple[Face, ...]) -> Mapping[Token, tuple[int, ...]]:
    """Each colour and value in the set, with the faces that can show it."""
    found: dict[Token, tuple[int, ...]] = {}
    for number, face in enumerate(faces):
        for token in face:
            found[token] = (*found.get(token, ()), number)
    return dict(sorted(found.items()))


@lru_cache(maxsize=4096)
def playable(faces: tuple[Face, ...], seen: tuple[Token, ...]) -> frozenset[Token]:
    """Every colour and value that one more card can show, beside the cards ``seen``."""
    known = tokens(faces)
    taken = match([known[token] for token in seen], len(faces))
    if taken is None:
        return frozenset()
    open_ = {number for number, owner in enumerate(taken) if owner is None}
    grew = True
    while grew:  # a face is free as well if the card on it can move to a free one
        grew = False
        for number, owner in enumerate(taken):
            if owner is not None and number not in open_ and not open_.isdisjoint(known[seen[owner]]):
                open_.add(number)
                grew = True
    return frozenset(token for token, numbers in known.items() if not open_.isdisjoint(numbers))


def fits(faces: tuple[Face, ...], seen: Iterable[Token]) -> bool:
    """Whether these cards can lie open at the same time."""
    known = tokens(faces)
    return match([known.get(token, ()) for token in seen], len(faces)) is not None


def hand_fits(faces: tuple[Face, ...], seen: Iterable[Token], values: Sequence[int]) -> bool:
    """Whether a hand can hold cards with these larger values, beside the cards ``seen``."""
    known, largest = tokens(faces), [max(value for _, value in face) for face in faces]
    choices = [known.get(token, ()) for token in seen]
    for value in values:
        choices.append(tuple(number for number, most in enumerate(largest) if most == value))
    return match(choices, len(faces)) is not None


def a_hand(faces: tuple[Face, ...], seen: Sequence[Token], count: int) -> list[int]:
    """The larger values of one hand that is possible beside the cards ``seen``."""
    known = tokens(faces)
    taken = match([known[token] for token in seen], len(faces))
    free = [number for number, owner in enumerate(taken or ()) if owner is None]
    return [max(value for _, value in faces[number]) for number in free[:count]]


def match(choices: Sequence[Sequence[int]], size: int) -> list[int | None] | None:
    """Which card each of ``size`` faces is, each card on one of its ``choices``; None: they don't all fit."""
    taken: list[int | None] = [None] * size
    for card in range(len(choices)):
        if not _place(card, choices, taken, set()):
            return None
    return taken


def _place(card: int, choices: Sequence[Sequence[int]], taken: list[int | None], tried: set[int]) -> bool:
    for number in choices[card]:
        if taken[number] is None:
            taken[number] = card
            return True
    for number in choices[card]:
        if number not in tried:
            tried.add(number)
            owner = taken[number]
            assert owner is not None
            if _place(owner, choices, taken, tried):
                taken[number] = card
                return True
    return False
