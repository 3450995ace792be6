"""The outlook of a season and a plan, winters with their shortages, and threats to a seat: attacks and revolts."""

from collections.abc import Iterable, Iterator, Mapping
from math import fsum
from random import Random
from typing import Literal

from msgspec import Struct

from shogun.games.shogun.analysis import fights
from shogun.games.shogun.analysis.fights import Fight
from shogun.games.shogun.analysis.odds import Odds, Threat, first_odds
from shogun.games.shogun.rules.cards import EVENTS, Action
from shogun.games.shogun.rules.events import Scored, SkipReason
from shogun.games.shogun.rules.views import View, passing_winter
from shogun.games.shogun.rules.winter import EXTRA_PEASANTS, revolts_for
from shogun.table.towers import Inside

# Outlook of a season: the gain of each assignment, the result of the whole plan, and the winter after it

Doubt = Literal["surely", "perhaps", "never"]
"""Likelihood that an action is carried out, as far as it depends on events and on the order of the actions."""


class Span(Struct, frozen=True):
    """A number that isn't certain: both ends are possible."""

    low: int
    high: int

    @classmethod
    def of(cls, numbers: Iterable[int]) -> "Span":
        """Return the span of some numbers, at least one."""
        values = tuple(numbers)
        return cls(min(values), max(values))

    @property
    def is_certain(self) -> bool:
        """Return whether there is only one number."""
        return self.low == self.high


NOTHING = Span(0, 0)


class Assignment(Struct, frozen=True):
    """The gain of one province on one action if it is carried out."""

    action: Action
    province: str
    done: Doubt
    reasons: tuple[SkipReason, ...] = ()
    """Reasons why it would be skipped."""
    chests: Span = NOTHING
    rice: Span = NOTHING
    armies: Span = NOTHING
    """Armies from the reserve."""
    points: int = 0
    """Points that a building adds if the year ended after this season."""
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
    """The result of a plan."""

    assignments: Mapping[Action, Assignment]
    """Those actions that have a province."""
    line: tuple[Span, ...]
    """Chests after the bid is paid, and after each action with a known place."""
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
    """Each player's score if the year ended after this season, with the planned buildings."""

    @property
    def short(self) -> Span:
        """Rice that would be missing in winter."""
        return Span.of(supply.short for supply in self.supplies) if self.supplies else NOTHING

    @property
    def revolts(self) -> Span:
        """Revolts that would break out in winter."""
        return Span.of(supply.revolts for supply in self.supplies) if self.supplies else NOTHING


# Possible winters, and a seat's shortages in each (8.1, 8.2)


def supplies(view: View, seat: int) -> tuple[Supply, ...]:
    """Return the possible winters: each event still face up may be the last one (8.1)."""
    return tuple(_supplies(view, seat))


def _supplies(view: View, seat: int) -> Iterator[Supply]:
    counted = _counted(view, seat)
    rice, provinces = view.players[seat].rice, len(view.owned(seat))
    for event in view.events:
        loss = EVENTS[event].winter_rice
        left = max(0, rice - loss) if counted is None else rice
        short = max(0, provinces - left) if counted is None else counted
        needed = left + short if short else provinces  # provinces lost to a revolt since then were counted too
        yield Supply(event, 1 / len(view.events), loss, left, needed, short, *revolts_for(short))


def _counted(view: View, seat: int) -> int | None:
    """Return a seat's shortage in the present winter; None before it was counted (8.2)."""
    winter = passing_winter(view)
    return winter.short[seat] if winter is not None and seat < len(winter.short) else None


# Threats by neighbors, and winter's forecast


def threats(view: View, inside: Inside, name: str, rng: Random) -> tuple[Threat, ...]:
    """Return what each neighbor could do to a province now, the most dangerous first.

    Raises `IllegalMove` while another fight waits for its throw.
    """
    dangers = []
    for march in fights.attackers_of(view, name):
        fight = fights.attack(view, march)
        dangers.append(Threat(march, fight, first_odds(fight, inside, rng)))
    return tuple(sorted(dangers, key=lambda threat: (-threat.odds.win.value, threat.march)))


class Uprising(Struct, frozen=True):
    """A revolt that may break out in winter."""

    province: str
    peasants: int
    """Extra peasants of the supply table."""
    fight: Fight
    odds: Odds
    """A first answer; `win`: it is put down."""


class Winter(Struct, frozen=True):
    """Winter's forecast for a seat, as if it began now, with the present provinces, rice and tower."""

    seat: int
    supplies: tuple[Supply, ...]
    uprisings: tuple[Uprising, ...]
    """Revolts for every province and every number of extra peasants that the supplies make possible."""

    @property
    def revolts(self) -> float:
        """Expected number of revolts."""
        return fsum(supply.chance * supply.revolts for supply in self.supplies)

    @property
    def lost(self) -> float:
        """Expected number of provinces lost in them."""
        return fsum(supply.chance * supply.revolts * self._risk(supply.peasants) for supply in self.supplies)

    def _risk(self, peasants: int) -> float:
        """Return the chance to lose a province drawn by lot in a revolt with a number of extra peasants."""
        chances = [1 - uprising.odds.win.value for uprising in self.uprisings if uprising.peasants == peasants]
        return fsum(chances) / len(chances) if chances else 0.0


def winter(view: View, inside: Inside, seat: int, rng: Random) -> Winter:
    """Return winter's forecast for a seat. Each event still face up may be the one that is left over.

    Raises `IllegalMove` while a fight waits for its throw.
    """
    possible = supplies(view, seat)
    numbers = sorted({supply.peasants for supply in possible if supply.revolts})
    uprisings = []
    for name in view.owned(seat):
        for peasants in numbers:
            fight = fights.revolt(view, name, peasants)
            assert fight is not None, "extra peasants rise with or without a marker"
            uprisings.append(Uprising(name, peasants, fight, first_odds(fight, inside, rng)))
    return Winter(seat, possible, tuple(uprisings))


def risks(view: View, inside: Inside, seat: int, rng: Random) -> dict[int, float]:
    """Return the chance to lose a province drawn by lot in a winter's revolt, by the number of extra peasants (8.2).

    A task for a worker: the model is asked about each province with each number. Raises `IllegalMove` in a fight.
    """
    chances = {}
    for peasants in EXTRA_PEASANTS:
        fights_there = [fights.revolt(view, name, peasants) for name in view.owned(seat)]
        kept = [first_odds(fight, inside, rng).win.value for fight in fights_there if fight is not None]
        chances[peasants] = 1 - fsum(kept) / len(kept) if kept else 0.0
    return chances
