"""Watching a table: pictures in, observations out. No thread and no clock of its own.

The settled picture is the last one of which all was known. Once things lie still, what has changed since
is looked at: cheaply first, deeper when that explains nothing, until it is explained or patience ends.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np

from companion.cards.attention import Attention, calm_patches, has_patch, outlines_of, reaches_in
from companion.cards.gaze import Gaze
from companion.cards.past import CHANGED, Bare, Past, difference, place_mask
from companion.cards.recogniser import Found, Sight
from companion.cards.sources.base import THUMB_WIDTH, Frame, Image, Thumb
from companion.cards.tracks import Card, Track, Tracks, centre, hides
from companion.cards.zones import Zone, zone_at
from companion.observations import CardGone, CardSeen, Reading, Tell, View, ViewState

BUDGET_S = 0.25  # for one look
DEEP_US = 150_000  # how long things lie still before the dear ways of looking are tried
ACCEPT_US = 1_500_000  # before something unexplained becomes part of the table
HAND_US = 20_000_000  # the same for something that reaches in over the edge
# How long a poor view is told before it is taken as it is.
POOR_US: dict[ViewState, int] = {"moved": 3_000_000, "blurred": 10_000_000}
_NOTHING = 60  # changed thumb pixels that are noise
_MARGIN = 12  # thumb pixels round what changed, so that an outline has its ground
_THERE = 0.15  # the part of a card that changed, below which it is still there
_NEW = 0.6  # the part of a nameless outline that must have changed


class Looker(Protocol):
    """What names the cards of one picture."""

    def look(self, frame: Image, attention: Attention | None = None) -> Sight:
        """Find and name, all of it or what has changed."""


class Watch:
    """Follows one camera's pictures and tells what is new."""

    def __init__(self, name: str, looker: Looker, zones: Sequence[Zone], tell: Tell) -> None:
        self._name = name
        self._looker = looker
        self._zones = zones
        self._tell = tell
        self._past = Past()
        self._gaze = Gaze()
        self._tracks = Tracks(self._was_covered)
        self._settled: Thumb | None = None
        self._bare = Bare()
        self._zones_at: Image = np.zeros((0, 0), np.uint8)
        self._scale = 1.0
        self._since = 0  # when the change that is looked at came to lie still
        self._next_look = 0
        self._wait = 0
        self._view_since = 0
        self.view: ViewState = "clear"
        self.look_ms = 0.0

    def see(self, frame: Frame, thumbs: Sequence[Thumb]) -> None:
        """One frame, with the thumbs of all pictures since the last one, its own at the end."""
        for thumb in thumbs:
            self._past.add(thumb)
            self._gaze.take(thumb, self._zone_mask(thumb.grey))
        now = thumbs[-1]
        if self._settled is not None and self._settled.grey.shape != now.grey.shape:
            self._settled = None
        self._scale = THUMB_WIDTH / frame.image.shape[1]
        state = self._gaze.state(self._settled, self._faces(now.grey))
        if state != self.view:
            self.view, self._view_since = state, now.t_us
            self._tell(View(self._name, state))
        if state in POOR_US and now.t_us - self._view_since > POOR_US[state]:
            self._follow(now)
        if state in ("dark", "frozen") or self._gaze.poor:
            return
        changed = self._changes(now)
        if self._gaze.moving:  # hands are always about: what lies still beside them is looked at
            calm = calm_patches(changed, self._gaze.motion)
            if self._settled is not None and now.t_us >= self._next_look and has_patch(calm):
                self._look(frame, now, calm)
        elif not self._tracks.pending() and np.count_nonzero(changed) <= _NOTHING:
            self._settle(now)
        elif self._gaze.still_since != self._since or now.t_us >= self._next_look:
            self._look(frame, now, changed)

    def _zone_mask(self, thumb: Image) -> Image:
        """Where cards count; hands outside are nobody's business."""
        if self._zones_at.shape != thumb.shape:
            self._zones_at = np.zeros_like(thumb)
            for zone in self._zones:
                corners = np.array(zone.corners) * (thumb.shape[1], thumb.shape[0])
                cv2.fillPoly(self._zones_at, [np.round(corners).astype(np.int32)], 255)
        return self._zones_at

    def _faces(self, thumb: Image) -> Image:
        """A mask of the cards that people may move at any time; face-down piles stay."""
        mask = np.zeros_like(thumb)
        for track in self._tracks.all:
            if not track.back:
                mask |= self._place(track.card, thumb)
        return mask

    def _follow(self, now: Thumb) -> None:
        """The camera was pushed, or sees dimly: all that lay there lies a little elsewhere in the picture."""
        x, y = (v / self._scale for v in self._gaze.shift)
        for track in self._tracks.all:
            track.card = _shifted(track.card, x, y)
        self._bare = Bare()
        self._settle(now)

    def _changes(self, now: Thumb) -> Image:
        if self._settled is None:
            return np.full(now.grey.shape, 255, np.uint8)
        mask = np.asarray((difference(self._settled.grey, now.grey) > CHANGED) * np.uint8(255), np.uint8)
        near = cv2.dilate(self._zone_mask(now.grey), np.ones((41, 41), np.uint8))  # cards reach out of it
        mask = np.asarray(cv2.bitwise_and(mask, near), np.uint8)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), np.uint8)
        return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)

    def _settle(self, now: Thumb) -> None:
        """All is known: what comes after is new."""
        self._settled = now
        self._bare.learn(now.grey, [self._place(track.card, now.grey) for track in self._tracks.all])
        self._gaze.hand = False
        self._since = self._next_look = self._wait = 0

    def _settle_part(self, track: Track, now: Thumb) -> None:
        """A card is known now, though a hand may keep the rest from settling."""
        if self._settled is not None:
            place = cv2.dilate(self._place(track.card, now.grey), np.ones((5, 5), np.uint8)) > 0
            grey = np.where(place, now.grey, self._settled.grey)
            self._settled = replace(self._settled, grey=grey)

    def _look(self, frame: Frame, now: Thumb, changed: Image) -> None:
        if self._gaze.still_since != self._since:
            self._since, self._wait = self._gaze.still_since, 0
        deep = now.t_us - self._since >= DEEP_US and not self._gaze.moving
        left, top, right, bottom = region = self._region(changed)
        new: Image = changed & ~self._bare.shown(now.grey)
        x, y = round(left / self._scale), round(top / self._scale)
        found: list[Card] = []
        if self._settled is None or self._tracks.pending() or has_patch(new):
            crop = frame.image[y : round(bottom / self._scale), x : round(right / self._scale)]
            attention = self._attention(new[top:bottom, left:right], (x, y), deep) if self._settled else None
            sight = self._looker.look(np.ascontiguousarray(crop), attention)
            self.look_ms = sight.ms
            found = [*sight.cards, *sight.unknown]
        seen = self._match([_shifted(card, x, y) for card in found], frame, new)
        rest = self._rest(new, seen)
        if not self._gaze.moving:
            self._gaze.hand = reaches_in(rest)
        self._miss(seen, changed, rest, region, now)
        for track in self._tracks.due(now.t_us, self._gaze.still_since):
            if track.name or not self._gaze.hand:  # what a hand half hides is asked about once it has gone
                track.told = True
                self._tell(self._seen(track))
                self._settle_part(track, now)
        for zone in self._tracks.forget(now.t_us):
            self._tell(CardGone(self._name, zone, now.t_us))
        self._go_on(now, has_patch(rest), deep)

    def _go_on(self, now: Thumb, unexplained: bool, deep: bool) -> None:
        """Whether all is known now, and if not, when to look again."""
        patience = HAND_US if self._gaze.hand else ACCEPT_US
        if self._gaze.moving:
            self._next_look = now.t_us + (60_000 if self._tracks.pending() else 200_000)
            return
        if not self._tracks.pending() and (not unexplained or now.t_us - self._since > patience):
            self._settle(now)
            return
        pending = self._tracks.pending()
        if pending or not deep:
            soon = not deep or any(track.name or track.misses for track in pending)
            self._next_look = now.t_us + (30_000 if soon else 200_000)
        else:  # dear looks that found nothing come ever more rarely
            self._wait = min(2_000_000, 2 * self._wait or 250_000)
            self._next_look = now.t_us + self._wait

    def _region(self, changed: Image) -> tuple[int, int, int, int]:
        """Where to look, in thumb pixels (left, top, right, bottom)."""
        height, width = changed.shape
        area = changed.copy()
        for track in self._tracks.pending():
            area |= self._place(track.card, changed)
        x, y, w, h = cv2.boundingRect(area)
        if not w:
            return 0, 0, width, height
        return (
            max(0, x - _MARGIN),
            max(0, y - _MARGIN),
            min(width, x + w + _MARGIN),
            min(height, y + h + _MARGIN),
        )

    def _attention(self, changed: Image, corner: tuple[int, int], deep: bool) -> Attention:
        hints = [
            np.asarray(np.array(track.card.corners) - corner, np.float32) for track in self._tracks.pending()
        ]
        hints += outlines_of(changed, self._scale)
        return Attention(changed, self._scale, hints, deep, time.perf_counter() + BUDGET_S)

    def _match(self, cards: Sequence[Card], frame: Frame, changed: Image) -> list[Track]:
        size = (frame.image.shape[1], frame.image.shape[0])
        seen: list[Track] = []
        for card in cards:
            zone = zone_at(self._zones, centre(card), size)
            if zone is None or (_nameless(card) and not self._new_thing(card, seen, changed)):
                continue
            track = self._tracks.see(card, zone.name, frame.t_us)
            if track is not None:
                seen.append(track)
        self._tracks.bury(seen)
        return seen

    def _new_thing(self, card: Card, seen: Sequence[Track], changed: Image) -> bool:
        """Whether a nameless outline came to lie there, and is no part of the table or of a known card."""
        place = self._place(card, changed)
        size = max(1, cv2.countNonZero(place))
        new = cv2.countNonZero(cv2.bitwise_and(place, changed)) > _NEW * size
        parts = [self._place(one.card, changed) for one in seen if one.known]
        overlap = max((cv2.countNonZero(cv2.bitwise_and(place, part)) for part in parts), default=0)
        return self._settled is not None and new and overlap < 0.3 * size

    def _rest(self, changed: Image, seen: Sequence[Track]) -> Image:
        """What has changed and is no card we know of; nothing in the first look, which only takes stock."""
        if self._settled is None:
            return np.zeros_like(changed)
        places = [np.array(track.card.corners, np.float32) for track in seen if track.known]
        return Attention(changed, self._scale).rest(places)

    def _miss(
        self,
        seen: Sequence[Track],
        changed: Image,
        rest: Image,
        region: tuple[int, int, int, int],
        now: Thumb,
    ) -> None:
        """Cards where something changed, that were not found, and that no hand hides."""
        left, top, right, bottom = region
        for track in self._tracks.all:
            x, y = (v * self._scale for v in centre(track.card))
            if track in seen or not (left <= x < right and top <= y < bottom):
                continue
            place = self._place(track.card, changed)
            size = max(1, cv2.countNonZero(place))
            there = cv2.countNonZero(cv2.bitwise_and(place, changed)) < _THERE * size
            hidden = self._gaze.hand and cv2.countNonZero(cv2.bitwise_and(place, rest)) > 0.1 * size
            if there and track.told:
                track.misses = 0
            elif not hidden and not (track.under and self._topped(track, seen)):
                self._tracks.miss(track, now.t_us)

    def _topped(self, track: Track, seen: Sequence[Track]) -> bool:
        """Whether a card in sight still lies on this one."""
        return any(other.known and hides(other.card, track.card) > 0.05 for other in seen)

    def _place(self, card: Card, thumb: Image) -> Image:
        return place_mask(card.corners, self._scale, thumb.shape)

    def _was_covered(self, track: Track) -> bool:
        return self._settled is not None and self._past.covered(
            track.card.corners, self._scale, self._settled
        )

    def _seen(self, track: Track) -> CardSeen:
        card = track.card
        found = card if isinstance(card, Found) else None
        first_us, bound_us = self._past.appeared(card.corners, self._scale, self._settled, track.twin)
        return CardSeen(
            self._name,
            track.zone,
            track.name,
            found.confidence if found else 0.0,
            found.angle_deg if found else 0.0,
            card.corners,
            first_us,
            bound_us,
            tuple(Reading(name, confidence) for name, confidence in card.readings[:3]),
        )


def _nameless(card: Card) -> bool:
    return not isinstance(card, Found) and not card.back


def _shifted(card: Card, left: float, top: float) -> Card:
    a, b, c, d = ((x + left, y + top) for x, y in card.corners)
    return replace(card, corners=(a, b, c, d))
