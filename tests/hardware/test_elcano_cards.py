"""The printed Elcano: its counts are those of a box, and its deck lists every card."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

pytest.importorskip("resvg_py", reason="the cards can't be drawn without resvg-py")
pytest.importorskip("fpdf", reason="the sheets can't be printed without fpdf2")

from hardware.cards import build
from hardware.cards.elcano import deck, faces


def test_the_lists_obey_what_is_known_of_a_box() -> None:
    assert len(faces.CREW) == 15 == len(set(faces.CREW))
    assert all(len({colour for colour, _ in card}) == len(card) for card in faces.CREW)
    assert all((len(card) == 1) == (card[0][1] == 7) for card in faces.CREW)
    pairs = Counter(frozenset(colour for colour, _ in card) for card in faces.CREW if len(card) == 2)
    assert sorted(pairs.values()) == [4, 4, 4]
    assert sum(faces.STORMS) == 13 and len(faces.STORMS) == 6 and len(faces.OCEAN) == 6
    assert "4/1" in faces.OCEAN


def test_the_pile_has_a_hundred_cards() -> None:
    pile = deck.pile()
    assert len(pile) == 5 * 15 + 18 + 6 + 1
    assert Counter(back for _, back in pile if back).most_common(1)[0][1] == 15


def test_the_deck_lists_every_different_card_and_has_its_picture() -> None:
    kept = tomllib.loads((build.ELCANO / "deck.toml").read_text("utf-8"))
    assert [card["name"] for card in kept["card"]] == [*deck.names("face"), *deck.names("back")]
    assert all((build.ELCANO / image).is_file() for card in kept["card"] for image in card["images"])


def test_no_two_cards_are_drawn_alike() -> None:
    bodies = [deck.svg(name).replace(name, "") for name in deck.names("face")]
    assert len(set(bodies)) == len(bodies)
