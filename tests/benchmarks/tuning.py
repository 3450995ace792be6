"""Tunes six numbers of `classic` to its targets: `python -m tests.benchmarks.tuning --results FILE.sqlite`.

Target: within 3 standard errors of a fresh measurement of 4,000 battles, after at most 20 minutes of two processors, if
nobody else uses them. On a shared machine the processor time tells it. The same command goes on after a kill.
"""

import argparse
import sqlite3
import time
from pathlib import Path

from shogun.base.tables import Output
from shogun.lab.reporting.comparison_tables import print_tuned
from shogun.lab.running.batch_evaluation import Work
from shogun.lab.running.executors import executor
from shogun.lab.running.results_file import open_results
from shogun.lab.searching.search_space import parse_parameters
from shogun.lab.searching.targets import parse_targets
from shogun.lab.searching.tune import Aim, about, tune
from shogun.tower import load_design

TARGETS = "p_out_thrown=0.67,p_out_resting=0.22,stock=12"
PARAMETERS = "ledges.tilt,ledges.length,ledges.friction,ledges.restitution,funnel.mouth,shaft.friction"


def main() -> None:
    """Print what was found, how near it is, and the processor time that it took."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tower", default="classic")
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    design = load_design(options.tower)
    aim = Aim(parse_targets(TARGETS), parse_parameters(PARAMETERS, design), options.seed)
    start = time.perf_counter()
    with open_results(options.results, about(design, aim)) as results, executor(options.jobs) as some:
        found = tune(design, aim, Work(results, some))
    print_tuned(Output(), found, design)
    with sqlite3.connect(options.results) as file:
        [(spent,)] = file.execute("SELECT sum(seconds) FROM chain").fetchall()
    minutes = (time.perf_counter() - start) / 60
    print(
        f"{spent / 60:.1f} minutes of processor time: {spent / 120:.1f} on two processors; {minutes:.1f} on the clock"
    )


if __name__ == "__main__":
    main()
