"""Magellan: Elcano: crews are bid for oceans, 2 to 5 players."""
