"""CMA-ES in stages beside CMA-ME of `ribs`: `python -m tests.benchmarks.fronts --seeds 10` (needs `ribs`).

Both look for towers between two wishes with as many candidates, among made-up towers whose true figures are known and
which are measured with the noise of 240 battles. What counts is the area (hypervolume) that the seven chosen towers
dominate, by their true distances, within a square of 20 units; chosen by what was measured.
"""

import argparse
import statistics
from collections.abc import Sequence

import msgspec
import numpy as np
from ribs.archives import GridArchive
from ribs.emitters import EvolutionStrategyEmitter
from ribs.schedulers import Scheduler

from shogun.lab.running.batch_evaluation import Work
from shogun.lab.running.results_file import open_results
from shogun.lab.searching.pareto_front import MOST, STAGES, _Weighted, distances, not_dominated, spread
from shogun.lab.searching.search_space import Candidate, EvaluationCache, parse_parameters, start_of
from shogun.lab.searching.targets import Targets, distance, parse_targets
from shogun.lab.searching.tune import Aim, evolve
from shogun.tower import Design, load_design
from tests.lab.searching.test_tune import MadeUp, made, truth

WISHES = (parse_targets("p_out_thrown=0.8"), parse_targets("stock=20"))
SQUARE = 20.0
PARAMETERS = (
    "ledges.tilt=14:22,ledges.length=25:40,ledges.friction,ledges.restitution,shaft.friction,funnel.mouth=100:130"
)


def main() -> None:
    """Print the median area of both."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--candidates", type=int, default=250)
    options = parser.parse_args()
    design = load_design("classic")
    areas: dict[str, list[float]] = {"cmaes": [], "ribs": []}
    for seed in range(options.seeds):
        aim = Aim(WISHES[0], parse_parameters(PARAMETERS, design), seed=seed, most=options.candidates)
        for name, search in (("cmaes", by_stages), ("ribs", by_archive)):
            areas[name].append(area(chosen(search(design, aim))))
    for name, some in areas.items():
        print(f"{name}: median {statistics.median(some):.1f}, least {min(some):.1f}, most {max(some):.1f}")
    won = sum(one > other for one, other in zip(areas["cmaes"], areas["ribs"], strict=True))
    print(f"cmaes is ahead in {won} of {options.seeds} runs with {options.candidates} candidates")


def by_stages(design: Design, aim: Aim) -> Sequence[Candidate]:
    """Return the candidates of CMA-ES in stages."""
    with open_results(None, {}) as results:
        trials = EvaluationCache(design, aim.parameters, Work(results, MadeUp()))
        place = start_of(design, aim.parameters)
        for stage, weight in enumerate(STAGES):
            share = msgspec.structs.replace(aim, most=aim.most // len(STAGES), stage=stage)
            place, _count = evolve(trials, share, place, lambda _candidates: None, _Weighted(weight, WISHES))
        return trials.candidates


def by_archive(design: Design, aim: Aim) -> Sequence[Candidate]:
    """Return the candidates of CMA-ME: an archive of 20 cells along the front, three emitters of nine."""
    size = len(aim.parameters)
    archive = GridArchive(solution_dim=size, dims=[20], ranges=[(0.0, 1.0)], learning_rate=0.1, threshold_min=-1e9)
    start = start_of(design, aim.parameters)
    emitters = [
        EvolutionStrategyEmitter(
            archive, x0=start, sigma0=0.2, batch_size=9, lower_bounds=[0.0] * size, upper_bounds=[1.0] * size,
            seed=aim.seed * 10 + number,
        )
        for number in range(3)
    ]  # fmt: skip
    scheduler = Scheduler(archive, emitters)
    with open_results(None, {}) as results:
        trials = EvaluationCache(design, aim.parameters, Work(results, MadeUp()))
        while len(trials.candidates) + 27 <= aim.most:
            found = trials.measure(list(scheduler.ask()), aim.plan)
            both = np.minimum([distances(one, WISHES) for one in found], 1e3)
            place = both[:, 1] / np.maximum(both.sum(axis=1), 1e-9)
            scheduler.tell(-both.max(axis=1) - 0.05 * both.sum(axis=1), place[:, None])
        return trials.candidates


def chosen(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the towers that would be measured again."""
    return spread(not_dominated(candidates, WISHES), WISHES, MOST)


def area(towers: Sequence[Candidate]) -> float:
    """Return the area that towers dominate by their true distances, in square units."""
    true = sorted(
        (real(one.values, WISHES[0]), real(one.values, WISHES[1])) for one in towers if one.figures is not None
    )
    total, height = 0.0, SQUARE
    for across, up in true:
        if up < height and across < SQUARE:
            total += (SQUARE - across) * (height - up)
            height = up
    return total


def real(values: dict[str, float], wish: Targets) -> float:
    """Return how far a made-up tower is from a wish without any noise."""
    thrown, resting = truth(values["ledges.tilt"], values["ledges.length"])
    return distance(made(thrown, resting, 8 * (1 - thrown) / resting), wish)


if __name__ == "__main__":
    main()
