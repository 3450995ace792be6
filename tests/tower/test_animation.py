"""Animations of drops, and what notebooks show of towers and drops."""

from xml.etree import ElementTree

import pytest

from shogun.tower import DropError, Geometry, RestingCube, animate, drop

SVG = "{http://www.w3.org/2000/svg}"


def test_an_animation_moves_each_cube_to_where_it_lies(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    fallen = drop(classic, stock, {"red": 12}, 2, record=True)
    assert fallen.recording is not None
    root = ElementTree.fromstring(animate(fallen, speed=0.5).svg)
    moves = [one for one in root.iter(f"{SVG}animateTransform") if one.get("type") == "translate"]
    ends = fallen.recording.poses()[-1]
    assert len(moves) == len(ends)
    for move, (x, y, _angle) in zip(moves, ends, strict=True):
        values = move.attrib["values"].split(";")
        shares = [float(share) for share in move.attrib["keyTimes"].split(";")]
        assert len(values) == len(shares) and shares[0] == 0 and shares[-1] == 1 and shares == sorted(shares)
        assert [float(number) for number in values[-1].split()] == pytest.approx([x, -y], abs=0.01)
    hidden = list(root.iter(f"{SVG}animate"))
    assert len(hidden) == 4  # the second row comes in later


def test_an_animation_needs_a_recording_and_a_speed(classic: Geometry) -> None:
    with pytest.raises(DropError, match="record=True"):
        animate(drop(classic, (), {"red": 1}, 1))
    with pytest.raises(DropError, match="greater than 0"):
        animate(drop(classic, (), {"red": 1}, 1, record=True), speed=0)


def test_notebooks_show_towers_and_drops(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    def cubes(svg: str | None) -> int:
        return (svg or "").count("<polygon") - (classic._repr_svg_()).count("<polygon")

    bare = drop(classic, stock, {"red": 8}, 3)
    assert cubes(bare._repr_svg_()) == 2 * len(bare.resting)
    for more in (drop(classic, stock, {"red": 8}, 3, record=True), drop(classic, stock, {"red": 8}, 3, trace=0)):
        assert cubes(more._repr_svg_()) == 2 * (len(stock) + 8)
