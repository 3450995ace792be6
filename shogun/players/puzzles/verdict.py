"""Opened puzzles, whose journals have been replayed by the rules, and the verdicts on their answers."""

from collections.abc import Callable, Sequence
from math import ceil, floor, sqrt, trunc
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.files import UNDECODABLE
from shogun.base.language import _, ngettext, shown
from shogun.game.errors import RuleError, UnknownGame
from shogun.game.protocol import only
from shogun.players.puzzles.puzzle import (
    MOST_STARS,
    Answer,
    Bounds,
    Puzzle,
    Puzzled,
    PuzzleError,
    PuzzleJudge,
    PuzzleStart,
    Theme,
    Unit,
    Values,
    read_puzzle,
)
from shogun.players.review.decision_verdicts import Difference
from shogun.table.errors import TableError
from shogun.table.journal import PERSON, Contents, Header, Writer, parse_journal
from shogun.table.replay import Replay
from shogun.table.session import Session


class OpenedPuzzle:
    """A puzzle whose journal was replayed to its beginning, so that it agrees with the rules."""

    best: Answer
    usual: Answer
    proved: "OpenedPuzzle"
    """The puzzle in which answers are judged: this one itself, or the original of a relative."""
    number = 0
    """Number of the relative; 0: not one."""

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
        """Return a puzzle without known answers. Raises PuzzleError."""
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
        """Return a game that begins with the puzzle, and isn't saved. Raises TableError.

        `header` may name the seats differently.
        """
        return self.replayed(self.contents if header is None else replace(self.contents, header=header))

    @staticmethod
    def replayed(contents: Contents) -> Session:
        """Return the game of a journal, which isn't saved. Raises TableError."""
        course = Replay(contents).run()
        writer = Writer()
        for line in (contents.header, *contents.lines):
            writer.write(line)
        return Session(course, contents.header, writer)

    def _moves(self, plain: tuple[Any, ...]) -> Answer:
        return tuple(msgspec.convert(move, self.game.rules.types.move) for move in plain)

    @property
    def luck(self) -> str:
        """The seed of all playouts that judge answers."""
        return f"puzzle/{self.puzzle.id}"

    def task(self) -> list[str]:
        """Return the task in words, in paragraphs, the last of which says what the stars need."""
        told = self.judge.task(self.start, self.puzzle.theme, self.puzzle.bounds)
        return [*told, stars_line(self.puzzle.bounds, self.theme.unit)]

    def title(self) -> str:
        """Return a title of a few words."""
        return self.judge.title(self.start, self.puzzle.theme, self.puzzle.bounds)

    def hint(self) -> str:
        """Return a sentence that helps to find the best answer without revealing it."""
        return self.judge.hint(self.start, self.puzzle.theme, self.best)

    def outcome(self, answer: Answer) -> str:
        """Return a sentence that explains the value of a legal answer; empty if unknown."""
        proved = self.proved
        return proved.judge.outcome(proved.start, proved.puzzle.theme, answer)


def start_of(session: Session, seat: int, aim: str = "") -> PuzzleStart:
    """Return the beginning of a puzzle. Raises LookupError if the seat isn't asked there."""
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


# The value of an answer: the same every time, since its luck is the puzzle's own

REACHED = 100.0
"""Value of an answer that reaches the goal, where that is all that counts."""
TIE = 0.5
"""The fraction of a point in a lead's value that shows who wins a tie."""


class PuzzleVerdict(Struct, frozen=True):
    """The quality of an answer."""

    value: float
    stars: int
    short: Difference
    """Lead of the best known answer."""


def verdict(opened: OpenedPuzzle, answer: Answer) -> PuzzleVerdict:
    """Return the verdict on an answer. Raises IllegalMove."""
    points = values(opened, [answer, opened.best])
    mean = float(points[0].mean())
    return PuzzleVerdict(mean, opened.puzzle.stars(mean), difference(points[1] - points[0]))


def values(opened: OpenedPuzzle, answers: Sequence[Answer]) -> Values:
    """Return the values of answers, rounded like bounds, shape (answers, n). Raises IllegalMove."""
    proved = opened.proved
    points = opened.judge.values(proved.start, proved.puzzle.theme, answers, opened.theme.playouts, proved.luck)
    return points.round(6)


def difference(apart: Values) -> Difference:
    """Return the mean difference of two answers over all playouts, with its standard error."""
    return Difference(float(apart.mean()), float(apart.std()) / sqrt(max(1, len(apart) - 1)))


class VerdictTask(Struct, frozen=True):
    """A task for a worker: judging an answer."""

    game: Any
    """A `Puzzled`."""
    puzzle: Puzzle
    """The puzzle that was proved: its relatives are judged by it."""
    answer: Answer

    def __call__(self) -> PuzzleVerdict:
        """Return the verdict."""
        game: Puzzled = self.game
        return verdict(OpenedPuzzle(game, self.puzzle), self.answer)


def verdict_lines(opened: OpenedPuzzle, answer: Answer, result: PuzzleVerdict) -> list[str]:
    """Return a verdict in words: the value of a best answer, or what another one lacks, without revealing the best."""
    if result.stars < MOST_STARS:
        return [line for line in (_short_of_goal(opened, result.value), opened.outcome(answer)) if line]
    lines = [_("Your answer: {value}.").format(value=worth(result.value, opened.theme.unit))]
    if answer == opened.best or not result.short.is_sure:
        return [*lines, _("Nothing better was found.")]
    return [*lines, *answer_lines(opened, result)]


def stars_line(bounds: Bounds, unit: Unit) -> str:
    """Return what two and three stars need, beyond the goal of the task."""
    if unit == "goal":
        return _("Reaching the goal earns three stars.")
    sentence = {
        "lead": _("Lead for two stars: {two}, for three: {three}."),
        "points": _("Points for two stars: {two}, for three: {three}."),
        "chance": _("Chance for two stars: {two} %, for three: {three} %."),
    }[unit]
    _one, two, three = (ceil(bound - (TIE if unit == "lead" else 0)) for bound in bounds)
    return sentence.format(two=two, three=three)


def answer_lines(opened: OpenedPuzzle, result: PuzzleVerdict) -> list[str]:
    """Return the best answer in words, its lead over another answer, and the reason."""
    unit = opened.theme.unit
    best = opened.judge.told(opened.start, opened.puzzle.theme, opened.best)
    lines = [_("The best line: {answer}.").format(answer=best)]
    amount = 0 if unit == "goal" else _shown_difference(result, unit)
    if amount:
        better = better_by(amount, unit)
        error = ceil(2 * result.short.error)
        if error:
            better = _("{value} (±{error})").format(value=better, error=error)
        lines.append(_("That is {value} better.").format(value=better))
    return [line for line in (*lines, _others_line(opened), opened.outcome(opened.best)) if line]


def _others_line(opened: OpenedPuzzle) -> str:
    """Return what the answers with another idea reach at most, as the proof found it."""
    puzzle, unit = opened.puzzle, opened.theme.unit
    if unit == "goal":
        return _("No other beginning was found that reaches the goal.")
    return _("Any other idea: {value} at most.").format(value=worth(puzzle.value - puzzle.lead, unit))


def _shown_difference(result: PuzzleVerdict, unit: Unit) -> float:
    """Return the lead of the best answer; for a value in lead points, the difference of the displayed points.

    A lead's value is half a point higher or lower for its tie-break (TIE), which isn't a point that anybody scores.
    """
    if unit != "lead":
        return result.short.mean
    return trunc(result.value + result.short.mean) - trunc(result.value)


def _short_of_goal(opened: OpenedPuzzle, value: float) -> str:
    """Return an answer's value in words, next to the puzzle's goal."""
    first, _second, third = opened.puzzle.bounds
    if opened.theme.unit == "goal":
        return _("You don't reach the goal.")
    if opened.theme.unit == "chance":
        sentence = _("You reach {value} %; the goal is {goal} %, and three stars need {three} %.")
        return sentence.format(value=floor(value), goal=ceil(first), three=ceil(third))
    if opened.theme.unit == "points":
        sentence = ngettext(
            "You score {n} point; three stars need {three}.",
            "You score {n} points; three stars need {three}.",
            floor(value),
        )
        return sentence.format(n=floor(value), three=ceil(third))
    wanted = worth(ceil(third - TIE) + TIE, "lead")
    return _("You finish {value}; for three stars, finish {wanted}.").format(value=worth(value, "lead"), wanted=wanted)


def worth(value: float, unit: Unit) -> str:
    """Return an answer's value in words."""
    if unit == "chance":
        return _("{n} %").format(n=round(value))
    if unit == "points":
        return _points(value)
    if unit == "goal":
        return _("success") if value else _("failure")
    if abs(value) < 1:  # level, and broken otherwise
        return _("tied, and won") if value > 0 else _("tied, and lost")
    told = _("{points} ahead") if value > 0 else _("{points} behind")
    return told.format(points=_points(abs(value) - (abs(value) % 1)))


def _points(value: float) -> str:
    number = round(value)
    return ngettext("{n} point", "{n} points", number).format(n=number)


def better_by(value: float, unit: Unit) -> str:
    """Return an answer's lead in words."""
    return _("{n} percentage points").format(n=round(value)) if unit == "chance" else _points(value)
