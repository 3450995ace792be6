"""Files of resting cubes: they come back as they were, and a broken one is told with file and place."""

from pathlib import Path

import msgspec
import pytest

from shogun.tower import Geometry, RestingCube, RestingError, TowerState, load_resting, save_resting
from shogun.tower.file.parameters import set_parameter
from shogun.tower.resting_cubes import decode_resting, encode_resting, lies_inside


def test_saved_and_loaded_they_are_the_same(classic: Geometry, stock: tuple[RestingCube, ...], tmp_path: Path) -> None:
    for cubes in (stock, ()):
        save_resting(tmp_path / "cubes.json", classic, cubes)
        assert load_resting(tmp_path / "cubes.json", classic) == cubes
    assert [path.name for path in tmp_path.iterdir()] == ["cubes.json"]


def test_a_file_has_one_cube_a_line(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    assert len(encode_resting(classic, stock).splitlines()) == len(stock) + 1


def test_cubes_of_another_tower_are_refused(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    steeper = set_parameter(classic, "ledges.tilt", 19)
    with pytest.raises(RestingError, match=r"f.json: `geometry`: .* a different tower \(classic\)"):
        decode_resting(encode_resting(classic, stock), steeper, "f.json")


@pytest.mark.parametrize(
    "old, new, message",
    [
        (b"{", b"", "isn't a file of resting cubes"),
        (b'"format":1', b'"format":2', "`format` must be 1"),
        (b'"colour":"red"', b'"colour":7', r"cubes\[\d+\].colour"),
        (b'"x":', b'"z":', "unknown field `z`"),
        (b'"x":-', b'"x":-9', r"`cubes\[\d+\]` must be inside"),
        (b'"y":', b'"y":-', r"`cubes\[0\]` must be inside"),
        (b"red", b"\xff", "isn't a file of resting cubes"),
    ],
)
def test_a_broken_file_is_told(
    classic: Geometry, stock: tuple[RestingCube, ...], old: bytes, new: bytes, message: str
) -> None:
    with pytest.raises(RestingError, match=message):
        decode_resting(encode_resting(classic, stock).replace(old, new, 1), classic, "f.json")


@pytest.mark.parametrize(
    ("x", "y", "angle"),
    [
        ("NaN", "100", "0"),
        ("1e300", "100", "0"),
        ("0", "1e300", "0"),
        ("0", "-1e300", "0"),
        ("0", "100", "1e300"),
        ("0", "100", "-1e7"),
        ("1e999", "100", "0"),
        ("0", "100", "9" * 5000),
        ("0", "100", "[" * 5000),
        ("null", "100", "0"),
    ],
)
def test_numbers_beyond_all_towers_are_refused(classic: Geometry, x: str, y: str, angle: str) -> None:
    head, _row, tail = encode_resting(classic, (RestingCube("red", 0, 100, 0),)).partition(
        b'"x":0.0,"y":100.0,"angle":0.0'
    )
    data = head + f'"x":{x},"y":{y},"angle":{angle}'.encode() + tail
    with pytest.raises(RestingError, match=r"^f.json") as caught:
        decode_resting(data, classic, "f.json")
    assert len(str(caught.value)) < 250


def test_more_cubes_than_a_tower_holds_are_refused(classic: Geometry) -> None:
    cubes = [RestingCube("red", 0, 100, 0)] * 401
    with pytest.raises(RestingError, match="`cubes`: at most 400 are allowed, not 401"):
        decode_resting(encode_resting(classic, cubes), classic, "f.json")
    assert len(decode_resting(encode_resting(classic, cubes[:400]), classic, "f.json")) == 400


def test_a_file_of_another_tower_quotes_its_name_short(classic: Geometry) -> None:
    other = msgspec.structs.replace(set_parameter(classic, "ledges.tilt", 19), name="\x1b[2J" + "x" * 9999)
    with pytest.raises(RestingError, match="a different tower") as caught:
        decode_resting(encode_resting(other, ()), classic, "f.json")
    assert len(str(caught.value)) < 250 and str(caught.value).isprintable()


def test_files_that_cannot_be_read_or_written_are_told(classic: Geometry, tmp_path: Path) -> None:
    with pytest.raises(RestingError, match="There is no file"):
        load_resting(tmp_path / "none.json", classic)
    with pytest.raises(RestingError, match="can't be written"):
        save_resting(tmp_path / "none" / "cubes.json", classic, ())


def test_inside_is_between_the_walls(classic: Geometry) -> None:
    inside = RestingCube("red", 44, 100, 0)
    assert lies_inside(classic, inside)
    for change in ({"x": 46}, {"y": -1}, {"x": float("nan")}, {"angle": float("nan")}, {"y": float("inf")}):
        assert not lies_inside(classic, msgspec.structs.replace(inside, **change))


def test_a_tower_counts_its_cubes_by_colour(classic: Geometry) -> None:
    cubes = tuple(RestingCube(colour, 0, 0, 0) for colour in ("red", "blue", "red"))
    assert list(TowerState(classic, cubes).counts().items()) == [("blue", 1), ("red", 2)]
