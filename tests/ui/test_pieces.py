"""Pieces and signs: each can be told from the others, and what is written on them can be read."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from itertools import combinations

import pygame
import pytest

from shogun.resources import ASSETS
from shogun.rules.cards import ACTIONS, BUILDINGS, COLOURS, SPECIALS
from shogun.ui import pieces
from shogun.ui.pieces import Clan
from shogun.ui.theme import CUBES, contrast, on

pygame.font.init()


def difference(a: pygame.Surface, b: pygame.Surface) -> float:
    """Return the share of pixels in which two pictures of one size differ visibly."""
    assert a.get_size() == b.get_size()
    width, height = a.get_size()
    points = [(x, y) for x in range(width) for y in range(height)]
    apart = [sum(abs(i - j) for i, j in zip(a.get_at(p), b.get_at(p), strict=True)) > 60 for p in points]
    return sum(apart) / len(points)


@pytest.mark.parametrize("name", sorted(path.stem for path in (ASSETS / "icons").glob("*.svg")))
def test_each_icon_fills_its_square_in_the_colour_asked_for(name: str) -> None:
    drawn = pieces.icon(name, 48, (200, 30, 20))
    box = drawn.get_bounding_rect(min_alpha=60)
    assert max(box.width, box.height) >= 37
    solid = [drawn.get_at((x, y)) for x in range(48) for y in range(48) if drawn.get_at((x, y)).a == 255]
    assert solid
    assert all(tuple(seen)[:3] == (200, 30, 20) for seen in solid)


def test_the_mons_differ_even_when_small() -> None:
    for a, b in combinations(pieces.MONS, 2):
        assert difference(pieces.mon(a, 14, (0, 0, 0)), pieces.mon(b, 14, (0, 0, 0))) > 0.12, (a, b)


def test_each_colour_has_a_mon_of_its_own() -> None:
    assert set(pieces.MON_OF) == set(COLOURS)
    assert len(set(pieces.MON_OF.values())) == len(COLOURS)
    assert set(pieces.MON_OF.values()) <= set(pieces.MONS)


def test_numbers_on_cubes_can_be_read() -> None:
    for colour in CUBES.values():
        assert contrast(on(colour), colour) >= 4.5


@pytest.mark.parametrize("size", [20, 33])
def test_a_cube_has_a_lit_top_and_a_dark_side(size: int) -> None:
    for colour in CUBES:
        drawn = pieces.cube(colour, size)
        top = sum(drawn.get_at((size // 2, round(size * 0.1)))[:3])
        side = sum(drawn.get_at((round(size * 0.93), size // 2))[:3])
        assert top > side + 60


def test_armies_differ_by_number_colour_and_mon() -> None:
    red, mon = Clan("red", "plum"), Clan("red", "two_bars")
    drawn = [pieces.army(red, 3, 22), pieces.army(red, 8, 22), pieces.army(mon, 3, 22), pieces.army(red, 12, 22)]
    drawn.append(pieces.army(Clan("blue", "plum"), 3, 22))
    assert all(surface.get_size() == pieces.army_size(22) for surface in drawn)
    for a, b in combinations(drawn, 2):
        assert difference(a, b) > 0.02


def test_buildings_and_empty_sites_differ() -> None:
    drawn = [pieces.building(kind, 14) for kind in BUILDINGS] + [pieces.empty_site(14)]
    for a, b in combinations(drawn, 2):
        assert difference(a, b) > 0.1


def test_revolt_markers_values_and_tags_differ() -> None:
    assert all(difference(pieces.revolt(a, 14), pieces.revolt(b, 14)) > 0.03 for a, b in combinations((1, 2, 3), 2))
    assert difference(pieces.tax_value(4, 14), pieces.rice_value(4, 14)) > 0.2
    for a, b in combinations(ACTIONS, 2):
        assert difference(pieces.action_tag(a, 24), pieces.action_tag(b, 24)) > 0.01, (a, b)


def test_every_action_and_special_card_has_an_icon() -> None:
    assert set(pieces.ACTION_ICONS) == set(ACTIONS)
    assert set(pieces.SPECIAL_ICONS) == set(SPECIALS)
    names = {name for name, _ in pieces.ACTION_ICONS.values()} | set(pieces.SPECIAL_ICONS.values())
    assert all((ASSETS / "icons" / f"{name}.svg").is_file() for name in names)
