"""Chances of each seat to win from a moment of a fully known game: for reviews, never for playing.

The game is played on many times by planners, about one season ahead (`lookahead.py`).
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from shogun.base.random_streams import Streams
from shogun.game.questions import Throw, Thrown
from shogun.games.shogun import rules
from shogun.games.shogun.analysis.lookahead import chances_at, season_ahead, share_over
from shogun.games.shogun.opponents.planning.planner import VALUES, Planner, assign, plan_worth
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.rollouts import fast_season
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables, fast_board
from shogun.games.shogun.opponents.rollouts.fast_state import FastState, fast_state
from shogun.games.shogun.opponents.rollouts.rollout import End, end_season
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.season import ask_plan
from shogun.games.shogun.rules.state import (
    Drafting,
    DrawingFirstSeat,
    Exchanging,
    FillingTower,
    Grouping,
    Marching,
    Over,
    Planning,
    RevealingEvents,
    ShufflingActions,
    ShufflingDeck,
    State,
)
from shogun.players.review.game_review import Chances, shared
from shogun.table.session import lots
from shogun.table.towers import Inside, outcome_model
from shogun.tower.quick_model import OutcomeModel

VERSION = 3
"""Goes up when the same moment is estimated otherwise."""
PLAYOUTS = 300
"""Playouts of the season from each moment, by default."""
SETTING_UP = (DrawingFirstSeat, ShufflingDeck, Drafting, Exchanging, Grouping, FillingTower)
"""Stages without chances: no evaluator has seen a board that is half set up."""
PLANS, NOISE, TRUST = 5, 0.35, 0.5
"""Plans imagined for a seat that has none yet, their spread in points, and how often it is the planner's own."""


def win_chances(
    state: State, inside: Inside, playouts: int, seed: str, _players: Sequence[str] = ()
) -> "Chances | None":
    """Return each seat's share of the victory in each playout, shape (n, seats); None during setup.

    A game that is over has one row. The n-th playouts of all moments have the same luck.
    """
    if isinstance(state.stage, SETTING_UP):
        return None
    if isinstance(state.stage, Over):
        ended = rules.result(state)
        assert ended is not None
        return np.array([shared(ended.winners, state.setup.seats)])
    look = _Lookout(state, outcome_model(inside))
    ends = [look.played(Random(f"{seed}/{number}")) for number in range(playouts)]
    return chances_at(season_ahead(ends, share_over(state.stage, state.setup.seats), state.event_deck, seed))


def begins_season(state: State) -> bool:
    """Return whether a season begins, and with the first one its year."""
    begins_year = isinstance(state.stage, RevealingEvents)
    return begins_year or (isinstance(state.stage, ShufflingActions) and state.season != "spring")


class _Lookout:
    """Playouts of one moment."""

    def __init__(self, state: State, model: OutcomeModel) -> None:
        self.state, self.model = state, model
        self.ground = fast_board(state.setup.side, state.setup.seats)
        self._plans: list[list[Plan]] | None = None

    def fast(self, state: State) -> FastState:
        """Return a state in numbers."""
        return fast_state(state, ValueTables(VALUES, self.ground, state.year, state.season), self.model)

    def played(self, rng: Random) -> End:
        """Return the end of the season."""
        state = self._by_rules(rng)
        fast, stage = self.fast(state).copy(rng), state.stage
        if isinstance(stage, Planning):
            for seat, plans in enumerate(self._imagined()):
                if plans:
                    fast.lay(seat, plans[0] if rng.random() < TRUST else rng.choice(plans))
            fast_season.draw_event(fast)
            fast_season.take_specials(fast, fast_season.choosers(fast))
            fast_season.act(fast, 0, 0)
        elif isinstance(stage, Marching):
            at = stage.at
            fast_season.reveal_until(fast, at.action, at.turn)
            fast_season.march_on(fast, at, self.ground.index[stage.source])
            fast_season.act(fast, at.action, at.turn + 1)
        else:
            return End(fast, isinstance(stage, Over), 0.0)
        return end_season(fast, 0)

    def _by_rules(self, rng: Random) -> State:
        """Return the next moment at which a playout can begin: by the rules, as planners answer."""
        state, chance = self.state, Streams(rng.getrandbits(48))
        while state is self.state or not begins_season(state):
            if isinstance(state.stage, Planning | Marching | Over):
                break
            (question,) = rules.awaited(state)
            if isinstance(question, Throw):
                out = self.model.drop(state.tower, question.cubes, chance.number(question.key))
                state = rules.play(state, None, Thrown(out)).state
            elif question.seat is None:
                state = rules.play(state, None, lots(question, chance)).state
            else:
                view = rules.view(state, question.seat)
                state = rules.play(state, question.seat, Planner(VALUES).choose(view, question, rng)).state
        return state

    def _imagined(self) -> list[list[Plan]]:
        """Return plans by seat, the likeliest first; none for who has laid theirs."""
        if self._plans is None:
            self._plans = [[] if plan else self._plans_of(seat) for seat, plan in enumerate(self.state.plans)]
        return self._plans

    def _plans_of(self, seat: int) -> list[Plan]:
        question, valuation = ask_plan(self.state, seat), Valuation(self.state, seat, VALUES)
        worth, noise = plan_worth(valuation, question), np.random.default_rng(seat)
        spreads = [0.0, *([NOISE] * (PLANS - 1))]
        return [assign(valuation, question, worth + spread * noise.standard_normal(worth.shape)) for spread in spreads]
