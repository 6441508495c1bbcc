"""What each command of Columbus brings about, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.referee.columbus.chart import chart
from companion.referee.columbus.correct import correct
from companion.referee.columbus.hurricanes import free_move, hurricane
from companion.referee.columbus.interrupt import leave
from companion.referee.columbus.options import chosen
from companion.referee.columbus.placing import cannot, exchange, place
from companion.referee.columbus.refusals import NOW
from companion.referee.columbus.sailing import blocked, sail
from companion.referee.columbus.state import State
from companion.referee.columbus.telling import Telling
from companion.referee.columbus.turns import end, port, standstill
from companion.referee.game import Command, Decision, Refusal


def decide(state: State, command: Command) -> Decision:
    """What the command brings about. Raises ``Refusal``."""
    verb = command["do"]
    if verb == "start":
        return _start(state, command)
    if state["phase"] == "not-started":
        raise Refusal("not-started", NOW["not-started"])
    if state["phase"] == "over":
        raise Refusal("game-over", NOW["over"])
    tell = Telling(state)
    _COMMANDS[verb](tell, command)
    return tell.decision()


def _start(state: State, command: Command) -> Decision:
    if state["phase"] not in ("not-started", "over"):
        raise Refusal("already-done", "The game has already begun.")
    players: list[str] = command["players"]
    if not 2 <= len(players) <= 6:
        raise Refusal("bad-input", "Columbus is for 2 to 6 captains.", "K07")
    if len(set(players)) < len(players):
        raise Refusal("bad-input", "Two players have the same name.")
    first = command.get("first", players[0])
    if first not in players:
        raise Refusal("unknown-player", f"Nobody called {first} plays.", "K08")
    options = chosen(command.get("options") or {})
    board = command.get("board")
    _check_board(board, len(players))
    tell = Telling(state)
    tell.event(
        {
            "event": "started",
            "players": list(players),
            "first": first,
            "options": options,
            "seed": command.get("seed", 0),
            "board": board,
        }
    )
    tell.say("K08", "begins", f"{first} begins.", player=first)
    if board is None:
        sentence = "There is no board: the referee keeps the turns and the tiles, the table says the rest."
        tell.say("K02", "declared", sentence)
    at = players.index(first) - (options["port_order"] == "reverse")
    tell.event({"event": "turn", "player": players[at], "phase": "ports"})
    return tell.decision()


def _check_board(board: object, captains: int) -> None:
    if board is None:
        return
    if isinstance(board, str):
        raise Refusal("bad-input", "The referee takes the board itself, not its name.", "K02")
    ports = len(chart(board).europe)
    if ports < captains:
        raise Refusal("impossible", f"The board has {ports} European ports for {captains} captains.", "K10")


_COMMANDS: Mapping[str, Callable[[Telling, Command], None]] = {
    "port": port,
    "place": place,
    "hurricane": hurricane,
    "exchange": exchange,
    "cannot": cannot,
    "sail": sail,
    "blocked": blocked,
    "free_move": free_move,
    "end": end,
    "leave": leave,
    "standstill": standstill,
    "correct": correct,
}
