"""Which crew cards can still be played, against every way of laying the faces out."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.elcano.faces import Face, Token, a_hand, crew_of, fits, hand_fits, playable

token = st.tuples(st.sampled_from(["red", "blue"]), st.integers(1, 3))
green = st.tuples(st.just("green"), st.integers(1, 3))
face = st.one_of(token.map(lambda one: (one,)), st.tuples(token, green))
sets = st.lists(face, min_size=1, max_size=6).map(tuple)


def layouts(faces: tuple[Face, ...]) -> list[list[Token | None]]:
    """Each way every card can be: in hand, or on the table as one of its tokens."""
    return [list(way) for way in product(*[(None, *one) for one in faces])]


def possible(faces: tuple[Face, ...], seen: list[Token]) -> bool:
    return any(sorted(one for one in way if one is not None) == sorted(seen) for way in layouts(faces))


@given(sets, st.lists(token | green, max_size=5))
@settings(max_examples=150, deadline=None)
def test_cards_fit_exactly_when_the_faces_can_be_laid_out_so(
    faces: tuple[Face, ...], seen: list[Token]
) -> None:
    assert fits(crew_of(faces), seen) == possible(faces, seen)


@given(sets, st.data())
@settings(max_examples=150, deadline=None)
def test_a_card_is_playable_exactly_when_it_fits_beside_the_others(
    faces: tuple[Face, ...], data: st.DataObject
) -> None:
    way = data.draw(st.sampled_from(layouts(faces)))
    seen = [one for one in way if one is not None]
    every = {one for card in faces for one in card}
    expected = {one for one in every if possible(faces, [*seen, one])}
    assert set(playable(crew_of(faces), tuple(seen))) == expected
    assert bool(expected) == (None in way)  # a card in hand can always be played: nobody is stuck


@given(sets, st.data())
@settings(max_examples=100, deadline=None)
def test_the_hand_that_is_left_fits_and_so_does_the_one_proposed(
    faces: tuple[Face, ...], data: st.DataObject
) -> None:
    way = data.draw(st.sampled_from(layouts(faces)))
    seen = [one for one in way if one is not None]
    left = [max(value for _, value in card) for card, shown in zip(faces, way, strict=True) if shown is None]
    crew = crew_of(faces)
    assert hand_fits(crew, seen, left)
    assert hand_fits(crew, seen, a_hand(crew, seen, len(left)))
    assert not hand_fits(crew, seen, [*left, 1])


def test_two_cards_in_turn_make_room_for_a_third() -> None:
    """The red 1 moves to the second face when the green 2 moves to the third: the blue 9 is free."""
    crew = crew_of(((("red", 1), ("blue", 9)), (("red", 1), ("green", 2)), (("green", 2),)))
    assert set(playable(crew, (("red", 1), ("green", 2)))) == {("blue", 9), ("red", 1), ("green", 2)}
