"""The dense check: does what is seen agree, block by block, with the card it is taken for?

Three kinds of block don't speak against a card: those that show nothing, those burnt out by glare, and
those hidden by something that reaches in over the card's edge. Everything else that disagrees does.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards.plate import BLOCK, COLUMNS, FLAT, RIM, ROWS, Floats, Plate, likeness, windows

Mask = npt.NDArray[np.bool_]

FOREIGN = 0.42  # how far (in natural log) a block's colour may stray before something else lies there
BURNT = 247.0
_SAME_THING = 0.7
_LEAST_ENERGY = 0.02  # summed variance over blocks below which two cards are one to the eye
_COLOURED = 0.1  # part of what a card shows that is colour, for its colours to be compared
_WIDE = (41, 41)
_SUM = np.ones((1, 3), np.float32)
_LEAST_COVER = 5  # blocks; a smaller patch is no hand but a different print


@dataclass(frozen=True, slots=True)
class Check:
    """How well a seen plate agrees with a taught one.

    ``score`` -1..1 over what is visible and tells cards apart; ``evidence`` how much of that is visible
    (blocks); ``share`` which part of the card's telling blocks that is; ``alike`` and ``clear`` per block.
    """

    score: float
    evidence: float
    share: float
    visible: float
    alike: Floats
    clear: Mask
    dissent: float  # blocks' worth of plain disagreement


def check(taught: Plate, seen: Plate, weight: Floats) -> Check:
    """Compare a laid plate with the view it was laid for; ``weight`` says which blocks tell."""
    alike = likeness(taught, seen)
    hidden = _hidden(taught, seen, alike)
    burnt = (seen.colour.min(2) > BURNT) & (alike < 0.6) & (taught.texture > 0.2)
    clear = ~(hidden | burnt)
    telling = weight * np.maximum(taught.texture, seen.texture)
    open_telling = telling * clear
    total = float(open_telling.sum())
    score = float((open_telling * alike).sum()) / max(total, 1e-6)
    all_taught = float((weight * taught.texture).sum())
    evidence = float((weight * taught.texture * clear).sum())
    return Check(
        score,
        evidence,
        evidence / max(all_taught, 1e-6),
        float(clear.mean()),
        alike,
        clear,
        dissent(alike, open_telling),
    )


def dissent(alike: Floats, ground: Floats) -> float:
    """How many blocks' worth of the picture plainly disagrees; ``ground`` is what each block has to say."""
    return float((np.clip(1 - 2 * alike, 0, 1.5) * ground).sum())


@dataclass(frozen=True, slots=True)
class Choice:
    """Which of two cards the picture speaks for, -0.5 for the second to 0.5 for the first.

    ``overall`` weighs every pixel where the two differ; ``drawing`` only places where both show much the
    same thing, drawn differently (a club and a spade); None where the two hardly differ there.
    """

    overall: float | None
    drawing: float | None


@dataclass(frozen=True, slots=True)
class Contest:
    """What two cards' pictures say about each other per block, (16, 12), whatever is seen.

    ``middle`` where neither is preferred, ``energy`` how much they differ, ``same`` where both show much the
    same thing.
    """

    middle: Floats
    energy: Floats
    same: Mask


def contest(first: Plate, second: Plate, alike: Floats) -> Contest:
    """Make two cards ready to be chosen between; ``alike`` is their likeness."""
    one, two = first.channels, second.channels
    middle = windows(np.asarray(cv2.transform((one * one - two * two) * np.float32(0.5), _SUM), np.float32))
    apart = one - two
    energy = windows(np.asarray(cv2.transform(apart * apart, _SUM), np.float32))
    same = (alike > _SAME_THING) & (np.minimum(first.texture, second.texture) > 0.3)
    return Contest(middle, energy, same)


def choose(second: Plate, between: Contest, clear: Mask, fitted: Floats, first_speaks: Floats) -> Choice:
    """Matched filter between two cards: where does ``fitted`` lie on the way from the second to the first?

    ``clear`` are the blocks to look at, ``fitted`` the seen channels as ``fit`` gives them and
    ``first_speaks`` their product with the first card as ``product`` gives it.
    """
    speaks = np.where(clear, first_speaks - product(second, fitted) - between.middle, 0)
    energy = np.where(clear, between.energy, 0)
    same = between.same
    return Choice(_share(speaks, energy, _LEAST_ENERGY), _share(speaks * same, energy * same, _LEAST_ENERGY))


def product(plate: Plate, fitted: Floats) -> Floats:
    """The product of a plate with what is seen, block by block."""
    return windows(np.asarray(cv2.transform(plate.channels * fitted, _SUM), np.float32))


@dataclass(frozen=True, slots=True)
class Rest:
    """What of the seen picture a card leaves unexplained, as a share of what the card shows, 0 upward; and
    how its colours go with the card's, -1..1, None where neither has any."""

    drawing: float
    colours: float | None


def rest(taught: Plate, seen: Plate, clear: Mask, fitted: Floats) -> Rest:
    """Compare pixel by pixel, inside the ``clear`` blocks, after lamp and exposure are taken out."""
    blocks = np.asarray(clear, np.float32).repeat(BLOCK, 0).repeat(BLOCK, 1)
    ground = np.asarray(blocks[RIM + 2 : -RIM - 2, RIM + 2 : -RIM - 2], np.float32)
    inner = (slice(RIM + 2, -RIM - 2), slice(RIM + 2, -RIM - 2))
    own, other = _deviation(taught)[inner], _deviation(seen)[inner]
    left = (fitted[inner] - taught.channels[inner]) ** 2
    shows = _energy(own, ground)
    drawing = float(_energy_of(left, ground).sum()) / max(float(shows.sum()), 1e-3)
    gain = float((own[..., 0] * other[..., 0] * ground).sum()) / max(float(_energy(other, ground)[0]), 1e-6)
    product_ = float(_energy_of(own * other, ground)[1:].sum())
    one, two = float(shows[1:].sum()), float(_energy(other, ground)[1:].sum())
    coloured = max(one, two * gain * gain) > _COLOURED * float(shows.sum())
    return Rest(drawing, product_ / max(float(np.sqrt(one * two)), 1e-9) if coloured else None)


def _deviation(plate: Plate) -> Floats:
    return np.asarray(plate.channels - cv2.blur(plate.channels, _WIDE), np.float32)


def _energy(values: Floats, ground: Floats) -> Floats:
    return _energy_of(values * values, ground)


def _energy_of(squares: Floats, ground: Floats) -> Floats:
    return np.asarray((squares * ground[..., None]).sum((0, 1)), np.float32)


def fit(first: Plate, seen: Plate) -> Floats:
    """The seen channels with lamp and exposure taken out, as if lit like ``first``, (128, 96, 3)."""
    size = _WIDE
    one, other = first.channels, seen.channels
    mean_one, mean = cv2.blur(one, size), cv2.blur(other, size)
    covariance = (cv2.blur(one * other, size) - mean_one * mean).sum(2)
    variance = (cv2.blur(other * other, size) - mean * mean).sum(2)
    gain = np.clip((covariance + FLAT) / (variance + FLAT), 0.4, 2.5)[..., None]
    return np.asarray((other - mean) * gain + mean_one, np.float32)


def _share(speaks: Floats, energy: Floats, least: float) -> float | None:
    total = float(energy.sum())
    return float(speaks.sum()) / total if total > least else None


def _hidden(taught: Plate, seen: Plate, alike: Floats) -> Mask:
    """Blocks over which something else lies: wrong in colour, and joined to the card's edge."""
    ratio = np.log((seen.colour + 10) / (taught.colour + 10))
    good = alike > 0.6
    sample = ratio[good] if good.sum() >= 10 else ratio.reshape(-1, 3)
    gain = np.median(sample, axis=0)
    off = np.abs(ratio - gain).max(2) > FOREIGN
    off &= alike < 0.75
    count, labels = cv2.connectedComponents(off.astype(np.uint8), connectivity=8)
    hidden = np.zeros((ROWS, COLUMNS), bool)
    for label in range(1, count):
        part = labels == label
        if part.sum() >= _LEAST_COVER and (
            part[0].any() or part[-1].any() or part[:, 0].any() or part[:, -1].any()
        ):
            hidden |= part
    if hidden.any():  # the rim of a hand is mixed with what it hides
        hidden = cv2.dilate(hidden.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool) & (
            (alike < 0.75) | hidden
        )
    return hidden
