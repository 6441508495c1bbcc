"""Games that a player can read, played through the referee: see tests/scenarios/README.md for the words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from tests.referee.elcano.plays import COLOURS, CREW, OCEAN, Command, session

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "elcano"
FILES = sorted(SCENARIOS.glob("*.toml"))


def load(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text())


def number(word: str) -> int | str:
    return int(word) if word.isdigit() else word


def commands(line: str) -> list[Command]:
    """The commands that one line of a scenario means: several for ``pass Ann Ben``."""
    verb, *rest = line.split()
    match verb:
        case "reveal":
            ocean = dict(zip(COLOURS, map(number, rest), strict=False))
            return [{"do": "reveal", "ocean": ocean} | ({"storm": int(rest[3])} if rest[3:] else {})]
        case "pass" | "leave":
            return [{"do": verb, "player": name} for name in rest]
        case "hand":
            return [{"do": "hand", "player": rest[0], "values": [int(value) for value in rest[1:]]}]
        case "undo" | "redo":
            return [{"do": verb}]
        case "correct":
            return [_set(rest)]
    if rest == ["down"]:
        return [{"do": "play", "player": verb, "face_down": True}]
    assert rest[0] in COLOURS, f"a scenario has no word {verb}"
    return [{"do": "play", "player": verb, "colour": rest[0], "value": int(value)} for value in rest[1:]]


def _set(words: list[str]) -> Command:
    """``correct points Ann 3 hand Ben 2``, ``correct ocean red 2 3``, ``correct turn Ann``."""
    change: dict[str, Any] = {}
    match words[0]:
        case "ocean":
            change["ocean"] = {words[1]: [number(word) for word in words[2:]]}
        case "columns":
            change["columns"] = {words[1]: {words[2]: [int(word) for word in words[3:]]}}
        case "turn" | "first":
            change[words[0]] = words[1]
        case _:
            for key, name, value in zip(words[::3], words[1::3], words[2::3], strict=True):
                change.setdefault(key, {})[name] = int(value)
    return {"do": "correct", "set": change, "reason": "as it lies", "by": "the table"}


class Scenario:
    """Plays one file; raises ``AssertionError`` where the referee does not say what the file expects."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.session = session()
        self.answer: dict[str, Any] = {"ok": True}
        self.said: set[str] = set()
        self.expected: set[str] = set()
        box = {"crew": CREW, "ocean": OCEAN} if told.get("box") else {}
        options = box | told.get("options", {})
        start = {"do": "start", "players": told["players"], "options": options, "seed": told.get("seed", 7)}
        self.submit(
            start | ({} if told.get("draw") else {"first": told.get("first", told["players"][:1][0])})
        )

    def play(self, lines: str) -> None:
        for line in filter(None, (raw.partition("#")[0].strip() for raw in lines.splitlines())):
            if line.startswith("->"):
                self.expect(line[2:].split())
                continue
            for made in self._idle(line) if line.startswith("idle") else commands(line):
                assert self.answer["ok"], f"before {line!r}: {self.answer['error']}"
                self.submit(made)
        assert self.answer["ok"], self.answer

    def _idle(self, line: str) -> list[Command]:
        """``idle 5``: rounds in which two tie for red with 1 and nothing else happens."""
        for _ in range(int(line.split()[1])):
            state = self.session.show()
            storm = {"storm": (2, 2, 2, 3, 3, 1)[state["round"] - 1]} if state["options"]["storm"] else {}
            ocean = dict.fromkeys(COLOURS, 2)
            self.submit({"do": "reveal", "ocean": ocean} | storm)
            for number_ in range(2 * len(state["players"])):
                assert self.answer["ok"], self.answer
                turn = self.session.show()["turn"]
                if number_ < 2:
                    self.submit({"do": "play", "player": turn, "colour": "red", "value": 1})
                elif turn and self.session.show()["phase"] == "cross":
                    self.submit({"do": "pass", "player": turn})
        return []

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
            case "quiet":
                assert not self.said & set(rest), f"said {sorted(self.said)}"
            case "points" | "hand" | "deck" | "discard" | "at_stake":
                pairs = {name: int(count) for name, count in zip(rest[::2], rest[1::2], strict=True)}
                assert {name: state[key][name] for name in pairs} == pairs, state[key]
            case "sums":
                colour, *pairs_ = rest
                for name, sum_ in zip(pairs_[::2], pairs_[1::2], strict=True):
                    assert state["sums"][name][colour] == int(sum_), state["sums"]
            case "ocean" | "lost":
                assert state[key].get(rest[0], []) == [int(word) for word in rest[1:]], state[key]
            case "won":
                assert state["won"][rest[0]][rest[1]] == [int(word) for word in rest[2:]], state["won"]
            case "leader":
                assert str(state["leader"][rest[0]]) == ("None" if rest[1] == "nobody" else rest[1])
            case "winners" | "passed" | "left" | "waiting":
                assert state[key] == rest, state[key]
            case _:
                value = None if rest == ["nobody"] else rest[0]
                assert str(state[key]) == str(value), f"{key} is {state[key]}"
