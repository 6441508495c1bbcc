"""``companion bench elcano``: how fast the law of Elcano is, beside python-chess in the same run.

A step of random play is: list the legal commands, pick one, decide it (deciding folds its events). The same
for python-chess: list the legal moves, pick one, push it. The two take turns, slice by slice, so that both
meet the same neighbours; seconds are the process's own. The check folds the events of every step once more.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import click

from companion.referee.elcano.state import CREW, laid
from companion.referee.game import Game
from companion.referee.games import game

NAMES = ["Ann", "Ben", "Cas", "Dot", "Eva"]
SLICES = 12
PAIRS = (("red", "blue"), ("red", "green"), ("blue", "green"))
BOX = {
    "crew": [
        *([colour, 7] for colour in ("red", "blue", "green")),
        *(
            [one, value, other, its]
            for one, other in PAIRS
            for value, its in ((2, 5), (3, 4), (6, 1), (5, 2))
        ),
    ],
    "ocean": {colour: [2, 3, "4/1", 5, 6, 7] for colour in ("red", "blue", "green")},
}
"""An invented box, for the cost of knowing which cards can come."""


@click.command()
@click.option("--games", default=0, show_default=True, help="Also check the law in so many random games.")
@click.option("--seconds", default=3.0, show_default=True, help="How long to measure each figure.")
@click.option("--seed", default=1, show_default=True)
def elcano(games: int, seconds: float, seed: int) -> None:
    """Elcano: random legal steps a second, beside python-chess."""
    law, rng = game("elcano"), random.Random(seed)
    work: dict[str, Callable[[], int]] = {
        "elcano": lambda: play_one(law, rng, {}),
        "elcano, box known": lambda: play_one(law, rng, BOX),
    }
    try:
        work["python-chess"] = _chess(rng)
    except ImportError:
        click.echo("python-chess is not installed here: no comparison")
    rates: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(SLICES):
        for name, one in work.items():
            rates[name].append(_rate(one, seconds / SLICES))
    for name, found in rates.items():
        click.echo(
            f"{name:18}{statistics.median(found):>10,.0f} random legal steps/s (best {max(found):,.0f})"
        )
    if "python-chess" in rates:
        ratio = statistics.median(rates["elcano"]) / statistics.median(rates["python-chess"])
        click.echo(f"{'ratio':18}{ratio:>10.2f}")
    if games:
        _check(law, games, rng)


def _rate(work: Callable[[], int], seconds: float) -> float:
    began, done = time.process_time(), 0
    while (took := time.process_time() - began) < seconds:
        done += work()
    return done / took


def play_one(
    law: Game[Any], rng: random.Random, options: dict[str, Any], watch: Callable[[Any], None] | None = None
) -> int:
    """Play one random game to its end; the number of commands it took."""
    players = NAMES[: rng.randint(2, 5)]
    storm = {"storm": rng.random() < 0.5} if len(players) == 4 else {}
    start = {"do": "start", "players": players, "options": options | storm, "seed": rng.randrange(2**31)}
    state, steps = _decided(law, law.initial(), start, watch), 1
    while moves := law.legal(state):
        state = _decided(law, state, moves[int(rng.random() * len(moves))], watch)
        steps += 1
    return steps


def _decided(law: Game[Any], state: Any, command: Any, watch: Callable[[Any], None] | None) -> Any:
    decision = law.decide(state, command)
    if watch is not None:
        for event in decision.events:
            state = law.evolve(state, event)
            watch(state)
        if state != decision.state:
            raise click.ClickException("Deciding and folding do not agree.")
    return decision.state


def _chess(rng: random.Random) -> Callable[[], int]:
    import chess

    def play() -> int:
        board, steps = chess.Board(), 0
        while steps < 200 and not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
            steps += 1
        return steps

    return play


def _check(law: Game[Any], games: int, rng: random.Random) -> None:
    began, steps = time.process_time(), 0
    for number in range(games):
        steps += play_one(law, rng, BOX if number % 2 else {}, _sound)
    took = time.process_time() - began
    click.echo(f"{games:,} random games, {steps:,} steps, {took:.0f} s: every law held")


def _sound(state: Any) -> None:
    """Fifteen cards a player after every event, six rounds, points only from cards that were won."""
    for name in state["players"]:
        held = state["hand"][name] + state["deck"][name] + state["discard"][name]
        if held + laid(state["columns"][name]) != CREW:
            raise click.ClickException(f"{name} has not fifteen cards.")
    if state["phase"] != "over":
        return
    if state["round"] != 6 or not state["winners"]:
        raise click.ClickException("A game did not end in round 6 with a winner.")
    for name in state["players"]:
        won = sum(sum(cards) for cards in state["won"][name].values())
        if state["points"][name] != won:
            raise click.ClickException(f"{name} has points that no card gives.")
