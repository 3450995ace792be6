"""Small pictures of many towers: some are painted at once, the others a few with each frame of the window."""

import time
from collections import OrderedDict

from pygame import Rect, Surface

from shogun.tower.geometry import Geometry
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.tower.painting import paint_tower

KEPT = 96
"""Pictures of towers that are kept, the last seen ones: some 40 MB in the largest window."""
FIRST_PAINTING, PAINTING = 0.2, 0.006
"""Seconds for painting them before the first frame of the window, and during each one after it."""


class TowerPictures:
    """The pictures that a panel shows, in whatever sizes."""

    def __init__(self) -> None:
        self._painted: OrderedDict[tuple[Geometry, tuple[int, int]], Surface] = OrderedDict()
        self._missing: list[tuple[Geometry, tuple[int, int]]] = []
        self._first_ends = 0.0
        """Until when pictures are painted at once: some time, as long as there are none."""

    @property
    def is_waiting(self) -> bool:
        """Return whether a visible picture hasn't been painted yet."""
        return bool(self._missing)

    def begin(self) -> None:
        """Begin to draw the panel again."""
        self._missing = []
        self._first_ends = 0.0 if self._painted else time.perf_counter() + FIRST_PAINTING

    def put(self, canvas: Canvas, box: Rect, geometry: Geometry) -> None:
        """Draw a tower, once it is painted."""
        key = geometry, box.size
        if canvas.paints and key not in self._painted and time.perf_counter() < self._first_ends:
            self._painted[key] = paint_tower(geometry, box.size)
        picture = self._painted.get(key)
        if picture is not None:
            self._painted.move_to_end(key)
            canvas.paint(lambda surface: surface.blit(picture, box))
        elif canvas.paints:
            self._missing.append(key)

    def go_on(self, seconds: float = PAINTING) -> None:
        """Paint missing pictures, as many as `seconds` allows; the panel is drawn again."""
        ends = time.perf_counter() + seconds
        while self._missing and time.perf_counter() < ends:
            geometry, size = self._missing.pop(0)
            self._painted[geometry, size] = paint_tower(geometry, size)
        while len(self._painted) > KEPT:
            self._painted.popitem(last=False)
