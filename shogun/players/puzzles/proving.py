"""Proving puzzles: one answer must be clearly the best, whatever the luck, and no rule of thumb's."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.base.random_streams import Streams
from shogun.game.protocol import AnyGame
from shogun.game.questions import Draw, Roll, Shuffle
from shogun.players.puzzles.puzzle import (
    MOST_STARS,
    Answer,
    PuzzleJudge,
    PuzzleStart,
    RuleOfThumb,
    Values,
    World,
    WorldTrial,
)
from shogun.players.puzzles.solvers import RULES, plain_answers
from shogun.players.puzzles.verdict import OpenedPuzzle, difference, values
from shogun.players.review.decision_verdicts import Difference
from shogun.table.session import UNLIMITED, Seat, lots

LEAD = 8.0
"""Points by which the best answer must lead all answers with another idea, ..."""
SURE = 3.0
"""... and the lead in standard errors."""
RANDOM_ANSWERS = 60
"""Number of random answers."""
GUESSED = 0.1
"""Largest share of random answers that may earn more than one star."""
APART = 0.2
"""Smallest distance between two bounds, in points."""
PLAIN_STARS = 1
"""Most stars that a rule of thumb may earn."""
HOLDS = 2.0
"""Standard errors by which the best answer must lead in other circumstances."""
A_LOOK = 4
"""Divisor of the playouts for a first look, which decides whether a closer one is worthwhile."""
IDEAS = 4
"""Other ideas that are tried in other circumstances: those of the best answers."""
FIXED_PLAYOUTS = 32
"""Playouts in other circumstances of a task with a fixed course."""


class Proof(Struct, frozen=True):
    """The result of proving a puzzle again."""

    best_stars: int
    plain_stars: Mapping[RuleOfThumb, int]
    """Stars that rules of thumb earn."""
    lead: Difference
    likely: float
    """Share of random answers with more than one star."""
    leads: Mapping[World, Difference] = {}
    """Leads of the best answer in other circumstances; none if it isn't a puzzle anyway."""

    @property
    def is_given(self) -> bool:
        """True if it is a valid puzzle."""
        return not self.faults

    @property
    def faults(self) -> list[str]:
        """Faults that keep it from being a valid puzzle, in sentences."""
        found = []
        if self.best_stars < MOST_STARS:
            found.append(_("The best answer doesn't earn three stars."))
        if not is_clear(self.lead):
            found.append(_("The best answer doesn't lead clearly."))
        if self.likely > GUESSED:
            found.append(_("It is too easily guessed."))
        found += [
            _("A rule of thumb solves it: {rule}.").format(rule=_(RULES[rule]))
            for rule, stars in self.plain_stars.items()
            if stars > PLAIN_STARS
        ]
        found += [
            _("The best answer doesn't lead there: {circumstances}.").format(circumstances=_(WORLDS[world]))
            for world, lead in self.leads.items()
            if not holds(lead)
        ]
        return found


WORLDS: Mapping[World, str] = {
    "luck": marked("with different luck"),
    "rivals": marked("against other opponents"),
    "dice": marked("with other dice where the task shows none"),
}
"""Other circumstances in words."""


def is_clear(lead: Difference) -> bool:
    """Return whether a lead is clear."""
    return lead.mean >= LEAD and lead.mean > SURE * lead.error


def holds(lead: Difference) -> bool:
    """Return whether a lead holds in other circumstances."""
    return lead.mean > HOLDS * lead.error


def proof(opened: OpenedPuzzle) -> Proof:
    """Return the proof of a puzzle, from a new search and new random answers."""
    puzzle, start, judge = opened.puzzle, opened.start, opened.judge
    sought = judge.sought(start, puzzle.theme, f"{opened.luck}/again")
    others = [] if sought is None else list(sought.answers)
    plain = plain_answers(opened)
    all_plain = [answer for answers in plain.values() for answer in answers]
    drawn = random_answers(judge, start, puzzle.theme, f"{opened.luck}/drawn")
    weighed = list(dict.fromkeys((opened.best, *others, *all_plain)))
    answers = list(dict.fromkeys((*weighed, *drawn)))
    found = values(opened, answers)
    means = found.mean(axis=1)
    stars = {answer: puzzle.stars(float(mean)) for answer, mean in zip(answers, means, strict=True)}
    lucky = sum(stars[answer] > 1 for answer in drawn) / len(drawn)
    lead = lead_of(start, judge, puzzle.theme, answers, found)
    plain_stars = {rule: max(stars[answer] for answer in answers) for rule, answers in plain.items()}
    so_far = Proof(stars[opened.best], plain_stars, lead, lucky)
    if so_far.faults:
        return so_far
    ranked = sorted(weighed, key=lambda answer: -float(means[answers.index(answer)]))
    return replace(so_far, leads=leads_elsewhere(opened, ranked))


def leads_elsewhere(opened: OpenedPuzzle, ranked: Sequence[Answer]) -> dict[World, Difference]:
    """Return the leads of the best answer in other circumstances, over the best answers with other ideas.

    They end with the first that doesn't hold.
    """
    answers = of_other_ideas(opened, [opened.best, *ranked])
    found = dict[World, Difference]()
    for world in opened.theme.worlds:
        found[world] = _lead_in(world, opened, answers)
        if not holds(found[world]):
            break
    return found


def of_other_ideas(opened: OpenedPuzzle, ranked: Sequence[Answer]) -> list[Answer]:
    """Return the first answer, and the first ones of some other ideas."""
    start, judge, theme = opened.start, opened.judge, opened.puzzle.theme
    answers = [ranked[0]]
    for answer in ranked:
        if len(answers) <= IDEAS and not any(judge.is_alike(start, theme, answer, other) for other in answers):
            answers.append(answer)
    return answers


def _lead_in(world: World, opened: OpenedPuzzle, answers: Sequence[Answer]) -> Difference:
    """Return the lead of the first answer in other circumstances, by a few playouts if it doesn't lead in those."""
    start, judge, theme = opened.start, opened.judge, opened.puzzle.theme
    playouts = playouts_elsewhere(opened)
    lead = Difference(0.0, 0.0)
    for count in (playouts // A_LOOK, playouts):
        points = judge.values_in(WorldTrial(world, count, f"{opened.luck}/{world}"), start, theme, answers)
        lead = lead_of(start, judge, theme, answers, points)
        if lead.mean <= 0:
            break
    return lead


def playouts_elsewhere(opened: OpenedPuzzle) -> int:
    """Return the number of playouts in other circumstances."""
    return FIXED_PLAYOUTS if opened.theme.playouts == 1 else opened.theme.playouts


def random_answers(judge: PuzzleJudge, start: PuzzleStart, theme: str, seed: str) -> list[Answer]:
    """Return random answers, possibly with repeats."""
    rng = Random(seed)
    return [judge.sample(start, theme, rng) for _answer in range(RANDOM_ANSWERS)]


def lead_of(
    start: PuzzleStart, judge: PuzzleJudge, theme: str, answers: Sequence[Answer], points: Values
) -> Difference:
    """Return the lead of the first answer over the best of those with another idea."""
    means = points.mean(axis=1)
    others = [
        place for place, answer in enumerate(answers) if place and not judge.is_alike(start, theme, answers[0], answer)
    ]
    if not others:
        return Difference(0.0, 0.0)
    rival = max(others, key=lambda place: float(means[place]))
    return difference(points[0] - points[rival])


def bounds_for(
    value: float, rival: float, plain: float, drawn: Values, goal: float | None
) -> tuple[float, float, float]:
    """Return the bounds for one, two and three stars, each higher than the one before.

    Three stars: close enough to the best answer's `value` that none with another idea gets there, `rival` being the
    best of these, and at least two thirds of the way from the task's goal. One star: the goal, or half of the way from
    the mean of random answers. Two stars: more than the best rule of thumb, `plain`, and as near to the best as hardly
    any random answer gets; if three stars require no more, halfway between the other two bounds, or above nine of ten
    random answers.
    """
    third = value - (value - rival) / 3
    if goal is not None:
        third = max(third, value - (value - goal) / 3)
    middle, most = float(drawn.mean()), float(np.quantile(drawn, 1 - GUESSED / 2))
    first = min((middle + value) / 2 if goal is None else goal, third - 2 * APART)
    second = max(middle + 0.75 * (value - middle), most + 0.5, plain + APART, first + APART)
    if second > third - APART:
        tight = max(plain, float(np.quantile(drawn, 1 - GUESSED, method="higher"))) + APART
        second = max((first + third) / 2, tight if tight < third - APART else first)
    return round(first, 2), round(second, 2), round(third, 2)


# The course of a game where nothing is left to chance: a puzzle's seed, and opponents that always answer the same

Chooser: TypeAlias = Callable[[Any, Any], Any]
"""Returns the puzzle solver's answer to a question in a state."""


class FixedCourse:
    """The course of a game without a tower, from the beginning of a puzzle."""

    def __init__(
        self, rules: AnyGame, start: PuzzleStart, usual: Seat, others: Seat | None = None, luck: str = ""
    ) -> None:
        """`usual` plays the solver's seat if no answer is given, `others` all other seats: the same if it is None.

        `luck` is a seed for everything left to chance except the solver's dice, which tasks show; if it is empty, the
        puzzle's own luck.
        """
        self.rules, self.start, self.seat = rules, start, start.seat
        self._usual, self._others, self._streams = usual, others or usual, Streams(start.header.seed)
        self._luck = Streams(self._streams.number(f"luck/{luck}")) if luck else self._streams

    def value(self, end: Any) -> float:
        """Return the seat's lead in points over the best other at the end; half a point breaks a tie."""
        result = self.rules.result(end)
        assert result is not None, "it was played to the end"
        others = [points for seat, points in enumerate(result.points) if seat != self.seat]
        return float(result.points[self.seat] - max(others) + (0.5 if self.seat in result.winners else -0.5))

    def worth(self, answer: Answer) -> float:
        """Return the value of these moves at the end. Raises IllegalMove."""
        return self.value(self.played(answer)[1])

    def played(self, answer: Answer) -> tuple[Answer, Any]:
        """Return the end of the game after these moves, and the moves played on to it. Raises IllegalMove."""
        left = iter(answer)
        return self.led(lambda state, asked: next(left, None) or self.usual(state, asked))

    def drawn(self, rng: Random) -> Answer:
        """Return random moves to the end."""
        return self.led(lambda _state, asked: asked.sample(rng))[0]

    def led(self, chooser: Chooser, state: Any = None) -> tuple[Answer, Any]:
        """Return the moves of a chooser for the seat up to the end, and the end."""
        moves = []
        state, asked = self.to_own(self.start.state if state is None else state)
        while asked is not None:
            moves.append(chooser(state, asked))
            state, asked = self.to_own(self.rules.play(state, self.seat, moves[-1]).state)
        return tuple(moves), state

    def to_own(self, state: Any) -> tuple[Any, Any]:
        """Return the next state and question of the seat; or the end, and None."""
        while asked := self.rules.awaited(state):
            question: Any = asked[0]
            if question.seat == self.seat:
                return state, question
            state = self.rules.play(state, question.seat, self.answered(state, question)).state
        return state, None

    def answered(self, state: Any, question: Any) -> Any:
        """Return the answer of chance, or of the opponent whose seat is asked."""
        if not isinstance(question, Shuffle | Draw | Roll):
            return self.usual(state, question)
        is_own = f"seat{self.seat}" in question.key.split("/")
        return lots(question, self._streams if is_own else self._luck)

    def usual(self, state: Any, question: Any) -> Any:
        """Return the opponent's answer for the seat that is asked, as at the table."""
        rng = self._streams.stream(f"seat{question.seat}/{question.key}")
        player = self._usual if question.seat == self.seat else self._others
        return player(self.rules.view(state, question.seat), self.start.inside, question, rng, UNLIMITED)
