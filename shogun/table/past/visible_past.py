"""The past of a game for a stated reader: the one gate through which a game is read on somebody's behalf.

Everybody may know all of a game that is over. Of a running game its only person may know what that seat has seen, and
anybody else what an onlooker has seen. Two games that look the same to a reader have the same past for that reader:
secret answers of the period that runs are left out, with all that came after them; lots that are still hidden are laid
again by the rules, always in the same way; and the seed is left out.

Where lots were laid anew the past isn't what it was: such places are `hidden`, and nobody judges them.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shogun.game.chance import Draw, Order, Shuffle, as_listed
from shogun.game.protocol import AnyGame
from shogun.table.past.copied_past import played
from shogun.table.past.public_history import redacted, without_seed
from shogun.table.running.undo_history import Passed
from shogun.table.storage.journal import AnswerLine, Contents, Header, SeatLine, only_person_ever, players_then

ORDERS = 3
"""In so many other orders hidden lots are laid to find out which places they change."""


class Reader(Struct, frozen=True):
    """On whose behalf a game is read."""

    seat: int | None = None
    """The seat whose secrets may be seen; None: nobody's, as an onlooker."""
    knows_all: bool = False
    """Whether the game is over, so that nothing of it is a secret any more."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose secrets may be seen in a running game."""
        return () if self.seat is None else (self.seat,)


def reader_of(header: Header, changes: Sequence[SeatLine], *, is_over: bool) -> Reader:
    """Return on whose behalf a saved game is read: its only person's; with several, or none, an onlooker's.

    What lies in the mere past of a game in the place of hidden cards isn't what anybody held.
    """
    if header.is_excerpt:
        return Reader()
    return Reader(only_person_ever(header, changes), is_over)


def reader_of_past(contents: Contents, past: Sequence[Passed | SeatLine]) -> Reader:
    """Return on whose behalf a saved game is read whose past is this."""
    steps = [step for step in past if isinstance(step, Passed)]
    changes = [line for line in past if isinstance(line, SeatLine)]
    is_over = bool(steps) and not contents.game.awaited(steps[-1].after)
    return reader_of(contents.header, changes, is_over=is_over)


class VisiblePast(Struct, frozen=True):
    """The past of a game as far as a reader may know it; places count answers as in the game itself."""

    reader: Reader
    header: Header
    """Without the seed in a running game."""
    answers: tuple[AnswerLine, ...]
    """With the numbers of their lines in the journal."""
    players: tuple[str, ...]
    """Who gave each of them: `PERSON`, or the code of an opponent; empty: chance."""
    hidden: frozenset[int] = frozenset()
    """The places where something is hidden from the reader."""
    is_cut: bool = False
    """Whether the game goes on after it, with something that is hidden from the reader."""

    @property
    def is_partial(self) -> bool:
        """Whether anything is hidden from the reader."""
        return self.is_cut or bool(self.hidden)


def whole_past(header: Header, answers: Sequence[AnswerLine], changes: Sequence[SeatLine] = ()) -> VisiblePast:
    """Return the past of a game in which nothing is a secret any more: it is over, or was given up."""
    return VisiblePast(Reader(knows_all=True), header, tuple(answers), players_then(header, changes, answers))


def visible_past(contents: Contents) -> VisiblePast:
    """Return the past of a saved game for whoever reads it, as `reader_of` says.

    Raises `IllegalMove`, TowerDisagrees, and HiddenLots where the rules don't say which lots are hidden.
    """
    past, game = played(contents), contents.game
    steps = [step for step in past if isinstance(step, Passed)]
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


def _secret_from(game: AnyGame, steps: Sequence[Passed], reader: Reader) -> int:
    """Return the place of the first answer of the running period that is a secret of another than the reader."""
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


def _hidden(game: AnyGame, header: Header, known: Sequence[Passed], reader: Reader) -> Iterator[int]:
    """Yield the places at which the state depends on lots that are hidden from the reader."""
    courses = [_states(game, header, known, reader, order) for order in _orders()]
    for place, (first, *others) in enumerate(zip(*courses, strict=True)):
        if any(other != first for other in others):
            yield place


def _orders() -> Iterator[Order]:
    """Yield orders in which hidden lots may lie, all of which look the same to the reader."""
    yield as_listed
    for number in range(ORDERS):
        yield _Shuffled(number)


class _Shuffled(Struct, frozen=True):
    """An order by a number of its own."""

    number: int

    def __call__(self, question: Shuffle | Draw) -> Sequence[str | int]:
        return Random(f"{self.number}/{question.key}").sample(question.items, len(question.items))


def _states(game: AnyGame, header: Header, known: Sequence[Passed], reader: Reader, order: Order) -> Iterator[Any]:
    """Yield the states of a past in which hidden lots lie in this order."""
    state = game.new(header.setup)
    yield state
    for step, answer in zip(known, redacted(game, known, reader.seats, order), strict=True):
        state = game.play(state, step.question.seat, answer).state
        yield state
