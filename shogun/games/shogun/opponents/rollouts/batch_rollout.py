"""Seasons played out from a question in many scenarios at once: the twin of `rollout` on a `BatchState`.

The n-th scenario is dealt as there. What chance decides afterwards is drawn beforehand for each scenario, so that all
moves meet the same event, the same lots, and at each turn of each action the same luck in the tower. Nobody can aim at
a province here, and marches aren't recorded.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec import Struct

from shogun.games.shogun.opponents.evaluation.position_arrays import Positions
from shogun.games.shogun.opponents.rollouts import fast_season
from shogun.games.shogun.opponents.rollouts.batch_season import BatchSeason, Luck, draw_luck
from shogun.games.shogun.opponents.rollouts.batch_state import (
    NO_SPECIAL,
    BatchState,
    Floats,
    Ints,
    scattered,
    worths_of,
)
from shogun.games.shogun.opponents.rollouts.fast_board import NO_CARD, ValueTables
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.opponents.rollouts.rollout import Imagined, dealt_state
from shogun.games.shogun.rules.cards import SPECIALS, YEARS
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.questions import March, Move, Plan, Reinforce, TakeSpecial
from shogun.games.shogun.rules.season import bid_rank
from shogun.games.shogun.rules.state import (
    Acting,
    AttackerReinforcing,
    DefenderReinforcing,
    Marching,
    Planning,
    TakingSpecials,
)
from shogun.games.shogun.rules.views import View
from shogun.tower.quick_model import OutcomeModel

BLOCK = 64
"""Scenarios whose luck is drawn together, so that it doesn't depend on how many are needed at once."""


class BatchEnds(Struct, frozen=True):
    """The ends of some playouts: all at the beginning of a season, or all with the game."""

    positions: Positions | None
    """None if the game is over."""
    points: Ints
    """Points, shape (n, seats); chests likewise."""
    chests: Ints
    hunger: Floats
    """The chance that the seat is short of rice in the winter of the year that was played in, shape (n,)."""

    def __len__(self) -> int:
        return len(self.hunger)


class BatchScenarios:
    """The scenarios of one question, dealt as they are needed, and playouts in them."""

    def __init__(self, view: View, imagined: Imagined, scales: ValueTables, model: OutcomeModel, base: int) -> None:
        assert view.seat is not None
        self._view, self._seat, self._imagined = view, view.seat, imagined
        self._scales, self._model, self._base = scales, model, base
        self._rng = np.random.default_rng(base)
        self._first: FastState | None = None
        self._states: BatchState | None = None
        self._luck: Luck | None = None

    def __len__(self) -> int:
        return 0 if self._states is None else len(self._states)

    def deal(self, count: int) -> None:
        """Deal scenarios until there are at least `count`."""
        if count <= len(self):
            return
        dealt = [self._dealt(Random(f"{self._base}/{number}")) for number in range(len(self), count)]
        assert self._first is not None
        states = scattered(self._first, dealt)
        self._states = states if self._states is None else self._states.joined(states)
        while self._luck is None or len(self._luck) < count:
            luck = draw_luck(self._rng, BLOCK, len(self._first.points), len(self._first.owner))
            self._luck = luck if self._luck is None else self._luck.joined(luck)

    def _dealt(self, rng: Random) -> FastState:
        """Return a scenario at its beginning, the cards shown that all have seen when a turn is over."""
        if self._first is None:
            self._first = dealt_state(self._view, self._imagined, self._scales, self._model, rng)
            fast = self._first.copy(rng)
        else:
            fast = self._first.copy(rng)
            fast.deal(deal(self._view, rng))
            self._imagined.lay(fast, rng)
        at = _turn_of(self._view)
        if at is not None:
            fast_season.reveal_until(fast, at.action, at.turn)
        return fast

    def play_out(self, moves: Sequence[Move], numbers: Sequence[int]) -> BatchEnds:
        """Return the ends of playouts: a move of the seat, each in the scenario of its number, at least one."""
        self.deal(max(numbers) + 1)
        assert self._states is not None and self._luck is not None
        scenarios = np.array(numbers)
        season = BatchSeason(self._states.at(scenarios), self._model, self._luck, scenarios)
        at = _begin(season, self._view, self._seat, moves)
        season.act(at.action, at.turn)
        return end_season(season, self._seat)


def _turn_of(view: View) -> Acting | None:
    """Return the turn at which a question is asked in the action phase."""
    match view.stage:
        case Marching():
            return view.stage.at
        case AttackerReinforcing() | DefenderReinforcing():
            return view.stage.battle.at
    return None


def _begin(season: BatchSeason, view: View, seat: int, moves: Sequence[Move]) -> Acting:
    """Carry out a move in each row and all up to the next turn, and return that turn."""
    stage = view.stage
    match stage:
        case Planning():
            _lay(season.state, seat, moves)
            season.draw_event()
            season.take_specials(season.choosers())
            return Acting(0, 0)
        case TakingSpecials():
            cards = [SPECIALS.index(move.card) for move in moves if isinstance(move, TakeSpecial)]
            season.state.taken[:, seat] = cards
            season.take_specials(np.tile(np.array(stage.queue[1:], dtype=np.int64), (len(cards), 1)))
            return Acting(0, 0)
        case Marching():
            season.begin(stage.at.action, stage.at.turn)
            _march(season, seat, moves)
            return stage.at.next_turn()
        case AttackerReinforcing() | DefenderReinforcing():
            at, target = stage.battle.at, season.state.ground.given.index[stage.battle.target]
            season.begin(at.action, at.turn)
            reinforces = np.array([isinstance(move, Reinforce) and move.armies > 0 for move in moves])
            season.fight(seat, target, reinforces, isinstance(stage, AttackerReinforcing))
            return at.next_turn()
    raise AssertionError(f"no playout begins at {stage}")


def _lay(state: BatchState, seat: int, moves: Sequence[Move]) -> None:
    """Lay a plan of the seat in each row (4.3)."""
    plans = {id(move): move for move in moves if isinstance(move, Plan)}
    places = {number: place for place, number in enumerate(plans)}
    which = np.array([places[id(move)] for move in moves])
    given, distinct = state.ground.given, plans.values()
    fields = np.array([given.laid(plan) for plan in distinct])
    state.plans[:, seat] = np.where(fields == NO_CARD, state.ground.none, fields)[which]
    state.bid_ranks[:, seat] = np.array([bid_rank(plan.bid) for plan in distinct], dtype=np.int8)[which]
    bids = [plan.bid if isinstance(plan.bid, int) else 0 for plan in distinct]
    state.bid_chests[:, seat] = np.array(bids, dtype=np.int16)[which]


def _march(season: BatchSeason, seat: int, moves: Sequence[Move]) -> None:
    """March with the seat in each row, or stay."""
    index = season.state.ground.given.index
    marches = [
        (row, index[move.source], index[move.target], move.armies)
        for row, move in enumerate(moves)
        if isinstance(move, March)
    ]
    if marches:
        rows, sources, targets, armies = np.array(marches).T
        season.march(rows, np.full(len(rows), seat), sources, targets, armies)


def end_season(season: BatchSeason, seat: int) -> BatchEnds:
    """End the season, and winter after autumn; start the next season unless the game is over."""
    state, scales = season.state, season.state.scales
    rows = np.arange(len(state))
    if scales.season == "autumn":
        hunger = (season.pass_winter()[:, seat] > 0).astype(np.float64)
        state.markers[:], state.rice[:], state.events[:] = 0, 0, 0
        over = scales.year == YEARS
        positions = None if over else state.positions(scales.year + 1, "spring")
        return BatchEnds(positions, state.points, state.chests, hunger)
    following = scales.following
    state.event[:], state.taken[:] = 0, NO_SPECIAL
    state.scales, state.worths = following, worths_of(following)
    seats = np.full(len(rows), seat)
    missing = state.missing(rows, seats, following.seasons_in_year, None, this=True)
    positions = state.positions(scales.year, following.season)
    return BatchEnds(positions, state.points, state.chests, state.worths.risk(state.events, missing))
