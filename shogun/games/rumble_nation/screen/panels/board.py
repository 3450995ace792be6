"""The board: castles and pieces on the map, what is offered there, and how the war would go."""

import math
from collections.abc import Iterator, Sequence
from functools import partial

import pygame
from msgspec import Struct

from shogun.base.itself import Itself
from shogun.base.language import _, ngettext, of_data, signed
from shogun.games.rumble_nation.analysis.expected_war import WarForecast, war_now
from shogun.games.rumble_nation.rules.components import AREAS, LANDS, PIECES, small_castle
from shogun.games.rumble_nation.rules.events import AreaResolved
from shogun.games.rumble_nation.rules.state import Over, State
from shogun.games.rumble_nation.rules.war import fight
from shogun.games.rumble_nation.screen import pieces
from shogun.games.rumble_nation.screen.atlas import Point, Projection, area_at, atlas, fitted
from shogun.games.rumble_nation.screen.controls import RumbleControls
from shogun.games.rumble_nation.screen.map_picture import map_picture, outline
from shogun.games.rumble_nation.screen.panels.table import Table
from shogun.games.rumble_nation.screen.play.model import RumbleModel, areas_of
from shogun.window.generic.pointing import PointingPanel
from shogun.window.kit import text as texts
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.theme import (
    CUBES,
    GOLD,
    GOLD_PALE,
    INK,
    PAPER,
    PAPER_BRIGHT,
    PAPER_EDGE,
    SMALL,
    VERMILION,
    Colour,
    mix,
    on,
)
from shogun.window.kit.widgets.button import Style, button

CASTLE_EM = 2.5
CHIP_EM = 1.7
KATANA_EM = 1.9
KATANA_NOTE_EM = 14.0
LABEL_EM = 1.15
CHIP_AIR_EM = 0.4
"""What a group's plate is wider than its pieces and numbers."""
IN_A_ROW = 2
"""Groups of pieces that stand side by side."""
ROW_EM = 7.4
"""A row of groups is at most so wide."""
FLAG_EM = 0.8
"""So far a banner stands out at the left of its castle."""
TABLE_CORNER = (1425.0, 795.0)
"""Down to this point of the map's box there is open sea, on which dice and cards lie."""
NOTES = (1640.0, 1205.0)
"""From this point of the map's box on there is open sea, on which the board is explained."""
ARROW_EM = 0.5
MAP_EM = 60.0, 40.0
"""Width and height of a map on which all is drawn as large as elsewhere."""
MOST_ENLARGED = 1.3
SHORTEST_EM = 1.2
"""Where less than that is free between what stands in two areas, an arrow lies upon it."""
HIDDEN_SHARE = 0.3
"""The part of the way that such an arrow leaves free at both ends."""
LEAST_GROWN = 0.5
"""The part of its way at which a growing arrow begins."""


class Group(Struct, frozen=True):
    """All pieces of a seat in an area, and how many more or fewer soldiers an answer would make them."""

    seat: int
    soldiers: int
    more: int
    daimyo: bool
    support: int


class BoardPanel(PointingPanel):
    """The map with all that stands on it; dice and cards lie on its sea."""

    name = "board"

    def __init__(self, model: RumbleModel, controls: RumbleControls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.table = Table(model, controls)
        self._castles: dict[str, pygame.Rect] = {}
        """Where each area's castle is drawn."""
        self._stand: dict[str, pygame.Rect] = {}
        """The box around all that stands in an area."""
        self._state: State = model.view
        """What is drawn: the view, after the answer that is weighed."""
        self._resolved: dict[str, AreaResolved] = {}
        """What was decided in the war, as far as it is shown."""
        self._before: WarForecast | None = None
        """How the war would end without the answer that is weighed."""

    def shows(self) -> tuple[object, ...]:
        """Return the game, and what is being chosen."""
        model = self.model
        chosen = model.chosen, model.pointed, model.shown, model.through, model.shows_forecast
        return (
            Itself(model.view),
            chosen,
            model.tumbling,
            model.prompt,
            model.thinking,
            model.war,
            model.share,
            model.question,
            model.result,
            self.table.first,
        )

    # What the pointer does

    def wheel(self, notches: int) -> None:
        """Turn the page of what is offered."""
        self.table.turn(-1 if notches > 0 else 1)

    def point_at(self, name: str) -> None:
        """Show what the answer at a place would bring."""
        self.controls.point_at(self.table.answer_named(name))

    def clicked(self, position: tuple[int, int]) -> None:
        """A click anywhere in an area is one on its castle."""
        area = area_at(self.projection, position)
        if area in self._offered():
            self.controls.through(area)

    @property
    def projection(self) -> Projection:
        """How the map lies in the window."""
        lies = fitted(*self.rect.size)
        return Projection(lies.scale, lies.left + self.rect.left, lies.top + self.rect.top)

    def _offered(self) -> list[str]:
        """Return the areas to which an answer leads, in the order of the board."""
        offered = {area for move in self.model.moves for area in areas_of(move)}
        return [area for area in AREAS if area in offered]

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the map, the pieces and the table."""
        canvas.surface.blit(map_picture(self.rect.size), self.rect)
        model = self.model
        self._state = model.weighed_state
        self._resolved = {outcome.area: outcome for outcome in self._decided()}
        large = canvas.enlarged(self._times(canvas))
        self._light(large)
        forecast = war_now(self._state) if not self._resolved and model.war is None else None
        self._before = war_now(model.before)
        self._castles = {area: self._castle_box(large, area) for area in AREAS}
        self._stand = {area: self._standing(large, area) for area in AREAS}
        if forecast is not None and model.shows_forecast:
            self._arrows(large, forecast)
        for area in AREAS:
            self._area(large, area, forecast)
        self._war_arrows(large)
        self._notes(large)
        if forecast is not None:
            self._katana(large)
        self.table.draw(large, self._table_rect())

    def _times(self, canvas: Canvas) -> float:
        """Return how much larger than elsewhere all is drawn on the map: on a large one there is room for it."""
        room = min(self.rect.width / MAP_EM[0], self.rect.height / MAP_EM[1]) / canvas.em
        return min(MOST_ENLARGED, max(1.0, room))

    def _table_rect(self) -> pygame.Rect:
        x, y = self.projection.point(TABLE_CORNER)
        return pygame.Rect(self.rect.left, self.rect.top, round(x) - self.rect.left, round(y) - self.rect.top)

    def _decided(self) -> Sequence[AreaResolved]:
        if self.model.war is not None:
            return self.model.decided
        return tuple(fight(self.model.view)) if isinstance(self.model.view.stage, Over) else ()

    def _light(self, canvas: Canvas) -> None:
        """Light the areas that are offered, and more so those where something is weighed, was just done, or is fought.

        These come last: where they have a border with others it is theirs that is seen.
        """
        golden = self._golden()
        lit = [(area, PAPER_BRIGHT) for area in self._offered() if area not in golden and not self.model.war]
        for area, colour in [*lit, *((area, GOLD) for area in golden)]:
            points = [(x + self.rect.left, y + self.rect.top) for x, y in outline(area, self.rect.size)]
            if colour == GOLD:
                pygame.draw.polygon(canvas.surface, mix(GOLD_PALE, GOLD, 0.35), points)
            pygame.draw.lines(canvas.surface, INK, True, points, canvas.px(0.4))
            pygame.draw.lines(canvas.surface, colour, True, points, canvas.px(0.2))

    def _golden(self) -> Sequence[str]:
        model = self.model
        if model.war:
            return (model.war[-1].area,)
        move = model.shown.event if model.shown is not None else model.weighed
        return areas_of(move) if move is not None else ()

    # Support

    def _arrows(self, canvas: Canvas, forecast: WarForecast) -> None:
        """Draw the support that would be sent; what the weighed answer brings is drawn broad, what it ends thin."""
        old = set(_marches(self._before.outcomes)) if self._before else set()
        new = set(_marches(forecast.outcomes))
        for source, target, seat in sorted(old - new):
            self._arrow(canvas, (source, target), mix(CUBES[self._colour(seat)], PAPER, 0.6), 0.35)
        for source, target, seat in sorted(new):
            is_new = (source, target, seat) not in old
            self._arrow(canvas, (source, target), CUBES[self._colour(seat)], 1.5 if is_new else 0.9)

    def _war_arrows(self, canvas: Canvas) -> None:
        """Let the support of the area that is fought for march to its neighbours."""
        model = self.model
        if model.war and model.marched > 0:
            for source, target, seat in _marches(model.war[-1:]):
                self._arrow(canvas, (source, target), CUBES[self._colour(seat)], 1.7, model.marched)

    def _colour(self, seat: int) -> str:
        return self.model.seats[seat].colour

    def _arrow(self, canvas: Canvas, way: tuple[str, str], colour: Colour, times: float, grown: float = 1.0) -> None:
        """Draw an arrow from area to area, or that part of it which has grown by now."""
        start, end = (self._castle_at(canvas, area) for area in way)
        tail, tip = self._between(way, start, end)
        if math.dist(tail, tip) < canvas.px(SHORTEST_EM):
            tail, tip = _part(start, end, HIDDEN_SHARE), _part(end, start, HIDDEN_SHARE)
        tip = _part(tail, tip, LEAST_GROWN + (1 - LEAST_GROWN) * grown)
        shape = _arrow_shape(tail, tip, canvas.em * ARROW_EM * times)
        pygame.draw.polygon(canvas.surface, colour, shape)
        pygame.draw.lines(canvas.surface, on(colour), True, shape, max(1, canvas.px(0.09)))

    def _between(self, way: tuple[str, str], start: Point, end: Point) -> tuple[Point, Point]:
        """Return what of an arrow lies between what stands in the two areas: nothing of it is covered there."""
        leaving, entering = (self._stand[area].clipline(start, end) for area in way)
        return (leaving[1] if leaving else start), (entering[0] if entering else end)

    # Areas

    def _castle_at(self, canvas: Canvas, area: str) -> Point:
        """Return the middle of an area's castle, px."""
        entry = next(entry for entry in atlas().areas if entry.name == area)
        x, y = self.projection.point(entry.pieces)
        return x - canvas.px(2.4), y + canvas.px(0.3)

    def _castle_box(self, canvas: Canvas, area: str) -> pygame.Rect:
        """Return where an area's castle is drawn."""
        x, y = self._castle_at(canvas, area)
        box = pygame.Rect(0, 0, canvas.px(CASTLE_EM), canvas.px(CASTLE_EM))
        box.center = round(x), round(y)
        return box

    def _room(self, canvas: Canvas, castle: pygame.Rect) -> int:
        """Return how broad rows beside a castle may be, px: none leaves the board or covers a castle with its name."""
        most, high, name = canvas.px(ROW_EM), canvas.px(CHIP_EM), canvas.px(LABEL_EM)
        reach = pygame.Rect(castle.right, castle.top, most + canvas.px(FLAG_EM), 2 * high)
        ends = [self.rect.right]
        for one in self._castles.values():
            other = pygame.Rect(one.left, one.top - name, one.width, one.height + name)
            if other.left > castle.right and reach.colliderect(other):
                ends.append(other.left - canvas.px(FLAG_EM))
        return min(most, min(ends) - castle.right - canvas.px(0.2))

    def _area(self, canvas: Canvas, area: str, forecast: WarForecast | None) -> None:
        box = self._castles[area]
        if area in self._state.castles:
            self._castle(canvas, area, box, forecast)
        for group, plate in self._beside(canvas, area, box):
            self._group(canvas, group, plate)
        self._label(canvas, area, box)
        self._target(canvas, area, box, forecast)

    def _beside(self, canvas: Canvas, area: str, castle: pygame.Rect) -> Iterator[tuple[Group, pygame.Rect]]:
        """Yield the groups of pieces of an area with their boxes: in rows at the right of its castle."""
        groups = list(self._groups(area))
        rows = list(_rows(canvas, groups, self._room(canvas, castle))) if groups else []
        step = canvas.px(CHIP_EM)
        high = step * len(rows)
        top = min(max(castle.top + canvas.px(0.1), castle.centery - high // 2), self.rect.bottom - high)
        for number, row in enumerate(rows):
            left = castle.right + canvas.px(0.2)
            for group in row:
                box = pygame.Rect(left, top + number * step, _width(canvas, group), step)
                yield group, box
                left = box.right + canvas.px(0.12)

    def _standing(self, canvas: Canvas, area: str) -> pygame.Rect:
        """Return the box around castle, banner, name and pieces of an area."""
        castle = self._castles[area]
        flag, high = canvas.px(FLAG_EM), canvas.px(LABEL_EM)
        name = pygame.Rect(castle.left - flag, castle.top - high, castle.width + flag, high)
        return castle.unionall([name, *(box for _group, box in self._beside(canvas, area, castle))])

    def _label(self, canvas: Canvas, area: str, castle: pygame.Rect) -> None:
        pixels = canvas.px(SMALL)
        wide = texts.width(area, pixels, "Bold") + canvas.px(0.5)
        plate = pygame.Rect(castle.left - canvas.px(0.2), castle.top - canvas.px(LABEL_EM), wide, canvas.px(LABEL_EM))
        plate.clamp_ip(self.rect)
        canvas.plate(plate, PAPER, PAPER_EDGE, 0.2)
        canvas.small(area, plate, align="centre", weight="Bold")

    def _castle(self, canvas: Canvas, area: str, box: pygame.Rect, forecast: WarForecast | None) -> None:
        outcome = self._resolved.get(area)
        if outcome is None:
            image = pieces.castle(self._state.castles[area], box.width)
            canvas.surface.blit(image, box)
            if forecast is not None and self.model.shows_forecast:
                self._expected(canvas, area, box, forecast)
        elif outcome.winner is not None:
            flag = banner(self.model.seats[outcome.winner].clan, box.height)
            canvas.surface.blit(flag, flag.get_rect(midbottom=box.midbottom))

    def _expected(self, canvas: Canvas, area: str, box: pygame.Rect, forecast: WarForecast) -> None:
        """Put the banner of who would win at the castle; a gold ground says that the weighed answer decides that."""
        winner = forecast.of(area).winner
        changes = self._before is not None and self._before.of(area).winner != winner
        if changes:
            canvas.fill(pygame.Rect(box.left - canvas.px(0.75), box.top, canvas.px(1.3), canvas.px(1.9)), GOLD, 0.3)
        if winner is not None:
            flag = banner(self.model.seats[winner].clan, canvas.px(1.9))
            canvas.surface.blit(flag, (box.left - canvas.px(0.65), box.top))

    def _groups(self, area: str) -> Iterator[Group]:
        state, before = self._state, self.model.before
        for seat, player in enumerate(state.players):
            soldiers, daimyo = state.soldiers[area][seat], player.daimyo == area
            more = soldiers - before.soldiers[area][seat]
            if soldiers or daimyo or more:
                yield Group(seat, soldiers, more, daimyo, self._support(area, seat))

    def _support(self, area: str, seat: int) -> int:
        if self.model.war is None:
            return 0
        war = self.model.war if self.model.marched >= 1 else self.model.war[:-1]
        sent = (one.support for one in war if one.winner == seat and area in one.supported)
        fought = self.model.war[:-1] if self.model.war else ()
        return 0 if area in {one.area for one in fought} else sum(sent)

    def _group(self, canvas: Canvas, group: Group, plate: pygame.Rect) -> None:
        """Draw a group of pieces with their numbers."""
        clan = self.model.seats[group.seat].clan
        canvas.plate(plate, GOLD_PALE if group.more else PAPER_BRIGHT, VERMILION if group.more else PAPER_EDGE, 0.3)
        left, size = plate.left + canvas.px(0.1), canvas.px(1.4)
        for kind, words in _parts(group):
            drawn = {"soldier": pieces.soldier, "daimyo": pieces.daimyo}.get(kind)
            image = drawn(clan, size) if drawn else pieces.support(size)
            canvas.surface.blit(image, image.get_rect(midleft=(left, plate.centery)))
            left += canvas.px(1.3)
            if words:
                room = pygame.Rect(left, plate.top, canvas.px(0.62) * len(words) + canvas.px(0.15), plate.height)
                canvas.line(words, room, weight="Bold", align="centre")
                left += canvas.px(0.62) * len(words)

    def _target(self, canvas: Canvas, area: str, box: pygame.Rect, forecast: WarForecast | None) -> None:
        act = partial(self.controls.through, area) if area in self._offered() else None
        told = "\n".join(self._told(area, forecast))
        canvas.target(f"area-{area}", box, act, told, "7.1", group="areas")

    def _told(self, area: str, forecast: WarForecast | None) -> Iterator[str]:
        state, land = self._state, LANDS[area]
        yield _("{area} ({castle})").format(area=area, castle=of_data(land.castle))
        number = state.castles.get(area)
        if number is None:
            return
        order = number - PIECES.large_castles[0] + 1
        yield _("Two dice that sum to {n} lead here; it is number {order} of 11 in the war.").format(
            n=number, order=order
        )
        if state.counts.small_castles:
            sentence = ngettext(
                "The winner gets {n} point, the second gets {second}.",
                "The winner gets {n} points, the second gets {second}.",
                number,
            )
            yield sentence.format(n=number, second=small_castle(number))
        else:
            yield ngettext("The winner gets {n} point.", "The winner gets {n} points.", number).format(n=number)
        outcome = self._resolved.get(area) or (forecast.of(area) if forecast else None)
        if outcome is not None:
            yield self._outcome_told(outcome)

    def _outcome_told(self, outcome: AreaResolved) -> str:
        names = self.model.names
        if outcome.winner is None:
            return _("Nobody is there.")
        there = [(names[seat], outcome.strengths[seat]) for seat in outcome.fought]
        strengths = ", ".join(_("{name} {n}").format(name=name, n=strength) for name, strength in there)
        sentence = _("{name} won.") if self._resolved else _("If the war began now, {name} would win.")
        with_support = _("Strength with support: {strengths}.").format(strengths=strengths)
        told = sentence.format(name=names[outcome.winner]) + " " + with_support
        return f"{told} {self._tie_told()}" if outcome.is_tie else told

    def _tie_told(self) -> str:
        if self._resolved:
            return _("The higher katana decided.")
        return _("The higher katana decides: whoever has fewer pieces left is expected to take it.")

    def _notes(self, canvas: Canvas) -> None:
        """Explain the castles, and switch the forecast on and off as long as there is one."""
        x, y = self.projection.point(NOTES)
        box = pygame.Rect(round(x), round(y), self.rect.right - round(x), self.rect.bottom - round(y))
        box = box.inflate(-canvas.px(0.6), -canvas.px(0.4))
        model = self.model
        label = _("Forecast: on") if model.shows_forecast else _("Forecast: off")
        told = _("Banners at the castles: who would win if the war began now. Arrows: support that winners would send.")
        row = pygame.Rect(box.left, box.bottom - canvas.px(2.05), box.width, canvas.px(2.05))
        style: Style = "chosen" if model.shows_forecast else "plain"
        if model.war is None and not self._resolved:
            button(canvas, "forecast", row, label, self.controls.toggle_forecast, tooltip=told, style=style, why="7.6")
        words = _("A castle's number: the two dice that lead there, its turn in the war, its points.")
        note = pygame.Rect(box.left, box.top, box.width, row.top - box.top - canvas.px(0.2))
        canvas.paragraph(words, note, size=SMALL, colour=PAPER_BRIGHT)

    def _katana(self, canvas: Canvas) -> None:
        """Lay the katana that nobody has yet on the sea above Shuri."""
        held = [player.katana for player in self._state.players]
        left = [katana for katana in self._state.counts.katana if katana not in held]
        inset = self.projection.rect(atlas().inset)
        size = canvas.px(KATANA_EM)
        row = pygame.Rect(inset.left, inset.top - size - canvas.px(0.5), round(size * 1.7) * len(left), size)
        for number, katana in enumerate(left):
            canvas.surface.blit(pieces.katana(katana, size), (row.left + number * round(size * 1.7), row.top))
        note = pygame.Rect(row.left, row.top - canvas.px(3.0), canvas.px(KATANA_NOTE_EM), canvas.px(2.8))
        words = _("Who places everything first takes the highest katana. It wins ties.")
        canvas.paragraph(words, note, size=SMALL, colour=PAPER_BRIGHT)
        canvas.target("katana", row, None, _("Of equal strengths, and of equal points, the higher katana wins."), "3.2")


def _parts(group: Group) -> list[tuple[str, str]]:
    """Return the kinds of pieces in a group, each with its number; a changed number shows by how much."""
    parts = []
    if group.soldiers or group.more or not group.daimyo:
        changed = f" ({signed(group.more)})" if group.more else ""
        parts.append(("soldier", f"{group.soldiers}{changed}"))
    if group.daimyo:
        parts.append(("daimyo", ""))
    if group.support:
        parts.append(("support", str(group.support)))
    return parts


def _width(canvas: Canvas, group: Group) -> int:
    """Return how wide a group is drawn, px."""
    return sum(canvas.px(1.3) + canvas.px(0.62) * len(words) for _kind, words in _parts(group)) + canvas.px(CHIP_AIR_EM)


def _rows(canvas: Canvas, groups: Sequence[Group], room: int) -> Iterator[list[Group]]:
    """Yield groups in rows: so many side by side at most, and several only where there is room (px) for them."""
    row: list[Group] = []
    for group in groups:
        width = sum(_width(canvas, one) for one in (*row, group))
        if row and (len(row) == IN_A_ROW or width + canvas.px(0.12) > room):
            yield row
            row = []
        row.append(group)
    if row:
        yield row


def _marches(outcomes: Sequence[AreaResolved]) -> Iterator[tuple[str, str, int]]:
    """Yield from where to where support goes, and whose."""
    for outcome in outcomes:
        if outcome.winner is not None:
            yield from ((outcome.area, target, outcome.winner) for target in outcome.supported)


def _part(start: Point, end: Point, share: float) -> Point:
    """Return the point that lies so far on the way from one to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _arrow_shape(start: Point, end: Point, thick: float) -> list[Point]:
    """Return an arrow from one point to another."""
    across = end[0] - start[0], end[1] - start[1]
    tip = math.hypot(*across)
    along, side = (across[0] / tip, across[1] / tip), (-across[1] / tip, across[0] / tip)
    neck = max(0.0, tip - 2.2 * thick)
    corners = ((0.0, 0.3), (neck, 0.3), (neck, 1.0), (tip, 0.0), (neck, -1.0), (neck, -0.3), (0.0, -0.3))
    return [
        (start[0] + along[0] * far + side[0] * off * thick, start[1] + along[1] * far + side[1] * off * thick)
        for far, off in corners
    ]
