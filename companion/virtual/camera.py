"""A virtual camera over a virtual table: a real MJPEG stream over http that any reader can open."""

from __future__ import annotations

import random
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal

import cv2

from companion.cards.deck import Deck
from companion.cards.sources.base import Image
from companion.virtual.scene import Item, Scene

Way = Literal["slide", "flip", "push"]

MOVE_S = 0.2
FRAME_S = 1 / 30
REST_S = 0.25  # between two pictures while nothing moves
VIEWERS = 8
PLACE = (720.0, 370.0)
PILE = (330.0, 370.0)


class VirtualCamera:
    """Shows the deck's cards on a table at ``url``; a context manager. The same seed lays cards alike."""

    def __init__(self, deck: Deck, *, seed: int = 0, stacked: bool = True) -> None:
        """``stacked``: the cards before stay under the new one, else they are taken away.

        Raises DeckError when a picture of the deck can't be read.
        """
        self._stacked = stacked
        self._scene = Scene(deck, seed)
        self._rng = random.Random(seed)
        backs = [card.name for card in deck.cards if card.kind == "back"]
        self._back = backs[0] if backs else None
        self._noise = [self._scene.noise() for _ in range(3)]
        self._change = threading.Condition()
        self._item: Item | None = None
        self._under: list[Item] = []
        self._moved_at = 0.0
        self._way: Way = "slide"
        self._hand = self._frozen = self._unplugged = self._stopped = False
        self._light = 1.0
        self._dirty = True
        self._jpeg, self._number = b"", 0
        self.lies_us = 0  # the instant from which the last card lies still
        self._server = _server(self)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/stream.mjpg"
        self._threads = [
            threading.Thread(target=self._draw, name="virtual camera", daemon=True),
            threading.Thread(
                target=self._server.serve_forever, args=(0.2,), name="virtual camera http", daemon=True
            ),
        ]

    def __enter__(self) -> VirtualCamera:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._change:
            self._stopped = True
            self._change.notify_all()
        self._server.shutdown()
        self._server.server_close()
        for thread in self._threads:
            thread.join(timeout=5)

    def show(self, card: str | None, turn_deg: float | None = None, *, way: Way = "slide") -> None:
        """Turn a card over on the pile, or clear the pile (None).

        ``way``: it slides over while it turns, flips where it lies, or is pushed over face up.
        """
        with self._change:
            self._under = [*self._under, self._item] if card and self._item else []
            turn = self._rng.uniform(0, 360) if turn_deg is None else turn_deg
            x, y = (at + self._rng.uniform(-8, 8) for at in PLACE)
            self._way = way
            self._item = Item(card, x, y, turn_deg=turn) if card else None
            self._moved_at = time.monotonic()
            self.lies_us = int((self._moved_at + MOVE_S) * 1e6)
            self._touch()

    def hand(self, there: bool = True) -> None:
        """Put a hand in the way, or take it away."""
        self._set(_hand=there)

    def dark(self, on: bool = True) -> None:
        """Switch the lamp off, or on again."""
        self._set(_light=0.04 if on else 1.0)

    def freeze(self, on: bool = True) -> None:
        """Send the same picture over and over."""
        self._set(_frozen=on)

    def unplug(self) -> None:
        """Cut every stream and answer nobody."""
        self._set(_unplugged=True)

    def replug(self) -> None:
        """Be there again."""
        self._set(_unplugged=False)

    def _set(self, **knobs: object) -> None:
        with self._change:
            for knob, value in knobs.items():
                setattr(self, knob, value)
            self._touch()

    def _touch(self) -> None:
        self._dirty = True
        self._change.notify_all()

    def _draw(self) -> None:
        cached: list[bytes] = []
        drawn, base = list[Item](), self._scene.render([])
        while not self._stopped:
            with self._change:
                done = min(1.0, (time.monotonic() - self._moved_at) / MOVE_S)
                lying, moving = self._items(done)
                light, hand = self._light, self._hand
                drawing, self._dirty = self._dirty or not cached, done < 1
            if drawing and not self._frozen:
                if lying != drawn:  # each card is laid on the picture of those before
                    same = bool(drawn) and lying[: len(drawn)] == drawn
                    base = self._scene.render(lying[len(drawn) if same else 0 :], on=base if same else None)
                    drawn = lying
                clean = self._scene.render(moving, light=light, hand=hand, on=base)
                noises = self._noise if done == 1 else self._noise[self._number % 3 :][:1]
                cached = [_jpeg(clean, noise) for noise in noises[:1]]
            with self._change:
                if cached and not self._frozen:
                    self._jpeg = cached[self._number % len(cached)]
                self._number += 1
                self._change.notify_all()
            if drawing and done == 1 and not self._frozen:
                cached += [_jpeg(clean, noise) for noise in noises[1:]]
            with self._change:
                if done < 1:
                    self._change.wait(max(0.005, FRAME_S - 0.012))
                elif drawing:
                    self._change.wait_for(lambda: self._dirty or self._stopped, FRAME_S)
                else:
                    rest = FRAME_S if time.monotonic() - self._moved_at < 2 else REST_S
                    self._change.wait_for(lambda: self._dirty or self._stopped, rest)

    def _items(self, done: float) -> tuple[list[Item], list[Item]]:
        """What lies, and what moves on top of it."""
        items = [Item(self._back, *PILE)] if self._back else []
        if self._stacked or done < 1:
            items += self._under if self._stacked else self._under[-1:]
        if self._item is None:
            return items, []
        to = self._item
        if done < 1:
            start = (to.x, to.y) if self._way == "flip" else PILE
            x, y = (a + (b - a) * done for a, b in zip(start, (to.x, to.y), strict=True))
            face = done > 0.5 or self._way == "push" or self._back is None
            opened = 1.0 if self._way == "push" else abs(1 - 2 * done)
            turn_deg = to.turn_deg * (1 if self._way == "flip" else done)
            to = Item(to.card if face else self._back or to.card, x, y, to.height, turn_deg, opened)
        return items, [to]

    def stream(self, write: object) -> None:
        """Send pictures to one viewer until it goes or the camera ends."""
        assert callable(write)
        sent = -1
        while True:
            with self._change:
                if self._number == sent and not self._stopped:
                    self._change.wait(1.0)
                if self._stopped or self._unplugged:
                    return
                sent, jpeg = self._number, self._jpeg
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            if jpeg:
                write(head.encode() + jpeg + b"\r\n")

    @property
    def unplugged(self) -> bool:
        """Whether nobody is answered."""
        return self._unplugged


def _jpeg(picture: Image, noise: Image) -> bytes:
    good, data = cv2.imencode(".jpg", cv2.add(picture, noise), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return data.tobytes() if good else b""


def _server(camera: VirtualCamera) -> ThreadingHTTPServer:
    room = threading.BoundedSemaphore(VIEWERS)

    class Handler(BaseHTTPRequestHandler):
        timeout = 5

        def do_GET(self) -> None:
            """Send the stream."""
            if camera.unplugged or not room.acquire(blocking=False):
                self.close_connection = True
                return
            try:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                camera.stream(self.wfile.write)
            except OSError:  # the viewer has gone
                self.close_connection = True
            finally:
                room.release()

        def log_message(self, format: str, *args: object) -> None:
            """Viewers come and go unheard."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    return server
