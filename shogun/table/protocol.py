"""The small protocol by which the table knows a game; the module `shogun.games.shogun.rules` fulfils it as it stands.

The table reads no more of a state than this. The types are Shogun's while it is the only game.
"""

from collections.abc import Sequence
from typing import Protocol

from shogun.games.shogun.rules.chance import ChanceAnswer
from shogun.games.shogun.rules.events import Event
from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.rules.questions import PlayerQuestion, Question
from shogun.games.shogun.rules.state import Setup, State
from shogun.games.shogun.rules.view import Result, View

__all__ = [
    "Answer",
    "Event",
    "Game",
    "Move",
    "PlayerQuestion",
    "Question",
    "Result",
    "Setup",
    "State",
    "Step",
    "View",
]

Answer = Move | ChanceAnswer
"""What a player or chance answers to a question."""


class Step(Protocol):
    """What one answer led to."""

    @property
    def state(self) -> State:
        """The state after the answer."""

    @property
    def events(self) -> Sequence[Event]:
        """What happened, in its order."""

    @property
    def reveals(self) -> bool:
        """Whether something hidden or random became public: nothing is undone past it."""


class Game(Protocol):
    """A game as the table plays it: pure functions over plain data."""

    def new(self, setup: Setup, /) -> State:
        """Return the state before the first answer."""

    def awaited(self, state: State, /) -> Sequence[Question]:
        """Return all open questions; none when the game is over."""

    def verify(self, state: State, seat: int | None, answer: Answer, /) -> Question:
        """Return the question that this answers; raises `IllegalMove`."""

    def play(self, state: State, seat: int | None, answer: Answer, /) -> Step:
        """Return what the verified answer leads to; raises `IllegalMove`."""

    def view(self, state: State, seat: int | None, /) -> View:
        """Return what a seat may see; None: an onlooker."""

    def result(self, state: State, /) -> Result | None:
        """Return how the game ended, None while it runs."""

    def period(self, state: State, /) -> str:
        """Return the name of the present period: when it changes, the journal takes a hash of the state."""
