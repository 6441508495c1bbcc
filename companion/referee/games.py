"""The games on offer. A new game is one line here; it is loaded only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from companion.referee.game import Game

GAMES = {
    "el-capitan": "companion.referee.el_capitan.game:ElCapitan",
    "elcano": "companion.referee.elcano.game:Elcano",
    "columbus": "companion.referee.columbus.game:Columbus",
}
"""Each game's name, and the class that is its law."""


def game(name: str) -> Game[Any]:
    """The law of a game. Raises ``KeyError`` for a name that is not in ``GAMES``."""
    module, _, kind = GAMES[name].partition(":")
    law: Game[Any] = getattr(import_module(module), kind)()
    return law
