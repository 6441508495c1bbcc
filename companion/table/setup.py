"""The set-up of the table between games: the lobby, the next session, and what to do after a restart."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.boards import BoardError, with_board
from companion.referee.game import Refusal
from companion.table.lobby import Lobby
from companion.table.log import Log
from companion.table.play import Games, Play

SETUP_COMMANDS = ("lobby", "claim", "sit", "stand", "go_on", "set_aside", "again")


class Setup:
    """Who plays what. ``unfinished``: a game from before a restart waits to be gone on with."""

    def __init__(self, games: Games, names: tuple[str, ...], lobby: Lobby, log: Log) -> None:
        self.names = names
        self._games = games
        self._log = log
        stored = log.last_lobby()
        self.lobby = lobby.changed(stored, names) if stored else lobby
        self.unfinished = False

    def waiting_play(self) -> Play:
        """The game that was cut off, or a fresh one."""
        stored = self._log.sessions()
        if stored and stored[-1].ending is None and stored[-1].game in self.names:
            self.unfinished = True
            play = Play(self._games(stored[-1].game), self._log, stored[-1].id)
            play.began = stored[-1].began
            return play
        return Play(self._games(self.lobby.game), self._log)

    def fresh_play(self, command: Mapping[str, Any], now: Play) -> tuple[Play, dict[str, Any]]:
        """A new session and the ``start`` it begins with. Raises ``Refusal`` while a game is on."""
        if now.under_way:
            raise Refusal("already-done", "A game is under way. Finish it or set it aside first.")
        lobby = self._lobby_for(command)
        start = lobby.start_command(secrets.randbelow(2**31))
        given = {key: value for key, value in command.items() if key != "game"}
        if "players" in given:
            start.pop("first", None)
        try:
            # From a screen only the boards that ship: no path of a client reaches the disk.
            start = with_board(start | given, files=False)
        except BoardError as error:
            raise Refusal("bad-input", str(error), "K02") from error
        return Play(self._games(lobby.game), self._log), start

    def _lobby_for(self, command: Mapping[str, Any]) -> Lobby:
        if "game" in command and command["game"] not in self.names:
            raise Refusal("bad-input", f"Choose one of these games: {', '.join(self.names)}.")
        game = command.get("game", self.lobby.game)
        lobby = self.lobby if game == self.lobby.game else replace(self.lobby, game=game, options={})
        return replace(lobby, options={}) if "players" in command else lobby

    def began(self, command: Mapping[str, Any], start: Mapping[str, Any]) -> None:
        """Take over what a start said, and give every seat without a button the next free one."""
        change: dict[str, Any] = {"players": list(start["players"]), "options": start.get("options") or {}}
        if "game" in command:
            change["game"] = command["game"]
        lobby = self.lobby.changed(change, self.names)
        free = [n for n in range(1, 13) if lobby.player_of(n) is None]
        seats = []
        for seat in lobby.seats:
            seats.append(replace(seat, button=seat.button or free.pop(0)))
        self.lobby = replace(lobby, seats=tuple(seats))
        self.unfinished = False

    def claim(self, button: int) -> None:
        """The armed player has pressed."""
        self.lobby = self.lobby.claimed(button)

    def carry_out(self, command: Mapping[str, Any], now: Play) -> Play:
        """Carry out a set-up command; returns the session that is now on the table."""
        verb = command["do"]
        if verb == "lobby":
            self._change_lobby(command, now)
        elif verb == "claim":
            self.lobby = self.lobby.armed_for(command.get("player"))
        elif verb in ("sit", "stand"):
            self.lobby = self.lobby.taken(command.get("player"), virtual=verb == "stand")
        elif verb == "go_on":
            self.unfinished = False
        else:
            return self._cleared(verb, now)
        if now.id is None and now.game.name != self.lobby.game:
            return Play(self._games(self.lobby.game), self._log)
        return now

    def leave(self, now: Play) -> None:
        """Close the session on the table: over stays over, anything else is set aside."""
        if now.id is not None and not now.over:
            self._log.end(now.id, "set-aside")

    def _change_lobby(self, command: Mapping[str, Any], now: Play) -> None:
        if now.under_way and set(command) & {"game", "options", "first"}:
            raise Refusal("wrong-phase", "A game is under way. Finish it or set it aside first.")
        lobby = self.lobby.changed(command, self.names)
        if now.under_way:
            before = [seat.name for seat in self.lobby.seats]
            if [seat.name for seat in lobby.seats] != before:
                raise Refusal("wrong-phase", "The players can't change in the middle of a game.")
        self.lobby = lobby

    def _cleared(self, verb: str, now: Play) -> Play:
        if verb == "again" and now.under_way:
            raise Refusal("wrong-phase", "The game is not over yet. Set it aside to begin another.")
        self.leave(now)
        self.unfinished = False
        return Play(self._games(self.lobby.game), self._log)
