"""What tells how good a decision was, from what its seat could know then: brought by each game for its reviews."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from msgspec import Struct

from shogun.game.protocol import AnyGame
from shogun.table.running.tower_contents import Inside

Shares: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
"""The share of the victory after each of several moves in each playout, shape (moves, n)."""


class DecisionPoint(Struct, frozen=True):
    """What a seat was asked, and all that it could know then."""

    view: Any
    inside: Inside
    question: Any


class Considered(Struct, frozen=True):
    """What good players would have done where a seat was asked."""

    best: tuple[Any, ...]
    """What the strongest opponent would have done: its move, then with what it would have gone on."""
    usual: Any
    """The move of an opponent that plans well and searches little."""


class Explained(Struct, frozen=True):
    """Where a game explains what a kind of decisions is about."""

    rule: str
    """The section or rule, by its number."""
    chapter: str = ""
    """The chapter of the tutorial, by its name; empty: none speaks of it."""


class DecisionJudge(Protocol):
    """What a game brings to judge decisions: `Game.decisions`.

    It is given what the seat that is asked could see and know, and nothing else of the game.
    """

    @property
    def VERSION(self) -> int:  # noqa: N802
        """Goes up when the same decision is judged otherwise."""

    @property
    def PLAYOUTS(self) -> int:  # noqa: N802
        """How often the game is played on after each move that is compared, unless somebody says otherwise."""

    def considered(self, point: DecisionPoint, seed: str, /) -> Considered | None:
        """Return what good players would have done; None where no playout can tell moves apart."""

    def shares(self, point: DecisionPoint, moves: Sequence[Any], playouts: int, seed: str, /) -> Shares:
        """Return the share of the victory of the seat that is asked after each move, in so many playouts.

        In the n-th playout of all moves what the seat can't see is dealt alike, and luck is the same.
        """

    def lines(self, moves: Sequence[Any], /) -> list[str]:
        """Return in words what a seat does that is asked the same several times, in lines that can be compared."""

    def kind(self, point: DecisionPoint, given: Any, better: Any, /) -> str:
        """Return of which kind a decision is, in English: a word of `KINDS`."""

    @property
    def KINDS(self) -> tuple[str, ...]:  # noqa: N802
        """All kinds of decisions, in English, marked for translation."""

    @property
    def EXPLAINED(self) -> Mapping[str, Explained]:  # noqa: N802
        """Where each kind is explained."""


class Judgeable(Protocol):
    """A game whose decisions can be judged; it can be sent to another process."""

    @property
    def rules(self) -> AnyGame:
        """Its rules."""

    @property
    def decisions(self) -> DecisionJudge | None:
        """What judges decisions; None if it brings nothing that does."""
