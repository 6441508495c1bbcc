"""Decks drawn by rule, for the bench: pictures of shapes, and playing cards. BGR, 252 x 352 pixels."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from companion.cards.imagefile import Image

WIDTH, HEIGHT = 252, 352
_INK = (30, 30, 34)
_RED = (40, 30, 190)
_SUITS = {"spades": _INK, "hearts": _RED, "clubs": _INK, "diamonds": _RED}
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((0, 0),),
    "2": ((0, -1), (0, 1)),
    "3": ((0, -1), (0, 0), (0, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    "7": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5)),
    "8": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5), (0, 0.5)),
    "9": ((-1, -1), (1, -1), (-1, -0.34), (1, -0.34), (-1, 0.34), (1, 0.34), (-1, 1), (1, 1), (0, 0)),
    "10": (
        *((-1, -1), (1, -1), (-1, -0.34), (1, -0.34), (-1, 0.34), (1, 0.34), (-1, 1), (1, 1)),
        *((0, -0.66), (0, 0.66)),
    ),
}  # fmt: skip


def picture_card(seed: int, template: int = 0) -> Image:
    """A picture of random shapes inside the frame and text box that all cards of a template share."""
    random = np.random.default_rng((template, seed))
    card = np.full((HEIGHT, WIDTH, 3), 244, np.uint8)
    art = _art(random, WIDTH - 36, HEIGHT - 96)
    card[18 : 18 + art.shape[0], 18 : 18 + art.shape[1]] = art
    _template(card, template)
    cv2.putText(
        card, f"{_word(random)}", (30, HEIGHT - 44), cv2.FONT_HERSHEY_SIMPLEX, 0.62, _INK, 2, cv2.LINE_AA
    )
    return card


def _art(random: np.random.Generator, width: int, height: int) -> Image:
    art = np.empty((height, width, 3), np.uint8)
    art[:] = random.integers(90, 250, 3)
    for _ in range(int(random.integers(7, 16))):
        colour = tuple(int(value) for value in random.integers(0, 256, 3))
        at = (int(random.integers(0, width)), int(random.integers(0, height)))
        size = int(random.integers(14, 70))
        match int(random.integers(4)):
            case 0:
                cv2.circle(art, at, size, colour, -1 if random.random() < 0.6 else 6, cv2.LINE_AA)
            case 1:
                axes = (size, max(6, size // 3))
                cv2.ellipse(art, at, axes, float(random.integers(180)), 0, 360, colour, -1, cv2.LINE_AA)
            case 2:
                points = np.array(at) + random.integers(-size, size, (int(random.integers(3, 7)), 2))
                cv2.fillPoly(art, [points.astype(np.int32)], colour, cv2.LINE_AA)
            case _:
                points = np.array(at) + np.cumsum(random.integers(-size, size, (5, 2)), 0)
                cv2.polylines(
                    art, [points.astype(np.int32)], False, colour, int(random.integers(3, 9)), cv2.LINE_AA
                )
    return art


def _template(card: Image, template: int) -> None:
    tint = tuple(int(value) for value in np.random.default_rng(template).integers(20, 150, 3))
    cv2.rectangle(card, (17, 17), (WIDTH - 18, HEIGHT - 18), tint, 4, cv2.LINE_AA)
    cv2.rectangle(card, (17, HEIGHT - 78), (WIDTH - 18, HEIGHT - 18), (225, 235, 240), -1)
    cv2.rectangle(card, (17, HEIGHT - 78), (WIDTH - 18, HEIGHT - 18), tint, 4, cv2.LINE_AA)
    for x in (17, WIDTH - 18):
        cv2.circle(card, (x, 17), 11, tint, -1, cv2.LINE_AA)
        cv2.drawMarker(card, (x, HEIGHT - 48), tint, cv2.MARKER_DIAMOND, 26, 4)
    for row in range(2):
        cv2.line(card, (30, HEIGHT - 34 + 7 * row), (WIDTH - 30, HEIGHT - 34 + 7 * row), (130, 130, 130), 2)


def _word(random: np.random.Generator) -> str:
    syllables = ("ka", "lo", "mi", "ran", "tu", "ves", "or", "pel", "sha", "qui", "den", "bro")
    return "".join(syllables[int(i)] for i in random.integers(0, len(syllables), 3)).capitalize()


def back_card(template: int = 0) -> Image:
    """The back that all cards of a template share."""
    random = np.random.default_rng((77, template))
    card = np.full((HEIGHT, WIDTH, 3), 240, np.uint8)
    tint = tuple(int(value) for value in random.integers(30, 190, 3))
    cv2.rectangle(card, (16, 16), (WIDTH - 17, HEIGHT - 17), tint, -1)
    step = 18 + template % 5 * 3
    for at in range(-HEIGHT, WIDTH, step):
        cv2.line(card, (at, 16), (at + HEIGHT, 16 + HEIGHT), (235, 235, 235), 2, cv2.LINE_AA)
        cv2.line(card, (at + HEIGHT, 16), (at, 16 + HEIGHT), (235, 235, 235), 2, cv2.LINE_AA)
    cv2.rectangle(card, (0, 0), (WIDTH - 1, HEIGHT - 1), (240, 240, 240), 16)
    cv2.circle(card, (WIDTH // 2, HEIGHT // 2), 42, (240, 240, 240), -1, cv2.LINE_AA)
    cv2.circle(card, (WIDTH // 2, HEIGHT // 2), 34, tint, 5, cv2.LINE_AA)
    return card


def playing_cards() -> dict[str, Image]:
    """54 playing cards of our own drawing: 13 ranks in four suits, two jokers."""
    cards = {f"{rank}-{suit}": _playing(rank, suit) for suit, rank in product(_SUITS, _RANKS)}
    for name, ink in (("joker-black", _INK), ("joker-red", _RED)):
        card = np.full((HEIGHT, WIDTH, 3), 248, np.uint8)
        for turn in (False, True):
            for row, letter in enumerate("JOKER"):
                cv2.putText(
                    card, letter, (10, 30 + 22 * row), cv2.FONT_HERSHEY_DUPLEX, 0.7, ink, 2, cv2.LINE_AA
                )
            card = np.asarray(cv2.rotate(card, cv2.ROTATE_180), np.uint8) if not turn else card
        cv2.circle(card, (126, 176), 62, ink, 5, cv2.LINE_AA)
        for x in (104, 148):
            cv2.circle(card, (x, 160), 9, ink, -1, cv2.LINE_AA)
        cv2.ellipse(card, (126, 186), (34, 22), 0, 0, 180, ink, 5, cv2.LINE_AA)
        cv2.fillPoly(
            card,
            [np.array([[70, 150], [40, 70], [100, 110], [126, 50], [152, 110], [212, 70], [182, 150]])],
            ink,
        )
        cards[name] = np.asarray(card, np.uint8)
    return cards


def _playing(rank: str, suit: str) -> Image:
    ink = _SUITS[suit]
    half = np.full((HEIGHT, WIDTH, 3), 248, np.uint8)
    cv2.putText(
        half, rank, (8 if rank != "10" else 3, 38), cv2.FONT_HERSHEY_DUPLEX, 1.05, ink, 2, cv2.LINE_AA
    )
    _pip(half, suit, 22, 58, 11, ink, False)
    turned = cv2.rotate(half, cv2.ROTATE_180)
    card = np.minimum(half, turned)
    if rank in _PIPS:
        size = 42 if rank == "A" else 21
        for x, y in _PIPS[rank]:
            _pip(card, suit, int(126 + 46 * x), int(176 + 112 * y), size, ink, y > 0)
    else:
        _court(card, rank, suit, ink)
    return card


def _pip(card: Image, suit: str, x: int, y: int, size: int, ink: tuple[int, int, int], turned: bool) -> None:
    up = -1 if turned else 1
    tip = [x, y - up * size]
    if suit == "diamonds":
        points = np.array([tip, [x + int(size * 0.75), y], [x, y + up * size], [x - int(size * 0.75), y]])
        cv2.fillPoly(card, [points], ink, cv2.LINE_AA)
        return
    r = size // 2
    if suit == "clubs":
        for dx, dy in ((0, -r), (-r, r // 3), (r, r // 3)):
            cv2.circle(card, (x + dx, y + up * dy), r, ink, -1, cv2.LINE_AA)
    else:
        down = 1 if suit == "hearts" else -1
        for dx in (-r, r):
            cv2.circle(card, (x + dx, y - up * down * r // 2), int(r * 1.12), ink, -1, cv2.LINE_AA)
        point = [x, y + up * down * size]
        points = np.array([[x - size, y - up * down * r // 5], [x + size, y - up * down * r // 5], point])
        cv2.fillPoly(card, [points], ink, cv2.LINE_AA)
    if suit != "hearts":
        foot = np.array([[x, y], [x - r, y + up * size], [x + r, y + up * size]])
        cv2.fillPoly(card, [foot], ink, cv2.LINE_AA)


def _court(card: Image, rank: str, suit: str, ink: tuple[int, int, int]) -> None:
    random = np.random.default_rng((ord(rank), list(_SUITS).index(suit)))
    panel = _art(random, 150, 130)
    panel[:] = (panel.astype(np.float32) * 0.5 + np.array(ink, np.float32) * 0.5).astype(np.uint8)
    both = np.vstack([panel, cv2.rotate(panel, cv2.ROTATE_180)])
    card[46:306, 51:201] = both
    cv2.rectangle(card, (51, 46), (201, 306), ink, 3)
    _pip(card, suit, 70, 72, 14, ink, False)
    _pip(card, suit, 182, 280, 14, ink, True)
