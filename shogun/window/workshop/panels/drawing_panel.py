"""The tower on the bench: painted as in the game, with falling cubes and with all handles."""

import math
from functools import lru_cache

import msgspec
import pygame
from pygame import Rect, Surface

from shogun.base.language import _, decimal
from shogun.lab.measuring.live_summary import HeatMap
from shogun.tower.file.geometry_check import pieces
from shogun.tower.geometry import Baffle, Geometry, Pin
from shogun.tower.physics.collision_geometry import Capsule, Disc, Point, build_world
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import (
    CUBES,
    GOLD,
    GOLD_PALE,
    INDIGO_DEEP,
    INK,
    PAPER,
    PAPER_BRIGHT,
    VERMILION,
    Colour,
)
from shogun.window.tower.painting import Camera, camera_for, paint_pieces, paint_tower
from shogun.window.tower.playback import ShownCube
from shogun.window.tower.tower_view import CubeLook, draw_cubes
from shogun.window.workshop.model.drag_handles import (
    Handle,
    centre_of,
    finding_words,
    frame_handles,
    middle_of_piece,
    outline_points,
    piece_at,
    piece_handles,
    piece_words,
)
from shogun.window.workshop.model.drawn_tower import Ref
from shogun.window.workshop.model.editor_model import EditorModel
from shogun.window.workshop.panels.bench_controls import Bench, BenchPanel
from shogun.window.workshop.panels.heat_map import heat_over, heat_scale, reach

HANDLE_EM = 0.42
"""Radius of a handle."""
SCALE_EM = (15.0, 2.4)
"""Width and height of the color scale of a map."""
REACH_EM = 0.9
"""Distance from which the pointer grabs something."""
ROOM_EM = 2.0
"""Distance of handles from the middle of a piece: more than twice the reach."""
FOOT_EM = 2.7
"""Height of the strip that says what is wrong."""
ROUGH_HIGH = 1100
"""Pixels of what is painted while it is in the hand; larger pictures are scaled up until it is let go."""
CLOSER, CLOSEST = 1.25, 4.0
"""Magnification of one notch of the wheel, and the largest one."""
LINES_EM, COARSER = 0.8, 5
"""Least distance of a grid's lines, and the factor for the coarser grid that replaces a finer one."""
GRID_OPACITY = 40
"""Opacity of the grid's lines, of 255."""
FINE_AFTER = 0.2
"""Seconds after which a view that was changed is painted well."""
FORCE = 0.9
"""Pixels, in scales of the picture, of a force of a cube's weight."""


class Zoom(msgspec.Struct, frozen=True):
    """The visible part of the view: its magnification, and its offset in px to the right and down."""

    times: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def of(self, camera: Camera) -> Camera:
        """Return the camera of the visible part, from that of the whole."""
        return camera.enlarged(self.times).moved(self.x, self.y)

    def closer(self, times: float, place: tuple[float, float]) -> "Zoom":
        """Return the view magnified `times` times, with the point under a place unmoved."""
        times = min(max(self.times * times, 1.0), CLOSEST) / self.times
        return Zoom(self.times * times, place[0] - (place[0] - self.x) * times, place[1] - (place[1] - self.y) * times)

    def moved(self, x: float, y: float) -> "Zoom":
        """Return the view with the picture moved by these px."""
        return Zoom(self.times, self.x + x, self.y + y)

    def within(self, size: tuple[int, int]) -> "Zoom":
        """Return the nearest view that shows nothing beyond a picture of this size."""
        least_x, least_y = (side * (1 - self.times) for side in size)
        return Zoom(self.times, min(max(self.x, least_x), 0.0), min(max(self.y, least_y), 0.0))

    def stretched(self, whole: Surface) -> Surface:
        """Return the visible part, cut out of the picture of the whole and scaled."""
        wide, high = whole.get_size()
        part = Rect(-self.x / self.times, -self.y / self.times, wide / self.times, high / self.times)
        return pygame.transform.smoothscale(whole.subsurface(part.clip(whole.get_rect())), whole.get_size())


class DrawingPanel(BenchPanel):
    """The tower as large as its room."""

    name = "drawing"
    zooms = True

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.camera = Camera(1.0, 0.0, 0.0)
        self.hovered: Ref | Handle | None = None
        self._view: tuple[object, ...] = ()
        self._home = self.camera
        """The view of the whole tower, in the panel's own pixels."""
        self._zoom = Zoom()
        self._coarse = 0.0
        """Seconds for which the picture is only scaled, since the view has just changed."""
        self._heated: tuple[object, Surface] | None = None

    def shows(self) -> tuple[object, ...]:
        """Return all that the picture depends on."""
        desk = self.desk
        view = self._zoom, self.is_coarse
        return desk.version, desk.flow.frame, desk.geometry, desk.grid, self.hovered, self.bench.band, view

    def look(self, em: int) -> None:
        """Show all of the tower, or its visible part, unless something is being dragged: then nothing may shift."""
        seen = (self.desk.geometry, self.rect.size, self._zoom)
        if not self.desk.is_held and self._view != seen and self.rect.size != (0, 0):
            self._view = seen
            room = self.rect.width, self.rect.height - round(FOOT_EM * em)
            self._home = camera_for(self.desk.geometry, room)
            self.camera = self._zoom.of(self._home).moved(*self.rect.topleft)

    # The visible part of the tower

    @property
    def is_coarse(self) -> bool:
        """Return whether the picture is only scaled now, and will be painted again."""
        return self._coarse > 0

    def go_on(self, seconds: float) -> None:
        """Let time pass: a view that rests is painted well."""
        self._coarse = max(0.0, self._coarse - seconds)

    def wheel(self, notches: float) -> None:
        """Look closer at what is under the pointer, or from farther away."""
        self.zoom(notches, self.bench.pointer)

    def moved(self, x: float, y: float) -> None:
        """Move the picture along with two fingers."""
        self.pan(x, y)

    def zoom(self, notches: float, place: tuple[int, int] | None = None) -> None:
        """Look closer, or from farther away; what is at this pixel, by default in the middle, stays there."""
        x, y = place or self.rect.center
        self._show(self._zoom.closer(CLOSER**notches, (x - self.rect.left, y - self.rect.top)))

    def pan(self, x: float, y: float) -> None:
        """Move the picture by these px."""
        self._show(self._zoom.moved(x, y))

    def show_all(self) -> None:
        """Show the whole tower."""
        self._show(Zoom())

    def _show(self, zoom: "Zoom") -> None:
        zoom = zoom.within(self.rect.size)
        if zoom != self._zoom and not self.desk.is_held:
            self._zoom, self._coarse = zoom, FINE_AFTER

    def millimetres(self, position: tuple[int, int]) -> Point:
        """Return the point of the tower at a pixel of the window."""
        return (position[0] - self.camera.left) / self.camera.scale, (
            self.camera.base - position[1]
        ) / self.camera.scale

    # Things under the pointer

    def grip(self, position: tuple[int, int], em: int) -> Handle | Ref | None:
        """Return the thing under a position that can be dragged: a handle, else a piece."""
        near = [(math.dist(self.camera.point(handle.place), position), handle) for handle in self.handles(em)]
        reach, nearest = min(near, key=lambda entry: entry[0], default=(math.inf, None))
        piece = piece_at(self.desk.plan, self.millimetres(position), 0.5 * em / self.camera.scale)
        if reach > REACH_EM * em or (piece is not None and self._middle_is_nearer(piece, position, reach)):
            return piece
        return nearest

    def _middle_is_nearer(self, ref: Ref, position: tuple[int, int], reach: float) -> bool:
        """Return whether a piece's middle, which always moves it, is nearer than `reach` px."""
        return math.dist(self._pixel(*middle_of_piece(self.desk.plan, ref)), position) < reach

    def handles(self, em: int) -> list[Handle]:
        """Return the visible handles: those of the selection, outside of a small piece, else of the frame."""
        desk = self.desk
        if len(desk.chosen) == 1:
            return piece_handles(desk.plan, desk.chosen[0], ROOM_EM * em / self.camera.scale)
        return [] if desk.chosen else frame_handles(desk.plan)

    # The picture

    def draw(self, canvas: Canvas) -> None:
        """Draw tower, cubes, and what is chosen."""
        self.look(canvas.em)
        canvas.paint(self._ground)
        self._grid(canvas)
        canvas.paint(self._heat)
        self._trails(canvas.surface)
        self._cubes(canvas.surface)
        self._contacts(canvas)
        self._forces(canvas.surface)
        self._guides(canvas.surface)
        self._marks(canvas)
        self._handles(canvas)
        self._band(canvas.surface)
        self._scale(canvas)
        self._findings(canvas)
        self._places(canvas)

    def _ground(self, surface: Surface) -> None:
        near = self._panel_camera()
        if self.is_coarse and not self.desk.is_held:
            whole = fine(self.desk.geometry, self.rect.size, self._home)
            surface.blit(self._zoom.stretched(whole), self.rect)
            return
        paint = fine
        if self.desk.is_held:
            paint = rough if self.desk.holds_frame else with_pieces
        surface.blit(paint(self.desk.geometry, self.rect.size, near), self.rect)

    def _grid(self, canvas: Canvas) -> None:
        """Draw the lines that places snap to; of a fine grid, only as many as can be told apart."""
        step = self.desk.grid.step
        if step and not self.bench.is_watching:
            while step * self.camera.scale < canvas.px(LINES_EM):
                step *= COARSER
            canvas.surface.blit(grid_lines(self.desk.geometry, self.rect.size, self._panel_camera(), step), self.rect)

    def _panel_camera(self) -> Camera:
        """Return the view in the panel's own pixels."""
        return self.camera.moved(-self.rect.left, -self.rect.top)

    def _heat(self, surface: Surface) -> None:
        if (heat := self._shown_heat()) is None:
            return
        geometry, key = self.desk.geometry, (heat, self.desk.geometry, self.camera, self.rect.size)
        left, top = self.camera.point((-reach(geometry), geometry.rim_y))
        right, bottom = self.camera.point((reach(geometry), 0.0))
        place = Rect(round(left), round(top), round(right - left), round(bottom - top))
        if not place.colliderect(self.rect):
            return
        if self._heated is None or self._heated[0] != key:
            self._heated = key, heat_over(heat, geometry, place, self.rect)
        surface.blit(self._heated[1], place.clip(self.rect))

    def _shown_heat(self) -> HeatMap | None:
        """Return the statistic that colors the tower."""
        statistics, wanted = self.desk.measurement.statistics, self.desk.heat
        if statistics is None or wanted == "none":
            return None
        return statistics.heat if wanted == "rest" else statistics.ages

    def _scale(self, canvas: Canvas) -> None:
        """Draw the color scale of the tower's map."""
        if (heat := self._shown_heat()) is None:
            return
        box = Rect(self.rect.topleft, (min(self.rect.width, canvas.px(SCALE_EM[0])), canvas.px(SCALE_EM[1])))
        canvas.fill(box, INDIGO_DEEP)
        inner = box.inflate(-canvas.px(1.2), -canvas.px(0.6))
        bar = Rect(inner.left, inner.top, inner.width, inner.height // 2)
        canvas.surface.blit(pygame.transform.smoothscale(heat_scale(), bar.size), bar)
        label = (
            _("average number of cubes at each spot") if self.desk.heat == "rest" else _("battles they have been there")
        )
        words = Rect(inner.left, bar.bottom, inner.width, inner.bottom - bar.bottom)
        canvas.small("0", words, colour=PAPER, size=0.78)
        canvas.small(label, words.inflate(-canvas.px(5), 0), colour=PAPER, size=0.78, align="centre")
        canvas.small(decimal(heat.most, ".2g"), words, colour=PAPER, size=0.78, align="right")

    def _cubes(self, surface: Surface) -> None:
        geometry = self.desk.geometry
        size = max(3, round(geometry.grain.size * self.camera.scale))
        seen = [
            ShownCube(c.colour if c.colour in CUBES else "red", c.x, c.y, c.angle, c.stuck)
            for c in self.desk.flow.cubes()
        ]
        draw_cubes(surface, seen, self._pixel, CubeLook(size, geometry.grain.shape == "disc", glows=False))

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        left, top = self.camera.point((x, y))
        return round(left), round(top)

    def _trails(self, surface: Surface) -> None:
        for colour, way in self.desk.flow.trails():
            points = [self.camera.point(place) for place in way]
            pygame.draw.lines(surface, PAPER, False, points, 3)
            pygame.draw.lines(surface, CUBES.get(colour, INK), False, points, 2)

    def _forces(self, surface: Surface) -> None:
        if not self.desk.flow.shows_forces:
            return
        for touch in self.desk.flow.live.touches():
            start = self.camera.point((touch.x, touch.y))
            size = math.hypot(touch.force_x, touch.force_y)
            if size > 0.05:
                long = self.camera.scale * FORCE * 6 * math.log1p(size) / size
                end = start[0] + touch.force_x * long, start[1] - touch.force_y * long
                pygame.draw.line(surface, INK, start, end, 4)
                pygame.draw.line(surface, GOLD_PALE, start, end, 2)

    def _contacts(self, canvas: Canvas) -> None:
        for place in self.desk.flow.contacts():
            x, y = self.camera.point(place)
            pygame.draw.circle(canvas.surface, INK, (x, y), max(2, canvas.px(0.2)))
            pygame.draw.circle(canvas.surface, GOLD_PALE, (x, y), max(1, canvas.px(0.13)))

    def _guides(self, surface: Surface) -> None:
        for guide in self.desk.guides:
            x, y = self.camera.point((guide.at, guide.at))
            line = Rect(round(x), self.rect.top, 1, self.rect.height)
            if not guide.upright:
                line = Rect(self.rect.left, round(y), self.rect.width, 1)
            pygame.draw.rect(surface, GOLD, line)

    def _marks(self, canvas: Canvas) -> None:
        """Draw what is wrong, what is chosen, and what the pointer is at."""
        wrong = {place.partition(".")[0] for finding in self.desk.problems for place in finding.places}
        doubtful = {place.partition(".")[0] for finding in self.desk.warnings for place in finding.places}
        obstacles = zip(self.desk.plan.refs(), pieces(build_world(self.desk.geometry)), strict=True)
        for ref, obstacle in obstacles:
            if obstacle.place in wrong:
                self._outline(canvas, obstacle.outline, VERMILION, 0.22)
            elif obstacle.place in doubtful and self.desk.is_held:
                self._outline(canvas, obstacle.outline, GOLD_PALE, 0.1)
            if ref in self.desk.chosen:
                self._outline(canvas, obstacle.outline, GOLD, 0.16)
            elif ref == self.hovered:
                self._outline(canvas, obstacle.outline, PAPER_BRIGHT, 0.1)

    def _outline(self, canvas: Canvas, outline: Capsule | Disc, colour: Colour, ems: float) -> None:
        thick = max(2, canvas.px(ems))
        for grown, shade in ((thick + 1, INK), (thick, colour)):
            points = outline_points(outline, self.camera, grown)
            pygame.draw.polygon(canvas.surface, shade, points, max(1, thick - (shade == colour)))

    def _handles(self, canvas: Canvas) -> None:
        for handle in self.handles(canvas.em):
            place = self.camera.point(handle.place)
            if handle.aside != (0.0, 0.0):
                at = handle.place[0] - handle.aside[0], handle.place[1] - handle.aside[1]
                pygame.draw.line(canvas.surface, INK, self.camera.point(at), place, max(1, canvas.px(0.12)))
            is_held = self.hovered == handle
            radius = canvas.px(HANDLE_EM) * (1.25 if is_held else 1.0)
            pygame.draw.circle(canvas.surface, INK, place, radius + 2)
            pygame.draw.circle(canvas.surface, GOLD if handle.ref or is_held else PAPER_BRIGHT, place, radius)

    def _band(self, surface: Surface) -> None:
        if self.bench.band:
            start, other = (self.camera.point(point) for point in self.bench.band)
            rect = Rect(
                min(start[0], other[0]), min(start[1], other[1]), abs(start[0] - other[0]), abs(start[1] - other[1])
            )
            pygame.draw.rect(surface, GOLD, rect, 1)

    def _findings(self, canvas: Canvas) -> None:
        """Write problems and warnings at the foot."""
        desk, findings = self.desk, self.desk.told
        text, colour = _("No problems with this tower."), PAPER_BRIGHT
        if findings:
            colour = VERMILION if desk.problems else INK
            text = finding_words(findings[desk.finding])
            if len(findings) > 1:
                text = _("{text} ({n} of {count})").format(text=text, n=desk.finding + 1, count=len(findings))
        box = self.foot(canvas.em)
        canvas.plate(box, PAPER if findings else INDIGO_DEEP, INK, 0.0)
        inner = box.inflate(-canvas.px(1.0), -canvas.px(0.2))
        canvas.line(text, inner, size=0.9, colour=colour, align="centre")
        if len(findings) > 1:
            canvas.target("next-finding", box, desk.next_finding, _("Next one"))

    def foot(self, em: int) -> Rect:
        """Return the strip at the foot, which isn't part of the picture."""
        high = round(FOOT_EM * em)
        return Rect(self.rect.left, self.rect.bottom - high, self.rect.width, high)

    def _places(self, canvas: Canvas) -> None:
        """Remember all pieces, for the keyboard and for their tooltips."""
        least = canvas.px(2)
        obstacles = pieces(build_world(self.desk.geometry))
        taken: list[Rect] = []
        for ref, obstacle in zip(self.desk.plan.refs(), obstacles, strict=True):
            rect = Rect(0, 0, least, least)
            rect.center = self._pixel(*centre_of(obstacle.outline))
            rect.clamp_ip(self.rect)
            tooltip = "" if self.desk.is_held else tooltip_of(self.desk, ref)
            canvas.target(target_name(ref), rect, None, tooltip, group="pieces", lead=not taken)
            taken.append(rect)

    def focused(self, name: str) -> None:
        """Choose the piece that the keyboard has gone to."""
        for ref in self.desk.plan.refs():
            if target_name(ref) == name and self.desk.chosen != [ref]:
                self.desk.choose([ref])


def target_name(ref: Ref) -> str:
    """Return the name under which a piece is found on the screen."""
    return f"{ref[0]}-{ref[1]}"


def tooltip_of(desk: EditorModel, ref: Ref) -> str:
    """Return the description of a piece, with its numbers."""
    piece, name = desk.plan.piece(ref), piece_words(ref)
    if isinstance(piece, Baffle):
        text = _("{name}: {length:g} mm long, tilted {tilt:g}°, {height:g} mm above the exit")
        return text.format(name=name, length=piece.length, tilt=piece.tilt, height=piece.height)
    if isinstance(piece, Pin):
        return _("{name}: {diameter:g} mm thick").format(name=name, diameter=piece.diameter)
    return _("{name}: {length:.1f} mm long").format(name=name, length=math.dist(piece.start, piece.end))


@lru_cache(maxsize=2)
def grid_lines(geometry: Geometry, size: tuple[int, int], view: Camera, step: float) -> Surface:
    """Return lines every `step` mm over the room of a tower, on nothing."""
    lines = Surface(size, pygame.SRCALPHA)
    half = max(geometry.funnel.mouth, geometry.shaft.width) / 2
    (left, bottom), (right, top) = view.point((-half, 0.0)), view.point((half, geometry.rim_y))
    count = int(half / step)
    for x in (view.point((number * step, 0.0))[0] for number in range(-count, count + 1)):
        pygame.draw.line(lines, (*PAPER, GRID_OPACITY), (round(x), round(top)), (round(x), round(bottom)))
    for y in (view.point((0.0, number * step))[1] for number in range(int(geometry.rim_y / step) + 1)):
        pygame.draw.line(lines, (*PAPER, GRID_OPACITY), (round(left), round(y)), (round(right), round(y)))
    return lines


@lru_cache(maxsize=3)
def fine(geometry: Geometry, size: tuple[int, int], view: Camera) -> Surface:
    """Return the empty tower as it is painted in the game."""
    return paint_tower(geometry, size, view)


@lru_cache(maxsize=2)
def with_pieces(geometry: Geometry, size: tuple[int, int], view: Camera) -> Surface:
    """Return the empty tower while only pieces are in the hand: the rest of it is painted once."""
    picture = fine(msgspec.structs.replace(geometry, baffles=(), pins=(), walls=()), size, view).copy()
    paint_pieces(picture, build_world(geometry), view)
    return picture


@lru_cache(maxsize=2)
def rough(geometry: Geometry, size: tuple[int, int], view: Camera) -> Surface:
    """Return the empty tower painted quickly, for as long as it is in the hand."""
    share = min(1.0, ROUGH_HIGH / max(1, size[1]))
    if share == 1.0:
        return paint_tower(geometry, size, view, fineness=1)
    small = paint_tower(geometry, (round(size[0] * share), round(size[1] * share)), view.enlarged(share), fineness=1)
    return pygame.transform.scale(small, size)
