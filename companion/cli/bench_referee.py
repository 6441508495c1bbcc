"""``companion bench referee``: how fast the referee is, beside python-chess in the same run.

A step of random play is: list the legal commands, pick one, decide it. Deciding folds every event through
``evolve`` on the way and hands over the state it came to; the check of ``--games`` proves that folding the
events again gives the same. The same for python-chess: list the legal moves, pick one, push it. Replay
folds events (pushes moves) already known. Seconds are the process's own, on one core, in ten slices: the
median says what this machine gave, the best slice what it gives when its neighbours are quiet.
"""

from __future__ import annotations

import itertools
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import click

from companion.referee.el_capitan.race import rank
from companion.referee.el_capitan.state import Stamp
from companion.referee.game import Event, Game
from companion.referee.games import game

NAMES = ["Ann", "Ben", "Cas", "Dot", "Eli", "Fay"]
PICTURES = [f"picture {n}" for n in range(1, 13)]


KEPT = 200  # games played before measuring, and replayed


class Rate(NamedTuple):
    """How much is done a second of process time."""

    median: float
    best: float


@dataclass(slots=True)
class Played:
    """One random game: its events, its final state, and how many commands it took."""

    events: list[Event] = field(default_factory=list)
    state: Any = None
    steps: int = 0


@click.command()
@click.option("--games", default=0, show_default=True, help="Also check the law in so many random games.")
@click.option("--seconds", default=3.0, show_default=True, help="How long to measure each figure.")
@click.option("--seed", default=1, show_default=True)
def referee(games: int, seconds: float, seed: int) -> None:
    """El Capitan: random play and replay a second, beside python-chess."""
    law = game("el-capitan")
    play, replay = _measure(lambda rng: play_one(law, rng), lambda one: _fold(law, one), seconds, seed)
    _say("el capitan", play, "random legal steps/s", replay, "evolve/s")
    try:
        chess_play, chess_replay = _chess(seconds, seed)
    except ImportError:
        click.echo("python-chess  not installed here: no comparison")
    else:
        _say("python-chess", chess_play, "random legal moves/s", chess_replay, "pushes/s")
        ratio, again = play.median / chess_play.median, replay.median / chess_replay.median
        click.echo(f"{'ratio':13} {ratio:>9.2f} {'':40} {again:>9.2f}")
    if games:
        _check(law, games, seed)
        _lots(100_000)


def _say(name: str, play: Rate, steps: str, replay: Rate, pushes: str) -> None:
    one = f"{play.median:>9,.0f} {steps:20} (best {play.best:>9,.0f})"
    click.echo(f"{name:13} {one} {replay.median:>9,.0f} {pushes:8} (best {replay.best:>9,.0f})")


def play_one(law: Game[Any], rng: random.Random, watch: Callable[[Any], None] | None = None) -> Played:
    """Play one random game under random options through the referee's own decide and evolve."""
    played = Played(state=law.initial())
    _take(law, played, start_command(rng), watch)
    while moves := law.legal(played.state):
        _take(law, played, moves[int(rng.random() * len(moves))], watch)
    return played


def start_command(rng: random.Random) -> dict[str, Any]:
    """A random table: 2 to 6 players, any variants."""
    options = {
        "reckless": rng.random() < 0.3,
        "tie": rng.choice(("draw", "share")),
        "boarding_until": rng.choice(("first-slap", "answers")),
        "two_player_slower_wrong": rng.choice(("nothing", "pays")),
        "cabin_boys": rng.sample(PICTURES, rng.randint(3, 11)) if rng.random() < 0.2 else None,
    }
    names = NAMES[: rng.randint(2, 6)]
    return {"do": "start", "players": names, "options": options, "seed": rng.randrange(2**31)}


def _take(
    law: Game[Any], played: Played, command: dict[str, Any] | Any, watch: Callable[[Any], None] | None
) -> None:
    decision = law.decide(played.state, command)
    state = decision.state
    if state is None or watch is not None:
        state = played.state
        for event in decision.events:
            state = law.evolve(state, event)
            if watch is not None:
                watch(state)
        if decision.state is not None and state != decision.state:
            raise click.ClickException("Deciding and folding do not agree.")
    played.events += decision.events
    played.state = state
    played.steps += 1


def _fold(law: Game[Any], played: Played) -> int:
    state = law.initial()
    evolve = law.evolve
    for event in played.events:
        state = evolve(state, event)
    if state != played.state:
        raise click.ClickException("A replay did not give the same state.")
    return len(played.events)


def _measure(
    play: Callable[[random.Random], Played], fold: Callable[[Played], int], seconds: float, seed: int
) -> tuple[Rate, Rate]:
    rng = random.Random(seed)
    games = [play(rng) for _ in range(KEPT)]
    again = itertools.cycle(games)
    return _rate(lambda: play(rng).steps, seconds), _rate(lambda: fold(next(again)), seconds)


def _rate(work: Callable[[], int], seconds: float) -> Rate:
    """``work`` says how much it has done; the median and the best of ten slices, a second."""
    rates = []
    for _ in range(10):
        began, done = time.process_time(), 0
        while (took := time.process_time() - began) < seconds / 10:
            done += work()
        rates.append(done / took)
    return Rate(statistics.median(rates), max(rates))


def _chess(seconds: float, seed: int) -> tuple[Rate, Rate]:
    import chess

    def play(rng: random.Random) -> Played:
        board, played = chess.Board(), Played()
        while not board.is_game_over() and played.steps < 200:
            moves = list(board.legal_moves)
            move = moves[int(rng.random() * len(moves))]
            board.push(move)
            played.events.append({"move": move})
            played.steps += 1
        return played

    def push(played: Played) -> int:
        board = chess.Board()
        for event in played.events:
            board.push(event["move"])
        return len(played.events)

    return _measure(play, push, seconds, seed)


def _check(law: Game[Any], games: int, seed: int) -> None:
    """Random games: coins conserved and never negative after every event, the same state after replay."""
    rng, began, events = random.Random(seed), time.process_time(), 0
    for number in range(1, games + 1):
        played = play_one(law, rng, _sound)
        events += _fold(law, played)
        shown = law.show(played.state)
        if shown["phase"] != "over" or not shown["winners"]:
            raise click.ClickException(f"Game {number} did not end with a winner.")
    took = time.process_time() - began
    click.echo(f"{games:,} random games, {events:,} events, {took:.0f} s: every law held")


def _lots(seeds: int) -> None:
    """Each of a dead heat is first as often as the others, within half a percent (ruling G6)."""
    for count in range(2, 7):
        seats = NAMES[:count]
        heat = {name: Stamp(5, "board", 0) for name in seats}
        firsts = Counter(
            rank(heat, (), window_us=0, seats=seats, lots=True, seed=seed, turn=1).order[0]
            for seed in range(seeds)
        )
        worst = max(abs(firsts[name] / seeds - 1 / count) for name in seats)
        click.echo(f"{seeds:,} dead heats of {count}: each first within {worst:.2%} of 1/{count}")
        if worst > 0.005:
            raise click.ClickException("The lots are not fair.")


def _sound(state: Any) -> None:
    coins = state["coins"]
    if state["chest"] + sum(coins.values()) != 130 or (coins and min(coins.values()) < 0):
        raise click.ClickException(f"Coins went astray: {dict(coins)}, chest {state['chest']}")
