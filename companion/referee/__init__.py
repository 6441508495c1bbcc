"""The law of each game. Pure: see README.md."""
