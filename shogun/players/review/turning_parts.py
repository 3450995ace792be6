"""The parts of an answer that turned a game: how much each changed everybody's chances.

Each part is done as a good player would usually do it, and the moment after the answer is estimated with the same luck
as in the review. A part counts as far as it alone moved the chances the way the whole answer did.
"""

from collections.abc import Collection, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from shogun.base.language import _
from shogun.players.review.decision_verdicts import MOST_PARTS, Difference, difference_of
from shogun.players.review.game_review import Entry, Reviewable
from shogun.players.review.words import change_words
from shogun.table.journal import AnswerLine, Header
from shogun.table.replay import History

if TYPE_CHECKING:
    from shogun.players.review.game_review import Chances, ReviewWork

PLAYOUTS = 150
"""Most playouts after each answer that is compared."""
LEAST = 0.02
"""Change of a chance from which on a part is named."""


class TurningPoints(Protocol):
    """A game's explanations of turning points: `Game.turning_points`."""

    def told(self, history: History, place: int, names: Sequence[str], /) -> Sequence[str]:
        """Return in sentences what followed from the answer that was given at a place; nothing that is of no weight."""

    def swaps(self, history: History, place: int, /) -> Sequence[Any]:
        """Return answers that could have been given at a place instead, each different in one part.

        Nothing for answers that have no parts.
        """

    def differing(self, one: Any, other: Any, /) -> Collection[Hashable]:
        """Return the parts in which two answers differ."""

    def swap_words(self, one: Any, other: Any, /) -> str:
        """Return what one answer does and the other doesn't."""


class Divided(Reviewable, Protocol):
    """A game whose answers can be divided into parts; it can be sent to another process."""

    @property
    def turning_points(self) -> TurningPoints | None:
        """Its explanations of turning points; None if it has none."""


class TurningPart(Struct, frozen=True):
    """A part of an answer."""

    swap: Any
    """The answer with this part done otherwise."""
    changes: tuple[Difference, ...]
    """How this part changed each seat's chance to win."""


class PartsTask(Struct, frozen=True):
    """A task for a worker: finding the parts that mattered at a turning point."""

    game: Any
    """A `Divided`."""
    header: Header
    answers: tuple[AnswerLine, ...]
    """All answers up to the turning point."""
    entry: Entry
    playouts: int
    seed: str

    def __call__(self) -> tuple[TurningPart, ...]:
        """Return the parts that mattered most, the most important first; none if no single one did."""
        past = History(self.game.rules, self.header)
        past.follow(self.answers)
        place, given = self.entry.first, past.steps[self.entry.first].answer
        points: TurningPoints = self.game.turning_points
        whole = self._chances(past, given)
        if whole is None:
            return ()
        found: list[tuple[float, TurningPart]] = []
        for swap in points.swaps(past, place):
            chances = self._chances(past, swap)
            assert chances is not None, "this moment can be judged"
            differences = whole - chances
            along = difference_of(differences @ self._direction())
            if along.mean >= LEAST and along.is_clear:
                changes = tuple(difference_of(column) for column in differences.T)
                found.append((along.mean, TurningPart(swap, changes)))
        return tuple(self._apart(given, [part for _along, part in sorted(found, key=lambda each: -each[0])]))

    def _chances(self, past: History, answer: Any) -> "Chances | None":
        """Return everybody's shares of the victory after an answer at the turning point, shape (n, seats)."""
        step, seat = past.steps[self.entry.first], past.steps[self.entry.first].question.seat
        after = self.game.rules.play(step.before, seat, answer).state
        players = tuple(info.player for info in self.header.seats)
        chances: Chances | None = self.game.judge.win_chances(
            after, past.inside(self.entry.first), self.playouts, self.seed, players
        )
        return chances

    def _direction(self) -> "Chances":
        """Return the direction in which the chances of all seats moved, as a vector of length 1."""
        import numpy as np

        changes = np.array(self.entry.changes)
        length: float = np.sqrt((changes * changes).sum())
        return changes / max(length, 1e-9)

    def _apart(self, given: Any, parts: Sequence[TurningPart]) -> list[TurningPart]:
        """Return the first parts of which no two change the same thing."""
        points: TurningPoints = self.game.turning_points
        found, seen = [], set[Hashable]()
        for part in parts:
            things = set(points.differing(given, part.swap))
            if not things & seen:
                seen |= things
                found.append(part)
        return found[:MOST_PARTS]


def parts_task(game: Divided, work: "ReviewWork", entry: Entry) -> PartsTask | None:
    """Return the task that finds the parts of a turning point; None if it isn't an answer with parts."""
    points = game.turning_points
    if points is None or entry.cause != "decision" or not points.swaps(work.past, entry.first):
        return None
    answers = tuple(work.answers[: entry.place])
    return PartsTask(game, work.header, answers, entry, min(PLAYOUTS, work.playouts), work.journal)


def part_sentences(
    game: Divided, past: History, entry: Entry, parts: Sequence[TurningPart], names: Sequence[str]
) -> tuple[str, ...]:
    """Return the parts of a turning point with their changes, a sentence each; the first names the player."""
    points = game.turning_points
    assert points is not None, "they are its parts"
    step = past.steps[entry.first]
    assert step.question.seat is not None, "somebody has answered"
    sentences = [_part_sentence(points.swap_words(step.answer, part.swap), part, names) for part in parts]
    first, *others = sentences or [_("The plan as a whole; no single card stands out.")]
    return (_("{who}: {what}").format(who=names[step.question.seat], what=first), *others)


def _part_sentence(what: str, part: TurningPart, names: Sequence[str]) -> str:
    changes = change_words([change.mean for change in part.changes], names)
    return _("{what} ({changes}).").format(what=f"{what[:1].upper()}{what[1:]}", changes=changes)
