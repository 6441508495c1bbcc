"""What may come in: one JSON object a line, bounded in every direction, checked field by field.

Nothing that arrives can crash or stall the referee: a line is at most 64 KiB, nests at most 8 deep, holds
numbers of at most 63 bits and no NaN, and names no field twice. A field that the command does not have is
refused, because a mistyped optional field (``frist``) would otherwise be ignored in silence.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from companion.referee.fields import MOST_US, Fields, listing, mapping, may, name, need, text, whole
from companion.referee.game import Refusal

LONGEST_LINE = 65_536
DEEPEST = 8
MOST_VALUES = 4_000

COMMON: Mapping[str, Fields] = {
    "start": {
        "players": need(listing(name, 20)),
        "first": may(name),
        "options": may(mapping()),
        "seed": may(whole(-MOST_US - 1, MOST_US)),
    },
    "show": {},
    "options": {},
    "legal": {},
    "undo": {},
    "redo": {},
    "correct": {"set": need(mapping()), "reason": need(text), "by": need(text)},
}
"""The commands every game has."""


def parse(line: str | bytes) -> object:
    """The JSON value of one line. Raises ``Refusal`` with ``bad-input``."""
    if len(line) > LONGEST_LINE:
        raise Refusal("bad-input", "The line is too long.")
    try:
        # Decoded here: json would guess other encodings than the protocol's UTF-8.
        words = line.decode() if isinstance(line, bytes) else line
        return json.loads(words, parse_constant=_no_constant, object_pairs_hook=_no_twins)
    except (ValueError, RecursionError):
        raise Refusal("bad-input", "The line is not one JSON object.") from None


def _no_constant(word: str) -> float:
    raise ValueError(word)


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a field is named twice")
    return made


def check(value: object, games_own: Mapping[str, Fields]) -> dict[str, Any]:
    """The command in an already parsed value: a protocol line or an HTTP body.

    Raises ``Refusal``: ``bad-input``, or ``unknown-command`` for a ``do`` that the game does not have.
    """
    if not isinstance(value, Mapping):
        raise Refusal("bad-input", 'A command is a JSON object with "do".')
    bounded(value)
    verb = value.get("do")
    if not isinstance(verb, str):
        raise Refusal("bad-input", 'A command needs "do" with the name of the command.')
    fields = games_own.get(verb, COMMON.get(verb))
    if fields is None:
        raise Refusal("unknown-command", f"There is no command {short(verb)}.")
    _fields(verb, value, fields)
    return dict(value)


def _fields(verb: str, command: Mapping[str, Any], fields: Fields) -> None:
    for key, field in fields.items():
        if key in command:
            problem = field.check(command[key])
            if problem is not None:
                raise Refusal("bad-input", f"{key} {problem}.")
        elif field.required:
            raise Refusal("bad-input", f"{verb} needs {key}.")
    for key in command:
        if key != "do" and key not in fields:
            raise Refusal("bad-input", f"{verb} has no field {short(key)}.")


def bounded(value: object) -> None:
    """Refuse what no log and no screen could carry."""
    for count, (part, depth) in enumerate(_parts(value)):
        if count > MOST_VALUES or depth > DEEPEST:
            raise Refusal("bad-input", "The command is too large.")
        if isinstance(part, str):
            if any("\ud800" <= letter <= "\udfff" for letter in part):
                raise Refusal("bad-input", "The command holds half a character.")
        elif isinstance(part, bool) or part is None:
            continue
        elif isinstance(part, int):
            if not -MOST_US - 1 <= part <= MOST_US:
                raise Refusal("bad-input", "A number is too large.")
        elif isinstance(part, float):
            if not math.isfinite(part):
                raise Refusal("bad-input", "A number is not finite.")
        elif not isinstance(part, Mapping | list | tuple):
            raise Refusal("bad-input", "The command holds something that is not JSON.")


def _parts(value: object) -> Iterator[tuple[object, int]]:
    waiting = [(value, 0)]
    while waiting:
        part, depth = waiting.pop()
        yield part, depth
        if isinstance(part, Mapping):
            waiting += [(key, depth + 1) for key in part if not isinstance(key, str) or not key.isascii()]
            waiting += [(inner, depth + 1) for inner in part.values()]
            if not all(isinstance(key, str) for key in part):
                raise Refusal("bad-input", "The command has a field without a name.")
        elif isinstance(part, list | tuple):
            waiting += [(inner, depth + 1) for inner in part]


def short(words: str) -> str:
    """What somebody typed, fit for a sentence."""
    clean = "".join(letter if letter.isprintable() else "?" for letter in words)
    return clean if len(clean) <= 40 else clean[:39] + "…"


def refused(error: Refusal) -> dict[str, Any]:
    """The answer to a command that is not carried out."""
    return {"ok": False, "error": {"code": error.code, "rule": error.rule, "message": error.message}}


def to_line(answer: Mapping[str, Any]) -> str:
    """An answer as one JSON line, without the line's end."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
