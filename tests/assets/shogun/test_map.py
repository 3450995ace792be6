"""The stored map is right, and what it was made from still agrees with the board."""

import json
from itertools import combinations
from pathlib import Path
from types import ModuleType

import pytest

from tests.assets.loading import ASSETS, script, toml

MAP = ASSETS / "shogun" / "map" / "provinces.json"
BOARD = ASSETS / "shogun" / "board"
LAND = {tuple(sorted(pair)) for pair in toml("shogun/board/adjacency.toml")["land"]}
NAMES = {province["name"] for province in toml("shogun/board/provinces.toml")["province"]}


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    return script("shogun/map/check_map.py")


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    return script("shogun/map/make_map.py")


def test_every_check_of_the_map_passes(checker: ModuleType) -> None:
    failures = checker.check(MAP, BOARD).failures
    assert not failures, "\n".join(failures)


@pytest.mark.slow
def test_the_checks_notice_a_border_that_the_board_does_not_have(checker: ModuleType, tmp_path: Path) -> None:
    spoiled = json.loads(MAP.read_text("utf-8"))
    first, second = spoiled["provinces"][:2]
    first["polygon"], second["polygon"] = second["polygon"], first["polygon"]
    (tmp_path / "provinces.json").write_text(json.dumps(spoiled), "utf-8")
    assert any(line.startswith("borders =") for line in checker.check(tmp_path / "provinces.json", BOARD).failures)


def test_junctions_join_provinces_that_are_neighbours_by_land(maker: ModuleType) -> None:
    assert {pair for trio in maker.JUNCTIONS for pair in combinations(trio, 2)} <= LAND
    assert set(maker.BENDS) <= LAND


def test_routes_are_the_sea_routes_of_both_sides(maker: ModuleType) -> None:
    adjacency = toml("shogun/board/adjacency.toml")
    drawn = sorted(map(sorted, maker.ROUTES))
    assert drawn == sorted(adjacency["sea_sun"]) == sorted(adjacency["sea_moon_assumed"])


def test_coasts_lakes_and_noise_belong_to_provinces_of_the_board(maker: ModuleType) -> None:
    coastal = {name for name, _ in (*maker.COAST_HONSHU, *maker.COAST_SHIKOKU)}
    assert coastal <= NAMES
    assert set(maker.RUGGED) <= coastal
    assert set(maker.LAKES) <= NAMES


def test_the_order_of_provinces_is_that_of_the_board() -> None:
    stored = [province["name"] for province in json.loads(MAP.read_text("utf-8"))["provinces"]]
    assert stored == [province["name"] for province in toml("shogun/board/provinces.toml")["province"]]


@pytest.mark.study
def test_the_stored_map_is_what_the_script_makes(maker: ModuleType) -> None:
    made = maker.make(toml("shogun/board/provinces.toml")["province"], LAND)
    assert maker.dump(made) == MAP.read_text("utf-8")


@pytest.mark.study
def test_the_stored_places_are_what_the_script_finds() -> None:
    finder = script("shogun/map/make_places.py")
    stored = {places["scale"]: places for places in json.loads((ASSETS / "shogun/map/places.json").read_text("utf-8"))}
    assert tuple(stored) == finder.SCALES
    assert json.loads(finder.dump(finder.make(finder.SCALES[:1]))) == [stored[finder.SCALES[0]]]
