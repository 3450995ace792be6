"""Speed of playouts in batches and one by one: `python -m tests.benchmarks.batch_seasons [--rounds N]`.

Playouts a second of processor time, on one position of each season of games among planners, with a dozen plans in each
and the scenarios dealt beforehand: without judging the ends, and with a master's evaluator. Both ways run in turn, and
the quickest round of each counts (aim: 12000 a second without judging, in batches of 240 or more). Then whole searches
of a strategist and a master, everything included, with the usual playouts and with four times as many, which make
larger batches.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from shogun.games.shogun.opponents.evaluation.evaluators import Evaluator, evaluated, evaluated_batch
from shogun.games.shogun.opponents.rollouts.batch_rollout import BatchScenarios
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables, fast_board
from shogun.games.shogun.opponents.rollouts.rollout import Imagined, Scenario
from shogun.games.shogun.opponents.search.master import EFFORT, Master
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.rules.questions import Move, PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.session import Budget
from shogun.table.towers import Inside, outcome_model
from tests.benchmarks.searching import Position, positions

SEASONS = 6
MOVES = 12
SIZES = (60, 240, 960)
ROUNDS = 5


class Dealt(Struct):
    """A question with its scenarios, in both forms."""

    seat: int
    evaluator: Evaluator
    moves: Sequence[Move]
    one_by_one: Sequence[Scenario]
    batches: BatchScenarios

    def single(self, is_judged: bool) -> None:
        """Play all moves out in all scenarios, one by one; nothing is remembered of earlier rounds."""
        for scenario in self.one_by_one:
            scenario._lean.throws.clear()
            scenario._lean.scales.marches.clear()
        ends = [scenario.play_out(move) for scenario in self.one_by_one for move in self.moves]
        if is_judged:
            evaluated(self.evaluator, ends, self.seat, 0.0)

    def batch(self, is_judged: bool) -> None:
        """Play all moves out in all scenarios, at once."""
        numbers = [number for number in range(len(self.one_by_one)) for _move in self.moves]
        ends = self.batches.play_out(list(self.moves) * len(self.one_by_one), numbers)
        if is_judged:
            evaluated_batch(self.evaluator, ends, self.seat, 0.0)


def dealt(position: Position, scenarios: int) -> Dealt:
    """Return a position with a dozen plans and a number of scenarios."""
    view, thinker = position.view, Master(model=position.model)
    assert view.seat is not None
    imagined = Imagined(thinker._imagine_rivals(view, Random(1)), thinker.effort.trust)
    ground = fast_board(view.setup.side, view.setup.seats)
    scales = [ValueTables(thinker.values, ground, view.year, view.season) for _way in range(2)]
    lean = [Scenario(view, imagined, scales[0], position.model, Random(f"7/{place}")) for place in range(scenarios)]
    batches = BatchScenarios(view, imagined, scales[1], position.model, 7)
    batches.deal(scenarios)
    moves = list(islice(thinker._moves(view, position.question, Random(1)), MOVES))
    return Dealt(view.seat, thinker.evaluator_of(view), moves, lean, batches)


def one_by_one(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move of a master that plays seasons out one by one, as many as a batch leaves time for.

    An opponent for a ladder: `shogun ladder --opponents tests.benchmarks.batch_seasons:one_by_one,master`.
    """
    effort = replace(EFFORT, plan_playouts=2400, move_playouts=240, batched=False)
    return Master(model=outcome_model(inside), effort=effort).choose(view, question, rng, budget)


def quickest(ways: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Return the least processor time of each way, all measured in turn."""
    least = [float("inf")] * len(ways)
    for _round in range(rounds):
        for place, way in enumerate(ways):
            began = time.process_time()
            way()
            least[place] = min(least[place], time.process_time() - began)
    return least


def rates(asked: Sequence[Position], size: int, rounds: int, is_judged: bool) -> dict[str, float]:
    """Return playouts a second of both ways in batches of a size."""
    seconds = [0.0, 0.0]
    for position in asked:
        given = dealt(position, max(1, size // MOVES))
        given.batch(is_judged)  # tables of chances are made once
        playouts = len(given.moves) * len(given.one_by_one)
        ways = (partial(given.single, is_judged), partial(given.batch, is_judged))
        least = quickest(ways, rounds)
        seconds = [sum_ + each / playouts for sum_, each in zip(seconds, least, strict=True)]
    return compared([len(asked) / each for each in seconds])


def searches(asked: Sequence[Position], kind: Callable[..., Strategist], times: int, rounds: int) -> dict[str, float]:
    """Return playouts a second of whole searches both ways, with so many times the usual playouts."""
    made = [0, 0]

    def search(place: int) -> None:
        made[place] = 0
        for number, position in enumerate(asked):
            thinker = kind(model=position.model)
            playouts = times * thinker.effort.plan_playouts
            thinker = replace(thinker, effort=replace(thinker.effort, plan_playouts=playouts, batched=bool(place)))
            candidates = thinker.consider(position.view, position.question, Random(number), Budget())
            made[place] += sum(len(candidate.results) for candidate in candidates)

    least = quickest([lambda: search(0), lambda: search(1)], rounds)
    return compared([playouts / each for playouts, each in zip(made, least, strict=True)])


def compared(found: Sequence[float]) -> dict[str, float]:
    """Return two rates and their ratio."""
    single, batch = found
    return {"one by one": round(single), "batches": round(batch), "times": round(batch / single, 2)}


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds: int = parser.parse_args().rounds
    asked = list(positions(SEASONS))
    found = {}
    for size in SIZES:
        for is_judged, name in ((False, "not judged"), (True, "judged")):
            found[f"batches of {size}, {name}"] = rates(asked, size, rounds, is_judged)
    for name, kind in (("strategist", Strategist), ("master", Master)):
        for times in (1, 4):
            found[f"{name}, {times} times its playouts"] = searches(asked, kind, times, min(rounds, 2))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
