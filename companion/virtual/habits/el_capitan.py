"""What a virtual player does at each moment of El Capitan, and after how long."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.virtual.habits.habit import Act, ByPhase, all_virtual

SPECIALS = ("storm", "spyglass", "black-flag")


@dataclass(slots=True)
class ElCapitanHabits(ByPhase):
    """Players with a fair memory: seven answers of ten are right, and quicker when they know."""

    pictures: tuple[str, ...]

    def moment(self, view: Mapping[str, Any]) -> tuple[Any, ...]:
        state = view["state"]
        return (view["session"]["id"], state["phase"], state["turn"], state["card"])

    def _memorise(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        if all_virtual(view):
            yield Act("memorised", 8 + rng.random(), command={"do": "memorised"})

    def _turn(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        state = view["state"]
        card = self._next_card(state, rng)
        yield Act("turn", 2.5 + rng.random(), card=card)
        # A camera that can't see the table must not hold up the evening: someone taps the card.
        yield Act("tap the card", 8, command={"do": "reveal", "card": card})

    def _next_card(self, state: Mapping[str, Any], rng: random.Random) -> str:
        """The next card of a well-shuffled pile, given those turned over: nothing need be remembered."""
        options = state.get("options") or {}
        pictures = options.get("cabin_boys") or self.pictures
        copies = options.get("cabin_boys_copies", 2) if options.get("cabin_boys") else 2
        seen = Counter(state["revealed"])
        specials = [card for card in SPECIALS if not seen[card]]
        if rng.randrange(state["pile"]) < len(specials):
            return rng.choice(specials)
        left = Counter(dict.fromkeys(pictures, copies)) - seen
        card: str = rng.choice(sorted(left.elements()))
        return card

    def _race(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        slapped = {slap["player"] for slap in view["state"]["slaps"]}
        for player in view["lobby"]["players"]:
            knows, after = _knows(rng), 0.7 + rng.lognormvariate(-0.2, 0.5)
            if player["virtual"] and player["button"] and player["name"] not in slapped:
                yield Act(f"slap {player['name']}", after if knows else after + 0.8, tap=player["button"])

    def _answers(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        answers = view["state"]["answers"]
        for n, player in enumerate(view["lobby"]["players"]):
            right = _knows(rng)
            if player["virtual"] and answers.get(player["name"]) is None:
                command = {"do": "answer", "player": player["name"], "right": right}
                yield Act(f"answer {player['name']}", 1.5 + 0.6 * n, command=command)

    def _spyglass(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        if all_virtual(view):
            yield Act("done", 4, command={"do": "done"})

    def _black_flag(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        me = view["state"]["revealer"]
        others = [name for name in view["state"]["coins"] if name != me]
        if any(player["virtual"] and player["name"] == me for player in view["lobby"]["players"]):
            cards = rng.sample(range(1, 13), 2)
            if (view["state"].get("options") or {}).get("cabin_boys"):
                cards = [1, 2]
            command = {"do": "swap", "player": rng.choice(sorted(others)), "cards": cards}
            yield Act("swap", 4, command=command)


def _knows(rng: random.Random) -> bool:
    return rng.random() < 0.7
