"""A game that begins in the middle: what its rules bring for positions, and what is said of one that can't be.

A position is a part of what is agreed before a game, a field of its setup: so a journal's header holds it, and replay,
undo and branches need to know nothing of it. It never holds the order of anything hidden: that is laid by chance when
the game begins.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Protocol

from shogun.base.language import _, shown
from shogun.game.bounds import Way
from shogun.game.errors import IllegalSetup

Found = tuple[Way, str]
"""Where something is wrong in a position, as its file names it, and a sentence about it without a full stop."""
LONGEST_QUOTE = 40
"""Characters of a name that are quoted."""
MOST_LISTED = 14
"""So many names are listed as legal; of more only how many there are is said."""
MOST_COUNT = 10_000
"""No count of a position is higher."""


class BeginsAnywhere(Protocol):
    """The rules of a game that can begin at a position; a game without these begins at its beginning."""

    @property
    def position_defaults(self) -> Mapping[str, str]:
        """What holds where a file doesn't say something, by the keys of its position, in English."""

    def position_of(self, state: Any, seats: Collection[int] = (), /) -> Any:
        """Return the setup of a game that begins as a state lies there, as everybody and these seats may know it.

        Raises `NoPosition` where none can begin.
        """

    def position_problems(self, setup: Any, /) -> Iterable[Found]:
        """Yield all that keeps a setup with a position from being the beginning of a game."""


def place_of(way: Way) -> str:
    """Return a place as messages name it: `seat[0].rice`."""
    words = (f"[{key}]" if isinstance(key, int) else f".{shown(key, LONGEST_QUOTE)}" for key in way)
    return "".join(words).removeprefix(".")


def check_position(found: Iterable[Found], rule: str) -> None:
    """Raise IllegalSetup, by this rule, with the first of what is wrong in a position."""
    for way, sentence in found:
        raise IllegalSetup(rule, f"{place_of(way)}: {sentence}")


def can_begin_anywhere(game: Any) -> bool:
    """Return whether the rules of a game know positions."""
    return hasattr(game, "position_of") and hasattr(game, "position_problems")


def no_such(value: object, known: Sequence[object]) -> str:
    """Return that a name isn't one of those that are known, which are legal, and which of them may be meant."""
    quoted, names = shown(str(value), LONGEST_QUOTE), list(map(str, known))
    legal = ", ".join(names) if len(names) <= MOST_LISTED else _("one of {count} names").format(count=len(names))
    told = _("there is no {value!r} here; choose from {legal}").format(value=quoted, legal=legal)
    by_letters = {name.lower(): name for name in names}
    if near := get_close_matches(quoted.lower(), list(by_letters), n=1):
        told += _("; did you mean {name!r}?").format(name=by_letters[near[0]])
    return told


def not_between(value: int, least: int, most: int) -> str:
    """Return that a number lies outside of what is legal; empty if it doesn't."""
    if least <= value <= most:
        return ""
    number = shown(str(value), LONGEST_QUOTE) if abs(value) < 10**LONGEST_QUOTE else _("a number with too many digits")
    return _("must be a number from {least} to {most}, not {value}").format(least=least, most=most, value=number)


def wrong_numbers(numbers: Mapping[Way, tuple[int, int, int]]) -> Iterator[Found]:
    """Yield each number that isn't between its least and its most; each comes as number, least, most."""
    for way, (value, least, most) in numbers.items():
        if told := not_between(value, least, most):
            yield way, told


def wrong_names(way: Way, names: Iterable[object], known: Sequence[object]) -> Iterator[Found]:
    """Yield each name of a list that isn't known, and each that stands there twice."""
    seen: set[object] = set()
    for number, name in enumerate(names):
        if name not in known:
            yield (*way, number), no_such(name, known)
        elif name in seen:
            yield (*way, number), _("{name!r} is listed twice").format(name=name)
        seen.add(name)
