"""The conversation: each press once and in order, whatever the line does."""

from __future__ import annotations

from companion.buttons import wire
from companion.buttons.frames import FrameReader
from companion.buttons.session import Session
from companion.observations import Link, Observation, Press
from companion.virtual.bench.lossy import LossyTable


class Talk:
    """A session and a hand-written board on a perfect line; ticks are twice the host's µs."""

    def __init__(self, *, next_seq: int = 0, epoch: int = 7) -> None:
        self.heard: list[Observation] = []
        self.session = Session("board", self.heard.append)
        self.now = 1_000_000
        self.session.opened(self.now)
        self.hello(epoch=epoch, next_seq=next_seq)
        self.ping()

    def hello(self, *, epoch: int, next_seq: int = 0, board_id: int = 3, at: int | None = None) -> None:
        tick = self.now * 2 if at is None else at
        self.say(wire.Hello(1, 1, 0, board_id, epoch, 6, 0, 64, 1, 0, next_seq, tick))

    def say(self, *messages: wire.Message) -> None:
        self.session.feed(b"".join(map(wire.encode, messages)), self.now)

    def asked(self) -> list[wire.Message | None]:
        return [wire.decode(*found) for found in FrameReader().feed(self.session.outgoing(self.now))]

    def ping(self) -> None:
        for message in self.asked():
            if isinstance(message, wire.Ping):
                self.now += 1_000
                self.say(wire.Time(message.token, self.now * 2 - 1_000, self.now * 2 - 900))

    def event(self, seq: int, *, kind: int = wire.PRESS, epoch: int = 7, flags: int = 0, at: int = 0) -> None:
        stamp = at or self.now * 2 - 300
        self.say(wire.Event(epoch & 0xFFFF, seq & 0xFFFFFFFF, kind, 2, flags, 0, stamp, 416, 0))

    @property
    def presses(self) -> list[Press]:
        return [one for one in self.heard if isinstance(one, Press)]

    @property
    def links(self) -> list[str]:
        return [one.state for one in self.heard if isinstance(one, Link)]


def acks(talk: Talk) -> list[int]:
    return [message.next_seq for message in talk.asked() if isinstance(message, wire.Ack)]


def test_a_press_is_told_with_its_stamp_and_acknowledged() -> None:
    talk = Talk()
    talk.event(0, at=talk.now * 2 - 301)
    (press,) = talk.presses
    assert (press.button, press.pressed, press.seq, press.epoch, press.tie) == (2, True, 0, 7, False)
    assert press.t_us == talk.now - 151  # ticks of 0.5 µs, rounded down
    assert abs(press.t_host_us - (talk.now - 150)) <= press.bound_us
    assert acks(talk) == [1]


def test_a_double_is_dropped_and_acknowledged_again() -> None:
    talk = Talk()
    talk.event(0)
    acks(talk)
    talk.event(0)
    assert len(talk.presses) == 1
    assert talk.session.figures.doubles == 1
    assert acks(talk) == [1]


def test_a_skipped_number_waits_for_the_missing_one() -> None:
    talk = Talk()
    talk.event(1)
    assert talk.presses == []
    assert talk.session.figures.gaps == 1
    talk.event(0)
    talk.event(1)
    assert [press.seq for press in talk.presses] == [0, 1]


def test_the_number_may_wrap() -> None:
    talk = Talk(next_seq=0xFFFFFFFE)
    for seq in range(0xFFFFFFFE, 0x100000003):
        talk.event(seq)
        talk.event(seq)
    assert [press.seq for press in talk.presses] == list(range(0xFFFFFFFE, 0x100000003))


def test_stamps_beyond_32_and_48_bits_are_told_whole() -> None:
    talk = Talk()
    for seq, stamp in enumerate((2**32 - 1, 2**32, 2**48, 2**63)):
        talk.session._not_before = None
        talk.event(seq, at=stamp)
    assert [press.t_us for press in talk.presses] == [2**31 - 1, 2**31, 2**47, 2**62]


def test_an_epoch_that_wraps_its_low_half_is_another_epoch() -> None:
    talk = Talk(epoch=0xFFFF)
    talk.event(0, epoch=0xFFFF)
    talk.hello(epoch=0x10000, at=1_000)
    assert talk.links == ["up", "reset"]
    talk.event(1, epoch=0xFFFF)
    assert len(talk.presses) == 1


def test_presses_from_before_we_listened_are_no_news() -> None:
    talk = Talk()
    talk.event(0, at=talk.now * 2 - 50_000)
    assert talk.presses == []
    assert acks(talk) == [1]


def test_a_restart_is_told_and_begins_anew_at_zero() -> None:
    talk = Talk()
    talk.event(0)
    talk.hello(epoch=8, at=4_000)
    talk.event(0, epoch=8, at=4_100)
    assert len(talk.presses) == 1  # not placed before the new clock is known
    token = next(one for one in talk.asked() if isinstance(one, wire.Ping)).token
    talk.say(wire.Time(token, 4_200, 4_300))
    talk.event(0, epoch=8, at=4_100)
    assert [(press.epoch, press.seq) for press in talk.presses] == [(7, 0), (8, 0)]
    assert talk.links == ["up", "reset"]


def test_a_restart_that_was_not_announced_is_found_out() -> None:
    talk = Talk()
    talk.event(0, epoch=9)
    assert talk.presses == []
    assert any(isinstance(message, wire.AskHello) for message in talk.asked())


def test_another_board_is_a_stranger() -> None:
    talk = Talk()
    talk.hello(epoch=7, board_id=4)
    assert talk.session.stranger.startswith("This is slap board 4. Plug in board 3")


def test_silence_is_told_within_half_a_second_and_its_end_too() -> None:
    talk = Talk()
    start = talk.now
    while talk.links[-1] != "down":
        talk.now += 10_000
        talk.session.outgoing(talk.now)
        assert talk.now - start < 500_000
    talk.hello(epoch=7)
    assert talk.links == ["up", "down", "up"]


def test_held_and_stuck_buttons_are_notices_and_never_presses() -> None:
    talk = Talk()
    talk.event(0, kind=wire.HELD)
    talk.event(1, kind=wire.RELEASE, flags=wire.WAS_HELD)
    talk.event(2, kind=wire.STUCK)
    assert talk.presses == []
    notices = [one.detail for one in talk.heard if isinstance(one, Link) and "stuck" in one.detail]
    assert len(notices) == 2
    assert talk.session.figures.held == {2}


def test_lamps_are_repeated_until_the_board_shows_them() -> None:
    talk = Talk()
    talk.session.lamps.show({1: "first", 6: "claim"})
    talk.session.lamps.sound("first")
    for _ in range(2):
        (lamps,) = [message for message in talk.asked() if isinstance(message, wire.SetLamps)]
        assert lamps.lamps == (1, 0, 0, 0, 0, 6)
        assert lamps.sound == 1
        talk.now += 100_000
    talk.say(wire.LampsSet(lamps.serial))
    talk.now += 100_000
    assert not [message for message in talk.asked() if isinstance(message, wire.SetLamps)]


def test_nothing_is_lost_or_doubled_on_a_bad_line() -> None:
    outcome = LossyTable(11).run(700)
    assert outcome.sent > 690
    assert outcome.repeats > 50  # the line was bad indeed
    assert (outcome.lost, outcome.doubled, outcome.astray, outcome.lies) == (0, 0, 0, 0)


def test_the_sample_would_notice_a_loss() -> None:
    table = LossyTable(11)
    forgotten: list[Observation] = []

    def forget_the_first(one: Observation) -> None:
        if not forgotten and isinstance(one, Press) and one.pressed:
            forgotten.append(one)
        else:
            table._hear(one)

    table._session._tell = forget_the_first
    assert table.run(100).lost == 1


def test_a_status_of_another_epoch_gives_an_unannounced_restart_away() -> None:
    talk = Talk()
    talk.say(wire.Status(1_000, 0, 0, 0, 0, 0, 0, 3, 8))
    assert any(isinstance(message, wire.AskHello) for message in talk.asked())


def test_what_the_board_had_no_room_for_is_told() -> None:
    table = LossyTable(3)
    table.respite_us, table.stall_every_us = 0, 350_000  # one stall after another, at thirty slaps a second
    outcome = table.run(400)
    assert 0 < outcome.lost <= outcome.told_lost == outcome.no_room
    assert (outcome.doubled, outcome.astray, outcome.lies) == (0, 0, 0)
