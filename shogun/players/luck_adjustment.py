"""Luck-adjusted results: a seat's share of the victory without the luck of throws, draws and dice.

Every chance event of a game takes a correction off the result: the value of the game after the outcome that came, less
the mean value after alternative outcomes (control variates at chance nodes: Burch, Schmid, Moravcik, Morrill and
Bowling, AIVAT, 2018). The value is a quick estimate by the game's judge. Alternatives come from the same distribution
as the outcome, and both get the same estimate, so each correction has the expectation 0, whatever the judge believes:
the adjusted result has the same mean as the plain one. A better judge only makes it spread less.

Consecutive chance events, with no decision between them, are one event.
"""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import variance
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.confidence_intervals import CONFIDENCE, Share, normal_quantile
from shogun.game.protocol import AnyGame
from shogun.game.questions import ChanceAnswer, ChanceQuestion, Draw, Roll, Shuffle, Throw, Thrown
from shogun.table.session import Session, Turn, lots
from shogun.table.towers import Inside

if TYPE_CHECKING:  # it is only a protocol here
    from shogun.players.review.game_review import Judge

ALTERNATIVES = 8
"""Alternative outcomes of a chance event by default; their own luck stays in the result, divided by this number."""
PLAYOUTS = 4
"""Playouts of the judge after each outcome, by default."""


class LuckAdjustment(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of an adjustment: with other ones the same game gets another adjusted result."""

    judge: int
    """Version of the game's judge."""
    alternatives: int = ALTERNATIVES
    playouts: int = PLAYOUTS


class ChanceOutcome(Struct, frozen=True):
    """The outcome of consecutive chance events: their answers, and the game after them."""

    answers: tuple[ChanceAnswer, ...]
    state: Any
    inside: Inside


class LuckWatcher:
    """Adds up a seat's luck while a game runs; it must see every turn from the session's present moment on."""

    def __init__(self, session: Session, judge: "Judge", seat: int, adjustment: LuckAdjustment) -> None:
        """Watch a game; the judge estimates the value of its moments for this seat."""
        self.session, self.judge, self.seat, self.adjustment = session, judge, seat, adjustment
        self.corrections: list[float] = []
        """The luck in each event with a choice of outcomes: parts of a victory."""
        self._inside = session.inside
        self._begun: tuple[ChanceQuestion, Any, Inside] | None = None
        self._answers: list[ChanceAnswer] = []

    @property
    def luck(self) -> float:
        """The sum of the corrections: what to take off the seat's share of the victory."""
        return fsum(self.corrections)

    def __call__(self, turn: Turn) -> None:
        """Count the luck of a turn when the chance events to which it belongs have ended."""
        question = turn.question
        if not isinstance(question, Shuffle | Draw | Roll | Throw):
            return
        if self._begun is None:
            self._begun = question, turn.before, self._inside
        self._answers.append(turn.answer)
        if turn.fall is not None:
            self._inside = turn.fall.inside
        if chance_asked(self.session.course.game, turn.after) is None:
            first, before, inside = self._begun
            came = ChanceOutcome(tuple(self._answers), turn.after, self._inside)
            self._begun, self._answers = None, []
            self._count(first, before, inside, came)

    def _count(self, first: ChanceQuestion, before: Any, inside: Inside, came: ChanceOutcome) -> None:
        name = f"luck/{first.key}"
        others = [
            outcome(self.session, before, inside, f"{name}/{number}") for number in range(self.adjustment.alternatives)
        ]
        seed = f"{self.session.streams.seed}/{name}"
        if (correction := self.correction(came, others, seed)) is not None:
            self.corrections.append(correction)

    def correction(self, came: ChanceOutcome, others: Sequence[ChanceOutcome], seed: str) -> float | None:
        """Return the value of the outcome that came, less the mean value of alternatives; None if it can't be judged.

        An alternative equal to the outcome that came, or without a value, counts as equally good: both sides of each
        comparison are treated the same, so that their difference has the expectation 0.
        """
        different = [other for other in others if other.answers != came.answers]
        value = self._value(came, seed) if different else None
        if value is None:
            return None
        values = [self._value(other, seed) for other in different]
        return fsum(value - other for other in values if other is not None) / len(others)

    def _value(self, reached: ChanceOutcome, seed: str) -> float | None:
        playouts = self.adjustment.playouts
        samples = self.judge.win_chances(reached.state, reached.inside, playouts, seed, ahead=False)
        return None if samples is None else float(samples[:, self.seat].mean())


def chance_asked(game: AnyGame, state: Any) -> ChanceQuestion | None:
    """Return the question that chance has to answer in this state, if any."""
    for question in game.awaited(state):
        return question if isinstance(question, Shuffle | Draw | Roll | Throw) else None
    return None


def outcome(session: Session, state: Any, inside: Inside, name: str) -> ChanceOutcome:
    """Return an alternative outcome of the chance events that begin at a moment of a game, independent of the real one.

    Each name gives another one, always the same, from the distribution of the real one.
    """
    game, answers = session.course.game, list[ChanceAnswer]()
    while (question := chance_asked(game, state)) is not None:
        key, answer = f"{name}/{question.key}", None
        if isinstance(question, Throw):
            fall = session.course.tower.throw(inside, question.cubes, session.streams.number(key), record=False)
            answer, inside = Thrown(fall.out), fall.inside
        else:
            answer = lots(replace(question, key=key), session.streams)
        state = game.play(state, None, answer).state
        answers.append(answer)
    return ChanceOutcome(tuple(answers), state, inside)


# Results of many games


class AdjustedShare(Struct, frozen=True):
    """A share of all victories, from adjusted and from plain results; normal 95 % intervals by the spread of games."""

    share: Share
    plain: Share
    worth: float | None
    """Plain games that one adjusted game is worth, for an interval of the same width; None: not known."""


def adjusted_share(plain: Sequence[float], adjusted: Sequence[float]) -> AdjustedShare:
    """Return the mean adjusted result of some games, and the plain one."""
    if len(adjusted) < 2:
        return AdjustedShare(_mean(adjusted), _mean(plain), None)
    spread, spread_plain = variance(adjusted), variance(plain)
    return AdjustedShare(
        _mean(adjusted, spread), _mean(plain, spread_plain), spread_plain / spread if spread and spread_plain else None
    )


def _mean(results: Sequence[float], spread: float = 0.0) -> Share:
    mean = fsum(results) / len(results)
    reach = normal_quantile(CONFIDENCE) * sqrt(spread / len(results))
    return Share(mean, mean - reach, mean + reach)
