"""How the game ends: what is lost at sea, who has most points, and the tie-break (rulings E30, E42-E52)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.elcano import words
from companion.referee.elcano.state import COLOURS, State, clockwise, present
from companion.referee.elcano.telling import Telling


def finish(tell: Telling) -> None:
    """After the last anchoring: nothing is drawn and nothing passed on (rulings E42, E43)."""
    tell.say("E42", "last-round", "The sixth round is over: the decks are empty and the game ends.")
    left = {colour: values for colour, values in tell.state["ocean"].items() if values}
    if left:
        _unclaimed(tell, left)
    judge(tell)


def _unclaimed(tell: Telling, left: dict[str, tuple[int, ...]]) -> None:
    ocean = {colour: list(values) for colour, values in left.items()}
    count, total = sum(map(len, left.values())), sum(map(sum, left.values()))
    strongest = _strongest(tell.state)
    if tell.state["options"]["unclaimed"] == "strongest" and strongest is not None:
        tell.event({"event": "claimed", "player": strongest, "ocean": ocean})
        tell.event(
            {"event": "points", "player": strongest, "change": total, "reason": "unclaimed", "ruling": "E30"}
        )
        sentence = (
            f"{strongest} was strongest in the last round and takes what is left: {words.points(total)}."
        )
        tell.say("E30", "claimed", sentence, player=strongest, points=total)
        return
    tell.event({"event": "lost", "ocean": ocean})
    sentence = f"Lost at sea: {words.cards(count)} with {words.points(total)} that nobody won."
    tell.say("E30", "lost-at-sea", sentence, count=count, points=total)


def _strongest(state: State) -> str | None:
    """Who had the largest sum over the three colours in the round just settled; None in a tie."""
    sums: dict[str, int] = {}
    for event in state["anchored"]:
        if event["colour"] in COLOURS:
            for name, sum_ in event["sums"].items():
                sums[name] = sums.get(name, 0) + sum_
    most = max(sums.values(), default=0)
    best = [name for name, sum_ in sums.items() if sum_ == most]
    return best[0] if len(best) == 1 else None


def countable(state: State, player: str) -> int:
    """How many cards of a hand the tie-break counts (ruling E48)."""
    held = state["hand"][player]
    if state["options"]["tie_break_counts_returned"]:
        return held
    return max(0, held - len(state["returned"][player]))


def waiting(state: State) -> list[str]:
    """Who has still to count a hand in the tie-break."""
    return [name for name in state["tied"] if name not in state["totals"] and countable(state, name) > 0]


def judge(tell: Telling) -> None:
    """Who has most points wins; a tie is broken by the hands of those who hold cards (ruling E46)."""
    state = tell.state
    here = {name: state["points"][name] for name in present(state)}
    most = max(here.values(), default=0)
    best = [name for name, points in here.items() if points == most]
    if len(best) == 1:
        _over(tell, best)
        return
    if state["phase"] != "tie-break" or state["tied"] != tuple(best):
        tell.event({"event": "tie_break", "players": best})
        sentence = f"{words.names(best)} tie with {words.points(most)}: their hands decide."
        tell.say("E46", "tie-break", sentence, players=best, points=most)
    if not waiting(tell.state):
        resolve(tell)


def resolve(tell: Telling) -> None:
    """All tied hands are known: the best wins, or the victory is shared (rulings E46, E47, E50, E52)."""
    state = tell.state
    totals = {name: state["totals"].get(name, 0) for name in state["tied"]}
    most = max(totals.values())
    best = [name for name, total in totals.items() if total == most]
    if len(best) > 1 and state["options"]["marker_breaks_tie"]:
        best = [_nearest(state, best)]
        sentence = f"{best[0]} is nearest to the Pigafetta card and wins the tie."
        tell.say("E52", "marker", sentence, player=best[0])
    elif len(best) > 1:
        tell.say("E50", "shared-victory", f"{words.names(best)} share the victory.", players=best)
    else:
        id = "E46" if state["options"]["tie_break"] == "sum-of-maxima" else "E47"
        tell.say(
            id, "best-hand", f"{best[0]} has the best hand, {most}, and wins.", player=best[0], total=most
        )
    _over(tell, best)


def _nearest(state: State, players: Sequence[str]) -> str:
    first = str(state["first"])
    around = clockwise(state, first)
    return next(name for name in (first, *around) if name in players)


def _over(tell: Telling, winners: Sequence[str]) -> None:
    tell.event({"event": "over", "winners": list(winners)})
