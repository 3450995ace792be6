"""Questions that a game's rules ask, of chance and of players, and their answers.

Windows can draw these kinds of questions without knowing the rules, and opponents can choose from them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from shogun.base.language import _, shown
from shogun.game.errors import IllegalMove

# Questions to chance, and their answers
#
# Rules never roll, shuffle or simulate. Where chance is due, the state awaits one of these questions; each names the
# random stream that answers it, so that a draw added somewhere changes no other.


class Shuffle(Struct, frozen=True, tag=True):
    """Asks for `items` in a random order."""

    key: str
    items: tuple[str | int, ...]
    seat: None = None


class Draw(Struct, frozen=True, tag=True):
    """Asks for `count` of `items`, in the order in which they are drawn."""

    key: str
    items: tuple[str | int, ...]
    count: int
    seat: None = None


class Roll(Struct, frozen=True, tag=True):
    """Asks for the numbers of `dice` dice, each from 1 to `sides`."""

    key: str
    dice: int
    sides: int = 6
    seat: None = None


class Throw(Struct, frozen=True, tag=True):
    """Asks which cubes come out of the tower when `cubes` (number by color) are thrown in."""

    key: str
    cubes: Mapping[str, int]
    seat: None = None


class Drawn(Struct, frozen=True, tag=True):
    """Answers `Shuffle` and `Draw`: the items in their order."""

    items: tuple[str | int, ...]

    def answers(self, question: Shuffle | Draw) -> bool:
        """Return whether these items can result from that shuffle or draw; no item occurs twice."""
        count = question.count if isinstance(question, Draw) else len(question.items)
        if len(self.items) != count or any(type(item) not in (str, int) for item in self.items):
            return False
        drawn = set(self.items)
        return len(drawn) == count and drawn.issubset(question.items)


Order: TypeAlias = Callable[[Shuffle | Draw], Sequence[str | int]]
"""Order in which the items of a shuffle or draw are redealt."""


def as_listed(question: Shuffle | Draw) -> Sequence[str | int]:
    """Return the items in the order of the question, which reveals nothing."""
    return question.items


def redealt(drawn: Drawn, known: Mapping[int, str | int], items: Iterable[str | int]) -> Drawn:
    """Return a draw with the `known` items at their places, counted from 0, and the other `items` elsewhere."""
    left = (item for item in items if item not in set(known.values()))
    return Drawn(tuple(known[place] if place in known else next(left) for place in range(len(drawn.items))))


class Rolled(Struct, frozen=True, tag=True):
    """Answers `Roll`: the number of each die, in the order of the dice."""

    dice: tuple[int, ...]

    def answers(self, question: Roll) -> bool:
        """Return whether these dice can result from that roll."""
        return len(self.dice) == question.dice and all(
            type(number) is int and 1 <= number <= question.sides for number in self.dice
        )


class Thrown(Struct, frozen=True, tag=True):
    """Answers `Throw`: the cubes that came out into the tray, number by color, without zeros."""

    out: Mapping[str, int]


ChanceQuestion = Shuffle | Draw | Roll | Throw
ChanceAnswer = Drawn | Rolled | Thrown


# Questions to players

Move = TypeVar("Move")
LONGEST_MOVE = 200
"""Characters of a move that are quoted."""


class PlayerQuestion(Protocol):
    """A question to one seat; listed moves are sorted."""

    @property
    def seat(self) -> int:
        """The seat that is asked."""

    @property
    def key(self) -> str:
        """Name of the question, of its line in the journal, and of the random stream for its answer.

        Questions to several seats at the same time have the same key.
        """

    def count(self) -> int:
        """Return the number of legal moves."""

    def sample(self, rng: Random) -> Any:
        """Return a legal move, drawn uniformly."""

    def verify(self, move: object) -> None:
        """Raise `IllegalMove` unless this is a legal move."""


Question = PlayerQuestion | ChanceQuestion


class OneOf(Struct, Generic[Move], frozen=True, tag=True):
    """A choice from a list of moves; `rule` is the number of its rule."""

    seat: int
    key: str
    moves: tuple[Move, ...]
    rule: str

    def count(self) -> int:
        """Return the number of legal moves."""
        return len(self.moves)

    def sample(self, rng: Random) -> Move:
        """Return a legal move, drawn uniformly."""
        return self.moves[int(rng.random() * len(self.moves))]

    def verify(self, move: object) -> None:
        """Raise `IllegalMove` unless `move` is one of the list."""
        if move not in self.moves:
            raise IllegalMove(self.rule, _("{move} is not among the choices").format(move=shown(move, LONGEST_MOVE)))


SAMPLES = 60
"""Number of moves sampled where they can't be listed."""


def offered(question: Any) -> Sequence[Any]:
    """Return the moves on offer for a question, or for None: all if they can be listed, otherwise some of them."""
    if question is None:
        return ()
    if hasattr(question, "moves"):
        return tuple(question.moves)
    rng = Random(question.key)
    drawn = [question.sample(rng) for _number in range(SAMPLES)]
    return [move for number, move in enumerate(drawn) if move not in drawn[:number]]
