"""How each event changes the state of El Capitan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.referee.el_capitan.state import CHEST, NOT_STARTED, SPECIALS, Stamp, State, present
from companion.referee.game import Event

FRESH_TURN: Mapping[str, Any] = {
    "card": None,
    "shown_us": None,
    "shown_bound_us": 0,
    "racers": (),
    "slaps": {},
    "closed": False,
    "order": (),
    "ties": (),
    "answers": {},
    "said": {},
    "calls": {},
    "boarding": {},
    "moved": (),
}
_PHASE = {"storm": "memorise", "spyglass": "spyglass", "black-flag": "black-flag"}


def evolve(state: State, event: Event) -> State:
    """The state after one event. Events of later versions and mere announcements change nothing."""
    change = _CHANGES.get(event["event"])
    if change is None:
        return state
    new = state.copy()
    change(new, event)
    return new


# Each change is made in a fresh copy whose values are shared with the state before: they are replaced, never
# touched.


def _started(new: State, event: Event) -> None:
    players = tuple(event["players"])
    new.update(NOT_STARTED)
    new["phase"] = "memorise"
    new["players"] = players
    new["options"] = event["options"]
    new["seed"] = event["seed"]
    new["revealer"] = event["first"]
    new["coins"] = dict.fromkeys(players, 1)
    new["chest"] = CHEST - len(players)
    new["firsts"] = dict.fromkeys(players, 0)


def _memorised(new: State, event: Event) -> None:
    new["phase"] = "turn"


def _revealed(new: State, event: Event) -> None:
    card = event["card"]
    racers = present(new)
    new["phase"] = _PHASE.get(card, "race")
    new["turn"] += 1
    new["card"] = card
    new["shown_us"] = event.get("t_us")
    new["shown_bound_us"] = event.get("bound_us", 0)
    new["revealed"] = (*new["revealed"], card)
    new["size"] = len(racers)
    new["racers"] = () if card in SPECIALS else racers


def _slapped(new: State, event: Event) -> None:
    new["slaps"] = {**new["slaps"], event["player"]: _stamp(event)}


def _called(new: State, event: Event) -> None:
    new["calls"] = {**new["calls"], event["player"]: _stamp(event)}


def _stamp(event: Event) -> Stamp:
    return Stamp(event["t_us"], event["clock"], event["bound_us"])


def _boarded(new: State, event: Event) -> None:
    new["boarding"] = event["applied"]


def _ranked(new: State, event: Event) -> None:
    new["phase"] = "answers"
    new["closed"] = True
    new["order"] = tuple(event["order"])
    new["ties"] = tuple(tuple(tie) for tie in event["ties"])


def _answered(new: State, event: Event) -> None:
    new["answers"] = {**new["answers"], event["player"]: event["right"]}
    if "card" in event:
        new["said"] = {**new["said"], event["player"]: event["card"]}


def _coins(new: State, event: Event) -> None:
    player, change = event["player"], event["change"]
    coins = new["coins"]
    new["coins"] = {**coins, player: coins[player] + change}
    new["chest"] -= change
    moved = {"player": player, "change": change, "reason": event["reason"], "ruling": event["ruling"]}
    new["moved"] = (*new["moved"], moved)


def _settled(new: State, event: Event) -> None:
    new["last_turn"] = event["summary"]
    if new["order"]:
        first = new["order"][0]
        new["firsts"] = {**new["firsts"], first: new["firsts"][first] + 1}


def _turn(new: State, event: Event) -> None:
    _fresh(new)
    new["revealer"] = event["player"]


def _fresh(new: State) -> None:
    new.update(FRESH_TURN)  # type: ignore[typeddict-item]
    new["phase"] = "turn"


def _over(new: State, event: Event) -> None:
    new["phase"] = "over"
    new["winners"] = tuple(event["winners"])


def _left(new: State, event: Event) -> None:
    player = event["player"]
    new["gone"] = (*new["gone"], player)
    new["racers"] = tuple(name for name in new["racers"] if name != player)
    new["order"] = tuple(name for name in new["order"] if name != player)
    ties = (tuple(name for name in tie if name != player) for tie in new["ties"])
    new["ties"] = tuple(tie for tie in ties if len(tie) > 1)
    new["slaps"] = {name: stamp for name, stamp in new["slaps"].items() if name != player}
    new["answers"] = {name: right for name, right in new["answers"].items() if name != player}


def _voided(new: State, event: Event) -> None:
    if event["visible"]:
        new["racers"] = ()
        return
    _fresh(new)
    new["turn"] -= 1
    new["revealed"] = new["revealed"][:-1]


def _corrected(new: State, event: Event) -> None:
    """Coins are told by events of their own, which move them against the chest."""
    change = event["set"]
    if "card" in change:
        new["card"] = change["card"]
        new["revealed"] = (*new["revealed"][:-1], change["card"])
        said = {name: card == new["card"] for name, card in new["said"].items() if name in new["answers"]}
        new["answers"] = {**new["answers"], **said}
    if "answers" in change:
        new["answers"] = {**new["answers"], **change["answers"]}
    if "revealer" in change:
        new["revealer"] = change["revealer"]


_CHANGES: Mapping[str, Callable[[State, Event], None]] = {
    "started": _started,
    "memorised": _memorised,
    "revealed": _revealed,
    "slapped": _slapped,
    "called": _called,
    "boarded": _boarded,
    "ranked": _ranked,
    "answered": _answered,
    "coins": _coins,
    "settled": _settled,
    "turn": _turn,
    "over": _over,
    "left": _left,
    "voided": _voided,
    "corrected": _corrected,
}
