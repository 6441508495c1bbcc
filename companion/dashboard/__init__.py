"""The screens: one page, a live stream, and commands back to the table."""
