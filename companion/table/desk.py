"""What an observation means to the game that is being played: presses and cards become commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.observations import CardSeen, Press
from companion.referee.game import Command, Event
from companion.table.lobby import Lobby
from companion.table.race import Held, RaceClock

State = Mapping[str, Any]  # the referee's `show`


@dataclass(frozen=True, slots=True)
class Timer:
    """Time that runs at the table. The referee never reads a clock; the table does, and only tells it."""

    what: str
    of_ms: int


class Desk(Protocol):
    """One game's reading of the devices. Made anew for each session."""

    def pressed(self, press: Press, player: str | None, state: State) -> Sequence[Command]:
        """What a press asks of the referee."""

    def shown(self, card: CardSeen, state: State) -> Sequence[Command]:
        """What a card in sight asks of the referee."""

    def wants_card(self, state: State) -> bool:
        """Whether a card that can't be named is worth asking the table about."""

    def follows(self, events: Sequence[Event], lobby: Lobby) -> Sequence[Command]:
        """What was waiting for these events."""

    def waiting(self) -> Sequence[int]:
        """Buttons whose press is held until the card is known."""

    def timer(self, state: State) -> Timer | None:
        """The time that runs in this state."""

    def due(self, what: str, state: State) -> Sequence[Command]:
        """What the end of a timer asks of the referee."""

    def lamps(self, state: State, lobby: Lobby) -> dict[int, str]:
        """Which lamp shows what, by button."""


@dataclass(slots=True)
class PlainDesk:
    """A game whose devices say nothing yet: everything is entered by hand, and the lamp shows the turn."""

    def pressed(self, press: Press, player: str | None, state: State) -> Sequence[Command]:
        return ()

    def shown(self, card: CardSeen, state: State) -> Sequence[Command]:
        return ()

    def wants_card(self, state: State) -> bool:
        return False

    def follows(self, events: Sequence[Event], lobby: Lobby) -> Sequence[Command]:
        return ()

    def waiting(self) -> Sequence[int]:
        return ()

    def timer(self, state: State) -> Timer | None:
        return None

    def due(self, what: str, state: State) -> Sequence[Command]:
        return ()

    def lamps(self, state: State, lobby: Lobby) -> dict[int, str]:
        turn = state.get("turn")
        seat = lobby.seat_of(turn) if isinstance(turn, str) else None
        return {seat.button: "your-turn"} if seat and seat.button else {}


@dataclass(slots=True)
class ElCapitanDesk:
    """El Capitan: a card on the pile starts the race, presses are slaps (rulings C10, C12, C20, C43)."""

    _clock: RaceClock = field(default_factory=RaceClock)
    _held: Held = field(default_factory=Held)

    def pressed(self, press: Press, player: str | None, state: State) -> Sequence[Command]:
        if not press.pressed or player is None:
            return ()
        if state.get("phase") == "turn":
            self._held.hold(press)
            return ()
        if state.get("phase") == "race":
            return (self._slap(press, player),)
        return ()

    def _slap(self, press: Press, player: str) -> Command:
        return {
            "do": "slap",
            "player": player,
            "t_us": self._clock.stamp(press),
            "clock": press.device,
            "bound_us": press.bound_us,
        }

    def shown(self, card: CardSeen, state: State) -> Sequence[Command]:
        if card.zone != "pile" or card.name is None or state.get("phase") != "turn":
            return ()
        seen = {"t_us": max(0, card.seen_host_us), "bound_us": card.bound_us}
        return ({"do": "reveal", "card": card.name, **seen},)

    def wants_card(self, state: State) -> bool:
        return state.get("phase") == "turn"

    def follows(self, events: Sequence[Event], lobby: Lobby) -> Sequence[Command]:
        kinds = {event["event"] for event in events}
        if "turn" in kinds or "over" in kinds:
            self._clock = RaceClock()
            self._held.release()
        if "revealed" not in kinds:
            return ()
        owners = [(press, lobby.player_of(press.button)) for press in self._held.release()]
        return [self._slap(press, player) for press, player in owners if player is not None]

    def waiting(self) -> Sequence[int]:
        return self._held.buttons()

    def timer(self, state: State) -> Timer | None:
        return {
            "memorise": Timer("memorise", 60_000),
            "race": Timer("reminder", 30_000),
            "spyglass": Timer("spyglass", 15_000),
        }.get(str(state.get("phase")))

    def due(self, what: str, state: State) -> Sequence[Command]:
        return ({"do": "done"},) if what == "spyglass" else ()

    def lamps(self, state: State, lobby: Lobby) -> dict[int, str]:
        wrong = [name for name, right in (state.get("answers") or {}).items() if right is False]
        shown = {state.get(place): place for place in ("first", "second", "last")}
        if state.get("phase") == "turn":
            shown = {state.get("revealer"): "your-turn"}
        shown |= dict.fromkeys(wrong, "wrong")
        return {seat.button: shown[seat.name] for seat in lobby.seats if seat.button and seat.name in shown}


def desk_for(game: str) -> Desk:
    """The desk of a game."""
    return ElCapitanDesk() if game == "el-capitan" else PlainDesk()
