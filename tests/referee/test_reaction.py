"""How long after the card a hand fell, and what that may be held against."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.games import game
from companion.referee.session import Session


def race(**options: Any) -> Session:
    session = Session(game("el-capitan"))
    for command in (
        {"do": "start", "players": ["Ann", "Ben", "Cas"], "options": options},
        {"do": "memorised"},
        {"do": "reveal", "card": "parrot", "t_us": 1_000_000, "bound_us": 20_000},
    ):
        assert session.submit(command)["ok"]
    return session


def slap(session: Session, t_us: int, bound_us: int = 50) -> dict[str, Any]:
    return session.submit({"do": "slap", "player": "Ann", "t_us": t_us, "bound_us": bound_us})


def test_the_reaction_is_told_with_its_uncertainty() -> None:
    session = race()
    assert slap(session, 1_350_000)["ok"]
    shown = session.show()["slaps"][0]
    assert (shown["reaction_us"], shown["reaction_bound_us"], shown["anticipated"]) == (
        350_000,
        20_050,
        False,
    )


def test_under_100_ms_is_anticipation_and_counts() -> None:
    session = race()
    assert slap(session, 1_099_999)["ok"]
    assert session.show()["slaps"][0]["anticipated"] is True


def test_nothing_is_said_when_nobody_knows_when_the_card_was_shown() -> None:
    session = Session(game("el-capitan"))
    for command in (
        {"do": "start", "players": ["Ann", "Ben"]},
        {"do": "memorised"},
        {"do": "reveal", "card": "parrot"},
    ):
        assert session.submit(command)["ok"]
    assert slap(session, 5)["ok"]
    assert session.show()["slaps"][0]["anticipated"] is None


@pytest.mark.parametrize(("t_us", "ok"), [(1_079_000, False), (1_079_949, False), (1_079_950, True)])
def test_by_option_a_certain_anticipation_must_be_repeated(t_us: int, ok: bool) -> None:
    """The camera may be 20 ms off and the board's clock 50 µs: only what is certain is refused."""
    answer = slap(race(anticipation="early"), t_us)
    assert answer["ok"] is ok
    if not ok:
        assert answer["error"]["rule"] == "C12"


@pytest.mark.parametrize(("t_us", "ok"), [(979_949, False), (979_950, True)])
def test_early_is_only_what_is_certainly_early(t_us: int, ok: bool) -> None:
    assert slap(race(), t_us)["ok"] is ok
