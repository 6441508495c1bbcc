"""``companion buttons``: watch a slap board, and measure how fair the buttons are."""

from __future__ import annotations

import json
import queue
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
@click.option("--quick", is_flag=True, help="A tenth of the counts or less, for a first look.")
def bench(quick: bool) -> None:
    """Measure the buttons and print the timing table of docs/fairness.md (half an hour on two cores)."""
    from companion.virtual.bench.table import figures  # a laboratory: loaded only when asked for

    for line in figures(quick=quick):
        click.echo(line)


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
