"""What `shogun review` tells: as an object, and its figures in words."""

from collections.abc import Sequence

from msgspec import Struct

from shogun.base.language import _, marked
from shogun.players.review.estimates import Estimate
from shogun.players.review.game_review import Booked, Cause

_NAMES: dict[Cause, str] = {
    "setup": marked("set-up"),
    "tower": marked("tower"),
    "dice": marked("dice"),
    "lots": marked("lots"),
    "outlook": marked("outlook"),
}


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


def causes_of(told: ReviewReport) -> list[Cause]:
    """Return what besides decisions has changed chances in this game."""
    return [cause for cause in _NAMES if any(cause in one.chance for one in told.booked)]


def headings(causes: Sequence[Cause]) -> list[str]:
    """Return the headings of a seat's figures."""
    return [_("own decisions"), _("others'"), *(_(_NAMES[cause]) for cause in causes), _("end")]


def figures(told: ReviewReport, seat: int, causes: Sequence[Cause]) -> list[str]:
    """Return what changed a seat's chance, by cause, and what it is in the end."""
    booked = told.booked[seat]
    changes = (booked.own, booked.others, *(booked.chance.get(cause, 0.0) for cause in causes))
    return [*(f"{100 * change:+.0f}" for change in changes), f"{told.estimates[-1].chances[seat]:.0%}"]


def change_text(turned: Turned, players: Sequence[str]) -> str:
    """Return a turning point in words: whose doing it was, and what it changed most."""
    who = players[turned.seat] if turned.seat is not None else _(_NAMES[turned.cause])
    found = sorted(zip(turned.changes, players, strict=True), key=lambda pair: -abs(pair[0]))[:2]
    changes = ", ".join(f"{name} {100 * change:+.0f}" for change, name in found)
    return _("line {line}, {who}: {changes}").format(line=turned.line, who=who, changes=changes)
