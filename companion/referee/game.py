"""The shape every game has: a decider with options, a picture of its state, and its legal commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from companion.referee.fields import Fields

Command = Mapping[str, Any]
"""One JSON object with ``do``: a protocol line, an HTTP body, a row of the log."""

Event = Mapping[str, Any]
"""One JSON object with ``event``: all that ``evolve`` needs, and all that a screen needs to tell it."""


class Refusal(ValueError):
    """The command is not carried out and the state is untouched.

    ``code`` is one of the protocol's error codes, ``rule`` the ruling id it rests on (``""`` when none does),
    ``message`` one plain sentence for the people at the table.
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message


class Ruling(NamedTuple):
    """A decision explained: the ruling's id and one plain sentence.

    ``params`` holds what the sentence is made of (``reason``, ``player``, ...), for a screen that says it
    in another language.
    """

    id: str
    text: str
    params: Mapping[str, Any] = MappingProxyType({})

    def show(self) -> dict[str, Any]:
        """The ruling as JSON."""
        if not self.params:
            return {"id": self.id, "text": self.text}
        return {"id": self.id, "text": self.text, "params": dict(self.params)}


class Decision(NamedTuple):
    """What a command brings about.

    ``state`` is the state after ``events``, when deciding has folded them already; None: fold them.
    """

    events: Sequence[Event]
    rulings: Sequence[Ruling] = ()
    state: Any = None


@dataclass(frozen=True, slots=True)
class Option:
    """One way to play that a table can choose at set-up; ``values`` lists the choices or describes them."""

    id: str
    values: Any
    default: Any
    text: str

    def show(self) -> dict[str, Any]:
        """The option as JSON."""
        return {"id": self.id, "values": self.values, "default": self.default, "text": self.text}


S = TypeVar("S")


class Game(Protocol, Generic[S]):
    """A game's law. Every method is pure; ``state`` is a value that is never changed in place."""

    name: str

    def commands(self) -> Mapping[str, Fields]:
        """The game's own commands and questions with their fields; a ``start`` among them adds some."""

    def options(self) -> Sequence[Option]:
        """The choices at set-up, each with a sentence."""

    def initial(self) -> S:
        """The state before ``start``; ``show`` gives it the phase ``not-started``."""

    def decide(self, state: S, command: Command) -> Decision:
        """What the command brings about. Raises ``Refusal``."""

    def evolve(self, state: S, event: Event) -> S:
        """The state after one event. Total on every event that ``decide`` ever returned."""

    def show(self, state: S) -> dict[str, Any]:
        """The public state, as JSON; the fields are listed in the protocol."""

    def legal(self, state: S) -> list[Command]:
        """Commands that would be accepted now, for every seat."""

    def ask(self, state: S, command: Command) -> dict[str, Any] | None:
        """The answer to a question that changes nothing (``reach``), or None: it is not a question."""
