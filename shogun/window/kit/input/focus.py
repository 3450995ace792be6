"""The keyboard's focus: it moves from place to place in their order, or to the nearest one in a direction."""

from collections.abc import Sequence
from typing import Literal

import pygame
from msgspec import Struct, field

from shogun.window.kit.drawing.canvas import HitRegion

Direction = Literal["left", "right", "up", "down"]
DIRECTIONS: dict[int, Direction] = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
}
"""The arrow keys."""
_STEPS: dict[Direction, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ASIDE = 3.0
"""Weight of sideways distance relative to distance straight ahead."""


class Focus(Struct):
    """The place with the keyboard's focus, and the last one in each group."""

    name: str = ""
    _rect: pygame.Rect = field(default_factory=pygame.Rect)
    _last: dict[str, str] = field(default_factory=dict)

    def at(self, target: HitRegion) -> None:
        """Remember the place that has the focus now."""
        self.name = target.name
        self._rect = target.rect.copy()
        if target.group:
            self._last[target.group] = target.name

    def step(self, places: Sequence[HitRegion], step: int, *, explains: bool = False) -> HitRegion | None:
        """Return the next place (1) or the previous one (-1), cyclically; a group is one place.

        Places without an action are skipped, unless none has one, or `explains`: then places with only a tooltip
        count too.
        """
        stops = self._stops(places)
        if not stops:
            return None
        here = self._focused_place(places)
        if here is not None and here.name != self.name:  # what had the focus is gone: its nearest follows
            return here
        if here is None:
            if step > 0 and (first := beginning(places)):
                return first
            at = -1 if step > 0 else len(stops)
        else:
            group = here.group or here.name
            at = next(number for number, stop in enumerate(stops) if (stop.group or stop.name) == group)
        ahead = [stops[(at + step * count) % len(stops)] for count in range(1, len(stops) + 1)]
        return next((stop for stop in ahead if explains or stop.is_stop), ahead[0])

    def towards(self, places: Sequence[HitRegion], direction: Direction) -> HitRegion | None:
        """Return the nearest place in a direction, None if there is none."""
        here = self._focused_place(places)
        if here is None or here.name != self.name:
            return here or beginning(places) or next(iter(self._stops(places)), None)
        return nearest(here.rect, [place for place in places if place.name != here.name], direction)

    def _focused_place(self, places: Sequence[HitRegion]) -> HitRegion | None:
        """Return the place with the focus; if it is gone, the one nearest to its former position."""
        if not self.name or not places:
            return None
        found = next((place for place in places if place.name == self.name), None)
        return found or min(places, key=lambda place: _distance(place.rect.center, self._rect.center))

    def _stops(self, places: Sequence[HitRegion]) -> list[HitRegion]:
        stops: dict[str, HitRegion] = {}
        for place in places:
            key = place.group or place.name
            if key not in stops or self._is_better(place, stops[key]):
                stops[key] = place
        return list(stops.values())

    def _is_better(self, place: HitRegion, other: HitRegion) -> bool:
        """Return whether a place is a better entry to its group than another."""
        last = self._last.get(place.group)
        return (place.is_stop, place.name == last, place.lead) > (other.is_stop, other.name == last, other.lead)


def beginning(places: Sequence[HitRegion]) -> HitRegion | None:
    """Return the place where the keyboard starts while nothing has the focus; None: the first one."""
    return next((place for place in places if place.begins), None)


def nearest(rect: pygame.Rect, places: Sequence[HitRegion], direction: Direction) -> HitRegion | None:
    """Return the first place on the way from a rectangle in a direction; None if there is none."""
    ahead = [(cost, place) for place in places if (cost := _cost(rect, place.rect, direction)) is not None]
    return min(ahead, key=lambda pair: pair[0])[1] if ahead else None


def _cost(start: pygame.Rect, end: pygame.Rect, direction: Direction) -> float | None:
    x, y = _STEPS[direction]
    ahead = (end.centerx - start.centerx) * x + (end.centery - start.centery) * y
    across = _gap(start, end, vertical=bool(x))
    beyond = _gap(start, end, vertical=not x)
    if ahead <= 0 or (beyond == 0 and across > 0):
        return None
    return ahead + ASIDE * across


def _gap(one: pygame.Rect, other: pygame.Rect, *, vertical: bool) -> int:
    """Return the vertical or horizontal distance of two rectangles; 0 if they share a row or column."""
    if vertical:
        return max(0, one.top - other.bottom, other.top - one.bottom)
    return max(0, one.left - other.right, other.left - one.right)


def _distance(a: tuple[int, int], b: tuple[int, int]) -> float:
    return float((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
