"""What a virtual player does at each moment of Elcano, and after how long.

Hands aren't public, so each virtual player holds one: fifteen faces in an order drawn from the seed, dealt as
the counts on the screen say. What was discarded is remembered, as people would.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.virtual.habits.habit import Act, ByPhase

COLOURS = ("red", "blue", "green")
STORMS = (1, 2, 2, 2, 3, 3)
FACE = re.compile(r"(red|blue|green)-(\d+)(?:-(red|blue|green)-(\d+))?")
OCEAN = re.compile(r"ocean-(red|blue|green)-(\d+(?:-1)?)")

Face = tuple[tuple[str, int], ...]
Ocean = Mapping[str, Sequence[int | str]]
State = Mapping[str, Any]


def box_of(names: Sequence[str]) -> tuple[tuple[Face, ...], Ocean]:
    """The crew faces and the ocean cards among the names of a deck (``red-3-blue-5``, ``ocean-red-4-1``)."""
    crew: list[Face] = []
    ocean: dict[str, list[int | str]] = {colour: [] for colour in COLOURS}
    for name in names:
        if found := FACE.fullmatch(name):
            one, its, other, others = found.groups()
            crew.append(((one, int(its)), (other, int(others))) if other else ((one, int(its)),))
        elif found := OCEAN.fullmatch(name):
            colour, value = found.groups()
            ocean[colour].append("4/1" if value == "4-1" else int(value))
    return tuple(crew), ocean


class Choice(NamedTuple):
    """A card that can be played, and how good that looks."""

    worth: float
    face: int
    colour: str  # "storm": face down
    value: int


@dataclass(slots=True)
class Hand:
    """What a virtual player knows of its own cards: numbers of faces, in the order of its draw deck."""

    order: list[int]
    gone: set[int] = field(default_factory=set)
    laid: list[tuple[str, int]] = field(default_factory=list)  # colour and face, this round

    def held(self, deck: int) -> list[int]:
        """The faces in hand while ``deck`` cards are still to be drawn."""
        away = self.gone | {face for _, face in self.laid}
        return [face for face in self.order[: len(self.order) - deck] if face not in away]


@dataclass(slots=True)
class ElcanoHabits(ByPhase):
    """Players who bid while a colour is worth its cards, and save the rest for later oceans."""

    crew: tuple[Face, ...]
    ocean: Ocean
    seed: int = 0
    _session: object = None
    _round: int = 0
    _hands: dict[str, Hand] = field(default_factory=dict)
    _chosen: dict[str, tuple[str, str, int]] = field(default_factory=dict)

    def moment(self, view: Mapping[str, Any]) -> tuple[Any, ...]:
        state = view["state"]
        laid = sum(sum(sums.values()) for sums in state["sums"].values())
        counted = len(state["passed"]) + len(state["totals"])
        return (view["session"]["id"], state["phase"], state["round"], state["turn"], laid, counted)

    def done(self, act: Act) -> None:
        ByPhase.done(self, act)
        if act.once in self._chosen:
            name, colour, face = self._chosen[act.once]
            self._hands[name].laid.append((colour, face))

    # --- phase A ------------------------------------------------------------------------------------

    def _chart(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        state = view["state"]
        self._remember(view)
        at = state["round"] - 1
        command: dict[str, Any] = {
            "do": "reveal",
            "ocean": {colour: self._pile(view, colour, self.ocean[colour])[at] for colour in COLOURS},
        }
        if state["options"]["storm"]:
            command["storm"] = self._pile(view, "storm", STORMS)[at]
        # People look at what the last round has brought before they turn over the next cards.
        yield Act("reveal", (9 if state["last_round"] else 4) + rng.random(), command=command)

    def _pile(self, view: Mapping[str, Any], name: str, cards: Sequence[int | str]) -> list[int | str]:
        pile = list(cards)
        random.Random(repr((self.seed, view["session"]["id"], name))).shuffle(pile)
        return pile

    # --- phase B ------------------------------------------------------------------------------------

    def _cross(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        state = view["state"]
        self._remember(view)
        name = state["turn"]
        if not _virtual(view, name):
            return
        self._chosen.clear()
        after = 1.6 + rng.lognormvariate(0, 0.5)
        choices = sorted(self._choices(name, state, rng), reverse=True)
        if choices and (state["must_play"] or choices[0].worth > 0):
            best = choices[0]
            self._chosen["play"] = (name, best.colour, best.face)
            open_card = {"colour": best.colour, "value": best.value}
            card = {"face_down": True} if best.colour == "storm" else open_card
            yield Act("play", after, command={"do": "play", "player": name, **card})
        else:
            yield Act("pass", after, command={"do": "pass", "player": name})
        # A card that the referee refuses must not hold up the evening.
        if not state["must_play"]:
            yield Act("pass after all", after + 8, command={"do": "pass", "player": name})

    def _choices(self, name: str, state: State, rng: random.Random) -> Iterator[Choice]:
        held = self._hands[name].held(state["deck"][name])
        rivals = [one for one in state["players"] if one != name]
        hunted = any(one not in state["passed"] for one in rivals)
        for colour in (*COLOURS, "storm") if state["options"]["storm"] else COLOURS:
            mine = state["sums"][name][colour]
            best = max(state["sums"][one][colour] for one in rivals)
            if mine > best and (not hunted or mine > best + 2):
                continue  # ahead already
            stake = state["at_stake"][colour]
            for face in held:
                for value in _values(self.crew[face], colour):
                    total = mine + value
                    hope = (0.7 if hunted else 1.0) if total > best else 0.35 if total + 7 > best else 0
                    price = 0.45 * total if colour != "storm" else 0.6 * total
                    worth = stake * hope - price + rng.uniform(-0.6, 0.6)
                    yield Choice(worth, face, colour, value)

    # --- the tie-break --------------------------------------------------------------------------------

    def _tie_break(self, view: Mapping[str, Any], rng: random.Random) -> Iterator[Act]:
        state = view["state"]
        self._remember(view)
        for n, name in enumerate(state["waiting"]):
            if not _virtual(view, name):
                continue
            held = self._hands[name].held(0)
            values = [max(value for _, value in self.crew[face]) for face in held]
            count = state["hand"][name]
            values = (values + [5] * count)[:count]
            yield Act(f"hand {name}", 4 + 2 * n, command={"do": "hand", "player": name, "values": values})

    # --- memory ---------------------------------------------------------------------------------------

    def _remember(self, view: Mapping[str, Any]) -> None:
        """Deal at the start of a game, discard after each round, and forget what was undone."""
        state = view["state"]
        if view["session"]["id"] != self._session or set(self._hands) != set(state["players"]):
            self._session, self._round = view["session"]["id"], state["round"]
            self._hands = {name: Hand(self._dealt(view, name)) for name in state["players"]}
        if state["last_round"] and (state["round"] > self._round or state["phase"] == "tie-break"):
            self._settle(state["last_round"]["anchored"])
        self._round = state["round"]
        for name, hand in self._hands.items():
            for colour in (*COLOURS, "storm"):
                self._match(hand, colour, state["columns"][name][colour])

    def _dealt(self, view: Mapping[str, Any], name: str) -> list[int]:
        order = list(range(len(self.crew)))
        random.Random(repr((self.seed, view["session"]["id"], "crew", name))).shuffle(order)
        return order

    def _settle(self, anchored: Sequence[Mapping[str, Any]]) -> None:
        for name, hand in self._hands.items():
            lost = {one["colour"] for one in anchored if name in one["discards"]}
            hand.gone |= {face for colour, face in hand.laid if colour in lost}
            hand.laid = []

    def _match(self, hand: Hand, colour: str, column: Sequence[int] | int) -> None:
        """Bring what is remembered as laid in line with the table: an undo takes cards back."""
        count = column if isinstance(column, int) else len(column)
        mine = [card for card in hand.laid if card[0] == colour]
        for card in mine[count:]:
            hand.laid.remove(card)


def _values(face: Face, colour: str) -> list[int]:
    """What a face can show in a colour; face down it counts one."""
    return [1] if colour == "storm" else [value for its, value in face if its == colour]


def _virtual(view: Mapping[str, Any], name: str) -> bool:
    return any(player["name"] == name and player["virtual"] for player in view["lobby"]["players"])
