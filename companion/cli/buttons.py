"""``companion buttons``: watch a slap board, and measure how fair the buttons are."""

from __future__ import annotations

import itertools
import json
import queue
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import click

from companion.buttons.board import SlapBoard
from companion.observations import Link, Observation, Press


@click.group()
def buttons() -> None:
    """The slap buttons: watch them, measure them."""


@buttons.command()
@click.option("--port", required=True, help='The port the slap board is on, or "auto" to look for it.')
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def watch(port: str, as_json: bool) -> None:
    """Print every accepted press and release, and every change of the link, until Ctrl-C."""
    seen: queue.SimpleQueue[Observation] = queue.SimpleQueue()
    board = SlapBoard(port)
    board.open(seen.put)
    met = False
    try:
        while True:
            one = seen.get()
            if isinstance(one, Link) and one.state == "down" and not met:
                raise click.ClickException(one.detail)
            met = True
            line = json.dumps(as_object(one)) if as_json else as_text(one)
            print(line, flush=True)
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    finally:
        board.close()


@buttons.command()
@click.option("--quick", is_flag=True, help="A hundredth of the counts, in a minute and a half.")
def bench(quick: bool) -> None:
    """Measure the buttons and print the table behind docs/fairness.md (a quarter of an hour on two cores).

    "ok" marks what is as good as asked, "!!" what is not.
    """
    from companion.virtual.bench.table import figures  # a laboratory: loaded only when asked for

    start = time.monotonic()
    for line in itertools.chain(draws(10_000 if quick else 100_000), figures(quick=quick)):
        click.echo(line)
    click.echo(f"Took {time.monotonic() - start:.0f} s.")


def draws(count: int) -> Iterator[str]:
    """Of tied players each wins as often as the others, when the table asks for a draw."""
    from companion.referee.chance import draw
    from companion.virtual.bench.table import row

    for among in range(2, 7):
        won = Counter(draw(seed, "tie", among=among) for seed in range(count))
        off = max(abs(won[player] / count - 1 / among) for player in range(among))
        limit = 0.005 * max(1.0, (100_000 / count) ** 0.5)
        yield row(
            f"a draw among {among}",
            f"off by {100 * off:.2f} % in {count} draws",
            f"{100 * limit:.1f} %",
            off <= limit,
        )


def as_object(one: Observation) -> dict[str, Any]:
    """The JSON object of an observation."""
    if isinstance(one, Press):
        return {
            "event": "press" if one.pressed else "release",
            "button": one.button,
            "t_us": one.t_us,
            "t_host_us": one.t_host_us,
            "bound_us": one.bound_us,
            "seq": one.seq,
            "epoch": one.epoch,
            "tie": one.tie,
        }
    assert isinstance(one, Link)
    return {"event": "link", "state": one.state, "device": one.device, "detail": one.detail}


def as_text(one: Observation) -> str:
    """A line for people."""
    if isinstance(one, Press):
        what = "pressed " if one.pressed else "released"
        tie = "  tie" if one.tie and one.pressed else ""
        return f"button {one.button} {what} at {one.t_us / 1e6:.6f} s (host ±{one.bound_us} µs){tie}"
    assert isinstance(one, Link)
    return f"slap board {one.state}: {one.detail}"
