"""The recogniser: what cards are in one picture, named surely or not at all.

Every outline is asked of the index, the likeliest views are laid over the picture exactly, and the dense
check decides. A name needs agreement over what is visible, enough of it visible, and a clear preference
over every other card; a back is recognised so that it is not named.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.cards.attention import Attention
from companion.cards.content import Content
from companion.cards.deck import Deck
from companion.cards.find import Outlines
from companion.cards.gallery import Gallery
from companion.cards.imagefile import Image
from companion.cards.judge import Candidate, Settings, Verdict, judge
from companion.cards.partial import find_partial
from companion.cards.plate import CORNERS, Floats, Plate, Points, Pyramid, carry, homography

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Found:
    """A named card. Corners are frame pixels, clockwise from the card's own top left; ``angle_deg`` is
    how far it is turned clockwise, 0..360. ``readings`` are (name, confidence), likeliest first; the
    second is the runner-up."""

    name: str
    confidence: float
    corners: Corners
    angle_deg: float
    readings: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """Something card-shaped without a name; ``readings`` are what it might be, likeliest first.
    ``back``: it is surely a taught back, and lies face down."""

    corners: Corners
    readings: tuple[tuple[str, float], ...] = ()
    back: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """All that was seen in one picture, and how long looking took."""

    cards: tuple[Found, ...]
    unknown: tuple[Outline, ...]
    ms: float


class Recogniser:
    """Names the cards of one deck. Not to be shared between threads."""

    def __init__(self, deck: Deck | Gallery, settings: Settings | None = None) -> None:
        """Raises DeckError when the deck is empty or one of its pictures can't be read."""
        self.gallery = deck if isinstance(deck, Gallery) else Gallery.of_deck(deck)
        self.gallery.warm()
        self.content = Content(self.gallery)
        self.settings = settings or Settings()
        self._late: Callable[[], bool] = lambda: False

    def look(self, frame: Image, attention: Attention | None = None) -> Sight:
        """Find and name the cards in a BGR picture of any size, (height, width, 3) uint8.

        With ``attention`` only what has changed is looked at, and looking ends once it is explained.
        """
        start = time.perf_counter()
        self._late = _deadline(self.settings.budget_ms) if attention is None else attention.late
        pyramid = Pyramid(frame)
        verdicts = self._all(pyramid) if attention is None else self._changed(pyramid, attention)
        named = _best_of_each_place([verdict for verdict in verdicts if verdict.name is not None])
        unknown = _outermost([v for v in verdicts if v.name is None and v.card_shaped], named)
        cards = tuple(_found(self.gallery, verdict) for verdict in named)
        outlines = tuple(Outline(_corners(v.corners), v.readings, v.back) for v in unknown)
        return Sight(cards, outlines, (time.perf_counter() - start) * 1000)

    def _all(self, pyramid: Pyramid) -> list[Verdict]:
        shapes = Outlines(pyramid.levels[0])
        verdicts = self._by_outline(pyramid, shapes.quads())
        for deeper in (self._by_content, self._by_part):
            rest = None if self._late() else shapes.rest(_places(verdicts))
            if rest is None:
                break
            verdicts += deeper(pyramid, verdicts, rest)
        return verdicts

    def _changed(self, pyramid: Pyramid, attention: Attention) -> list[Verdict]:
        """From the cheapest way to the dearest, until what has changed is explained or the time is up."""
        verdicts = self._by_outline(pyramid, attention.hints, attention)
        if not attention.unexplained(_places(verdicts)):
            return verdicts
        quads = [quad for quad in Outlines(pyramid.levels[0]).quads() if attention.concerns(quad)]
        verdicts += self._by_outline(pyramid, quads, attention, _places(verdicts))
        for deeper in (self._by_content, self._by_part):
            done = attention.late() or not attention.unexplained(_places(verdicts))
            if done or not attention.deep:
                break
            verdicts += deeper(pyramid, verdicts, attention.rest(_places(verdicts)), attention)
        return verdicts

    def _by_outline(
        self,
        pyramid: Pyramid,
        quads: Sequence[Points],
        attention: Attention | None = None,
        known: Sequence[Points] = (),
        near: float | None = None,
    ) -> list[Verdict]:
        verdicts: list[Verdict] = []
        taken = list(known)
        for quad in quads:
            x, y = (float(value) for value in quad.mean(0))
            if any(cv2.pointPolygonTest(place, (x, y), False) > 0 for place in taken):
                continue
            ways = [np.asarray(np.roll(quad, -turn, 0), np.float32) for turn in range(4)]
            plate = pyramid.cut(ways[0])
            nearness = self.gallery.index.ask_turned(plate)
            candidates = self._candidates(ways, plate, nearness, near or self.settings.near)
            if candidates and self._late():
                break
            verdict = judge(self.gallery, pyramid, quad, candidates, self.settings)
            verdicts.append(verdict)
            if verdict.settled:
                taken.append(np.asarray(verdict.corners, np.float32))
        return verdicts

    def _by_content(
        self, pyramid: Pyramid, known: Sequence[Verdict], where: Image, attention: Attention | None = None
    ) -> list[Verdict]:
        taken = _places(known)
        verdicts: list[Verdict] = []
        for view, start in self.content.look(pyramid.levels[0], taken, where):
            if self._late():
                break
            corners = carry(start, CORNERS)
            if any(_overlap(corners, place) > 0.6 for place in taken):
                continue
            verdict = judge(self.gallery, pyramid, corners, [Candidate(view, 0, 1.0, start)], self.settings)
            if verdict.name is not None:
                verdicts.append(verdict)
                taken.append(verdict.corners)
        return verdicts

    def _by_part(
        self, pyramid: Pyramid, known: Sequence[Verdict], where: Image, attention: Attention | None = None
    ) -> list[Verdict]:
        quads = find_partial(pyramid.levels[0], _places(known), self.gallery.shapes, where)
        if attention is not None:
            quads = [quad for quad in quads if attention.concerns(quad)]
        verdicts = self._by_outline(pyramid, quads, attention, near=self.settings.near_part)
        return [verdict for verdict in verdicts if verdict.name is not None]

    def _candidates(
        self, ways: Sequence[Points], plate: Plate, near: Floats, least: float
    ) -> list[Candidate]:
        order = _largest(near.ravel(), self.settings.candidates)
        found = []
        for place in order:
            if near.flat[place] < least:
                break
            turn, view = divmod(int(place), near.shape[1])
            seen = _turned(plate, turn)
            found.append(Candidate(view, turn, float(near[turn, view]), homography(ways[turn]), seen))
        return found


def _deadline(budget_ms: float) -> Callable[[], bool]:
    """Whether so much of this thread's own time is used up: a busy neighbour doesn't shorten it."""
    until = time.thread_time() + budget_ms / 1000
    return lambda: time.thread_time() > until


def _places(verdicts: Sequence[Verdict]) -> list[Points]:
    """Where cards are accounted for."""
    return [np.asarray(v.corners, np.float32) for v in verdicts if v.settled]


def _largest(values: Floats, count: int) -> list[int]:
    """Where the largest values are, largest first."""
    top = np.argpartition(-values, min(count, len(values) - 1))[:count] if len(values) else np.empty(0)
    return sorted((int(place) for place in top), key=lambda place: -float(values[place]))


def _turned(plate: Plate, turn: int) -> Plate | None:
    """The plate of the same place turned by so many quarters; None when it has to be cut anew."""
    if turn % 2:
        return None
    return plate if turn == 0 else Plate(np.ascontiguousarray(plate.pixels[::-1, ::-1]))


def _found(gallery: Gallery, verdict: Verdict) -> Found:
    corners = verdict.corners
    if gallery.views[verdict.view].lying:  # its own top left is the plate's top right
        corners = np.roll(corners, -1, 0)
    right = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    angle = float(np.rad2deg(np.arctan2(right[1], right[0]))) % 360
    return Found(
        verdict.name or "", verdict.confidence, _corners(corners), round(angle, 1) % 360, verdict.readings
    )


def _corners(points: Points) -> Corners:
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in points)
    return a, b, c, d


def _best_of_each_place(verdicts: list[Verdict]) -> list[Verdict]:
    kept: list[Verdict] = []
    for verdict in sorted(verdicts, key=lambda v: -v.confidence):
        if all(_overlap(verdict.corners, other.corners) < 0.5 for other in kept):
            kept.append(verdict)
    return kept


def _outermost(verdicts: list[Verdict], named: list[Verdict]) -> list[Verdict]:
    kept: list[Verdict] = []
    for verdict in sorted(verdicts, key=lambda v: -cv2.contourArea(v.corners)):
        if all(_overlap(verdict.corners, other.corners) < 0.4 for other in [*kept, *named]):
            kept.append(verdict)
    return kept


def _overlap(one: Points, other: Points) -> float:
    """The shared area as a share of the smaller."""
    area, _ = cv2.intersectConvexConvex(np.asarray(one, np.float32), np.asarray(other, np.float32))
    return float(area) / max(1.0, min(cv2.contourArea(one), cv2.contourArea(other)))


__all__ = ["CORNERS", "Attention", "Found", "Outline", "Recogniser", "Settings", "Sight", "carry"]
