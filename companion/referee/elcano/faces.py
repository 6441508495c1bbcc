"""Which crew cards can still be played: a player's open cards must fit fifteen printed faces.

A card with two colours lies on the table as one of them, so a red 3 may be any face with a red 3. The cards
seen fit if each can be given a face of its own: a matching, grown by augmenting paths (Kuhn). Sets of faces
are bit masks: bit n is face n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

Token = tuple[str, int]
"""A crew card as it lies open: the colour it was played in and the value it shows."""
Face = tuple[Token, ...]
"""A crew card: one or two tokens, of which the owner plays one."""


class Crew:
    """An enrolled set of faces; equal to another with the same faces. Hashed once: it is a key of caches."""

    __slots__ = ("_hash", "faces", "largest", "masks", "tokens")

    def __init__(self, faces: tuple[Face, ...]) -> None:
        self.faces = faces
        self.largest = [max(value for _, value in face) for face in faces]
        masks: dict[Token, int] = {}
        for number, face in enumerate(faces):
            for token in face:
                masks[token] = masks.get(token, 0) | 1 << number
        self.masks = dict(sorted(masks.items()))
        """Each colour and value in the set, with the faces that can show it."""
        self.tokens = tuple(self.masks)
        self._hash = hash(faces)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Crew) and self.faces == other.faces)

    def __hash__(self) -> int:
        return self._hash

    def with_largest(self, value: int) -> int:
        """The faces whose larger value this is."""
        return sum(1 << number for number, most in enumerate(self.largest) if most == value)


@lru_cache(maxsize=32)
def crew_of(faces: tuple[Face, ...]) -> Crew:
    """The enrolled set with these faces."""
    return Crew(faces)


@lru_cache(maxsize=8192)
def playable(crew: Crew, seen: tuple[Token, ...]) -> tuple[Token, ...]:
    """Every colour and value that one more card can show, beside the cards ``seen``."""
    masks = [crew.masks[token] for token in seen]
    taken = match(masks, len(crew.faces))
    if taken is None:
        return ()
    free, movable = 0, []
    for number, owner in enumerate(taken):
        if owner < 0:
            free |= 1 << number
        elif (mask := masks[owner]) & (mask - 1):  # this card could be another face
            movable.append((1 << number, mask))
    before = 0
    while free != before:  # a face can be had as well if the card on it can move to one that can
        before = free
        for bit, mask in movable:
            if mask & free:
                free |= bit
    return tuple([token for token, mask in crew.masks.items() if mask & free])


def fits(crew: Crew, seen: Iterable[Token]) -> bool:
    """Whether these cards can lie open at the same time."""
    return match([crew.masks.get(token, 0) for token in seen], len(crew.faces)) is not None


def hand_fits(crew: Crew, seen: Iterable[Token], values: Iterable[int]) -> bool:
    """Whether a hand can hold cards with these larger values, beside the cards ``seen``."""
    masks = [crew.masks.get(token, 0) for token in seen]
    return match(masks + [crew.with_largest(value) for value in values], len(crew.faces)) is not None


def a_hand(crew: Crew, seen: Iterable[Token], count: int) -> list[int]:
    """The larger values of one hand that is possible beside the cards ``seen``."""
    taken = match([crew.masks[token] for token in seen], len(crew.faces)) or []
    return [most for most, owner in zip(crew.largest, taken, strict=False) if owner < 0][:count]


def match(masks: Sequence[int], size: int) -> list[int] | None:
    """Which card each of ``size`` faces is (-1: none of them), each card on a face of its mask.

    None: the cards don't all fit.
    """
    taken = [-1] * size
    free = (1 << size) - 1
    for card, mask in enumerate(masks):
        if mask & free:
            bit = mask & free & -(mask & free)
            taken[bit.bit_length() - 1] = card
        else:
            bit = _move(card, masks, taken, [free, 0])
            if not bit:
                return None
        free ^= bit
    return taken


def _move(card: int, masks: Sequence[int], taken: list[int], marks: list[int]) -> int:
    """Make room for a card by moving others; the free face that is used up, as a bit, or 0.

    ``marks`` holds the free faces, and those already tried on this path.
    """
    if masks[card] & marks[0]:
        bit = masks[card] & marks[0] & -(masks[card] & marks[0])
        taken[bit.bit_length() - 1] = card
        return bit
    while left := masks[card] & ~marks[1]:
        bit = left & -left
        marks[1] |= bit
        number = bit.bit_length() - 1
        used = _move(taken[number], masks, taken, marks)
        if used:
            taken[number] = card
            return used
    return 0
