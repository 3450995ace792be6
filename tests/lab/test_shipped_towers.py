"""Every tower that comes with the program is what its file says of it: in a short trial, measured, and in games."""

import random
import re
from collections.abc import Callable

import msgspec
import pytest

from shogun.lab import measure
from shogun.lab.measuring.measurement import Measurement
from shogun.table.journal import TowerInfo
from shogun.tower import Geometry, RestingCube, drop, load_tower
from shogun.tower.physics.drop_simulation import CLOGGED
from shogun.tower.physics.throw import Drop
from shogun.tower.tower_lookup import load_bounds
from shogun.window.scenes.new_game import LONGEST_NOTE
from tests.benchmarks.towers_in_games import figures, play
from tests.shipped_towers import EACH, QUICK, SHIPPED

OLD, NEW = "old", "new"
CHAINS, BATTLES, WARM_UP = 3, 40, 10
SLACK = 0.1
"""By so much the shares of a short trial may lie outside of a tower's bounds."""
OF_A_HUNDRED = re.compile(r"(\d+) of 100 battles")
GAMES, NEAR = 40, 5
"""Games in which what a description says of them is looked at, and by how many of 100 battles it may be off."""


def battles(geometry: Geometry, sizes: tuple[int, int] = (4, 12), seed: int = 1) -> list[tuple[int, int, Drop]]:
    """Return cubes thrown, cubes inside before and the drop of some battles in a row, for each of a few chains."""
    found = []
    for chain in range(CHAINS):
        rng = random.Random(f"{seed}/{chain}")
        resting: tuple[RestingCube, ...] = drop(geometry, (), {NEW: 38}, rng.getrandbits(60)).resting
        for number in range(WARM_UP + BATTLES):
            aged = tuple(msgspec.structs.replace(cube, colour=OLD) for cube in resting)
            thrown = rng.randint(*(sizes if number >= WARM_UP else (4, 12)))
            fallen = drop(geometry, aged, {NEW: thrown}, rng.getrandbits(60))
            resting = fallen.resting
            if number >= WARM_UP:
                found.append((thrown, len(aged), fallen))
    return found


def share_of_thrown(geometry: Geometry, size: int) -> float:
    """Return the share of thrown cubes that come out of throws of one size."""
    found = battles(geometry, (size, size))
    return sum(fallen.out.get(NEW, 0) for _thrown, _inside, fallen in found) / (size * len(found))


@pytest.mark.slow
@pytest.mark.parametrize("name", EACH)
def test_a_short_trial_finds_nothing_odd_and_shares_near_the_bounds(name: str) -> None:
    found, bounds = battles(load_tower(name)), load_bounds(name)
    assert not any(fallen.taps or fallen.cut_off or len(fallen.resting) > CLOGGED for _n, _inside, fallen in found)
    thrown, inside = sum(one[0] for one in found), sum(one[1] for one in found)
    new, old = (sum(fallen.out.get(kind, 0) for _n, _inside, fallen in found) for kind in (NEW, OLD))
    assert bounds.p_out_thrown[0] - SLACK < new / thrown < bounds.p_out_thrown[1] + SLACK
    if inside > 2 * len(found):
        assert bounds.p_out_resting[0] - SLACK < old / inside < bounds.p_out_resting[1] + SLACK


@pytest.mark.parametrize("name", SHIPPED)
def test_what_it_says_of_itself_fits_beside_its_name(name: str) -> None:
    geometry = load_tower(name)
    assert geometry.title
    assert 40 < len(geometry.description) <= LONGEST_NOTE


@pytest.mark.slow
def test_of_a_coin_one_half_comes_out_of_small_and_large_throws() -> None:
    coin = load_tower("coin")
    for size in (2, 5, 8, 12, 20):
        assert share_of_thrown(coin, size) == pytest.approx(0.53, abs=0.12)


@pytest.mark.slow
def test_avalanches_bring_out_many_at_once_far_more_often_than_others_do() -> None:
    def large(name: str) -> int:
        return sum(sum(fallen.out.values()) >= 15 for _thrown, _inside, fallen in battles(load_tower(name)))

    assert large("avalanche") >= 5
    assert large("avalanche") > 3 * large("classic")


@pytest.mark.slow
def test_cardboard_does_what_a_real_tower_was_seen_to_do() -> None:
    """On one evening 49 cubes were thrown in, then five rounds of 7: about 5 stayed, and 4-9 came out of a throw."""
    geometry, stayed, out = load_tower("cardboard"), [], []
    for evening in range(40):
        rng = random.Random(f"evening {evening}")
        resting = drop(geometry, (), {NEW: 49}, rng.getrandbits(60)).resting
        stayed.append(len(resting))
        for _round in range(5):
            fallen = drop(geometry, resting, {NEW: 7}, rng.getrandbits(60))
            resting = fallen.resting
            stayed.append(len(resting))
            out.append(sum(fallen.out.values()))
    assert sum(stayed) / len(stayed) == pytest.approx(5, abs=1)
    assert sum(4 <= count <= 9 for count in out) > 0.85 * len(out)


def test_the_left_chamber_keeps_more_than_the_right_one() -> None:
    places = [cube.x < 0 for _n, _inside, fallen in battles(load_tower("chambers")) for cube in fallen.resting]
    assert sum(places) > 0.6 * len(places)


HOLDS: dict[str, Callable[[Measurement], bool]] = {
    "avalanche": lambda found: found.p_out_thrown.high < 0.4 and found.p_out_resting.low > 0.4,
    "cardboard": lambda found: found.p_out_resting.low > 0.25 and found.stock.high < 8,
    "chambers": lambda found: found.in_a_game.stock.low > 9,
    "children": lambda found: found.p_out_thrown.low > 0.94,
    "coin": lambda found: found.p_out_thrown.low > 0.4 and found.p_out_thrown.high < 0.65,
    "hourglass": lambda found: found.p_out_resting.low > 0.6,
    "pins": lambda found: found.p_out_thrown.low > 0.8,
    "shelves": lambda found: found.in_a_game.p_out_resting.high < 0.2,
    "spiral": lambda found: found.p_out_resting.low > 0.86,
}
"""What the descriptions say, of measured figures."""
LONG = "avalanche", "coin", "spiral"
"""Towers whose measurement takes a minute."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.study if name in LONG else pytest.mark.slow) for name in SHIPPED]
)
def test_measured_it_keeps_its_bounds_and_what_it_says(name: str) -> None:
    found, bounds = measure(name, battles=480), load_bounds(name)
    for figure in ("p_out_thrown", "p_out_resting", "stock", "start_kept"):
        interval, (low, high) = getattr(found, figure), getattr(bounds, figure)
        assert interval.low <= high, figure
        assert interval.high >= low, figure
    assert name not in HOLDS or HOLDS[name](found)


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in QUICK else pytest.mark.study) for name in SHIPPED]
)
def test_in_games_the_larger_army_wins_as_often_as_it_says(name: str) -> None:
    geometry = load_tower(name)
    told = OF_A_HUNDRED.search(geometry.description)
    assert told
    tower = TowerInfo.of(geometry)
    found = figures(attack for number in range(GAMES) for attack in play(tower, 2, number))
    assert 100 * found.larger.value == pytest.approx(int(told[1]), abs=NEAR)
