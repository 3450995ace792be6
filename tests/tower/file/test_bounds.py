"""The bounds that a tower sets itself: read beside the geometry, no part of it, and checked as strictly."""

from pathlib import Path

import pytest

from shogun.tower.file.reader import parse_bounds, parse_geometry
from shogun.tower.geometry import Bounds, GeometryError, geometry_hash
from shogun.tower.tower_lookup import load_bounds, load_tower

TEXT = Path("tower_geometry/classic.toml").read_text(encoding="utf-8").partition("[bounds]")[0]


def test_classic_is_held_to_the_bounds_of_the_games_own_tower() -> None:
    assert load_bounds("classic") == Bounds(p_out_by_size=(0.60, 0.80))


def test_bounds_are_no_part_of_the_tower() -> None:
    text = TEXT + "\n[bounds]\nstock = [2, 5]\n"
    assert parse_bounds(text, "mine.toml") == Bounds(stock=(2, 5))
    assert geometry_hash(parse_geometry(text, "mine.toml")) == geometry_hash(load_tower("classic"))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("stock = [3, 2]", "`bounds.stock`: the lower figure must come first"),
        ("stok = [2, 3]", "`bounds.stok`: there is no such key"),
        ("p_out_thrown = [0.5, 3]", r"`bounds.p_out_thrown\[1\]`: must be"),
        ("stock = 3", "`bounds.stock`: must be"),
    ],
)
def test_wrong_bounds_are_refused_with_file_and_place(line: str, problem: str) -> None:
    with pytest.raises(GeometryError, match=f"mine.toml: {problem}"):
        parse_geometry(f"{TEXT}\n[bounds]\n{line}\n", "mine.toml")
