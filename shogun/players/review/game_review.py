"""A game looked back at: each seat's chance to win at every moment, and each change of it booked to what caused it.

Answers that follow each other and have the same cause are booked together. A chance is booked as the difference of the
expectations before and after it is known, so that all entries add up to the way from even chances to how the game
ended: "the tower cost you 11 points, your decisions 7" is a true sentence (control variates at chance nodes: Burch,
Schmid, Moravcik, Morrill and Bowling, AIVAT, 2018).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.worker_pool import in_order
from shogun.game.chance import Roll, Throw
from shogun.players.review.booking import CAUSES, Booked, Cause, Entry, GameReview
from shogun.players.review.estimates import Estimate, Judge, Reviewable, coarse_to_fine, error_of, estimate
from shogun.players.review.kept_review import ReviewKey
from shogun.table.past.history import History
from shogun.table.past.visible_past import VisiblePast
from shogun.table.running.undo_history import Passed
from shogun.table.storage.journal import AnswerLine, Header, journal_hash

__all__ = ["CAUSES", "Booked", "Cause", "Entry", "GameReview", "ReviewWork", "Reviewable", "runs"]

VERSION = 2
"""Goes up when a review is made otherwise."""
PARTS = 24
"""Pieces into which the estimates of a game are cut for workers."""


class Run(Struct, frozen=True):
    """Answers that follow each other and have one cause."""

    first: int
    place: int
    cause: Cause
    seat: int | None


def runs(steps: Sequence[Passed]) -> Iterator[Run]:
    """Yield a game's answers by cause; where there was nothing to decide an answer belongs to what was before."""
    begun: Run | None = None
    for number, step in enumerate(steps):
        cause, seat = _cause(step)
        if begun is not None and (step.is_forced or (cause, seat) == (begun.cause, begun.seat)):
            begun = Run(begun.first, number + 1, begun.cause, begun.seat)
            continue
        if begun is not None:
            yield begun
        begun = Run(number, number + 1, cause, seat)
    if begun is not None:
        yield begun


def _cause(step: Passed) -> tuple[Cause, int | None]:
    if step.question.seat is not None:
        return "decision", step.question.seat
    if isinstance(step.question, Throw):
        return "tower", None
    return ("dice" if isinstance(step.question, Roll) else "lots"), None


class Part(Struct, frozen=True):
    """A task for a worker: some places of a game."""

    game: Any
    """A `Reviewable`."""
    header: Header
    answers: tuple[AnswerLine, ...]
    looks: tuple[tuple[int, bool], ...]
    """Each a place, and whether to look ahead from a horizon."""
    playouts: int
    seed: str

    def __call__(self) -> list[Estimate | None]:
        """Return an estimate for each look; None where the game can't be judged yet."""
        judge: Judge = self.game.judge
        past = History(self.game.rules, self.header)
        past.follow(self.answers)
        found = (
            judge.win_chances(past.state(place), past.inside(place), self.playouts, self.seed, ahead=ahead)
            for place, ahead in self.looks
        )
        return [None if samples is None else estimate(samples) for samples in found]


def _called(part: Part) -> list[Estimate | None]:
    return part()


class ReviewWork:
    """The making of a review: of the past of a game as its reader may know it, with so many playouts at each place.

    The same answers and playouts give the same review, however many workers there are and however often it was broken
    off.
    """

    def __init__(self, game: Reviewable, told: VisiblePast, playouts: int) -> None:
        self.game, self.header, self.answers, self.playouts = game, told.header, told.answers, playouts
        past = History(game.rules, self.header)
        past.follow(self.answers)
        self._runs = list(runs(past.steps))
        self._hidden = told.hidden
        self.is_partial = told.is_partial
        """Whether there are moments that aren't judged, since something behind them is still hidden."""
        self.journal = journal_hash(self.header, self.answers)
        self.looks = tuple(
            look for run in self._runs if run.place not in self._hidden
            for look in self._looks(past.state(run.place), run.place)
        )  # fmt: skip
        """The places to be judged; a horizon is looked at from both sides."""
        self.order = coarse_to_fine(len(self.looks))
        """In which order they are judged: any beginning of it is spread over the whole game."""

    @property
    def judge(self) -> Judge:
        """What estimates. Whoever begins a review has looked whether the game brings it."""
        judge = self.game.judge
        assert judge is not None
        return judge

    @property
    def key(self) -> ReviewKey:
        """What its estimates are of."""
        version, places = self.judge.VERSION, tuple(place for place, _ahead in self.looks)
        return ReviewKey(self.journal, VERSION, version, self.playouts, self.header.setup.seats, places)

    def _looks(self, state: Any, place: int) -> tuple[tuple[int, bool], ...]:
        return ((place, False), (place, True)) if self.judge.is_horizon(state) else ((place, False),)

    def estimates(self, known: Sequence[Estimate | None], jobs: int) -> Iterator[list[Estimate | None]]:
        """Yield the estimates so far, in the work's order: again and again, until all are there."""
        found = list(known)
        yield found
        for some in in_order(_called, self.parts(len(found)), jobs):
            found = found + some
            yield found

    def parts(self, known: int) -> list[Part]:
        """Return the tasks that are left where the first looks of the work's order are known, in their order."""
        size = max(1, -(-len(self.looks) // PARTS))
        return [self._part(self.order[begin : begin + size]) for begin in range(known, len(self.looks), size)]

    def _part(self, numbers: Sequence[int]) -> Part:
        looks = tuple(self.looks[number] for number in numbers)
        return Part(self.game, self.header, self.answers, looks, self.playouts, self.journal)

    def review(self, estimates: Sequence[Estimate | None]) -> GameReview | None:
        """Return the review that follows from the first estimates; None if there is nothing to tell yet."""
        known = dict(sorted(zip(self.order, estimates, strict=False)))
        judged = [(look, one) for look, one in known.items() if one is not None]
        if not judged:
            return None
        review = GameReview(
            journal=self.journal,
            playouts=self.playouts,
            places=tuple(self.looks[look][0] for look, _one in judged),
            estimates=tuple(one for _look, one in judged),
            entries=(),
            is_whole=len(known) == len(self.looks),
        )
        return replace(review, entries=tuple(self._entries(known, review)))

    def _entries(self, known: Mapping[int, Estimate | None], judged: GameReview) -> Iterator[Entry]:
        """Yield the changes between moments that were judged; what lies before the first is the set-up's."""
        looks = [look for look, one in known.items() if one is not None]
        even = (1 / judged.seats,) * judged.seats
        chances = [even, *(one.chances for one in judged.estimates)]
        errors = [error_of(change, self.playouts) for change in judged.by_group]
        for (before, after), (old, new), error in zip(pairwise([-1, *looks]), pairwise(chances), errors, strict=True):
            first = self.looks[before][0] if before >= 0 else 0
            place = self.looks[after][0]
            is_open = any(look not in known for look in range(before + 1, after)) or self._hides(first, place)
            cause, seat = self._cause(first, place, is_open=is_open)
            changes = tuple(round(now - then, 6) for then, now in zip(old, new, strict=True))
            yield Entry(first, place, cause, seat, changes, tuple(map(float, error.round(6))))

    def _hides(self, first: int, place: int) -> bool:
        """Return whether anything is hidden between two places."""
        return first > 0 and any(first < hidden < place for hidden in self._hidden)

    def _cause(self, first: int, place: int, *, is_open: bool) -> tuple[Cause, int | None]:
        """Return what is between two places: of several causes the first decision, if there is one."""
        if is_open:
            return "open", None
        if not first:
            return "setup", None
        if first == place:
            return "outlook", None
        between = [run for run in self._runs if first < run.place <= place]
        run = next((run for run in between if run.seat is not None), between[0])
        return run.cause, run.seat
