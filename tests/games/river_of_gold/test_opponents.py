"""The opponents: they answer every question with a legal move, by their view alone, and the better ones win."""

from random import Random
from typing import Any

import pytest

from shogun.game.errors import UnknownOpponent
from shogun.game.questions import OneOf
from shogun.games.river_of_gold import opponents, rules
from shogun.games.river_of_gold.opponents.play_statistics import Habits, RiverStatisticsCollector, gathered, report
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.river_of_gold.rules import Setup, State
from shogun.games.river_of_gold.rules.state import Exchange
from shogun.table.session import Budget, Turn

from .rules.hidden import dealt_anew
from .rules.random_games import SETUPS, chance, turns

FEW = Budget(playouts=5)


def chosen(state: State, code: str, question: OneOf[Any], seed: str) -> Any:
    view: Any = rules.view(state, question.seat)
    return opponents.opponent(code)(view, None, question, Random(seed), FEW)  # type: ignore[arg-type]  # no tower


def winners(codes: list[str], seed: int, setup: Setup) -> tuple[int, ...]:
    rng, state = Random(seed), rules.new(setup)
    while questions := rules.awaited(state):
        (question,) = questions
        is_choice = isinstance(question, OneOf)
        if isinstance(question, OneOf):
            answer = chosen(state, codes[question.seat], question, f"{seed}/{question.key}")
        else:
            answer = chance(question, rng)
        state = rules.play(state, question.seat, answer).state
        assert is_choice or question.seat is None
    ended = rules.result(state)
    assert ended is not None
    return ended.winners


@pytest.mark.parametrize("setup", SETUPS[:9:4], ids=str)
def test_every_opponent_answers_every_kind_of_question(setup: Setup) -> None:
    asked: set[tuple[str, str]] = set()
    for number in range(3):
        for turn in turns(setup, Random(number)):
            verb = turn.before.pending[-1].verb
            for code in opponents.codes():
                if isinstance(turn.question, OneOf) and ((code, verb) not in asked or turn.before.turn % 17 == 3):
                    asked.add((code, verb))
                    turn.question.verify(chosen(turn.before, code, turn.question, "1"))


@pytest.mark.parametrize("code", opponents.codes())
def test_what_is_hidden_changes_no_choice(code: str) -> None:
    for number, turn in enumerate(turns(Setup(3, "table"), Random(4))):
        if isinstance(turn.question, OneOf) and number % 12 == 0:
            other = dealt_anew(turn.before, turn.question.seat, Random(number))
            assert chosen(other, code, turn.question, "1") == chosen(turn.before, code, turn.question, "1")


def test_a_deal_looks_the_same_to_whom_it_is_dealt_for() -> None:
    for setup in SETUPS[:9]:
        for turn in turns(setup, Random(1)):
            seat = turn.question.seat
            if seat is not None:
                view = rules.view(turn.before, seat)
                deal = dealt(view, Random(2))
                assert rules.view(deal, seat) == view
                assert rules.problems(deal) == []


@pytest.mark.parametrize(("better", "worse"), [("beginner", "random"), ("learner", "beginner"), ("solid", "learner")])
def test_the_better_one_wins_most_games(better: str, worse: str) -> None:
    won = 0
    for seed in range(10):
        codes = [worse, worse]
        codes[seed % 2] = better
        won += winners(codes, seed, Setup(2)) == (seed % 2,)
    assert won >= 6


@pytest.mark.slow
@pytest.mark.parametrize("code", ["strong", "master"])
def test_the_best_beat_a_beginner(code: str) -> None:
    assert sum(winners([code, "beginner"], seed, Setup(2, "lot")) == (0,) for seed in range(4)) >= 3


def test_an_unknown_opponent_is_named_in_a_sentence() -> None:
    with pytest.raises(UnknownOpponent, match="the opponents are random, beginner, learner, solid, strong, master"):
        opponents.named(("emperor",))


def test_habits_are_gathered_and_told() -> None:
    watcher = RiverStatisticsCollector(("random", "solid"))
    assert gathered([watcher.habits, watcher.habits])["solid"].builds == 0
    assert len(report(gathered([watcher.habits])).rows) == 2


def habits_of(code: str, games: int) -> Habits:
    """Return what four of an opponent did in some games with patrons."""
    watcher = RiverStatisticsCollector((code,) * 4)
    for seed in range(games):
        for turn in turns(Setup(4, "table"), Random(seed), lambda state, asked, _rng: chosen(state, code, asked, "1")):
            watcher(Turn(0, turn.question, turn.answer, turn.step.events, turn.before, turn.step.state, 0, None))
    return gathered([watcher.habits])[code]


@pytest.mark.slow
def test_the_stronger_an_opponent_the_more_it_delivers() -> None:
    beginner, solid, strong = (habits_of(code, 5) for code in ("beginner", "solid", "strong"))
    seats = 5 * 4
    assert beginner.deliveries < solid.deliveries < strong.deliveries
    assert strong.deliveries >= 2.5 * seats, "it ends games early where that wins, before all have delivered"
    assert min(solid.builds, strong.builds) >= 3 * seats
    assert max(solid.koku, strong.koku) <= 20 * seats


def test_a_learner_misjudges_turns_and_exchanges_nothing() -> None:
    """It exchanges nothing, and its errors decide what it does."""
    misjudged = 0
    for turn in turns(Setup(3), Random(7)):
        if isinstance(turn.question, OneOf) and turn.before.pending[-1].verb == "turn":
            found = {chosen(turn.before, "learner", turn.question, str(seed)) for seed in range(8)}
            assert not any(isinstance(move, Exchange) for move in found)
            misjudged += len(found) > 1
    assert misjudged >= 10, "what it thinks best depends on its errors"
