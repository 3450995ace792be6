"""Tray, feet and lip: what decides nothing, but lets the tower stand, and cubes go in and out."""

from collections.abc import Iterator
from math import fsum

from shapely import Polygon, box

from shogun.base.language import _
from shogun.tower.cardboard.build_options import Wishes
from shogun.tower.cardboard.part import Frame, Material, Note, Part, joined, without
from shogun.tower.cardboard.tabs import Slots
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import build_world

TRAY_ROOM = 45.0
"""How far the tray reaches before the tower's front: room for fingers."""
FEET = 42.0
"""How far the feet reach behind the back plate, and how high."""
LIP = 28.0
"""How far the lip leans to the front, and how much higher its edge is than the rim."""
EDGE = 4.0
"""Of a plate beside a slot, at least."""
LOWEST_RIM = 6.0
"""The tray's sides are at least so high, mm: they need tabs."""


class Stand:
    """Tray, feet and lip: what doesn't decide anything, but lets the tower stand, and cubes go in and out."""

    def __init__(self, geometry: Geometry, wishes: Wishes, first: int, slots: Slots) -> None:
        self.first, self._slots = first, slots
        self.thick, self.depth, self.card = wishes.thickness, wishes.depth, Material(wishes.thickness)
        world = build_world(geometry)
        self.floor, self.top = world.floor_y, world.rim_y
        self.rim = max(geometry.tray.rim, LOWEST_RIM)
        left_wall, _floor, right_wall = world.tray
        self.left, self.right = left_wall.start[0] + left_wall.radius, right_wall.start[0] - right_wall.radius
        self.front = self.depth + 2 * self.thick + TRAY_ROOM
        """The v of the front board's inner face."""
        width = self.right - self.left
        self.feet = self.left + 0.2 * width, self.right - 0.2 * width
        self.tabs = [(self.left + share * width - 7, self.left + share * width + 7) for share in (0.06, 0.5, 0.94)]
        """Of the back plate in the floor; 14 mm each, or as much as there is room for."""
        self.fins = [side * (geometry.funnel.mouth / 2 + self.thick + EDGE + 1) for side in (-1, 1)]
        self.fin_tab = self.top - LIP + 6, self.top - 6

    def tabs_of_back(self) -> Iterator[Polygon]:
        """Yield the back plate's tabs into the floor."""
        return (box(low, self.floor - self.thick, high, self.floor + 1) for low, high in self.tabs)

    def plate(self) -> Polygon:
        """Return what the back plate needs down here: it stands in the floor, and tray and feet are fixed to it."""
        edge = self.thick + EDGE
        return box(self.left - edge, self.floor, self.right + edge, self.floor + max(self.rim, FEET))

    def slots_in_back(self) -> Iterator[Polygon]:
        """Yield slots for the tray's sides and for the feet."""
        middle = self.floor + self.rim / 2
        for x in (self.left - self.thick, self.right):
            yield box(x, middle - self.rim / 4, x + self.thick, middle + self.rim / 4)
        for x in self.feet:
            yield box(x - self.thick / 2, self.floor + 12, x + self.thick / 2, self.floor + 28)

    def notes_on_back(self) -> Iterator[Note]:
        """Yield the numbers beside those slots."""
        for x in (self.left - self.thick / 2, self.right + self.thick / 2):
            yield Note(x + (4 if x < 0 else -4), self.floor + self.rim / 2, str(self.first + 1))
        for x in self.feet:
            yield Note(x + 4, self.floor + 20, str(self.first + 3))

    def slots_in_frame(self) -> Iterator[Polygon]:
        """Yield slots for the fins that carry the lip."""
        for x in self.fins:
            slot = box(x - self.thick / 2, self.fin_tab[0], x + self.thick / 2, self.fin_tab[1])
            if self._slots.has_room(slot):
                yield slot

    def parts(self) -> Iterator[Part]:
        """Yield floor, sides, front board, feet, fins and lip."""
        yield self._floor()
        yield self._side()
        yield self._front()
        yield self._foot()
        yield self._fin()
        yield self._lip()

    def _floor(self) -> Part:
        thick, front = self.thick, self.front
        outline = box(self.left - thick - EDGE, -thick - FEET - EDGE, self.right + thick + EDGE, front + thick + EDGE)
        sides = [box(x, front / 2 - 8, x + thick, front / 2 + 8) for x in (self.left - thick, self.right)]
        feet = [box(x - thick / 2, -thick - FEET + 6, x + thick / 2, -thick - FEET + 24) for x in self.feet]
        back = [box(low, -thick, high, 0) for low, high in self.tabs]
        board = [box(low, front, high, front + thick) for low, high in self.tabs]
        notes = (
            Note(self.left + 3, front / 2, str(self.first + 1)),
            Note(self.right - 3, front / 2, str(self.first + 1)),
            *(Note(x + 4, -thick - FEET + 15, str(self.first + 3)) for x in self.feet),
            Note(fsum(self.tabs[1]) / 2, 4, "1"),
            Note(fsum(self.tabs[1]) / 2, front - 4, str(self.first + 2)),
        )
        outline = without(outline, [*sides, *feet, *back, *board])
        frame = Frame((0, self.floor, 0), (1, 0, 0), (0, 0, 1), 0, thick)
        return Part(self.first, _("floor"), outline, self.card, frame, notes=notes)

    def _side(self) -> Part:
        """Return the tray's sides: across is v, upwards is y."""
        middle = self.front / 2
        outline = joined(
            box(0, 0, self.front, self.rim),
            box(middle - 8, -self.thick, middle + 8, 0),
            box(-self.thick, self.rim / 4, 0, self.rim * 3 / 4),
        )
        frame = Frame((self.right, self.floor, 0), (0, 0, 1), (0, 1, 0), -self.thick, 0)
        return Part(self.first + 1, _("side of the tray"), outline, self.card, frame, count=2)

    def _front(self) -> Part:
        outline = box(self.left - self.thick, self.floor, self.right + self.thick, self.floor + self.rim)
        tabs = (box(low, self.floor - self.thick, high, self.floor) for low, high in self.tabs)
        whole = joined(outline, *tabs)
        frame = Frame((0, 0, self.front), (1, 0, 0), (0, 1, 0), 0, self.thick, stage=0.6)
        return Part(self.first + 2, _("front of the tray"), whole, self.card, frame)

    def _foot(self) -> Part:
        triangle = Polygon([(0, 0), (FEET, 0), (FEET, 6), (6, FEET), (0, FEET)])
        tabs = box(FEET - 24, -self.thick, FEET - 6, 0), box(-self.thick, 12, 0, 28)
        outline = joined(triangle, *tabs)
        half = self.thick / 2
        frame = Frame((self.feet[1], self.floor, -self.thick), (0, 0, -1), (0, 1, 0), -half, half, stage=-1.6)
        return Part(self.first + 3, _("foot"), outline, self.card, frame, count=2)

    def _fin(self) -> Part:
        """Return what carries the lip: a fin at each side of the mouth."""
        fin = Polygon([(0, -LIP), (0, 0), (LIP, LIP), (LIP, LIP - 6)])
        low, high = (y - self.top for y in self.fin_tab)
        outline = joined(fin, box(-self.thick, low, 0, high))
        origin = self.fins[1], self.top, self.depth + self.thick
        frame = Frame(origin, (0, 0, 1), (0, 1, 0), -self.thick / 2, self.thick / 2, stage=2)
        return Part(self.first + 4, _("fin"), outline, self.card, frame, count=2)

    def _lip(self) -> Part:
        reach = self.fins[1] + self.thick / 2 + 1
        outline = box(-reach, 0, reach, LIP * 2**0.5)
        origin = 0.0, self.top, self.depth + self.thick
        slope = 0.0, 0.5**0.5, 0.5**0.5
        frame = Frame(origin, (1, 0, 0), slope, 0, self.thick, stage=2)
        return Part(self.first + 5, _("lip"), outline, self.card, frame, hint=_("glued onto the fins, leaning forward"))
