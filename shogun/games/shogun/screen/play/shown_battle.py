"""A battle or revolt as it is shown: what is fought for, both sides as they are counted out, and how it ended."""

from collections.abc import Collection, Sequence
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
