"""``companion referee GAME``: the referee alone, one JSON object a line in and out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import BinaryIO

import click

from companion.boards import BoardError, with_board
from companion.referee.game import Refusal
from companion.referee.games import GAMES, game
from companion.referee.protocol import LONGEST_LINE, parse, refused, to_line
from companion.referee.session import Session


@click.command()
@click.argument("name", metavar="GAME", type=click.Choice(list(GAMES)))
def referee(name: str) -> None:
    """Judge a game: commands on standard input, answers on standard output."""
    session = Session(game(name))
    out = sys.stdout.buffer
    try:
        for line in lines(sys.stdin.buffer):
            out.write(answer(session, line).encode() + b"\n")
            out.flush()
    except BrokenPipeError:
        # Nobody listens any more. What is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return


def answer(session: Session, line: bytes) -> str:
    """The answer to one line; a board is named there and read here, because the referee opens no file."""
    if b'"board"' not in line or "board" not in session.game.commands().get("start", {}):
        return session.answer(line)
    try:
        command = parse(line)
        if isinstance(command, Mapping):
            command = with_board(command, files=True)
    except BoardError as error:
        return to_line(refused(Refusal("bad-input", str(error), "K02")))
    except Refusal as error:
        return to_line(refused(error))
    return to_line(session.submit(command))


def lines(source: BinaryIO) -> Iterator[bytes]:
    """Each line without its end. Of an endless one only as much as shows that it is too long."""
    while line := source.readline(LONGEST_LINE + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := source.readline(LONGEST_LINE)):
            pass
        yield line.removesuffix(b"\n").removesuffix(b"\r")
