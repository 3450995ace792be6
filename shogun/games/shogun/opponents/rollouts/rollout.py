"""Rollouts (playouts): their ends, and seasons played out from a question that a strategist weighs.

A scenario is one deal of all that a seat can't see, with one luck: every move that is tried meets the same.
"""

from collections.abc import Sequence
from math import exp, fsum
from random import Random

from msgspec import Struct

from shogun.games.shogun.opponents.rollouts import fast_season
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables
from shogun.games.shogun.opponents.rollouts.fast_state import FastState, fast_state
from shogun.games.shogun.rules.cards import YEARS
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.questions import March, Move, Plan, Reinforce, Stay, TakeSpecial
from shogun.games.shogun.rules.state import (
    Acting,
    AttackerReinforcing,
    Battle,
    DefenderReinforcing,
    Marching,
    Planning,
    Stage,
    TakingSpecials,
)
from shogun.games.shogun.rules.views import View
from shogun.tower.quick_model import OutcomeModel

# Ends of playouts: a position to be judged, or the end of the game, and hunger in winter

CLOSE = 5.0
"""Points by which a game that has ended counts as close: a narrow victory is less sure to come about."""


class End(Struct, frozen=True):
    """The end of a playout: at the beginning of a season, or with the game."""

    fast: FastState
    is_over: bool
    hunger: float
    """The chance that the seat is short of rice in the winter of the year that was played in."""


def winners(fast: FastState) -> tuple[int, ...]:
    """Return who has won a game that is over: by points, then by chests (9.1)."""
    ranks = list(zip(fast.points, fast.chests, strict=True))
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def evaluate_end(fast: FastState, seat: int) -> float:
    """Return the worth of the end of a game to a seat: the victory, and how near it was."""
    return worth_at_end(fast.points, fast.chests, seat)


def worth_at_end(points: Sequence[int], chests: Sequence[int], seat: int) -> float:
    """Return the worth to a seat of a game that ends with these points and chests."""
    ranks = list(zip(points, chests, strict=True))
    winners = ranks.count(max(ranks))
    won = (ranks[seat] == max(ranks)) / winners
    return (won + chance(points, CLOSE, seat)) / 2


def chance(points: Sequence[float], spread: float, seat: int) -> float:
    """Return the chance to have the most points where all are known but for an error of this spread."""
    chances = [exp((own - max(points)) * 1.6 / spread) for own in points]
    return chances[seat] / fsum(chances)


def risk(fast: FastState, seat: int) -> float:
    """Return the chance to be short of rice in the winter to come, as seen at the beginning of a season."""
    calm = fast.calm_rice(seat)
    missing = fast.missing(seat, fast.scales, calm) - (calm[0] if calm else 0)
    return fast.scales.risk(fast.events, missing)


# Playing a season out


class Imagined(Struct, frozen=True):
    """Plans that other seats may have laid."""

    plans: Sequence[Sequence[Plan]]
    """Plans by seat, the likeliest first; none for the seat that imagines them."""
    trust: float
    """Share of playouts in which the likeliest is taken, not any of them."""

    def lay(self, table: FastState, rng: Random) -> None:
        """Lay one plan for each seat."""
        for seat, plans in enumerate(self.plans):
            if plans:
                table.lay(seat, plans[0] if rng.random() < self.trust else rng.choice(plans))


def dealt_state(view: View, imagined: Imagined, scales: ValueTables, model: OutcomeModel, rng: Random) -> FastState:
    """Return the beginning of a scenario: everything hidden dealt, and imagined plans laid."""
    dealt = fast_state(deal(view, rng), scales, model)
    imagined.lay(dealt, rng)
    return dealt


class Scenario:
    """A seat's view with everything hidden dealt, and imagined plans laid."""

    def __init__(self, view: View, imagined: Imagined, scales: ValueTables, model: OutcomeModel, rng: Random) -> None:
        assert view.seat is not None
        self._seat, self._stage, self._rng = view.seat, view.stage, rng
        self._lean = dealt_state(view, imagined, scales, model, rng)
        self._luck = rng.getstate()

    def aim_at(self, province: str) -> None:
        """Have this seat attack a province whenever it can, with all that may leave."""
        self._lean.aim = self._seat, self._lean.ground.index[province]

    def record_marches(self) -> None:
        """Let the ends of playouts name the marches that battle cards have made."""
        self._lean.marched = []

    def play_out(self, move: Move) -> End:
        """Return the end of the season after a move of this seat."""
        self._rng.setstate(self._luck)
        return roll_out(self._lean.copy(self._rng), self._stage, self._seat, move)


def roll_out(fast: FastState, stage: Stage, seat: int, move: Move) -> End:
    """Return the end of the season when a seat answers so at this stage; changes `fast`."""
    at = _begin(fast, stage, seat, move)
    fast_season.act(fast, at.action, at.turn)
    return end_season(fast, seat)


def _begin(fast: FastState, stage: Stage, seat: int, move: Move) -> Acting:
    """Carry out a move and all up to the next turn, and return that turn."""
    match stage, move:
        case Planning(), Plan():
            fast.lay(seat, move)
            fast_season.draw_event(fast)
            fast_season.take_specials(fast, fast_season.choosers(fast))
            return Acting(0, 0)
        case TakingSpecials(), TakeSpecial():
            fast.taken[seat] = move.card
            fast_season.take_specials(fast, stage.queue[1:])
            return Acting(0, 0)
        case Marching(), Stay():
            return _at(fast, stage.at)
        case Marching(), March():
            at, index = _at(fast, stage.at), fast.ground.index
            fast_season.march(fast, seat, index[move.source], index[move.target], move.armies)
            return at
        case ((AttackerReinforcing() | DefenderReinforcing()), Reinforce()):
            at = _at(fast, stage.battle.at)
            _reinforced(fast, stage, seat, move.armies)
            return at
    raise AssertionError(f"no playout begins at {stage} with {move}")


def _at(fast: FastState, at: Acting) -> Acting:
    fast_season.reveal_until(fast, at.action, at.turn)
    return at.next_turn()


def _reinforced(fast: FastState, stage: AttackerReinforcing | DefenderReinforcing, seat: int, armies: int) -> None:
    battle: Battle = stage.battle
    target = fast.ground.index[battle.target]
    if armies:
        fast_season.reinforce(fast, seat)
    if isinstance(stage, AttackerReinforcing):
        fast_season.defend(fast, battle.attacker, target)
    else:
        fast_season.fight(fast, battle.attacker, target)


def end_season(fast: FastState, seat: int) -> End:
    """End the season, and winter after autumn; start the next season unless the game is over."""
    if fast.season == "autumn":
        short = fast_season.pass_winter(fast)[seat] > 0
        if fast.year < YEARS:
            fast_season.begin_year(fast)
            return End(fast, False, float(short))
        return End(fast, True, float(short))
    fast.begin_season()
    return End(fast, False, risk(fast, seat))
