"""What `shogun review` tells, as an object."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from shogun.base.language import _
from shogun.cli.game_commands.told_decisions import ToldSeat
from shogun.games import Game
from shogun.players.review import game_review
from shogun.players.review.estimates import Estimate
from shogun.players.review.game_review import Booked, Cause, GameReview, ReviewWork
from shogun.players.review.review_words import causes_in, figures, headings, headline
from shogun.table.past.history import History


class Turned(Struct):
    """A turning point, in the JSON object."""

    answers: int
    """So many answers had been given after it."""
    line: int
    """The line of the journal that completed it."""
    cause: Cause
    seat: int | None
    changes: tuple[float, ...]
    errors: tuple[float, ...]
    told: tuple[str, ...]
    moment: str
    """How far the game had come."""
    words: str
    """Whose doing it was, and the greatest changes."""


class Moment(Struct):
    """Where a part of the game begins."""

    answers: int
    words: str


class Course(Struct):
    """Everybody's chances over a game."""

    answers: tuple[int, ...]
    """The moments that were judged, by how many answers had been given."""
    estimates: tuple[Estimate, ...]


class Original(Struct):
    """The game of which this one is a branch."""

    words: str
    step: int
    """From where on they differ, by answers."""
    why: str
    """Why its course can't be told, in a sentence; empty if it can."""
    course: Course | None = None


class ReviewReport(Struct):
    """The JSON object of `shogun review --json`."""

    journal: str
    players: tuple[str, ...]
    playouts: int
    looks: int
    """Moments that can be judged; more than were judged where the time was up."""
    is_partial: bool
    """Whether there are others: moments of a running game that depend on secrets."""
    is_whole: bool
    answers: tuple[int, ...]
    """The moments that were judged, by how many answers had been given."""
    estimates: tuple[Estimate, ...]
    booked: tuple[Booked, ...]
    """By seat."""
    headings: list[str]
    """Of the same in words."""
    figures: list[list[str]]
    """By seat."""
    parts: tuple[Moment, ...]
    turning_points: tuple[Turned, ...]
    original: Original | None
    decisions: tuple[ToldSeat, ...] = ()
    """Of each seat that was judged."""


def course_of(found: GameReview | None) -> Course | None:
    """Return the course of a game, without what only errors are made of."""
    if found is None:
        return None
    return Course(found.places, tuple(Estimate(one.chances, one.errors) for one in found.estimates))


def report_of(
    found: GameReview, entry: Game, work: ReviewWork, turning_points: int, original: Original | None
) -> ReviewReport:
    """Return what is told of a review, with so many turning points."""
    past = History(entry.rules, work.header)
    past.follow(work.answers)
    names, causes, end = tuple(seat.name for seat in work.header.seats), causes_in(found), found.estimates[-1].chances
    booked = tuple(found.booked(seat) for seat in range(found.seats))
    course = course_of(found)
    assert course is not None, "there is something to tell"
    return ReviewReport(
        journal=found.journal,
        players=names,
        playouts=found.playouts,
        looks=len(work.looks),
        is_partial=work.is_partial,
        is_whole=found.is_whole,
        answers=course.answers,
        estimates=course.estimates,
        booked=booked,
        headings=headings(causes),
        figures=[figures(one, share, causes) for one, share in zip(booked, end, strict=True)],
        parts=tuple(_parts(past, entry)),
        turning_points=tuple(_turned(one, past, entry, names) for one in found.turning_points(turning_points)),
        original=original,
    )


def _parts(past: History, entry: Game) -> Iterator[Moment]:
    for part in entry.telling.parts(past.steps):
        yield Moment(part.place, _moment(past, entry, part.place))


def _moment(past: History, entry: Game, place: int) -> str:
    words: str = entry.listing.moment(entry.rules.view(past.state(place), None))
    return words


def _turned(one: game_review.Entry, past: History, entry: Game, names: Sequence[str]) -> Turned:
    from shogun.window.play.review.turning_words import happened

    line = past.steps[one.place - 1].line.n
    moment = _moment(past, entry, one.place - 1)
    words = _("line {line}, {moment}: {what}").format(line=line, moment=moment, what=headline(one, names))
    told = happened(entry, past, one)
    return Turned(one.place, line, one.cause, one.seat, one.changes, one.errors, told, moment, words)
