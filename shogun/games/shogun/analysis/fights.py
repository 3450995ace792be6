"""Possible fights: the cubes that would be thrown, and the count on the tray, both by the game's own rules.

A fight is rehearsed on a copy of the position: the rules gather the cubes, castle and special cards included, and
`count_out` of the rulebook settles the cubes on the tray.
"""

from collections.abc import Mapping
from random import Random

from msgspec import Struct

from shogun.base.language import _
from shogun.game.errors import IllegalMove
from shogun.games.shogun.rules.actions import obstacle, targets
from shogun.games.shogun.rules.battle import (
    BattleKind,
    Verdict,
    begin_attack,
    begin_revolt,
    count_out,
    reinforce_attack,
    reinforce_defence,
)
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.playing import Play
from shogun.games.shogun.rules.questions import March, MarchQuestion, Reinforce
from shogun.games.shogun.rules.state import (
    Acting,
    AttackerReinforcing,
    Battle,
    BattleThrow,
    DefenderReinforcing,
    RevoltThrow,
    State,
)
from shogun.games.shogun.rules.views import View

FIRST = Acting(0, 0)


class Fight(Struct, frozen=True):
    """A battle or revolt that is about to be thrown."""

    kind: BattleKind
    province: str
    attacker: str | None
    """The attacker's color; None in a revolt."""
    defender: str | None
    """The defender's color; None for a neutral province."""
    cubes: Mapping[str, int]
    """All cubes that are thrown, by color, with those on the tray (7.2)."""
    peasants_take_part: bool = True
    """True if peasants on the tray are counted (7.3)."""
    defender_holds_ties: bool = False
    """True under the house rule on ties between players."""

    @property
    def thrown(self) -> int:
        """Number of cubes that are thrown."""
        return sum(self.cubes.values())

    @property
    def sides(self) -> tuple[str, ...]:
        """The colors that are counted, peasants last."""
        armies = tuple(colour for colour in (self.attacker, self.defender) if colour is not None)
        return (*armies, PEASANT) if self.peasants_take_part else armies

    def verdict(self, out: Mapping[str, int]) -> Verdict:
        """Return how it ends with these cubes on the tray."""
        attackers = out.get(self.attacker, 0) if self.attacker else 0
        defenders = out.get(self.defender, 0) if self.defender else 0
        peasants = out.get(PEASANT, 0) if self.peasants_take_part else 0
        return count_out(self.kind, attackers, defenders, peasants, defender_holds_ties=self.defender_holds_ties)


class Reinforcements(Struct, frozen=True):
    """Armies that +1 attack and +1 defense add, 0 or 1 each, where a side has the card and the reserve (6.2)."""

    attacker: int = 1
    defender: int = 1


BOTH = Reinforcements()
NEITHER = Reinforcements(0, 0)


# Attacks


def attack(view: View, march: March, reinforcements: Reinforcements = BOTH) -> Fight:
    """Return the fight that a march leads to if it is made now. Raises `IllegalMove` if it isn't a legal attack."""
    _check_calm(view)
    seat = _attacker(view, march)
    play = _rehearsal(view, seat)
    begin_attack(play, FIRST, march)
    return _thrown(play, _reinforce(play, reinforcements))


def without_cards(view: View, march: March) -> Fight | None:
    """Return the fight that a march leads to if nobody uses +1 attack or +1 defense; None if nobody could.

    Raises `IllegalMove` if the march isn't a legal attack.
    """
    bare = attack(view, march, NEITHER)
    return None if bare.cubes == attack(view, march).cubes else bare


def _attacker(view: View, march: March) -> int:
    """Return who attacks. Raises `IllegalMove`."""
    for name in (march.source, march.target):
        if name not in view.provinces:
            raise IllegalMove("2.1", _("{name} isn't a province in this game").format(name=name))
    seat = view.provinces[march.source].owner
    if seat is None or obstacle(view, seat, "battle_a", march.source) == "lone_army":
        sentence = _("no army may leave {source}: an attack needs two armies there, one of which stays behind")
        raise IllegalMove("5.7", sentence.format(source=march.source))
    if view.provinces[march.target].owner == seat:
        sentence = _("{source} and {target} have the same owner, so that isn't an attack")
        raise IllegalMove("5.6", sentence.format(source=march.source, target=march.target))
    where, most = targets(view, seat, march.source), view.provinces[march.source].armies - 1
    MarchQuestion(seat, "rehearsal", "battle_a", march.source, where, most, may_stay=False).verify(march)
    return seat


def attackers_of(view: View, name: str) -> tuple[March, ...]:
    """Return the strongest attack of each neighbor that could attack a province now: with all armies that may leave.

    Each cube falls on its own, so more attackers never make success less likely.
    """
    return tuple(
        March(near, name, view.provinces[near].armies - 1)
        for near in view.board.neighbours[name]
        if _could_attack(view, near, name)
    )


def _could_attack(view: View, source: str, target: str) -> bool:
    province = view.provinces[source]
    if province.owner in (None, view.provinces[target].owner) or province.armies < 2:
        return False
    assert province.owner is not None
    return target in targets(view, province.owner, source)


# Revolts


def revolt(view: View, name: str, extra_peasants: int = 0) -> Fight | None:
    """Return the revolt that breaks out if taxes or rice are taken from a province now; None if no marker is there.

    In winter the supply table adds `extra_peasants` (8.2). Raises `IllegalMove` for a province without armies.
    """
    _check_calm(view)
    if name not in view.provinces or view.provinces[name].owner is None:
        raise IllegalMove("5.3", _("{name} is neutral, so no revolt can break out there").format(name=name))
    seat, peasants = view.provinces[name].owner, view.provinces[name].markers + extra_peasants
    assert seat is not None, "asked above"
    if not peasants:
        return None
    play = _rehearsal(view, seat)
    begin_revolt(play, seat, name, peasants, FIRST)
    return _revolt(play.state, seat, name)


# Fights under way


def pending(view: View, reinforcements: Reinforcements = BOTH) -> Fight | None:
    """Return the fight that has begun and waits for its throw, None if there is none."""
    stage = view.stage
    if isinstance(stage, RevoltThrow):
        return _revolt(deal(view, Random(0)), stage.seat, stage.province)
    if not isinstance(stage, AttackerReinforcing | DefenderReinforcing | BattleThrow):
        return None
    state = deal(view, Random(0))
    play = Play(state, state.board)
    return _thrown(play, _reinforce(play, reinforcements))


# Rehearsing


def _check_calm(view: View) -> None:
    """Raise `IllegalMove` if a fight is under way already."""
    if view.waiting:
        raise IllegalMove("7.2", _("a battle is in progress: its throw comes first"))


def _rehearsal(view: View, seat: int) -> Play:
    """Return a copy of the position in which it is `seat`'s turn; what is hidden doesn't matter for a fight."""
    state = deal(view, Random(0))
    state.order, state.stage = (seat,), FIRST
    return Play(state, state.board)


def _reinforce(play: Play, reinforcements: Reinforcements) -> Battle:
    """Let both sides reinforce and return the battle, ready to be thrown."""
    stage = play.state.stage
    if isinstance(stage, AttackerReinforcing):
        reinforce_attack(play, stage, Reinforce(reinforcements.attacker))
        stage = play.state.stage
    if isinstance(stage, DefenderReinforcing):
        reinforce_defence(play, stage, Reinforce(reinforcements.defender))
        stage = play.state.stage
    assert isinstance(stage, BattleThrow), "nothing else is asked before a throw"
    return stage.battle


def _thrown(play: Play, battle: Battle) -> Fight:
    state = play.state
    defender = None if battle.defender is None else state.colour(battle.defender)
    return Fight(
        kind="neutral" if defender is None else "players",
        province=battle.target,
        attacker=state.colour(battle.attacker),
        defender=defender,
        cubes=state.waiting,
        peasants_take_part=not state.provinces[battle.target].markers,
        defender_holds_ties=state.setup.defender_holds_ties,
    )


def _revolt(state: State, seat: int, name: str) -> Fight:
    return Fight("revolt", name, None, state.colour(seat), state.waiting)
