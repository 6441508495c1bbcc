"""The one live session: the log, the single writer, undo, replay."""
