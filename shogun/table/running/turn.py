"""One answer and what it led to; and what is told of a throw beside the rules' events: another physics, and taps."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from shogun.base.language import _, marked, ngettext
from shogun.game.questions import Question
from shogun.table.running.tower_kinds import Fall
from shogun.table.storage.journal import AnswerLine


class Turn(Struct, frozen=True):
    """One answer and what it led to: what a window shows next."""

    n: int
    """The number of its line in the journal."""
    question: Question
    answer: Any
    events: Sequence[Any]
    before: Any
    """The state before it."""
    after: Any
    """The state after it."""
    checksum: int
    """Of its line: with `n` the key of the throw's recording."""
    fall: Fall | None = None
    """What a throw came to."""
    physics: int | None = None
    """The version of the physics from this throw on, if it is another one than before."""

    @property
    def taps(self) -> int:
        """How often the tower was tapped in it."""
        return self.fall.taps if self.fall else 0

    @property
    def seat(self) -> int | None:
        """Who answered; None: chance."""
        return self.question.seat


_TIMES = (marked("once"), marked("twice"), marked("three times"), marked("four times"))


def before_throw(told: AnswerLine | Turn) -> list[str]:
    """Return the sentences that stand before what a throw came to, for any other answer none."""
    if told.physics is None:
        return []
    return [_("From here on cubes fall with version {n} of the program's physics.").format(n=told.physics)]


def after_throw(told: AnswerLine | Turn) -> list[str]:
    """Return the sentences that stand behind what has fallen, for any other answer none."""
    taps = told.taps
    if not taps:
        return []
    times = _(_TIMES[taps - 1]) if taps <= len(_TIMES) else ngettext("{n} time", "{n} times", taps).format(n=taps)
    return [_("The tower was clogged and was tapped {times}.").format(times=times)]


def remarks(told: AnswerLine | Turn) -> list[str]:
    """Return all of these sentences of an answer; they stand before the events to which it has led."""
    return [*before_throw(told), *after_throw(told)]


def sayings(
    told: AnswerLine | Turn, of: Callable[[AnswerLine | Turn], list[str]] = remarks
) -> Iterator[Callable[[], str]]:
    """Yield for each of these sentences what says it, in the language of then."""
    yield from (partial(_one, told, of, number) for number in range(len(of(told))))


def _one(told: AnswerLine | Turn, of: Callable[[AnswerLine | Turn], list[str]], number: int) -> str:
    return of(told)[number]
