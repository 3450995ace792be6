"""What is foreseen of a season: what each assignment brings, what the whole plan leaves, and the winter after it."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from shogun.games.shogun.rules.cards import Action
from shogun.games.shogun.rules.events import Scored, SkipReason

Doubt = Literal["surely", "perhaps", "never"]
"""Whether an action will be carried out, as far as it depends on events and on the order of the actions."""


class Span(Struct, frozen=True):
    """A number that isn't certain: both ends are possible."""

    low: int
    high: int

    @classmethod
    def of(cls, numbers: Iterable[int]) -> "Span":
        """Return the span of some numbers, at least one."""
        found = tuple(numbers)
        return cls(min(found), max(found))

    @property
    def is_certain(self) -> bool:
        """Whether there is only one number."""
        return self.low == self.high


NOTHING = Span(0, 0)


class Assignment(Struct, frozen=True):
    """What one province on one action brings if it is carried out."""

    action: Action
    province: str
    done: Doubt
    reasons: tuple[SkipReason, ...] = ()
    """Why it is skipped where it is."""
    chests: Span = NOTHING
    rice: Span = NOTHING
    armies: Span = NOTHING
    """Armies from the reserve."""
    points: int = 0
    """What a building adds to the points if the year ended after this season."""
    peasants: int = 0
    """Those that rise in the revolt it causes; 0: none breaks out."""
    marching: int = 0
    """Armies that may leave the province."""
    missing: int = 0
    """Chests that may be missing when it is due."""


class Supply(Struct, frozen=True):
    """A winter that may come: its event, and what a seat is short of then (8.1, 8.2)."""

    event: str
    chance: float
    loss: int
    """Rice that every player loses."""
    left: int
    """Rice that the seat has after that."""
    needed: int
    """Rice that the seat's provinces need, counted before any revolt."""
    short: int
    revolts: int
    peasants: int
    """Extra peasants in each revolt."""


class Season(Struct, frozen=True):
    """What a plan would leave."""

    assignments: Mapping[Action, Assignment]
    """Those actions that have a province."""
    line: tuple[Span, ...]
    """Chests after the bid is paid, and after each action whose place is known."""
    chests: Span
    """Chests at the season's end."""
    reserve: Span
    """Armies in the reserve at the season's end."""
    armies: Span
    """Armies on the map at the season's end."""
    rice: Span
    """Rice at the season's end, before winter takes its share."""
    supplies: tuple[Supply, ...]
    """The winters that may come, if it came after this season."""
    scores: tuple[Scored, ...]
    """What each player would score if the year ended after this season, with the planned buildings."""

    @property
    def short(self) -> Span:
        """Rice that would be missing in winter."""
        return Span.of(supply.short for supply in self.supplies) if self.supplies else NOTHING

    @property
    def revolts(self) -> Span:
        """Revolts that would break out in winter."""
        return Span.of(supply.revolts for supply in self.supplies) if self.supplies else NOTHING
