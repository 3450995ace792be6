"""The outlines of pieces in the picture of a tower."""

import math
from collections.abc import Sequence

from shogun.tower.physics.collision_geometry import Capsule, Disc, Point
from shogun.window.tower.painting import Camera


def outline_points(outline: Capsule | Disc, camera: Camera, grown: float) -> Sequence[Point]:
    """Return a polygon around a piece, px, that is so many px larger."""
    start, end = (outline.centre,) * 2 if isinstance(outline, Disc) else (outline.start, outline.end)
    (ax, ay), (bx, by) = camera.point(start), camera.point(end)
    radius = outline.radius * camera.scale + grown
    turn = math.atan2(by - ay, bx - ax)
    around = [turn + math.pi / 2 + step * math.pi / 8 for step in range(9)]
    first = [(ax + radius * math.cos(angle), ay + radius * math.sin(angle)) for angle in around]
    return first + [(bx - radius * math.cos(angle), by - radius * math.sin(angle)) for angle in around]
