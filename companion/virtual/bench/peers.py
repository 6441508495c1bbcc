"""Who was first, asked of others: ready-made debounce rules and ranking by arrival, on the same presses.

The peers are written from what their documentation says they do: Bounce2's stable mode reports once the
level has been steady for its interval, its prompt mode at once; a settle-type debouncer (the kernel's,
lgpio's) stamps the end of the bounce.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.buttons.debounce import Debouncer, Kind
from companion.buttons.switch import US
from companion.virtual.bench.contacts import Contact, bounce

INTERVAL_US = 5_000
"""Bounce2's example interval."""
POLL_US = 1_000
"""How often a sketch that also does other work calls ``update``."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """Of pairs 1 ms apart, how many came out inverted; and how far stamps lie from the first edge, in µs."""

    rule: str
    inverted: int
    pairs: int
    p50_us: float
    p99_us: float


def ours(edges: Contact, _: random.Random) -> float:
    """The product's own rule."""
    debouncer = Debouncer(1)
    for number, at in enumerate(edges):
        debouncer.snapshot(at * US, {1} if number % 2 == 0 else set())
    told = debouncer.verdicts((edges[-1] + 500_000) * US)
    return next(one.stamp for one in told if one.kind is Kind.PRESS) / US


def settle(edges: Contact, _: random.Random) -> float:
    """Stamped with the closing edge after which the level stayed for the interval."""
    return float(_steady(edges))


def stable(edges: Contact, rng: random.Random) -> float:
    """Reported at the first look at which the level has been steady for the interval."""
    return _look(_steady(edges), rng) + INTERVAL_US


def prompt(edges: Contact, rng: random.Random) -> float:
    """Reported at the first look that finds the contact closed."""
    at = _look(edges[0], rng)
    while not _closed(edges, at):
        at += POLL_US
    return at


def arrival(edges: Contact, rng: random.Random) -> float:
    """Our rule's press, stamped when it reaches the host over a link of 0.14..5.1 ms."""
    return edges[0] + 300 + rng.uniform(140, 5_100)


RULES: dict[str, Callable[[Contact, random.Random], float]] = {
    "slap board": ours,
    "settle (kernel, lgpio)": settle,
    "Bounce2, stable": stable,
    "Bounce2, prompt": prompt,
    "by arrival, two links": arrival,
}


def compare(
    pairs: int, *, gap_us: int = 1_000, seed: int = 0, contacts: Sequence[Contact] = ()
) -> list[Fairness]:
    """Two switches pressed ``gap_us`` apart, ``pairs`` times, under each rule.

    ``contacts``: bounces to choose from, starting at 0; none: synthetic ones.
    """
    found = []
    for name, rule in RULES.items():
        rng = random.Random(seed)  # the same presses for each rule
        errors, inverted = [], 0
        for _ in range(pairs):
            first, second = _contact(rng, 10_000, contacts), _contact(rng, 10_000 + gap_us, contacts)
            draws = random.Random(rng.random())
            one, other = rule(first, draws), rule(second, draws)
            inverted += one >= other
            errors += [one - first[0], other - second[0]]
        errors.sort()
        found.append(
            Fairness(name, inverted, pairs, errors[len(errors) // 2], errors[len(errors) * 99 // 100])
        )
    return found


def _contact(rng: random.Random, start_us: int, contacts: Sequence[Contact]) -> Contact:
    if not contacts:
        return bounce(rng, start_us)
    return [start_us + at for at in rng.choice(contacts)]


def _steady(edges: Contact) -> int:
    opened = [*edges[1::2], edges[-1] + INTERVAL_US]
    return next(at for at, until in zip(edges[::2], opened, strict=True) if until - at >= INTERVAL_US)


def _look(after: int, rng: random.Random) -> float:
    return after + rng.uniform(0, POLL_US)


def _closed(edges: Contact, at: float) -> bool:
    return sum(edge <= at for edge in edges) % 2 == 1
