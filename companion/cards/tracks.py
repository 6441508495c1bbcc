"""What lies where: follows the cards from look to look, and says what came and what went."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.cards.recogniser import Found, Outline

Card = Found | Outline

STABLE_US = 60_000  # a card lies still for this long, and two looks agree on it, before it is named
PATIENCE_US = 800_000  # before a card is told without a name
GONE_US = 250_000
GONE_LOOKS = 3
ANEW = 0.15  # of the card's height: lies clearly otherwise than before
STILL = 0.015  # less than a look can tell
_MOVING = 0.04
_UNDER = 0.25  # the part of a card that another hides
_BURIED = 4  # cards kept in mind under those in sight, a zone


@dataclass(slots=True, eq=False)
class Track:
    """A card that lies there, or seems to. ``under``: another lies on it. ``twin``: it came to lie where
    the same picture lay."""

    zone: str
    card: Card
    born_us: int
    told: bool = False
    under: bool = False
    twin: bool = False
    looks: int = 1
    misses: int = 0
    missed_us: int = 0

    @property
    def name(self) -> str | None:
        """Its name, if it is surely one of the deck's faces."""
        return self.card.name if isinstance(self.card, Found) else None

    @property
    def back(self) -> bool:
        """Whether it lies face down."""
        return isinstance(self.card, Outline) and self.card.back

    @property
    def known(self) -> bool:
        """Whether it is surely one of the deck's cards, face up or down."""
        return self.name is not None or self.back


@dataclass(slots=True)
class Tracks:
    """All tracks of one camera. ``covered``: whether a card was out of sight since things last lay still."""

    covered: Callable[[Track], bool]
    all: list[Track] = field(default_factory=list)

    def pending(self) -> list[Track]:
        """Cards that a further look must confirm."""
        return [track for track in self.all if track.misses or not (track.told or track.back or track.under)]

    def see(self, card: Card, zone: str, t_us: int) -> Track | None:
        """A look found this card. None: it is a known one, partly hidden."""
        name, back = (card.name, False) if isinstance(card, Found) else (None, card.back)
        near = [track for track in self.all if near_each_other(track.card, card)]
        if name is None and not back and any(track.name and not track.misses for track in near):
            return None
        alike = [track for track in near if track.name == name and track.back == back]
        same = next((track for track in alike if not track.under), None)
        if same is not None and name and same.told and self._anew(same, card):
            same.under, same.misses = True, 0
            track = Track(zone, card, t_us, twin=True)
        elif same is not None:
            if not same.told and pose(same.card, card) > _MOVING:
                same.born_us, same.looks = t_us, 0
            same.card, same.zone, same.misses = card, zone, 0
            same.looks += 1
            return same
        else:
            old = next((one for one in alike if one.told and pose(one.card, card) < STILL), None)
            if old is not None:  # what lay on it was taken away
                old.under, old.misses = False, 0
                return old
            track = Track(zone, card, t_us)
        self.all.append(track)
        return track

    def bury(self, seen: Sequence[Track]) -> None:
        """Cards that a card just seen lies upon are no longer looked for."""
        tops = [track for track in seen if track.known]
        for track in self.all:
            if track not in seen and any(hides(top.card, track.card) > _UNDER for top in tops):
                track.under, track.misses = True, 0
        dropped = [track for track in self.all if track.under and not track.told]
        for zone in {track.zone for track in self.all}:
            buried = [track for track in self.all if track.under and track.told and track.zone == zone]
            dropped += buried[:-_BURIED]
        self.all = [track for track in self.all if track not in dropped]

    def miss(self, track: Track, t_us: int) -> None:
        """A look that should have found this card didn't."""
        if not track.misses:
            track.missed_us = t_us
        track.misses += 1

    def due(self, t_us: int, still_us: int) -> list[Track]:
        """Cards that can be told now; ``still_us``: since when nothing has moved."""
        ready = []
        for track in self.all:
            if track.told or track.back or track.under or track.misses or track.looks < 2:
                continue
            lain_us = t_us - min(track.born_us, still_us)
            if lain_us >= STABLE_US if track.name else t_us - track.born_us >= PATIENCE_US:
                ready.append(track)
        return ready

    def forget(self, t_us: int) -> list[str]:
        """Drop what was not found for a while; the zones that showed a card and show none now."""
        gone = [
            track
            for track in self.all
            if (track.misses >= GONE_LOOKS and t_us - track.missed_us >= GONE_US)
            or (track.misses >= 2 and not track.told)
        ]
        self.all = [track for track in self.all if track not in gone]
        left = {track.zone for track in self.all if track.name or not track.back}
        return sorted({track.zone for track in gone if track.told} - left)

    def _anew(self, old: Track, card: Card) -> bool:
        """Whether a card of the same name was laid there, rather than the old one nudged."""
        moved = pose(old.card, card)
        return moved > ANEW or (moved > STILL and self.covered(old))


def centre(card: Card) -> tuple[float, float]:
    """The middle of a card, in frame pixels."""
    x, y = np.mean(card.corners, axis=0)
    return float(x), float(y)


def near_each_other(one: Card, other: Card) -> bool:
    """Whether two cards lie at about the same place."""
    away = np.subtract(centre(one), centre(other))
    return float(np.linalg.norm(away)) < 0.3 * _height(one)


def pose(one: Card, other: Card) -> float:
    """How far the corners moved at most, as a share of the card's height."""
    away = np.linalg.norm(np.array(one.corners) - np.array(other.corners), axis=1)
    return float(away.max()) / _height(one)


def _height(card: Card) -> float:
    corners = np.array(card.corners)
    return max(1.0, *(float(np.linalg.norm(corners[n] - corners[0])) for n in (1, 3)))


def hides(top: Card, under: Card) -> float:
    """The part of a card's area that another lies over."""
    one, other = (np.array(card.corners, np.float32) for card in (top, under))
    area, _ = cv2.intersectConvexConvex(one, other)
    return float(area) / max(1.0, float(cv2.contourArea(other)))


__all__ = ["Card", "Track", "Tracks", "centre", "hides", "near_each_other", "pose"]
