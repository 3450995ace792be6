"""Pieces and signs: each can be told from the others, and what is written on them can be read."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from itertools import combinations

import pygame
import pytest

from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, COLOURS
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.listing import crest_of, houses
from shogun.window.kit.drawing import icons
from shogun.window.kit.drawing.icons import Clan
from shogun.window.kit.drawing.theme import CUBES, contrast, text_colour_on

pygame.font.init()


def difference(a: pygame.Surface, b: pygame.Surface) -> float:
    """Return the share of pixels in which two pictures of one size differ visibly."""
    assert a.get_size() == b.get_size()
    width, height = a.get_size()
    points = [(x, y) for x in range(width) for y in range(height)]
    apart = [sum(abs(i - j) for i, j in zip(a.get_at(p), b.get_at(p), strict=True)) > 60 for p in points]
    return sum(apart) / len(points)


@pytest.mark.parametrize("name", [*(f"action_{action}" for action in ACTIONS), *BUILDINGS, "bid", "cube"])
def test_each_icon_fills_its_square_in_the_palette_asked_for(name: str) -> None:
    palette = icons.Palette(ink=(10, 60, 20), paper=(240, 240, 255), accent=(200, 30, 20))
    drawn = icons.icon(name, 48, palette)
    box = drawn.get_bounding_rect(min_alpha=60)
    assert max(box.width, box.height) >= 40
    seen = {tuple(drawn.get_at((x, y))) for x in range(48) for y in range(48)}
    assert (10, 60, 20, 255) in seen
    assert seen & {(*palette.colour(fill), 255) for fill in ("clan", "light", "dark", "paper")}


def test_the_edge_of_an_icon_takes_no_other_colour_than_its_ink() -> None:
    drawn = icons.icon("check", 40, icons.Palette(ink=(200, 30, 20)))
    edge = [drawn.get_at((x, y)) for x in range(40) for y in range(40) if 0 < drawn.get_at((x, y)).a < 255]
    assert edge
    assert all(abs(seen.r - 200) < 4 and abs(seen.g - 30) < 4 for seen in edge)


def test_an_icon_fades_into_its_ground() -> None:
    faded = icons.PRINTED.faded(0.5, (255, 255, 255))
    assert contrast(faded.ink, (255, 255, 255)) < contrast(icons.PRINTED.ink, (255, 255, 255)) / 2


def test_the_mons_differ_even_when_small() -> None:
    for a, b in combinations(icons.crest_names(), 2):
        assert difference(icons.crest_figure(a, 14, (0, 0, 0)), icons.crest_figure(b, 14, (0, 0, 0))) > 0.12, (a, b)


@pytest.mark.parametrize("name", icons.crest_names())
def test_a_mon_fills_its_square_in_one_colour(name: str) -> None:
    drawn = icons.crest_figure(name, 40, (200, 30, 20))
    box = drawn.get_bounding_rect(min_alpha=60)
    assert max(box.width, box.height) >= 32
    solid = [drawn.get_at((x, y)) for x in range(40) for y in range(40) if drawn.get_at((x, y)).a == 255]
    assert {tuple(seen)[:3] for seen in solid} == {(200, 30, 20)}


def test_each_colour_has_a_house_with_a_name_and_a_mon_of_its_own() -> None:
    assert set(houses()) == set(COLOURS)
    assert len({house.crest for house in houses().values()}) == len(COLOURS)
    assert len({house.name for house in houses().values()}) == len(COLOURS)


def test_a_crest_of_an_unknown_name_gives_way_to_the_houses() -> None:
    assert crest_of("whirl", "red") == "whirl"
    assert crest_of("no such crest", "red") == crest_of("", "red") == houses()["red"].crest


def test_numbers_on_cubes_can_be_read() -> None:
    for colour in CUBES.values():
        assert contrast(text_colour_on(colour), colour) >= 4.5


@pytest.mark.parametrize("size", [20, 33])
def test_a_cube_has_a_lit_top_and_a_dark_side(size: int) -> None:
    for colour in CUBES:
        drawn = pieces.cube(colour, size)
        top = sum(drawn.get_at((size // 2, round(size * 0.1)))[:3])
        side = sum(drawn.get_at((round(size * 0.93), size // 2))[:3])
        assert top > side + 60


def test_armies_differ_by_number_colour_and_mon() -> None:
    red, crest = Clan("red", "flower"), Clan("red", "three_bars")
    drawn = [pieces.army(red, 3, 22), pieces.army(red, 8, 22), pieces.army(crest, 3, 22), pieces.army(red, 12, 22)]
    drawn.append(pieces.army(Clan("blue", "flower"), 3, 22))
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


def test_every_crest_has_a_title_of_its_own() -> None:
    assert tuple(icons.CREST_TITLES) == icons.crest_names()
    assert len(set(icons.CREST_TITLES.values())) == len(icons.CREST_TITLES)
