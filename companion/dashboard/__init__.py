"""The screens: pages, live stream, commands."""
