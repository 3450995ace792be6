"""Luck-adjusted results: shares of the victory without the luck of throws, draws and dice.

Every chance event of a game takes a correction off the result: the value of the game after the outcome that came, less
the mean value after alternative outcomes (control variates at chance nodes: Burch, Schmid, Moravcik, Morrill and
Bowling, AIVAT, 2018). The value is a quick estimate by the game's judge. Alternatives come from the same distribution
as the outcome, and both get the same estimate, so each correction has the expectation 0, whatever the judge believes:
the adjusted result has the same mean as the plain one. A better judge only makes it spread less.

Consecutive chance events, with no decision between them, are one event. Each alternative is compared in playouts with
a luck of their own, which the outcome that came shares: so the errors of all comparisons average out.
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

VERSION = 1
"""Increased when the same game is adjusted differently."""
ALTERNATIVES = 16
"""Alternative outcomes of a chance event by default: their own luck stays in the result, divided by this number."""
PLAYOUTS = 6
"""Playouts of the judge after each outcome in each comparison, by default."""


class LuckAdjustment(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of an adjustment: with other ones the same game gets another adjusted result."""

    judge: int
    """Version of the game's judge."""
    alternatives: int = ALTERNATIVES
    playouts: int = PLAYOUTS
    version: int = VERSION


class ChanceOutcome(Struct, frozen=True):
    """The outcome of consecutive chance events: their answers, and the game after them."""

    answers: tuple[ChanceAnswer, ...]
    state: Any
    inside: Inside


class LuckWatcher:
    """Adds up everybody's luck while a game runs; it must see every turn from the session's present moment on."""

    def __init__(self, session: Session, judge: "Judge", adjustment: LuckAdjustment) -> None:
        """Watch a game whose moments this judge estimates."""
        self.session, self.judge, self.adjustment = session, judge, adjustment
        self.corrections: list[tuple[float, ...]] = []
        """The luck in each event that could have gone differently: parts of a victory, in seat order."""
        self._players = tuple(seat.player for seat in session.header.seats)
        self._inside = session.inside
        self._begun: tuple[ChanceQuestion, Any, Inside] | None = None
        self._answers: list[ChanceAnswer] = []

    def luck(self, seat: int) -> float:
        """Return the sum of a seat's corrections: what to take off its share of the victory."""
        return fsum(correction[seat] for correction in self.corrections)

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
            self._count(f"luck/{first.key}", before, inside, came)

    def _count(self, name: str, before: Any, inside: Inside, came: ChanceOutcome) -> None:
        count = self.adjustment.alternatives
        compared = (
            self._comparison(came, self.alternative(before, inside, f"{name}/{number}"), f"{name}/{number}")
            for number in range(count)
        )
        differences = [difference for difference in compared if difference is not None]
        if differences:
            self.corrections.append(tuple(fsum(of_seat) / count for of_seat in zip(*differences, strict=True)))

    def alternative(self, state: Any, inside: Inside, name: str) -> ChanceOutcome:
        """Return an alternative outcome of the chance events that begin at a moment, independent of the real one.

        Each name gives another one, always the same, from the distribution of the real one.
        """
        game, answers = self.session.course.game, list[ChanceAnswer]()
        while (question := chance_asked(game, state)) is not None:
            answer, inside = _answer(self.session, question, inside, f"{name}/{question.key}")
            state = game.play(state, None, answer).state
            answers.append(answer)
        return ChanceOutcome(tuple(answers), state, inside)

    def _comparison(self, came: ChanceOutcome, other: ChanceOutcome, name: str) -> list[float] | None:
        """Return by how much the value of an outcome exceeds that of an alternative; None: it doesn't, or isn't known.

        The two could be swapped, which only changes the sign: so the expectation is 0.
        """
        if came.answers == other.answers:
            return None
        value, value_of_other = self._values(came, name), self._values(other, name)
        if value is None or value_of_other is None:
            return None
        return [mine - yours for mine, yours in zip(value, value_of_other, strict=True)]

    def _values(self, reached: ChanceOutcome, name: str) -> list[float] | None:
        """Return each seat's chance to win after an outcome; the same name gives playouts with the same luck."""
        seed = f"{self.session.streams.seed}/{name}"
        playouts = self.adjustment.playouts
        samples = self.judge.win_chances(reached.state, reached.inside, playouts, seed, self._players)
        return None if samples is None else [float(mean) for mean in samples.mean(axis=0)]


def chance_asked(game: AnyGame, state: Any) -> ChanceQuestion | None:
    """Return the question that chance has to answer in this state, if any."""
    for question in game.awaited(state):
        return question if isinstance(question, Shuffle | Draw | Roll | Throw) else None
    return None


def _answer(session: Session, question: ChanceQuestion, inside: Inside, stream: str) -> tuple[ChanceAnswer, Inside]:
    """Return an answer of chance from a stream, and the content of the tower after it."""
    if isinstance(question, Throw):
        fall = session.course.tower.throw(inside, question.cubes, session.streams.number(stream), record=False)
        return Thrown(fall.out), fall.inside
    return lots(replace(question, key=stream), session.streams), inside


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
