"""``companion bench referee``: how fast the referee is, beside python-chess in the same run.

A step of random play is: list the legal commands, pick one, decide it, fold its events. The same for
python-chess: list the legal moves, pick one, push it. Replay folds events (pushes moves) already known.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import click

from companion.referee.game import Event, Game
from companion.referee.games import game

PICTURES = [f"picture {n}" for n in range(1, 13)]


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
    click.echo(f"el capitan    {play:>12,.0f} random legal steps/s {replay:>12,.0f} evolve/s")
    try:
        chess_play, chess_replay = _chess(seconds, seed)
    except ImportError:
        click.echo("python-chess  not installed here: no comparison")
    else:
        click.echo(f"python-chess  {chess_play:>12,.0f} random moves/s       {chess_replay:>12,.0f} pushes/s")
        click.echo(f"ratio         {play / chess_play:>12.2f} {'':20} {replay / chess_replay:>12.2f}")
    if games:
        _check(law, games, seed)


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
    names = ["Ann", "Ben", "Cas", "Dot", "Eli", "Fay"][: rng.randint(2, 6)]
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
) -> tuple[float, float]:
    rng = random.Random(seed)
    games: list[Played] = []
    began = time.process_time()
    while time.process_time() - began < seconds:
        games.append(play(rng))
    took = time.process_time() - began
    began, folded = time.process_time(), 0
    for one in _again(games):
        folded += fold(one)
        if time.process_time() - began > seconds:
            break
    return sum(one.steps for one in games) / took, folded / (time.process_time() - began)


def _again(games: list[Played]) -> Iterator[Played]:
    while True:
        yield from games


def _chess(seconds: float, seed: int) -> tuple[float, float]:
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


def _sound(state: Any) -> None:
    coins = state["coins"]
    if state["chest"] + sum(coins.values()) != 130 or (coins and min(coins.values()) < 0):
        raise click.ClickException(f"Coins went astray: {dict(coins)}, chest {state['chest']}")
