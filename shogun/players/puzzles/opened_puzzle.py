"""A puzzle that was opened: its journal was played, so that all of it agrees with the rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from shogun.base.files import UNDECODABLE
from shogun.base.language import _, shown
from shogun.game.errors import RuleError, UnknownGame
from shogun.game.protocol import only
from shogun.players.puzzles.puzzle import Puzzle, PuzzleError, read_puzzle
from shogun.players.puzzles.puzzle_judge import Answer, Puzzled, PuzzleJudge, PuzzleStart, Theme
from shogun.table.errors import TableError
from shogun.table.past.replay import Replay
from shogun.table.running.session import Session
from shogun.table.storage.journal import PERSON, Contents, Header, Writer, parse_journal


class OpenedPuzzle:
    """A puzzle whose journal was played to where it begins: all of it agrees with the rules."""

    best: Answer
    usual: Answer
    proved: "OpenedPuzzle"
    """In which answers are judged: it itself, or whose relative it is."""
    number = 0
    """Which relative of that it is; 0: none other."""

    def __init__(self, game: Puzzled, puzzle: Puzzle, path: Path | None = None) -> None:
        """Open a puzzle of a game. Raises PuzzleError."""
        self._begin(game, puzzle, path)
        try:
            self.best, self.usual = self._moves(puzzle.best), self._moves(puzzle.usual)
            for answer in (self.best, self.usual):
                game.rules.verify(self.start.state, puzzle.seat, answer[0])
            self.task(), self.title(), self.hint(), self.judge.told(self.start, puzzle.theme, self.best)
        except (RuleError, LookupError, *UNDECODABLE) as error:
            raise PuzzleError.at(path, error) from error

    @classmethod
    def begun(cls, game: Puzzled, puzzle: Puzzle) -> "OpenedPuzzle":
        """Return a puzzle whose answers aren't known yet. Raises PuzzleError."""
        new = cls.__new__(cls)
        new._begin(game, puzzle, None)
        return new

    def _begin(self, game: Puzzled, puzzle: Puzzle, path: Path | None) -> None:
        self.game, self.puzzle, self.path, self.proved = game, puzzle, path, self
        judge = game.puzzles
        if judge is None or puzzle.theme not in judge.THEMES:
            sentence = _("{game} has no task {theme}").format(theme=shown(puzzle.theme), game=game.code)
            raise PuzzleError.at(path, sentence)
        self.judge: PuzzleJudge = judge
        self.theme: Theme = judge.THEMES[puzzle.theme]
        try:
            self.contents = parse_journal(only(game.rules), self._journal())
            self.start = start_of(self.session(), puzzle.seat, puzzle.aim)
        except (TableError, RuleError, LookupError, *UNDECODABLE) as error:
            raise PuzzleError.at(path, error) from error
        if self.contents.header.seats[puzzle.seat].player != PERSON:
            raise PuzzleError.at(
                path, _("nobody can solve it: seat {seat} isn't played by a human").format(seat=puzzle.seat)
            )

    def _journal(self) -> bytes:
        return "".join(f"{line}\n" for line in self.puzzle.journal).encode()

    def session(self, header: Header | None = None) -> Session:
        """Return a game that begins where the puzzle does; it is written nowhere. Raises TableError.

        `header` may name the seats otherwise.
        """
        return self.replayed(self.contents if header is None else replace(self.contents, header=header))

    @staticmethod
    def replayed(contents: Contents) -> Session:
        """Return the game of a journal, which is written nowhere. Raises TableError."""
        course = Replay(contents).run()
        writer = Writer()
        for line in (contents.header, *contents.lines):
            writer.write(line)
        return Session(course, contents.header, writer)

    def _moves(self, plain: tuple[Any, ...]) -> Answer:
        return tuple(msgspec.convert(move, self.game.rules.types.move) for move in plain)

    @property
    def luck(self) -> str:
        """The seed of all playouts by which answers are judged."""
        return f"puzzle/{self.puzzle.id}"

    def task(self) -> list[str]:
        """Return the task in words, in paragraphs."""
        return self.judge.task(self.start, self.puzzle.theme, self.puzzle.bounds)

    def title(self) -> str:
        """Return what the puzzle is about in a few words."""
        return self.judge.title(self.start, self.puzzle.theme, self.puzzle.bounds)

    def hint(self) -> str:
        """Return a sentence that helps to find the best answer, and doesn't give it away."""
        return self.judge.hint(self.start, self.puzzle.theme, self.best)

    def outcome(self, answer: Answer) -> str:
        """Return a sentence that explains the value of a legal answer; empty if unknown."""
        proved = self.proved
        return proved.judge.outcome(proved.start, proved.puzzle.theme, answer)


def start_of(session: Session, seat: int, aim: str = "") -> PuzzleStart:
    """Return where a puzzle begins. Raises LookupError if the seat isn't asked there."""
    asked = [question for question in session.questions if question.seat == seat]
    if not asked:
        raise LookupError(_("seat {seat} has nothing to decide where it starts").format(seat=seat))
    return PuzzleStart(session.header, session.state, session.view(seat), session.inside, asked[0], aim)


def open_puzzle(games: Callable[[str], Puzzled], path: Path) -> OpenedPuzzle:
    """Return the puzzle of a file. Raises PuzzleError."""
    puzzle = read_puzzle(path)
    try:
        game = games(puzzle.game)
    except UnknownGame as error:
        raise PuzzleError.at(path, error) from error
    return OpenedPuzzle(game, puzzle, path)
