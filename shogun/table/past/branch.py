"""A branch: a new game that goes on from a place of another, with the same seats.

Its first answers are copies of those of the other game, so that its file alone is a whole game. Its chance comes anew
or as it came. Anew: from a new seed, and so does what is hidden at that place. Lots that nobody has seen, and in a game
that still runs those that its only person hasn't, are laid anew, and secret answers that were just being given are
asked for again. As it came: with the same seed, so that all comes as it did as long as all decide as they did.

Of a game that still runs nothing may come to light by playing a branch: it begins where no plan is hidden, and never
with chance as it comes.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shogun.base.files import read_bounded
from shogun.base.language import shown
from shogun.base.random_streams import Streams
from shogun.game.chance import Draw, Order, Shuffle
from shogun.table.errors import NameTaken, NoBranch, NotWritable
from shogun.table.past.branch_place import Place
from shogun.table.past.copied_past import Throws, copied, played
from shogun.table.past.public_history import redacted
from shogun.table.past.replay import Replay
from shogun.table.past.visible_past import reader_of_past
from shogun.table.running.undo_history import Passed
from shogun.table.storage.journal import (
    FORMAT,
    BranchInfo,
    Contents,
    Header,
    SeatLine,
    journal_hash,
)
from shogun.table.storage.recordings import MOST_DROPS, drops_path, moved
from shogun.table.storage.saved_games import both_written, in_new_file

LONGEST_NAME = 59
"""Characters of the other game's name that are kept."""


class Branch(Struct, frozen=True):
    """The journal of a branch, as far as it is that of another game."""

    journal: bytes
    answers: int
    """How many answers were taken over."""
    throws: Throws


def branch(contents: Contents, number: int, *, seed: int | None, created: str = "") -> Branch:
    """Return the branch of a game from the place to which `number` answers have led.

    Without a seed chance comes as it came. `created` is the local date and time in ISO 8601. Raises
    NoBranch, HiddenLots, and Disagreement where the rules contradict the journal.
    """
    Replay(contents).run()
    past = played(contents)
    steps = [step for step in past if isinstance(step, Passed)]
    place = Place(contents.game, contents.header, steps, number, reader_of_past(contents, past))
    if refusal := place.refusal(as_it_came=seed is None):
        raise NoBranch(refusal)
    left_out = place.pending() if seed is not None else set()
    taken = [step for step in _until(past, number) if isinstance(step, SeatLine) or step.line.n not in left_out]
    answered = [step for step in taken if isinstance(step, Passed)]
    answers = [step.answer for step in answered] if seed is None else _drawn_anew(place, answered, seed)
    header = _header(contents, place, len(answers), seed)
    journal, throws = copied(contents, replace(header, created=created), taken, answers)
    return Branch(journal, len(answers), throws)


def _until(past: Sequence[Passed | SeatLine], number: int) -> Iterator[Passed | SeatLine]:
    """Yield so many answers, and all changes of seats before the next one."""
    for step in past:
        number -= isinstance(step, Passed)
        if number < 0:
            return
        yield step


def _drawn_anew(place: Place, answered: Sequence[Passed], seed: int) -> Sequence[object]:
    return redacted(place.game, answered, place.seats, _order(seed)) if answered else ()


def _order(seed: int) -> Order:
    """Return the order in which what is hidden is laid anew: by the streams of a seed."""
    streams = Streams(seed)

    def order(question: Shuffle | Draw) -> Sequence[str | int]:
        return streams.stream(question.key).sample(question.items, len(question.items))

    return order


def _header(contents: Contents, place: Place, answers: int, seed: int | None) -> Header:
    """Return the header of the branch in which so many answers were taken over."""
    header = contents.header
    told = BranchInfo(
        of=journal_hash(header, [step.line for step in place.steps[: place.number]]),
        name=_name(contents.path),
        step=place.number,
        answers=answers,
        unseeded=min(header.unseeded, answers) if seed is None else answers,
    )
    seed = header.seed if seed is None else seed
    return replace(header, format=FORMAT, game=contents.game.code, seed=seed, excerpt=UNSET, branch=told)


def _name(path: Path | None) -> str:
    """Return what a game is called, in letters that a header may hold."""
    return shown(path.stem, LONGEST_NAME)[:60] if path is not None else ""


def save_branch(found: Branch, original: Path | None, path: Path | None = None) -> Path:
    """Write a branch as a new game, with the recordings of the throws that it took over, and return its path.

    Without a path it becomes one of the player's own games. Raises NotWritable.
    """
    drops = _drops(found, original)
    if path is not None:
        return _saved(path, found.journal, drops)
    return in_new_file(lambda free: _saved(free, found.journal, drops))


def _saved(path: Path, journal: bytes, drops: bytes | None) -> Path:
    try:
        return both_written(path, journal, drops)
    except FileExistsError as error:
        raise NameTaken.because(path, error) from error
    except OSError as error:
        raise NotWritable.because(path, error) from error


def _drops(found: Branch, original: Path | None) -> bytes | None:
    """Return the recordings of the throws that were taken over; None if there are none that can be read."""
    if original is None or not found.throws:
        return None
    try:
        return moved(read_bounded(drops_path(original), MOST_DROPS, follows=False), found.throws) or None
    except OSError:
        return None
