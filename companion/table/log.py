"""The log on disk: every accepted command and every observation, before anyone is told.

SQLite in WAL mode with ``synchronous=FULL``: what has been written survives the plug being pulled.
One connection, used by the table's own thread; readers (``companion sessions``) open their own.
"""

from __future__ import annotations

import datetime as dt
import fcntl
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from companion.table.tail import committed_frames, copy_aside, forget_copy, readable_frames

FORMAT = 1
LOG_NAME = "sessions.sqlite3"

_TABLES = """
CREATE TABLE IF NOT EXISTS session (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  game TEXT NOT NULL,
  began TEXT NOT NULL,
  ended TEXT,
  ending TEXT CHECK (ending IN ('over', 'set-aside'))
);
CREATE TABLE IF NOT EXISTS entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER REFERENCES session (id),
  kind TEXT NOT NULL CHECK (kind IN ('command', 'table', 'seen', 'refused')),
  at_us INTEGER NOT NULL,
  wall TEXT NOT NULL,
  by TEXT NOT NULL,
  body TEXT NOT NULL,
  events TEXT NOT NULL DEFAULT '[]',
  rulings TEXT NOT NULL DEFAULT '[]',
  state TEXT
);
CREATE INDEX IF NOT EXISTS entry_by_session ON entry (session, id);
"""


class LogError(RuntimeError):
    """The log can't be written or read; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: who did what, and what came of it. ``state`` is the hash of the state after it."""

    id: int
    session: int | None
    kind: str
    at_us: int
    wall: str
    by: str
    body: Mapping[str, Any]
    events: list[dict[str, Any]]
    rulings: list[dict[str, Any]]
    state: str | None


@dataclass(frozen=True, slots=True)
class Stored:
    """One stored session."""

    id: int
    game: str
    began: str
    ended: str | None
    ending: str | None


def now_text() -> str:
    """The wall clock as people read it, with the zone; it never decides an order."""
    return dt.datetime.now().astimezone().isoformat(timespec="seconds")


class Log:
    """The open log.

    ``set_aside`` names the damaged file that was moved out of the way, if any; ``cut_short`` the copy of one
    whose end can't be read, while the game goes on from what could.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self.set_aside: Path | None = None
        self.cut_short: Path | None = None
        self._lock: IO[str] | None = None
        self._joined = False
        try:
            if read_only:
                self._db = _connect_to_read(path)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = _claimed(path)
                self._db = self._open_or_set_aside()
        except OSError as error:
            raise LogError(
                f"The log {path} can't be opened ({error.strerror}). Choose another place with --data."
            ) from error
        except sqlite3.OperationalError as error:
            raise LogError(
                f"The log {path} can't be opened ({error}). Is the disk full or read-only?"
            ) from error

    def _open_or_set_aside(self) -> sqlite3.Connection:
        stamp = dt.datetime.now().strftime("%Y-%m-%d-%H%M%S")
        copy = self.path.with_name(f"{self.path.name}.cut-{stamp}")
        expected = committed_frames(self.path.with_name(self.path.name + "-wal"))
        if expected:
            copy_aside(self.path, copy)
        try:
            db = _connect(self.path)
            if expected and readable_frames(db) < expected:
                self.cut_short = copy
            elif expected:
                forget_copy(copy)
            return db
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            forget_copy(copy)
            self.set_aside = self.path.with_name(f"{self.path.name}.damaged-{stamp}")
            for suffix in ("-wal", "-shm", ""):
                part = self.path.with_name(self.path.name + suffix)
                if part.exists():
                    part.rename(self.set_aside.with_name(self.set_aside.name + suffix))
            return _connect(self.path)

    def close(self) -> None:
        """Close the file. Nothing is waiting to be written: every write was already on disk."""
        self._db.close()
        if self._lock is not None:
            self._lock.close()

    def begin(self, game: str) -> tuple[int, str]:
        """Open a session and return its id and when it began."""
        began = now_text()
        with self._writing():
            row = self._db.execute("INSERT INTO session (game, began) VALUES (?, ?)", (game, began))
        assert row.lastrowid is not None
        return row.lastrowid, began

    def end(self, session: int, ending: str | None) -> None:
        """Mark a session as ``over`` or ``set-aside``; None opens it again (an undo past the end)."""
        with self._writing():
            self._db.execute(
                "UPDATE session SET ended = ?, ending = ? WHERE id = ?",
                (now_text() if ending else None, ending, session),
            )

    def write(
        self,
        kind: str,
        body: Mapping[str, Any],
        *,
        session: int | None,
        at_us: int,
        by: str,
        events: object = (),
        rulings: object = (),
        state: str | None = None,
    ) -> Entry:
        """Put one row on disk and return it; when this returns, the plug may be pulled."""
        wall = now_text()
        texts = [json.dumps(part, ensure_ascii=False) for part in (body, events or [], rulings or [])]
        with self._writing():
            cursor = self._db.execute(
                "INSERT INTO entry (session, kind, at_us, wall, by, body, events, rulings, state)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (session, kind, at_us, wall, by, *texts, state),
            )
        assert cursor.lastrowid is not None
        back = [json.loads(text) for text in texts]
        return Entry(cursor.lastrowid, session, kind, at_us, wall, by, back[0], back[1], back[2], state)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Put all that is written inside on disk at once: one wait for the disk instead of several.

        Nothing written inside may be told before this returns. When it raises, none of it was written.
        """
        with _told(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            self._joined = True
            try:
                yield
                self._db.commit()
            except BaseException:
                self._db.rollback()
                raise
            finally:
                self._joined = False

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with _told(self.path):
            if self._joined:
                yield
            else:
                with self._db:
                    yield

    def sessions(self) -> list[Stored]:
        """All sessions, oldest first."""
        rows = self._db.execute("SELECT id, game, began, ended, ending FROM session ORDER BY id")
        return [Stored(*row) for row in rows]

    def entries(self, session: int | None, kinds: tuple[str, ...] = ("command",)) -> Iterator[Entry]:
        """The rows of a session (None: those outside any session) in order."""
        marks = ",".join("?" * len(kinds))
        rows = self._db.execute(
            "SELECT id, session, kind, at_us, wall, by, body, events, rulings, state FROM entry"
            f" WHERE session IS ? AND kind IN ({marks}) ORDER BY id",
            (session, *kinds),
        )
        return (_entry(row) for row in rows)

    def last_id(self) -> int:
        """The id of the newest row, 0 for an empty log."""
        return int(self._db.execute("SELECT coalesce(max(id), 0) FROM entry").fetchone()[0])

    def last_lobby(self) -> Mapping[str, Any] | None:
        """The newest set-up that the table wrote down."""
        row = self._db.execute(
            "SELECT body FROM entry WHERE kind = 'table' AND json_extract(body, '$.do') = 'lobby'"
            " ORDER BY id DESC LIMIT 1"
        ).fetchone()
        return json.loads(row[0]) if row else None


def _entry(row: tuple[Any, ...]) -> Entry:
    id, session, kind, at_us, wall, by, body, events, rulings, state = row
    told = json.loads(events), json.loads(rulings)
    return Entry(id, session, kind, at_us, wall, by, json.loads(body), told[0], told[1], state)


def _claimed(path: Path) -> IO[str]:
    """One writer a log: two services on one would each tell half of the story."""
    lock = path.with_name(path.name + ".lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise LogError(f"Another companion is already using {path}. Stop it, or choose --data.") from None
    return lock


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, check_same_thread=False, timeout=5)
    try:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > FORMAT:
            raise LogError(
                f"The log {path} was written by a newer version of companion. "
                "Update companion, or choose another place with --data; nothing was changed."
            )
        fault = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise sqlite3.DatabaseError(fault)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.executescript(_TABLES)
        db.execute(f"PRAGMA user_version = {FORMAT}")
    except (sqlite3.Error, LogError):
        db.close()
        raise
    return db


def _connect_to_read(path: Path) -> sqlite3.Connection:
    if not path.exists():
        raise LogError(f"There is no log at {path} yet: no game has been played there.")
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)


class _told:
    """Turns a disk that refuses into one sentence."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.Error):
            raise LogError(
                f"Nothing can be written to {self.path} ({error}). Make room on the disk; the game waits."
            ) from error
