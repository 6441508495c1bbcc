"""One game played through commands: decides, folds, takes back and brings again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.referee import protocol
from companion.referee.game import Event, Game, Refusal, Ruling


@dataclass(frozen=True, slots=True)
class _Step:
    """An accepted command between two states. States never change in place, so keeping them is cheap."""

    before: Any
    command: Mapping[str, Any]
    after: Any


class Session:
    """One game. ``submit`` answers every command as the protocol has it and never raises.

    ``undo`` of any number of commands gives back exactly the earlier states; whether the table still allows
    one (ruling G3) is for the table to say.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.state: Any = game.initial()
        self._done: list[_Step] = []
        self._undone: list[_Step] = []
        self._commands = game.commands()

    @property
    def can_undo(self) -> bool:
        """Whether a command can be taken back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether a command that was taken back can be brought again."""
        return bool(self._undone)

    def show(self) -> dict[str, Any]:
        """The public state as JSON."""
        return self.game.show(self.state)

    def submit(self, command: object) -> dict[str, Any]:
        """The answer to one command: accepted with events and rulings, a question's answer, or refused."""
        try:
            return self._answer(protocol.check(command, self._commands))
        except Refusal as error:
            return protocol.refused(error)

    def answer(self, line: str | bytes) -> str:
        """The answer to one protocol line, as one line without its end."""
        try:
            command = protocol.parse(line)
        except Refusal as error:
            return protocol.to_line(protocol.refused(error))
        return protocol.to_line(self.submit(command))

    def recall(
        self, command: Mapping[str, Any], events: Sequence[Event], rulings: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        """Take in a command that was decided and logged before: its events are folded, nothing is decided."""
        verb = command.get("do")
        if verb == "undo":
            self._take_back()
        elif verb == "redo":
            self._bring_again()
        else:
            self._fold(command, events)

    def _answer(self, command: dict[str, Any]) -> dict[str, Any]:
        match command["do"]:
            case "show":
                return {"ok": True, "state": self.show()}
            case "options":
                return {"ok": True, "options": [option.show() for option in self.game.options()]}
            case "legal":
                return {"ok": True, "legal": [dict(move) for move in self.game.legal(self.state)]}
            case "undo":
                return self._undo()
            case "redo":
                return self._redo()
        told = self.game.ask(self.state, command)
        if told is not None:
            return {"ok": True, **told}
        decision = self.game.decide(self.state, command)
        if decision.state is None:
            self._fold(command, decision.events)
        else:
            self._enter(command, decision.state)
        rulings = [ruling.show() for ruling in decision.rulings]
        return {"ok": True, "events": [dict(event) for event in decision.events], "rulings": rulings}

    def _fold(self, command: Mapping[str, Any], events: Sequence[Event]) -> None:
        state = self.state
        for event in events:
            state = self.game.evolve(state, event)
        self._enter(command, state)

    def _enter(self, command: Mapping[str, Any], state: Any) -> None:
        self._done.append(_Step(self.state, command, state))
        self._undone.clear()
        self.state = state

    def _undo(self) -> dict[str, Any]:
        if not self._done:
            raise Refusal("not-allowed", "There is nothing to take back.", "G3")
        command = self._take_back()
        return _told("undone", command, f"Taken back: {_words(command)}.")

    def _redo(self) -> dict[str, Any]:
        if not self._undone:
            raise Refusal("not-allowed", "There is nothing to bring again.", "G3")
        command = self._bring_again()
        return _told("redone", command, f"Brought again: {_words(command)}.")

    def _take_back(self) -> Mapping[str, Any]:
        step = self._done.pop()
        self._undone.append(step)
        self.state = step.before
        return step.command

    def _bring_again(self) -> Mapping[str, Any]:
        step = self._undone.pop()
        self._done.append(step)
        self.state = step.after
        return step.command


def _told(event: str, command: Mapping[str, Any], sentence: str) -> dict[str, Any]:
    ruling = Ruling("G3", sentence, {"reason": event, "do": command["do"]})
    return {"ok": True, "events": [{"event": event, "command": dict(command)}], "rulings": [ruling.show()]}


def _words(command: Mapping[str, Any]) -> str:
    player = command.get("player")
    words = str(command["do"]).replace("_", " ")
    return f"{words}, {player}" if isinstance(player, str) else words
