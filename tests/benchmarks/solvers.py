"""Does today's solver let a tower do what the first one did? `python -m tests.benchmarks.solvers classic`.

Both get the same poured starts, by the lab's protocol, with seeds of their own. Differences are in standard errors.
"""

import argparse
import json

from shogun.lab.measuring.chains import Protocol, Task
from shogun.lab.measuring.measurement import Headline, headline_of
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.lab.running.batch_evaluation import RunConfig
from shogun.tower import load_tower
from shogun.tower.physics.solver import FIRST, Solver
from shogun.tower.physics.time_step import solver_for

FIGURES = ("p_out_thrown", "p_out_resting", "stock", "start_kept")


def main() -> None:
    """Print the figures of both solvers, and by how many standard errors they differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tower")
    parser.add_argument("--battles", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    geometry = load_tower(options.tower)

    def measured(solver: Solver, seed: int) -> Headline:
        task = Task(geometry, seed, 0, 0, find_throws("4-12"), Protocol(chains=24), solver)
        return headline_of(RunConfig(options.jobs).carry_out(task, options.battles))

    first, today = measured(FIRST, options.seed), measured(solver_for(geometry), options.seed + 1)
    for name in FIGURES:
        before, now = first[name], today[name]
        apart = now.minus(before)
        figures = {"first": before.mean, "+-": before.error, "today": now.mean, "+- ": now.error}
        rounded = {key: round(value, 4) for key, value in figures.items()}
        print(json.dumps({"figure": name, **rounded, "standard errors apart": round(apart.mean / apart.error, 1)}))


if __name__ == "__main__":
    main()
