"""Pictures in: frame sources, decks, finding cards, naming cards, teaching."""
