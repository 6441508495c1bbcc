"""The dense check: does what is seen agree, block by block, with the card it is taken for?

Three kinds of block don't speak against a card: those that show nothing, those burnt out by glare, and
those hidden by something that reaches in over the card's edge. Everything else that disagrees does.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards.plate import COLUMNS, FLAT, ROWS, Floats, Plate, likeness, windows

Mask = npt.NDArray[np.bool_]

FOREIGN = 0.42  # how far (in natural log) a block's colour may stray before something else lies there
BURNT = 247.0
_SAME_THING = 0.7
_LEAST_ENERGY = 0.02  # summed variance over blocks below which two cards are one to the eye
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


def choose(first: Plate, second: Plate, result: Check, fitted: Floats) -> Choice:
    """Matched filter between two cards: where does ``fitted`` lie on the way from the second to the first?

    ``result`` is the check against ``first``; ``fitted`` the seen channels as ``fit`` gives them.
    """
    apart = first.channels - second.channels
    middle = (first.channels + second.channels) * np.float32(0.5)
    speaks = windows(((fitted - middle) * apart).sum(2))
    energy = windows((apart * apart).sum(2))
    speaks, energy = np.where(result.clear, speaks, 0), np.where(result.clear, energy, 0)
    same = (likeness(first, second) > _SAME_THING) & (np.minimum(first.texture, second.texture) > 0.3)
    return Choice(_share(speaks, energy, _LEAST_ENERGY), _share(speaks * same, energy * same, _LEAST_ENERGY))


def fit(first: Plate, seen: Plate) -> Floats:
    """The seen channels with lamp and exposure taken out, as if lit like ``first``, (128, 96, 3)."""
    size = (41, 41)
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
