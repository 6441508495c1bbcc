"""What can go wrong with slap buttons, each said in one plain sentence.

ButtonsError (OSError)
├── PortMissing      nothing at that path, or nothing that answers like a slap board
├── PortBusy         another program holds the port
└── PinsUnavailable  the named pin factory can't be used here
"""

from __future__ import annotations


class ButtonsError(OSError):
    """A slap button device can't be used; the text says why and what to do."""


class PortMissing(ButtonsError):
    """There is no slap board at the given path."""


class PortBusy(ButtonsError):
    """Another program holds the slap board's port."""


class PinsUnavailable(ButtonsError):
    """The named pin factory can't be used on this machine; it is never silently swapped for another."""
