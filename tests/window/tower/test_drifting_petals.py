"""Petals, leaves and flakes drift behind the tower, and never before it."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from shogun.tower import load_tower
from shogun.tower.physics.collision_geometry import build_world
from shogun.window.kit.sound import SEASONS, Season
from shogun.window.tower.drifting_petals import Drift
from shogun.window.tower.painting import camera_for

SIZE = (600, 560)
EMPTY = (1, 2, 3)
GEOMETRY = load_tower("classic")
CAMERA = camera_for(GEOMETRY, SIZE)
IN_THE_AIR = tuple(season for season in SEASONS if season != "summer")


def air(season: Season, seconds: float) -> pygame.Surface:
    surface = pygame.Surface(SIZE)
    surface.fill(EMPTY)
    Drift(GEOMETRY, season).draw(surface, surface.get_rect(), CAMERA, seconds)
    return surface


def drawn(surface: pygame.Surface, part: pygame.Rect) -> int:
    """Return how many pixels of a part are not empty."""
    mask = pygame.mask.from_threshold(surface.subsurface(part), EMPTY, (1, 1, 1, 255))
    return part.width * part.height - mask.count()


@pytest.mark.parametrize("season", IN_THE_AIR)
def test_they_are_in_the_air_at_both_sides_at_every_moment_and_go_on(season: Season) -> None:
    left, right = pygame.Rect(0, 0, 120, 500), pygame.Rect(480, 0, 120, 500)
    before = b""
    for seconds in (0.0, 0.5, 7.3, 61.0, 3600.0, 1e6):
        surface = air(season, seconds)
        assert drawn(surface, left) > 50 < drawn(surface, right)
        pixels = pygame.image.tobytes(surface, "RGB")
        assert pixels != before
        assert pixels == pygame.image.tobytes(air(season, seconds), "RGB"), "nothing goes by chance"
        before = pixels


@pytest.mark.parametrize("season", IN_THE_AIR)
def test_none_is_seen_before_the_shaft_or_the_ground(season: Season) -> None:
    world, half = build_world(GEOMETRY), GEOMETRY.shaft.width / 2
    left, top = CAMERA.point((-half, GEOMETRY.shaft.height - 5))
    right, bottom = CAMERA.point((half, 5))
    shaft = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
    ground = round(CAMERA.point((0, world.floor_y))[1]) + 6
    below = pygame.Rect(0, ground, SIZE[0], SIZE[1] - ground)
    for step in range(60):
        surface = air(season, step * 0.7)
        assert drawn(surface, shaft) == drawn(surface, below) == 0


def test_the_air_of_summer_is_clear() -> None:
    assert drawn(air("summer", 2.0), pygame.Rect((0, 0), SIZE)) == 0
