"""The Flask application: pages, live stream, commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, Response, jsonify, request

from companion.dashboard.assets import Asset, json_asset, load_page, load_static, load_texts
from companion.dashboard.body import LARGEST, BadBody, read_command
from companion.dashboard.guard import HEADERS, from_own_page, known_host, own_names
from companion.dashboard.openapi import document
from companion.dashboard.stream import EventStream, Streams, last_id
from companion.table.table import Table

STATUS = {"bad-input": 400, "unknown-command": 400}  # every other refusal is 409: the game says no
RETRY_S = 3  # when the one screen too many should ask again


def create_app(
    table: Table,
    *,
    camera_picture: Callable[[], bytes | None] | None = None,
    language: str = "en",
    hosts: tuple[str, ...] = (),
    streams: Streams | None = None,
) -> Flask:
    """The application for one table.

    ``camera_picture`` gives the newest frame as JPEG; ``language`` is what a new screen speaks; ``hosts``
    are further names under which the page may be opened.
    """
    app = Flask("companion.dashboard", static_folder=None, template_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.url_map.merge_slashes = False
    app.extensions["streams"] = streams or Streams()
    _guard(app, own_names(hosts))
    _pages(app, language)
    _table(app, table)
    _stream(app, table, app.extensions["streams"])
    _camera(app, camera_picture)
    return app


def _guard(app: Flask, names: frozenset[str]) -> None:
    @app.before_request
    def check() -> Response | None:
        if not known_host(request.headers.get("Host", ""), names):
            return _error(403, "This page answers to its own address only. Open it by its IP address.")
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
        if request.method == "POST" and not from_own_page(origin, site, request.headers["Host"]):
            return _error(403, "Commands are taken from the table's own page only.")
        return None

    @app.after_request
    def protect(response: Response) -> Response:
        response.headers.update(HEADERS)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    for status, message in {
        404: "There is nothing at this address.",
        405: "This address takes no such request.",
        413: f"A command has at most {LARGEST // 1024} kB.",
        500: "Something went wrong inside. The game is safe; try again.",
    }.items():
        app.register_error_handler(status, lambda error, s=status, m=message: _error(s, m))


def _pages(app: Flask, language: str) -> None:
    static = load_static()
    texts = {name: json_asset(catalogue) for name, catalogue in load_texts().items()}
    openapi = json_asset(document())
    page = load_page()
    speaks = language if language in texts else "en"

    @app.get("/")
    def index() -> Response:
        return Response(page.replace("{lang}", speaks), mimetype="text/html")

    @app.get("/static/<path:name>")
    def file(name: str) -> Response:
        return _asset(static.get(name))

    @app.get("/favicon.ico")
    def icon() -> Response:
        return _asset(static.get("icon.svg"))

    @app.get("/api/texts/<name>.json")
    def catalogue(name: str) -> Response:
        return _asset(texts.get(name))

    @app.get("/api/openapi.json")
    def api() -> Response:
        return _asset(openapi)


def _table(app: Flask, table: Table) -> None:
    @app.get("/api/state")
    def state() -> Response:
        return jsonify({"ok": True, "at": table.clock_us(), **table.view()})

    @app.post("/api/command")
    def command() -> Response:
        if request.mimetype != "application/json":
            return _error(415, "Send the command as application/json.")
        try:
            body = read_command(request.get_data())
        except BadBody as error:
            return _error(error.status, error.message)
        answer = table.submit(body, "screen")
        response = jsonify(answer)
        if not answer.get("ok"):
            response.status_code = STATUS.get(answer["error"]["code"], 409)
        return response

    @app.get("/api/clock")
    def clock() -> Response:
        return jsonify({"t_us": table.clock_us()})

    @app.get("/healthz")
    def health() -> Response:
        streams: Streams = app.extensions["streams"]
        view = table.view()
        figures = {
            "ok": table.faults == 0,
            "last_id": view["id"],
            "screens": streams.open,
            "screens_most": streams.most,
            "waiting": table.waiting_jobs,
            "faults": table.faults,
            "devices": {name: device["state"] for name, device in view["devices"].items()},
        }
        return jsonify(figures)


def _stream(app: Flask, table: Table, streams: Streams) -> None:
    @app.get("/api/events")
    def events() -> Response:
        if not streams.enter():
            full = _error(503, f"{streams.most} screens are listening already. This one asks now and then.")
            full.headers["Retry-After"] = str(RETRY_S)
            return full
        after = last_id(request.headers.get("Last-Event-ID") or request.args.get("after"))
        response = Response(EventStream(table, streams, after), mimetype="text/event-stream")
        response.headers["X-Accel-Buffering"] = "no"
        return response


def _camera(app: Flask, picture: Callable[[], bytes | None] | None) -> None:
    @app.get("/api/camera.jpg")
    def camera() -> Response:
        frame = picture() if picture is not None else None
        if frame is None:
            return _error(404, "No camera shows a picture.")
        return Response(frame, mimetype="image/jpeg")


def _asset(found: Asset | None) -> Response:
    if found is None:
        return _error(404, "There is nothing at this address.")
    packed = found.packed is not None and "gzip" in request.headers.get("Accept-Encoding", "")
    response = Response(found.packed if packed else found.body, content_type=found.type)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(found.tag + ("-z" if packed else ""))
    response.make_conditional(request)
    return response


def _error(status: int, message: str) -> Response:
    """A refused request in the shape of the referee's refusals."""
    error: Mapping[str, Any] = {"code": "bad-input", "rule": "", "message": message}
    response = jsonify({"ok": False, "error": error})
    response.status_code = status
    return response
