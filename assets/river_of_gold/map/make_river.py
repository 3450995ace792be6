"""Write `river.json`: the river from the mountains to the bay, the six regions on its banks, and what grows there.

    python assets/river_of_gold/map/make_river.py

The places of river and shore spaces are those of `../river_of_gold.toml`, on a plane of 1000 x 700; the river is laid
through its spaces, between the shores. README.md beside this file says what the file holds.
"""

import json
import math
import tomllib
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
SEED = 11
TOP, BOTTOM = -260.0, 960.0
"""How far the land reaches above and below the plane's middle, for windows that are higher than usual."""
SOURCE, MOUTH = (-60.0, 330.0), (1060.0, 520.0)
"""Through what points beyond its spaces the river comes and goes."""
HALF_WIDTH = (24.0, 37.0)
"""Half of the river's width at its source, and above the bay."""
STEP = 6.0
BORDERS = ((185, 156), (301, 330), (509, 446), (667, 620), (805, 796))
"""Where borders between regions lie above and below the river (x)."""
TILE = (34.0, 48.0)
"""Half of what a shore space takes, with some room around it."""
Point = tuple[float, float]

GROWTHS: dict[int, tuple[tuple[str, int], ...]] = {
    1: (("peak", 15), ("rock", 12)),
    2: (("cedar", 52), ("cedar_small", 26)),
    3: (("field", 22), ("hut", 4)),
    4: (("pine", 24), ("gate", 3), ("bush", 16)),
    5: (("pool", 18), ("reeds", 34)),
    6: (("dune", 14), ("reeds", 8), ("pine", 6)),
}
"""What grows in each region, and how often it is tried: regions are told apart by it too."""
ROOM = {
    "peak": 30.0, "rock": 14.0, "cedar": 15.0, "cedar_small": 11.0, "field": 30.0, "hut": 22.0, "pine": 22.0,
    "gate": 22.0, "bush": 12.0, "pool": 26.0, "reeds": 13.0, "dune": 26.0,
}  # fmt: skip
"""How far such a thing keeps others away."""


def data() -> dict[str, Any]:
    """Return the components."""
    return tomllib.loads((HERE.parent / "river_of_gold.toml").read_text("utf-8"))


def spline(points: list[Point]) -> list[Point]:
    """Return a smooth line through points (Catmull-Rom)."""
    padded = [points[0], *points, points[-1]]
    found: list[Point] = []
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        steps = max(1, round(math.dist(start, end) / STEP))
        for number in range(steps):
            t = number / steps
            found.append(
                (_between(t, before[0], start[0], end[0], after[0]), _between(t, before[1], start[1], end[1], after[1]))
            )
    return [*found, points[-1]]


def _between(t: float, a: float, b: float, c: float, d: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def banks(line: list[Point], rng: Random) -> tuple[list[Point], list[Point]]:
    """Return the right and the left bank of a river along a line (above and below it, for it flows to the right)."""
    upper, lower = [], []
    shift = [rng.uniform(-1, 1) for _place in range(len(line) // 6 + 3)]
    for place, (start, end) in enumerate(pairwise(line)):
        share = min(1.0, max(0.0, start[0] / 860))
        half = HALF_WIDTH[0] + (HALF_WIDTH[1] - HALF_WIDTH[0]) * share
        rough = 3.2 * _wave(shift, place / 6)
        length = math.dist(start, end)
        across = (end[1] - start[1]) / length, -(end[0] - start[0]) / length
        bay = max(0.0, start[0] - 905) / 60
        up, down = half + rough + 6 * bay**1.5, half - rough + 12 * bay**1.6
        upper.append((start[0] + across[0] * up, start[1] + across[1] * up))
        lower.append((start[0] - across[0] * down, start[1] - across[1] * down))
    return upper, lower


def _wave(numbers: list[float], place: float) -> float:
    here = int(place)
    t = (1 - math.cos((place - here) * math.pi)) / 2
    return numbers[here] * (1 - t) + numbers[here + 1] * t


def border(above: float, below: float, rng: Random) -> list[Point]:
    """Return a border from the top to the bottom of the land."""
    bends = [rng.uniform(-1, 1) for _bend in range(40)]
    found = []
    for number in range(61):
        y = TOP + (BOTTOM - TOP) * number / 60
        share = min(1.0, max(0.0, (y - 280) / 130))
        x = above + (below - above) * (1 - math.cos(share * math.pi)) / 2
        found.append((x + 7 * _wave(bends, number / 2), y))
    return found


def region_at(point: Point, borders: list[list[Point]]) -> int:
    """Return the region of a point."""
    place = round((point[1] - TOP) / (BOTTOM - TOP) * 60)
    return 1 + sum(line[min(60, max(0, place))][0] < point[0] for line in borders)


def growths(borders: list[list[Point]], river: list[Point], shores: list[Point], rng: Random) -> list[list[Any]]:
    """Return what grows where: kind, x, y, size; from the back to the front."""
    found: list[list[Any]] = []
    for region, kinds in GROWTHS.items():
        for kind, tries in kinds:
            for _try in range(tries * 14):
                x, y = rng.uniform(-10, 1010), rng.uniform(TOP, BOTTOM)
                if region_at((x, y), borders) == region and _is_free((x, y), kind, found, river, shores):
                    found.append([kind, round(x, 1), round(y, 1), round(rng.uniform(0.8, 1.2), 2)])
    return sorted(found, key=lambda entry: entry[2])


def _is_free(point: Point, kind: str, found: list[list[Any]], river: list[Point], shores: list[Point]) -> bool:
    room = ROOM[kind]
    x, y = point
    for sx, sy in shores:
        if abs(x - sx) < TILE[0] + room * 0.25 and abs(y - sy) < TILE[1] + room * 0.3:
            return False
    near_river = min(math.dist(point, one) for one in river[::3])
    wide = 62 if x < 905 else 96
    if near_river < wide + room * 0.3 or (x > 930 and y > 380):
        return False
    return all(math.dist(point, (one[1], one[2])) > (room + ROOM[one[0]]) / 2 for one in found)


def rounded(points: list[Point]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in points]


def main() -> None:
    """Write the map."""
    rng, box = Random(SEED), data()
    spaces = [(float(one["x"]), float(one["y"])) for one in box["river"]]
    shores = [(float(one["x"]), float(one["y"])) for one in box["shore"]]
    line = spline([SOURCE, *spaces, (948.0, 430.0), MOUTH])
    upper, lower = banks(line, rng)
    borders = [border(above, below, rng) for above, below in BORDERS]
    document = {
        "format": 1,
        "top": TOP,
        "bottom": BOTTOM,
        "course": rounded(line),
        "right_bank": rounded(upper),
        "left_bank": rounded(lower),
        "borders": [rounded(one) for one in borders],
        "growths": growths(borders, line, shores, rng),
    }
    text = json.dumps(document, separators=(",", ":")).replace('],"', '],\n"')
    (HERE / "river.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
