"""``companion demo`` and ``companion run``: the whole service, on virtual or on real devices."""

from __future__ import annotations

import errno
import logging
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

import click
import segno

from companion.cards.deck import DeckError
from companion.cards.zones import ZoneError
from companion.checks import own_address
from companion.cli import assembly
from companion.config import Config, ConfigError, load
from companion.service import Service, serve
from companion.table.log import LogError


@click.command()
@click.option("--game", default="el-capitan", show_default=True, help="The game on the table.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port of the page."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--speed", default=1.0, show_default=True, type=click.FloatRange(0.1, 50), help="Pace of play.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0, 2**31), help="Another evening.")
@click.option(
    "--data", type=click.Path(path_type=Path), default=Path("data/demo"), help="Where sessions are kept."
)
def demo(game: str, port: int, host: str, speed: float, seed: int, data: Path) -> None:
    """Play on a virtual table: no hardware needed."""
    with ExitStack() as stack:
        service = _made(lambda: assembly.demo(stack, game, data, host, port, speed, seed), port)
        _serve(service)


@click.command()
@click.option("--config", "file", type=click.Path(path_type=Path), help="What is plugged in (TOML).")
@click.option("--port", type=click.IntRange(1, 65535), help="Port of the page.")
@click.option("--host", help="Address to listen on.")
@click.option("--data", type=click.Path(path_type=Path), help="Where sessions are kept.")
def run(file: Path | None, port: int | None, host: str | None, data: Path | None) -> None:
    """Referee a real table with the devices named in the configuration file."""
    try:
        config = load(file) if file else Config()
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    with ExitStack() as stack:
        service = _made(lambda: assembly.real(stack, config, data, host, port), port or config.service.port)
        _serve(service)


def _made(make: assembly.Make, port: int) -> Service:
    try:
        return make()
    except (LogError, DeckError, ConfigError, ZoneError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise click.ClickException(
                f"Port {port} is taken by another program. Choose another one with --port."
            ) from error
        raise click.ClickException(f"The service can't start: {error.strerror or error}.") from error


def _serve(service: Service) -> None:
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # A pipe, not an Event: a signal that comes while the Event's own lock is held would wait for itself.
    ending, end_now = os.pipe()

    def end(number: int, frame: FrameType | None) -> None:
        os.write(end_now, b".")

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    serve(service, lambda: os.read(ending, 1), lambda line: _say(line, service))


def _say(line: str, service: Service) -> None:
    """Say a line; behind the table's address, the one for other devices, drawn for a phone's camera."""
    click.echo(line)
    if service.address not in line or not service.server.everywhere:
        return
    address = own_address()
    if address is not None:
        url = f"http://{address}:{service.server.port}/"
        click.echo(f"Other devices find it at {url}")
        if sys.stdout.isatty():
            segno.make(url, micro=False).terminal(compact=True)
