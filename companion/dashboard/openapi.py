"""The HTTP seam described for other programs (OpenAPI 3.1)."""

from __future__ import annotations

from typing import Any

ERROR = {
    "type": "object",
    "properties": {
        "ok": {"const": False},
        "error": {
            "type": "object",
            "properties": {name: {"type": "string"} for name in ("code", "rule", "message")},
            "required": ["code", "rule", "message"],
        },
    },
}
COMMAND = {
    "type": "object",
    "properties": {"do": {"type": "string"}},
    "required": ["do"],
    "additionalProperties": True,
    "examples": [
        {"do": "lobby", "players": [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}]},
        {"do": "claim", "player": "Ann"},
        {"do": "start"},
        {"do": "reveal", "card": "parrot"},
        {"do": "slap", "player": "Ann", "t_us": 1234567, "clock": "tablet-1", "bound_us": 900},
    ],
}
ANSWER = {
    "type": "object",
    "properties": {
        "ok": {"const": True},
        "events": {"type": "array", "items": {"type": "object"}},
        "rulings": {"type": "array", "items": {"type": "object"}},
    },
}


def document() -> dict[str, Any]:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "The table", "version": "1"},
        "paths": {
            "/": {"get": _get("The table page", "text/html")},
            "/api/state": {"get": _get("Everything a screen shows; `state` is the referee's")},
            "/api/events": {"get": _events()},
            "/api/command": {"post": _command()},
            "/api/clock": {"get": _get("The host's monotonic clock, microseconds (`t_us`)")},
            "/api/camera.jpg": {"get": _get("The camera's newest picture", "image/jpeg")},
            "/api/texts/{language}.json": {"get": _texts()},
            "/api/openapi.json": {"get": _get("This description")},
            "/healthz": {"get": _get("How the service is")},
        },
    }


def _get(what: str, kind: str = "application/json") -> dict[str, Any]:
    return {"summary": what, "responses": {"200": _response(what, {}, kind)}}


def _texts() -> dict[str, Any]:
    language = {"name": "language", "in": "path", "required": True, "schema": {"type": "string"}}
    return _get("Every text of the page in one language") | {"parameters": [language]}


def _events() -> dict[str, Any]:
    after = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "integer"}}
    return {
        "summary": "Server-sent events: a `snapshot` first, then `change`s with rising ids; `status` for "
        "passing conditions, `beat` at least every second",
        "parameters": [after, {"name": "after", "in": "query", "schema": {"type": "integer"}}],
        "responses": {
            "200": _response("The stream", {}, "text/event-stream"),
            "503": _response("All places are taken: ask `/api/state` now and then", ERROR),
        },
    }


def _command() -> dict[str, Any]:
    refused = {
        "400": "Bad input",
        "403": "Not from the table's own page",
        "409": "Refused by the rules; nothing changed",
        "413": "Too large",
        "415": "Not JSON",
    }
    return {
        "summary": "One command, the same object as a line of the referee protocol",
        "requestBody": {"required": True, "content": {"application/json": {"schema": COMMAND}}},
        "responses": {
            "200": _response("Carried out, and on disk", ANSWER),
            **{status: _response(what, ERROR) for status, what in refused.items()},
        },
    }


def _response(what: str, schema: dict[str, Any], kind: str = "application/json") -> dict[str, Any]:
    return {"description": what, "content": {kind: {"schema": schema}}}
