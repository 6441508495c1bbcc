"""``companion bench camera``: the card camera over time, on a virtual table's real MJPEG stream."""

from __future__ import annotations

import json
import random
import threading
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import numpy as np

from companion.cards.deck import Deck
from companion.cards.live import CardCamera
from companion.cards.recogniser import Recogniser
from companion.cards.sources.base import now_us
from companion.observations import CardSeen, Observation
from companion.virtual.camera import MOVE_S, VirtualCamera, Way

WAIT_S = 3.0
WAYS: tuple[Way, ...] = ("slide", "flip", "push")
QUIET_S = 0.5  # after each card, in which nothing may be told twice


class Shows:
    """Cards turned over one after another, and what the camera told of each."""

    def __init__(self, seed: int, stacked: bool) -> None:
        deck = Deck.load(Path(str(files("companion"))) / "decks" / "pirates")
        self._rng = random.Random(seed)
        self._faces = [card.name for card in deck.cards if card.kind == "face"]
        self._told = threading.Condition()
        self._cards: list[tuple[CardSeen, int]] = []
        self._table = VirtualCamera(deck, seed=seed, stacked=stacked)
        self._eye = CardCamera(self._table.url, Recogniser(deck), virtual=True)
        self.late_us: list[int] = []
        self.early_us: list[int] = []  # stamp minus the true instant
        self.bounds_us: list[int] = []
        self.missed: list[str] = []
        self.wrong = self.twice = self.lies = 0

    def run(self, count: int, say: bool) -> None:
        """Show ``count`` cards."""
        with self._table as table:
            self._eye.open(self._hear)
            time.sleep(2.0)
            for number in range(count):
                card = self._rng.choice(self._faces)
                before = len(self._cards)
                table.show(card, way=WAYS[number % len(WAYS)])
                self._await(before)
                time.sleep(QUIET_S + self._rng.random() * 0.3)
                self._note(number, card, self._cards[before:], table.lies_us, say)
            self._eye.close()

    def _await(self, before: int) -> None:
        with self._told:
            self._told.wait_for(lambda: len(self._cards) > before, WAIT_S)

    def _hear(self, seen: Observation) -> None:
        if isinstance(seen, CardSeen):
            with self._told:
                self._cards.append((seen, now_us()))
                self._told.notify_all()

    def _note(
        self, number: int, card: str, told: list[tuple[CardSeen, int]], lies_us: int, say: bool
    ) -> None:
        self.wrong += sum(seen.name != card for seen, _ in told)
        self.twice += max(0, len(told) - 1)
        hits = [(seen, at) for seen, at in told if seen.name == card]
        if not hits:
            self.missed.append(card)
            if say:
                click.echo(f"{number}: {card} missed; told {[seen.name for seen, _ in told]}")
            return
        seen, at = hits[0]
        off = seen.seen_host_us - lies_us
        # A flipped card can be read a little before it lies flat: a tenth of its way, a sixth of it open.
        lie = off > seen.bound_us or off < -seen.bound_us - MOVE_S * 1e5
        self.lies += lie
        self.late_us.append(at - lies_us)
        self.early_us.append(off)
        self.bounds_us.append(seen.bound_us)
        if say and (lie or len(told) > 1 or at - lies_us > 400_000):
            names, way = [one.name for one, _ in told], WAYS[number % len(WAYS)]
            click.echo(f"{number}: {way} {card} {names} {at - lies_us} off {off} bound {seen.bound_us}")

    def figures(self) -> dict[str, Any]:
        """What was measured, times in ms."""
        return {
            "shows": len(self.late_us) + len(self.missed),
            "missed": len(self.missed),
            "wrong": self.wrong,
            "told twice": self.twice,
            "lies to told, p50 / p99 ms": _spread(self.late_us),
            "stamp minus truth, least / most ms": [round(f(self.early_us) / 1000) for f in (min, max)],
            "bound, p50 / p99 ms": _spread(self.bounds_us),
            "instants outside their bound": self.lies,
        }


def _spread(times_us: list[int]) -> list[float]:
    return [round(float(np.percentile(times_us, share)) / 1000) for share in (50, 99)]


@click.command()
@click.option("--shows", default=100, show_default=True, type=click.IntRange(1, 10_000), help="Cards shown.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0, 2**31), help="Another evening.")
@click.option(
    "--pile/--single", default=True, show_default=True, help="Leave the cards before under the new."
)
@click.option("--verbose", is_flag=True, help="A line for each card that was late, twice or missed.")
def camera(shows: int, seed: int, pile: bool, verbose: bool) -> None:
    """Cards turned over on a virtual table: how soon and how truly each is told."""
    run = Shows(seed, pile)
    cpu, start = time.process_time(), time.monotonic()
    run.run(shows, verbose)
    figures = run.figures()
    figures["processor, camera and virtual table, share of a core"] = round(
        (time.process_time() - cpu) / (time.monotonic() - start), 2
    )
    click.echo(json.dumps(figures, indent=2))
