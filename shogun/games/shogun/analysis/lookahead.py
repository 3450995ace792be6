"""Playouts that look one season ahead, and the chances to win at their ends.

Playouts of a season that begins end with it; the more of it is over, the more of them go on to the end of the next. So
nothing changes where a season ends. If all stopped at its end, chances would jump there by the evaluator's error: 8
points, the root of the mean square (`tests/benchmarks/season_borders.py`).
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from shogun.games.shogun.opponents.evaluation.evaluators import evaluator_for, softmax
from shogun.games.shogun.opponents.evaluation.planned_season import lay_cards, play_planned_season, reveal_events
from shogun.games.shogun.opponents.evaluation.position_arrays import gathered
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.opponents.rollouts.rollout import End, end_season, winners
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.state import (
    DealingPlan,
    DrawingEvent,
    DrawingLots,
    Planning,
    RevealingEvents,
    ShufflingActions,
    ShufflingSpecials,
    Stage,
    TakingSpecials,
    acting_in,
)
from shogun.players.review.game_review import Chances, looks_further, shared

BEFORE_ACTIONS = (
    RevealingEvents, ShufflingActions, ShufflingSpecials, Planning, DealingPlan, DrawingEvent, DrawingLots,
    TakingSpecials,
)  # fmt: skip
"""Stages of a season before its first action."""
NOISE = 0.1
"""The spread of the worth of a card on a field, in points, in plans of the season after."""


EDGE = 0.8
"""Advantage of a master's plan over a planner's in one season, in log odds (`tests/benchmarks/hinting.py`)."""


def share_over(stage: Stage, seats: int) -> float:
    """Return how much of a season is over, by turns of its actions: from 0 while it is planned to 1 in winter."""
    if isinstance(stage, BEFORE_ACTIONS):
        return 0.0
    at = acting_in(stage)
    return 1.0 if at is None else (at.action + at.turn / seats) / len(ACTIONS)


def season_ahead(ends: Sequence[End], over: float, unseen: Sequence[str], seed: str) -> list[End]:
    """Return the ends of playouts at the end of a season, of which a share, `over`, has gone on to the end of the next.

    `unseen` are the events that nobody has seen, for a year that begins. The same playouts go on at all moments at
    which a larger share does.
    """
    further = [number for number, end in enumerate(ends) if not end.is_over and looks_further(number, over)]
    after = dict(zip(further, _another_season([ends[number].fast for number in further], unseen, seed), strict=True))
    return [after.get(number, end) for number, end in enumerate(ends)]


def _another_season(tables: Sequence[FastState], unseen: Sequence[str], seed: str) -> list[End]:
    """Return the ends of one more season that planners play, in games at the beginning of the same one."""
    if not tables:
        return []
    for fast in tables:
        if not fast.events:
            reveal_events(fast, unseen)
        lay_cards(fast, fast.rng)
    noise = np.random.default_rng(Random(seed).getrandbits(64))
    shape = len(tables), len(ACTIONS), len(tables[0].owner)
    play_planned_season(tables, noise=NOISE * noise.standard_normal(shape, np.float32))
    return [end_season(fast, 0) for fast in tables]


def chances_at(ends: Sequence[End]) -> Chances:
    """Return each seat's chances at the ends of playouts, at least one, shape (n, seats).

    Those of games that are over are as these ended, others as the master evaluates them.
    """
    seats = len(ends[0].fast.points)
    chances = np.array([shared(winners(end.fast), seats) for end in ends])
    going_on = [number for number, end in enumerate(ends) if not end.is_over]
    if going_on:
        positions = gathered([ends[number].fast for number in going_on])
        chances[going_on] = softmax(evaluator_for(positions.side, seats).scores(positions).astype(float))
    return chances.round(9)


def among_equals(chances: Chances, over: float) -> Chances:
    """Return chances to win from a master's playouts as they are against opponents that plan as well; any shape.

    Its playouts give opponents a planner's plans, which a master's plan beats. That advantage is taken off: all of it
    while the season is planned, less and less as it passes (`over`).
    """
    return np.asarray(chances / (chances + (1 - chances) * np.exp(EDGE * (1 - over) ** 2)))
