"""What a habit is: acts, each after a time, in the moments of a game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a player does, ``after_s`` seconds into the moment; ``once`` names it within the moment."""

    once: str
    after_s: float
    tap: int | None = None
    card: str | None = None
    command: Mapping[str, Any] | None = None


class Habits(Protocol):
    """How one game is played."""

    def moment(self, view: Mapping[str, Any]) -> tuple[Any, ...]:
        """What tells one moment of the game from the next."""

    def acts(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        """What is still to do in this moment. The same view and seed give the same acts."""

    def done(self, act: Act) -> None:
        """It was done; it isn't done twice."""


@dataclass(slots=True)
class ByPhase:
    """Habits with a method for each phase of the game (``_cross``, ``_tie_break``); the rest is waiting."""

    _moment: tuple[Any, ...] = field(default=(), kw_only=True)
    _done: set[str] = field(default_factory=set, kw_only=True)

    def moment(self, view: Mapping[str, Any]) -> tuple[Any, ...]:
        """What tells one moment from the next: each game says."""
        raise NotImplementedError

    def acts(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        if self.moment(view) != self._moment:
            self._moment, self._done = self.moment(view), set()
        todo = getattr(self, "_" + view["state"]["phase"].replace("-", "_"), None)
        if todo is not None:
            yield from (act for act in todo(view, rng) if act.once not in self._done)

    def done(self, act: Act) -> None:
        self._done.add(act.once)


def all_virtual(view: Mapping[str, Any]) -> bool:
    """Whether no visitor has sat down."""
    return all(player["virtual"] for player in view["lobby"]["players"])
