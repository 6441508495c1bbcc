"""The dense check: does what is seen agree, block by block, with the card it is taken for?

Three kinds of block don't speak against a card: those that show nothing, those burnt out by glare, and
those hidden by something that reaches in over the card's edge. Everything else that disagrees does.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards.plate import COLUMNS, ROWS, Floats, Plate, likeness

Mask = npt.NDArray[np.bool_]

FOREIGN = 0.42  # how far (in natural log) a block's colour may stray before something else lies there
BURNT = 247.0
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
    burnt = seen.colour.min(2) > BURNT
    clear = ~(hidden | (burnt & (taught.texture > 0.3)))
    telling = weight * np.maximum(taught.texture, seen.texture)
    open_telling = telling * clear
    total = float(open_telling.sum())
    score = float((open_telling * alike).sum()) / max(total, 1e-6)
    all_taught = float((weight * taught.texture).sum())
    evidence = float((weight * taught.texture * clear).sum())
    return Check(score, evidence, evidence / max(all_taught, 1e-6), float(clear.mean()), alike, clear, dissent(alike, open_telling))


def dissent(alike: Floats, ground: Floats) -> float:
    """How many blocks' worth of the picture plainly disagrees; ``ground`` is what each block has to say."""
    return float((np.clip(1 - 2 * alike, 0, 1.5) * ground).sum())


def prefer(first: Plate, second: Plate, result: Check, seen: Plate) -> float:
    """Which of two cards the picture speaks for where the two differ: above 0 for ``first``, -2..2.

    ``result`` is the check of ``seen`` against ``first``; all three plates lie the same way.
    """
    differ = np.clip(1 - likeness(first, second), 0, 1.2) * np.maximum(first.texture, second.texture)
    differ = np.where(result.clear, differ, 0)
    total = float(differ.sum())
    if total < 0.8:
        return 0.0
    return float((differ * (result.alike - likeness(second, seen))).sum()) / total


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
        if part.sum() >= _LEAST_COVER and (part[0].any() or part[-1].any() or part[:, 0].any() or part[:, -1].any()):
            hidden |= part
    if hidden.any():  # the rim of a hand is mixed with what it hides
        hidden = cv2.dilate(hidden.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool) & ((alike < 0.75) | hidden)
    return hidden
