"""Named surely, never wrongly: on rendered tables, the two laws and the corners."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from companion.cards.bench import sets
from companion.cards.bench.render import Frame, Level, render
from companion.cards.bench.run import Count, score
from companion.cards.deck import Deck, DeckError
from companion.cards.gallery import Gallery
from companion.cards.recogniser import Recogniser, Settings, Sight

PATIENT = Settings(budget_ms=60_000)  # a busy machine must not decide a test


@cache
def pictures() -> Recogniser:
    return Recogniser(Gallery.of_pictures(sets.faces(sets.pictures(12, 1))), PATIENT)


@cache
def playing() -> Recogniser:
    return Recogniser(Gallery.of_pictures(sets.faces(sets.playing())), PATIENT)


def count(recogniser: Recogniser, frames: list[Frame]) -> Count:
    total = Count()
    trial = sets.Trial(list, lambda: iter(()), 0.45)
    for frame in frames:
        cards = recogniser.look(frame.pixels).cards
        score(frame, [(card.name, tuple(np.mean(card.corners, 0))) for card in cards], trial, total)
    return total


def test_cards_are_named_and_never_wrongly() -> None:
    got = count(pictures(), [render(sets.pictures(12, 1), level, 7) for level in sets.LEVELS[::2]])
    assert got.wrong == 0
    assert got.named >= 0.9 * got.expected > 4


def test_playing_cards_are_told_apart_by_a_pip() -> None:
    levels = (Level(cards=(3, 4)), Level(tilt=40, cards=(2, 2)), Level(height=(120, 125), cards=(2, 3)))
    got = count(playing(), [render(sets.playing(), level, 3) for level in levels])
    assert got.wrong == 0
    assert got.named >= 0.85 * got.expected > 4


def test_untaught_cards_of_the_same_template_get_no_name() -> None:
    every = sets.pictures(24, 1)
    shown = {name: picture for name, picture in every.items() if name not in sets.pictures(12, 1)}
    assert len(shown) == 12
    got = count(pictures(), [render({}, level, 11, shown) for level in sets.LEVELS[::2]])
    assert (got.named, got.wrong) == (0, 0)


def test_half_of_the_playing_cards_don_t_pass_for_the_other_half() -> None:
    names = [str(name) for name in np.random.default_rng(4).permutation(sorted(sets.playing()))]
    half = Recogniser(
        Gallery.of_pictures(sets.faces({name: sets.playing()[name] for name in names[:27]})), PATIENT
    )
    shown = {name: sets.playing()[name] for name in names[27:]}
    got = count(half, [render({}, Level(cards=(3, 4)), seed, shown) for seed in range(3)])
    assert (got.frames, got.wrong) == (3, 0)


def test_backs_are_known_and_not_named() -> None:
    back = {"b": sets.strangers()["back-1"]}
    deck = [*sets.faces(sets.pictures(6, 1)), ("b", True, back["b"])]
    recogniser = Recogniser(Gallery.of_pictures(deck), PATIENT)
    sights: list[Sight] = [
        recogniser.look(render({}, Level(cards=(1, 1)), seed, back).pixels) for seed in range(3)
    ]
    assert not any(sight.cards for sight in sights)
    assert sum(len(sight.unknown) for sight in sights) >= 2


def test_corners_and_turn_are_the_card_s_own() -> None:
    frame = render(sets.pictures(12, 1), Level(cards=(1, 1), tilt=0, blur=0), 21)
    found = pictures().look(frame.pixels).cards[0]
    truth = frame.shown[0].corners
    assert np.abs(np.array(found.corners) - truth).max() < 3
    right = truth[1] - truth[0]
    turn = np.rad2deg(np.arctan2(right[1], right[0])) % 360
    assert abs((found.angle_deg - turn + 180) % 360 - 180) < 2
    assert found.readings[0][0] == found.name
    assert 0.5 < found.confidence <= 1


def test_a_card_under_a_hand_is_named_by_what_shows() -> None:
    frames = [render(sets.pictures(12, 1), Level(cover=0.4, cards=(1, 1)), seed) for seed in range(4)]
    got = count(pictures(), frames)
    assert got.wrong == 0
    assert got.named >= 3


@pytest.mark.parametrize("shape", [(1, 1), (2, 900), (720, 1280)])
def test_a_picture_of_one_colour_shows_no_card(shape: tuple[int, int]) -> None:
    for value in (0, 128, 255):
        assert pictures().look(np.full((*shape, 3), value, np.uint8)).cards == ()


def test_an_empty_deck_is_refused_in_one_sentence(tmp_path: object) -> None:
    from pathlib import Path

    with pytest.raises(DeckError, match="no cards yet"):
        Recogniser(Deck(Path(str(tmp_path)), "empty"))


@pytest.mark.skipif(sets.photos() is None, reason="the card photographs are not here (COMPANION_PHOTOS)")
@pytest.mark.parametrize(("deck", "least"), [("tarot", 1.0), ("hanafuda", 0.9)])
def test_photographs(deck: str, least: float) -> None:
    recogniser = Recogniser(Gallery.of_pictures(sets.photographed_deck(deck)), PATIENT)
    got = count(recogniser, list(sets.photographs(deck)))
    assert got.wrong == 0
    assert got.named >= least * got.expected
