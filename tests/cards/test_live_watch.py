"""Watching over time, frame by frame with stamps of its own: piles, hands, backs, light, blur, a bump."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards.deck import Deck
from companion.cards.recogniser import Recogniser
from companion.cards.sources.base import Frame, Image, Thumb
from companion.cards.watch import Watch
from companion.cards.zones import Zone
from companion.observations import CardGone, CardSeen, Observation, View
from companion.virtual.scene import Item, Scene

DECK = Deck.load(Path(__file__).parents[2] / "companion/decks/pirates")
EYE = Recogniser(DECK)
SCENE = Scene(DECK, 3)
NOISE = [SCENE.noise() for _ in range(2)]
GAP_US = 33_333
HALF = (Zone("pile", ((0.4, 0), (1, 0), (1, 1), (0.4, 1))),)
PILE = Item("pirate-back", 250, 370)


class Film:
    """A table filmed at 30 pictures a second; ``last`` is the picture shown, ``t_us`` its stamp."""

    def __init__(self, zones: tuple[Zone, ...] = HALF) -> None:
        self.told: list[Observation] = []
        self.watch = Watch("camera", EYE, zones, self.told.append)
        self.items: list[Item] = [PILE]
        self.hand: tuple[int, int] | None = None
        self.wide = 190
        self.light, self.blur, self.shift = 1.0, 0.0, (0.0, 0.0)
        self.t_us = 1_000_000
        self.run(0.3)

    def picture(self, noise: int = 0) -> Image:
        image = SCENE.render(self.items, light=self.light)
        if self.hand is not None:
            cv2.line(image, (1300, 780), self.hand, (96, 120, 164), self.wide, cv2.LINE_AA)
        if self.blur:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), self.blur), np.uint8)
        if self.shift != (0.0, 0.0):
            way = np.array([[1, 0, self.shift[0]], [0, 1, self.shift[1]]], np.float64)
            image = np.asarray(
                cv2.warpAffine(image, way, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8
            )
        return np.asarray(cv2.add(image, NOISE[noise]), np.uint8)

    def run(self, seconds: float) -> None:
        """Film what lies there; the noise alternates between two pictures."""
        count = max(1, round(seconds * 1e6 / GAP_US))
        pictures = [self.picture(n) for n in range(min(2, count))]
        for n in range(count):
            self.t_us += GAP_US
            self.show(pictures[n % 2])

    def show(self, image: Image) -> None:
        thumb = Thumb.of(image, self.t_us, self.t_us - 20_000)
        self.watch.see(Frame(image, self.t_us), [thumb])

    def slide(self, card: Item, pictures: int = 5, start: tuple[float, float] = (250, 370)) -> int:
        """A card comes over from the face-down pile while it turns; when it came to lie."""
        lying = list(self.items)
        for n in range(1, pictures):
            done = n / pictures
            x, y = (a + (b - a) * done for a, b in zip(start, (card.x, card.y), strict=True))
            face = card.card if done > 0.5 else "pirate-back"
            self.items = [*lying, Item(face, x, y, turn_deg=card.turn_deg * done, open=abs(1 - 2 * done))]
            self.run(0.01)
        before = self.t_us
        self.items = [*lying, card]
        return before

    def names(self) -> list[str | None]:
        return [one.name for one in self.told if isinstance(one, CardSeen)]

    def views(self) -> list[str]:
        return [one.state for one in self.told if isinstance(one, View)]

    def gone(self) -> int:
        return sum(isinstance(one, CardGone) for one in self.told)

    def card(self) -> CardSeen:
        return next(one for one in reversed(self.told) if isinstance(one, CardSeen))


def test_a_pile_grows_and_each_card_is_told_once_with_its_true_instant() -> None:
    film, rng = Film(), random.Random(4)
    faces = ["parrot", "storm", "cannon", "parrot", "shark", "anchor", "anchor", "spyglass"]
    for number, face in enumerate(faces):
        x, y = 720 + rng.uniform(-8, 8), 370 + rng.uniform(-8, 8)
        before = film.slide(Item(face, x, y, turn_deg=rng.uniform(0, 360)))
        film.run(0.34)
        assert film.names() == faces[: number + 1]
        seen = film.card()
        assert before <= seen.seen_host_us <= before + 2 * GAP_US
        assert seen.seen_host_us - seen.bound_us <= before + GAP_US
        assert seen.bound_us < 150_000
        film.run(0.5)
    assert film.names() == faces
    assert film.gone() == 0


def test_a_hand_that_passes_over_or_rests_neither_tells_again_nor_takes_the_card_away() -> None:
    film = Film()
    film.slide(Item("parrot", 720, 370, turn_deg=12))
    film.run(0.4)
    for x in (1100, 900, 700, 900, 1100):
        film.hand = (x, 420)
        film.run(0.04)
    film.hand = (760, 420)
    film.run(2.5)
    assert film.views()[-1:] == ["hand"]
    assert film.gone() == 0
    film.hand = None
    film.run(0.5)
    assert film.views()[-1] == "clear"
    assert film.names() == ["parrot"]
    assert film.gone() == 0


def test_a_card_is_told_while_hands_keep_moving_elsewhere() -> None:
    film = Film()
    film.slide(Item("barrel", 560, 240, turn_deg=20))
    instant = film.t_us
    for n in range(14):
        film.hand = (1150 + 30 * (n % 3), 640)
        film.run(0.01)
    assert film.names() == ["barrel"]
    assert instant <= film.card().seen_host_us <= instant + 2 * GAP_US
    film.slide(Item("shark", 565, 246, turn_deg=100))
    for n in range(14):
        film.hand = (1150 + 30 * (n % 3), 640)
        film.run(0.01)
    film.hand = None
    film.run(0.5)
    assert film.names() == ["barrel", "shark"]
    assert film.gone() == 0


def test_hands_outside_all_zones_are_nobodys_business() -> None:
    film = Film(zones=(Zone("pile", ((0.4, 0), (0.7, 0), (0.7, 1), (0.4, 1))),))
    film.slide(Item("barrel", 660, 300, turn_deg=20))
    for n in range(30):
        film.hand = (1150 + 30 * (n % 3), 640)
        film.run(0.01)
    assert film.names() == ["barrel"]
    assert film.views() == []


def test_the_instant_is_that_of_the_card_though_a_hand_passes_over_it_before_it_is_named() -> None:
    film = Film()
    before = film.slide(Item("octopus", 700, 370, turn_deg=-8))
    film.run(0.03)
    for x in (1000, 800, 700, 620, 700, 800, 1000):
        film.hand = (x, 420)
        film.run(0.01)
    film.hand = None
    film.run(0.5)
    assert film.names() == ["octopus"]
    assert before <= film.card().seen_host_us <= before + 2 * GAP_US


def test_a_card_that_a_hand_uncovers_is_visible_from_then_on() -> None:
    film = Film()
    film.hand, film.wide = (560, 330), 430  # all of it
    film.items.append(Item("mermaid", 720, 370, turn_deg=80))
    film.run(1.0)
    before = film.t_us
    assert film.names() == []
    for x in (900, 1100, 1300):
        film.hand = (x, 500)
        film.run(0.01)
    film.hand = None
    film.run(0.5)
    assert film.names() == ["mermaid"]
    seen = film.card()
    assert before <= seen.seen_host_us <= before + 5 * GAP_US
    assert seen.seen_host_us - seen.bound_us >= before - 9 * GAP_US


def test_a_twin_laid_on_its_twin_is_new_and_a_nudge_is_not() -> None:
    film = Film()
    film.slide(Item("shark", 720, 370, turn_deg=5))
    film.run(0.4)
    film.slide(Item("shark", 728, 373, turn_deg=7))
    film.run(0.5)
    assert film.names() == ["shark", "shark"]
    for step in range(1, 5):  # pushed straight, in sight all the while
        film.items[-1] = Item("shark", 728 + 3 * step, 373, turn_deg=7 - step)
        film.run(0.05)
    film.run(0.4)
    assert film.names() == ["shark", "shark"]


def test_taking_the_top_card_away_does_not_reveal_the_one_under_it_anew() -> None:
    film = Film()
    for face, turn in (("barrel", 10), ("sabre", 95)):
        film.slide(Item(face, 720, 370, turn_deg=turn))
        film.run(0.4)
    del film.items[-1]
    film.run(0.8)
    assert film.names() == ["barrel", "sabre"]
    assert film.gone() == 0
    film.items = [PILE]
    film.run(1.0)
    assert film.gone() == 1


def test_backs_are_never_told_but_a_foreign_card_is_with_no_name() -> None:
    film = Film(zones=(Zone("pile", ((0, 0), (1, 0), (1, 1), (0, 1))),))
    film.items = [PILE, Item("pirate-back", 640, 370, turn_deg=40)]
    film.run(1.5)
    film.items.append(Item("captain-back", 1000, 370, turn_deg=70))
    film.run(1.5)
    assert film.names() == []
    foreign = film.picture()
    art = np.random.default_rng(1).integers(0, 255, (6, 4, 3), np.uint8)
    foreign[400:700, 500:714] = 235
    foreign[420:680, 520:694] = cv2.resize(art, (174, 260), interpolation=cv2.INTER_NEAREST)
    for _ in range(45):
        film.t_us += GAP_US
        film.show(foreign)
    assert film.names() == [None]


def test_clearing_a_plain_table_is_no_blur() -> None:
    film = Film()
    film.items = []
    film.run(1.0)
    for face in ("treasure-chest", "storm"):
        film.slide(Item(face, 720, 370, turn_deg=40))
        film.run(0.4)
        film.items = []
        film.run(1.0)
    assert film.names() == ["treasure-chest", "storm"]
    assert film.gone() == 2
    assert film.views() == []


@pytest.mark.parametrize("light", [0.7, 1.25])
def test_another_light_changes_nothing(light: float) -> None:
    film = Film()
    film.slide(Item("treasure-chest", 720, 370, turn_deg=200))
    film.run(0.4)
    film.light = light
    film.run(1.0)
    assert film.names() == ["treasure-chest"]
    assert film.gone() == 0


def test_blur_a_bump_and_darkness_are_told_and_no_card_is_lost_or_told_again() -> None:
    film = Film()
    film.slide(Item("cannon", 720, 370, turn_deg=33))
    film.run(0.4)
    film.blur = 9
    film.run(1.5)
    assert film.views() == ["blurred"]
    film.blur = 0
    film.run(0.5)
    film.light = 0.03
    film.run(0.3)
    film.light = 1.0
    film.run(0.5)
    assert film.views() == ["blurred", "clear", "dark", "clear"]
    film.shift = (26, 17)
    film.run(6)
    assert film.views()[4:] == ["moved", "clear"]
    assert film.names() == ["cannon"]
    assert film.gone() == 0
