"""What a tower looks like in the long run, as data and as pictures."""

import math
from xml.etree import ElementTree

import numpy as np
import pytest

from shogun.base import colours
from shogun.lab import LabError, Looking, Looks, look
from shogun.lab.reporting.tower_overlays import first_contacts, heat, how_long_they_rest, lying, where_cubes_rest
from shogun.tower import load_tower, parse_geometry
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import build_world, half_width
from shogun.tower.physics.inspection import ANOTHER, FirstContacts
from shogun.tower.physics.throw import watched_drop
from shogun.tower.vector_picture import Picture
from tests.tower.jams import JAMS

CLASSIC = load_tower("classic")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def looks() -> Looks:
    return look(CLASSIC, 40, seed=5)


def polygons(picture: Picture) -> int:
    return len(list(ElementTree.fromstring(picture.svg).iter(f"{SVG}polygon")))


@pytest.mark.slow
def test_cells_hold_all_cubes_that_rest(looks: Looks) -> None:
    looking = Looking(CLASSIC, seed=5)
    stock = []
    for _battle in range(40):
        looking.step()
        stock.append(len(looking._resting))
    assert looks.cubes.sum() == pytest.approx(np.mean(stock))
    assert looks.cubes.shape == looks.ages.shape == (len(looks.y_edges) - 1, len(looks.x_edges) - 1)
    assert len(looks.typical.cubes) == max(set(stock), key=lambda size: (stock.count(size), -size))


@pytest.mark.slow
def test_ages_are_known_exactly_where_cubes_lay(looks: Looks) -> None:
    assert (np.isnan(looks.ages) == (looks.cubes == 0)).all()
    assert np.nanmin(looks.ages) >= 0
    assert all(age >= 0 for age in looks.typical.ages)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_looks(looks: Looks) -> None:
    again = look(CLASSIC, 40, seed=5)
    assert again.typical == looks.typical
    assert (again.cubes == looks.cubes).all()
    assert (again.contacts == looks.contacts).all()


@pytest.mark.parametrize("name", ["classic", "hoard"])
def test_a_single_cube_first_hits_what_stands_below_it(name: str) -> None:
    geometry = load_tower(name)
    for seed in range(12):
        watcher = FirstContacts(geometry, 0)
        watched_drop(geometry, (), {"red": 1}, seed, watcher)
        assert len(watcher.found) <= 1
        for contact in watcher.found:
            assert contact.piece != ANOTHER
            assert abs(contact.x) < half_width(geometry, contact.y)
            assert 0.45 < _distance(geometry, contact.piece, contact.x, contact.y) / geometry.grain.size < 0.75


def _distance(geometry: Geometry, piece: str, x: float, y: float) -> float:
    """Distance of a point from the surface of a ledge or wall, by many points on its middle line."""
    world = build_world(geometry)
    if piece.startswith("baffle"):
        lines = [world.baffles[int(piece[7:-1])]]
    else:
        lines = [wall for wall in world.walls if (wall.start[0] < 0) == (piece == "left wall")]
    parts = np.linspace(0, 1, 2001)
    return min(
        math.dist((x, y), (a + (c - a) * share, b + (d - b) * share)) - line.radius
        for line in lines
        for (a, b), (c, d) in [(line.start, line.end)]
        for share in parts
    )


def test_most_first_contacts_are_where_the_first_ledges_are(looks: Looks) -> None:
    assert sum(looks.first_hits.values()) == len(looks.contacts)
    assert looks.first_hits["baffle[0]"] > 10
    assert "baffle[4]" not in looks.first_hits or looks.first_hits["baffle[4]"] < looks.first_hits["baffle[0]"]


@pytest.mark.slow
def test_a_tower_that_jams_shows_its_jam() -> None:
    narrow = parse_geometry(JAMS, "narrow.toml")
    looks = look(narrow, 3)
    assert looks.is_clogged
    assert len(looks.fullest.cubes) > 30
    assert polygons(lying(narrow, looks.fullest)) > 60


def test_pictures_show_what_the_data_hold(looks: Looks) -> None:
    empty = polygons(heat(CLASSIC, np.zeros((2, 2)), np.arange(3.0), np.arange(3.0)))
    assert polygons(where_cubes_rest(CLASSIC, looks)) == empty + np.count_nonzero(looks.cubes)
    assert polygons(how_long_they_rest(CLASSIC, looks)) == empty + np.count_nonzero(np.nan_to_num(looks.ages))
    assert polygons(lying(CLASSIC, looks.typical)) == empty + 2 * len(looks.typical.cubes)
    dots = ElementTree.fromstring(first_contacts(CLASSIC, looks).svg).iter(f"{SVG}circle")
    assert len(list(dots)) == len(looks.contacts)


def test_the_largest_value_is_the_brightest() -> None:
    assert (colours.heat(0), colours.heat(1)) == (colours.HEAT[0], colours.HEAT[-1])
    light = [sum(colours.heat(share / 10)) for share in range(11)]
    assert light == sorted(light)


def test_a_notebook_shows_pictures(looks: Looks) -> None:
    assert lying(CLASSIC, looks.typical)._repr_svg_().startswith("<svg ")


@pytest.mark.parametrize("battles", [0, -3, 10**9])
def test_numbers_that_make_no_sense_are_refused(battles: int) -> None:
    with pytest.raises(LabError, match="must be from 1 to"):
        look(CLASSIC, battles)
