"""The fall of the cubes in the first menu: what the script makes, as far as two machines compute the same."""

from shogun.tower.physics.collision_geometry import build_world
from shogun.tower.tower_lookup import load_tower
from shogun.window.tower.menu_picture import NUMBERS, TOWER, stored_fall

from .loading import script


def test_the_stored_fall_is_one_in_the_menus_tower() -> None:
    """Physics are the same to the bit on one machine only, so places aren't compared, but where they are."""
    maker = script("towers/make_evening.py")
    stored, made = stored_fall(), maker.make()
    assert (stored.colours, stored.begins) == (made.colours, made.begins)
    assert {len(frame) for frame in stored.frames} == {NUMBERS * len(stored.colours)}
    bounds = build_world(load_tower(TOWER)).bounds
    for frame in stored.frames:
        for x, y in zip(frame[::NUMBERS], frame[1::NUMBERS], strict=True):
            assert bounds.left <= x / maker.TENTHS <= bounds.right
            assert bounds.bottom <= y / maker.TENTHS <= bounds.top
