"""Chance from the logged seed: the same seed and the same question always give the same answer."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import factorial
from typing import TypeVar

T = TypeVar("T")


def draw(seed: int, *question: object, among: int) -> int:
    """A number from 0 to ``among`` - 1, each as likely as the others (ruling G6).

    ``question`` says what is drawn (the turn, the players): whoever asks it again, and in whatever order
    the lines arrived, gets the same answer.
    """
    asked = ascii((seed, *question)).encode()  # the same words in every version of Python
    return int.from_bytes(hashlib.sha256(asked).digest(), "big") % among


def shuffled(seed: int, *question: object, items: Sequence[T]) -> list[T]:
    """The items in a drawn order, every order as likely as the others."""
    left = list(items)
    number = draw(seed, *question, among=factorial(len(left)))
    order = []
    while left:
        number, at = divmod(number, len(left))
        order.append(left.pop(at))
    return order
