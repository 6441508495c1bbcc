"""Contacts that bounce: synthetic presses after Ganssle's survey, and the recorded switches.

J. Ganssle, A Guide to Debouncing: over 18 ordinary switches, bounce of 1.6 ms on average, 6.2 ms at worst.
Times are µs; a contact is its edges, closing first.
"""

from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass
from pathlib import Path

MEAN_US, WORST_US = 1_600, 6_200
BEFORE_US = 1_000
"""A recording that begins with the contact closed: it closed this long before."""
QUIET_US, STUCK_US = 60_000, 800_000
FIRM_US = 15_000
REST_US = 8_400
"""Open for less than this is never a release: a first touch has more before it."""

Contact = list[int]
"""Edges of one press in µs: closing, opening, closing ... closed at last."""


def bounce(rng: random.Random, start_us: int) -> Contact:
    """One press of an ordinary switch, closed at last; its length: exponential, mean 1.6, at most 6.2 ms."""
    length = min(rng.expovariate(1 / MEAN_US), WORST_US)
    edges, at = [start_us], float(start_us)
    while True:
        at += rng.uniform(20, 600)
        reopened = at + rng.uniform(20, 400)
        if reopened >= start_us + length:
            return edges
        edges += [int(at), int(reopened)]
        at = reopened


@dataclass(frozen=True, slots=True)
class Trace:
    """One recorded switch: how many presses its label says, and its edges from the first closing on."""

    name: str
    presses: int  # as labelled
    edges_us: Contact
    length_us: int

    def first_touches(self, rest_us: int) -> list[int]:
        """Closing edges before which the contact had been open for ``rest_us`` or more."""
        opened = [-rest_us - BEFORE_US, *self.edges_us[1::2]]
        return [at for at, since in zip(self.edges_us[::2], opened, strict=False) if at - since >= rest_us]

    def shortened(self) -> Trace:
        """The same with quiet stretches cut to ``QUIET_US``, longer than any window of the debounce.

        Only a contact closed for as long as a stuck one keeps that length.
        """
        edges, before = list(self.edges_us[:1]), self.edges_us[0]
        for number, at in enumerate(self.edges_us[1:]):
            gap, before = at - before, at
            stuck = number % 2 == 0 and gap >= STUCK_US
            edges.append(edges[-1] + (min(gap, STUCK_US + QUIET_US) if stuck else min(gap, QUIET_US)))
        rest = min(self.length_us - self.edges_us[-1], QUIET_US)
        return Trace(self.name, self.presses, edges, edges[-1] + rest)

    def bounces(self) -> list[Contact]:
        """How its presses began: edges from each first touch, at 0, to the first firm closing."""
        firsts = set(self.first_touches(REST_US))
        found: list[Contact] = []
        begun: Contact | None = None
        for closing, opening in zip(self.edges_us[::2], [*self.edges_us[1::2], self.length_us], strict=False):
            if closing in firsts:
                begun = []
            if begun is None:
                continue
            begun.append(closing)
            if opening - closing >= FIRM_US:
                found.append([at - begun[0] for at in begun])
                begun = None
            else:
                begun.append(opening)
        return found


def recorded() -> list[Trace]:
    """The recorded switches, or nothing where they are not at hand (COMPANION_SHARED names their folder)."""
    path = _shared() / "data" / "bounce" / "traces.jsonl"
    if not path.is_file():
        return []
    found = []
    for line in path.read_text().splitlines():
        one = json.loads(line)
        edges = [-BEFORE_US, *one["edges_us"]] if one["level0"] else one["edges_us"]
        found.append(Trace(one["id"], one["presses"], edges, one["length_us"]))
    return found


def _shared() -> Path:
    return Path(os.environ.get("COMPANION_SHARED", Path(__file__).parents[4] / "shared"))
