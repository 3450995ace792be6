"""The review of a game: each seat's chance to win at every moment, and each change of it attributed to its cause.

Consecutive answers with the same cause are attributed together. A chance event is entered as the difference of the
expectations before and after it is known, so that all entries add up to the way from even chances to the game's
end: "the tower cost you 11 points, your decisions 7" is a true sentence (control variates at chance nodes: Burch,
Schmid, Moravcik, Morrill and Bowling, AIVAT, 2018).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from math import fsum, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from shogun.base.files import UNDECODABLE, checksum, keep_private, read_bounded, sealed, unsealed, write_whole
from shogun.base.worker_pool import in_order
from shogun.game.protocol import AnyGame
from shogun.game.questions import Roll, Throw
from shogun.table.course import PastAnswer
from shogun.table.journal import AnswerLine, Header, journal_hash
from shogun.table.replay import History
from shogun.table.towers import Inside
from shogun.table.visible_past import VisiblePast

if TYPE_CHECKING:  # it is loaded with the first estimate: menus name reviews too
    import numpy as np

# Each seat's chance to win at one moment, with its error

Chances: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
"""Each seat's share of the victory in each playout, shape (n, seats); every row adds up to 1."""


GROUPS = 32
"""Most groups into which playouts are divided."""


class Estimate(Struct, frozen=True):
    """Each seat's chance to win, between 0 and 1, in seat order."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors; 0 where nothing was left to chance."""
    groups: tuple[tuple[float, ...], ...] = ()
    """The chances by each group of playouts; the same group has the same luck at all moments. Empty for a certainty."""


class Judge(Protocol):
    """A game's judge of chances: `Game.judge`."""

    @property
    def VERSION(self) -> int:  # noqa: N802
        """Increased when the same moment is estimated differently."""

    @property
    def PLAYOUTS(self) -> int:  # noqa: N802
        """Default number of playouts at each moment."""

    def win_chances(
        self, state: Any, inside: Inside, playouts: int, seed: str, /, players: Sequence[str] = ()
    ) -> "Chances | None":
        """Return each seat's share of the victory in so many playouts; None at a moment that it can't judge.

        All of the game may be used, including information hidden from seats, and who plays: the codes of players in
        seat order. A moment at which chance is asked is worth the mean of its answers.
        """


class Reviewable(Protocol):
    """A game that can be reviewed; it can be sent to another process."""

    @property
    def rules(self) -> AnyGame:
        """Its rules."""

    @property
    def judge(self) -> Judge | None:
        """The judge of chances; None for a game without one."""


def estimate(samples: Chances) -> Estimate:
    """Return the mean of playouts, with its error."""
    import numpy as np

    number = len(samples)
    means, spreads = samples.mean(axis=0), samples.std(axis=0)
    errors = spreads / sqrt(number - 1) if number > 1 else spreads
    parts = np.array_split(samples, min(number, GROUPS)) if number > 1 else []
    groups = tuple(_row(part.mean(axis=0), 4) for part in parts)
    return Estimate(_row(means, 6), _row(errors, 6), groups)


def _row(values: Chances, places: int) -> tuple[float, ...]:
    return tuple(map(float, values.round(places)))


def by_group(found: Estimate, playouts: int) -> Chances:
    """Return an estimate's chances by group, shape (groups, seats), with the groups that so many playouts make."""
    import numpy as np

    number = min(playouts, GROUPS)
    return np.array(found.groups if len(found.groups) == number else (found.chances,) * number)


def error_of(sums: Chances, playouts: int) -> Chances:
    """Return the standard error of each seat's sum of chances, given by group, shape (groups, seats).

    The moments in a sum share their luck, so that much of it cancels out: the error is that of the
    whole sum, from the differences between groups. With one playout it is unknown: 0.
    """
    import numpy as np

    number = len(sums)
    if number < 2:
        return np.zeros(sums.shape[1])
    weights = np.array([len(part) for part in np.array_split(np.arange(playouts), number)])[:, None] / playouts
    spread = (weights * (sums - (weights * sums).sum(axis=0))) ** 2
    errors: Chances = np.sqrt(spread.sum(axis=0) * number / (number - 1))
    return errors


def shared(winners: Sequence[int], seats: int) -> list[float]:
    """Return each seat's share of a victory."""
    return [(seat in winners) / len(winners) for seat in range(seats)]


_GOLDEN = (sqrt(5) - 1) / 2
"""Its multiples, less their whole parts, are spread evenly however many there are."""


def looks_further(number: int, share: float) -> bool:
    """Return whether the n-th playout is among a share of all that looks further ahead than the others.

    A playout that is among a share is among each larger one.
    """
    return number * _GOLDEN % 1 < share


def coarse_to_fine(count: int) -> tuple[int, ...]:
    """Return the numbers below `count`: the last and the first, then halves, quarters and so on between them."""
    steps = [2**power for power in reversed(range(count.bit_length() + 1))]
    spread = (number for step in steps for number in range(0, count, step))
    return tuple(dict.fromkeys((*range(count)[-1:], *spread)))


# The result of a review: every change of everybody's chance to win, attributed to its cause

Cause = Literal["setup", "decision", "tower", "dice", "lots", "open"]
CAUSES: tuple[Cause, ...] = get_args(Cause)
"""Causes of changes: the game's set-up, a seat's decision, cubes, dice, and cards or events drawn.

And in an unfinished review, open: several causes between two known moments.
"""


class Entry(Struct, frozen=True):
    """A change of all seats' chances, and its cause. Places count answers: at place n, n answers have been given."""

    first: int
    """The place before it, ..."""
    place: int
    """... and the place after it."""
    cause: Cause
    seat: int | None
    """The seat that decided; None if none did."""
    changes: tuple[float, ...]
    """One change per seat, between -1 and 1; they add up to 0."""
    errors: tuple[float, ...] = ()
    """Standard errors of the changes, by seat: with the same luck before and after."""

    def began(self, steps: Sequence[PastAnswer]) -> int:
        """Return the place of its decision, or of the first of its events."""
        places = range(self.first, self.place)
        return next((place for place in places if steps[place].question.seat == self.seat), self.first)


class Booked(Struct, frozen=True):
    """A seat's gains and losses on the way from even chances to the end."""

    own: float
    others: float
    """Change by the decisions of all others."""
    chance: dict[Cause, float]
    """Changes by other causes."""
    own_error: float
    """Standard error of the change by own decisions, ..."""
    others_error: float
    chance_errors: dict[Cause, float]
    """... and of the other figures."""

    @property
    def error(self) -> float:
        """The largest standard error of these figures."""
        return max(self.own_error, self.others_error, *self.chance_errors.values())


class GameReview(Struct, frozen=True, dict=True):
    """The result of a review."""

    journal: str
    """The hash of the journal's current answers."""
    playouts: int
    """Playouts at each place."""
    places: tuple[int, ...]
    """The judged places, in order."""
    estimates: tuple[Estimate, ...]
    """One estimate per place."""
    entries: tuple[Entry, ...]
    """The changes between them, the first from even chances."""

    is_whole: bool = True
    """True if all places of the game were judged."""

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.estimates[0].chances)

    @cached_property
    def by_group(self) -> Chances:
        """The changes of all entries by group of playouts, shape (entries, groups, seats)."""
        import numpy as np

        groups = np.array([by_group(one, self.playouts) for one in self.estimates])
        return np.diff(groups, axis=0, prepend=1 / self.seats)

    def booked(self, seat: int) -> Booked:
        """Return the parts of a seat's chance at the end; they add up to the way from even chances."""
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
        """Return the sum of some entries' changes of a seat's chance, and its standard error."""
        numbers = [number for number, entry in enumerate(self.entries) if belongs(entry)]
        change = fsum(self.entries[number].changes[seat] for number in numbers)
        return change, float(error_of(self.by_group[numbers].sum(axis=0), self.playouts)[seat])

    def turning_points(self, number: int = 3) -> list[Entry]:
        """Return the entries with the greatest changes, the greatest first; the set-up doesn't count."""
        played = [entry for entry in self.entries if entry.cause not in ("setup", "open")]
        return sorted(played, key=lambda entry: (-max(map(abs, entry.changes)), entry.place))[:number]


def _is_by(cause: Cause, entry: Entry) -> bool:
    """Return whether a change has this cause only."""
    return entry.seat is None and entry.cause == cause


# Kept estimates, in a file next to the journal, so that an interrupted review can be resumed
#
# The file is expendable: unusable estimates are made again.

MOST_BYTES = 4_000_000
MOST_PLACES = 10_000
Chance = Annotated[float, Meta(ge=0, le=1)]


class Curve(Struct, frozen=True):
    """Everybody's chances over a game, and their precision."""

    places: Sequence[int]
    """Places in order, as numbers of answers given."""
    chances: Sequence[Sequence[float]]
    """At each place, in seat order."""
    errors: Sequence[Sequence[float]]


class _Estimate(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    chances: Annotated[tuple[Chance, ...], Meta(min_length=2, max_length=8)]
    errors: Annotated[tuple[Chance, ...], Meta(min_length=2, max_length=8)]
    groups: Annotated[tuple[tuple[Chance, ...], ...], Meta(max_length=GROUPS)]


class ReviewKey(Struct, frozen=True):
    """The conditions of estimates: those kept under another key are made again."""

    journal: str
    """The hash of the journal's current answers."""
    version: int
    """Version of reviews."""
    judge: int
    """The version of the game's judge."""
    playouts: int
    """Playouts at each place."""
    seats: int
    places: Annotated[tuple[int, ...], Meta(max_length=MOST_PLACES)]
    """Places of all estimates of the whole review, in the order of the game."""


class _ReviewFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of such a file."""

    key: ReviewKey
    estimates: tuple[_Estimate | None, ...]


def kept_estimates(path: Path, key: ReviewKey) -> list[Estimate | None]:
    """Return a file's first estimates of a review, in its work's order.

    None if they are of another review, or unusable.
    """
    kept = _read(path)
    if kept is None or kept.key != key:
        return []
    return [None if one is None else Estimate(one.chances, one.errors, one.groups) for one in kept.estimates]


def _read(path: Path) -> _ReviewFile | None:
    """Return the content of such a file, if it is usable."""
    try:
        kept = msgspec.json.decode(_unsealed(read_bounded(path, MOST_BYTES)), type=_ReviewFile)
        keep_private(path)  # earlier programs let others read it
    except (OSError, *UNDECODABLE):
        return None
    fits = all(one is None or _has_seats(one, kept.key.seats) for one in kept.estimates)
    return kept if fits and len(kept.estimates) <= len(kept.key.places) else None


def kept_curve(path: Path, journal: str) -> Curve | None:
    """Return a file's curve as far as it is known; None if it is of another journal, or unusable."""
    kept = _read(path)
    if kept is None or kept.key.journal != journal:
        return None
    places = kept.key.places
    known = sorted(zip(coarse_to_fine(len(places)), kept.estimates, strict=False), key=lambda pair: pair[0])
    judged = [(places[number], one) for number, one in known if one is not None]
    if not judged:
        return None
    chances, errors = [one.chances for _place, one in judged], [one.errors for _place, one in judged]
    return Curve([place for place, _one in judged], chances, errors)


def _has_seats(one: _Estimate, seats: int) -> bool:
    return {len(one.chances), len(one.errors), *map(len, one.groups)} == {seats}


def keep_estimates(path: Path, key: ReviewKey, estimates: Sequence[Estimate | None]) -> None:
    """Keep estimates. Raises OSError."""
    rows = tuple(None if one is None else _Estimate(one.chances, one.errors, one.groups) for one in estimates)
    body = msgspec.json.encode(_ReviewFile(key, rows))
    write_whole(path, sealed(body, checksum(body)), is_private=True)


def _unsealed(data: bytes) -> bytes:
    """Return sealed data. Raises ValueError."""
    body, stated = unsealed(data)
    if stated != checksum(body):
        raise ValueError("its checksum is another one")
    return body


__all__ = ["CAUSES", "Booked", "Cause", "Entry", "GameReview", "ReviewWork", "Reviewable", "runs"]

VERSION = 3
"""Increased when a review is made differently."""
PARTS = 24
"""Pieces into which the estimates of a game are divided for workers."""


class Run(Struct, frozen=True):
    """Consecutive answers with one cause."""

    first: int
    place: int
    cause: Cause
    seat: int | None


def runs(steps: Sequence[PastAnswer]) -> Iterator[Run]:
    """Yield a game's answers by cause; an answer without a choice belongs to the one before."""
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


def _cause(step: PastAnswer) -> tuple[Cause, int | None]:
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
    places: tuple[int, ...]
    playouts: int
    seed: str

    def __call__(self) -> list[Estimate | None]:
        """Return an estimate for each place; None where the game can't be judged yet."""
        judge: Judge = self.game.judge
        past = History(self.game.rules, self.header)
        past.follow(self.answers)
        players = tuple(seat.player for seat in self.header.seats)
        found = (
            judge.win_chances(past.state(place), past.inside(place), self.playouts, self.seed, players)
            for place in self.places
        )
        return [None if samples is None else estimate(samples) for samples in found]


def _run_part(part: Part) -> list[Estimate | None]:
    return part()


class ReviewWork:
    """The making of a review: of a game's past as its reader may know it, with so many playouts at each place.

    The same answers and playouts give the same review, however many workers there are and however often it was
    interrupted.
    """

    def __init__(self, game: Reviewable, told: VisiblePast, playouts: int) -> None:
        self.game, self.header, self.answers, self.playouts = game, told.header, told.answers, playouts
        self.past = History(game.rules, self.header)
        """The game as it is reviewed."""
        self.past.follow(self.answers)
        self._runs = list(runs(self.past.steps))
        self._hidden = told.hidden
        self.is_partial = told.is_partial
        """True if some moments aren't judged, because later information is still hidden."""
        self.journal = journal_hash(self.header, self.answers)
        self.places = tuple(run.place for run in self._runs if run.place not in self._hidden)
        """The places to be judged."""
        self.order = coarse_to_fine(len(self.places))
        """The order of judging: any beginning of it is spread over the whole game."""

    @property
    def judge(self) -> Judge:
        """The judge. Callers have checked that the game provides one."""
        judge = self.game.judge
        assert judge is not None
        return judge

    @property
    def key(self) -> ReviewKey:
        """The conditions of its estimates."""
        version, seats = self.judge.VERSION, self.header.setup.seats
        return ReviewKey(self.journal, VERSION, version, self.playouts, seats, self.places)

    def estimates(self, known: Sequence[Estimate | None], jobs: int) -> Iterator[list[Estimate | None]]:
        """Yield the estimates so far, in the work's order: again and again, until all are there."""
        made = list(known)
        yield made
        for some in in_order(_run_part, self.parts(len(made)), jobs):
            made = made + some
            yield made

    def parts(self, known: int) -> list[Part]:
        """Return the remaining tasks, in the work's order, when its first places are known."""
        size = max(1, -(-len(self.places) // PARTS))
        return [self._part(self.order[begin : begin + size]) for begin in range(known, len(self.places), size)]

    def _part(self, numbers: Sequence[int]) -> Part:
        places = tuple(self.places[number] for number in numbers)
        return Part(self.game, self.header, self.answers, places, self.playouts, self.journal)

    def review(self, estimates: Sequence[Estimate | None]) -> GameReview | None:
        """Return the review from the first estimates; None if they are too few."""
        known = dict(sorted(zip(self.order, estimates, strict=False)))
        judged = [(number, one) for number, one in known.items() if one is not None]
        if not judged:
            return None
        review = GameReview(
            journal=self.journal,
            playouts=self.playouts,
            places=tuple(self.places[number] for number, _one in judged),
            estimates=tuple(one for _number, one in judged),
            entries=(),
            is_whole=len(known) == len(self.places),
        )
        return replace(review, entries=tuple(self._entries(known, review)))

    def _entries(self, known: Mapping[int, Estimate | None], judged: GameReview) -> Iterator[Entry]:
        """Yield the changes between judged moments; everything before the first is the set-up's."""
        numbers = [number for number, one in known.items() if one is not None]
        even = (1 / judged.seats,) * judged.seats
        chances = [even, *(one.chances for one in judged.estimates)]
        errors = [error_of(change, self.playouts) for change in judged.by_group]
        for (before, after), (old, new), error in zip(pairwise([-1, *numbers]), pairwise(chances), errors, strict=True):
            first = self.places[before] if before >= 0 else 0
            place = self.places[after]
            is_open = any(number not in known for number in range(before + 1, after)) or self._hides(first, place)
            cause, seat = self._cause(first, place, is_open=is_open)
            changes = tuple(round(now - then, 6) for then, now in zip(old, new, strict=True))
            yield Entry(first, place, cause, seat, changes, tuple(map(float, error.round(6))))

    def _hides(self, first: int, place: int) -> bool:
        """Return whether anything is hidden between two places."""
        return first > 0 and any(first < hidden < place for hidden in self._hidden)

    def _cause(self, first: int, place: int, *, is_open: bool) -> tuple[Cause, int | None]:
        """Return the cause between two places: of several the first decision, if there is one."""
        if is_open:
            return "open", None
        if not first:
            return "setup", None
        between = [run for run in self._runs if first < run.place <= place]
        run = next((run for run in between if run.seat is not None), between[0])
        return run.cause, run.seat
