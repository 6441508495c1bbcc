"""How the virtual players play each game they know: one file a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.virtual.habits.el_capitan import SPECIALS, ElCapitanHabits
from companion.virtual.habits.elcano import ElcanoHabits, box_of
from companion.virtual.habits.habit import Habits

__all__ = ["Habits", "all_habits"]


def all_habits(faces: Mapping[str, Sequence[str]], seed: int = 0) -> dict[str, Habits]:
    """The habits by game, with the names of each game's cards and the seed of what is not public."""
    pictures = tuple(name for name in faces["el-capitan"] if name not in SPECIALS)
    crew, ocean = box_of(faces["elcano"])
    return {"el-capitan": ElCapitanHabits(pictures), "elcano": ElcanoHabits(crew, ocean, seed=seed)}
