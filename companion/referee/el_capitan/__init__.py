"""El Capitan: memory and speed, 2 to 6 players."""
