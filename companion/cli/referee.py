"""``companion referee GAME``: the referee alone, one JSON object a line in and out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

from companion.referee.games import GAMES, game
from companion.referee.protocol import LONGEST_LINE
from companion.referee.session import Session


@click.command()
@click.argument("name", metavar="GAME", type=click.Choice(list(GAMES)))
def referee(name: str) -> None:
    """Judge a game: commands on standard input, answers on standard output."""
    session = Session(game(name))
    out = sys.stdout.buffer
    try:
        for line in lines(sys.stdin.buffer):
            out.write(session.answer(line).encode() + b"\n")
            out.flush()
    except BrokenPipeError:
        # Nobody listens any more. What is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return


def lines(source: BinaryIO) -> Iterator[bytes]:
    """Each line without its end. Of an endless one only as much as shows that it is too long."""
    while line := source.readline(LONGEST_LINE + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := source.readline(LONGEST_LINE)):
            pass
        yield line.removesuffix(b"\n").removesuffix(b"\r")
