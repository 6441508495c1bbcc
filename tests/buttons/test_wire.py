"""The wire: known bytes, every message there and back, and no byte sequence that hurts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.buttons import wire
from companion.buttons.frames import FrameReader, crc16, frame, stuff, unstuff

SIZES = {"B": 8, "H": 16, "I": 32, "Q": 64}


@st.composite
def messages(draw: st.DrawFn) -> wire.Message:
    kind = draw(st.sampled_from(wire.MESSAGES))
    return kind(*(draw(st.integers(0, 2 ** SIZES[code] - 1)) for code in kind.LAYOUT[1:]))


def read(data: bytes) -> list[wire.Message | None]:
    return [wire.decode(*found) for found in FrameReader().feed(data)]


def test_the_crc_has_its_published_check_value() -> None:
    assert crc16(b"123456789") == 0x29B1


def test_the_example_of_the_protocol_page() -> None:
    assert wire.encode(wire.AskHello()) == bytes.fromhex("0005815960E200")


@pytest.mark.parametrize(
    ("kind", "body", "on_the_wire"),
    [
        (wire.Hello, 26, 33),
        (wire.Event, 22, 29),
        (wire.Time, 20, 27),
        (wire.Health, 22, 29),
        (wire.Status, 22, 29),
        (wire.LampsSet, 1, 8),
        (wire.Ack, 6, 13),
        (wire.Ping, 4, 11),
        (wire.SetLamps, 8, 15),
        (wire.SetId, 1, 8),
    ],
)
def test_every_message_has_the_length_of_the_table(
    kind: type[wire.Message], body: int, on_the_wire: int
) -> None:
    message = kind(*(1 for _ in kind.LAYOUT[1:]))
    assert len(wire.encode(message)) == on_the_wire
    assert body + 7 == on_the_wire


@given(st.binary(max_size=250))
def test_stuffing_leaves_no_zero_and_comes_back(content: bytes) -> None:
    assert b"\0" not in stuff(content)
    assert unstuff(stuff(content)) == content


@given(messages())
def test_every_message_comes_back(message: wire.Message) -> None:
    assert read(wire.encode(message)) == [message]


@given(st.lists(messages(), max_size=5), st.lists(st.integers(1, 40), max_size=20))
def test_frames_survive_any_cutting(sent: list[wire.Message], cuts: list[int]) -> None:
    data = b"".join(map(wire.encode, sent))
    reader, got = FrameReader(), []
    for cut in [*cuts, len(data)]:
        got += [wire.decode(*found) for found in reader.feed(data[:cut])]
        data = data[cut:]
    assert got == sent


@given(st.binary(max_size=300), messages())
def test_any_noise_is_survived_and_the_next_frame_is_found(noise: bytes, message: wire.Message) -> None:
    assert read(noise + wire.encode(message))[-1] == message


@settings(max_examples=300)
@given(messages(), st.data())
def test_no_single_damaged_byte_passes(message: wire.Message, data: st.DataObject) -> None:
    good = bytearray(wire.encode(message))
    at = data.draw(st.integers(1, len(good) - 2))
    good[at] ^= data.draw(st.integers(1, 255))
    assert read(bytes(good)) == []


def test_a_frame_without_end_is_not_kept_for_ever() -> None:
    reader = FrameReader()
    for _ in range(1_000):
        assert reader.feed(b"\0" + b"\x01" * 1_000) == []
    assert len(reader._held) < 100


def test_a_body_of_another_length_is_another_version() -> None:
    assert read(frame(wire.Ping.CODE, b"12345")) == [None]
    assert read(frame(0x77, b"")) == [None]
