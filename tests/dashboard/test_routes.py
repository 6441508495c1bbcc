"""The routes: answers, refusals, hostile bodies, and who may speak to the table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.app import create_app
from tests.dashboard.conftest import ShownTable
from tests.dashboard.views import view

REFUSED = {"ok": False, "error": {"code": "out-of-turn", "rule": "G2", "message": "It is Ben's turn."}}


def post(client: FlaskClient, body: bytes | str, kind: str = "application/json", **headers: str) -> Any:
    return client.post("/api/command", data=body, content_type=kind, headers=headers)


def test_the_state_is_the_referees_beside_all_else(client: FlaskClient, table: ShownTable) -> None:
    table.show(view("race"))
    answer = client.get("/api/state").get_json()
    assert answer["ok"] is True
    assert answer["state"]["phase"] == "race"
    assert answer["lobby"]["players"][0]["name"] == "Ann"


def test_a_command_reaches_the_table(client: FlaskClient, table: ShownTable) -> None:
    assert post(client, '{"do": "reveal", "card": "parrot"}').status_code == 200
    assert table.asked == [{"do": "reveal", "card": "parrot"}]


@pytest.mark.parametrize(
    ("code", "status"),
    [("out-of-turn", 409), ("game-over", 409), ("bad-input", 400), ("unknown-command", 400)],
)
def test_a_refusal_keeps_the_referees_words(
    client: FlaskClient, table: ShownTable, code: str, status: int
) -> None:
    table.answer = {"ok": False, "error": {**REFUSED["error"], "code": code}}
    answer = post(client, '{"do": "slap"}')
    assert answer.status_code == status
    assert answer.get_json() == table.answer


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'"start"',
        b"{",
        b"{}",
        b'{"do": 7}',
        b'{"do": null}',
        b'{"do": "slap", "t_us": NaN}',
        b'{"do": "slap", "t_us": Infinity}',
        b'{"do": "slap", "do": "undo"}',
        b'{"do": "x", "a": ' + b"[" * 40 + b"]" * 40 + b"}",
        b"[" * 30_000 + b"]" * 30_000,
        b'{"do": "slap", "t_us": ' + b"9" * 5000 + b"}",
    ],
)
def test_a_bad_body_gets_one_sentence_and_never_the_table(
    client: FlaskClient, table: ShownTable, body: bytes
) -> None:
    answer = post(client, body)
    assert answer.status_code == 400
    error = answer.get_json()["error"]
    assert error["code"] == "bad-input"
    assert error["message"].endswith(".") and "Traceback" not in error["message"]
    assert table.asked == []


def test_a_megabyte_is_too_large(client: FlaskClient, table: ShownTable) -> None:
    assert post(client, json.dumps({"do": "x" * 1_000_000})).status_code == 413
    assert table.asked == []


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_only_json_is_taken(client: FlaskClient, table: ShownTable, kind: str) -> None:
    assert post(client, '{"do": "undo"}', kind).status_code == 415
    assert table.asked == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Host": "elsewhere.example", "Origin": "http://elsewhere.example"},
    ],
)
def test_another_page_may_not_command(
    client: FlaskClient, table: ShownTable, headers: dict[str, str]
) -> None:
    assert post(client, '{"do": "undo"}', **headers).status_code == 403
    assert table.asked == []


@pytest.mark.parametrize("host", ["localhost", "192.168.1.7:8000", "[::1]:8000", "table.lan", "TABLE.LAN:80"])
def test_our_own_names_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200
    own = {"Host": host, "Origin": f"http://{host}"}
    assert post(client, '{"do": "undo"}', **own).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "table.lan.evil.example", "127.0.0.1.evil.example", "[::1", "a:b"]
)
def test_a_strange_name_is_not_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/api/state", headers={"Host": host}).status_code == 403


def test_every_answer_is_guarded(app: Flask, client: FlaskClient) -> None:
    for path in ("/", "/api/state", "/static/shell.js", "/nowhere", "/healthz"):
        headers = client.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_page_holds_no_inline_code(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    assert 'lang="en"' in page
    assert (
        "style=" not in page
        and "<style" not in page
        and " on" not in page.split("<body>")[1].split("<div")[1]
    )


def test_the_table_speaks_its_configured_language(table: ShownTable) -> None:
    client = create_app(table, language="nl").test_client()  # type: ignore[arg-type]
    assert 'lang="nl"' in client.get("/").get_data(as_text=True)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/cards",
        "/api/texts/../en.json",
    ],
)
def test_no_path_reaches_the_disk(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_file_the_screen_has_is_not_sent_again(client: FlaskClient) -> None:
    first = client.get("/static/page.css", headers={"Accept-Encoding": "gzip"})
    assert first.headers["Content-Encoding"] == "gzip"
    again = client.get(
        "/static/page.css", headers={"Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")


def test_the_camera_shows_its_picture_or_says_there_is_none(client: FlaskClient, table: ShownTable) -> None:
    assert client.get("/api/camera.jpg").status_code == 404
    seeing = create_app(table, camera_picture=lambda: b"\xff\xd8jpeg").test_client()  # type: ignore[arg-type]
    assert seeing.get("/api/camera.jpg").data == b"\xff\xd8jpeg"


def test_the_description_names_every_route(app: Flask, client: FlaskClient) -> None:
    told = set(client.get("/api/openapi.json").get_json()["paths"])
    real = {rule.rule.replace("<name>", "{language}") for rule in app.url_map.iter_rules()}
    assert real - told == {"/static/<path:name>", "/favicon.ico"}
    assert told <= real


def test_health_tells_the_figures(client: FlaskClient, table: ShownTable) -> None:
    table.faults = 2
    health = client.get("/healthz").get_json()
    assert health["ok"] is False and health["screens"] == 0
