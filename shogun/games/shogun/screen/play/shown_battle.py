"""A battle or revolt as it is shown: what is fought for, both sides as they are counted out, and how it ended."""

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
    """One side of a battle as it is counted out on the tray: cubes by colour so far."""

    title: str
    seat: int | None
    cubes: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """All cubes of the side."""
        return sum(number for _colour, number in self.cubes)


class ShownBattle(Struct):
    """The battle or revolt that is shown at the moment."""

    title: str
    sides: tuple[Count, Count] | None = None
    counted: int = 0
    """How many cubes of each side have been counted out by now."""
    result: str = ""
    winner: int | None = None
    """The seat that holds the province now, once the result is told; None: nobody."""
    began: ev.BattleBegan | None = None
    """How it began, with all that the attacker has added since; None of a revolt, and where only the end matters."""

    def end_for(self, people: Collection[int]) -> Literal["won", "lost", "tied"] | None:
        """Return how it ended for those of these seats who fought in it; None if none of them did."""
        fought = {side.seat for side in self.sides or ()} & set(people)
        if not fought or not self.sides:
            return None
        if self.winner in fought:
            return "won"
        return "tied" if self.sides[0].total == self.sides[1].total else "lost"

    def shown(self) -> tuple[object, ...]:
        """Return all of the battle that is seen on the screen, as it is now."""
        return self.title, self.sides, self.counted, self.result

    @property
    def most(self) -> int:
        """The cubes of the larger side."""
        return max((side.total for side in self.sides or ()), default=0)


def begun(event: ev.BattleBegan | ev.RevoltBroke, names: Sequence[str]) -> ShownBattle:
    """Return a battle or revolt that has just begun."""
    return ShownBattle(sentence(event, names), began=event if isinstance(event, ev.BattleBegan) else None)


def reinforced(battle: ShownBattle, event: ev.Reinforced, names: Sequence[str]) -> None:
    """Let the title of a battle tell of the army too that the attacker has just added."""
    if battle.began is not None:
        battle.began = with_reinforcement(battle.began, event)
        battle.title = sentence(battle.began, names)


def with_reinforcement(began: ev.BattleBegan, event: ev.Reinforced) -> ev.BattleBegan:
    """Return how a battle began with the army that was added, if that is the attacker's."""
    return replace(began, armies=began.armies + 1) if event.reason == "attack" else began


def sides(event: ev.BattleSettled, seats: Sequence[SeatLook]) -> tuple[Count, Count]:
    """Return the two sides of a settled battle as they lay on the tray, the attacker first."""
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


# A battle that is shown large over the map: who fights, how far the picture has grown, and what came out by now.

GROW_SECONDS = 0.25
"""In which the picture grows over the map, and goes back."""
CLOSER_SECONDS = 0.4
"""In which the view is drawn to the tray."""


class Side(Struct, frozen=True):
    """One side of a battle: a player's, or peasants alone."""

    title: str
    seat: int | None
    colour: str
    """Of its own cubes."""


class LargeBattle(Struct):
    """One battle while it is large."""

    province: str
    """From which the picture grows, and to which it goes back."""
    sides: tuple[Side, Side]
    """The attacker first."""
    grown: float = 1.0
    """How far it has grown, 0 to 1."""
    is_leaving: bool = False
    closeness: float = 0.0
    """How far the view is drawn to the tray, 0 to 1."""

    @property
    def is_whole(self) -> bool:
        """Whether it has all its room."""
        return self.grown >= 1.0 and not self.is_leaving

    def pass_by(self, seconds: float, *, comes_closer: bool) -> None:
        """Let it grow, or go, and the view be drawn to the tray."""
        step = seconds / GROW_SECONDS
        self.grown = max(0.0, self.grown - step) if self.is_leaving else min(1.0, self.grown + step)
        if comes_closer:
            self.closeness = min(1.0, self.closeness + seconds / CLOSER_SECONDS)

    def shown(self) -> tuple[object, ...]:
        """Return all of it that is seen on the screen."""
        return self.province, self.grown, self.closeness


def large_battle(settled: ev.BattleSettled, seats: Sequence[SeatLook]) -> LargeBattle:
    """Return a battle as it begins to be shown large."""
    return LargeBattle(settled.province, (_large_side(settled.attacker, seats), _large_side(settled.defender, seats)))


def _large_side(seat: int | None, seats: Sequence[SeatLook]) -> Side:
    return Side(_("Peasants"), None, PEASANT) if seat is None else Side(seats[seat].name, seat, seats[seat].colour)


class Standing(Struct, frozen=True):
    """What is to be seen of one side: its cubes in the order of their count, and how many of them fell in pairs."""

    cubes: tuple[str, ...]
    """Colours; those that fall first stand first."""
    fallen: int = 0
    swell: float = 0.0
    """How far its number has swollen since the last of them landed or fell, 0 to 1."""

    won: bool = False
    """Whether it is told already that this side has won."""

    @property
    def left(self) -> int:
        """Cubes that still stand."""
        return len(self.cubes) - self.fallen


def standings(large: LargeBattle, battle: ShownBattle | None, tray: Mapping[str, int]) -> tuple[Standing, Standing]:
    """Return both sides: what has come out by now, or once it is counted, what fell in pairs.

    Peasants beside a defender take the losses first (7.4).
    """
    if battle is None or battle.sides is None:
        first, second = (Standing((side.colour,) * tray.get(side.colour, 0)) for side in large.sides)
        return first, second
    rows = [sorted((c for c, n in side.cubes for _cube in range(n)), key=_falls_later) for side in battle.sides]
    pairs = min(battle.counted, *(len(row) for row in rows))
    return Standing(tuple(rows[0]), pairs), Standing(tuple(rows[1]), pairs)


def fallen_cubes(rows: Sequence[Standing]) -> Counter[str]:
    """Return how many cubes of each colour fell in pairs."""
    return Counter(cube for row in rows for cube in row.cubes[: row.fallen])


def gently(share: float) -> float:
    """Return a share of a way that begins and ends gently."""
    return share * share * (3 - 2 * share)


def _falls_later(colour: str) -> bool:
    return colour != PEASANT
