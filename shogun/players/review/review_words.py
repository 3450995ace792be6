"""The figures of a review in words: for the command line, for its page, and for the window."""

from collections.abc import Sequence
from math import fsum

from shogun.base.language import _, marked, signed
from shogun.players.review.booking import Booked, Cause, Entry, GameReview

_NAMES: dict[Cause, str] = {
    "setup": marked("set-up"),
    "tower": marked("tower"),
    "dice": marked("dice"),
    "lots": marked("draws"),
    "outlook": marked("outlook"),
    "open": marked("not analyzed"),
}
_NOTES: dict[Cause, str] = {
    "setup": marked("The starting position and seat order, before the first decision."),
    "tower": marked("What came out of the tower, compared with the expectation."),
    "dice": marked("What was rolled, compared with the expectation."),
    "lots": marked("Cards, events and the order of actions as they were drawn."),
    "outlook": marked(
        "Each season is judged by the position at its end; what the next season makes of it counts here."
    ),
    "open": marked("Parts of the game that haven't been analyzed closely yet."),
}


def causes_in(review: GameReview) -> list[Cause]:
    """Return what besides decisions has changed chances in a game."""
    found = {entry.cause for entry in review.entries}
    return [cause for cause in _NAMES if cause in found]


def headings(causes: Sequence[Cause]) -> list[str]:
    """Return the headings of a seat's figures."""
    return [_("start"), _("your decisions"), _("others'"), *(_(_NAMES[cause]) for cause in causes), _("end")]


def notes(causes: Sequence[Cause]) -> list[str]:
    """Return what each of these figures means, in a sentence."""
    return [
        _("At first everybody has the same chance; adding up all changes leads to the final result."),
        _("What your decisions changed, compared with a good opponent's usual choice."),
        _("What everybody else's decisions changed."),
        *(_(_NOTES[cause]) for cause in causes),
        _("The share of the victory."),
    ]


def figures(booked: Booked, end: float, causes: Sequence[Cause]) -> list[str]:
    """Return a seat's even chance, what changed it, by cause, in points of 100, and its share of the victory."""
    changes = (booked.own, booked.others, *(booked.chance.get(cause, 0.0) for cause in causes))
    return [f"{end - fsum(changes):.0%}", *(points(change) for change in changes), f"{end:.0%}"]


def points(change: float) -> str:
    """Return a change of a chance in points of 100."""
    return signed(round(100 * change))


def headline(entry: Entry, players: Sequence[str]) -> str:
    """Return a change in words: whose doing it was or what caused it, and the two chances that it changed most."""
    found = sorted(range(len(players)), key=lambda seat: (-abs(entry.changes[seat]), seat))[:2]
    changes = ", ".join(
        f"{players[seat]} {points(entry.changes[seat])}" for seat in sorted(found, key=lambda seat: seat != entry.seat)
    )
    if entry.seat in found:
        return changes
    who = players[entry.seat] if entry.seat is not None else _(_NAMES[entry.cause])
    return _("{who}: {changes}").format(who=who, changes=changes)
