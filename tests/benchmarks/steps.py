"""Shows how the time step changes what a tower does: `python -m tests.benchmarks.steps coin 840/15 1680/20 3360/30`.

Each solver is named by its steps a second and its iterations. All fight the same chains of battles: the same start
throw, sizes and seeds. The shares of thrown and of resting cubes that come out and the cubes in the tower are printed
with 95 % intervals from the spread between chains, and so are the differences to the last solver, which should be the
finest.

A chain is one line of FOLDER/TOWER.jsonl; those that are there are not fought again, so the command can be stopped at
any time and continued.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
from scipy.stats import t as student

from shogun.tower import Geometry, load_tower
from shogun.tower.geometry import geometry_hash
from shogun.tower.physics.solver import Solver
from shogun.tower.physics.throw import solve

SMALLEST, LARGEST = 4, 12
"""Cubes of a battle."""
START = 38
"""Cubes of the start throw."""


class Task(msgspec.Struct, frozen=True):
    """One chain to be fought."""

    geometry: Geometry
    solver: str
    number: int
    discarded: int
    battles: int
    """Battles that are counted."""


class Chain(msgspec.Struct, frozen=True):
    """What the counted battles of one chain came to."""

    geometry: str
    """Hash of the tower."""
    solver: str
    number: int
    discarded: int
    battles: int
    thrown: int
    thrown_out: int
    rested: int
    """Cubes that lay in the tower before a battle, summed over all battles."""
    resting_out: int

    @property
    def figures(self) -> tuple[float, float, float]:
        """Return the shares of thrown and of resting cubes that came out, and the mean number in the tower."""
        stock = self.rested / self.battles
        return self.thrown_out / self.thrown, self.resting_out / max(1, self.rested), stock


def parse_solver(text: str) -> Solver:
    """Return the solver of such a name: steps a second and iterations."""
    steps, iterations = text.split("/")
    return Solver(steps_a_second=int(steps), iterations=int(iterations))


def fight(task: Task) -> Chain:
    """Return what a chain comes to."""
    rng, solver = random.Random(f"steps {task.number}"), parse_solver(task.solver)
    resting = solve(task.geometry, (), {"start": START}, rng.getrandbits(63), solver).resting
    thrown, thrown_out, rested, resting_out = 0, 0, 0, 0
    for battle in range(-task.discarded, task.battles):
        before, size = len(resting), rng.randint(SMALLEST, LARGEST)
        fallen = solve(task.geometry, resting, {str(battle): size}, rng.getrandbits(63), solver)
        resting = fallen.resting
        if battle >= 0:
            thrown += size
            thrown_out += fallen.out.get(str(battle), 0)
            rested += before
            resting_out += sum(count for name, count in fallen.out.items() if name != str(battle))
    return Chain(
        geometry_hash(task.geometry),
        task.solver,
        task.number,
        task.discarded,
        task.battles,
        thrown,
        thrown_out,
        rested,
        resting_out,
    )


def read(path: Path) -> Iterator[Chain]:
    """Yield the chains of a file; a last line that was cut off is left out."""
    if path.exists():
        for line in path.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                yield msgspec.json.decode(line, type=Chain)


def lines(solvers: Sequence[str], chains: Sequence[Chain]) -> Iterator[str]:
    """Yield the table; chains of all solvers have the same numbers."""
    yield f"{'solver':>9}  {'thrown: out':>14}  {'resting: out':>14}  {'in the tower':>12}  less the last solver"
    of_each = {
        solver: np.array([chain.figures for chain in sorted(chains, key=_number) if chain.solver == solver])
        for solver in solvers
    }
    finest = of_each[solvers[-1]]
    for solver, figures in of_each.items():
        own = "  ".join(_shown(figures[:, at], digits) for at, digits in enumerate((3, 3, 1)))
        apart = "  ".join(_shown((figures - finest)[:, at], digits, "+") for at, digits in enumerate((3, 3, 1)))
        yield f"{solver:>9}  {own}  {apart if solver != solvers[-1] else ''}".rstrip()


def _number(chain: Chain) -> int:
    return chain.number


def _shown(values: npt.NDArray[np.float64], digits: int, sign: str = "") -> str:
    reach = student.ppf(0.975, len(values) - 1) * values.std(ddof=1) / len(values) ** 0.5
    return f"{values.mean():{sign}.{digits}f} ± {reach:.{digits}f}"


def main() -> None:
    """Fight the chains that are missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tower")
    parser.add_argument("solvers", nargs="+", help="each STEPS/ITERATIONS, the finest last")
    parser.add_argument("--chains", type=int, default=24, help="of each solver")
    parser.add_argument("--battles", type=int, default=150, help="counted in each chain")
    parser.add_argument("--discard", type=int, default=50, help="battles before those")
    parser.add_argument("--folder", type=Path, default=Path("build/steps"))
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    geometry = msgspec.structs.replace(load_tower(options.tower), solver=msgspec.UNSET)  # that of the file isn't used
    path = options.folder / f"{geometry.name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    wanted = [
        Task(geometry, solver, number, options.discard, options.battles)
        for number in range(options.chains)
        for solver in options.solvers
    ]
    there = {_key(chain, chain.geometry) for chain in read(path)}
    todo = [task for task in wanted if _key(task, geometry_hash(geometry)) not in there]
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool, path.open("ab") as file:
        for done in as_completed([pool.submit(fight, task) for task in todo]):
            file.write(msgspec.json.encode(done.result()) + b"\n")
            file.flush()
    keys = {_key(task, geometry_hash(geometry)) for task in wanted}
    print("\n".join(lines(options.solvers, [chain for chain in read(path) if _key(chain, chain.geometry) in keys])))


def _key(chain: Task | Chain, geometry: str) -> tuple[str, str, int, int, int]:
    return geometry, chain.solver, chain.number, chain.discarded, chain.battles


if __name__ == "__main__":
    main()
