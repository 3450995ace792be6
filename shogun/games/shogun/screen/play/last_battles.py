"""The last battles of a game, for watching again; those from before this window opened are recorded again."""

from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from shogun.game.questions import Thrown
from shogun.games.shogun import rules
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import SEASONS, Season
from shogun.games.shogun.screen.play.shown_battle import ShownBattle, begun, sides, with_reinforcement
from shogun.games.shogun.words import sentence
from shogun.table.journal import AnswerLine, Header, stated_checksum
from shogun.table.recordings import Recordings, drops_path, recorded_again
from shogun.table.replay import History
from shogun.table.session import Session, Turn
from shogun.table.towers import ThrowJob
from shogun.tower.physics.constants import PHYSICS
from shogun.window.kit.drawing.icons import SeatLook

if TYPE_CHECKING:  # it loads NumPy
    from shogun.base.worker_pool import Workers
    from shogun.tower.recording import Recording

MOST_BATTLES = 8
"""Number of battles that are kept."""


class WatchableDrop(Struct, frozen=True):
    """A battle that can be watched again."""

    key: str
    """Key of the question that its throw has answered: unique in a game."""
    battle: ShownBattle
    """The battle with its count and result."""
    winner: int | None
    """The seat that owns the province afterwards, None: nobody."""
    recording: "Recording | None"
    """The recording; None if it can't be made on this computer."""
    physics: int = PHYSICS
    """Version of the physics for the recording; a version other than the present one can't be recorded."""

    @property
    def season(self) -> Season:
        """The season of the battle, which its key begins with."""
        named = self.key.split("/")
        return next((season for season in SEASONS if season in named), "summer")


class PastDrop(Struct, frozen=True):
    """A past battle, as found by a worker."""

    key: str
    began: ev.BattleBegan | ev.RevoltBroke
    settled: ev.BattleSettled
    recording: "Recording | None"
    physics: int


class Remembering(Struct, frozen=True):
    """Worker task that throws the last battles of a game again, exactly as before."""

    header: Header
    answers: tuple[AnswerLine, ...]
    raw: tuple[bytes, ...]
    """Lines of the journal: their checksums are the keys of cached recordings."""
    path: Path | None
    """Path of the journal, if it is a file."""
    only: int | None = None
    """Number of the only battle that is wanted, from 0; None: the last ones."""

    def __call__(self) -> list[PastDrop]:
        """Return the battles, the oldest first."""
        history = History(rules, self.header)
        history.follow(self.answers)
        found: list[tuple[int, ev.BattleBegan | ev.RevoltBroke, ev.BattleSettled]] = []
        began: ev.BattleBegan | ev.RevoltBroke | None = None
        for place, step in enumerate(history.steps, 1):
            for event in step.events:
                if isinstance(event, ev.BattleBegan | ev.RevoltBroke):
                    began = event
                elif isinstance(event, ev.Reinforced) and isinstance(began, ev.BattleBegan):
                    began = with_reinforcement(began, event)
                elif isinstance(event, ev.BattleSettled) and began is not None:
                    found.append((place, began, event))
        wanted = found[-MOST_BATTLES:] if self.only is None else found[self.only : self.only + 1]
        return [self._drop(history, *battle) for battle in wanted]

    def _drop(
        self, history: History, place: int, began: ev.BattleBegan | ev.RevoltBroke, settled: ev.BattleSettled
    ) -> PastDrop:
        line, job = history.steps[place - 1].line, history.throw_job(place)
        assert isinstance(line.answer, Thrown) and job is not None
        recording = self._kept(line, job, line.answer.out) or recorded_again(job, dict(line.answer.out))
        return PastDrop(line.key, began, settled, recording, job.physics)

    def _kept(self, line: AnswerLine, job: ThrowJob, out: Mapping[str, int]) -> "Recording | None":
        if self.path is None:
            return None
        return Recordings(drops_path(self.path)).get(line.n, stated_checksum(self.raw[line.n - 1]), job, out)


class LastDrops:
    """The last battles of one game: those seen in this window, and before them those from its past."""

    def __init__(self, session: Session, workers: "Workers") -> None:
        self._session = session
        self._workers = workers
        self._before = len(session.course.answers)
        """Number of answers when the window opened the game."""
        self._seen: deque[WatchableDrop] = deque(maxlen=MOST_BATTLES)
        self._past: list[WatchableDrop] = []
        self._asked: Future[list[PastDrop]] | None = None

    def begin_at(self, place: int) -> None:
        """Treat everything after this number of answers as not seen yet."""
        self._before = place

    def note(self, turn: Turn, battle: ShownBattle) -> None:
        """Keep a battle that has just been counted out."""
        settled = next((event for event in turn.events if isinstance(event, ev.BattleSettled)), None)
        if settled is not None and turn.fall is not None:
            self._seen.append(WatchableDrop(turn.question.key, battle, settled.winner, turn.fall.recording))

    def all(self) -> list[WatchableDrop]:
        """Return the battles that are known so far, the last one first."""
        return [*self._past, *self._seen][: -MOST_BATTLES - 1 : -1]

    def ask_for_past(self) -> None:
        """Let a worker find battles before those already seen, if there is room for them."""
        if self._asked is None and self._before and len(self._seen) < MOST_BATTLES:
            session = self._session
            answers = tuple(session.course.answers[: self._before])
            task = Remembering(session.header, answers, tuple(session.writer.lines), session.path)
            self._asked = self._workers.submit(task)

    def take_past(self, seats: Sequence[SeatLook]) -> bool:
        """Add the worker's battles and return whether there are new ones."""
        if self._past or self._asked is None or not self._asked.done():
            return False
        if self._asked.cancelled() or self._asked.exception() is not None:
            return False  # the list stays as short as it is
        self._past = [watchable(drop, seats) for drop in self._asked.result()]
        return bool(self._past)

    @property
    def is_asking(self) -> bool:
        """True if a worker is still searching."""
        return self._asked is not None and not self._asked.done()


def watchable(drop: PastDrop, seats: Sequence[SeatLook]) -> WatchableDrop:
    """Return a past battle, described with the current names."""
    names = [seat.name for seat in seats]
    counted = sides(drop.settled, seats)
    ended = sentence(drop.settled, names)
    battle = replace(begun(drop.began, names), sides=counted, result=ended, winner=drop.settled.winner)
    battle.counted = battle.most
    return WatchableDrop(drop.key, battle, drop.settled.winner, drop.recording, drop.physics)
