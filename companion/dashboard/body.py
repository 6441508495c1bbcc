"""Reads a command from a request's body, believing nothing."""

from __future__ import annotations

import json
from typing import Any

LARGEST = 64 * 1024  # bytes; the longest honest command is a few kilobytes
DEEPEST = 12  # lists in lists; the deepest honest command has four


class BadBody(ValueError):
    """The body is not a command. ``status`` is the HTTP answer, ``message`` a plain sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


def read_command(body: bytes) -> dict[str, Any]:
    """The JSON object in ``body``. Raises ``BadBody``."""
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_no_twins)
    except BadBody:
        raise
    except (ValueError, RecursionError) as error:
        raise BadBody(400, "That is not JSON.") from error
    if not isinstance(value, dict):
        raise BadBody(400, "A command is one JSON object.")
    if not isinstance(value.get("do"), str):
        raise BadBody(400, 'A command needs "do" with the name of what to do.')
    if _depth(value) > DEEPEST:
        raise BadBody(400, "That is nested too deeply.")
    return value


def _no_constant(name: str) -> float:
    raise BadBody(400, f"{name} is not a number.")


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise BadBody(400, "A field is given twice.")
    return value


def _depth(value: object) -> int:
    """How deep lists and objects lie in each other, without recursion."""
    deepest, level = 0, [value]
    while level and deepest <= DEEPEST:
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        deepest += 1
        level = inner
    return deepest
