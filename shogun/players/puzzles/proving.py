"""Proving a puzzle: that one answer is clearly the best, that it isn't the usual one, and that it can't be guessed."""

from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec import Struct

from shogun.players.puzzles.opened_puzzle import OpenedPuzzle
from shogun.players.puzzles.puzzle import MOST_STARS
from shogun.players.puzzles.puzzle_judge import Answer, PuzzleJudge, PuzzleStart, Values
from shogun.players.puzzles.verdict import difference, values
from shogun.players.review.decision_verdicts import Difference

LEAD = 8.0
"""By so many points the best answer is better at least than all that have another idea, ..."""
SURE = 3.0
"""... and by so many standard errors."""
RANDOM_ANSWERS = 60
"""So many answers are drawn at random."""
GUESSED = 0.1
"""At most so many of them may have more than one star."""
APART = 0.2
"""By so many points bounds differ at least."""


class Proof(Struct, frozen=True):
    """What is found of a puzzle when it is proved again."""

    best_stars: int
    usual_stars: int
    lead: Difference
    likely: float
    """How many of random answers have more than one star."""

    @property
    def is_given(self) -> bool:
        """Whether it is a puzzle."""
        return (
            self.best_stars == MOST_STARS and self.usual_stars < MOST_STARS and self.likely <= GUESSED
            and is_clear(self.lead)
        )  # fmt: skip


def is_clear(lead: Difference) -> bool:
    """Return whether an answer is clearly better than another."""
    return lead.mean >= LEAD and lead.mean > SURE * lead.error


def proof(opened: OpenedPuzzle) -> Proof:
    """Return what is found of a puzzle now, by a search and by random answers that it hasn't seen."""
    puzzle, start, judge = opened.puzzle, opened.start, opened.judge
    sought = judge.sought(start, puzzle.theme, f"{opened.luck}/again")
    others = [] if sought is None else list(sought.answers)
    drawn = random_answers(judge, start, puzzle.theme, f"{opened.luck}/drawn")
    answers = list(dict.fromkeys((opened.best, opened.usual, *others, *drawn)))
    found = values(opened, answers)
    means = found.mean(axis=1)
    stars = {answer: puzzle.stars(float(mean)) for answer, mean in zip(answers, means, strict=True)}
    lucky = sum(stars[answer] > 1 for answer in drawn) / len(drawn)
    lead = lead_of(start, judge, puzzle.theme, answers, found)
    return Proof(stars[opened.best], stars[opened.usual], lead, lucky)


def random_answers(judge: PuzzleJudge, start: PuzzleStart, theme: str, seed: str) -> list[Answer]:
    """Return answers drawn at random, some of them perhaps several times."""
    rng = Random(seed)
    return [judge.sample(start, theme, rng) for _answer in range(RANDOM_ANSWERS)]


def lead_of(start: PuzzleStart, judge: PuzzleJudge, theme: str, answers: Sequence[Answer], found: Values) -> Difference:
    """Return by how much the first answer is better than the best of those that have another idea."""
    means = found.mean(axis=1)
    others = [
        place for place, answer in enumerate(answers) if place and not judge.is_alike(start, theme, answers[0], answer)
    ]
    if not others:
        return Difference(0.0, 0.0)
    rival = max(others, key=lambda place: float(means[place]))
    return difference(found[0] - found[rival])


def bounds_for(value: float, rival: float, drawn: Values, goal: float | None) -> tuple[float, float, float]:
    """Return from where on an answer has one, two and three stars: each bound is higher than the one before.

    Three: so near to the best answer's `value` that none of another idea comes there, the best of which is `rival`,
    and by two thirds of the way from the task's goal. One: the goal, or half of the way from what answers drawn at
    random come to on average. Two: as near to the best as hardly any of those drawn; where three stars need no more,
    halfway between the two others, or above nine of ten that were drawn.
    """
    third = value - (value - rival) / 3
    if goal is not None:
        third = max(third, value - (value - goal) / 3)
    middle, most = float(drawn.mean()), float(np.quantile(drawn, 1 - GUESSED / 2))
    first = min((middle + value) / 2 if goal is None else goal, third - 2 * APART)
    second = max(middle + 0.75 * (value - middle), most + 0.5, first + APART)
    if second > third - APART:
        tight = float(np.quantile(drawn, 1 - GUESSED, method="higher")) + APART
        second = max((first + third) / 2, tight if tight < third - APART else first)
    return round(first, 2), round(second, 2), round(third, 2)
