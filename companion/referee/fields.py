"""What a field of a command may hold: small checks that answer with a plain sentence, or None."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Check = Callable[[Any], str | None]
"""Returns what the value must be (``"must be true or false"``), or None when it is."""

MOST_US = 2**63 - 1
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a command."""

    check: Check
    required: bool = True


Fields = Mapping[str, Field]


def need(check: Check) -> Field:
    """A field that must be there."""
    return Field(check)


def may(check: Check) -> Field:
    """A field that may be left out."""
    return Field(check, required=False)


def name(value: Any) -> str | None:
    """A player, a card, a space: some visible text of at most 40 characters."""
    if not isinstance(value, str):
        return "must be a name"
    if not value.strip():
        return "must not be empty"
    if len(value) > LONGEST_NAME:
        return f"must have at most {LONGEST_NAME} characters"
    # Joiners are part of many emoji and of Persian and Indian names; other invisible letters only deceive.
    plain = value.replace("\u200c", "").replace("\u200d", "")
    return None if plain.isprintable() and plain.strip() else "must not hold invisible characters"


def text(value: Any) -> str | None:
    """A sentence: a reason, an author."""
    if not isinstance(value, str):
        return "must be a text"
    if not value.strip():
        return "must not be empty"
    return None if len(value) <= 200 else "must have at most 200 characters"


def flag(value: Any) -> str | None:
    """True or false."""
    return None if isinstance(value, bool) else "must be true or false"


def whole(least: int, most: int) -> Check:
    """A whole number within bounds, both included."""

    def check(value: Any) -> str | None:
        if type(value) is not int or not least <= value <= most:
            return f"must be a whole number from {least} to {most}"
        return None

    return check


stamp = whole(0, MOST_US)
"""A time in whole microseconds."""


def one_of(*values: object) -> Check:
    """One of a few values."""

    def check(value: Any) -> str | None:
        if any(type(value) is type(known) and value == known for known in values):
            return None
        return "must be one of " + ", ".join(str(known) for known in values)

    return check


def either(*checks: Check) -> Check:
    """Whatever one of the checks accepts."""

    def check(value: Any) -> str | None:
        problems = [problem for one in checks if (problem := one(value)) is not None]
        return " or ".join(problems) if len(problems) == len(checks) else None

    return check


def listing(item: Check, most: int = 200) -> Check:
    """A list of such items."""

    def check(value: Any) -> str | None:
        if not isinstance(value, list | tuple):
            return "must be a list"
        if len(value) > most:
            return f"must have at most {most} entries"
        problem = next((found for entry in value if (found := item(entry)) is not None), None)
        return problem and f"has an entry that {problem}"

    return check


def mapping(item: Check | None = None) -> Check:
    """An object with names as keys, and such values."""

    def check(value: Any) -> str | None:
        if not isinstance(value, Mapping):
            return "must be an object"
        if any(name(key) is not None for key in value):
            return "has a key that is no name"
        found = (item(entry) for entry in value.values()) if item else ()
        problem = next((problem for problem in found if problem is not None), None)
        return problem and f"has a value that {problem}"

    return check
