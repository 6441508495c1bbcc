"""Games that a player can read, played through the referee: see tests/scenarios/README.md for the words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from companion.referee.games import game
from companion.referee.session import Session

SCENARIOS = Path(__file__).parent.parent / "scenarios" / "el_capitan"
FILES = sorted(SCENARIOS.glob("*.toml"))


def load(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text())


def command(line: str) -> dict[str, Any]:
    """The command that one line of a scenario means."""
    verb, *rest = line.split()
    match verb:
        case "memorised" | "done" | "undo" | "redo" | "void":
            made: dict[str, Any] = {"do": verb}
        case "reveal":
            made = {"do": "reveal", "card": rest[0]}
            made |= {"t_us": int(rest[2])} if rest[1:2] == ["at"] else {}
        case "slap" | "boarding":
            made = {"do": verb, "player": rest[0], "t_us": int(rest[2])}
            if rest[3:4] == ["on"]:
                made |= {"clock": rest[4], "bound_us": int(rest[6])}
        case "close":
            made = {"do": "close_race"}
        case "right" | "wrong":
            made = {"do": "answer", "player": rest[0], "right": verb == "right"}
        case "answer":
            made = {"do": "answer", "player": rest[0], "card": rest[1]}
        case "swap":
            made = {"do": "swap", "player": rest[0], "cards": [int(rest[1]), int(rest[2])]}
        case "leave":
            made = {"do": "leave", "player": rest[0]}
        case "hidden":
            made = {"do": "void", "visible": False}
        case "correct":
            value: Any = {rest[1]: int(rest[2])} if rest[0] == "coins" else rest[1]
            value = {rest[1]: rest[2] == "right"} if rest[0] == "answers" else value
            made = {"do": "correct", "set": {rest[0]: value}, "reason": "recount", "by": "the table"}
        case _:
            raise AssertionError(f"a scenario has no word {verb}")
    return made


class Scenario:
    """Plays one file; raises ``AssertionError`` where the referee does not say what the file expects."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.session = Session(game("el-capitan"))
        self.answer: dict[str, Any] = {"ok": True}
        self.said: set[str] = set()
        self.expected: set[str] = set()
        start = {"do": "start", "players": told["players"], "options": told.get("options", {}), "seed": 7}
        self.submit(start | {key: told[key] for key in ("first",) if key in told})
        self.refusal_due = False

    def play(self, lines: str) -> None:
        for line in filter(None, (raw.partition("#")[0].strip() for raw in lines.splitlines())):
            if line.startswith("->"):
                self.expect(line[2:].split())
                continue
            assert self.answer["ok"], f"before {line!r}: {self.answer['error']}"
            for one in self.single(line):
                self.submit(command(one))
        assert self.answer["ok"], self.answer

    @staticmethod
    def single(line: str) -> list[str]:
        """``right Ann Ben`` is two answers."""
        verb, *names = line.split()
        return [f"{verb} {name}" for name in names] if verb in ("right", "wrong") else [line]

    def submit(self, made: dict[str, Any]) -> None:
        self.answer = self.session.submit(made)
        self.said |= {ruling["id"] for ruling in self.answer.get("rulings", ())}

    def expect(self, words: list[str]) -> None:
        key, *rest = words
        state = self.session.show()
        if key == "refused":
            assert not self.answer["ok"], "this should have been refused"
            error = self.answer["error"]
            assert [error["code"], error["rule"]] == [rest[0], (rest[1:] or [""])[0]], error
            self.expected.add(error["rule"])
            self.answer = {"ok": True}
        elif key == "says":
            assert self.said >= set(rest), f"said only {sorted(self.said)}"
            self.expected |= set(rest)
            self.said = set()
        elif key == "coins":
            pairs = {name: int(coins) for name, coins in zip(rest[::2], rest[1::2], strict=True)}
            assert {name: state["coins"][name] for name in pairs} == pairs
        elif key in ("ranking", "winners", "left"):
            assert state[key] == rest, state[key]
        else:
            value = None if rest == ["nobody"] else rest[0]
            assert str(state[key]) == str(value), f"{key} is {state[key]}"
