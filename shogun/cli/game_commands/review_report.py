"""What `shogun review` tells, as an object."""

from msgspec import Struct

from shogun.players.review.estimates import Estimate
from shogun.players.review.game_review import Booked, Cause, GameReview


class Turned(Struct):
    """A turning point, in the JSON object."""

    answers: int
    """So many answers had been given after it."""
    line: int
    """The line of the journal that completed it."""
    cause: Cause
    seat: int | None
    changes: tuple[float, ...]
    told: tuple[str, ...]
    words: str
    """Whose doing it was, and the greatest changes."""


class ReviewReport(Struct):
    """The JSON object of `shogun review --json`."""

    journal: str
    players: tuple[str, ...]
    playouts: int
    answers: tuple[int, ...]
    """The moments that were judged, by how many answers had been given."""
    estimates: tuple[Estimate, ...]
    booked: tuple[Booked, ...]
    """By seat."""
    turning_points: tuple[Turned, ...]


class Figures(Struct):
    """The table of a review in words."""

    headings: list[str]
    rows: list[list[str]]
    """By seat."""


def report_of(found: GameReview, players: tuple[str, ...], turning_points: tuple[Turned, ...]) -> ReviewReport:
    """Return what is told of a review."""
    return ReviewReport(
        journal=found.journal,
        players=players,
        playouts=found.playouts,
        answers=found.places,
        estimates=found.estimates,
        booked=tuple(found.booked(seat) for seat in range(found.seats)),
        turning_points=turning_points,
    )
