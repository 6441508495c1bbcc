"""The live stream over real sockets: resume, beats, the screen too many, screens that go."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from companion.dashboard.server import Server
from companion.dashboard.stream import BEAT_S, last_id
from tests.dashboard.conftest import ShownTable
from tests.dashboard.views import view


@contextmanager
def listening(server: Server, **headers: str) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as line:
        line.request("GET", "/api/events", headers=headers)
        yield line.getresponse()


def event(stream: http.client.HTTPResponse) -> dict[str, Any]:
    """The next whole event."""
    fields: dict[str, Any] = {}
    while True:
        text = stream.readline().decode().rstrip("\n").rstrip("\r")
        if not text and "event" in fields:
            return fields
        name, _, value = text.partition(": ")
        if name in ("id", "event", "data"):
            fields[name] = value


def until(true: Any, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return bool(true())


def test_a_snapshot_then_changes_then_beats(server: Server, table: ShownTable) -> None:
    with listening(server) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert event(stream)["event"] == "snapshot"
        number = table.show(view("race"))
        change = event(stream)
        assert (change["event"], change["id"]) == ("change", str(number))
        assert json.loads(change["data"])["view"]["state"]["phase"] == "race"
        began = time.monotonic()
        assert event(stream)["event"] == "beat"
        assert time.monotonic() - began < 1.5


def test_a_screen_resumes_after_the_last_it_saw(server: Server, table: ShownTable) -> None:
    first, second, third = (table.show(view(phase)) for phase in ("turn", "race", "answers"))
    with listening(server, **{"Last-Event-ID": str(first)}) as stream:
        assert [event(stream)["id"] for _ in range(2)] == [str(second), str(third)]
    with listening(server, **{"Last-Event-ID": "7"}) as stream:
        assert event(stream)["event"] == "snapshot"


def test_an_id_that_is_none_asks_for_a_snapshot() -> None:
    assert last_id("12") == 12
    assert [last_id(text) for text in (None, "", "-1", "1e3", "٣", "9" * 40, "x")] == [None] * 7


def test_the_screen_too_many_is_told_and_the_page_still_answers(server: Server, table: ShownTable) -> None:
    lines = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=5) for _ in range(33)]
    try:
        for line in lines:
            line.request("GET", "/api/events")
        answers = [line.getresponse() for line in lines]
        refused = [answer for answer in answers if answer.status == 503]
        assert len(refused) == 1 and refused[0].headers["Retry-After"]
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as other:
            began = time.monotonic()
            other.request("GET", "/healthz")
            assert json.load(other.getresponse())["screens"] == 32
            assert time.monotonic() - began < 1
    finally:
        for answer in answers:
            answer.close()
        for line in lines:
            line.close()
    assert until(lambda: table.feed.screens == 0, 2 * BEAT_S + 1), "closed screens are not freed"


def test_stopping_ends_every_stream_soon(server: Server, table: ShownTable) -> None:
    with listening(server) as stream:
        event(stream)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 3
        while stream.readline():
            pass
    assert table.feed.screens == 0
    assert not [thread.name for thread in threading.enumerate() if thread.name == "dashboard server"]
