"""``companion bench columbus``: how fast the law of Columbus is, and whether it agrees with a second opinion.

A step of random play is: list the legal commands, pick one, decide it, fold its events. The check compares
``reach`` and ``blocked`` with every walk tried one by one on random positions of 91 spaces.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import click

from companion.boards import shipped
from companion.cli import columbus_oracle as oracle
from companion.referee.game import Game, Refusal
from companion.referee.games import game

NAMES = ["Ann", "Ben", "Cas", "Dot", "Eva", "Finn"]
TILES = 135
LONGEST = 4_000


@click.command()
@click.option("--positions", default=0, show_default=True, help="Also check reach and blocked so often.")
@click.option("--games", default=0, show_default=True, help="Also check the tiles in so many random games.")
@click.option("--seconds", default=5.0, show_default=True, help="How long to measure random play.")
@click.option("--seed", default=1, show_default=True)
def columbus(positions: int, games: int, seconds: float, seed: int) -> None:
    """Columbus: random legal steps a second; reach and blocked against every walk tried."""
    law = game("columbus")
    rng, steps, began = random.Random(seed), 0, time.process_time()
    while time.process_time() - began < seconds:
        steps += play_one(law, rng)
    click.echo(f"columbus      {steps / (time.process_time() - began):>12,.0f} random legal steps/s")
    if positions:
        began = time.process_time()
        found = check_positions(law, positions, seed)
        took = time.process_time() - began
        click.echo(f"{positions:,} random positions, {found:,} of them blocked, {took:.0f} s: no difference")
    if games:
        began, steps = time.process_time(), 0
        for _ in range(games):
            steps += play_one(law, rng, _sound)
        took = time.process_time() - began
        click.echo(f"{games:,} random games, {steps:,} steps, {took:.0f} s: all 135 tiles at every step")


def play_one(law: Game[Any], rng: random.Random, watch: Callable[[Any], None] | None = None) -> int:
    """Play one random game on the board that ships; the number of commands it took."""
    players = NAMES[: rng.randint(2, 6)]
    start = {"do": "start", "players": players, "board": shipped("atlantic"), "seed": rng.randrange(2**31)}
    state, steps = law.decide(law.initial(), start).state, 1
    while steps < LONGEST and (moves := law.legal(state)):
        command = moves[int(rng.random() * len(moves))]
        # Few of hundreds of commands sail or end the turn: picked more often, or ships hardly move.
        if moves[-1]["do"] in ("end", "sail") and rng.random() < 0.4:
            command = rng.choice([move for move in moves if move["do"] in ("end", "sail")])
        decision = law.decide(state, command)
        if watch is not None:
            for event in decision.events:
                state = law.evolve(state, event)
                watch(state)
            if state != decision.state:
                raise click.ClickException("Deciding and folding do not agree.")
        state = decision.state
        steps += 1
    return steps


def _sound(state: Any) -> None:
    on_board = sum(len(laid) for laid in state["tiles"].values())
    total = on_board + state["stock"] + sum(state["rack"].values()) + sum(state["box"].values())
    if total != TILES:
        raise click.ClickException(f"{total} tiles instead of {TILES}")


def positions(law: Game[Any], rng: random.Random) -> Iterator[tuple[oracle.Sea, Any]]:
    """Random positions without end, a hundred on each random board."""
    while True:
        board = oracle.drawn_board(rng)
        sea = oracle.Sea(board)
        starts = {count: begun(law, board, count) for count in range(2, 7)}
        for _ in range(100):
            position = oracle.drawn_position(rng, board)
            yield sea, placed(law, starts[len(position["ships"])], position)


def begun(law: Game[Any], board: dict[str, Any], captains: int) -> Any:
    """The state after a start on the board."""
    return law.decide(law.initial(), {"do": "start", "players": NAMES[:captains], "board": board}).state


def placed(law: Game[Any], state: Any, position: dict[str, Any]) -> Any:
    """The state of this position, with the first captain to sail and nothing left to place."""
    for name, ship in position["ships"].items():
        state = law.evolve(state, {"event": "port", "player": name, "space": ship["home"]})
    first = next(iter(position["ships"]))
    state = law.evolve(state, {"event": "turn", "player": first, "phase": "play"})
    state = law.evolve(state, {"event": "corrected", "set": position})
    return law.evolve(state, {"event": "cannot", "player": first})


def check_positions(law: Game[Any], count: int, seed: int) -> int:
    """Compare so many positions; the number of blocked ones. Raises ``AssertionError`` at a difference."""
    blocked = 0
    for _, (sea, state) in zip(range(count), positions(law, random.Random(seed)), strict=False):
        blocked += check_position(law, sea, state)
    return blocked


def check_position(law: Game[Any], sea: oracle.Sea, state: Any) -> bool:
    """Whether the first captain is blocked, when the referee and the second opinion agree on all of it."""
    shown = law.show(state)
    player = shown["turn"]
    if shown["last"] != oracle.last_ship(sea, shown):
        raise AssertionError(f"last: {shown['last']}, tried: {oracle.last_ship(sea, shown)}")
    answer = law.ask(state, {"do": "reach", "player": player}) or {}
    expected = oracle.reach(sea, shown, player)
    if {space: len(path) for space, path in answer["reach"].items()} != expected:
        raise AssertionError(f"{player} reaches {answer['reach']}, tried: {expected}, in {shown}")
    for path in answer["reach"].values():
        law.decide(state, {"do": "sail", "player": player, "path": path})
    try:
        law.decide(state, {"do": "blocked", "player": player})
    except Refusal:
        blocked = False
    else:
        blocked = True
    if blocked == bool(expected):
        raise AssertionError(f"{player} is judged blocked: {blocked}, in {shown}")
    return blocked
