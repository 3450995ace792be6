"""A branch: a new game that goes on from a place of another, with the same seats.

Its first answers are copies of those of the other game, so that its file alone is a whole game. Its chance comes anew
or as it came. Anew: from a new seed, and so does what is hidden at that place. Lots that nobody has seen, and in a game
that still runs those that its only person hasn't, are laid anew, and secret answers that were just being given are
asked for again. As it came: with the same seed, so that all comes as it did as long as all decide as they did.

Of a game that still runs nothing may come to light by playing a branch: it begins where no plan is hidden, and never
with chance as it comes.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shogun.base.files import read_bounded
from shogun.base.language import _, shown
from shogun.base.random_streams import Streams
from shogun.game.protocol import AnyGame, Games
from shogun.game.questions import Draw, Order, Shuffle
from shogun.table.errors import JournalError, NameTaken, NoBranch, NotWritable
from shogun.table.journal import FORMAT, BranchInfo, Contents, Header, SeatLine, journal_hash, read_journal
from shogun.table.recordings import MOST_DROPS, drops_path, moved
from shogun.table.replay import Replay
from shogun.table.saved_games import SUFFIX, both_written, in_new_file
from shogun.table.undo_history import Passed
from shogun.table.visible_past import Reader, Throws, copied, is_original, played, reader_of_past, redacted

# A place in the past of a game from which another may go on as a branch, and why not.


class Place(Struct, frozen=True):
    """A place in the past of a game, and who may know what is hidden there."""

    game: AnyGame
    header: Header
    steps: Sequence[Passed]
    """The whole game."""
    number: int
    """How many answers stand at the place."""
    reader: Reader
    """On whose behalf it is asked."""

    @property
    def is_over(self) -> bool:
        """Whether the game, as far as it was played, has ended."""
        return bool(self.steps) and not self.game.awaited(self.steps[-1].after)

    @property
    def seats(self) -> Sequence[int]:
        """The seats whose hands stay as they are: all in a game that is over, else that of its only person."""
        if self.header.is_excerpt:
            return ()
        return range(len(self.header.seats)) if self.is_over else self.reader.seats

    def refusal(self, *, as_it_came: bool) -> str:
        """Return in a sentence why no branch begins here; empty if one can."""
        if self.number == len(self.steps) and self.is_over:
            return _("The game is over here: there is nothing left to try.")
        if as_it_came and self.header.is_excerpt:
            return _("This is only the public record of a game, without its seed: luck can only be new.")
        if as_it_came and not self.is_over:
            return _("This game is still running: the same luck would reveal what is to come.")
        if not self.is_over and not self.header.is_excerpt and self._hides_answers():
            return _("What was planned here is still hidden: you can try this once the season or round is over.")
        return ""

    def _hides_answers(self) -> bool:
        """Return whether others have given secret answers by now that stay hidden in the period that runs."""
        given, pending = self.steps[: self.number], self.pending()
        if not given:
            return False
        now = self.game.period(self.steps[-1].after)
        running = takewhile(lambda step: self.game.period(step.before) == now, reversed(given))
        return any(self._is_secret(step) and step.line.n not in pending for step in running)

    def pending(self) -> set[int]:
        """Return the lines of secret answers of others that were being given: not all who were asked have answered."""
        given = self.steps[: self.number]
        asked = {question.key for question in self.game.awaited(given[-1].after)} if given else set()
        last = takewhile(lambda step: step.line.key in asked, reversed(given))
        return {step.line.n for step in last if self._is_secret(step)}

    def _is_secret(self, step: Passed) -> bool:
        return step.question.seat not in (None, *self.reader.seats) and self.game.is_secret(step.question)


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


# The game of which another is a branch, where its file still lies beside the branch under its old name.


def original(games: Games, header: Header, path: Path | None) -> Contents | None:
    """Return the game from which a branch in this file comes; None if it isn't found, or is another game by now."""
    told = header.branch_of
    if told is None or path is None:
        return None
    try:
        contents = read_journal(games, path.with_name(told.name + SUFFIX))
    except (JournalError, OSError, ValueError):
        return None
    return contents if is_original(contents, told) else None
