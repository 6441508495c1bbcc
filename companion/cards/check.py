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
    (blocks); ``share`` which part of the card's telling blocks that is; ``alike`` per block.
    """

    score: float
    evidence: float
    share: float
    visible: float
    alike: Floats
    clear: Mask
    worst: float  # the agreement of the worst coherent patch


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
    patch = cv2.blur(open_telling * alike, (3, 3), borderType=cv2.BORDER_CONSTANT)
    ground = cv2.blur(open_telling, (3, 3), borderType=cv2.BORDER_CONSTANT)
    strong = ground > 0.35 * max(1e-6, float(ground.max()))
    worst = float((patch[strong] / ground[strong]).min()) if strong.any() else -1.0
    return Check(score, evidence, evidence / max(all_taught, 1e-6), float(clear.mean()), alike, clear, worst)


def prefer(one: Check, other: Check, alike: Floats, textures: Floats) -> float:
    """Which of two cards the picture speaks for where they differ: above 0 for ``one``, -2..2."""
    differ = np.clip(1 - alike, 0, 1.2) * textures
    differ = differ * (one.clear & other.clear)
    total = float(differ.sum())
    if total < 1.0:
        return 0.0
    return float((differ * (one.alike - other.alike)).sum()) / total


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
