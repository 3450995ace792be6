"""Playouts by the rules themselves, as the first strategist made them: what the quick ones must agree with.

    python -m tests.games.shogun.opponents.by_rules --seasons 10000 --results playouts.json

plays dealt seasons of random games in both ways and compares what they come to, to the last bit. The file keeps how
many games are done, so that the same command goes on where it was ended.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shogun.game.questions import Draw, Drawn, Shuffle, Throw, Thrown
from shogun.games.shogun import rules
from shogun.games.shogun.opponents.evaluation.evaluators import evaluated
from shogun.games.shogun.opponents.evaluation.linear_evaluator import LinearEvaluator
from shogun.games.shogun.opponents.planning.planner import Planner, decide
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables, fast_board
from shogun.games.shogun.opponents.rollouts.rollout import End, Imagined, Scenario
from shogun.games.shogun.opponents.search.playout_search import SearchSettings
from shogun.games.shogun.opponents.search.strategist import WEIGHED, Strategist
from shogun.games.shogun.rules.cards import Side
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.events import Supplied
from shogun.games.shogun.rules.questions import (
    Choice,
    MarchQuestion,
    Move,
    Plan,
    PlanQuestion,
    PlayerQuestion,
    Question,
)
from shogun.games.shogun.rules.state import LineUp, Setup, State
from shogun.games.shogun.rules.views import View
from shogun.tower import load_tower
from shogun.tower.quick_model import FIXED, OutcomeModel, model_for
from tests.games.shogun.opponents.fast_positions import fast_position
from tests.games.shogun.rules.random_games import TOWERS, answer_at_random

NUMBERS = 2
"""Numbers of armies that a playout tries for each march."""
SCRUPLE = 0.1
TRUST = 0.5
LINE_UPS: tuple[tuple[Side, LineUp], ...] = (("sun", "printed"), ("sun", "draft"), ("moon", "draft"))
SETUPS = tuple(Setup(seats, side, line_up) for seats in (3, 4, 5) for side, line_up in LINE_UPS)
HOUSE_RULED = tuple(replace(setup, ties="defender") for setup in SETUPS)


class Begun(Struct, frozen=True):
    """Where a playout begins."""

    view: View
    question: PlayerQuestion
    move: Move
    imagined: Sequence[Sequence[Plan]]
    values: ValuationWeights
    model: OutcomeModel
    seed: int


def quickly(begun: Begun, scenario: Scenario) -> float:
    """Return what a quick playout in this scenario comes to."""
    return worth_of(scenario.play_out(begun.move), begun.question.seat)


def worth_of(end: End, seat: int) -> float:
    """Return what the first evaluator holds the end of a playout to be worth."""
    return evaluated(LinearEvaluator(), [end], seat, SCRUPLE)[0]


def scenario_of(begun: Begun) -> Scenario:
    """Return what a quick playout meets."""
    setup = begun.view.setup
    scales = ValueTables(begun.values, fast_board(setup.side, setup.seats), begun.view.year, begun.view.season)
    return Scenario(begun.view, Imagined(begun.imagined, TRUST), scales, begun.model, Random(begun.seed))


def by_rules(begun: Begun) -> float:
    """Return what the same playout comes to by the rules, every seat asked as a planner."""
    return worth_of(end_by_rules(begun), begun.question.seat)


def end_by_rules(begun: Begun) -> End:
    """Return where the same playout ends by the rules."""
    view, rng = begun.view, Random(begun.seed)
    seat, state = begun.question.seat, deal(view, rng)
    season = rules.period(state)
    imagined = [_one_of(plans, rng) if plans else None for plans in begun.imagined]
    if isinstance(begun.move, Plan):
        state.plans = [None] * view.setup.seats
        for other, plan in enumerate(imagined):
            step = rules.play(state, other, plan if plan and other != seat else begun.move)
            state = step.state
    else:
        state.plans = [plan or state.plans[other] for other, plan in enumerate(imagined)]
        step = rules.play(state, seat, begun.move)
        state = step.state
    short = _is_short(step, seat)
    while rules.period(state) == season or state.season == "winter":
        questions = rules.awaited(state)
        if not questions:
            break
        step = rules.play(state, questions[0].seat, _answer(begun, state, questions[0], rng))
        state = step.state
        short |= _is_short(step, seat)
    hunger = float(short or _risk(state, seat, begun.values))
    return End(fast_position(state), rules.period(state) == "end", hunger)


def _is_short(step: rules.Step, seat: int) -> bool:
    return any(isinstance(event, Supplied) and event.seat == seat and event.short > 0 for event in step.events)


def _one_of(plans: Sequence[Plan], rng: Random) -> Plan:
    return plans[0] if rng.random() < TRUST else rng.choice(plans)


def _risk(state: State, seat: int, values: ValuationWeights) -> float:
    if state.season in ("spring", "winter") or rules.period(state) == "end":
        return 0.0
    return Valuation(state, seat, values).rice_forecast.risk


def _answer(begun: Begun, state: State, question: Question, rng: Random) -> rules.Answer:
    if isinstance(question, Throw):
        return Thrown(begun.model.drop(state.tower, question.cubes, rng.getrandbits(32)))
    if isinstance(question, Shuffle):
        return Drawn(tuple(rng.sample(question.items, len(question.items))))
    if isinstance(question, Draw):
        return Drawn(tuple(rng.sample(question.items, question.count)))
    assert not isinstance(question, PlanQuestion), "all plans are laid when a playout begins"
    return decide(Valuation(state, question.seat, begun.values, state.plans[question.seat]), question, NUMBERS)


# Dealt seasons of random games


def seasons(number: int, setups: Sequence[Setup] = SETUPS) -> Iterator[Begun]:
    """Yield playouts that begin in one random game: at plans and at all else that a strategist weighs.

    In half of the games values are drawn at random, and most are played by planners, so that large armies meet.
    """
    rng = Random(f"seasons/{number}")
    setup, model = setups[number % len(setups)], model_for(load_tower("classic")) if number % 3 else FIXED
    values = ValuationWeights() if number % 2 else _any_values(rng)
    thinker = Strategist(values, SearchSettings(rival_plans=3), model)
    state, tower, sensible = rules.new(setup), TOWERS["quick"], rng.random() < 0.7
    while questions := rules.awaited(state):
        question = rng.choice(questions)
        answer = answer_at_random(state, question, tower, rng)
        if isinstance(question, PlanQuestion | MarchQuestion | Choice):
            view = rules.view(state, question.seat)
            if _is_weighed(question) and rng.random() < 0.1:
                imagined = thinker._imagine_rivals(view, rng)
                moves, seed = _tried(Planner(values).choose(view, question, rng), question, rng), rng.getrandbits(32)
                yield from (Begun(view, question, move, imagined, values, model, seed) for move in moves)
            if sensible:
                answer = Planner(values).choose(view, question, rng)
        state = rules.play(state, question.seat, answer).state


def _is_weighed(question: PlayerQuestion) -> bool:
    return not isinstance(question, Choice) or question.topic in WEIGHED


def _tried(own: Move, question: PlayerQuestion, rng: Random) -> list[Move]:
    """Return a planner's move and three others: for a plan, the first two have two of its cards exchanged.

    So much of what happens is the same, and marches and throws that are remembered come up again.
    """
    if not isinstance(own, Plan):
        return [own, *(question.sample(rng) for _move in range(3))]
    return [own, _exchanged(own, rng), _exchanged(own, rng), question.sample(rng)]


def _exchanged(plan: Plan, rng: Random) -> Plan:
    fields, (one, other) = list(plan.fields), rng.sample(range(len(plan.fields)), 2)
    fields[one], fields[other] = fields[other], fields[one]
    return Plan(tuple(fields), plan.bid)


def _any_values(rng: Random) -> ValuationWeights:
    usual = ValuationWeights()
    return ValuationWeights(
        **{name: getattr(usual, name) * rng.uniform(0.0, 2.0) for name in ValuationWeights.__struct_fields__}
    )


# The command


class Compared(Struct):
    """How far the comparison has come: what its file keeps."""

    games: int = 0
    seasons: int = 0
    seconds_by_rules: float = 0.0
    seconds_quickly: float = 0.0
    """Processor time of both."""

    def __str__(self) -> str:
        rates = [self.seasons / seconds for seconds in (self.seconds_by_rules, self.seconds_quickly)]
        return (
            f"{self.seasons} dealt seasons of {self.games} games: the same to the last bit; playouts a second of "
            f"processor time: {rates[0]:.0f} by the rules, {rates[1]:.0f} quickly"
        )


def compare(
    compared: Compared, wanted: int, keep: Callable[[Compared], object], setups: Sequence[Setup] = SETUPS
) -> None:
    """Compare playouts of one game after the other until so many seasons are done. Raises AssertionError."""
    for game in count(compared.games):
        if compared.seasons >= wanted:
            return
        scenario, view = None, None
        for begun in seasons(game, setups):
            if scenario is None or begun.view is not view:
                scenario, view = scenario_of(begun), begun.view
            slow, by_rules_seconds = _timed(by_rules, begun)
            quick, quick_seconds = _timed(quickly, begun, scenario)
            assert quick == slow, f"game {game}, {begun.question.key}, {begun.move}: {quick}, by the rules {slow}"
            compared.seasons += 1
            compared.seconds_by_rules += by_rules_seconds
            compared.seconds_quickly += quick_seconds
        compared.games = game + 1
        keep(compared)


def _timed(play: Callable[..., float], *given: object) -> tuple[float, float]:
    began = time.process_time()
    return play(*given), time.process_time() - began


def main() -> None:
    """Compare so many dealt seasons."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seasons", type=int, default=10_000)
    parser.add_argument("--results", type=Path, default=Path("playouts.json"))
    options = parser.parse_args()
    path: Path = options.results
    compared = msgspec.json.decode(path.read_bytes(), type=Compared) if path.exists() else Compared()
    compare(compared, options.seasons, lambda so_far: path.write_bytes(msgspec.json.encode(so_far)))
    print(compared)


if __name__ == "__main__":
    main()
