"""A deck is a folder that can be copied; a broken one gets one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cards.deck import Deck, DeckCard, DeckError


def test_a_saved_deck_loads_as_it_was(tmp_path: Path) -> None:
    cards = (
        DeckCard('the "old" parrot', "face", (tmp_path / "parrot.jpg", tmp_path / "parrot-2.jpg")),
        DeckCard("back", "back", (tmp_path / "back.jpg",)),
    )
    Deck(tmp_path, "Gæme \\ night", cards, (63.0, 88.0)).save()
    assert Deck.load(tmp_path) == Deck(tmp_path, "Gæme \\ night", cards, (63.0, 88.0))
    assert Deck.load(tmp_path).names == ('the "old" parrot',)
    assert [file.name for file in tmp_path.iterdir()] == ["deck.toml"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "not written correctly"),
        ("colour = 1", "colour"),
        ("card = 3", "must be"),
        ('[[card]]\nname = "a"\nimages = []', "needs a list"),
        ('[[card]]\nimages = ["a.png"]', "has no name"),
        ('[[card]]\nname = "a"\nkind = "side"\nimages = ["a.png"]', "kind of a"),
        ('[[card]]\nname = "a"\nimages = ["../../etc/passwd"]', "outside"),
        ('[[card]]\nname = "a"\nimages = ["a.png"]\n' * 2, "twice"),
        ("size_mm = [63, -1]", "size_mm"),
        ("a = " + "[" * 5000, "not written correctly"),
    ],
)
def test_a_broken_deck_gets_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "deck.toml").write_text(text)
    with pytest.raises(DeckError, match=said) as error:
        Deck.load(tmp_path)
    assert "\n" not in str(error.value)


def test_no_folder_and_no_deck_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="no deck folder"):
        Deck.load(tmp_path / "nowhere")
    with pytest.raises(DeckError, match="Teach it"):
        Deck.load(tmp_path)
