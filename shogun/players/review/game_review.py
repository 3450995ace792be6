"""A game looked back at: each seat's chance to win at every moment, and each change of it booked to what caused it.

Answers that follow each other and have the same cause are booked together. A chance is booked as the difference of the
expectations before and after it is known, so that all entries add up to the way from even chances to how the game
ended: "the tower cost you 11 points, your decisions 7" is a true sentence (control variates at chance nodes: Burch,
Schmid, Moravcik, Morrill and Bowling, AIVAT, 2018).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum, sqrt
from typing import Any, Literal, Protocol, get_args

from msgspec import Struct

from shogun.base.worker_pool import in_order
from shogun.game.chance import Draw, Roll, Shuffle, Throw
from shogun.players.review.estimates import Estimate, Judge, estimate
from shogun.players.review.kept_review import ReviewKey
from shogun.table.past.history import History
from shogun.table.running.undo_history import Passed
from shogun.table.storage.journal import AnswerLine, Header, journal_hash

Cause = Literal["setup", "decision", "tower", "dice", "lots", "outlook"]
CAUSES: tuple[Cause, ...] = get_args(Cause)
"""What changes chances: how the game is set up, what a seat decides, cubes, dice, and cards or events drawn.

And the outlook: at a horizon of the judge, what it sees from there and didn't see before.
"""
VERSION = 1
"""Goes up when a review is made otherwise."""
PARTS = 24
"""Pieces into which the estimates of a game are cut for workers."""


class Reviewable(Protocol):
    """A game that can be looked back at; it can be sent to another process."""

    @property
    def rules(self) -> Any:
        """Its rules."""

    @property
    def judge(self) -> Judge | None:
        """What estimates chances; None if it brings nothing that does."""


class Entry(Struct, frozen=True):
    """A change of all seats' chances, and its cause. Places count answers: at place n, n answers have been given."""

    first: int
    """The place before it, ..."""
    place: int
    """... and the place after it."""
    cause: Cause
    seat: int | None
    """Who decided; None where nobody did."""
    changes: tuple[float, ...]
    """By seat, between -1 and 1; they add up to 0."""


class Booked(Struct, frozen=True):
    """What a seat has won and lost on the way from even chances to the end."""

    own: float
    others: float
    """By the decisions of all others."""
    chance: dict[Cause, float]
    """By whatever else causes changes."""
    error: float
    """The standard error of each of these figures, at most."""


class GameReview(Struct, frozen=True):
    """All that a review has found out."""

    journal: str
    """The hash of the journal's answers that stand."""
    playouts: int
    """How many were made at each place."""
    places: tuple[int, ...]
    """The places that were judged, in their order; a horizon stands there twice."""
    estimates: tuple[Estimate, ...]
    """Of each of them."""
    entries: tuple[Entry, ...]
    """The changes between them, the first from even chances."""

    @property
    def seats(self) -> int:
        """How many have played."""
        return len(self.estimates[0].chances)

    def booked(self, seat: int) -> Booked:
        """Return what made a seat's chance what it is in the end; all parts add up to the way from even chances."""
        own = fsum(entry.changes[seat] for entry in self.entries if entry.seat == seat)
        others = fsum(entry.changes[seat] for entry in self.entries if entry.seat not in (seat, None))
        by_cause: dict[Cause, float] = {}
        for entry in self.entries:
            if entry.seat is None:
                by_cause[entry.cause] = by_cause.get(entry.cause, 0.0) + entry.changes[seat]
        error = sqrt(2 * fsum(one.errors[seat] ** 2 for one in self.estimates))
        return Booked(own, others, by_cause, error)

    def turning_points(self, number: int = 3) -> list[Entry]:
        """Return the entries that changed most, the greatest first; set-up and outlook are none."""
        played = [entry for entry in self.entries if entry.cause not in ("setup", "outlook")]
        return sorted(played, key=lambda entry: (-max(map(abs, entry.changes)), entry.place))[:number]


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
        if begun is not None and (_is_forced(step) or (cause, seat) == (begun.cause, begun.seat)):
            begun = Run(begun.first, number + 1, begun.cause, begun.seat)
            continue
        if begun is not None:
            yield begun
        begun = Run(number, number + 1, cause, seat)
    if begun is not None:
        yield begun


def _is_forced(step: Passed) -> bool:
    """Return whether a seat had nothing to decide."""
    question = step.question
    return not isinstance(question, Shuffle | Draw | Roll | Throw) and question.count() == 1


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
    """The making of a review: of a game in which these answers stand, with so many playouts at each place.

    The same answers and playouts give the same review, however many workers there are and however often it was broken
    off.
    """

    def __init__(self, game: Reviewable, header: Header, answers: Sequence[AnswerLine], playouts: int) -> None:
        self.game, self.header, self.answers, self.playouts = game, header, tuple(answers), playouts
        past = History(game.rules, header)
        past.follow(answers)
        self._runs = list(runs(past.steps))
        self.journal = journal_hash(header, answers)
        self.looks = tuple(look for run in self._runs for look in self._looks(past.state(run.place), run.place))
        """The places to be judged; a horizon is looked at from both sides."""

    @property
    def judge(self) -> Judge:
        """What estimates. Whoever begins a review has looked whether the game brings it."""
        judge = self.game.judge
        assert judge is not None
        return judge

    @property
    def key(self) -> ReviewKey:
        """What its estimates are of."""
        version = self.judge.VERSION
        return ReviewKey(self.journal, VERSION, version, self.playouts, self.header.setup.seats, len(self.looks))

    def _looks(self, state: Any, place: int) -> tuple[tuple[int, bool], ...]:
        return ((place, False), (place, True)) if self.judge.is_horizon(state) else ((place, False),)

    def estimates(self, known: Sequence[Estimate | None], jobs: int) -> Iterator[list[Estimate | None]]:
        """Yield the estimates so far, in the order of the looks: again and again, until all are there."""
        found = list(known)
        yield found
        for some in in_order(_called, self.parts(len(found)), jobs):
            found = found + some
            yield found

    def parts(self, known: int) -> list[Part]:
        """Return the tasks that are left where the first looks are known, in their order."""
        size = max(1, -(-len(self.looks) // PARTS))
        return [self._part(self.looks[begin : begin + size]) for begin in range(known, len(self.looks), size)]

    def _part(self, looks: tuple[tuple[int, bool], ...]) -> Part:
        return Part(self.game, self.header, self.answers, looks, self.playouts, self.journal)

    def review(self, estimates: Sequence[Estimate | None]) -> GameReview | None:
        """Return the review that follows from estimates of the first looks; None if there is nothing to tell yet."""
        judged = [(place, one) for (place, _ahead), one in zip(self.looks, estimates, strict=False) if one is not None]
        if not judged:
            return None
        return GameReview(
            journal=self.journal,
            playouts=self.playouts,
            places=tuple(place for place, _one in judged),
            estimates=tuple(one for _place, one in judged),
            entries=tuple(self._entries(judged)),
        )

    def _entries(self, judged: Sequence[tuple[int, Estimate]]) -> Iterator[Entry]:
        """Yield the changes between places that were judged; what lies before the first is the set-up's."""
        seats: int = self.header.setup.seats
        even = Estimate((1 / seats,) * seats, (0.0,) * seats)
        for (first, before), (place, after) in pairwise([(0, even), *judged]):
            cause, seat = self._cause(first, place)
            changes = tuple(round(new - old, 6) for old, new in zip(before.chances, after.chances, strict=True))
            yield Entry(first, place, cause, seat, changes)

    def _cause(self, first: int, place: int) -> tuple[Cause, int | None]:
        """Return what is between two places: of several causes the first decision, if there is one."""
        if not first:
            return "setup", None
        if first == place:
            return "outlook", None
        between = [run for run in self._runs if first < run.place <= place]
        run = next((run for run in between if run.seat is not None), between[0])
        return run.cause, run.seat
