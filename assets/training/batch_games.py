"""Games among planners by the hundred: all at once on `FastState`s, in a tenth of the time that the rules take.

They begin by the rules, so that line-ups are those of real games. Each seat values actions a little otherwise than a
planner does, in each game otherwise. Judges learn from them (`training_games.py`).
"""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from shogun.game.questions import Draw, Drawn, Roll, Shuffle, Throw, Thrown
from shogun.games.shogun import rules
from shogun.games.shogun.opponents.evaluation.planned_season import lay_cards, play_planned_season, reveal_events
from shogun.games.shogun.opponents.planning.planner import VALUES, Planner
from shogun.games.shogun.opponents.rollouts import fast_season
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables, fast_board
from shogun.games.shogun.opponents.rollouts.fast_state import FastState, fast_state
from shogun.games.shogun.rules import Answer, Question, Setup, State
from shogun.games.shogun.rules.cards import ACTIONS, EVENTS, YEARS
from shogun.games.shogun.rules.questions import Move, PlayerQuestion
from shogun.games.shogun.rules.state import Planning
from shogun.games.shogun.rules.views import View
from shogun.tower.quick_model import OutcomeModel

SPREAD, NOISE = 0.2, 0.1
"""Spread of the logarithm of what each seat's actions count, and of what else is added to values, in victory points."""


Drafting = Callable[[View, PlayerQuestion, Random], Move]
"""A move in the draft, from the view of its seat."""


def planner_drafts(view: View, question: PlayerQuestion, rng: Random) -> Move:
    """Return a planner's move."""
    return Planner(VALUES).choose(view, question, rng)


class BatchGames:
    """Games that are played season by season, each with a chance of its own."""

    def __init__(
        self,
        setups: Sequence[Setup],
        model: OutcomeModel,
        chances: Sequence[Random],
        drafting: Sequence[Drafting] | None = None,
    ) -> None:
        """Begin games; `drafting` has how each one's seats draft, by default as planners do."""
        self._chances = chances
        drafting = [planner_drafts] * len(setups) if drafting is None else drafting
        self.tables = [
            first_plans(setup, model, rng, drafts) for setup, rng, drafts in zip(setups, chances, drafting, strict=True)
        ]
        """The games; all are at the beginning of the same season."""
        self._unseen = [tuple(name for name in EVENTS if name not in fast.events) for fast in self.tables]
        self._noise = np.random.default_rng(chances[0].getrandbits(64))
        shape = len(self.tables), setups[0].seats, len(ACTIONS)
        self._factors = np.exp(SPREAD * self._noise.standard_normal(shape, np.float32))

    @property
    def is_over(self) -> bool:
        """Whether the last winter is over."""
        return self.tables[0].year > YEARS

    def play_season(self) -> None:
        """Play one season of all games, and after autumn the winter; then lay the cards of the next season."""
        shape = len(self.tables), len(ACTIONS), len(self.tables[0].owner)
        noise = NOISE * self._noise.standard_normal(shape, np.float32)
        play_planned_season(self.tables, self._factors, noise)
        for fast, unseen, rng in zip(self.tables, self._unseen, self._chances, strict=True):
            if fast.season != "autumn":
                fast.begin_season()
            else:
                _pass_winter(fast, unseen)
            lay_cards(fast, rng)


def _pass_winter(fast: FastState, unseen: Sequence[str]) -> None:
    """Pass winter, and begin the next year if there is one."""
    fast_season.pass_winter(fast)
    fast_season.begin_year(fast)
    if fast.year <= YEARS:
        reveal_events(fast, unseen)


def first_plans(setup: Setup, model: OutcomeModel, rng: Random, drafting: Drafting) -> FastState:
    """Return a game at its first plans; what is drafted has been drafted so."""
    state = rules.new(setup)
    while not isinstance(state.stage, Planning):
        question = rules.awaited(state)[0]
        answer = _answer(state, question, model, rng, drafting)
        state = rules.play(state, getattr(question, "seat", None), answer).state
    return _in_numbers(state, model, rng)


def _answer(state: State, question: Question, model: OutcomeModel, rng: Random, drafting: Drafting) -> Answer:
    """Return a chance's answer, or a seat's."""
    match question:
        case Shuffle():
            return Drawn(tuple(rng.sample(question.items, len(question.items))))
        case Draw():
            return Drawn(tuple(rng.sample(question.items, question.count)))
        case Throw():
            return Thrown(model.drop(state.tower, question.cubes, rng.getrandbits(32), Random(0)))
        case Roll():
            raise AssertionError("no dice are rolled")
    return drafting(rules.view(state, question.seat), question, rng)


def _in_numbers(state: State, model: OutcomeModel, rng: Random) -> FastState:
    ground = fast_board(state.setup.side, state.setup.seats)
    fast = fast_state(state, ValueTables(VALUES, ground, state.year, state.season), model)
    fast.rng = rng
    return fast
