"""What is asked of players: what every question has, and kinds of questions that any game may use.

A window draws these kinds without knowing a rule; an opponent chooses from them.
"""

from random import Random
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from shogun.base.language import _, shown
from shogun.game.chance import ChanceQuestion
from shogun.game.errors import IllegalMove

Move = TypeVar("Move")
LONGEST_MOVE = 200
"""Characters of a move that are quoted."""


class PlayerQuestion(Protocol):
    """A question to one seat; moves come sorted where they are listed."""

    @property
    def seat(self) -> int:
        """Who is asked."""

    @property
    def key(self) -> str:
        """The name of the question: of its line in the journal, and of the random stream of whoever answers it.

        Seats that are asked at the same time are asked by the same key.
        """

    def count(self) -> int:
        """Return the number of legal moves."""

    def sample(self, rng: Random) -> Any:
        """Return a legal move, each with the same chance."""

    def verify(self, move: object) -> None:
        """Raise `IllegalMove` unless this is a legal move."""


Question = PlayerQuestion | ChanceQuestion


class OneOf(Struct, Generic[Move], frozen=True, tag=True):
    """One of a list of moves, by a rule of this number."""

    seat: int
    key: str
    moves: tuple[Move, ...]
    rule: str

    def count(self) -> int:
        """Return the number of legal moves."""
        return len(self.moves)

    def sample(self, rng: Random) -> Move:
        """Return a legal move, each with the same chance."""
        return self.moves[int(rng.random() * len(self.moves))]

    def verify(self, move: object) -> None:
        """Raise `IllegalMove` unless `move` is one of the list."""
        if move not in self.moves:
            raise IllegalMove(self.rule, _("{move} is not among the choices").format(move=shown(move, LONGEST_MOVE)))
