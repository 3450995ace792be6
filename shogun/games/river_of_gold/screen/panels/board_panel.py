"""Board panel: tiles and ships along the river, the options there, and the preview of a move."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import pygame
from pygame import Vector2

from shogun.base.by_identity import IdentityKey
from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.analysis.move_effects import affected
from shogun.games.river_of_gold.rules.actions import price, sailed_to
from shogun.games.river_of_gold.rules.components import REGIONS, RIVER, SHORES
from shogun.games.river_of_gold.rules.effects import turned
from shogun.games.river_of_gold.rules.state import Build, PlaceMarker, ReplaceShip, Sail
from shogun.games.river_of_gold.screen import pieces
from shogun.games.river_of_gold.screen.arrows import CHOOSABLE, LIT, draw_head
from shogun.games.river_of_gold.screen.controls import RiverControls
from shogun.games.river_of_gold.screen.map_picture import (
    RING,
    SHORE_INK,
    WATER,
    WATER_DEEP,
    RiverProjection,
    fitted,
    landscape,
    way,
)
from shogun.games.river_of_gold.screen.panels.score_table import draw_count
from shogun.games.river_of_gold.screen.pieces import region_icon, side_by_side, symbol
from shogun.games.river_of_gold.screen.play.model import RiverModel, Voyage
from shogun.games.river_of_gold.screen.play.refusal_reasons import why_not_build
from shogun.games.river_of_gold.words import region_name, shore_lines, tile_lines
from shogun.window.generic.pointing import PointingPanel
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Act, Canvas, HitRegion
from shogun.window.kit.drawing.projection import Point
from shogun.window.kit.drawing.theme import (
    GOLD,
    GOLD_PALE,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    PAPER_EDGE,
    SMALL,
    VERMILION,
    Colour,
    mix,
)
from shogun.window.kit.input.focus import Direction, nearest
from shogun.window.kit.layout import Alignment, Node, Places, first_that_fits, part, row, share, text

SHIP = 0.86
"""Side of a ship as a share of a tile's width."""
ARRIVAL = 0.68
"""Radius of the disc below a ship at its destination, as a share of the ship's side."""
MARKER = 0.36
"""Diameter of a marker on a tile, as a share of the tile's width."""
PLATE_EM, TWO_LINES_EM = 1.5, 2.2
"""Height of a region's plate, and of one whose name takes two lines."""
ROUTE_EM, HEAD_EM = 0.28, 1.2
"""Thickness of a ship's way, and length of its arrowhead."""
FAINT: Colour = mix(LIT, WATER, 0.55)
"""Color of spaces that need a point of favor to reach."""
LIT_EM = 0.4
"""Thickness of a jetty that is lit."""
BADGE_EM, BADGE_SIZE = (1.25, 1.0), 0.74
"""Badge for a number that covers something else: its size and text size."""
OUT_EM = 0.8
"""Distance that the number of a shore space extends from its tile, away from the river."""


class BoardPanel(PointingPanel):
    """River with everything on it and next to it."""

    name = "board"

    def __init__(self, model: RiverModel, controls: RiverControls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self._moves: dict[str, Sail | Build | PlaceMarker | ReplaceShip] = {}
        """Moves that can be previewed, by the names of their places."""

    def shows(self) -> tuple[object, ...]:
        """Return the game, and the choice in progress."""
        model = self.model
        chosen = model.chosen, model.weighed, model.shore, model.tile, model.weighed_number
        return IdentityKey(model.view), chosen, model.voyage, model.flash, model.question, model.glow, model.count

    # Pointer

    def weighs(self, name: str) -> bool:
        """Return whether the keyboard focus is on a move."""
        return name in self._moves

    def point_at(self, name: str) -> None:
        """Preview the move at a place."""
        self.controls.point_at(self._moves.get(name))

    def neighbour(self, place: HitRegion, direction: Direction) -> HitRegion | None:
        """Return the target of an arrow key: left and right from ship to ship, else the nearest of the same kind."""
        alike = [other for other in self.places() if other.group == place.group]
        if place.group == "ships" and direction in ("left", "right"):
            names = [other.name for other in alike]
            at = names.index(place.name) + (1 if direction == "right" else -1)
            return alike[at] if 0 <= at < len(alike) else None
        others = [other for other in alike if other.name != place.name]
        return nearest(place.rect, others, direction) or super().neighbour(place, direction)

    @property
    def lies(self) -> RiverProjection:
        """Projection of the plane into the window."""
        return fitted(*self.rect.size).moved(*self.rect.topleft)

    def place_of(self, shore: int) -> pygame.Rect:
        """Return the rectangle of a shore space, px."""
        return self.lies.shore(shore)

    def needed(self) -> Sequence[pygame.Rect]:
        """Return the lit or red-outlined places, and the way of the previewed ship."""
        lights, lies, course = self.model.glow, self.lies, self._course()
        bends = [point for points in course.lines for point in points] if course else []
        ways = [lies.square(point, lies.river(1).width) for point in bends]
        ends = [lies.square(course.end, round(2 * ARRIVAL * course.side))] if course else []
        shores = [lies.shore(number).inflate(8, 8) for number in {*lights.shores, *self._touched()} if number]
        spaces = [lies.river(space) for space in lights.spaces | lights.faint]
        return [*shores, *spaces, *ways, *ends]

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the river, the tiles, the ships, and the previewed way."""
        canvas.paint(lambda surface: surface.blit(landscape(self.rect.size), self.rect))
        self._moves = {}
        self._lit_water(canvas)
        plates = self._regions(canvas)
        self._spaces(canvas)
        for shore in SHORES:
            self._shore(canvas, shore.number)
        self._visited(canvas)
        self._route(canvas)
        self._ships(canvas)
        self._arrival(canvas)
        self._numbers(canvas, plates)
        if self.model.voyage is not None:
            self._voyage(canvas, self.model.voyage, round(self.lies.tile[0] * SHIP))
        if self.model.count is not None:
            draw_count(canvas, self.model.seats, self.model.count, self.rect)
        canvas.frame(self.rect, mix(INK, GOLD, 0.4), 0, 0.1)

    def _regions(self, canvas: Canvas) -> list[pygame.Rect]:
        """Label the regions where there is room with number, icon and name; return the rectangles of the labels."""
        plates = []
        for region in REGIONS:
            place, start, end = _PLATES[region]
            room = canvas.within(self.lies.between(start, end, self.rect), 0.25, 0.3)
            places = first_that_fits(_plates(region, place), room, canvas.em)
            self._plate(canvas, region, places)
            plates.append(places["plate"])
        return plates

    def _plate(self, canvas: Canvas, region: int, places: Places) -> None:
        """Draw a region's plate: red if the die shows its number, yellow if it belongs to the pointer's target."""
        is_of_die = self.model.is_turn and region == self.model.weighed_number
        paper = GOLD_PALE if region in self.model.glow.regions else PAPER
        canvas.plate(places["plate"], paper, VERMILION if is_of_die else PAPER_EDGE, 0.3)
        canvas.fill(places["number"], VERMILION if is_of_die else INDIGO, 0.3)
        canvas.line(str(region), places["number"], weight="Bold", colour=PAPER_BRIGHT, align="centre")
        canvas.image(symbol(region_icon(region), canvas.px(1.3)), places["sign"])
        words = region_name(region)
        canvas.small(words, places["name"], weight="Bold")
        told = _("Region {n}, {name}: you build and deliver here when your die shows {n}.").format(n=region, name=words)
        canvas.target(f"region-{region}", places["plate"], None, told, "1.3", group="regions")

    def _spaces(self, canvas: Canvas) -> None:
        """Add tooltips to river spaces, with the spaces that they touch."""
        for space in RIVER:
            told = _("River space {n}, next to the shore spaces {shores} (yellow).")
            told = told.format(n=space.space, shores=", ".join(map(str, space.shores)))
            canvas.target(f"space-{space.space}", self.lies.river(space.space), None, told, "1.2", group="river")

    def _numbers(self, canvas: Canvas, plates: Sequence[pygame.Rect]) -> None:
        """Write the numbers of the spaces: on the water, or below ships that would hide them; and on the land.

        If a shore space's number would cover a region's plate or another number, it is drawn inside its tile.
        """
        standing, lies, taken = self._standing(), self.lies, list(plates)
        side = round(lies.tile[0] * SHIP)
        for space in RIVER:
            box, ships = lies.river(space.space), len(standing.get(space.space, ()))
            if ships:
                lowest = max(_ship_position(lies.space(space.space), place, ships, side)[1] for place in range(ships))
                box = canvas.spot(box, *BADGE_EM)
                box.midtop = lies.space(space.space)[0], round(lowest + side / 2)
                canvas.plate(box, WATER_DEEP, GOLD, 0.5, 0.08)
            taken.append(box)
            size = BADGE_SIZE if ships else 0.9
            canvas.line(str(space.space), box, size=size, weight="Bold", align="centre", colour=PAPER_BRIGHT)
        for shore in SHORES:
            edge: Alignment = "start" if shore.bank == "right" else "end"
            inside = canvas.spot(lies.shore(shore.number), *BADGE_EM, at=("start", edge))
            box = inside.move(-canvas.px(0.2), canvas.px(-OUT_EM if shore.bank == "right" else OUT_EM))
            box.clamp_ip(canvas.within(self.rect, 0.15))
            box = inside if box.collidelist(taken) >= 0 else box
            taken.append(box)
            is_lit = shore.number in self.model.glow.shores
            canvas.plate(box, LIT if is_lit else PAPER, SHORE_INK, 0.35, 0.06)
            canvas.line(str(shore.number), box, size=BADGE_SIZE, weight="Bold", align="centre")

    def _lit_water(self, canvas: Canvas) -> None:
        """Light the river spaces of the pointer's target, and the jetties between them and lit shore spaces."""
        lights, lies, standing = self.model.glow, self.lies, self._standing()
        for shore, space in lights.jetties():
            for thick, colour in ((LIT_EM + 0.2, INK), (LIT_EM, LIT)):
                pygame.draw.line(canvas.surface, colour, *lies.jetty(shore, space), canvas.px(thick))
        for space in lights.spaces | lights.faint:
            is_faint, ring = space in lights.faint, RING * lies.scale
            radius = max(ring, SHIP * 0.55 * lies.tile[0] * (space in standing)) + canvas.px(0.25)
            pygame.draw.circle(canvas.surface, INK, lies.space(space), radius + 2)
            pygame.draw.circle(canvas.surface, FAINT if is_faint else LIT, lies.space(space), radius)
            pygame.draw.circle(canvas.surface, WATER, lies.space(space), ring - canvas.px(0.1))

    # Shore spaces

    def _shore(self, canvas: Canvas, number: int) -> None:
        view, rect = self.model.view, self.lies.shore(number)
        tile = view.tiles[number - 1]
        down = SHORES[number - 1].bank == "right"
        ghost = self._ghost(number)
        if tile or ghost:
            image = pieces.tile(tile or ghost, rect.size, down=down)
            canvas.image(image, rect)
            self._markers(canvas, number, rect, down=down, building=bool(ghost) and not tile)
            if ghost and not tile:
                canvas.frame(rect.inflate(4, 4), VERMILION, 0.2, 0.2)
        else:
            self._bare(canvas, number, rect)
        if number in self.model.glow.shores:
            canvas.frame(rect.inflate(8, 8), INK, 0.3, 0.34)
            canvas.frame(rect.inflate(6, 6), LIT, 0.3, 0.24)
        if number == self.model.flash:
            canvas.frame(rect.inflate(6, 6), LIT, 0.3, 0.3)
        self._shore_target(canvas, number, rect)

    def _ghost(self, number: int) -> str:
        """Return the tile that the previewed move would build on a space."""
        weighed = self.model.weighed
        if isinstance(weighed, Build) and weighed.shore == number:
            return weighed.tile
        return ""

    def _bare(self, canvas: Canvas, number: int, rect: pygame.Rect) -> None:
        """Draw a bare space with its price: bright where one can build, brighter where a building is being chosen."""
        model, shore = self.model, SHORES[number - 1]
        can_build = model.is_turn and number in model.offers.shores
        chosen = model.shore == number
        paper = GOLD_PALE if chosen else PAPER_BRIGHT if can_build else mix(PAPER, PAPER_EDGE, 0.42)
        edge = VERMILION if chosen else CHOOSABLE if can_build else mix(PAPER_EDGE, INK, 0.3)
        if can_build:
            canvas.frame(rect.inflate(6, 6), INK, 0.35, 0.12)
        canvas.plate(rect.inflate(2, 2) if can_build else rect, paper, edge, 0.25, 0.24 if can_build else 0.1)
        if not shore.cost:
            return  # nothing is ever built here: a tile is here from the start
        cost = price(model.view.players[model.seat], shore) if model.is_turn else shore.cost
        ink = INK if can_build else INK_SOFT
        wide, _high = rect.size
        words = texts.painted(str(cost), max(12, round(0.4 * wide)), ink, "Bold")
        canvas.image(side_by_side((words, symbol("koku", round(0.34 * wide))), max(words.get_height(), 1), 2), rect)
        if cost < shore.cost:
            less = canvas.spot(canvas.within(rect, 0, 0.2), high=1.1, at=("middle", "start"))
            canvas.small(f"−{shore.cost - cost}", less, align="centre", colour=VERMILION, weight="Bold")

    def _markers(self, canvas: Canvas, number: int, rect: pygame.Rect, *, down: bool, building: bool) -> None:
        owners = (self.model.seat,) if building else self.model.view.markers[number - 1]
        weighed = self.model.weighed
        if isinstance(weighed, PlaceMarker) and weighed.shore == number:
            owners = (*owners, self.model.seat)
        wide, _high = rect.size
        for owner, at in zip(owners, pieces.markers_at(rect.size, len(owners), down=down), strict=False):
            disc = pieces.marker(self.model.seats[owner].clan, round(MARKER * wide))
            canvas.surface.blit(disc, disc.get_rect(center=rect.move(at).topleft))

    def _shore_target(self, canvas: Canvas, number: int, rect: pygame.Rect) -> None:
        model = self.model
        act: Act | None = None
        reason, rule = why_not_build(model, number)
        if model.is_turn and number in model.offers.shores:
            act = partial(self.controls.choose_shore, number)
            if model.tile:
                self._moves[f"shore-{number}"] = Build(number, model.tile)
        elif PlaceMarker(number) in model.moves:
            self._moves[f"shore-{number}"] = PlaceMarker(number)
            act = partial(self.controls.choose, PlaceMarker(number))
            canvas.frame(rect.inflate(6, 6), INK, 0.3, 0.34)
            canvas.frame(rect.inflate(4, 4), CHOOSABLE, 0.25, 0.22)
            if model.chosen == PlaceMarker(number):
                canvas.frame(rect.inflate(6, 6), VERMILION, 0.25, 0.22)
        refusal = reason if model.is_turn and act is None else ""
        edge = self._edge_meaning(number, is_free=act is not None)
        told = "\n".join([*self._shore_tooltip(number), *filter(None, (refusal, edge))])
        chosen = isinstance(model.chosen, Build | PlaceMarker) and model.chosen.shore == number
        canvas.target(f"shore-{number}", rect, act, told, rule or "5.1", group="shores", refusal=refusal, chosen=chosen)

    def _shore_tooltip(self, number: int) -> Iterator[str]:
        tile = self.model.view.tiles[number - 1]
        if not tile:
            yield from shore_lines(number)
            return
        yield _("Space {n}, {region}").format(n=number, region=region_name(SHORES[number - 1].region))
        yield from tile_lines(tile)
        owners = [self.model.names[seat] for seat in self.model.view.markers[number - 1]]
        if owners:
            yield ngettext("Owner: {names}.", "Owners: {names}.", len(owners)).format(names=", ".join(owners))

    def _edge_meaning(self, number: int, *, is_free: bool) -> str:
        """Return a sentence on the meaning of a space's edge color; empty for the usual one."""
        if number in self._touched():
            is_chosen = not isinstance(self.model.weighed, Sail)
            return _("Red: selected.") if is_chosen else _("Red: the ship collects something here.")
        return _("White: can be selected now.") if is_free else ""

    def _touched(self) -> Collection[int]:
        """Return the spaces that are chosen, or that the previewed move builds on or gains from."""
        weighed, foresight = self.model.weighed, self.model.foresight
        if isinstance(weighed, Build | PlaceMarker):
            return (weighed.shore,)
        if isinstance(weighed, Sail):
            return () if foresight is None else tuple(affected(foresight))
        return (self.model.shore,)

    # Ships

    def _ships(self, canvas: Canvas) -> None:
        side = round(self.lies.tile[0] * SHIP)
        for space, standing in self._standing().items():
            for place, (seat, ship) in enumerate(standing):
                self._ship(canvas, seat, ship, _ship_position(self.lies.space(space), place, len(standing), side), side)

    def _standing(self) -> dict[int, list[tuple[int, int]]]:
        """Return the ships on each river space except those under sail; ships of the active seat in front.

        That way no other ship covers one that can be clicked.
        """
        found: dict[int, list[tuple[int, int]]] = {}
        voyage = self.model.voyage
        if not self.model.view.order:
            return found
        for seat, player in enumerate(self.model.view.players):
            for ship, space in enumerate(player.ships):
                if voyage is None or (voyage.seat, voyage.ship) != (seat, ship):
                    found.setdefault(space, []).append((seat, ship))
        for standing in found.values():
            standing.sort(key=lambda one: one[0] == self.model.seat)
        return found

    def _ship(self, canvas: Canvas, seat: int, ship: int, at: Point, side: int) -> None:
        model = self.model
        look = model.seats[seat]
        noble = model.view.players[seat].noble_ship == ship
        image = pieces.ship(look.clan, side, ship, noble=noble)
        box = image.get_rect(center=(round(at[0]), round(at[1])))
        act = self._ship_act(seat, ship)
        if act is not None:
            weighed = model.weighed
            lit = isinstance(weighed, Sail | ReplaceShip) and weighed.ship == ship
            pygame.draw.circle(canvas.surface, INK, box.center, side * 0.62)
            pygame.draw.circle(canvas.surface, VERMILION if lit else CHOOSABLE, box.center, side * 0.59)
        canvas.surface.blit(image, box)
        chosen = act is not None and isinstance(model.chosen, Sail | ReplaceShip) and model.chosen.ship == ship
        told = self._ship_tooltip(seat, ship, noble=noble)
        canvas.target(f"ship-{seat}-{ship}", box, act, told, "6.1", group="ships", chosen=chosen)

    def _ship_act(self, seat: int, ship: int) -> Act | None:
        model = self.model
        if seat != model.seat or model.question is None:
            return None
        if model.is_turn:
            move: Sail | ReplaceShip = next(
                (sail for sail in model.offers.sails if sail.ship == ship and not sail.by), Sail(ship)
            )
            if move not in model.offers.sails:
                return None
        elif ReplaceShip(ship) in model.moves:
            move = ReplaceShip(ship)
        else:
            return None
        self._moves[f"ship-{seat}-{ship}"] = move
        return partial(self.controls.choose, move)

    def _ship_tooltip(self, seat: int, ship: int, *, noble: bool) -> str:
        model = self.model
        kind = _("noble ship") if noble else _("ship")
        told = _("{name}'s {kind} on river space {n}.")
        space = model.view.players[seat].ships[ship]
        words = told.format(name=model.names[seat], kind=f"{kind} {ship + 1}", n=space)
        if model.is_turn and seat == model.seat:
            target, journey = sailed_to(space, model.number)
            words += " " + _("A {die} takes it to {target}.").format(die=model.number, target=target)
            if journey:
                words += " " + _("It completes a journey.")
            if any(sail.by for sail in model.offers.sails if sail.ship == ship):
                words += " " + _("Click again to count the die as 1 more, then as 1 less.")
            words += " " + _("Red: its route, and the spaces that give you something.")
        return words

    def _voyage(self, canvas: Canvas, voyage: Voyage, side: int) -> None:
        lines = [self.lies.line(points) for points in way(voyage.source, voyage.target)]
        noble = self.model.view.players[voyage.seat].noble_ship == voyage.ship
        image = pieces.ship(self.model.seats[voyage.seat].clan, round(side * 1.2), voyage.ship, noble=noble)
        at = point_along(lines, voyage.share)
        canvas.surface.blit(
            image, image.get_rect(center=(round(at[0]), round(at[1] - 3 * math.sin(voyage.share * 20))))
        )

    # Preview of a move

    def _visited(self, canvas: Canvas) -> None:
        """Light up the sources of the previewed move's gains."""
        for number in self._touched() if isinstance(self.model.weighed, Sail) else ():
            canvas.frame(self.lies.shore(number).inflate(5, 5), VERMILION, 0.25, 0.2)

    def _course(self) -> "_Course | None":
        """Return the way of the previewed ship; None if there isn't one."""
        weighed, model = self.model.weighed, self.model
        if not isinstance(weighed, Sail) or not model.is_turn:
            return None
        source = model.view.players[model.seat].ships[weighed.ship]
        target, _journey = sailed_to(source, turned(model.weighed_number, weighed.by))
        side, (x, y) = round(self.lies.tile[0] * SHIP), self.lies.space(target)
        end = (x, y - round(0.5 * side)) if target in self._standing() else (x, y)
        return _Course(weighed.ship, [self.lies.line(points) for points in way(source, target)], end, side)

    def _route(self, canvas: Canvas) -> None:
        """Draw the way of the previewed ship."""
        course = self._course()
        if course is None:
            return
        thick = max(3, canvas.px(ROUTE_EM))
        for width, colour in ((thick + 4, INK), (thick, VERMILION)):
            for points in course.lines:
                pygame.draw.lines(canvas.surface, colour, False, points, width)
                for point in points:
                    pygame.draw.circle(canvas.surface, colour, point, width)
        short = RING * self.lies.scale + canvas.px(0.5)
        before, end = map(Vector2, course.lines[-1][-2:])
        draw_head(canvas.surface, before, end.move_towards(before, short), canvas.px(HEAD_EM), VERMILION)

    def _arrival(self, canvas: Canvas) -> None:
        """Draw the previewed ship at its destination, above those that are there."""
        model, course = self.model, self._course()
        if course is None:
            return
        noble = model.view.players[model.seat].noble_ship == course.ship
        ghost = pieces.ship(model.seats[model.seat].clan, course.side, course.ship, noble=noble)
        pygame.draw.circle(canvas.surface, INK, course.end, course.side * ARRIVAL)
        pygame.draw.circle(canvas.surface, GOLD_PALE, course.end, course.side * (ARRIVAL - 0.04))
        canvas.surface.blit(ghost, ghost.get_rect(center=course.end))


class _Course(NamedTuple):
    """Ship, the lines of its way, the center of its destination, and the side of its picture, px."""

    ship: int
    lines: list[list[Point]]
    end: tuple[int, int]
    side: int


_PLATES: Mapping[int, tuple[Alignment, int, int]] = {
    1: ("start", 0, 185), 2: ("end", 150, 324), 3: ("start", 301, 509), 4: ("start", 509, 667), 5: ("end", 612, 796),
    6: ("start", 805, 1000),
}  # fmt: skip
"""Position of each region's label: at the upper or the lower edge, and between which borders (x)."""


def _plates(region: int, place: Alignment) -> tuple[Node, Node]:
    """Return the layout of a region's plate: as wide as its name, or else with the name in two lines."""
    signs, name = (part("number", wide=PLATE_EM), part("sign", wide=PLATE_EM)), region_name(region)
    line = row(*signs, text("name", name, size=SMALL, weight="Bold"), part(wide=0.3), name="plate", high=PLATE_EM)
    lines = row(*signs, part("name"), part(wide=0.2), name="plate", wide=share(), high=TWO_LINES_EM)
    return row(line, justify="middle", align=place), row(lines, align=place)


def _ship_position(at: tuple[int, int], place: int, count: int, side: int) -> Point:
    """Return the position of one of several ships on a space."""
    if count == 1:
        return at
    if count == 2:
        return at[0] + (place - 0.5) * side * 0.62, at[1] + (place - 0.5) * side * 0.3
    column, row = place % 2, place // 2
    rows = (count + 1) // 2
    return at[0] + (column - 0.5) * side * 0.7, at[1] + (row - (rows - 1) / 2) * side * 0.5


def point_along(lines: Sequence[Sequence[Point]], share: float) -> Point:
    """Return the point at a share of the total length of lines; jumps between them count as nothing."""
    pieces_of_way = [piece for points in lines for piece in pairwise(points)]
    lengths = [math.dist(start, end) for start, end in pieces_of_way]
    left = share * math.fsum(lengths)
    for (start, end), length in zip(pieces_of_way, lengths, strict=True):
        if left <= length and length:
            part = left / length
            return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
        left -= length
    return lines[-1][-1]
