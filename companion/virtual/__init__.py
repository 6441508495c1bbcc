"""A virtual table: slap board, camera, players; plugged into the same seams as the real devices."""
