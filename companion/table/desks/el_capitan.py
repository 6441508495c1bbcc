"""El Capitan's desk: a card on the pile starts the race, presses are slaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.observations import CardSeen, Press
from companion.referee.game import Command, Event
from companion.table.desk import State, Timer
from companion.table.lobby import Lobby
from companion.table.race import Held, RaceClock


def _whose(zone: str, state: State) -> str | None:
    """Whose place a zone is: it is called after the player, or ``seat 1``, ``seat 2``, ... in seat order."""
    players: Sequence[str] = state.get("players") or ()
    places = {f"seat {n}": name for n, name in enumerate(players, start=1)}
    return zone if zone in players else places.get(zone)


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
        if card.name is None:
            return ()
        if card.zone == "pile" and state.get("phase") == "turn":
            seen = {"t_us": max(0, card.seen_host_us), "bound_us": card.bound_us}
            return ({"do": "reveal", "card": card.name, **seen},)
        player = _whose(card.zone, state)
        if player is not None and state.get("phase") == "answers" and state["answers"].get(player) is None:
            return ({"do": "answer", "player": player, "card": card.name},)
        return ()

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
