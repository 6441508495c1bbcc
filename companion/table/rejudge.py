"""Judge a stored session again under other options, and say what would have been different."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.referee.game import Game
from companion.referee.session import Session
from companion.table.export import scores
from companion.table.log import Entry


@dataclass(frozen=True, slots=True)
class Rejudged:
    """Both endings. ``refused`` lists commands that the other options do not allow, with the reason."""

    before: Mapping[str, int | None]
    after: Mapping[str, int | None]
    winners_before: Sequence[str]
    winners_after: Sequence[str]
    gone: Counter[tuple[str, str]]
    new: Counter[tuple[str, str]]
    refused: Sequence[tuple[Mapping[str, Any], str]]


def rejudge(game: Game[Any], entries: Sequence[Entry], options: Mapping[str, Any]) -> Rejudged:
    """Fold the stored events, decide the same commands anew with ``options``, and compare."""
    told, anew = Session(game), Session(game)
    refused = []
    rulings_before: Counter[tuple[str, str]] = Counter()
    rulings_after: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        told.recall(entry.body, entry.events, entry.rulings)
        rulings_before.update((ruling["id"], ruling["text"]) for ruling in entry.rulings)
        command = dict(entry.body)
        if command.get("do") == "start":
            command["options"] = {**(command.get("options") or {}), **options}
        answer = anew.submit(command)
        if answer["ok"]:
            rulings_after.update((ruling["id"], ruling["text"]) for ruling in answer.get("rulings", ()))
        else:
            refused.append((command, answer["error"]["message"]))
    before, after = told.show(), anew.show()
    return Rejudged(
        scores(before),
        scores(after),
        before.get("winners") or (),
        after.get("winners") or (),
        rulings_before - rulings_after,
        rulings_after - rulings_before,
        refused,
    )
