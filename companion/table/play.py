"""The session being played: the referee's game and its log kept as one, and brought back after a cut."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from companion.referee.game import Game
from companion.referee.session import Session
from companion.table.log import Entry, Log, LogError

Games = Callable[[str], Game[Any]]


class Play:
    """One session. Nothing it answers with ``ok`` has not been written to disk first."""

    def __init__(self, game: Game[Any], log: Log, id: int | None = None) -> None:
        self.game = game
        self.id = id
        self.began: str | None = None
        self.session = Session(game)
        self._log = log

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.show().get("phase") == "over")

    @property
    def under_way(self) -> bool:
        """Whether a game has begun and not ended; one whose start was taken back has not begun."""
        return self.id is not None and self.show()["phase"] not in ("not-started", "over")

    def show(self) -> dict[str, Any]:
        """The referee's public state."""
        return self.session.show()

    def submit(self, command: object, by: str, at_us: int) -> tuple[dict[str, Any], Entry | None]:
        """The referee's answer, and the row that was written for it (None: nothing changed)."""
        was_over = self.id is not None and self.over
        answer = self.session.submit(command)
        if not answer.get("ok") or not answer.get("events"):
            return answer, None
        assert isinstance(command, Mapping)
        try:
            entry = self._written(command, answer, by, at_us, was_over)
        except LogError as error:
            self.restore()
            return refusal("not-allowed", str(error)), None
        return answer, entry

    def _written(
        self, command: Mapping[str, Any], answer: Mapping[str, Any], by: str, at_us: int, was_over: bool
    ) -> Entry:
        if self.id is None:
            self.id, self.began = self._log.begin(self.game.name)
        entry = self._log.write(
            "command",
            command,
            session=self.id,
            at_us=at_us,
            by=by,
            events=answer["events"],
            rulings=answer.get("rulings", []),
            state=fingerprint(self.show()),
        )
        if self.over != was_over:
            self._log.end(self.id, "over" if self.over else None)
        return entry

    def restore(self) -> list[Entry]:
        """Back to what is on disk: what the disk did not take has not happened."""
        self.session = Session(self.game)
        return self.recall() if self.id is not None else []

    def recall(self) -> list[Entry]:
        """Fold the stored events of this session into its state; nothing is decided again."""
        entries = list(self._log.entries(self.id))
        for entry in entries:
            self.session.recall(entry.body, entry.events, entry.rulings)
        return entries


def fingerprint(state: Mapping[str, Any]) -> str:
    """A short hash of a state, to prove that a restart brought back what was announced."""
    text = json.dumps(state, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def refusal(code: str, message: str, rule: str = "") -> dict[str, Any]:
    """A refused answer as the protocol has it."""
    return {"ok": False, "error": {"code": code, "rule": rule, "message": message}}
