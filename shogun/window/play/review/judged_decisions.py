"""The judging of what people have decided in a game, by workers while the window goes on; kept beside the journal."""

from collections.abc import Sequence
from functools import partial

from shogun.base.language import _
from shogun.base.worker_pool import Workers
from shogun.players.review.decision_verdicts import Decision, JudgedSeat
from shogun.players.review.decision_words import contrast, verdict_name, worth
from shogun.players.review.decision_work import DecisionPart, DecisionWork, seats_of_people
from shogun.players.review.kept_decisions import keep_decisions, kept_decisions
from shogun.table.storage.review_file import decisions_path
from shogun.window.play.review.shown_decision import ShownDecision
from shogun.window.play.review.work_in_parts import Keep, Past, WorkInParts


class Judging(WorkInParts):
    """The judging of what people have decided in a game whose judge there is."""

    def __init__(self, story: Past, workers: Workers) -> None:
        super().__init__(workers)
        judge = story.game.decisions
        assert judge is not None, "nobody offers to judge what can't be judged"
        told = story.told()
        self.work = DecisionWork(story.game, told, seats_of_people(told), judge.PLAYOUTS)
        self._path = None if story.path is None else decisions_path(story.path)
        self._kept = {} if self._path is None else kept_decisions(self._path, self.work.key, story.game)
        self.found = self.work.usable(self._kept)
        """What was found, by place."""

    @property
    def is_done(self) -> bool:
        """Whether all is judged."""
        return len(self.found) == len(self.work.places)

    @property
    def done(self) -> float:
        """The part that is judged, from 0 to 1."""
        return len(self.found) / max(1, len(self.work.places))

    def left(self) -> Sequence[DecisionPart]:
        """Return the parts that are left, in their order."""
        return self.work.parts(self.found)

    def take(self, part: DecisionPart, found: Sequence[Decision | None]) -> None:
        """Take in what was found of some decisions."""
        self.found |= dict(zip(part.places, found, strict=True))

    def keep(self, keep: Keep, what: str) -> None:
        """Keep what was found, with what is kept of other seats."""
        if self._path is not None:
            whole = self._kept | self.found
            keep(f"decisions {self._path}", what, partial(keep_decisions, self._path, self.work.key, whole))

    @property
    def judged_seats(self) -> Sequence[int]:
        """Whose decisions are judged."""
        return self.work.seats

    def seats(self) -> list[JudgedSeat]:
        """Return what was found, by seat."""
        return self.work.by_seat(self.found)

    def shown(self, decision: Decision) -> ShownDecision:
        """Return a decision as it is shown on the game's screen."""
        work = self.work
        given, against = work.given(decision), work.moves(decision)
        words = contrast(work.judge, given, against, [seat.name for seat in work.header.seats])
        return ShownDecision(
            place=decision.place,
            heading=_("{name}: {points}").format(name=verdict_name(decision), points=worth(decision)),
            is_found=decision.verdict == "well seen",
            question=work.past.steps[decision.place].question,
            done=given,
            better=against,
            done_words=words.done,
            better_words=words.better,
        )
