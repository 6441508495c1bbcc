"""The production server, in the same process as the table, with enough threads for every screen."""

from __future__ import annotations

import logging
import socket
import threading
import time
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore  # type: ignore[import-untyped]
from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]

from companion.dashboard.stream import STREAMS, Streams

logger = logging.getLogger(__name__)

THREADS = STREAMS + 16  # a stream holds a thread for as long as its screen is open
GONE_MS = 5000  # a screen that takes nothing for this long has lost the network
BACKLOG = 128 * 1024  # bytes that may wait for a screen that has stopped reading


class _Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Waitress's threads under our own names."""

    def start_new_thread(self, target: Any, thread_no: int) -> None:
        name = f"dashboard screen {thread_no}"
        threading.Thread(target=target, name=name, args=(thread_no,), daemon=True).start()


class Server:
    """Serves the screens from threads named ``dashboard ...``.

    The address is bound at once: one that is taken raises ``OSError`` here, before anything starts.
    """

    def __init__(
        self, app: Flask, *, host: str = "127.0.0.1", port: int = 8000, threads: int = THREADS
    ) -> None:
        self._streams: Streams = app.extensions["streams"]
        self._map: dict[int, Any] = {}
        self._ending = False
        self._socket = _bound(host, port)
        self._host, self.port = host, self._socket.getsockname()[1]
        self._dispatcher = _Dispatcher()
        self._dispatcher.set_thread_count(threads)
        self._server = create_server(
            app,
            map=self._map,
            _dispatcher=self._dispatcher,
            sockets=[self._socket],
            ident=None,
            asyncore_use_poll=True,
            connection_limit=512,
            max_request_body_size=1024 * 1024,
            outbuf_high_watermark=BACKLOG,
            channel_timeout=60,
        )
        options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            options.append((socket.SOL_TCP, socket.TCP_USER_TIMEOUT, GONE_MS))
        self._server.adj.socket_options = options
        self._loop = threading.Thread(target=self._run, name="dashboard server", daemon=True)

    @property
    def everywhere(self) -> bool:
        """Whether other devices may open the page."""
        return self._host in ("0.0.0.0", "::", "")

    @property
    def address(self) -> str:
        """The table page's address, as a person would type it."""
        host = "127.0.0.1" if self.everywhere else self._host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def start(self) -> None:
        """Start answering."""
        self._loop.start()

    def stop(self, timeout_s: float = 2.0) -> None:
        """Let every stream end, then close. Safe to call twice."""
        if self._ending:
            return
        self._streams.ending.set()
        end = time.monotonic() + timeout_s
        while self._streams.open and time.monotonic() < end:
            time.sleep(0.02)
        self._ending = True
        if self._loop.is_alive():
            self._server.trigger.pull_trigger()
            self._loop.join(timeout=2)
        self._dispatcher.shutdown(timeout=1)
        wasyncore.close_all(self._map, ignore_all=True)

    def _run(self) -> None:
        while not self._ending:
            wasyncore.loop(timeout=1.0, use_poll=True, map=self._map, count=1)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound
