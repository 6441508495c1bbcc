"""A served page over a table that shows what a test puts on it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.app import create_app
from companion.dashboard.server import Server
from companion.table.feed import Feed, Message
from tests.dashboard.views import OPTIONS, view

CHROMIUM = Path("/usr/bin/chromium")


class ShownTable:
    """Shows the view it was given, tells it through the real feed, and notes what it is asked."""

    def __init__(self) -> None:
        self.shown = view(None)
        self.feed = Feed(self.view)
        self.faults = 0
        self.waiting_jobs = 0
        self.asked: list[Any] = []
        self.answer: dict[str, Any] = {"ok": True, "events": [], "rulings": []}

    def view(self) -> dict[str, Any]:
        return self.shown

    def clock_us(self) -> int:
        return time.monotonic_ns() // 1000

    def submit(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        self.asked.append(command)
        return {"ok": True, "options": OPTIONS} if command["do"] == "options" else self.answer

    def show(self, shown: dict[str, Any], entry: Any = None) -> int:
        """Change to another view and tell every screen."""
        number = self.shown["id"] + 1
        self.shown = {**shown, "id": number}
        self.feed.publish(Message("change", {"entry": entry, "view": self.shown}, number))
        return number


@pytest.fixture
def table() -> ShownTable:
    return ShownTable()


@pytest.fixture
def app(table: ShownTable) -> Flask:
    return create_app(table, hosts=("table.lan",))  # type: ignore[arg-type]


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    served = Server(app, port=0)
    served.start()
    yield served
    served.stop()
