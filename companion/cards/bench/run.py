"""Running the bench: each set's trials, counted and told as a table."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.cards.bench import sets
from companion.cards.bench.peers import PEERS
from companion.cards.bench.render import Frame, Level, Shown
from companion.cards.bench.sets import Trial
from companion.cards.gallery import Gallery
from companion.cards.imagefile import Image
from companion.cards.recogniser import Recogniser

Named = tuple[str, tuple[float, float]]  # a name, and where its card's centre lies
Looker = Callable[[Image], list[Named]]


@dataclass(slots=True)
class Count:
    """What came of looking at frames."""

    frames: int = 0
    expected: int = 0
    named: int = 0
    wrong: int = 0
    ms: list[float] = field(default_factory=list)
    cpu: float = 0.0


def run(frames: int, only: Sequence[str], peers: bool = True) -> Iterator[str]:
    """The table, line by line, as the sets finish."""
    head = f"{'set':<10} {'method':<6} {'frames':>6} {'named / expected':>18} {'':>7} {'wrong':>5}"
    yield f"{head} {'median':>8} {'p99':>8} {'CPU':>8}"
    for name in only:
        trials = SETS[name](frames)
        if not trials:
            yield f"{name:<10} skipped: the photographs are not here (set COMPANION_PHOTOS)"
            continue
        counts: dict[str, Count] = {}
        for trial in trials:
            pictures = trial.taught()
            lookers = {"ours": _ours(Gallery.of_pictures(pictures))}
            if peers and len(pictures) <= 200:
                lookers |= {peer: make(pictures) for peer, make in PEERS.items()}
            _look_all(trial, lookers, counts)
        for method, count in counts.items():
            yield _line(name, method, count)
    yield f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"


def _look_all(trial: Trial, lookers: dict[str, Looker], counts: dict[str, Count]) -> None:
    for frame in trial.frames():
        for method, look in lookers.items():
            count = counts.setdefault(method, Count())
            start, cpu = time.perf_counter(), time.process_time()
            named = look(frame.pixels)
            count.ms.append((time.perf_counter() - start) * 1000)
            count.cpu += (time.process_time() - cpu) * 1000
            score(frame, named, trial, count)


def score(frame: Frame, named: Sequence[Named], trial: Trial, count: Count) -> list[str]:
    """Add a frame's names to the count; the mistakes are told in words too."""
    count.frames += 1
    expected = [card for card in frame.shown if card.name is not None and card.covered <= trial.most_covered]
    count.expected += len(expected)
    hits: set[int] = set()
    mistakes = []
    for name, centre in named:
        place = [card for card in frame.shown if _lies_at(card, centre)]
        right = [card for card in place if card.name is not None and name in card.name.split("|")]
        if right:
            hits.update(id(card) for card in right)
        else:
            count.wrong += 1
            mistakes.append(f"{name} for {', '.join(str(card.name) for card in place) or 'nothing'}")
    count.named += sum(id(card) in hits for card in expected)
    return mistakes


def _lies_at(card: Shown, centre: tuple[float, float]) -> bool:
    size = float(np.linalg.norm(card.corners[2] - card.corners[0]))
    reach = 0.25 if card.covered < 1 else 1.0  # of a card cut by the frame only a part is labelled
    return float(np.linalg.norm(card.corners.mean(0) - centre)) < reach * size


def _ours(gallery: Gallery) -> Looker:
    recogniser = Recogniser(gallery)

    def look(frame: Image) -> list[Named]:
        found = recogniser.look(frame).cards
        return [(card.name, tuple(np.mean(card.corners, 0))) for card in found]

    return look


def _line(name: str, method: str, count: Count) -> str:
    share = f"{count.named / count.expected:.1%}" if count.expected else "-"
    median, high = np.percentile(count.ms, [50, 99])
    return (
        f"{name:<10} {method:<6} {count.frames:>6} {f'{count.named} / {count.expected}':>18} "
        f"{share:>7} {count.wrong:>5} "
        f"{median:>5.0f} ms {high:>5.0f} ms {count.cpu / max(1, count.frames):>5.0f} ms"
    )


def _split(seed: int) -> list[Trial]:
    """Half of a deck taught, the other half shown."""
    decks = sets.halvable()
    every = decks[seed % len(decks)](seed)
    order = np.random.default_rng(seed).permutation(sorted(every))
    half = len(order) // 2
    taught = {str(name): every[str(name)] for name in order[:half]}
    shown = {str(name): every[str(name)] for name in order[half:]}
    levels = (sets.LEVELS[seed * 7 % len(sets.LEVELS)], Level(cards=(4, 6)))
    return [Trial(lambda: sets.faces(taught), lambda: sets.rendered({}, levels, 2, seed, shown))]


def _foreign(count: int) -> list[Trial]:
    decks = (sets.pirate_deck, lambda: sets.faces(sets.playing()), lambda: sets.faces(sets.pictures(30, 1)))
    backs = {name: pixels for name, (back, pixels) in sets.pirates().items() if back}
    shown = sets.strangers() | backs
    return [
        Trial(deck, lambda seed=seed: sets.rendered({}, sets.FOREIGN, max(1, count // 3), 50 + seed, shown))  # type: ignore[misc]
        for seed, deck in enumerate(decks)
    ]


def _photo(deck: str) -> list[Trial]:
    if sets.photos() is None:
        return []
    return [Trial(lambda: sets.photographed_deck(deck), lambda: sets.photographs(deck), 0.5)]


def _negatives() -> list[Trial]:
    if sets.photos() is None:
        return []
    decks = (
        sets.pirate_deck,
        lambda: sets.photographed_deck("hanafuda"),
        lambda: sets.photographed_deck("tarot"),
    )
    return [Trial(deck, sets.negatives) for deck in decks]


def _many(cards: int, count: int) -> list[Trial]:
    shown = dict(list(sets.pictures(cards, 2).items())[:: max(1, cards // 300)])
    return [
        Trial(
            lambda: sets.faces(sets.pictures(cards, 2)),
            lambda: sets.rendered(shown, sets.LEVELS, count, 9),
            0.45,
        )
    ]


SETS: dict[str, Callable[[int], list[Trial]]] = {
    "pirates": lambda n: [
        Trial(sets.pirate_deck, lambda: sets.rendered(sets.pirate_faces(), sets.LEVELS, n, 1), 0.45)
    ],
    "playing": lambda n: [
        Trial(
            lambda: sets.faces(sets.playing()), lambda: sets.rendered(sets.playing(), sets.LEVELS, n, 2), 0.45
        )
    ],
    "hard": lambda n: [
        Trial(sets.pirate_deck, lambda: sets.rendered(sets.pirate_faces(), sets.HARD, (n + 1) // 2, 3)),
        Trial(
            lambda: sets.faces(sets.playing()), lambda: sets.rendered(sets.playing(), sets.HARD, n // 2, 4)
        ),
    ],
    "night": lambda n: [
        Trial(sets.pirate_deck, lambda: sets.rendered(sets.pirate_faces(), (sets.NIGHT,), n, 5))
    ],
    "foreign": _foreign,
    "halves": lambda n: [trial for seed in range(n) for trial in _split(seed)],
    "hanafuda": lambda n: _photo("hanafuda"),
    "tarot": lambda n: _photo("tarot"),
    "negatives": lambda n: _negatives(),
    "1000": lambda n: _many(1000, n),
    "10000": lambda n: _many(10000, n),
}

__all__ = ["SETS", "Count", "cv2", "run", "score"]
