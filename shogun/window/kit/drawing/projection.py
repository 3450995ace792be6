"""Projection of a map onto a picture: its points as pixels and back."""

from collections.abc import Sequence
from typing import Self

from msgspec import Struct
from msgspec.structs import replace
from pygame import Rect

Point = tuple[float, float]
Line = tuple[Point, ...]


class Projection(Struct, frozen=True):
    """Pixels of a unit of the map, and where its left upper corner is (px)."""

    scale: float
    left: float = 0.0
    top: float = 0.0

    @property
    def down(self) -> float:
        """Pixels of a unit of height: as many as of width, unless a map is stretched."""
        return self.scale

    def point(self, point: Point) -> Point:
        """Return the pixel of a point of the map."""
        return self.left + point[0] * self.scale, self.top + point[1] * self.down

    def point_under(self, pixel: Point) -> Point:
        """Return the point of the map under a pixel."""
        return (pixel[0] - self.left) / self.scale, (pixel[1] - self.top) / self.down

    def line(self, points: Sequence[Point]) -> list[Point]:
        """Return the pixels of a line's or a polygon's points."""
        across, down, left, top = self.scale, self.down, self.left, self.top
        return [(x * across + left, y * down + top) for x, y in points]

    def rect(self, box: tuple[float, float, float, float]) -> Rect:
        """Return the pixels of a box of the map: left, top, width, height."""
        left, top = self.point(box[:2])
        return Rect(round(left), round(top), round(box[2] * self.scale), round(box[3] * self.down))

    def before(self, room: Rect, corner: Point) -> Rect:
        """Return what of a room lies left of and above a point of the map."""
        x, y = self.point(corner)
        return Rect(room.left, room.top, round(x) - room.left, round(y) - room.top)

    def beyond(self, room: Rect, corner: Point) -> Rect:
        """Return what of a room lies right of and below a point of the map."""
        x, y = self.point(corner)
        return Rect(round(x), round(y), room.right - round(x), room.bottom - round(y))

    def moved(self, left: float, top: float) -> Self:
        """Return the projection of a picture that lies so many px further right and down."""
        return replace(self, left=self.left + left, top=self.top + top)

    def enlarged(self, times: float, left: float = 0.0, top: float = 0.0) -> Self:
        """Return the same picture drawn `times` as large, its pixel (left, top) moved to the corner."""
        return replace(self, scale=self.scale * times, left=(self.left - left) * times, top=(self.top - top) * times)


def is_inside(point: Point, polygon: Line) -> bool:
    """Return whether a point lies in a polygon: a ray from it meets the outline an odd number of times."""
    x, y = point
    crossings = (
        x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)
        for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True)
        if (y0 > y) != (y1 > y)
    )
    return sum(crossings) % 2 == 1
