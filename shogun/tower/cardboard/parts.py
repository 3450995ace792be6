"""All parts of a cardboard tower: the stand with tray, feet and lip, the plates, the boards and the window."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import fsum
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import shapely
from shapely import Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from shogun.base.language import _
from shogun.tower.cardboard.build_options import BuildOptions, check_options
from shogun.tower.cardboard.cross_boards import (
    Board,
    Frame,
    Material,
    Note,
    Part,
    Piece,
    Slots,
    Span,
    boards_of,
    joined,
    pieces_of,
    tabbed,
    tabs_of,
    whole,
    without,
)
from shogun.tower.geometry import Geometry
from shogun.tower.physics import collision_geometry as outlines
from shogun.tower.physics.collision_geometry import World, build_world

# The stand; lengths in mm

TRAY_ROOM = 45.0
"""Distance of the tray's front from the tower's: room for fingers."""
FEET = 42.0
"""Reach of the feet behind the back plate, and their height."""
LIP = 28.0
"""Reach of the lip to the front, and the height of its edge above the rim."""
EDGE = 4.0
"""Least width of a plate beside a slot."""
LOWEST_RIM = 6.0
"""Least height of the tray's sides, which need tabs."""


class Stand:
    """Tray, feet and lip: they let the tower stand and cubes go in and out, and don't influence outcomes."""

    def __init__(self, geometry: Geometry, wishes: BuildOptions, first: int, slots: Slots) -> None:
        self.first, self._slots = first, slots
        self.thick, self.depth, self.card = wishes.thickness, wishes.depth, Material(wishes.thickness)
        world = build_world(geometry)
        self.floor, self.top = world.floor_y, world.rim_y
        self.rim = max(geometry.tray.rim, LOWEST_RIM)
        left_wall, _floor, right_wall = world.tray
        self.left, self.right = left_wall.start[0] + left_wall.radius, right_wall.start[0] - right_wall.radius
        self.front = self.depth + 2 * self.thick + TRAY_ROOM
        """v of the front board's inner face."""
        width = self.right - self.left
        self.feet = self.left + 0.2 * width, self.right - 0.2 * width
        self.tabs = [(self.left + share * width - 7, self.left + share * width + 7) for share in (0.06, 0.5, 0.94)]
        """Tabs of the back plate in the floor, each 14 mm or as long as there is room."""
        self.fins = [side * (geometry.funnel.mouth / 2 + self.thick + EDGE + 1) for side in (-1, 1)]
        self.fin_tab = self.top - LIP + 6, self.top - 6

    def tabs_of_back(self) -> Iterator[Polygon]:
        """Yield the back plate's tabs into the floor."""
        return (box(low, self.floor - self.thick, high, self.floor + 1) for low, high in self.tabs)

    def plate(self) -> Polygon:
        """Return the area that the back plate needs at the bottom, where floor, tray and feet are fixed to it."""
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
        """Return the fins that carry the lip, one at each side of the mouth."""
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


# Plates, boards and window

BORDER = 10.0
"""Reach of the plates beyond the walls' outer sides, mm."""
BACKBOARD = 36.0
"""Height of the back plate above the rim, to pour cubes against."""
GLUE = 3.0
"""Width of the frame's inner border, on which the window is glued."""
BAR = 6.0
"""Height of the frame's upper and lower bar."""
PLAY = 0.3
"""Gap between the window and the walls, mm."""
NUMBER_OFF, ENOUGH = 2.6, 6.0
"""Distance of a number from its slot, and the distance from other slots that is enough, mm."""
FRONT_SHARE = 0.6
"""Length of a wall's tab in the frame, as a share of that in the back plate."""


class Stick(msgspec.Struct, frozen=True):
    """Round sticks for pins."""

    diameter: float
    length: float
    count: int


class BuildPlan(msgspec.Struct, frozen=True):
    """The complete plan of a tower's build."""

    geometry: Geometry
    wishes: BuildOptions
    parts: tuple[Part, ...]
    sticks: tuple[Stick, ...]
    glued: tuple[int, ...]
    """Numbers of boards without room for tabs, which are only glued."""
    first_of_stand: int
    """Number of the floor; the tray's other parts, feet, fins and lip follow."""

    def middle_of(self, part: Part) -> float:
        """Return the x between a pair of the stand's parts, mm: the middle of the mouth for fins, else the tray's."""
        return 0.0 if part.number == self.first_of_stand + 4 else self.geometry.tray.shift


def plan_build(geometry: Geometry, wishes: BuildOptions) -> BuildPlan:
    """Return the parts of a checked tower. Raises BuildError if it can't be built with these options."""
    check_options(geometry, wishes)
    return _Builder(geometry, wishes).plan()


class _Tabbed(msgspec.Struct, frozen=True):
    """A board with its number and its tabs."""

    number: int
    piece: Piece
    tabs: Sequence[Span]

    @property
    def slots(self) -> list[Polygon]:
        """Slots in the back plate."""
        return [self.piece.board.strip(*span) for span in self.tabs]

    @property
    def front_tabs(self) -> list[Span]:
        """A wall's tabs in the frame: shorter ones, so that front and back can't be confused."""
        short = [(high - low) * (1 - FRONT_SHARE) / 2 for low, high in self.tabs]
        return [(low + less, high - less) for (low, high), less in zip(self.tabs, short, strict=True)]

    @property
    def front_slots(self) -> list[Polygon]:
        """Slots in the frame."""
        return [self.piece.board.strip(*span) for span in self.front_tabs]


FIRST_BOARD = 4
"""Number of the first board: 1 is the back plate, 2 the front frame, 3 the window."""


class _Builder:
    """Makes the parts of one tower."""

    def __init__(self, geometry: Geometry, wishes: BuildOptions) -> None:
        self.geometry, self.wishes = geometry, wishes
        self.world: World = build_world(geometry)
        self.thick, self.depth = wishes.thickness, wishes.depth
        self.card = Material(wishes.thickness)
        self.inside = Polygon([*self.world.left_face, *reversed(self.world.right_face)])
        self.slots = Slots()

    def plan(self) -> BuildPlan:
        """Return all parts, numbered in the order of assembly."""
        holes = [Point(pin.centre).buffer(pin.radius, quad_segs=64) for pin in self.world.pins]
        for hole in holes:
            self.slots.take(hole)
        boards = list(self._boards())
        after = FIRST_BOARD + len(boards)
        stand = Stand(self.geometry, self.wishes, after, self.slots)
        parts = (
            self._back(boards, holes, stand),
            self._frame(boards, stand),
            self._window(),
            *map(self._board, boards),
            *stand.parts(),
        )
        glued = tuple(board.number for board in boards if not board.tabs)
        return BuildPlan(self.geometry, self.wishes, parts, tuple(self._sticks()), glued, after)

    def _boards(self) -> Iterator[_Tabbed]:
        """Yield all boards with their tabs; ledges first, since they have fewer places for tabs than walls."""
        boards = boards_of(self.geometry, self.thick)
        for number, piece in enumerate(pieces_of(boards, self.world.pins, self.depth), FIRST_BOARD):
            is_wall = piece.board.kind == "wall"
            yield _Tabbed(number, piece, tabs_of(piece, self.depth, self.slots, on_both_sides=is_wall))

    def _board(self, board: _Tabbed) -> Part:
        piece, spans = board.piece, board.tabs
        outline = tabbed(piece.outline, spans, 0.0, -self.thick)
        if piece.board.kind == "wall":
            outline = tabbed(outline, board.front_tabs, self.depth, self.thick)
        x, y = piece.board.start
        dx, dy = piece.board.along
        half = piece.board.thick / 2
        frame = Frame((x, y, 0.0), (dx, dy, 0.0), (0.0, 0.0, 1.0), -half, half)
        return Part(
            number=board.number,
            name={"wall": _("wall"), "ledge": _("ledge"), "piece": _("inner wall")}[piece.board.kind],
            outline=outline,
            material=Material(piece.board.layer),
            frame=frame,
            count=piece.board.layers,
            rounded=tuple(self._rounded(piece)),
            hint=_("glue {count} layers together").format(count=piece.board.layers) if piece.board.layers > 1 else "",
        )

    def _rounded(self, piece: Piece) -> Iterator[tuple[outlines.Point, outlines.Point]]:
        low, _v0, high, _v1 = piece.outline.bounds
        for is_round, u, end in zip(piece.board.rounded, (low, high), (0.0, piece.board.length), strict=True):
            if is_round and abs(u - end) < 1e-6:
                yield (u, 0.0), (u, self.depth)

    def _extended_room(self) -> Polygon:
        """Return the room between the walls, extended by the walls and a border."""
        return whole(self.inside.buffer(self.thick + BORDER, join_style="mitre", mitre_limit=3))

    def _back(self, boards: Sequence[_Tabbed], holes: Sequence[Polygon], stand: Stand) -> Part:
        """Return the back plate: behind the tower, up to the backboard and down to the floor."""
        left, _bottom, right, _top = self._extended_room().bounds
        rim, floor = self.world.rim_y, self.world.floor_y
        half = self.geometry.exit.width / 2 + self.thick + BORDER
        outline = joined(
            self._extended_room(),
            box(left, rim - 1, right, rim + BACKBOARD),
            box(-half, floor, half, 1),
            stand.plate(),
            *stand.tabs_of_back(),
        )
        slots = [slot for board in boards for slot in board.slots]
        return Part(
            number=1,
            name=_("back plate"),
            outline=without(outline, [*slots, *holes, *stand.slots_in_back()]),
            material=self.card,
            frame=Frame((0, 0, 0), (1, 0, 0), (0, 1, 0), -self.thick, 0, stage=-1),
            notes=(*_slot_notes(boards, [*slots, *holes]), *self._pin_notes(), *stand.notes_on_back(), *self._origin()),
        )

    def _origin(self) -> Iterator[Note]:
        """Yield the mark in the middle of the exit plane."""
        yield Note(0.0, 0.0, "+", 5.0)

    def _pin_notes(self) -> Iterator[Note]:
        for pin in self.world.pins:
            (x, y), r = pin.centre, pin.radius
            yield Note(x + r + 2, y + r + 1.5, _("pin {mm:g}").format(mm=2 * r), 2.2)

    def _frame(self, boards: Sequence[_Tabbed], stand: Stand) -> Part:
        """Return the front's frame: a border around one large opening."""
        left, _b, right, _t = self._extended_room().bounds
        rim = self.world.rim_y
        ears = box(left, rim - LIP, right, rim)
        outline = joined(self._extended_room().intersection(box(left, 0, right, rim)), ears)
        inner = self.inside.buffer(-GLUE, join_style="mitre").intersection(box(left, BAR, right, rim - BAR))
        walls = [board for board in boards if board.piece.board.kind == "wall"]
        slots = [slot for board in walls for slot in board.front_slots]
        return Part(
            number=2,
            name=_("front frame"),
            outline=without(outline, [inner, *slots, *stand.slots_in_frame()]),
            material=self.card,
            frame=Frame((0, 0, self.depth), (1, 0, 0), (0, 1, 0), 0, self.thick, stage=2),
            notes=tuple(_slot_notes(walls, [*slots, inner])),
            hint=_("glue the window behind it"),
        )

    def _window(self) -> Part:
        room = whole(self.inside.buffer(-PLAY, join_style="mitre"))
        frame = Frame((0, 0, self.depth), (1, 0, 0), (0, 1, 0), 0, 0, stage=1)
        return Part(3, _("window"), room, Material(0.0), frame, hint=_("stiff clear film, glued behind the frame"))

    def _sticks(self) -> Iterator[Stick]:
        for diameter in sorted({2 * pin.radius for pin in self.world.pins}):
            count = sum(2 * pin.radius == diameter for pin in self.world.pins)
            yield Stick(diameter, self.depth + self.thick, count)


def _slot_notes(boards: Sequence[_Tabbed], all_slots: Sequence[BaseGeometry]) -> Iterator[Note]:
    """Yield the number of each board beside its slots, as far from other slots as possible."""
    others = np.array(all_slots)
    for board in boards:
        for low, high in board.tabs:
            strip = board.piece.board.strip(low, high)
            far = others[shapely.distance(others, strip) > 0]
            x, y = max(_number_places(board.piece.board, low, high), key=partial(_nearest, far))
            yield Note(x, y, str(board.number))


def _number_places(board: Board, low: float, high: float) -> Iterator[outlines.Point]:
    """Yield places for a number at the sides and the ends of a slot, the better ones first."""
    middle, off = (low + high) / 2, board.thick / 2 + NUMBER_OFF
    for u, w in ((middle, off), (middle, -off), (low - NUMBER_OFF, 0.0), (high + NUMBER_OFF, 0.0)):
        yield board.at(u, w)


def _nearest(others: npt.NDArray[Any], place: outlines.Point) -> float:
    """Return the distance of a place from the nearest of some slots, at most ENOUGH."""
    if not len(others):
        return ENOUGH
    return min(ENOUGH, round(float(shapely.distance(others, Point(place)).min()), 1))
