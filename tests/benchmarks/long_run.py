"""Shows how a tower fills from a start throw to the long run: `python -m tests.benchmarks.long_run classic`.

Chains of battles are fought, each from a start throw into the empty tower, as a game begins, and nothing is discarded.
For stretches of battles it prints the cubes in the tower, the share of resting cubes that come out of a battle, and how
much of what lies inside at the stretch's end has lain there for half of the time since the start: as long as that is
much, the tower still fills. 95 % intervals are from the spread between chains.

A chain is one line of FOLDER/TOWER.jsonl and depends on its number only; those that are there are not fought again, so
the command can be stopped at any time and continued.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
from scipy.stats import t as student

from shogun.tower import Geometry, drop, load_tower

SMALLEST, LARGEST = 4, 12
"""Cubes of a battle."""
START = -1
"""The battle to which cubes of the start throw belong."""


class Chain(msgspec.Struct, frozen=True):
    """All battles of one chain, in order."""

    number: int
    start: int
    """Cubes of the start throw."""
    kept: int
    """Cubes of it that stayed."""
    thrown: list[int]
    new_out: list[int]
    """Thrown cubes that came out at once."""
    old_out: list[list[int]]
    """For each battle the battles in which the resting cubes that came out had been thrown; START: at the start."""


class Chains(msgspec.Struct, frozen=True):
    """Chains of equal length side by side; arrays of shape (chains, battles)."""

    kept: npt.NDArray[np.int64]
    """Cubes in the tower after the start throw, shape (chains,)."""
    thrown: npt.NDArray[np.int64]
    new_out: npt.NDArray[np.int64]
    old_out: npt.NDArray[np.int64]
    stays: tuple[npt.NDArray[np.int64], ...]
    """For each chain the cubes that stayed when thrown, shape (cubes, 2): the battle in which each was thrown, and the
    one in which it came out (battles + 1 if it is still inside)."""

    @property
    def stock(self) -> npt.NDArray[np.int64]:
        """Return the cubes in the tower after each battle."""
        return self.kept[:, None] + np.cumsum(self.thrown - self.new_out - self.old_out, axis=1)

    @property
    def rested(self) -> npt.NDArray[np.int64]:
        """Return the cubes in the tower before each battle."""
        return np.hstack([self.kept[:, None], self.stock[:, :-1]])

    def old_share(self, battles: int) -> float:
        """Return which share of the cubes inside after so many battles has lain there for half of them, or longer."""
        inside = [stays[(stays[:, 0] < battles) & (stays[:, 1] >= battles), 0] for stays in self.stays]
        births = np.concatenate(inside)
        return float(np.mean(births < battles / 2)) if len(births) else 0.0


class Task(msgspec.Struct, frozen=True):
    """One chain to be fought."""

    geometry: Geometry
    number: int
    start: int
    battles: int


def fight(task: Task) -> Chain:
    """Return all battles of a chain."""
    rng = random.Random(f"long run {task.number}")
    resting = drop(task.geometry, (), {str(START): task.start}, rng.getrandbits(63)).resting
    chain = Chain(task.number, task.start, len(resting), [], [], [])
    for battle in range(task.battles):
        size = rng.randint(SMALLEST, LARGEST)
        fallen = drop(task.geometry, resting, {str(battle): size}, rng.getrandbits(63))
        resting = fallen.resting
        chain.thrown.append(size)
        chain.new_out.append(fallen.out.get(str(battle), 0))
        chain.old_out.append(
            [int(name) for name, count in fallen.out.items() for _ in range(count) if name != str(battle)]
        )
    return chain


def path_of(folder: Path, tower: str) -> Path:
    """Return the file that holds a tower's chains."""
    return folder / f"{tower}.jsonl"


def read(path: Path) -> Iterator[Chain]:
    """Yield the chains of a file; a last line that was cut off is left out."""
    if path.exists():
        for line in path.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                yield msgspec.json.decode(line, type=Chain)


def side_by_side(chains: Sequence[Chain], battles: int) -> Chains:
    """Return the first so many battles of all chains that are long enough."""
    long = [chain for chain in chains if len(chain.thrown) >= battles]
    return Chains(
        kept=np.array([chain.kept for chain in long]),
        thrown=np.array([chain.thrown[:battles] for chain in long]),
        new_out=np.array([chain.new_out[:battles] for chain in long]),
        old_out=np.array([[len(births) for births in chain.old_out[:battles]] for chain in long]),
        stays=tuple(np.array(list(_stays(chain, battles))) for chain in long),
    )


def _stays(chain: Chain, battles: int) -> Iterator[tuple[int, int]]:
    inside = Counter({START: chain.kept})
    for battle in range(battles):
        for birth in chain.old_out[battle]:
            inside[birth] -= 1
            yield birth, battle
        inside[battle] = chain.thrown[battle] - chain.new_out[battle]
    for birth, count in inside.items():
        for _cube in range(count):
            yield birth, battles + 1


def stretches(battles: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches that are shown, each twice as long as the one before."""
    begin, end = 0, 25
    while begin < battles:
        yield begin, min(end, battles)
        begin, end = end, 2 * end


def lines(chains: Chains) -> Iterator[str]:
    """Yield the table."""
    yield f"{'battles':>11}  {'cubes inside':>14}  {'resting: out':>11}  {'older than half':>15}"
    for begin, end in stretches(chains.thrown.shape[1]):
        means = chains.stock[:, begin:end].mean(axis=1)
        reach = student.ppf(0.975, len(means) - 1) * means.std(ddof=1) / len(means) ** 0.5
        share = chains.old_out[:, begin:end].sum() / chains.rested[:, begin:end].sum()
        inside = f"{means.mean():.1f} ± {reach:.1f}"
        yield f"{begin:>5}-{end:<5}  {inside:>14}  {share:>11.3f}  {chains.old_share(end):>15.2f}"


def main() -> None:
    """Fight the chains that are missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tower")
    parser.add_argument("--chains", type=int, default=30)
    parser.add_argument("--battles", type=int, default=400, help="in each chain")
    parser.add_argument("--start", type=int, default=38, help="cubes of the start throw")
    parser.add_argument("--folder", type=Path, default=Path("build/long_run"))
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    path = path_of(options.folder, options.tower)
    path.parent.mkdir(parents=True, exist_ok=True)
    there = {chain.number for chain in read(path) if len(chain.thrown) >= options.battles}
    geometry = load_tower(options.tower)
    missing = [number for number in range(options.chains) if number not in there]
    todo = [Task(geometry, number, options.start, options.battles) for number in missing]
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool, path.open("ab") as file:
        for done in as_completed([pool.submit(fight, task) for task in todo]):
            file.write(msgspec.json.encode(done.result()) + b"\n")
            file.flush()
    print("\n".join(lines(side_by_side(list(read(path)), options.battles))))


if __name__ == "__main__":
    main()
