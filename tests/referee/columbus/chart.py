"""Boards drawn with letters, for tests: a row a line, every other row half a hex further east."""

from __future__ import annotations

from typing import Any

KINDS = {
    ".": "water", "W": "whale", "R": "route", "I": "island", "S": "full-sail", "C": "calm",
    "A": "america", "F": "florida", "E": "europe", "L": "land",
}  # fmt: skip
ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def board(drawing: str) -> dict[str, Any]:
    """The board; a space is called by row and column (``B4``), a small letter is a letter so marked."""
    rows: list[dict[str, Any]] = []
    lines = [line.split() for line in drawing.splitlines() if line.strip()]
    for r, signs in enumerate(lines):
        for column, sign in enumerate(signs):
            row = {"id": f"{ROWS[r]}{column + 1}", "q": column - (r - (r & 1)) // 2, "r": r}
            row["kind"] = KINDS.get(sign, "letter")
            rows.append(row if sign in KINDS else row | {"mark": sign.upper()})
    return {"name": "drawn", "space": rows}
