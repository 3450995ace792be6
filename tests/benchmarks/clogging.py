"""How often throws clog a tower, and how often it is tapped: `python -m tests.benchmarks.clogging classic --jobs 2`.

A throw clogs if more than 30 cubes are inside when all rest. Three kinds of throws, each with a seed of its own:

- large: 24-60 cubes onto the usual stock (chains of battles of 4-12; a large throw ends a chain, the tower is emptied);
- start: 31-45 cubes into the empty tower;
- battle: the battles of the chains themselves.

A tap counts as a clog of the throw that it ended; `left` is what is inside afterwards. `--flow` and `--tap` change how
fast cubes are poured and how hard the tower is tapped, `--set ledges.tilt=16` changes the tower.
"""

import argparse
import json
import random
from collections import Counter
from functools import partial

import msgspec

from shogun.base.worker_pool import in_order
from shogun.tower import Geometry, RestingCube, drop, load_tower
from shogun.tower.file.parameters import set_parameter
from shogun.tower.physics import drop_simulation
from shogun.tower.physics import drop_simulation as pouring
from shogun.tower.physics.drop_simulation import CLOGGED

START, WARM_UP = 38, 12
LARGE, BATTLE, STARTS = (24, 60), (4, 12), (31, 45)


class Seen(msgspec.Struct):
    """What throws of one kind came to."""

    throws: int = 0
    clogs: int = 0
    """Throws that were tapped, or ended with more than CLOGGED cubes inside."""
    taps: int = 0
    stay_clogged: int = 0
    left: Counter[int] = msgspec.field(default_factory=Counter)
    cut_off: int = 0

    def count(self, inside: int, taps: int, *, cut_off: bool) -> None:
        """Count one throw."""
        self.throws += 1
        self.clogs += taps > 0 or inside > CLOGGED
        self.taps += taps
        self.stay_clogged += inside > CLOGGED
        self.left[inside] += 1
        self.cut_off += cut_off

    def add(self, other: "Seen") -> None:
        """Count what another has counted too."""
        for name in ("throws", "clogs", "taps", "stay_clogged", "cut_off"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.left.update(other.left)


class Handling(msgspec.Struct, frozen=True):
    """What people do with a tower: how fast they pour, cubes a second, and how hard they tap, mm/s."""

    flow: int
    tap: float
    starts_only: bool = False
    """Whether only start throws are made."""


def chain(geometry: Geometry, handling: Handling, seed: int) -> dict[str, Seen]:
    """Return what a start throw, some battles and a large throw come to."""
    pouring.CUBES_A_SECOND, drop_simulation.TAP_SPEED = handling.flow, handling.tap
    rng = random.Random(seed)
    seen = {"start": Seen(), "battle": Seen(), "large": Seen()}
    sizes = [("start", STARTS)] + [("battle", BATTLE)] * WARM_UP + [("large", LARGE)]
    resting: tuple[RestingCube, ...] = ()
    for kind, (least, most) in sizes[:1] if handling.starts_only else sizes:
        fallen = drop(geometry, resting, {"red": rng.randint(least, most)}, rng.getrandbits(63))
        seen[kind].count(len(fallen.resting), fallen.taps, cut_off=fallen.cut_off)
        resting = fallen.resting
    return seen


def main() -> None:
    """Print the counts by kind of throw as one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tower")
    parser.add_argument("--chains", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--flow", type=int, default=pouring.CUBES_A_SECOND)
    parser.add_argument("--tap", type=float, default=drop_simulation.TAP_SPEED)
    parser.add_argument("--starts-only", action="store_true")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    options = parser.parse_args()
    geometry = load_tower(options.tower)
    for name, _equals, value in (change.partition("=") for change in options.set):
        geometry = set_parameter(geometry, name, float(value))
    total = {"start": Seen(), "battle": Seen(), "large": Seen()}
    first = 1_000_000 * options.seed
    for seen in in_order(
        partial(chain, geometry, Handling(options.flow, options.tap, options.starts_only)),
        range(first, first + options.chains),
        options.jobs,
    ):
        for kind, one in seen.items():
            total[kind].add(one)
    for kind, one in total.items():
        if not one.throws:
            continue
        mean = sum(inside * count for inside, count in one.left.items()) / one.throws
        figures = {name: getattr(one, name) for name in ("throws", "clogs", "taps", "stay_clogged", "cut_off")}
        print(
            json.dumps({"tower": geometry.name, "kind": kind, **figures, "left": round(mean, 2), "most": max(one.left)})
        )


if __name__ == "__main__":
    main()
