"""How a turn goes on and ends: the race is ranked, the coins are given, the next player reveals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.referee.el_capitan import words
from companion.referee.el_capitan.boarding import outcome
from companion.referee.el_capitan.coins import awards
from companion.referee.el_capitan.evolve import evolve
from companion.referee.el_capitan.race import rank
from companion.referee.el_capitan.reaction import reaction
from companion.referee.el_capitan.state import (
    SPECIALS,
    State,
    missing,
    next_player,
    pile_size,
    present,
    seen_before,
)
from companion.referee.game import Decision, Event, Ruling


class Telling:
    """Gathers the events and rulings of one decision; ``state`` is always the state after them."""

    __slots__ = ("events", "rulings", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.rulings: list[Ruling] = []

    def event(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def ruling(self, ruling: Ruling) -> None:
        """Add a ruling."""
        self.rulings.append(ruling)

    def coins(self, player: str, change: int, reason: str, ruling: str) -> None:
        """Move a player's coins against the chest, and say why; nothing moved is said as well."""
        if change:
            moved = {"event": "coins", "player": player, "change": change, "reason": reason, "ruling": ruling}
            self.event(moved)
        self.rulings.append(words.award(ruling, reason, player, change))

    def decision(self) -> Decision:
        """What was gathered."""
        return Decision(self.events, self.rulings, self.state)


def rank_race(tell: Telling) -> None:
    """The race is over: say the dead heats and the ranking."""
    state = tell.state
    lots = state["options"]["tie"] == "draw"
    window = state["options"]["tie_window_us"]
    ranking = rank(
        state["slaps"],
        missing(state),
        window_us=window,
        seats=state["players"],
        lots=lots,
        seed=state["seed"],
        turn=state["turn"],
    )
    order = ranking.order
    for tie in ranking.ties:
        tell.event({"event": "tie", "players": list(tie), "window_us": tie_window_us(state, tie)})
        tell.ruling(words.dead_heat(tie, order, lots))
    tell.event(
        {
            "event": "ranked",
            "order": list(order),
            "ties": [list(tie) for tie in ranking.ties],
            **places(order, state["size"]),
        }
    )


def tie_window_us(state: State, tie: Sequence[str]) -> int:
    """Within how many microseconds this dead heat lies undecidable."""
    window = int(state["options"]["tie_window_us"])
    stamps = [stamp for name, stamp in state["slaps"].items() if name in tie]
    if len({stamp.clock for stamp in stamps}) < 2:
        return window
    return max(window, sum(sorted(stamp.bound_us for stamp in stamps)[-2:]))


def places(order: Sequence[str], size: int) -> dict[str, str | None]:
    """Who gets the First, the Second and the Last card (rulings C22, C23)."""
    return {
        "first": order[0] if order else None,
        "second": order[1] if size > 2 and len(order) > 2 else None,
        "last": order[-1] if len(order) > 1 else None,
    }


def board(tell: Telling) -> None:
    """Move the coins that the calls of this turn are worth now, after whatever just came in."""
    if not tell.state["calls"]:
        return
    worth, tie = outcome(tell.state)
    before = tell.state["boarding"]
    if worth == before:
        return
    if tie:
        tell.event(
            {"event": "tie", "players": list(tie), "window_us": tell.state["options"]["tie_window_us"]}
        )
    settle_calls(tell, worth, "boarding-moved", "C57")


def settle_calls(tell: Telling, worth: Mapping[str, int], moved: str, moved_by: str) -> None:
    """Move coins until the calls of this turn have brought each player ``worth``.

    Nobody can be made to give back more than they have: a correction may have come in between (C59, C60).
    """
    state = tell.state
    before, coins = state["boarding"], state["coins"]
    applied = dict(before)
    for name in state["players"]:
        change = worth.get(name, 0) - before.get(name, 0)
        if change < 0:
            change = max(change, -coins[name])
        if not change:
            continue
        applied[name] = before.get(name, 0) + change
        reason, ruling = (moved, moved_by) if name in before else _call_reason(state, change)
        tell.coins(name, change, reason, ruling)
    if applied != before:
        tell.event(
            {"event": "boarded", "applied": {name: change for name, change in applied.items() if change}}
        )


def _call_reason(state: State, change: int) -> tuple[str, str]:
    if seen_before(state):
        return ("boarding", "C57") if change > 0 else ("boarding-paid", "C59")
    return "boarding-wrong", "C62" if state["card"] in SPECIALS else "C61"


def settle(tell: Telling) -> None:
    """All have answered: give the coins, remember the turn, go on."""
    state = tell.state
    summary = turn_summary(state)
    listed = summary["coins"]
    limited = state["options"]["chest_limit"]
    for player, due, reason, due_by in awards(state):
        change, ruling = due, due_by
        if limited and due > max(0, tell.state["chest"]):
            change, ruling = max(0, tell.state["chest"]), "C33"
        tell.coins(player, change, reason, ruling)
        listed.append({"player": player, "change": change, "reason": reason, "ruling": ruling})
    summary["rulings"] = [ruling.show() for ruling in tell.rulings]
    tell.event({"event": "settled", "summary": summary})
    if tell.state["chest"] < 0 <= state["chest"]:
        tell.ruling(
            words.say("C33", "chest-empty", "The chest is empty; the referee keeps count all the same.")
        )
    go_on(tell)


def turn_summary(state: State) -> dict[str, Any]:
    """The turn under way, or the one just settled, for the screens."""
    slaps, answers = state["slaps"], state["answers"]
    first = min(slaps.values()).t_us if slaps else 0
    return {
        "turn": state["turn"],
        "revealer": state["revealer"],
        "card": state["card"],
        "ranking": list(state["order"]),
        "gaps_us": {name: stamp.t_us - first for name, stamp in slaps.items()},
        "reactions": {name: reaction(state, stamp) for name, stamp in slaps.items()},
        "answers": {name: answers.get(name) for name in state["racers"]},
        "coins": list(state["moved"]),
        "ties": [list(tie) for tie in state["ties"]],
        "rulings": [],
    }


def go_on(tell: Telling) -> None:
    """The next player's turn, or the end of the game when the pile is empty."""
    state = tell.state
    if state["turn"] >= pile_size(state["options"]) or len(present(state)) < 2:
        finish(tell)
        return
    assert state["revealer"] is not None
    special = state["card"] in SPECIALS
    stays = special and state["options"]["special_turn"] == "same" and state["revealer"] in present(state)
    player = state["revealer"] if stays else next_player(state, state["revealer"])
    if special:
        tell.ruling(
            words.say(
                "C36",
                "special-used-turn",
                f"The special card was a turn. {player} reveals next.",
                player=player,
            )
        )
    tell.event({"event": "turn", "player": player})


def finish(tell: Telling) -> None:
    """Say who won (ruling C65)."""
    state = tell.state
    won = winners(state)
    tell.event({"event": "over", "winners": won})
    if len(won) > 1:
        tell.ruling(words.say("C65", "shared-victory", f"{words.names(won)} share the victory.", players=won))
    elif won and _richest(state) != won:
        tell.ruling(words.say("C65", "most-firsts", f"{won[0]} wins by First cards.", player=won[0]))


def winners(state: State) -> list[str]:
    """The richest who still play; with ``winner_tie`` "firsts" the most First cards decide among them."""
    best = _richest(state)
    if state["options"]["winner_tie"] == "firsts":
        most = max((state["firsts"][name] for name in best), default=0)
        best = [name for name in best if state["firsts"][name] == most]
    return best


def _richest(state: State) -> list[str]:
    here: Mapping[str, int] = {name: state["coins"][name] for name in present(state)}
    most = max(here.values(), default=0)
    return [name for name, coins in here.items() if coins == most]
