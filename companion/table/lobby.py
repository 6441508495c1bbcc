"""Before the game: who sits where, with which colour and button, and what was chosen to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.referee.fields import name as check_name
from companion.referee.game import Refusal

COLOURS = ("red", "blue", "green", "yellow", "purple", "black")
BUTTONS = range(1, 13)
SEATS = 6


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table. ``virtual``: played by the virtual table until a visitor sits down."""

    name: str
    colour: str
    button: int | None = None
    virtual: bool = False


@dataclass(frozen=True, slots=True)
class Lobby:
    """The set-up so far. ``armed``: the player whose next press claims a button."""

    game: str = "el-capitan"
    seats: tuple[Seat, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    first: str | None = None
    armed: str | None = None
    start: Mapping[str, Any] = field(default_factory=dict)  # what else a game's start takes (a board)

    def show(self) -> dict[str, Any]:
        """The set-up as JSON."""
        return {
            "game": self.game,
            "players": [
                {"name": seat.name, "colour": seat.colour, "button": seat.button, "virtual": seat.virtual}
                for seat in self.seats
            ],
            "options": dict(self.options),
            "first": self.first,
            "armed": self.armed,
        }

    def player_of(self, button: int) -> str | None:
        """Whose button this is."""
        return next((seat.name for seat in self.seats if seat.button == button), None)

    def seat_of(self, name: str) -> Seat | None:
        """The seat of a player."""
        return next((seat for seat in self.seats if seat.name == name), None)

    def changed(self, change: Mapping[str, Any], games: tuple[str, ...]) -> Lobby:
        """The set-up with a ``lobby`` command's fields taken over. Raises ``Refusal``."""
        lobby = self
        if "game" in change:
            if change["game"] not in games:
                raise Refusal("bad-input", f"Choose one of these games: {', '.join(games)}.")
            if change["game"] != self.game:
                lobby = replace(lobby, game=change["game"], options={})
        if "players" in change:
            lobby = replace(lobby, seats=_seats(change["players"], self), armed=None)
        if "options" in change:
            if not isinstance(change["options"], dict):
                raise Refusal("bad-input", "The options must be a list of choices by name.")
            lobby = replace(lobby, options=dict(change["options"]))
        if "first" in change:
            lobby = replace(lobby, first=_first(change["first"]))
        if lobby.first is not None and lobby.seat_of(lobby.first) is None:
            lobby = replace(lobby, first=None)
        return lobby

    def claimed(self, button: int) -> Lobby:
        """The set-up after the armed player's press; whoever had this button loses it."""
        seats = tuple(
            replace(seat, button=button)
            if seat.name == self.armed
            else replace(seat, button=None if seat.button == button else seat.button)
            for seat in self.seats
        )
        return replace(self, seats=seats, armed=None)

    def armed_for(self, player: object) -> Lobby:
        """The set-up waiting for this player's press. Raises ``Refusal``."""
        if not isinstance(player, str) or self.seat_of(player) is None:
            raise Refusal("unknown-player", f"Nobody called {player} is seated.")
        return replace(self, armed=player)

    def taken(self, player: object, *, virtual: bool) -> Lobby:
        """The set-up with a seat taken by a visitor or given back to the virtual table."""
        if not isinstance(player, str) or self.seat_of(player) is None:
            raise Refusal("unknown-player", f"Nobody called {player} is seated.")
        return replace(
            self,
            seats=tuple(
                replace(seat, virtual=virtual) if seat.name == player else seat for seat in self.seats
            ),
        )

    def start_command(self, seed: int) -> dict[str, Any]:
        """The referee's ``start`` for this set-up."""
        command: dict[str, Any] = {
            "do": "start",
            "players": [seat.name for seat in self.seats],
            "options": dict(self.options),
            "seed": seed,
        }
        if self.first is not None:
            command["first"] = self.first
        return command | dict(self.start)


def _first(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise Refusal("bad-input", "Who begins must be one player's name.")


def _seats(rows: object, before: Lobby) -> tuple[Seat, ...]:
    if not isinstance(rows, list):
        raise Refusal("bad-input", "The players must be a list of names.")
    if len(rows) > SEATS:
        raise Refusal("bad-input", f"There are {SEATS} seats at most.")
    seats: list[Seat] = []
    for row in rows:
        seats.append(_seat({"name": row} if isinstance(row, str) else row, seats, before))
    return tuple(seats)


def _seat(row: object, taken: list[Seat], before: Lobby) -> Seat:
    if not isinstance(row, dict) or not isinstance(row.get("name"), str):
        raise Refusal("bad-input", "Each player needs a name.")
    name = row["name"].strip()
    problem = check_name(name)
    if problem is not None:
        raise Refusal("bad-input", f"The name of player {len(taken) + 1} {problem}.")
    if any(seat.name.casefold() == name.casefold() for seat in taken):
        raise Refusal("bad-input", f"Two players are called {name}. Give each a name of their own.")
    known = before.seat_of(name)
    free = [colour for colour in COLOURS if all(seat.colour != colour for seat in taken)]
    wish = row.get("colour", known.colour if known else free[0])
    button = row.get("button", known.button if known else None)
    if button is not None and (not isinstance(button, int) or button not in BUTTONS):
        raise Refusal("bad-input", f"Buttons are numbered {BUTTONS[0]} to {BUTTONS[-1]}.")
    if any(seat.button == button for seat in taken if button is not None):
        button = None
    virtual = row.get("virtual", known.virtual if known else False)
    return Seat(name, wish if wish in free else free[0], button, bool(virtual))
