"""Virtual players: they turn cards, slap and answer at a human pace, through the same seams as people.

They know only what a screen shows. They press the virtual board's buttons, put cards under the virtual
camera, and enter what nobody can sense. A seat that a visitor has taken is left to the visitor.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from companion.virtual.habits import Habits, all_habits

BY = "virtual table"
POLL_S = 0.1
REST_S = 20.0  # between two games, and before going on after a restart


class Board(Protocol):
    """What virtual players do to a slap board."""

    def tap(self, button: int, hold_s: float = 0.12) -> None:
        """Press and let go."""


class Pile(Protocol):
    """What virtual players do under the camera."""

    def show(self, card: str | None) -> None:
        """Turn a card over on the pile."""


Submit = Callable[[Mapping[str, Any]], Mapping[str, Any]]
View = Callable[[], Mapping[str, Any]]


class VirtualPlayers:
    """One thread (``virtual players``) that plays every seat nobody has taken.

    ``faces`` are the cards' names by game. ``game`` is the game they sit down to; without it they play
    whatever is on the table.
    """

    def __init__(
        self,
        submit: Submit,
        view: View,
        board: Board,
        pile: Pile,
        faces: Mapping[str, Sequence[str]],
        *,
        seed: int = 0,
        speed: float = 1.0,
        game: str | None = None,
    ) -> None:
        self._submit = submit
        self._view = view
        self._board = board
        self._pile = pile
        self._seed = seed
        self._speed = speed
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="virtual players", daemon=True)
        self._since = (("",), time.monotonic())
        self._habits = all_habits(faces, seed)
        self._game = game

    def start(self) -> None:
        """Sit down."""
        self._thread.start()

    def stop(self) -> None:
        """Get up."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        rest = POLL_S
        while not self._stop.wait(rest):
            rest = POLL_S
            view = self._view()
            if not view.get("lobby", {}).get("players"):
                continue
            if self._game is not None:
                self._sit_down_to(self._game, view)
                self._game = None
                continue
            if self._between_games(view):
                continue
            habits = self._habits.get(view["session"]["game"])
            if habits is not None:
                rest = min(POLL_S, self._play(view, habits) / self._speed)

    def _sit_down_to(self, game: str, view: Mapping[str, Any]) -> None:
        """Make room for another game than the one left on the table the last time."""
        if view["session"]["game"] != game:
            if view["session"]["id"] is not None:
                self._submit({"do": "set_aside"})
            self._submit({"do": "lobby", "game": game})

    def _waited_s(self, moment: tuple[Any, ...]) -> float:
        """How long this moment has lasted, in seconds at the table's own pace."""
        if moment != self._since[0]:
            self._since = (moment, time.monotonic())
        return (time.monotonic() - self._since[1]) * self._speed

    def _between_games(self, view: Mapping[str, Any]) -> bool:
        """Begin, begin again and go on, but only while no visitor has sat down."""
        session = view["session"]
        alone = all(player["virtual"] for player in view["lobby"]["players"])
        if session["unfinished"]:
            if alone and self._waited_s(("unfinished",)) > REST_S:
                self._submit({"do": "go_on"})
            return True
        if session["id"] is None:
            if alone and self._waited_s(("lobby",)) > 3:
                self._submit({"do": "start"})
            return True
        if session["over"]:
            if alone and self._waited_s(("over", session["id"])) > REST_S:
                self._submit({"do": "again"})
            return True
        return False

    def _play(self, view: Mapping[str, Any], habits: Habits) -> float:
        """Do what is due; returns the seconds until the next act: nobody slaps to the beat of a poll."""
        waited = self._waited_s(habits.moment(view))
        rng = random.Random(repr((self._seed, view["session"]["id"], habits.moment(view))))
        soonest = POLL_S * self._speed
        for act in habits.acts(view, rng):
            if act.after_s > waited:
                soonest = min(soonest, act.after_s - waited)
                continue
            if not self._still(habits, view):
                continue
            if act.tap is not None:
                self._board.tap(act.tap)
            elif act.card is not None:
                self._pile.show(act.card)
            elif act.command is not None:
                self._submit(act.command)
            habits.done(act)
        return soonest

    def _still(self, habits: Habits, view: Mapping[str, Any]) -> bool:
        return habits.moment(self._view()) == habits.moment(view)
