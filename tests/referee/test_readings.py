"""The other readings of the rules that a table can choose, one by one."""

from __future__ import annotations

from typing import Any

from companion.referee.games import game
from companion.referee.session import Session

NAMES = ["Ann", "Ben", "Cas", "Dot"]


def begun(players: int = 4, **options: Any) -> Session:
    session = Session(game("el-capitan"))
    say(session, {"do": "start", "players": NAMES[:players], "options": options}, {"do": "memorised"})
    return session


def say(session: Session, *commands: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    for command in commands:
        answer = session.submit(command)
        assert answer["ok"], (command, answer)
    return answer


def turn(session: Session, wrong: str = "", card: str = "parrot") -> dict[str, int]:
    """A turn in which all slap in seat order; everybody's coins after it."""
    players = session.show()["players"]
    say(session, {"do": "reveal", "card": card})
    say(session, *({"do": "slap", "player": name, "t_us": at} for at, name in enumerate(players)))
    right = [{"do": "answer", "player": name, "right": name not in wrong.split()} for name in players]
    say(session, *right)
    coins: dict[str, int] = session.show()["coins"]
    assert sum(coins.values()) + session.show()["chest"] == 130
    return coins


def test_last_may_be_the_slowest_of_those_who_were_right() -> None:
    assert turn(begun(last_is="of-right"), "Dot") == {"Ann": 4, "Ben": 3, "Cas": 1, "Dot": 0}
    assert turn(begun(), "Dot") == {"Ann": 4, "Ben": 3, "Cas": 2, "Dot": 0}
    assert turn(begun(last_is="of-right"), "Cas Dot") == {"Ann": 4, "Ben": 3, "Cas": 0, "Dot": 0}


def test_those_behind_a_wrong_player_may_move_up() -> None:
    assert turn(begun(first_wrong="moves-up"), "Ann") == {"Ann": 0, "Ben": 4, "Cas": 3, "Dot": 1}
    assert turn(begun(), "Ann") == {"Ann": 0, "Ben": 3, "Cas": 2, "Dot": 1}
    assert turn(begun(first_wrong="moves-up"), "Ben") == {"Ann": 4, "Ben": 0, "Cas": 3, "Dot": 1}


def test_last_and_wrong_may_be_free() -> None:
    assert turn(begun(last_wrong="nothing"), "Ann Dot")["Dot"] == 1
    assert turn(begun(), "Ann Dot")["Dot"] == 0


def test_two_players_may_play_for_three() -> None:
    assert turn(begun(2, two_player_reward=3)) == {"Ann": 4, "Ben": 1}


def test_the_chest_may_pay_only_what_it_holds() -> None:
    for limit, ben in ((True, 2), (False, 3)):
        session = begun(chest_limit=limit)
        rich = {"Ann": 1, "Ben": 1, "Cas": 1, "Dot": 123}  # 4 are left in the chest
        say(session, {"do": "correct", "set": {"coins": rich}, "reason": "a test", "by": "test"})
        assert turn(session)["Ben"] == ben
        assert session.show()["chest"] == (0 if limit else -2)


def test_a_special_card_may_leave_the_turn_where_it_is() -> None:
    for option, player in (("same", "Ann"), ("next", "Ben")):
        session = begun(special_turn=option)
        say(session, {"do": "reveal", "card": "spyglass"}, {"do": "done"})
        assert session.show()["revealer"] == player


def test_storm_may_make_pictures_new() -> None:
    for clears, ann in ((True, 0), (False, 4)):
        session = begun(storm_clears=clears, reckless=True)
        turn(session, "Ann Ben Cas Dot")
        say(session, {"do": "correct", "set": {"coins": dict.fromkeys(NAMES, 1)}, "reason": "a", "by": "b"})
        say(
            session,
            {"do": "reveal", "card": "storm"},
            {"do": "memorised"},
            {"do": "reveal", "card": "parrot"},
        )
        say(session, {"do": "boarding", "player": "Ann", "t_us": 5})
        assert session.show()["coins"]["Ann"] == ann


def test_the_revealer_may_be_kept_from_calling() -> None:
    session = begun(boarding_callers="others", reckless=True)
    say(session, {"do": "reveal", "card": "parrot"})
    refused = session.submit({"do": "boarding", "player": "Ann", "t_us": 5})
    assert refused["error"]["rule"] == "C55"
    assert {"do": "boarding", "player": "Ann", "t_us": 0} not in session.submit({"do": "legal"})["legal"]
    say(session, {"do": "boarding", "player": "Ben", "t_us": 5})


def test_only_the_first_wrong_call_may_cost() -> None:
    for option, cas in (("first", 1), ("each", 0)):
        session = begun(boarding_wrong=option, reckless=True)
        say(session, {"do": "reveal", "card": "parrot"})
        say(session, {"do": "boarding", "player": "Cas", "t_us": 9})
        say(session, {"do": "boarding", "player": "Ben", "t_us": 5})  # earlier, though it came in later
        assert session.show()["coins"] == {"Ann": 1, "Ben": 0, "Cas": cas, "Dot": 1}
