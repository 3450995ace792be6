"""One answer and what it led to."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from shogun.game.questions import Question
from shogun.table.running.tower_kinds import Fall


class Turn(Struct, frozen=True):
    """One answer and what it led to: what a window shows next."""

    n: int
    """The number of its line in the journal."""
    question: Question
    answer: Any
    events: Sequence[Any]
    before: Any
    """The state before it."""
    after: Any
    """The state after it."""
    checksum: int
    """Of its line: with `n` the key of the throw's recording."""
    fall: Fall | None = None
    """What a throw came to."""
    physics: int | None = None
    """The version of the physics from this throw on, if it is another one than before."""

    @property
    def taps(self) -> int:
        """How often the tower was tapped in it."""
        return self.fall.taps if self.fall else 0

    @property
    def seat(self) -> int | None:
        """Who answered; None: chance."""
        return self.question.seat
