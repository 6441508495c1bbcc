"""The judge: from candidates for one place in the picture to a name, or none."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.cards.align import lay
from companion.cards.check import Check, check, choose, contest, dissent, fit, product, rest
from companion.cards.gallery import Gallery
from companion.cards.plate import CORNERS, Matrix, Plate, Points, Pyramid, carry, likeness


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the line is drawn. The defaults are measured by ``companion cards bench``."""

    budget_ms: float = 250.0  # processor time from which no further place is looked at
    settled: float = 0.93  # agreement from which a doubt is not looked into again
    candidates: int = 3  # views looked at closely for each place
    near: float = 0.25  # least nearness in the index for a view to be looked at ...
    near_part: float = 0.12  # ... where only a part of the outline was found
    plain: float = 0.85  # agreement from which no further candidate is laid ...
    ahead: float = 0.08  # ... when the next one is this much less near
    hopeless: float = 0.3  # agreement below which, after two candidates, no more are laid
    score: float = 0.62  # least agreement over what is visible
    score_hidden: float = 0.5  # more for what is taken for hidden, times its part of the card ...
    score_most: float = 0.9  # ... up to this
    evidence: float = 5.0  # least number of telling blocks that are visible
    covered: float = 14.0  # as many more when all but nothing of the card is hidden
    share: float = 0.22  # least part of the card's telling blocks that is visible
    margin: float = 0.2  # least preference over any other card where the two differ, of 0.5
    near_rival: float = 0.5  # a candidate that agrees this much less than the best needs no comparing
    far: float = 12.0  # nor does a card that plainly differs by so many visible blocks
    drawing: float = 0.26  # the same where both show the same thing, in a deck of cards much alike
    drawing_rest: float = 3.5  # so much more for each part that is left unexplained ...
    drawing_most: float = 0.34  # ... up to this
    rest: float = 0.42  # most that may be left unexplained, as a share of what the card shows ...
    rest_fine: float = 0.17  # ... in a deck of cards much alike
    colours: float = 0.5  # least agreement of the colours
    fine: float = 28.0  # blocks between nearest cards below which a deck counts as such
    dissent: float = 0.5  # most plain disagreement, as a share of the spacing of the deck's cards


@dataclass(frozen=True, slots=True)
class Candidate:
    """A view to try at a place, turned by ``turn`` quarter turns, from ``start`` (plate -> frame)."""

    view: int
    turn: int
    near: float
    start: Matrix
    seen: Plate | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """A candidate after it was laid and checked."""

    candidate: Candidate
    name: str
    back: bool
    matrix: Matrix
    seen: Plate
    check: Check
    rank: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What lies at a place. ``name`` is None when it is not surely a taught face."""

    name: str | None
    back: bool
    confidence: float
    view: int
    corners: Points  # plate order when named, else the outline
    card_shaped: bool
    readings: tuple[tuple[str, float], ...]
    why: str
    settled: bool = True  # looking there again, from another outline, would say the same


def judge(
    gallery: Gallery, pyramid: Pyramid, quad: Points, candidates: list[Candidate], settings: Settings
) -> Verdict:
    """Lay and check the candidates of one outline, and decide."""
    tried = _try_all(gallery, pyramid, candidates, settings)
    shaped = _card_shaped(quad, gallery.aspects)
    if not tried:
        return Verdict(None, False, 0.0, -1, quad, shaped, (), "nothing like it", False)
    best = tried[0]
    why = _doubt(gallery, tried, settings)
    confidence = _confidence(best.check, settings) if why is None else 0.0
    readings = _readings(tried)
    corners = carry(best.matrix, CORNERS)
    if why is None and not best.back:
        return Verdict(best.name, False, confidence, best.candidate.view, corners, True, readings, "")
    if why is None:
        return Verdict(None, True, confidence, best.candidate.view, corners, True, (), "a back")
    settled = best.rank > settings.settled
    where = corners if settled else quad
    return Verdict(None, False, 0.0, best.candidate.view, where, shaped, readings, why or "", settled)


def _try_all(
    gallery: Gallery, pyramid: Pyramid, candidates: list[Candidate], settings: Settings
) -> list[Tried]:
    """Lay and check the candidates, nearest first; stop when one is plainly right. Best first."""
    tried: list[Tried] = []
    for number, candidate in enumerate(candidates):
        fits = next(
            (t for t in tried if t.rank > settings.plain and t.candidate.turn == candidate.turn), None
        )
        tried.append(_try(gallery, pyramid, candidate, fits))
        plain = tried[-1].rank > settings.plain
        later = candidates[number + 1].near if number + 1 < len(candidates) else -1.0
        if plain and candidate.near - later > settings.ahead:
            break
        if number >= 1 and max(one.rank for one in tried) < settings.hopeless:
            break
    return sorted(tried, key=lambda t: -t.rank)


def _try(gallery: Gallery, pyramid: Pyramid, candidate: Candidate, fits: Tried | None) -> Tried:
    """Lay and check one view; where a card much like it ``fits`` already, it lies there too."""
    view = gallery.views[candidate.view]
    taught = gallery.plate(candidate.view)
    if fits is None:
        laid = lay(taught, pyramid, candidate.start, candidate.seen)
        matrix, seen = laid.matrix, laid.seen
    else:
        matrix, seen = fits.matrix, fits.seen
    result = check(taught, seen, gallery.weight(candidate.view))
    rank = result.score * min(1.0, result.share / 0.3)
    return Tried(candidate, view.name, view.back, matrix, seen, result, rank)


def _doubt(gallery: Gallery, tried: list[Tried], settings: Settings) -> str | None:
    """Why the best candidate can't be named; None: it can."""
    best, result = tried[0], tried[0].check
    # Where much is taken for hidden the rest must agree all the more: another picture looks like a cover.
    least = settings.score + settings.score_hidden * (1 - result.visible)
    if result.score < min(least, settings.score_most):
        return f"agrees too little ({result.score:.2f})"
    hidden_part = max(0.0, 1 - result.share)
    if result.evidence < settings.evidence + settings.covered * hidden_part or result.share < settings.share:
        return f"too little is visible ({result.evidence:.1f} blocks, {result.share:.2f})"
    if result.dissent > settings.dissent * gallery.spacing:
        return f"one part is another picture ({result.dissent:.1f} of {gallery.spacing:.1f} blocks)"
    own = gallery.plate(best.candidate.view)
    fine = gallery.spacing < settings.fine
    fitted = fit(own, best.seen)
    left = rest(own, best.seen, result.clear, fitted)
    if left.drawing > (settings.rest_fine if fine else settings.rest):
        return f"too much is drawn otherwise ({left.drawing:.2f})"
    if left.colours is not None and left.colours < settings.colours:
        return f"has other colours ({left.colours:.2f})"
    others = {
        (other.candidate.view, (other.candidate.turn - best.candidate.turn) % 4)
        for other in tried[1:]
        if other.name != best.name and other.rank > settings.near_rival * best.rank
    }
    others |= {(view, 0) for view in _close_rivals(gallery, best, settings)}
    if not others:
        return None
    speaks = product(own, fitted)
    need = min(settings.drawing_most, settings.drawing + settings.drawing_rest * left.drawing)
    for view, turn in others:
        if turn % 2:
            continue  # lies crosswise
        between = gallery.contest(best.candidate.view, view) if turn == 0 else None
        other = gallery.plate(view)
        if between is None:
            other = Plate(np.ascontiguousarray(other.pixels[::-1, ::-1]))
            between = contest(own, other, likeness(own, other))
        choice = choose(other, between, result.clear, fitted, speaks)
        if choice.overall is None or choice.overall < settings.margin:
            return f"could be {gallery.views[view].name} as well ({choice.overall})"
        if fine and choice.drawing is not None and choice.drawing < need:
            return f"is drawn like {gallery.views[view].name} ({choice.drawing:.2f})"
    return None


def _close_rivals(gallery: Gallery, best: Tried, settings: Settings) -> list[int]:
    """Cards of the deck that differ from ``best`` by little in what is visible; the rest can't be meant."""
    if gallery.spacing < settings.fine:  # how a pip is drawn is learned from any card that shows it
        return [rival.view for rival in gallery.rivals(best.candidate.view)]
    texture = gallery.plate(best.candidate.view).texture
    close = []
    for rival in gallery.rivals(best.candidate.view):
        ground = np.where(best.check.clear, np.maximum(texture, gallery.plate(rival.view).texture), 0)
        if dissent(rival.alike, np.asarray(ground, np.float32)) < settings.far + 3 * best.check.dissent:
            close.append(rival.view)
    return close


def _confidence(result: Check, settings: Settings) -> float:
    over = (result.score - settings.score) / (1 - settings.score)
    seen = 1 - float(np.exp(-result.evidence / settings.evidence))
    return round(float(np.clip(0.5 + 0.5 * min(1.0, 1.6 * over) * seen, 0.0, 0.999)), 3)


def _readings(tried: list[Tried]) -> tuple[tuple[str, float], ...]:
    best: dict[str, float] = {}
    for one in tried:
        if not one.back:
            best[one.name] = max(best.get(one.name, 0.0), round(max(0.0, min(0.999, one.rank)), 3))
    return tuple(sorted(best.items(), key=lambda pair: -pair[1])[:3])


def _card_shaped(quad: Points, aspects: list[float]) -> bool:
    """Whether the outline could be a card of this deck seen at a slant."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    one, two = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    ratio = float(min(one, two) / max(one, two, 1e-6))
    return cv2.isContourConvex(quad.astype(np.int32)) and any(0.62 * a < ratio < 1.3 * a for a in aspects)
