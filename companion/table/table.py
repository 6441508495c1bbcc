"""The one live table: a single writer takes commands and observations in turn, logs, and tells.

Everything passes through the queue of the thread named ``table``. An answer is given, and a screen is
told, only after the row is on disk.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from typing import Any

from companion.observations import CardGone, CardSeen, Link, Observation, Press, View
from companion.referee.game import Refusal
from companion.referee.protocol import bounded
from companion.table.desk import Notice
from companion.table.desks import desk_for
from companion.table.feed import Feed, Message
from companion.table.lobby import Lobby
from companion.table.log import Entry, Log, LogError
from companion.table.play import Games, refusal
from companion.table.setup import SETUP_COMMANDS, Setup
from companion.table.timer import RunningTimer
from companion.table.view import Picture

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 32  # observations in one write to disk


@dataclass(frozen=True, slots=True)
class _Submit:
    command: object
    by: str
    answer: Future[dict[str, Any]]


def monotonic_us() -> int:
    """The host's monotonic clock in microseconds: the clock of order."""
    return time.monotonic_ns() // 1000


class Table:
    """The live table.

    ``submit`` carries a command to the referee and returns the protocol's answer; ``tell`` takes what a
    device saw; ``view`` is everything a screen shows; ``feed`` tells the changes. ``names`` are the games
    that can be started; ``offered`` are those a screen can choose, all of them unless it is said.
    """

    def __init__(
        self,
        log: Log,
        games: Games,
        names: tuple[str, ...],
        *,
        offered: tuple[str, ...] | None = None,
        lobby: Lobby | None = None,
        virtual: bool = False,
        clock_us: Callable[[], int] = monotonic_us,
    ) -> None:
        self.clock_us = clock_us
        self._log = log
        self._setup = Setup(games, names, lobby or Lobby(), log)
        self._desk = desk_for(self._setup.lobby.game)
        self._play = self._setup.waiting_play()
        self._timer = RunningTimer()
        self._picture = Picture(virtual, names if offered is None else offered)
        self._jobs: queue.Queue[_Submit | Observation | None] = queue.Queue()
        self._untold: list[Message] = []
        self._told_view: dict[str, Any] = {}
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._stopping = False
        self.faults = 0
        self._bring_back()
        self._told_view = self._picture.view
        self.feed = Feed(self.view)

    # --- what others call -------------------------------------------------------------------------

    def start(self) -> None:
        """Start the table's thread."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is queued, end the feed, close the log."""
        if self._stopping:
            return
        self._stopping = True
        self._jobs.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=10)
        self.feed.end()
        self._log.close()

    def submit(self, command: object, by: str) -> dict[str, Any]:
        """Carry a command to the table and wait for the answer (on disk by then)."""
        if self._stopping:
            return refusal("wrong-phase", "The table is closing. Try again in a moment.")
        job = _Submit(command, by, Future())
        self._jobs.put(job)
        return job.answer.result(timeout=30)

    def tell(self, observation: Observation) -> None:
        """Take what a device saw; returns at once."""
        self._jobs.put(observation)

    def view(self) -> dict[str, Any]:
        """Everything a screen shows, as JSON; all of it is on disk."""
        return self._told_view

    @property
    def waiting_jobs(self) -> int:
        """How much waits for the table's thread; a healthy table has none."""
        return self._jobs.qsize()

    # --- the table's thread -------------------------------------------------------------------------

    def _run(self) -> None:
        ahead: deque[_Submit | Observation | None] = deque()
        while True:
            try:
                job = ahead.popleft() if ahead else self._next()
            except queue.Empty:
                self._guarded(self._ring)
                continue
            if job is None:
                return
            if isinstance(job, _Submit):
                self._guarded(lambda job=job: self._answer(job))  # type: ignore[misc]
            else:
                seen = [job, *self._seen_meanwhile(ahead)]
                self._guarded(lambda seen=seen: self._observe(seen))  # type: ignore[misc]

    def _next(self) -> _Submit | Observation | None:
        return self._jobs.get(timeout=self._timer.left_s(self.clock_us()))

    def _seen_meanwhile(self, ahead: deque[_Submit | Observation | None]) -> list[Observation]:
        """What devices saw since: it goes to disk in the same write. Whatever else came waits ``ahead``."""
        seen: list[Observation] = []
        while not self._jobs.empty() and len(seen) < MOST_AT_ONCE:
            job = self._jobs.get_nowait()
            if job is None or isinstance(job, _Submit):
                ahead.append(job)
                break
            seen.append(job)
        return seen

    def _guarded(self, work: Callable[[], None]) -> None:
        """The outermost loop: one bad turn must not end the evening."""
        try:
            work()
        except Exception:
            self.faults += 1
            logger.exception("the table could not carry this out; it goes on")
            self._picture.notice(
                "fault", "Something went wrong inside. The game goes on; see the health page."
            )
            self._publish_status()
        self._publish()

    def _answer(self, job: _Submit) -> None:
        try:
            answer = self._command(job.command, job.by)
        except BaseException:
            job.answer.set_result(refusal("not-allowed", "That could not be carried out. Nothing changed."))
            raise
        self._publish()
        job.answer.set_result(answer)

    def _command(self, command: object, by: str) -> dict[str, Any]:
        verb = command.get("do") if isinstance(command, Mapping) else None
        if isinstance(command, Mapping) and verb in SETUP_COMMANDS:
            return self._set_up(command, by)
        if verb == "start" and isinstance(command, Mapping):
            return self._begin(command, by)
        answer, entry = self._play.submit(command, by, self.clock_us())
        if entry is not None:
            self._setup.unfinished = False
            self._tell_change(entry)
            self._follow(entry)
        return answer

    def _begin(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        try:
            bounded(command)
            play, start = self._setup.fresh_play(command, self._play)
        except Refusal as error:
            return refusal(error.code, error.message, error.rule)
        answer, entry = play.submit(start, by, self.clock_us())
        if entry is not None:
            self._setup.leave(self._play)
            self._play = play
            self._desk = desk_for(play.game.name)
            self._setup.began(command, start)
            self._write_lobby(by)
            self._picture.forget_game()
            self._tell_change(entry)
            self._follow(entry)
        return answer

    def _set_up(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        before = self._setup.lobby
        try:
            bounded(command)
            play = self._setup.carry_out(command, self._play)
            self._write_lobby(by)
        except Refusal as error:
            return refusal(error.code, error.message, error.rule)
        except LogError as error:
            self._setup.lobby = before
            return refusal("not-allowed", str(error))
        if play is not self._play:
            self._play = play
            self._desk = desk_for(play.game.name)
            self._picture.forget_game()
        self._picture.touch(self._log.last_id())
        self._refresh()
        view = self._picture.view
        self._untold.append(Message("change", {"entry": None, "view": view}, view["id"]))
        return {"ok": True, "events": [{"event": "lobby", **self._setup.lobby.show()}], "rulings": []}

    def _write_lobby(self, by: str) -> None:
        lobby = self._setup.lobby.show()
        self._log.write("table", {"do": "lobby", **lobby}, session=None, at_us=self.clock_us(), by=by)

    def _follow(self, entry: Entry) -> None:
        """Carry out what was waiting for this entry's events: presses faster than the camera."""
        for command in self._desk.follows(entry.events, self._setup.lobby):
            self._device_command(command, "buttons")

    # --- observations ---------------------------------------------------------------------------------

    def _observe(self, seen: list[Observation]) -> None:
        """Take what devices saw, and what it brings about, in one write to disk; then tell."""
        try:
            with self._log.together():
                for one in seen:
                    self._see(one)
        except LogError as error:
            self._untold.clear()
            self._picture.forget_game()
            for entry in self._play.restore():
                self._picture.add(entry)
            self._picture.notice("disk", str(error))
        self._publish_status()

    def _see(self, seen: Observation) -> None:
        if not isinstance(seen, View):
            self._log.write(
                "seen",
                {"seen": type(seen).__name__, **asdict(seen)},
                session=self._play.id,
                at_us=self.clock_us(),
                by=seen.device,
            )
        match seen:
            case Press():
                self._pressed(seen)
            case CardSeen():
                self._shown(seen)
            case CardGone():
                self._picture.asks(None)
            case View():
                self._picture.sees(seen)
            case Link():
                self._picture.link(seen)

    def _pressed(self, press: Press) -> None:
        if press.pressed and self._setup.lobby.armed is not None:
            self._setup.claim(press.button)
            self._write_lobby(press.device)
            return
        if self._setup.unfinished:
            return
        player = self._setup.lobby.player_of(press.button)
        for asked in self._desk.pressed(press, player, self._play.show()):
            if isinstance(asked, Notice):
                self._picture.notice(asked.kind, asked.text, rule=asked.rule, player=asked.player)
            else:
                self._device_command(asked, press.device)

    def _shown(self, card: CardSeen) -> None:
        state = self._play.show()
        if self._setup.unfinished:
            return
        if card.name is None and self._desk.wants_card(state):
            self._picture.asks(card)
            return
        for command in self._desk.shown(card, state):
            if not self._device_command(command, card.device):
                self._picture.asks(card)

    def _device_command(self, command: Mapping[str, Any], device: str) -> bool:
        answer = self._command(command, device)
        if answer.get("ok"):
            return True
        error = answer["error"]
        self._log.write(
            "refused", command, session=self._play.id, at_us=self.clock_us(), by=device, events=[error]
        )
        if error["code"] != "already-done":
            player = command.get("player")
            self._picture.notice(error["code"], error["message"], rule=error["rule"], player=player)
        return False

    def _ring(self) -> None:
        """The timer has run out."""
        what = self._timer.ring()
        for command in self._desk.due(what, self._play.show()):
            self._command(command, "clock")
        self._picture.rang(what)
        self._publish_status()

    # --- telling --------------------------------------------------------------------------------------

    def _tell_change(self, entry: Entry) -> None:
        self._picture.add(entry)
        self._refresh()
        shown = {"entry": self._picture.recent_entry(entry), "view": self._picture.view}
        self._untold.append(Message("change", shown, entry.id))

    def _publish_status(self) -> None:
        self._refresh()
        self._untold.append(Message("status", self._picture.status()))

    def _publish(self) -> None:
        """Tell the screens; everything that led here is on disk."""
        self._told_view = self._picture.view
        for message in self._untold:
            self.feed.publish(message)
        self._untold.clear()

    def _refresh(self) -> None:
        shown = self._play.show()
        state = None if shown["phase"] == "not-started" else shown
        self._timer.follow(self._desk.timer(state) if state else None, state, self.clock_us())
        self._picture.draw(
            play=self._play,
            state=state,
            setup=self._setup,
            timer=self._timer.show(self.clock_us()),
            waiting=[self._setup.lobby.player_of(button) for button in self._desk.waiting()],
            lamps=self._lamps(state),
        )

    def _lamps(self, state: Mapping[str, Any] | None) -> dict[int, str]:
        armed = self._setup.lobby.armed
        if armed is not None:
            return {seat.button: "claim" for seat in self._setup.lobby.seats if seat.button}
        return self._desk.lamps(state, self._setup.lobby) if state else {}

    def _bring_back(self) -> None:
        if self._log.set_aside is not None:
            self._picture.notice(
                "log-set-aside",
                "The log of earlier games was damaged. It was kept aside as "
                f"{self._log.set_aside.name}, and a new one was begun.",
            )
        if self._log.cut_short is not None:
            self._picture.notice(
                "log-cut-short",
                "The end of the log was damaged: the last moves may be missing. A copy was kept as "
                f"{self._log.cut_short.name}. Look whether the score is right.",
            )
        if self._play.id is not None:
            for entry in self._play.recall():
                self._picture.add(entry)
        self._setup.unfinished = self._setup.unfinished and self._play.under_way
        self._picture.touch(self._log.last_id())
        self._refresh()
