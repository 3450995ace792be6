"""Towers from Python: one drop, and a measurement. Run it with `python -m shogun.lab.example [BATTLES]`."""

import sys

from shogun.lab import measure
from shogun.tower import drop, load_tower


def main(battles: int = 320) -> None:
    """Throw a few cubes into the classic tower, then measure what it does in the long run."""
    tower = load_tower("classic")  # by name, or the path of a .toml file

    first = drop(tower, (), {"red": 19, "blue": 19}, seed=1)  # into the empty tower
    print(f"{sum(first.out.values())} of 38 cubes come out after {first.seconds:.2f} s; {len(first.resting)} stay")
    second = drop(tower, first.resting, {"red": 5, "blue": 3}, seed=2, record=True)
    lowest = min(second.resting, key=lambda cube: cube.y)
    print(f"5 red and 3 blue more: {second.out} come out")
    print(f"the lowest cube lies at x = {lowest.x:.1f} mm, y = {lowest.y:.1f} mm, turned by {lowest.angle:.2f} rad")
    if second.recording:  # positions at 60 Hz, shape (frames, cubes, 3): x mm, y mm, angle rad
        print(f"recorded: {second.recording.poses().shape} poses")

    result = measure(tower, battles=battles, seed=1, jobs=1)
    chance = result.p_out_thrown
    print(f"thrown cubes come out with {chance.mean:.2f} ({chance.low:.2f} to {chance.high:.2f})")
    line = int(result.density.cubes.sum(axis=1).argmax())  # lines of cells of 4 mm, from the exit up
    print(f"most cubes rest {result.density.y_edges[line]:.0f} mm above the exit")


if __name__ == "__main__":  # worker processes import this file again
    main(*map(int, sys.argv[1:2]))
