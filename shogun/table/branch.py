"""Branches: where a game allows one, the new game that continues from there with the same seats, and its original.

A branch begins with copies of the other game's answers, so that its file alone is a whole game. Its chance is either
new or the same. New: with another seed, from which hidden draws are redealt (those that nobody has seen, or in a
running game those that its only human player hasn't), and with secret answers in progress asked again. The same: with
the original's seed, so that everything repeats for as long as all decide alike.

A branch must not reveal anything of a game that is still running: it begins where no plan is hidden, and never with
the same chance.
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
from shogun.table.course import PastAnswer
from shogun.table.errors import JournalError, NameTaken, NoBranch, NotWritable
from shogun.table.journal import FORMAT, BranchInfo, Contents, Header, SeatLine, journal_hash, read_journal
from shogun.table.recordings import MOST_DROPS, drops_path, moved
from shogun.table.replay import Replay
from shogun.table.saved_games import SUFFIX, both_written, in_new_file
from shogun.table.visible_past import Reader, Throws, copied, is_original, played, reader_of_past, redacted

# Places where a branch may begin


class Place(Struct, frozen=True):
    """A place in the past of a game, seen by a reader who may know certain secrets."""

    game: AnyGame
    header: Header
    steps: Sequence[PastAnswer]
    """The whole game."""
    number: int
    """Number of answers up to the place."""
    reader: Reader
    """The reader who asks for the branch."""

    @property
    def is_over(self) -> bool:
        """True if the game, as far as it was played, has ended."""
        return bool(self.steps) and not self.game.awaited(self.steps[-1].after)

    @property
    def seats(self) -> Sequence[int]:
        """Seats whose hands stay unchanged: all in a game that is over, else that of its only human player."""
        if self.header.is_excerpt:
            return ()
        return range(len(self.header.seats)) if self.is_over else self.reader.seats

    def refusal(self, *, as_it_came: bool) -> str:
        """Return a sentence that says why no branch can begin here; empty if one can."""
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
        """Return whether others have given secret answers that stay hidden during the current period."""
        given, pending = self.steps[: self.number], self.pending()
        if not given:
            return False
        now = self.game.period(self.steps[-1].after)
        running = takewhile(lambda step: self.game.period(step.before) == now, reversed(given))
        return any(self._is_secret(step) and step.line.n not in pending for step in running)

    def pending(self) -> set[int]:
        """Return the lines of others' secret answers to a question that not all seats have answered yet."""
        given = self.steps[: self.number]
        asked = {question.key for question in self.game.awaited(given[-1].after)} if given else set()
        last = takewhile(lambda step: step.line.key in asked, reversed(given))
        return {step.line.n for step in last if self._is_secret(step)}

    def _is_secret(self, step: PastAnswer) -> bool:
        return step.question.seat not in (None, *self.reader.seats) and self.game.is_secret(step.question)


# The branch

LONGEST_NAME = 59
"""Characters of the other game's name that are kept."""


class Branch(Struct, frozen=True):
    """The journal of a new branch: the copied part of another game's."""

    journal: bytes
    answers: int
    """Number of answers that were taken over."""
    throws: Throws


def branch(contents: Contents, number: int, *, seed: int | None, created: str = "") -> Branch:
    """Return the branch of a game from the place after `number` answers.

    Without a seed the branch has the same chance. `created` is the local date and time in ISO 8601. Raises NoBranch,
    HiddenLots, and Disagreement where the rules contradict the journal.
    """
    Replay(contents).run()
    past = played(contents)
    steps = [step for step in past if isinstance(step, PastAnswer)]
    place = Place(contents.game, contents.header, steps, number, reader_of_past(contents, past))
    if refusal := place.refusal(as_it_came=seed is None):
        raise NoBranch(refusal)
    left_out = place.pending() if seed is not None else set()
    taken = [step for step in _until(past, number) if isinstance(step, SeatLine) or step.line.n not in left_out]
    answered = [step for step in taken if isinstance(step, PastAnswer)]
    answers = [step.answer for step in answered] if seed is None else _drawn_anew(place, answered, seed)
    header = _header(contents, place, len(answers), seed)
    journal, throws = copied(contents, replace(header, created=created), taken, answers)
    return Branch(journal, len(answers), throws)


def _until(past: Sequence[PastAnswer | SeatLine], number: int) -> Iterator[PastAnswer | SeatLine]:
    """Yield `number` answers, and all changes of seats before the next one."""
    for step in past:
        number -= isinstance(step, PastAnswer)
        if number < 0:
            return
        yield step


def _drawn_anew(place: Place, answered: Sequence[PastAnswer], seed: int) -> Sequence[object]:
    return redacted(place.game, answered, place.seats, _order(seed)) if answered else ()


def _order(seed: int) -> Order:
    """Return the order in which hidden draws are redealt, by the streams of a seed."""
    streams = Streams(seed)

    def order(question: Shuffle | Draw) -> Sequence[str | int]:
        return streams.stream(question.key).sample(question.items, len(question.items))

    return order


def _header(contents: Contents, place: Place, answers: int, seed: int | None) -> Header:
    """Return the header of a branch with `answers` answers taken over."""
    header = contents.header
    info = BranchInfo(
        of=journal_hash(header, [step.line for step in place.steps[: place.number]]),
        name=_name(contents.path),
        step=place.number,
        answers=answers,
        unseeded=min(header.unseeded, answers) if seed is None else answers,
    )
    seed = header.seed if seed is None else seed
    return replace(header, format=FORMAT, game=contents.game.code, seed=seed, excerpt=UNSET, branch=info)


def _name(path: Path | None) -> str:
    """Return a game's name in characters that a header may hold."""
    return shown(path.stem, LONGEST_NAME)[:60] if path is not None else ""


def save_branch(branch: Branch, original: Path | None, path: Path | None = None) -> Path:
    """Write a branch as a new game, with the recordings of its copied throws, and return its path.

    Without a path it becomes one of the player's own games. Raises NotWritable.
    """
    drops = _drops(branch, original)
    if path is not None:
        return _saved(path, branch.journal, drops)
    return in_new_file(lambda free: _saved(free, branch.journal, drops))


def _saved(path: Path, journal: bytes, drops: bytes | None) -> Path:
    try:
        return both_written(path, journal, drops)
    except FileExistsError as error:
        raise NameTaken.because(path, error) from error
    except OSError as error:
        raise NotWritable.because(path, error) from error


def _drops(branch: Branch, original: Path | None) -> bytes | None:
    """Return the recordings of the copied throws; None if there are none that can be read."""
    if original is None or not branch.throws:
        return None
    try:
        return moved(read_bounded(drops_path(original), MOST_DROPS, follows=False), branch.throws) or None
    except OSError:
        return None


# The original game, if its file still lies beside the branch under its old name


def original(games: Games, header: Header, path: Path | None) -> Contents | None:
    """Return the game that the branch in this file comes from; None if it isn't found, or is another game by now."""
    info = header.branch_of
    if info is None or path is None:
        return None
    try:
        contents = read_journal(games, path.with_name(info.name + SUFFIX))
    except (JournalError, OSError, ValueError):
        return None
    return contents if is_original(contents, info) else None
