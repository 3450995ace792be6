"""Games that begin at a position: the methods their rules need, and messages about impossible positions.

A position is a field of the setup, agreed before the game. So a journal's header holds it, and replay, undo and
branches don't need to know it. It never holds the order of anything hidden, which is drawn when the game begins.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Protocol

from shogun.base.language import _, shown
from shogun.game.bounds import Way
from shogun.game.errors import IllegalSetup

Found = tuple[Way, str]
"""Path of a problem in a position's file, and a sentence about it without a full stop."""
LONGEST_QUOTE = 40
"""Characters of a name that are quoted."""
MOST_LISTED = 14
"""Most legal names that a message lists; of more it only gives their number."""
MOST_COUNT = 10_000
"""Largest number in a position."""


class BeginsAnywhere(Protocol):
    """Methods of the rules of a game that can begin at a position."""

    @property
    def position_defaults(self) -> Mapping[str, str]:
        """Sentences that say what holds where a file leaves something out, by the keys of its position, in English."""

    def position_of(self, state: Any, seats: Collection[int] = (), /) -> Any:
        """Return the setup of a game that begins at a state, with only what everybody and these seats may know.

        Raises `NoPosition` where no game can begin.
        """

    def position_problems(self, setup: Any, /) -> Iterable[Found]:
        """Yield all problems of a setup with a position."""


def place_of(way: Way) -> str:
    """Return a path in the notation of messages: `seat[0].rice`."""
    words = (f"[{key}]" if isinstance(key, int) else f".{shown(key, LONGEST_QUOTE)}" for key in way)
    return "".join(words).removeprefix(".")


def check_position(found: Iterable[Found], rule: str) -> None:
    """Raise IllegalSetup, by this rule, with the first problem of a position, if there is one."""
    for way, sentence in found:
        raise IllegalSetup(rule, f"{place_of(way)}: {sentence}")


def can_begin_anywhere(game: Any) -> bool:
    """Return whether a game can begin at a position."""
    return hasattr(game, "position_of") and hasattr(game, "position_problems")


def no_such(value: object, known: Sequence[object]) -> str:
    """Return a message about an unknown name, with the legal ones, and a similar one if there is one."""
    quoted, names = shown(str(value), LONGEST_QUOTE), list(map(str, known))
    legal = ", ".join(names) if len(names) <= MOST_LISTED else _("one of {count} names").format(count=len(names))
    message = _("there is no {value!r} here; choose from {legal}").format(value=quoted, legal=legal)
    by_letters = {name.lower(): name for name in names}
    if near := get_close_matches(quoted.lower(), list(by_letters), n=1):
        message += _("; did you mean {name!r}?").format(name=by_letters[near[0]])
    return message


def not_between(value: int, least: int, most: int) -> str:
    """Return a message about a number that isn't between `least` and `most`; empty if it is."""
    if least <= value <= most:
        return ""
    number = shown(str(value), LONGEST_QUOTE) if abs(value) < 10**LONGEST_QUOTE else _("a number with too many digits")
    return _("must be a number from {least} to {most}, not {value}").format(least=least, most=most, value=number)


def wrong_numbers(numbers: Mapping[Way, tuple[int, int, int]]) -> Iterator[Found]:
    """Yield a problem for each number, given as (number, least, most), that is out of its limits."""
    for way, (value, least, most) in numbers.items():
        if message := not_between(value, least, most):
            yield way, message


def wrong_names(way: Way, names: Iterable[object], known: Sequence[object]) -> Iterator[Found]:
    """Yield a problem for each name of a list that isn't known, or is listed twice."""
    seen: set[object] = set()
    for number, name in enumerate(names):
        if name not in known:
            yield (*way, number), no_such(name, known)
        elif name in seen:
            yield (*way, number), _("{name!r} is listed twice").format(name=name)
        seen.add(name)
