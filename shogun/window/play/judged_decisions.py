"""Decisions of people in one game, judged by workers and kept beside the journal, and those kept of several games."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.base.worker_pool import Workers
from shogun.players.review.decision_sums import PlayedGame, in_order_played
from shogun.players.review.decision_verdicts import Decision, Judgeable, JudgedSeat
from shogun.players.review.decision_work import (
    AnswerTried,
    DecisionPart,
    DecisionWork,
    GameToRead,
    keep_decisions,
    kept_decisions,
    seats_of_people,
)
from shogun.players.review.words import contrast, verdict_name, worth
from shogun.table.course import Course
from shogun.table.journal import PERSON, SeatInfo, Writer
from shogun.table.journal_files import decisions_path
from shogun.table.session import Session
from shogun.window.play.reviewing import Keep, Past, WorkInParts

# One decision of a replay: the answer given, and a better one


class ShownDecision(Struct, frozen=True):
    """One decision with the two answers that are laid on the screen in turn."""

    place: int
    """Number of answers given before it."""
    heading: str
    """The grade of the decision, and its gain or cost."""
    is_found: bool
    """True for a good find, compared with a usual answer; other decisions are compared with a better one."""
    question: Any
    done: Sequence[Any]
    """The seat's answers; in games whose turns have several, all of the turn."""
    better: Sequence[Any]
    """The answers to compare with."""
    done_words: str
    better_words: str
    """Both in words, as far as they differ."""
    reasons: str = ""
    """The parts that mattered most and their costs, in sentences; empty where nothing is known of the parts."""
    hides_answer: bool = False
    """True while the better answer is kept secret from somebody who may still find it."""

    def answer(self, *, is_better: bool) -> Sequence[Any]:
        """Return one of the two answers, with what follows from it."""
        return self.better if is_better else self.done

    def other_name(self) -> str:
        """Return the label of the answer that was not given."""
        return _("As usual") if self.is_found else _("The better choice")

    def sentence(self, *, is_better: bool) -> str:
        """Return the answer on the screen, in words; of the actual one the parts that mattered."""
        if not is_better and self.reasons and not self.hides_answer:
            return self.reasons
        if not is_better:
            return _("Played: {what}.").format(what=self.done_words)
        sentence = _("Instead of: {what}.") if self.is_found else _("Better: {what}.")
        return sentence.format(what=self.better_words)

    def told(self) -> str:
        """Return what mattered, otherwise both answers, in sentences; only the actual one while the other is hidden."""
        if self.hides_answer:
            return self.sentence(is_better=False)
        return self.reasons or f"{self.sentence(is_better=False)} {self.sentence(is_better=True)}"

    def answer_lines(self) -> Sequence[str]:
        """Return the better answer in words, and the reasons for it."""
        better = self.sentence(is_better=True)
        return [better, self.reasons] if self.reasons else [better]


# Judging one game


class Judging(WorkInParts):
    """Judges people's decisions in a game that has a judge."""

    def __init__(self, story: Past, workers: Workers) -> None:
        super().__init__(workers)
        judge = story.game.decisions
        assert judge is not None, "nobody offers to judge what can't be judged"
        history = story.told()
        self.work = DecisionWork(story.game, history, seats_of_people(history), judge.PLAYOUTS)
        self._path = None if story.path is None else decisions_path(story.path)
        self._kept = {} if self._path is None else kept_decisions(self._path, self.work.key, story.game)
        self.found = self.work.usable(self._kept)
        """Judgments by place."""

    @property
    def is_done(self) -> bool:
        """Return whether all are judged."""
        return len(self.found) == len(self.work.places)

    @property
    def done(self) -> float:
        """The part that is judged, from 0 to 1."""
        return len(self.found) / max(1, len(self.work.places))

    def left(self) -> Sequence[DecisionPart]:
        """Return the parts that are left, in their order."""
        return self.work.parts(self.found)

    def take(self, part: DecisionPart, found: Sequence[Decision | None]) -> None:
        """Record the results for some decisions."""
        self.found |= dict(zip(part.places, found, strict=True))

    def keep(self, keep: Keep, what: str) -> None:
        """Keep the judgments, with those kept of other seats."""
        if self._path is not None:
            whole = self._kept | self.found
            keep(f"decisions {self._path}", what, partial(keep_decisions, self._path, self.work.key, whole))

    @property
    def judged_seats(self) -> Sequence[int]:
        """The seats whose decisions are judged."""
        return self.work.seats

    def seats(self) -> list[JudgedSeat]:
        """Return the judgments by seat."""
        return self.work.by_seat(self.found)

    def shown(self, decision: Decision) -> ShownDecision:
        """Return a decision as it is shown on the game's screen."""
        work = self.work
        given, against = work.given(decision), work.moves(decision)
        names = [seat.name for seat in work.header.seats]
        words = contrast(work.judge, given, against, names, decision.parts)
        return ShownDecision(
            place=decision.place,
            heading=_("{name}: {points}").format(name=verdict_name(decision), points=worth(decision)),
            is_found=decision.verdict == "well seen",
            question=work.past.steps[decision.place].question,
            done=given,
            better=against,
            done_words=words.done,
            better_words=words.better,
            reasons=words.brief,
        )

    # Another answer to a decision, given in a copy of the game at that moment

    def session(self, decision: Decision, substitute: str) -> Session:
        """Return a copy of the game at a decision, in memory: only its seat is a person's, and nothing can be undone.

        `substitute` is the opponent that gets the seats of other people.
        """
        work = self.work
        seats = tuple(
            _seated(info, substitute, is_asked=seat == decision.seat) for seat, info in enumerate(work.header.seats)
        )
        header = replace(work.header, seats=seats)
        course, writer = Course(work.game.rules, header), Writer()
        writer.write(header)
        for line in work.answers[: decision.place]:
            renumbered = replace(line, n=writer.next_number)
            writer.write(renumbered)
            course.replay(renumbered)
        return _AskedAgain(course, header, writer)

    def task(self, decision: Decision, move: Any) -> AnswerTried:
        """Return the task that judges another answer to a decision."""
        return self.work.task_to_try(decision, move)


def _seated(info: SeatInfo, substitute: str, *, is_asked: bool) -> SeatInfo:
    player = PERSON if is_asked else substitute if info.player == PERSON else info.player
    return replace(info, player=player)


class _AskedAgain(Session):
    """A game in which everything up to a decision has been played."""

    def undoable(self, _seat: int) -> bool:
        return False


# Decisions kept of several games, read by workers while the window stays responsive


class ReadingDecisions(WorkInParts):
    """Decisions of people in some games."""

    def __init__(self, game: Judgeable, paths: Sequence[Path], workers: Workers) -> None:
        """Begin with the games in these files, of a game that brings a judge."""
        super().__init__(workers)
        self._paths = tuple(paths)
        assert game.decisions is not None, "nobody offers to judge what can't be judged"
        self._game, self._playouts = game, game.decisions.PLAYOUTS
        self._read: dict[Path, PlayedGame | None] = {}

    @property
    def is_done(self) -> bool:
        """Return whether all games have been read."""
        return len(self._read) == len(self._paths)

    @property
    def done(self) -> float:
        """The part that is read, from 0 to 1."""
        return len(self._read) / max(1, len(self._paths))

    def left(self) -> Sequence[GameToRead]:
        """Return the games that are left, in their order."""
        return [GameToRead(self._game, path, self._playouts) for path in self._paths if path not in self._read]

    def take(self, part: GameToRead, found: PlayedGame | None) -> None:
        """Add a game; None is one without decisions of a person, or one that isn't over."""
        self._read[part.path] = found

    def keep(self, _keep: Keep, _what: str) -> None:
        """Keep nothing: everything known has been read from files."""

    @property
    def games(self) -> list[PlayedGame]:
        """The games that people have played, as far as they are read, in the order in which they began."""
        return in_order_played(game for game in self._read.values() if game is not None)

    def judge(self, path: Path, seats: Sequence[JudgedSeat]) -> None:
        """Take in that the decisions of a game are judged now."""
        game = self._read[path]
        assert game is not None, "only a game that was read is judged"
        self._read[path] = replace(game, seats=tuple(seats))
