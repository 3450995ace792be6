"""A heat map of where cubes rest, laid over the tower in the colors usual for such maps."""

import pygame
from pygame import Rect, Surface

from shogun.base import colours
from shogun.lab.measuring.live_summary import HeatMap
from shogun.tower.file.geometry_check import pieces
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import build_world
from shogun.window.kit.drawing.theme import INK
from shogun.window.tower.painting import Camera
from shogun.window.workshop.model.drag_handles import outline_points

VEIL, CLEAR = (*INK, 150), (0, 0, 0, 0)
"""Colors laid over the inside of the tower, as the map's colors would be lost on bare wood, and over its pieces."""
LARGEST = 1600
"""Pixels of the largest map; closer views are enlarged."""
STEPS = 64
"""Steps of the map's color scale."""


def heat_over(heat: HeatMap, geometry: Geometry, place: Rect, room: Rect) -> Surface:
    """Return a map for a tower whose inside has this place in the window: dark, bright where most cubes rest.

    Only the part within `room` is returned.
    """
    whole = _map(heat, geometry, min(place.height, LARGEST) / geometry.rim_y)
    part, ratio = place.clip(room), whole.get_height() / place.height
    seen = Rect(
        (part.left - place.left) * ratio, (part.top - place.top) * ratio, part.width * ratio, part.height * ratio
    )
    return pygame.transform.smoothscale(whole.subsurface(seen.clip(whole.get_rect())), part.size)


def _map(heat: HeatMap, geometry: Geometry, scale: float) -> Surface:
    """Return a map of all of the inside, `scale` px a mm."""
    world, wide = build_world(geometry), reach(geometry)
    picture = Surface((round(2 * wide * scale), round(geometry.rim_y * scale)), pygame.SRCALPHA)
    camera = Camera(scale, wide * scale, geometry.rim_y * scale)
    inside = (*world.left_face, *reversed(world.right_face))
    pygame.draw.polygon(picture, VEIL, [camera.point(place) for place in inside])
    for obstacle in pieces(world):
        pygame.draw.polygon(picture, CLEAR, outline_points(obstacle.outline, camera, 0))
    upper, lower = camera.point((heat.left, heat.top)), camera.point((heat.right, heat.bottom))
    size = round(lower[0] - upper[0]), round(lower[1] - upper[1])
    picture.blit(pygame.transform.smoothscale(heat_picture(heat), size), upper)
    return picture


def reach(geometry: Geometry) -> float:
    """Return how far the inside of a tower reaches to either side, mm."""
    return max(geometry.funnel.mouth, geometry.shaft.width, geometry.exit.width) / 2


def heat_picture(heat: HeatMap) -> Surface:
    """Return one pixel for each cell: clear where no cube ever rests, bright where most do."""
    picture = Surface((len(heat.cubes[0]), len(heat.cubes)), pygame.SRCALPHA)
    most = heat.most or 1.0
    for line, cells in enumerate(reversed(heat.cubes)):
        for column, cubes in enumerate(cells):
            picture.set_at((column, line), _colour(cubes / most))
    return picture


def heat_scale() -> Surface:
    """Return all colors of a map in a line, from nothing to the most."""
    line = Surface((STEPS, 1), pygame.SRCALPHA)
    for place in range(STEPS):
        line.set_at((place, 0), _colour(place / (STEPS - 1)))
    return line


def _colour(share: float) -> tuple[int, int, int, int]:
    return (*colours.heat(share), round(255 * colours.cover(share)))
