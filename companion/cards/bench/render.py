"""Frames of a table as a camera would see them: cards laid anyhow, under a lamp, under hands.

Everything follows from the seed. Frames are 1280 x 720 BGR, truths are corners in frame pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards.imagefile import Image

WIDTH, HEIGHT = 1280, 720
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a frame is. Ranges are drawn from evenly; ``cover`` is the share of each card hidden."""

    height: tuple[float, float] = (200.0, 260.0)
    tilt: float = 15.0  # degrees, at most
    light: tuple[float, float] = (0.8, 1.2)
    cast: float = 0.05
    blur: float = 0.6  # sigma in pixels, at most
    glare: float = 0.0  # chance of a glare spot on a card
    cover: float = 0.0
    cards: tuple[int, int] = (1, 3)
    overlap: bool = False
    clutter: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """One card in a rendered frame: its name (None: nothing to be named) and where its corners lie."""

    name: str | None
    corners: Floats
    covered: float


@dataclass(slots=True)
class Frame:
    """A rendered frame and the truth about it."""

    pixels: Image
    shown: list[Shown] = field(default_factory=list)


def render(
    cards: dict[str, Image], level: Level, seed: int, foreign: dict[str, Image] | None = None
) -> Frame:
    """Lay some of ``cards`` (and of ``foreign``, whose truth is no name) on a table."""
    random = np.random.default_rng(seed)
    canvas = background(int(random.integers(12))).copy()
    if level.clutter:
        _clutter(canvas, random)
    frame = Frame(np.empty(0, np.uint8))
    pool: list[tuple[str | None, Image]] = []
    names = sorted(cards)
    for _ in range(int(random.integers(level.cards[0], level.cards[1] + 1))):
        others = sorted(foreign or {})
        if others and (not names or random.random() < 0.4):
            pool.append((None, (foreign or {})[others[int(random.integers(len(others)))]]))
        elif names:
            chosen = names[int(random.integers(len(names)))]
            pool.append((chosen, cards[chosen]))
    taken = np.zeros((HEIGHT, WIDTH), np.uint8)
    for name, card in pool:
        corners = _place(card, level, taken, random)
        if corners is not None:
            _lay(canvas, card, corners, random)
            frame.shown.append(Shown(name, corners, 0.0))
    if level.cover:
        hands = np.zeros((HEIGHT, WIDTH), np.uint8)
        for shown in frame.shown:
            hands |= _hand_over(canvas, shown, level.cover, random)
        frame.shown = [Shown(s.name, s.corners, _share(hands, s.corners)) for s in frame.shown]
    frame.pixels = _camera(canvas, frame.shown, level, random)
    return frame


@lru_cache(maxsize=16)
def background(kind: int) -> Image:
    """A table top: wood, printed cloth, or plain."""
    random = np.random.default_rng((5, kind))
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    base = random.uniform(40, 190, 3)
    if kind % 3 == 0:  # wood: long grain
        base = np.array([60, 95, 150]) * random.uniform(0.5, 1.3)
        grain = cv2.resize(
            random.normal(0, 1, (HEIGHT // 3, WIDTH // 90)).astype(np.float32), (WIDTH, HEIGHT)
        )
        fine = cv2.GaussianBlur(
            random.normal(0, 1, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), 12, sigmaY=0.8
        )
        value = 1 + 0.07 * grain + 0.35 * fine
        value[:, :] -= 0.25 * ((y % 180) < 2)
        out = base[None, None] * value[..., None]
    elif kind % 3 == 1:  # printed cloth
        size = int(random.integers(26, 60))
        other = random.uniform(40, 200, 3)
        ring = ((x % size - size / 2) ** 2 + (y % size - size / 2) ** 2 < (size * 0.3) ** 2).astype(
            np.float32
        )
        weave = 1 + 0.05 * np.sin(x * 1.6) * np.sin(y * 1.6)
        mix = cv2.GaussianBlur(ring, (0, 0), 0.9)[..., None] * 0.8
        out = (base[None, None] * (1 - mix) + other[None, None] * mix) * weave[..., None]
    else:
        low = cv2.resize(
            random.normal(0, 1, (6, 9)).astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC
        )
        out = base[None, None] * (1 + 0.05 * low + 0.02 * random.normal(0, 1, (HEIGHT, WIDTH)))[..., None]
    return np.clip(out, 0, 255).astype(np.uint8)


def corners_of(
    centre: Floats, height: float, aspect: float, angle: float, tilt: float, axis: float
) -> Floats:
    """Where a card's four corners fall: turned ``angle`` degrees clockwise, tilted about ``axis``."""
    w, h = height * aspect / 2, height / 2
    flat = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    a = np.deg2rad(angle)
    turned = flat @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    b, t = np.deg2rad(axis), np.deg2rad(tilt)
    along = np.array([np.cos(b), np.sin(b)])
    across = np.array([-np.sin(b), np.cos(b)])
    u, v = turned @ along, turned @ across
    depth = 1 / (1 + v * np.sin(t) / 1400.0)
    return np.asarray(centre + (np.outer(u, along) + np.outer(v * np.cos(t), across)) * depth[:, None])


def _place(card: Image, level: Level, taken: Image, random: np.random.Generator) -> Floats | None:
    height = random.uniform(*level.height)
    for _ in range(30):
        corners = corners_of(
            np.array([random.uniform(0, WIDTH), random.uniform(0, HEIGHT)]),
            height,
            card.shape[1] / card.shape[0],
            random.uniform(0, 360),
            random.uniform(0, level.tilt),
            random.uniform(0, 360),
        )
        if corners.min() < 6 or (corners.max(0) > (WIDTH - 6, HEIGHT - 6)).any():
            continue
        mask = np.zeros_like(taken)
        cv2.fillConvexPoly(mask, corners.astype(np.int32), 1)
        hit = float((mask & taken).sum()) / max(1.0, float(mask.sum()))
        if hit <= (0.3 if level.overlap else 0.0):
            grown = mask if level.overlap else cv2.dilate(mask, np.ones((9, 9), np.uint8))
            taken |= np.asarray(grown, np.uint8)
            return corners
    return None


def _lay(canvas: Image, card: Image, corners: Floats, random: np.random.Generator) -> None:
    tall = max(float(np.linalg.norm(corners[3] - corners[0])), float(np.linalg.norm(corners[2] - corners[1])))
    shrink = min(1.0, tall / card.shape[0])
    small = cv2.resize(card, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    h, w = small.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    r = max(2, int(w * 0.045))
    cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x, y in ((r, r), (w - 1 - r, r), (w - 1 - r, h - 1 - r), (r, h - 1 - r)):
        cv2.circle(mask, (x, y), r, 255, -1)
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    size = (canvas.shape[1], canvas.shape[0])
    warped = cv2.warpPerspective(small, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(mask, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    shift = random.uniform(1, 4, 2)
    moved = cv2.warpAffine(alpha, np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32), size)
    shade = cv2.GaussianBlur(moved, (0, 0), 3)
    mixed = canvas * (1 - 0.35 * shade[..., None]) * (1 - alpha[..., None]) + warped * alpha[..., None]
    canvas[:] = np.clip(mixed, 0, 255).astype(np.uint8)


def _hand_over(canvas: Image, shown: Shown, cover: float, random: np.random.Generator) -> Image:
    """Push a hand in from outside until it hides ``cover`` of the card; where the hand lies."""
    centre = shown.corners.mean(0)
    size = float(np.linalg.norm(shown.corners[3] - shown.corners[0]))
    way = random.uniform(0, 2 * np.pi)
    low, high, best = 0.0, 2.2, np.zeros((HEIGHT, WIDTH), np.uint8)
    for _ in range(9):
        middle = (low + high) / 2
        mask = _hand_mask(centre, size, way, middle, np.random.default_rng(int(way * 1e6)))
        share = _share(mask, shown.corners)
        best = mask
        low, high = (low, middle) if share < cover else (middle, high)
    skin = np.array([110, 140, 195]) * random.uniform(0.45, 1.1)
    soft = cv2.GaussianBlur(best.astype(np.float32), (0, 0), 1.0)
    shade = cv2.GaussianBlur(best.astype(np.float32), (0, 0), 14)
    tone = skin[None, None] * (0.55 + 0.5 * shade[..., None])
    tone += cv2.resize(random.normal(0, 5, (HEIGHT // 8, WIDTH // 8)).astype(np.float32), (WIDTH, HEIGHT))[
        ..., None
    ]
    canvas[:] = np.clip(canvas * (1 - soft[..., None]) + tone * soft[..., None], 0, 255).astype(np.uint8)
    return best


def _share(mask: Image, corners: Floats) -> float:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillConvexPoly(area, corners.astype(np.int32), 1)
    return float((mask & area).sum()) / max(1.0, float(area.sum()))


def _hand_mask(centre: Floats, size: float, way: float, far: float, random: np.random.Generator) -> Image:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    out = np.array([np.cos(way), np.sin(way)])
    side = np.array([-out[1], out[0]])
    palm = centre + out * far * size
    cv2.ellipse(
        mask,
        _at(palm + out * size * 0.4),
        (int(size * 0.6), int(size * 0.42)),
        np.rad2deg(way),
        0,
        360,
        1,
        -1,
    )
    arm = np.array([palm + side * size * 0.3, palm - side * size * 0.3])
    cv2.fillPoly(mask, [np.vstack([arm, arm[::-1] + out * size * 5]).astype(np.int32)], 1)
    for finger in range(4):
        root = palm + side * size * (finger - 1.5) * 0.19
        tip = root - out * size * random.uniform(0.3, 0.5) + side * size * random.uniform(-0.06, 0.06)
        cv2.line(mask, _at(root), _at(tip), 1, max(3, int(size * 0.15)))
    return mask


def _at(point: Floats) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _clutter(canvas: Image, random: np.random.Generator) -> None:
    for _ in range(int(random.integers(3, 9))):
        colour = tuple(int(value) for value in random.integers(0, 256, 3))
        at = (int(random.integers(WIDTH)), int(random.integers(HEIGHT)))
        size = int(random.integers(10, 60))
        if random.random() < 0.6:
            cv2.circle(canvas, at, size // 2, colour, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints((at, (size, size * random.uniform(0.5, 2)), float(random.integers(90))))
            cv2.fillPoly(canvas, [box.astype(np.int32)], colour, cv2.LINE_AA)


def _camera(canvas: Image, shown: list[Shown], level: Level, random: np.random.Generator) -> Image:
    light = random.uniform(*level.light) * (1 + random.uniform(-level.cast, level.cast, 3))
    y, x = np.mgrid[0 : HEIGHT // 8, 0 : WIDTH // 8].astype(np.float32)
    lamp = random.uniform(0, (WIDTH / 8, HEIGHT / 8))
    fall = 1.1 - 0.3 * np.hypot(x - lamp[0], y - lamp[1]) / 180
    gain = cv2.resize(fall.astype(np.float32), (WIDTH, HEIGHT))
    out = canvas.astype(np.float32) * gain[..., None] * light[None, None].astype(np.float32)
    for card in shown:
        if random.random() < level.glare:
            inside = card.corners.mean(0) + (card.corners - card.corners.mean(0)).T @ random.uniform(
                -0.3, 0.5, 4
            )
            size = float(np.linalg.norm(card.corners[3] - card.corners[0])) * random.uniform(0.1, 0.22)
            spot = np.zeros((HEIGHT, WIDTH), np.float32)
            cv2.ellipse(
                spot, _at(inside), (int(size), int(size * 0.6)), float(random.integers(180)), 0, 360, 1.0, -1
            )
            out += 330 * cv2.GaussianBlur(spot, (0, 0), size * 0.3)[..., None]
    out = np.minimum(out, 255)
    sigma = random.uniform(0, level.blur)
    if sigma > 0.2:
        out = cv2.GaussianBlur(out, (0, 0), sigma)
    out += random.normal(0, 2.5, (HEIGHT, WIDTH, 1)).astype(np.float32)
    pixels = np.clip(out, 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
