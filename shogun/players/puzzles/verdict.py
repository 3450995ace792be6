"""What an answer to a puzzle is worth: the same every time, since its luck is the puzzle's own."""

from collections.abc import Sequence
from math import ceil, floor, sqrt, trunc
from typing import Any

from msgspec import Struct

from shogun.base.language import _, ngettext
from shogun.players.puzzles.opened_puzzle import OpenedPuzzle
from shogun.players.puzzles.puzzle import MOST_STARS, Puzzle
from shogun.players.puzzles.puzzle_judge import Answer, Puzzled, Unit, Values
from shogun.players.review.decision_verdicts import Difference

TIE = 0.5
"""The fraction of a point in a lead's value that shows who wins a tie."""


class PuzzleVerdict(Struct, frozen=True):
    """How good an answer was."""

    value: float
    stars: int
    short: Difference
    """By how much the best answer that was found is better."""


def verdict(opened: OpenedPuzzle, answer: Answer) -> PuzzleVerdict:
    """Return how good an answer is. Raises IllegalMove."""
    found = values(opened, [answer, opened.best])
    mean = float(found[0].mean())
    return PuzzleVerdict(mean, opened.puzzle.stars(mean), difference(found[1] - found[0]))


def values(opened: OpenedPuzzle, answers: Sequence[Answer]) -> Values:
    """Return what answers come to, rounded as bounds are, shape (answers, n). Raises IllegalMove."""
    proved = opened.proved
    found = opened.judge.values(proved.start, proved.puzzle.theme, answers, opened.theme.playouts, proved.luck)
    return found.round(6)


def difference(apart: Values) -> Difference:
    """Return the mean of what two answers differ by in each playout, with its standard error."""
    return Difference(float(apart.mean()), float(apart.std()) / sqrt(max(1, len(apart) - 1)))


class VerdictTask(Struct, frozen=True):
    """A task for a worker: the judging of an answer."""

    game: Any
    """A `Puzzled`."""
    puzzle: Puzzle
    """That was proved: its relatives are judged alike."""
    answer: Answer

    def __call__(self) -> PuzzleVerdict:
        """Return how good the answer is."""
        game: Puzzled = self.game
        return verdict(OpenedPuzzle(game, self.puzzle), self.answer)


def verdict_lines(opened: OpenedPuzzle, answer: Answer, found: PuzzleVerdict) -> list[str]:
    """Return a verdict in words: the value of a best answer, or what another one lacks, without revealing the best."""
    if found.stars < MOST_STARS:
        return [line for line in (_short_of_goal(opened, found.value), opened.outcome(answer)) if line]
    lines = [_("Your answer: {value}.").format(value=worth(found.value, opened.theme.unit))]
    if answer == opened.best or not found.short.is_sure:
        return [*lines, _("Nothing better was found.")]
    return [*lines, *answer_lines(opened, found)]


def answer_lines(opened: OpenedPuzzle, found: PuzzleVerdict) -> list[str]:
    """Return the best answer in words, by how much it is better than another, and why."""
    unit = opened.theme.unit
    best = opened.judge.told(opened.start, opened.puzzle.theme, opened.best)
    lines = [_("The best is: {answer}.").format(answer=best)]
    if amount := _shown_difference(found, unit):
        better = better_by(amount, unit)
        error = ceil(2 * found.short.error)
        if error:
            better = _("{value} (±{error})").format(value=better, error=error)
        lines.append(_("That is {value} better.").format(value=better))
    return [line for line in (*lines, opened.outcome(opened.best)) if line]


def _shown_difference(found: PuzzleVerdict, unit: Unit) -> float:
    """Return by how much the best answer is better: of leads the difference of the points that are shown.

    A lead's value is half a point higher or lower for its tie-break (TIE), which isn't a point that anybody scores.
    """
    if unit != "lead":
        return found.short.mean
    return trunc(found.value + found.short.mean) - trunc(found.value)


def _short_of_goal(opened: OpenedPuzzle, value: float) -> str:
    """Return an answer's value in words, next to the puzzle's goal."""
    first, _second, third = opened.puzzle.bounds
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
    """Return what an answer comes to in words."""
    if unit == "chance":
        return _("{n} %").format(n=round(value))
    if unit == "points":
        return _points(value)
    if abs(value) < 1:  # level, and broken otherwise
        return _("tied, and won") if value > 0 else _("tied, and lost")
    told = _("{points} ahead") if value > 0 else _("{points} behind")
    return told.format(points=_points(abs(value) - (abs(value) % 1)))


def _points(value: float) -> str:
    number = round(value)
    return ngettext("{n} point", "{n} points", number).format(n=number)


def better_by(value: float, unit: Unit) -> str:
    """Return in words by how much an answer is better than another."""
    return _("{n} percentage points").format(n=round(value)) if unit == "chance" else _points(value)
