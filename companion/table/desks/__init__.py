"""The desks of the games: one file each."""

from __future__ import annotations

from companion.table.desk import Desk, PlainDesk
from companion.table.desks.el_capitan import ElCapitanDesk
from companion.table.desks.elcano import ElcanoDesk

DESKS: dict[str, type[Desk]] = {"el-capitan": ElCapitanDesk, "elcano": ElcanoDesk}


def desk_for(game: str) -> Desk:
    """A fresh desk for a game; one whose devices say nothing yet has a plain one."""
    return DESKS.get(game, PlainDesk)()
