"""A battle or revolt as shown on the screen: the province, both sides during the count, and the result."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.words import sentence
from shogun.window.kit.drawing.icons import SeatLook


class Count(Struct, frozen=True):
    """One side of a battle during the count on the tray: cubes by color so far."""

    title: str
    seat: int | None
    cubes: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """All cubes of the side."""
        return sum(number for _colour, number in self.cubes)


class ShownBattle(Struct):
    """The battle or revolt that is being shown."""

    title: str
    sides: tuple[Count, Count] | None = None
    counted: int = 0
    """Number of cubes of each side that have been counted out."""
    result: str = ""
    winner: int | None = None
    """The seat that owns the province afterwards, once the result is shown; None: nobody."""
    began: ev.BattleBegan | None = None
    """Beginning of the battle, with the attacker's later additions; None for a revolt, and if only the end matters."""

    def end_for(self, people: Collection[int]) -> Literal["won", "lost", "tied"] | None:
        """Return the result for those of these seats who fought in it; None if none of them did."""
        fought = {side.seat for side in self.sides or ()} & set(people)
        if not fought or not self.sides:
            return None
        if self.winner in fought:
            return "won"
        return "tied" if self.sides[0].total == self.sides[1].total else "lost"

    def shown(self) -> tuple[object, ...]:
        """Return a snapshot of everything about the battle that the screen shows."""
        return self.title, self.sides, self.counted, self.result

    @property
    def most(self) -> int:
        """The number of cubes of the larger side."""
        return max((side.total for side in self.sides or ()), default=0)


def begun(event: ev.BattleBegan | ev.RevoltBroke, names: Sequence[str]) -> ShownBattle:
    """Return a battle or revolt that has just begun."""
    return ShownBattle(sentence(event, names), began=event if isinstance(event, ev.BattleBegan) else None)


def reinforced(battle: ShownBattle, event: ev.Reinforced, names: Sequence[str]) -> None:
    """Add the attacker's additional army to the title of a battle."""
    if battle.began is not None:
        battle.began = with_reinforcement(battle.began, event)
        battle.title = sentence(battle.began, names)


def with_reinforcement(began: ev.BattleBegan, event: ev.Reinforced) -> ev.BattleBegan:
    """Return the beginning of a battle with the added army, if it is the attacker's."""
    return replace(began, armies=began.armies + 1) if event.reason == "attack" else began


def sides(event: ev.BattleSettled, seats: Sequence[SeatLook]) -> tuple[Count, Count]:
    """Return the two sides of a settled battle from the tray, the attacker first."""
    peasants = ((PEASANT, event.peasants),) if event.peasants else ()
    if event.kind == "revolt":
        return Count(_("Peasants"), None, peasants), _side(seats, event.defender, event.defenders)
    defender = _side(seats, event.defender, event.defenders)
    whole = Count(defender.title, defender.seat, (*defender.cubes, *peasants))
    return _side(seats, event.attacker, event.attackers), whole


def _side(seats: Sequence[SeatLook], seat: int | None, armies: int) -> Count:
    if seat is None:
        return Count(_("Neutral"), None, ())
    look = seats[seat]
    return Count(look.name, seat, ((look.colour, armies),) if armies else ())


# A battle shown large over the map: its sides, the growth of the picture, and the cubes out so far

GROW_SECONDS = 0.25
"""Seconds in which the picture grows over the map, or shrinks."""
CLOSER_SECONDS = 0.4
"""Seconds in which the view moves closer to the tray."""


class Side(Struct, frozen=True):
    """One side of a battle: a player's, or peasants alone."""

    title: str
    seat: int | None
    colour: str
    """Color of its own cubes."""


class LargeBattle(Struct):
    """A battle while it is shown large."""

    province: str
    """The province that the picture grows from and shrinks to."""
    sides: tuple[Side, Side]
    """Both sides, the attacker first."""
    grown: float = 1.0
    """Growth of the picture, 0 to 1."""
    is_leaving: bool = False
    closeness: float = 0.0
    """Closeness of the view to the tray, 0 to 1."""

    @property
    def is_whole(self) -> bool:
        """True if the picture has its full size."""
        return self.grown >= 1.0 and not self.is_leaving

    def pass_by(self, seconds: float, *, comes_closer: bool) -> None:
        """Update the picture's growth and the view's closeness."""
        step = seconds / GROW_SECONDS
        self.grown = max(0.0, self.grown - step) if self.is_leaving else min(1.0, self.grown + step)
        if comes_closer:
            self.closeness = min(1.0, self.closeness + seconds / CLOSER_SECONDS)

    def shown(self) -> tuple[object, ...]:
        """Return a snapshot of everything about it that the screen shows."""
        return self.province, self.grown, self.closeness


def large_battle(settled: ev.BattleSettled, seats: Sequence[SeatLook]) -> LargeBattle:
    """Return a battle at the beginning of its large display."""
    return LargeBattle(settled.province, (_large_side(settled.attacker, seats), _large_side(settled.defender, seats)))


def _large_side(seat: int | None, seats: Sequence[SeatLook]) -> Side:
    return Side(_("Peasants"), None, PEASANT) if seat is None else Side(seats[seat].name, seat, seats[seat].colour)


class Standing(Struct, frozen=True):
    """Display of one side: its cubes in the order of the count, and the number of cubes that fell in pairs."""

    cubes: tuple[str, ...]
    """Colors of the cubes; those that fall first come first."""
    fallen: int = 0
    swell: float = 0.0
    """Swelling of the number since a cube last landed or fell, 0 to 1."""

    won: bool = False
    """True if this side has won and the result has been shown."""

    @property
    def left(self) -> int:
        """The number of cubes that haven't fallen."""
        return len(self.cubes) - self.fallen


def standings(large: LargeBattle, battle: ShownBattle | None, tray: Mapping[str, int]) -> tuple[Standing, Standing]:
    """Return both sides: the cubes out so far, or during the count those that fell in pairs.

    Peasants on a defender's side take the losses first (7.4).
    """
    if battle is None or battle.sides is None:
        first, second = (Standing((side.colour,) * tray.get(side.colour, 0)) for side in large.sides)
        return first, second
    rows = [sorted((c for c, n in side.cubes for _cube in range(n)), key=_falls_later) for side in battle.sides]
    pairs = min(battle.counted, *(len(row) for row in rows))
    return Standing(tuple(rows[0]), pairs), Standing(tuple(rows[1]), pairs)


def fallen_cubes(rows: Sequence[Standing]) -> Counter[str]:
    """Return the number of cubes of each color that fell in pairs."""
    return Counter(cube for row in rows for cube in row.cubes[: row.fallen])


def gently(share: float) -> float:
    """Return a share of a path with a smooth start and end."""
    return share * share * (3 - 2 * share)


def _falls_later(colour: str) -> bool:
    return colour != PEASANT
