"""The past of a game as others may see it: copies into another journal, the public record, and a reader's view."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from random import Random
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.protocol import AnyGame
from shogun.game.questions import Draw, Drawn, Order, Shuffle, Thrown, as_listed
from shogun.table.course import Course, PastAnswer
from shogun.table.errors import HiddenLots
from shogun.table.journal import (
    FORMAT,
    AnswerLine,
    BranchInfo,
    Contents,
    Header,
    PeriodLine,
    RedoLine,
    SeatLine,
    UndoLine,
    Writer,
    journal_hash,
    only_person_ever,
    players_then,
    state_hash,
    stated_checksum,
)
from shogun.table.replay import Replay

# Standing answers and changes of seats, copied into another journal

Throws = dict[tuple[int, int], tuple[int, int]]
"""Number and checksum of each throw's line in the original journal, and in the copy."""


def standing(contents: Contents) -> list[AnswerLine | SeatLine]:
    """Return the lines of standing answers and of changes of seats, in the order in which they took effect."""
    given = {line.n: line for line in contents.lines if isinstance(line, AnswerLine)}
    lines: list[AnswerLine | SeatLine] = []
    for line in contents.lines:
        match line:
            case AnswerLine() | SeatLine():
                lines.append(line)
            case UndoLine():
                lines.remove(given[line.of])
            case RedoLine():
                lines.append(given[line.of])
    return lines


def place_after(contents: Contents, n: int) -> int:
    """Return the number of standing answers given up to line `n`."""
    return sum(isinstance(line, AnswerLine) and line.n <= n for line in standing(contents))


def is_original(contents: Contents, info: BranchInfo) -> bool:
    """Return whether a journal is that of a branch's original game, even if that has continued since."""
    lines = [line for line in standing(contents) if isinstance(line, AnswerLine)]
    return journal_hash(contents.header, lines[: info.step]) == info.of


def played(contents: Contents) -> list[PastAnswer | SeatLine]:
    """Return the standing lines, each answer with its outcome. Raises `IllegalMove` and TowerDisagrees."""
    course = Course(contents.game, contents.header)
    return [course.replay(line) if isinstance(line, AnswerLine) else line for line in standing(contents)]


def copied(
    contents: Contents, header: Header, past: Iterable[PastAnswer | SeatLine], answers: Sequence[object]
) -> tuple[bytes, Throws]:
    """Return a journal with this past of a game under another header, with these answers; and its throws.

    Raises `IllegalMove` and TowerDisagrees.
    """
    game, course, writer, given, throws = contents.game, Course(contents.game, header), Writer(), iter(answers), {}
    writer.write(header)
    for step in past:
        line = step if isinstance(step, SeatLine) else replace(step.line, answer=next(given))
        writer.write(replace(line, n=writer.next_number))
        if isinstance(line, SeatLine):
            continue
        if isinstance(line.answer, Thrown):
            throws[line.n, stated_checksum(contents.raw[line.n - 1])] = writer.next_number - 1, writer.checksum
        if (period := course.period) != game.period(course.replay(line).after):
            writer.write(PeriodLine(writer.next_number, period, state_hash(course.state)))
    return b"".join(writer.lines), throws


# The public record of a running game: everything up to the last period that has ended, without secrets
#
# The seed, from which future draws follow, the lines of the current period, which have plans, and undone answers are
# left out. Draws that are still hidden, such as the order of a deck, are redealt by the rules, always in the same way,
# so that the hashes of states reveal nothing either. The record can be viewed as by an onlooker, but not continued.

NO_SEED = 0
"""Number in the place of the seed."""


def excerpt(contents: Contents) -> tuple[bytes, Throws]:
    """Return the journal of a game's public record, and its throws.

    Raises Disagreement if the rules contradict the journal, and HiddenLots.
    """
    Replay(contents).run()
    past = _public(contents)
    answers = redacted(contents.game, [step for step in past if isinstance(step, PastAnswer)])
    return copied(contents, without_seed(contents.header), past, answers)


def without_seed(header: Header) -> Header:
    """Return the header of a public record, without the seed and without the hash of a branch's original game.

    That game may have hidden draws too.
    """
    branch = UNSET if header.branch is UNSET else replace(header.branch, of="")
    return replace(header, seed=NO_SEED, format=FORMAT, excerpt=True, branch=branch)


def _public(contents: Contents) -> list[PastAnswer | SeatLine]:
    """Return the standing answers and the changes of seats up to the end of the last period that has ended."""
    past, game = played(contents), contents.game
    ends = [place for place, step in enumerate(past, 1) if isinstance(step, PastAnswer) and _ends_period(game, step)]
    return past[: ends[-1]] if ends else []


def _ends_period(game: AnyGame, step: PastAnswer) -> bool:
    return game.period(step.before) != game.period(step.after)


def redacted(
    game: AnyGame, past: Sequence[PastAnswer], seats: Collection[int] = (), order: Order = as_listed
) -> Sequence[Any]:
    """Return the answers of a past as everybody may see them, or readers who have seen what these seats saw.

    All other draws that are still hidden are redealt in this order. Raises HiddenLots if not all draws were public when
    they were made, and the rules don't say which are hidden.
    """
    if past and hasattr(game, "redacted"):
        answers: Sequence[Any] = game.redacted(past, seats, order)
        return answers
    if any(_looks_the_same(game, step, other) for step in past for other in _others(step)):
        raise HiddenLots(_("a public record with hidden draws can't be exported"))
    return [step.answer for step in past]


def _others(step: PastAnswer) -> Iterator[Drawn]:
    """Yield other possible draws: with two neighbors swapped, or with one item replaced."""
    question, answer = step.question, step.answer
    if not isinstance(question, Shuffle | Draw) or not isinstance(answer, Drawn):
        return
    for place, (first, second) in enumerate(pairwise(answer.items)):
        yield Drawn((*answer.items[:place], second, first, *answer.items[place + 2 :]))
    left = [item for item in question.items if item not in answer.items]
    for place in range(len(answer.items)) if left else ():
        yield Drawn((*answer.items[:place], left[0], *answer.items[place + 1 :]))


def _looks_the_same(game: AnyGame, step: PastAnswer, other: Drawn) -> bool:
    """Return whether an onlooker can't tell a step's draw from another one."""
    another = game.play(step.before, None, other)
    seen = list(step.events), game.view(step.after, None)
    return seen == (list(another.events), game.view(another.state, None))


# The past of a game for a given reader: all code that shows a journal reads it here
#
# Everybody may know all of a game that is over. In a running game its only human player may know what that seat has
# seen, and anybody else what an onlooker has seen. Two games that look the same to a reader have the same past for that
# reader: the seed and the secret answers of the current period are left out, with all that came after them, and draws
# that are still hidden are redealt by the rules, always in the same way.
#
# Where draws were redealt the past isn't the real one: such places are `hidden`, and aren't judged in reviews.

ORDERS = 3
"""Number of other orders in which hidden draws are redealt, to find the places that depend on them."""


class Reader(Struct, frozen=True):
    """The reader of a game: a seat, an onlooker, or anybody once the game is over."""

    seat: int | None = None
    """Seat whose secrets may be seen; None for an onlooker."""
    knows_all: bool = False
    """True if the game is over, so that nothing of it is secret any more."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Seats whose secrets may be seen in a running game."""
        return () if self.seat is None else (self.seat,)


def reader_of(header: Header, changes: Sequence[SeatLine], *, is_over: bool) -> Reader:
    """Return the reader of a saved game: its only human player; with several or none, an onlooker.

    A public record is always read by an onlooker: the cards in the place of hidden ones aren't what anybody held.
    """
    if header.is_excerpt:
        return Reader()
    return Reader(only_person_ever(header, changes), is_over)


def reader_of_past(contents: Contents, past: Sequence[PastAnswer | SeatLine]) -> Reader:
    """Return the reader of a saved game with this past."""
    steps = [step for step in past if isinstance(step, PastAnswer)]
    changes = [line for line in past if isinstance(line, SeatLine)]
    is_over = bool(steps) and not contents.game.awaited(steps[-1].after)
    return reader_of(contents.header, changes, is_over=is_over)


class VisiblePast(Struct, frozen=True):
    """The part of a game's past that a reader may know; places count answers as in the game itself."""

    reader: Reader
    header: Header
    """The game's header, without the seed if the game is running."""
    answers: tuple[AnswerLine, ...]
    """Answers with the numbers of their lines in the journal."""
    players: tuple[str, ...]
    """Player of each answer: `PERSON`, or the code of an opponent; empty for chance."""
    hidden: frozenset[int] = frozenset()
    """Places where something is hidden from the reader."""
    is_cut: bool = False
    """True if the game continues after it with something that is hidden from the reader."""

    @property
    def is_partial(self) -> bool:
        """True if anything is hidden from the reader."""
        return self.is_cut or bool(self.hidden)


def whole_past(header: Header, answers: Sequence[AnswerLine], changes: Sequence[SeatLine] = ()) -> VisiblePast:
    """Return the past of a game without secrets: it is over, or was given up."""
    return VisiblePast(Reader(knows_all=True), header, tuple(answers), players_then(header, changes, answers))


def visible_past(contents: Contents) -> VisiblePast:
    """Return the past of a saved game for its reader (see `reader_of`).

    Raises `IllegalMove`, TowerDisagrees, and HiddenLots if the rules don't say which draws are hidden.
    """
    past, game = played(contents), contents.game
    steps = [step for step in past if isinstance(step, PastAnswer)]
    changes = [line for line in past if isinstance(line, SeatLine)]
    reader = reader_of_past(contents, past)
    if reader.knows_all:
        return whole_past(contents.header, [step.line for step in steps], changes)
    known = steps[: _secret_from(game, steps, reader)]
    lots = redacted(game, known, reader.seats)
    lines = tuple(replace(step.line, answer=answer) for step, answer in zip(known, lots, strict=True))
    return VisiblePast(
        reader,
        without_seed(contents.header),
        lines,
        players_then(contents.header, changes, lines),
        frozenset(_hidden(game, contents.header, known, reader)),
        is_cut=len(known) < len(steps),
    )


def _secret_from(game: AnyGame, steps: Sequence[PastAnswer], reader: Reader) -> int:
    """Return the place of the first answer in the current period that is secret from the reader."""
    if not steps:
        return 0
    now = game.period(steps[-1].after)
    begun = len(steps) - sum(1 for _step in takewhile(lambda step: game.period(step.before) == now, reversed(steps)))
    secret = (
        place
        for place, step in enumerate(steps[begun:], begun)
        if step.question.seat not in (None, *reader.seats) and game.is_secret(step.question)
    )
    return next(secret, len(steps))


def _hidden(game: AnyGame, header: Header, known: Sequence[PastAnswer], reader: Reader) -> Iterator[int]:
    """Yield the places where the state depends on draws that are hidden from the reader."""
    courses = [_states(game, header, known, reader, order) for order in _orders()]
    for place, (first, *others) in enumerate(zip(*courses, strict=True)):
        if any(other != first for other in others):
            yield place


def _orders() -> Iterator[Order]:
    """Yield orders of hidden draws, all of which look the same to the reader."""
    yield as_listed
    for number in range(ORDERS):
        yield _Shuffled(number)


class _Shuffled(Struct, frozen=True):
    """A random order, by its number."""

    number: int

    def __call__(self, question: Shuffle | Draw) -> Sequence[str | int]:
        return Random(f"{self.number}/{question.key}").sample(question.items, len(question.items))


def _states(game: AnyGame, header: Header, known: Sequence[PastAnswer], reader: Reader, order: Order) -> Iterator[Any]:
    """Yield the states of a past with hidden draws in this order."""
    state = game.new(header.setup)
    yield state
    for step, answer in zip(known, redacted(game, known, reader.seats, order), strict=True):
        state = game.play(state, step.question.seat, answer).state
        yield state
