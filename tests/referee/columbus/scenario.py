"""Voyages that a player can read, played through the referee: see tests/scenarios/README.md for the words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from companion.boards import shipped
from companion.referee.games import game
from companion.referee.session import Session
from tests.referee.columbus.chart import board

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "columbus"
FILES = sorted(SCENARIOS.glob("*.toml"))
Command = dict[str, Any]


def load(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text())


def commands(line: str) -> list[Command]:
    """The commands that one line of a scenario means: several for several tiles."""
    verb, *rest = line.split()
    who = {"player": rest[0]} if rest else {}
    match verb:
        case "end" | "cannot" | "blocked" | "leave":
            return [{"do": verb, "player": name} for name in rest]
        case "undo" | "redo" | "standstill":
            return [{"do": verb}]
        case "port":
            return [{"do": "port", **who, "space": rest[1]}]
        case "place":
            return [_placing(who, part.split()) for part in " ".join(rest[1:]).split(",")]
        case "hurricane" | "joker":
            way = {"from": rest[1], "to": rest[2]} if len(rest) > 1 else {}
            return [{"do": "hurricane", **who, **way, "with": verb}]
        case "exchange":
            return [{"do": "exchange", **who, "space": rest[1], "tile": rest[2], "joker": rest[3]}]
        case "sail":
            declared = {word: True for word in ("last", "lands") if word in rest}
            path = [word for word in rest[1:] if word not in declared]
            return [{"do": "sail", **who, "path": path, **declared}]
        case "free":
            return [{"do": "free_move", **who, "from": rest[1], "to": rest[2]}]
        case "lay":
            parts = (part.split() for part in " ".join(rest).split(","))
            return [_set({"tiles": {space: kinds for space, *kinds in parts}})]
        case "ship":
            ship: dict[str, Any] = {"space": rest[1], "at_sea": True}
            ship |= {"landed": True} if "landed" in rest else {}
            return [_set({"ships": {rest[0]: ship}})]
        case "rack":
            return [_set({"rack": {rest[0]: int(rest[1])}})]
        case "turn":
            return [_set({"turn": rest[0]})]
    raise AssertionError(f"a scenario has no word {verb}")


def _placing(who: dict[str, str], words: list[str]) -> Command:
    mark = {"mark": words[2]} if words[2:] else {}
    return {"do": "place", **who, "tile": words[0], "space": words[1], **mark}


def _set(change: dict[str, Any]) -> Command:
    return {"do": "correct", "set": change, "reason": "as it lies", "by": "the table"}


class Scenario:
    """Plays one file; raises ``AssertionError`` where the referee does not say what the file expects."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.session = Session(game("columbus"))
        self.answer: dict[str, Any] = {"ok": True}
        self.said: set[str] = set()
        self.expected: set[str] = set()
        start = {"do": "start", "players": told["players"], "options": told.get("options", {})}
        if "board" in told:
            drawn = "\n" in told["board"]
            start["board"] = board(told["board"]) if drawn else shipped(told["board"])
        self.submit(start | {key: told[key] for key in ("first",) if key in told})
        for name, space in zip(told["players"], told.get("ports", ()), strict=False):
            self.submit({"do": "port", "player": name, "space": space})

    def play(self, lines: str) -> None:
        for line in filter(None, (raw.partition("#")[0].strip() for raw in lines.splitlines())):
            if line.startswith("->"):
                self.expect(line[2:].split())
                continue
            for made in commands(line):
                assert self.answer["ok"], f"before {line!r}: {self.answer['error']}"
                self.submit(made)
        assert self.answer["ok"], self.answer

    def submit(self, made: Command) -> None:
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
            return
        assert self.answer["ok"], self.answer
        match key:
            case "says":
                assert self.said >= set(rest), f"said only {sorted(self.said)}"
                self.expected |= set(rest)
                self.said = set()
            case "reach":
                answer = self.session.submit({"do": "reach", "player": rest[0]})
                assert sorted(answer["reach"]) == sorted(rest[1:]), sorted(answer["reach"])
            case "where":
                answer = self.session.submit({"do": "where", "tile": rest[0]})
                assert sorted(answer["spaces"]) == sorted(rest[1:]), sorted(answer["spaces"])
            case "allowed":
                assert [state["allowed"]["min"], state["allowed"]["max"]] == [int(n) for n in rest], state[
                    "allowed"
                ]
            case "tiles":
                assert state["tiles"].get(rest[0], []) == rest[1:], state["tiles"].get(rest[0])
            case "space" | "missed" | "landed" | "place" | "home":
                assert str(state["ships"][rest[0]][key]) == rest[1], state["ships"][rest[0]]
            case "rack" | "allowance" | "remaining" | "box" | "kinds_left":
                pairs = {name: int(n) for name, n in zip(rest[::2], rest[1::2], strict=True)}
                assert {name: state[key][name] for name in pairs} == pairs, state[key]
            case "finish" | "winners" | "left":
                assert state[key] == rest, state[key]
            case _:
                value = None if rest == ["nobody"] else rest[0]
                assert str(state[key]) == str(value), f"{key} is {state[key]}"
