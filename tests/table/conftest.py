"""A table on a real disk, with a clock that the test moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.referee.games import GAMES, game
from companion.table.log import LOG_NAME, Log
from companion.table.table import Table, monotonic_us

MakeTable = Callable[[], Table]


@pytest.fixture
def make_table(tmp_path: Path) -> Iterator[MakeTable]:
    """Makes tables on one log: a second one is the restart after the first was stopped."""
    made: list[Table] = []

    def make(**extra: Any) -> Table:
        for table in made:
            table.stop()
        table = Table(Log(tmp_path / LOG_NAME), game, tuple(GAMES), **extra)
        table.start()
        made.append(table)
        return table

    yield make
    for table in made:
        table.stop()


@pytest.fixture
def table(make_table: MakeTable) -> Table:
    return make_table()


def settle(table: Table) -> dict[str, Any]:
    """Wait until everything told so far has been taken, and return the view."""
    table.submit({"do": "show"}, "test")
    return table.view()


__all__ = ["MakeTable", "monotonic_us", "settle"]
