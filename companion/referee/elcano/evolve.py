"""How each event changes the state of Elcano."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.referee.elcano.faces import Token, crew_of
from companion.referee.elcano.state import (
    COLOURS,
    CREW,
    NO_CARDS,
    NO_COLUMNS,
    NOT_STARTED,
    OPENING_HAND,
    State,
    two_players,
)
from companion.referee.elcano.values import worth
from companion.referee.game import Event


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
    crew = event["options"]["crew"]
    new.update(NOT_STARTED)
    new["phase"] = "chart"
    new["players"] = players
    new["options"] = event["options"]
    if crew is not None:
        new["crew"] = crew_of(tuple(tuple(zip(face[::2], face[1::2], strict=True)) for face in crew))
    new["seed"] = event["seed"]
    new["round"] = 1
    new["first"] = event["first"]
    new["columns"] = dict.fromkeys(players, NO_COLUMNS)
    new["hand"] = dict.fromkeys(players, OPENING_HAND)
    new["deck"] = dict.fromkeys(players, CREW - OPENING_HAND)
    new["discard"] = new["points"] = dict.fromkeys(players, 0)
    new["discarded"] = dict.fromkeys(players, ())
    new["returned"] = dict.fromkeys(players, ())
    new["won"] = dict.fromkeys(players, NO_CARDS)


def _revealed(new: State, event: Event) -> None:
    cards = event["ocean"]
    if "storm" in event:
        cards = {**cards, "storm": event["storm"]}
    charted, ocean = {**new["charted"]}, {**new["ocean"]}
    duel = two_players(new)
    for colour, card in cards.items():
        charted[colour] += (card,)
        ocean[colour] += (worth(card, duel),)
    new["charted"], new["ocean"] = charted, ocean
    new["phase"] = "cross"
    new["passed"] = new["gone"]
    new["returned"] = dict.fromkeys(new["players"], ())


def _turn(new: State, event: Event) -> None:
    new["turn"] = event["player"]


def _played(new: State, event: Event) -> None:
    player = event["player"]
    columns, hand = new["columns"], new["hand"]
    mine = columns[player]
    if event.get("face_down"):
        mine = {**mine, "storm": mine["storm"] + 1}
    else:
        colour = event["colour"]
        mine = {**mine, colour: (*mine[colour], event["value"])}
    new["columns"] = {**columns, player: mine}
    new["hand"] = {**hand, player: hand[player] - 1}


def _passed(new: State, event: Event) -> None:
    new["passed"] = (*new["passed"], event["player"])


def _anchored(new: State, event: Event) -> None:
    colour, winner = event["colour"], event["winner"]
    gives = event["discards"]
    if event["sums"]:
        hand, discard = dict(new["hand"]), dict(new["discard"])
        discarded, returned = dict(new["discarded"]), dict(new["returned"])
        columns = dict(new["columns"])
        for player in event["sums"]:
            mine = columns[player]
            count, cards = _taken_up(mine, colour)
            if player in gives:
                discard[player] += count
                discarded[player] += cards
            else:
                hand[player] += count
                returned[player] += cards or (None,) * count
            columns[player] = {**mine, colour: NO_COLUMNS[colour]}
        new["hand"], new["discard"], new["columns"] = hand, discard, columns
        new["discarded"], new["returned"] = discarded, returned
        if winner is not None:
            _award(new, winner, colour)
    past = new["anchored"]
    new["anchored"] = (*past, event) if past and past[0]["round"] == event["round"] else (event,)


def _taken_up(columns: Mapping[str, Any], colour: str) -> tuple[int, tuple[Token, ...]]:
    """How many cards lie in a column, and which, where they are open."""
    column = columns[colour]
    return (column, ()) if colour == "storm" else (len(column), tuple([(colour, value) for value in column]))


def _award(new: State, winner: str, colour: str) -> None:
    won, ocean = new["won"], new["ocean"]
    mine = won[winner]
    new["won"] = {**won, winner: {**mine, colour: mine[colour] + ocean[colour]}}
    new["ocean"] = {**ocean, colour: ()}


def _claimed(new: State, event: Event) -> None:
    for colour in event["ocean"]:
        _award(new, event["player"], colour)


def _points(new: State, event: Event) -> None:
    points = new["points"]
    new["points"] = {**points, event["player"]: points[event["player"]] + event["change"]}


def _drawn(new: State, event: Event) -> None:
    cards = event["cards"]
    new["hand"] = {**new["hand"], **{name: new["hand"][name] + count for name, count in cards.items()}}
    new["deck"] = {**new["deck"], **{name: new["deck"][name] - count for name, count in cards.items()}}


def _first_player(new: State, event: Event) -> None:
    new["first"] = event["player"]


def _round(new: State, event: Event) -> None:
    new["phase"] = "chart"
    new["round"] = event["round"]
    new["turn"] = None
    new["passed"] = ()


def _lost(new: State, event: Event) -> None:
    new["lost"] = {colour: tuple(values) for colour, values in event["ocean"].items()}
    new["ocean"] = NO_CARDS


def _tie_break(new: State, event: Event) -> None:
    new["phase"] = "tie-break"
    new["turn"] = None
    new["winners"] = ()
    new["tied"] = tuple(event["players"])


def _counted(new: State, event: Event) -> None:
    new["totals"] = {**new["totals"], event["player"]: event["total"]}


def _over(new: State, event: Event) -> None:
    new["phase"] = "over"
    new["turn"] = None
    new["winners"] = tuple(event["winners"])


def _left(new: State, event: Event) -> None:
    new["gone"] = (*new["gone"], event["player"])


def _corrected(new: State, event: Event) -> None:
    """Points are told by events of their own."""
    change = event["set"]
    for key, cards in change.get("columns", {}).items():
        _correct_columns(new, key, cards)
    if "hand" in change:
        new["hand"] = {**new["hand"], **change["hand"]}
        new["totals"] = {name: total for name, total in new["totals"].items() if name not in change["hand"]}
    if "deck" in change:
        new["deck"] = {**new["deck"], **change["deck"]}
    for player, count in change.get("discard", {}).items():
        if count < new["discard"][player]:  # which cards came back is not known: none of them binds
            new["discarded"] = {**new["discarded"], player: ()}
        new["discard"] = {**new["discard"], player: count}
    for colour, cards in change.get("ocean", {}).items():
        _correct_ocean(new, colour, tuple(cards))
    if "first" in change:
        new["first"] = change["first"]
    if "turn" in change:
        new["turn"] = change["turn"]
        new["passed"] = tuple(name for name in new["passed"] if name != change["turn"])


def _correct_columns(new: State, player: str, cards: Mapping[str, Any]) -> None:
    """The hand gives or takes what the columns gain or lose."""
    before = new["columns"][player]
    mine = {**before, **{key: value if key == "storm" else tuple(value) for key, value in cards.items()}}
    gained = sum(len(mine[colour]) - len(before[colour]) for colour in COLOURS)
    gained += mine["storm"] - before["storm"]
    new["columns"] = {**new["columns"], player: mine}
    new["hand"] = {**new["hand"], player: new["hand"][player] - gained}


def _correct_ocean(new: State, colour: str, cards: tuple[int | str, ...]) -> None:
    """The cards face up are the last ones turned over: whoever wins takes all."""
    duel = two_players(new)
    turned = new["charted"][colour]
    new["charted"] = {**new["charted"], colour: turned[: len(turned) - len(cards)] + cards}
    new["ocean"] = {**new["ocean"], colour: tuple(worth(card, duel) for card in cards)}


_CHANGES: Mapping[str, Callable[[State, Event], None]] = {
    "started": _started,
    "revealed": _revealed,
    "turn": _turn,
    "played": _played,
    "passed": _passed,
    "anchored": _anchored,
    "claimed": _claimed,
    "points": _points,
    "drawn": _drawn,
    "first_player": _first_player,
    "round": _round,
    "lost": _lost,
    "tie_break": _tie_break,
    "counted": _counted,
    "over": _over,
    "left": _left,
    "corrected": _corrected,
}
