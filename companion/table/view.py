"""Everything a screen shows, drawn anew by the table's thread after each change."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from companion.observations import CardSeen, Link, View
from companion.table.log import Entry
from companion.table.play import Play
from companion.table.setup import Setup

RECENT = 40
NOTICES = 6


class Picture:
    """Keeps what is shown beside the referee's state, and draws the whole view.

    ``view`` is a fresh dictionary after each ``draw`` and is never changed in place, so that screens may
    read it from any thread.
    """

    def __init__(self, virtual: bool, offered: tuple[str, ...]) -> None:
        self.view: dict[str, Any] = {}
        self._virtual = virtual
        self._offered = offered
        self._id = 0
        self._recent: deque[dict[str, Any]] = deque(maxlen=RECENT)
        self._notices: deque[dict[str, Any]] = deque(maxlen=NOTICES)
        self._noticed = 0
        self._devices: dict[str, dict[str, Any]] = {}
        self._camera: dict[str, Any] = {"view": "clear", "asks": None}
        self._rang: str | None = None

    def forget_game(self) -> None:
        """A new game: the old one's entries and questions go."""
        self._recent.clear()
        self._notices.clear()
        self._camera = {**self._camera, "asks": None}

    def add(self, entry: Entry) -> None:
        """An entry was written."""
        self._id = entry.id
        self._recent.append(self.recent_entry(entry))
        self._camera = {**self._camera, "asks": None}
        self._rang = None

    def recent_entry(self, entry: Entry) -> dict[str, Any]:
        """An entry as the screens see it."""
        return {
            "id": entry.id,
            "do": entry.body.get("do"),
            "by": entry.by,
            "events": entry.events,
            "rulings": entry.rulings,
            "at": entry.wall,
        }

    def touch(self, id: int) -> None:
        """The newest row's id, when it was not an entry of the game."""
        self._id = max(self._id, id)

    def notice(self, kind: str, text: str, *, rule: str = "", player: object = None) -> None:
        """Something the people at the table should know; the screens fade it out."""
        self._noticed += 1
        self._notices.append(
            {"id": self._noticed, "kind": kind, "text": text, "rule": rule, "player": player}
        )

    def link(self, link: Link) -> None:
        """A device came or went."""
        self._devices[link.device] = {"state": link.state, "detail": link.detail, "virtual": link.virtual}

    def sees(self, view: View) -> None:
        """How well the camera sees."""
        self._camera = {**self._camera, "view": view.state}

    def asks(self, card: CardSeen | None) -> None:
        """The camera is not sure which card this is (ruling G4): ask, likeliest first."""
        readings = [{"name": r.name, "confidence": r.confidence} for r in card.readings] if card else None
        self._camera = {**self._camera, "asks": {"readings": readings} if card else None}

    def rang(self, what: str) -> None:
        """A timer has run out."""
        self._rang = what

    def status(self) -> dict[str, Any]:
        """The passing conditions only."""
        keys = ("clock", "devices", "camera", "notices", "waiting", "lobby", "session", "rang", "lamps")
        return {key: self.view[key] for key in keys}

    def draw(
        self,
        *,
        play: Play,
        state: Mapping[str, Any] | None,
        setup: Setup,
        timer: dict[str, Any] | None,
        waiting: list[str | None],
        lamps: dict[int, str],
    ) -> None:
        """Draw the whole view."""
        self.view = {
            "id": self._id,
            "session": {
                "id": play.id,
                "game": play.game.name,
                "began": play.began,
                "over": play.id is not None and play.over,
                "unfinished": setup.unfinished,
            },
            "virtual": self._virtual,
            "games": list(self._offered),
            "lobby": setup.lobby.show(),
            "state": state,
            "clock": timer,
            "rang": self._rang,
            "waiting": [name for name in waiting if name],
            "lamps": {str(button): lamp for button, lamp in lamps.items()},
            "recent": list(self._recent),
            "devices": dict(self._devices),
            "camera": self._camera,
            "notices": list(self._notices),
            "can": {"undo": play.session.can_undo, "redo": play.session.can_redo},
        }
