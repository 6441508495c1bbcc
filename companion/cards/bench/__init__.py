"""The recognition bench: renders frames of cards on a table and measures who names what."""
