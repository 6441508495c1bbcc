"""``companion sessions``: look at stored sessions, take them out, judge them again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from companion.referee.games import game
from companion.table.export import FORMATS, TITLES, scores
from companion.table.log import LOG_NAME, Log, LogError, Stored
from companion.table.play import Play
from companion.table.rejudge import Rejudged, rejudge

_data = click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=Path("data"),
    show_default=True,
    help="Where sessions are kept.",
)


@click.group()
def sessions() -> None:
    """The stored sessions."""


@sessions.command("list")
@_data
def list_(data: Path) -> None:
    """One line for each stored session."""
    log = _log(data)
    for stored in log.sessions():
        state = _final(log, stored)
        result = ", ".join(
            f"{name} {value}" if value is not None else name for name, value in scores(state).items()
        )
        ending = {"over": "over", "set-aside": "set aside", None: "not finished"}[stored.ending]
        click.echo(
            f"{stored.id:4}  {stored.began[:16].replace('T', ' ')}  {_title(stored):17} {ending:13} {result}"
        )


@sessions.command()
@click.argument("id", type=int)
@_data
def show(id: int, data: Path) -> None:
    """Every command of a session, with what came of it and why."""
    log = _log(data)
    stored = _stored(log, id)
    click.echo(f"{_title(stored)}, begun {stored.began}")
    for entry in log.entries(id):
        words = " ".join(f"{key}={value}" for key, value in entry.body.items() if key != "do")
        click.echo(f"{entry.id:6} {entry.by}: {entry.body['do']} {words}".rstrip())
        for ruling in entry.rulings:
            click.echo(f"       {ruling['id']}: {ruling['text']}")


@sessions.command()
@click.argument("id", type=int)
@click.option("--format", "form", type=click.Choice(sorted(FORMATS)), default="json", show_default=True)
@_data
def export(id: int, form: str, data: Path) -> None:
    """Write a session to standard output for another program."""
    log = _log(data)
    stored = _stored(log, id)
    entries = list(log.entries(id))
    click.echo(FORMATS[form](stored, entries, _final(log, stored)).rstrip("\n"))


@sessions.command()
@click.argument("id", type=int)
@click.option("--option", "options", multiple=True, metavar="ID=VALUE", help="Judge it with this option.")
@_data
def replay(id: int, options: tuple[str, ...], data: Path) -> None:
    """Judge a session again, and print how the scores would differ."""
    log = _log(data)
    stored = _stored(log, id)
    chosen = dict(_option(text) for text in options)
    _check_options(stored, chosen)
    _tell(rejudge(game(stored.game), list(log.entries(id)), chosen))


def _tell(result: Rejudged) -> None:
    for name, before in result.before.items():
        after = result.after.get(name)
        change = "" if before is None or after is None else f"  {after - before:+d}"
        click.echo(f"{name:20} {_number(before)} -> {_number(after)}{change}")
    if list(result.winners_before) != list(result.winners_after):
        click.echo(f"winner: {_names(result.winners_before)} -> {_names(result.winners_after)}")
    for sign, rulings in (("-", result.gone), ("+", result.new)):
        for (id, text), count in rulings.items():
            click.echo(f"{sign} {id}: {text}" + (f" ({count} times)" if count > 1 else ""))
    for command, why in result.refused:
        click.echo(f"refused: {json.dumps(command, ensure_ascii=False)}: {why}")
    if not (result.gone or result.new or result.refused):
        click.echo("Nothing changes.")


def _option(text: str) -> tuple[str, Any]:
    id, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"Write an option as id=value, not {text}.")
    try:
        return id, json.loads(value)
    except ValueError:
        return id, value


def _check_options(stored: Stored, chosen: dict[str, Any]) -> None:
    known = [option.id for option in game(stored.game).options()]
    for id in chosen:
        if id not in known:
            raise click.UsageError(f"{_title(stored)} has no option {id}. It has: {', '.join(known)}.")


def _log(data: Path) -> Log:
    try:
        return Log(data / LOG_NAME, read_only=True)
    except LogError as error:
        raise click.ClickException(str(error)) from error


def _stored(log: Log, id: int) -> Stored:
    for stored in log.sessions():
        if stored.id == id:
            return stored
    raise click.ClickException(f"There is no session {id}. See: companion sessions list")


def _final(log: Log, stored: Stored) -> dict[str, Any]:
    play = Play(game(stored.game), log, stored.id)
    play.recall()
    return play.show()


def _title(stored: Stored) -> str:
    return TITLES.get(stored.game, stored.game)


def _number(value: int | None) -> str:
    return "-" if value is None else str(value)


def _names(names: object) -> str:
    return " and ".join(names) if isinstance(names, list | tuple) and names else "nobody"
