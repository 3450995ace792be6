"""The opponents: any legal move, and simple values that beat it."""

from random import Random

import pytest

from shogun.game.errors import UnknownOpponent
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import codes, opponent
from shogun.games.shogun.opponents.planning.valuation_weights import side, win_chance
from shogun.games.shogun.rules.events import Supplied
from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import UNLIMITED, Budget, Session, Turn, run
from shogun.table.towers import Counted

THINKERS = ("strategist", "master")
"""Opponents that think long."""


def session(players: list[str], seed: int, setup: Setup | None = None) -> Session:
    setup = setup or Setup(seats=len(players))
    seats = tuple(SeatInfo(name=code, player=code) for code in players)
    return Session.start(rules, Header(seed=seed, setup=setup, seats=seats, tower=TowerInfo()))


def play(players: list[str], seed: int, setup: Setup | None = None) -> rules.Result:
    result: rules.Result = run(session(players, seed, setup), list(map(opponent, players)), Budget(playouts=2))
    return result


def at_planning(seed: int) -> Session:
    game = session(["greedy"] * 4, seed)
    while not isinstance(game.questions[0], PlanQuestion):
        game.advance()
    return game


def test_unknown_opponent_names_the_known_ones() -> None:
    with pytest.raises(UnknownOpponent, match="beginner, learner, hasty, greedy, steady, planner, strategist, master"):
        opponent("genius")


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        pytest.param(setup, code, marks=[pytest.mark.slow] if code in THINKERS else [])
        for setup in (Setup(3, "moon", "draft"), Setup(4, "sun", "draft"), Setup(5, "sun", "printed"))
        for code in codes()
    ],
)
def test_every_opponent_plays_whole_games_on_every_board(code: str, setup: Setup) -> None:
    for seed in range(1 if code in THINKERS else 3):
        result = play([code] * setup.seats, seed, setup)
        assert len(result.points) == setup.seats


def test_greedy_beats_random() -> None:
    """Ten games from every seat: by chance a quarter would be won, greedy wins nearly all."""
    wins = 0
    for seed in range(12):
        players = ["random"] * 4
        players[seed % 4] = "greedy"
        wins += play(players, seed).winners == (seed % 4,)
    assert wins >= 10


def test_the_same_seed_gives_the_same_plan() -> None:
    game = at_planning(3)
    question = game.questions[0]
    assert isinstance(question, PlanQuestion)
    view = game.view(question.seat)
    moves = [opponent("greedy")(view, Counted(), question, Random(5), UNLIMITED) for _ in range(2)]
    assert moves[0] == moves[1]


def shortfalls(code: str) -> int:
    """Rice that was short in the winters of five games."""
    short = 0

    def watch(turn: Turn) -> None:
        nonlocal short
        short += sum(event.short for event in turn.events if isinstance(event, Supplied))

    for seed in range(5):
        run(session([code] * 4, seed), [opponent(code)] * 4, watch=watch)
    return short


def test_greedy_keeps_rice_for_winter() -> None:
    assert shortfalls("greedy") < shortfalls("random") / 2


def test_a_battle_of_equals_is_a_little_less_than_even() -> None:
    """A tie doesn't win, so equal sides have less than an even chance; more cubes have more."""
    chances = [win_chance(side(mine), side(4)) for mine in range(1, 9)]
    assert chances == sorted(chances)
    assert 0.3 < chances[3] < 0.5
    assert chances[0] < 0.05
    assert chances[7] > 0.8
