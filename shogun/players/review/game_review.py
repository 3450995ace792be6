"""A game looked back at: each seat's chance to win at every moment, and each change of it booked to what caused it.

Answers that follow each other and have the same cause are booked together. A chance is booked as the difference of the
expectations before and after it is known, so that all entries add up to the way from even chances to how the game
ended: "the tower cost you 11 points, your decisions 7" is a true sentence (control variates at chance nodes: Burch,
Schmid, Moravcik, Morrill and Bowling, AIVAT, 2018).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from math import fsum, sqrt
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, TypeAlias, get_args

import msgspec
import numpy as np
from msgspec import Meta, Struct
from msgspec.structs import replace

from shogun.base.files import UNDECODABLE, checksum, keep_private, read_bounded, sealed, unsealed, write_whole
from shogun.base.worker_pool import in_order
from shogun.game.protocol import AnyGame
from shogun.game.questions import Roll, Throw
from shogun.table.journal import AnswerLine, Header, journal_hash
from shogun.table.replay import History
from shogun.table.towers import Inside
from shogun.table.undo_history import Passed
from shogun.table.visible_past import VisiblePast

# Each seat's chance to win at one moment, with its error.

Chances: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
"""Each seat's share of the victory in each playout, shape (n, seats); every row adds up to 1."""


GROUPS = 32
"""Into so many groups playouts are divided at most."""


class Estimate(Struct, frozen=True):
    """Each seat's chance to win, between 0 and 1, in seat order."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors; 0 where nothing was left to chance."""
    groups: tuple[tuple[float, ...], ...] = ()
    """The chances by each group of playouts; the same group has the same luck at all moments. None of a certainty."""


class Judge(Protocol):
    """What a game brings for reviews: `Game.judge`."""

    @property
    def VERSION(self) -> int:  # noqa: N802
        """Goes up when the same moment is estimated otherwise."""

    @property
    def PLAYOUTS(self) -> int:  # noqa: N802
        """How many are made at each moment unless somebody says otherwise."""

    def is_horizon(self, state: Any, /) -> bool:
        """Return whether playouts end here: they judge what comes after it only as it looks from here."""

    def win_chances(self, state: Any, inside: Inside, playouts: int, seed: str, /, *, ahead: bool) -> Chances | None:
        """Return each seat's share of the victory in so many playouts; None at a moment that it can't judge.

        At a horizon `ahead` says whether to play on behind it. All of the game may be looked at, what is hidden from
        seats too. A moment at which chance is asked is worth what its answers are worth on average.
        """


class Reviewable(Protocol):
    """A game that can be looked back at; it can be sent to another process."""

    @property
    def rules(self) -> AnyGame:
        """Its rules."""

    @property
    def judge(self) -> Judge | None:
        """What estimates chances; None if it brings nothing that does."""


def estimate(samples: Chances) -> Estimate:
    """Return the mean of playouts, with its error."""
    number = len(samples)
    means, spreads = samples.mean(axis=0), samples.std(axis=0)
    errors = spreads / sqrt(number - 1) if number > 1 else spreads
    parts = np.array_split(samples, min(number, GROUPS)) if number > 1 else []
    groups = tuple(_row(part.mean(axis=0), 4) for part in parts)
    return Estimate(_row(means, 6), _row(errors, 6), groups)


def _row(values: Chances, places: int) -> tuple[float, ...]:
    return tuple(map(float, values.round(places)))


def by_group(found: Estimate, playouts: int) -> Chances:
    """Return an estimate's chances by group, shape (groups, seats), as many as there are of so many playouts."""
    number = min(playouts, GROUPS)
    return np.array(found.groups if len(found.groups) == number else (found.chances,) * number)


def error_of(sums: Chances, playouts: int) -> Chances:
    """Return the standard error of each seat's sum of chances, which is known by group, shape (groups, seats).

    Moments of which a sum is made have their luck in common, so that much of it cancels out: the error is that of the
    whole sum, by how groups differ. Of one playout none can be told: 0.
    """
    number = len(sums)
    if number < 2:
        return np.zeros(sums.shape[1])
    weights = np.array([len(part) for part in np.array_split(np.arange(playouts), number)])[:, None] / playouts
    spread = (weights * (sums - (weights * sums).sum(axis=0))) ** 2
    found: Chances = np.sqrt(spread.sum(axis=0) * number / (number - 1))
    return found


def shared(winners: Sequence[int], seats: int) -> list[float]:
    """Return each seat's share of a victory."""
    return [(seat in winners) / len(winners) for seat in range(seats)]


def coarse_to_fine(count: int) -> tuple[int, ...]:
    """Return the numbers below `count`: the last and the first, then halves, quarters and so on between them."""
    steps = [2**power for power in reversed(range(count.bit_length() + 1))]
    spread = (number for step in steps for number in range(0, count, step))
    return tuple(dict.fromkeys((*range(count)[-1:], *spread)))


# What a review has found out: every change of everybody's chance to win, booked to what caused it.

Cause = Literal["setup", "decision", "tower", "dice", "lots", "outlook", "open"]
CAUSES: tuple[Cause, ...] = get_args(Cause)
"""What changes chances: how the game is set up, what a seat decides, cubes, dice, and cards or events drawn.

And the outlook: at a horizon of the judge, what it sees from there and didn't see before. And in a review that isn't
whole yet what is still open: several causes between two moments that are known.
"""


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
    errors: tuple[float, ...] = ()
    """Standard errors of the changes, by seat: of the same luck before and after."""


class Booked(Struct, frozen=True):
    """What a seat has won and lost on the way from even chances to the end."""

    own: float
    others: float
    """By the decisions of all others."""
    chance: dict[Cause, float]
    """By whatever else causes changes."""
    own_error: float
    """The standard error of what own decisions have changed, ..."""
    others_error: float
    chance_errors: dict[Cause, float]
    """... and of the other figures."""

    @property
    def error(self) -> float:
        """The standard error of each of these figures, at most."""
        return max(self.own_error, self.others_error, *self.chance_errors.values())


class GameReview(Struct, frozen=True, dict=True):
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

    is_whole: bool = True
    """Whether all places of the game were judged."""

    @property
    def seats(self) -> int:
        """How many have played."""
        return len(self.estimates[0].chances)

    @cached_property
    def by_group(self) -> Chances:
        """The changes of all entries by group of playouts, shape (entries, groups, seats)."""
        groups = np.array([by_group(one, self.playouts) for one in self.estimates])
        return np.diff(groups, axis=0, prepend=1 / self.seats)

    def booked(self, seat: int) -> Booked:
        """Return what made a seat's chance what it is in the end; all parts add up to the way from even chances."""
        causes = dict.fromkeys(entry.cause for entry in self.entries if entry.seat is None)
        own, own_error = self._sum(seat, lambda entry: entry.seat == seat)
        others, others_error = self._sum(seat, lambda entry: entry.seat not in (seat, None))
        chance = {cause: self._sum(seat, partial(_is_by, cause)) for cause in causes}
        return Booked(
            own=own,
            others=others,
            chance={cause: change for cause, (change, _error) in chance.items()},
            own_error=own_error,
            others_error=others_error,
            chance_errors={cause: error for cause, (_change, error) in chance.items()},
        )

    def _sum(self, seat: int, belongs: Callable[[Entry], bool]) -> tuple[float, float]:
        """Return by how much entries have changed a seat's chance together, and the standard error."""
        found = [number for number, entry in enumerate(self.entries) if belongs(entry)]
        change = fsum(self.entries[number].changes[seat] for number in found)
        return change, float(error_of(self.by_group[found].sum(axis=0), self.playouts)[seat])

    def turning_points(self, number: int = 3) -> list[Entry]:
        """Return the entries that changed most, the greatest first; set-up and outlook are none."""
        played = [entry for entry in self.entries if entry.cause not in ("setup", "outlook", "open")]
        return sorted(played, key=lambda entry: (-max(map(abs, entry.changes)), entry.place))[:number]


def _is_by(cause: Cause, entry: Entry) -> bool:
    """Return whether nobody but this has caused a change."""
    return entry.seat is None and entry.cause == cause


# The estimates of a review in a file beside the journal: a review that was broken off goes on with them.
#
# Nothing is lost with it: what can't be used is made again.

MOST_BYTES = 4_000_000
MOST_LOOKS = 10_000
Chance = Annotated[float, Meta(ge=0, le=1)]


class Curve(Struct, frozen=True):
    """Everybody's chances over a game, and how sure they are."""

    places: Sequence[int]
    """By how many answers had been given, in their order."""
    chances: Sequence[Sequence[float]]
    """At each place, in seat order."""
    errors: Sequence[Sequence[float]]


class _Estimate(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    chances: Annotated[tuple[Chance, ...], Meta(min_length=2, max_length=8)]
    errors: Annotated[tuple[Chance, ...], Meta(min_length=2, max_length=8)]
    groups: Annotated[tuple[tuple[Chance, ...], ...], Meta(max_length=GROUPS)]


class ReviewKey(Struct, frozen=True):
    """What estimates are of, and how they were made: those of another key are made anew."""

    journal: str
    """The hash of the journal's answers that stand."""
    version: int
    """Of reviews."""
    judge: int
    """The version of the game's judge."""
    playouts: int
    """At each look."""
    seats: int
    places: Annotated[tuple[int, ...], Meta(max_length=MOST_LOOKS)]
    """Of all estimates of the whole review, in the order of the game."""


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What such a file holds."""

    key: ReviewKey
    estimates: tuple[_Estimate | None, ...]


def kept_estimates(path: Path, key: ReviewKey) -> list[Estimate | None]:
    """Return the first estimates of a review, in its work's order, that a file holds.

    None if it is of another review, or can't be used.
    """
    kept = _read(path)
    if kept is None or kept.key != key:
        return []
    return [None if one is None else Estimate(one.chances, one.errors, one.groups) for one in kept.estimates]


def _read(path: Path) -> _Kept | None:
    """Return what such a file holds, if it can be used."""
    try:
        kept = msgspec.json.decode(_unsealed(read_bounded(path, MOST_BYTES)), type=_Kept)
        keep_private(path)  # earlier programs let others read it
    except (OSError, *UNDECODABLE):
        return None
    fits = all(one is None or _fits(one, kept.key.seats) for one in kept.estimates)
    return kept if fits and len(kept.estimates) <= len(kept.key.places) else None


def kept_curve(path: Path, journal: str) -> Curve | None:
    """Return the curve that a file holds, as far as it is known; None if it is of another journal, or can't be used."""
    kept = _read(path)
    if kept is None or kept.key.journal != journal:
        return None
    places = kept.key.places
    known = sorted(zip(coarse_to_fine(len(places)), kept.estimates, strict=False), key=lambda pair: pair[0])
    judged = [(places[look], one) for look, one in known if one is not None]
    if not judged:
        return None
    chances, errors = [one.chances for _place, one in judged], [one.errors for _place, one in judged]
    return Curve([place for place, _one in judged], chances, errors)


def _fits(one: _Estimate, seats: int) -> bool:
    return {len(one.chances), len(one.errors), *map(len, one.groups)} == {seats}


def keep_estimates(path: Path, key: ReviewKey, estimates: Sequence[Estimate | None]) -> None:
    """Keep estimates. Raises OSError."""
    rows = tuple(None if one is None else _Estimate(one.chances, one.errors, one.groups) for one in estimates)
    body = msgspec.json.encode(_Kept(key, rows))
    write_whole(path, sealed(body, checksum(body)), is_private=True)


def _unsealed(data: bytes) -> bytes:
    """Return what was sealed. Raises ValueError."""
    body, stated = unsealed(data)
    if stated != checksum(body):
        raise ValueError("its checksum is another one")
    return body


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
