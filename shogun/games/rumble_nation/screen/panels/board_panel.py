"""Board panel: castles and pieces on the map, the options there, and the forecast of the war."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import pygame

from shogun.base.by_identity import IdentityKey
from shogun.base.language import _, ngettext, of_data
from shogun.games.rumble_nation.analysis.hint import (
    Hold,
    WarForecast,
    expected_katana,
    holds,
    is_open,
    loose_katana,
    war_now,
)
from shogun.games.rumble_nation.rules.components import AREAS, LANDS, PIECES, small_castle
from shogun.games.rumble_nation.rules.state import AreaResolved, Deploy, Over, State
from shogun.games.rumble_nation.rules.war import fight, strength
from shogun.games.rumble_nation.screen import pieces
from shogun.games.rumble_nation.screen.atlas import area_at, atlas, fitted
from shogun.games.rumble_nation.screen.controls import RumbleControls
from shogun.games.rumble_nation.screen.map_picture import map_picture, outline
from shogun.games.rumble_nation.screen.panels.table_panel import Table
from shogun.games.rumble_nation.screen.piece_places import FLAG_EM, Group, Standing, arrow_between, standings
from shogun.games.rumble_nation.screen.play.model import RumbleModel, areas_of
from shogun.window.generic.pointing import PointingPanel
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import banner
from shogun.window.kit.drawing.projection import Point, Projection
from shogun.window.kit.drawing.theme import (
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
    text_colour_on,
)
from shogun.window.kit.layout import Places, column, part, row, share
from shogun.window.kit.widgets.button import Style, button

KATANA_EM, KATANA_STEP_EM = 1.9, 3.2
LOOSE = column(
    part(),
    part("note", wide=14.0, high=2.8),
    part("expected", wide=17.0, high=1.4),
    part("flags", wide=17.0, high=1.5),
    part("katana", wide=17.0, high=KATANA_EM),
    part(high=0.5),
)
"""Area above Shuri: the unclaimed katana, their purpose, and their expected owners."""
MARK_EM, LEGEND_MARK_EM = 1.15, 1.3
"""Height of the mark that shows how safe a castle is, and of the same in the legend."""
LEGEND = row(
    part("safe", wide=LEGEND_MARK_EM), part("safe words", wide=share(0.25)),
    part("hanging", wide=LEGEND_MARK_EM), part("hanging words", wide=share(0.47)),
    part("tie", wide=LEGEND_MARK_EM), part("tie words", wide=share(0.28)),
    gap=0.25,
)  # fmt: skip
EXPLAINED = column(part("note"), part("legend", high=1.3), part("forecast", high=2.05), gap=0.15, padding=(0.3, 0.1))
TABLE_CORNER = (1425.0, 795.0)
"""Lower right corner, in the map's units, of the open sea for dice and cards."""
NOTES = (1640.0, 1205.0)
"""Upper left corner, in the map's units, of the open sea for the legend."""
ARROW_EM = 0.5
MAP_EM = 60.0, 40.0
"""Size of a map on which everything is drawn at its normal size."""
MOST_ENLARGED = 1.3
MARCHING_EM, MARCH_STEP = 1.5, 0.12
"""Size of a moving support piece, and its distance to the one in front, as a share of the way."""
LEAST_GROWN = 0.5
"""Share of its way at which a growing arrow begins."""


class BoardPanel(PointingPanel):
    """Map with all pieces; dice and cards are on its sea."""

    name = "board"

    def __init__(self, model: RumbleModel, controls: RumbleControls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.table = Table(model, controls)
        self.scrolling = self.table.scrolling
        self.standings: dict[str, Standing] = {}
        """Layout of all pieces by area."""
        self.kept: tuple[pygame.Rect, ...] = ()
        """Rectangles without pieces: below dice and cards, the katana, and the legend."""
        self.em = 0
        """Text size of everything on the map, px."""
        self._state: State = model.view
        """State drawn: the view, after the previewed answer."""
        self._resolved: dict[str, AreaResolved] = {}
        """Outcomes of the war, as far as it has been shown."""
        self._before: WarForecast | None = None
        """Forecast of the war without the previewed answer."""
        self._holds: Mapping[str, Hold] = {}
        """Safety of each castle, as far as that is shown."""

    def shows(self) -> tuple[object, ...]:
        """Return the game, and the choice in progress."""
        model = self.model
        chosen = model.chosen, model.pointed, model.shown, model.is_held, model.through, model.shows_forecast
        return (
            IdentityKey(model.view),
            chosen,
            model.tumbling,
            model.prompt,
            model.thinking,
            model.war,
            model.share,
            model.question,
            model.result,
        )

    # Pointer

    def point_at(self, name: str) -> None:
        """Preview the answer at a place."""
        self.controls.point_at(self.table.answer_named(name))

    def clicked(self, position: tuple[int, int]) -> None:
        """Treat a click in an area as one on its castle; if a card waits to be seen, continue."""
        if self.model.is_held:
            self.controls.seen()
            return
        area = area_at(self.projection, position)
        if area in self._offered():
            self.controls.through(area)

    def needed(self) -> Sequence[pygame.Rect]:
        """Return the rectangles in the areas that the previewed answer changes."""
        return [box for area in self._golden() if area in self.standings for box in self.standings[area].boxes]

    @property
    def projection(self) -> Projection:
        """Projection of the map into the window."""
        return fitted(*self.rect.size).moved(*self.rect.topleft)

    def _offered(self) -> list[str]:
        """Return the areas of possible answers, in the order of the board."""
        offered = {area for move in self.model.ways for area in areas_of(move)}
        return [area for area in AREAS if area in offered]

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the map, the pieces and the table."""
        canvas.paint(lambda surface: surface.blit(map_picture(self.rect.size), self.rect))
        model = self.model
        self._state = model.weighed_state
        self._resolved = {outcome.area: outcome for outcome in self._decided()}
        large = canvas.enlarged(self._enlargement(canvas))
        self._light(large)
        forecast = war_now(self._state) if not self._resolved and model.war is None else None
        self._before = war_now(model.before)
        self._holds = holds(self._state, forecast) if forecast is not None and model.shows_forecast else {}
        groups = {area: tuple(self._groups(area)) for area in AREAS}
        self.em, self.kept = large.em, self._kept(large)
        self.standings = standings(large.em, self.projection, self.kept, groups)
        if forecast is not None and model.shows_forecast:
            self._arrows(large, forecast)
        for area in AREAS:
            self._area(large, area, forecast)
        self._war_arrows(large)
        self._notes(large)
        if forecast is not None:
            self._katana(large)
        self.table.draw(large, self.projection.before(self.rect, TABLE_CORNER))

    def _kept(self, canvas: Canvas) -> tuple[pygame.Rect, ...]:
        loose = canvas.places(LOOSE, self._above_shuri())
        return (
            self.projection.before(self.rect, TABLE_CORNER),
            self.projection.beyond(self.rect, NOTES),
            loose["expected"].unionall([loose["note"], loose["flags"], loose["katana"]]),
        )

    def _above_shuri(self) -> pygame.Rect:
        shuri, top, *_size = atlas().inset
        return self.projection.rect((shuri, 0.0, atlas().box[0] - shuri, top))

    def _enlargement(self, canvas: Canvas) -> float:
        """Return the enlargement of everything on the map, which a large map has room for."""
        room = min(self.rect.width / MAP_EM[0], self.rect.height / MAP_EM[1]) / canvas.em
        return min(MOST_ENLARGED, max(1.0, room))

    def _decided(self) -> Sequence[AreaResolved]:
        if self.model.war is not None:
            return self.model.decided
        return tuple(fight(self.model.view)) if isinstance(self.model.view.stage, Over) else ()

    def _light(self, canvas: Canvas) -> None:
        """Light the options, and more strongly areas that are previewed, just changed, or fought for.

        These are drawn last, so that their side of a shared border is visible.
        """
        golden = self._golden()
        lit = [(area, PAPER_BRIGHT) for area in self._offered() if area not in golden and not self.model.war]
        for area, colour in [*lit, *((area, GOLD) for area in golden)]:
            points = outline(area, (*self.rect.topleft, *self.rect.size))
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
        """Draw the expected support: broad arrows for gains by the previewed answer, thin ones for losses."""
        old = set(_marches(self._before.outcomes)) if self._before else set()
        new = set(_marches(forecast.outcomes))
        for source, target, seat in sorted(old - new):
            self._arrow(canvas, (source, target), mix(CUBES[self._colour(seat)], PAPER, 0.6), 0.35)
        for source, target, seat in sorted(new):
            is_new = (source, target, seat) not in old
            self._arrow(canvas, (source, target), CUBES[self._colour(seat)], 1.5 if is_new else 0.9)

    def _war_arrows(self, canvas: Canvas) -> None:
        """Move the support of the area that is fought for to its neighbors."""
        model = self.model
        if not model.war or model.marched <= 0:
            return
        for source, target, seat in _marches(model.war[-1:]):
            self._arrow(canvas, (source, target), CUBES[self._colour(seat)], 1.7, model.marched)
            if model.marched < 1:
                self._marching(canvas, (source, target), model.war[-1].support)

    def _marching(self, canvas: Canvas, way: tuple[str, str], number: int) -> None:
        """Draw support pieces one behind the other along their way."""
        start, end = (self.standings[area].castle.center for area in way)
        for place in range(number):
            come = max(0.0, self.model.marched - place * MARCH_STEP)
            x, y = _part(start, end, come)
            image = pieces.support(canvas.px(MARCHING_EM))
            canvas.surface.blit(image, image.get_rect(center=(round(x), round(y))))

    def _colour(self, seat: int) -> str:
        return self.model.seats[seat].colour

    def _arrow(self, canvas: Canvas, way: tuple[str, str], colour: Colour, times: float, grown: float = 1.0) -> None:
        """Draw an arrow from area to area, or the part of it that has grown so far."""
        tail, tip = arrow_between(way, self.standings, self.projection, canvas.em)
        tip = _part(tail, tip, LEAST_GROWN + (1 - LEAST_GROWN) * grown)
        shape = _arrow_shape(tail, tip, canvas.em * ARROW_EM * times)
        pygame.draw.polygon(canvas.surface, colour, shape)
        pygame.draw.lines(canvas.surface, text_colour_on(colour), True, shape, max(1, canvas.px(0.09)))

    # Areas

    def _area(self, canvas: Canvas, area: str, forecast: WarForecast | None) -> None:
        standing = self.standings[area]
        if area in self._state.castles:
            self._castle(canvas, area, standing, forecast)
        for group, plate in standing.groups:
            self._group(canvas, group, plate)
        canvas.plate(standing.name, PAPER, PAPER_EDGE, 0.2)
        canvas.small(area, standing.name, align="centre", weight="Bold")
        self._target(canvas, area, standing.castle.union(standing.banner), forecast)

    def _castle(self, canvas: Canvas, area: str, standing: Standing, forecast: WarForecast | None) -> None:
        outcome, box = self._resolved.get(area), standing.castle
        if outcome is None:
            canvas.image(pieces.castle(self._state.castles[area], box.width), box)
            if forecast is not None and self.model.shows_forecast:
                self._expected(canvas, area, standing, forecast)
        else:
            self._taken_castle(canvas, outcome, standing)

    def _taken_castle(self, canvas: Canvas, outcome: AreaResolved, standing: Standing) -> None:
        """Draw a castle with the winner's banner, and with the mark of a katana that decided."""
        canvas.image(pieces.castle(outcome.castle, standing.castle.width), standing.castle)
        if outcome.winner is None:
            return
        canvas.image(banner(self.model.seats[outcome.winner].clan, standing.banner.height), standing.banner)
        if outcome.is_tie:
            self._mark(canvas, "tie", standing)

    def _mark(self, canvas: Canvas, hold: Hold, standing: Standing) -> None:
        """Draw below a castle's banner how safe it is, or was."""
        corner = canvas.spot(canvas.within(standing.castle, -FLAG_EM, -0.25), MARK_EM, MARK_EM, ("start", "end"))
        canvas.image(_MARKS[hold](corner.height), corner)

    def _expected(self, canvas: Canvas, area: str, standing: Standing, forecast: WarForecast) -> None:
        """Draw the expected winner's banner at the castle, and below it how safe that is.

        A gold background means that the previewed answer decides it.
        """
        winner, box = forecast.of(area).winner, standing.banner
        changes = self._before is not None and self._before.of(area).winner != winner
        if changes:
            canvas.fill(box, GOLD, 0.3)
        if winner is not None:
            canvas.image(banner(self.model.seats[winner].clan, box.height), box)
            self._mark(canvas, self._holds[area], standing)

    def _groups(self, area: str) -> Iterator[Group]:
        state, before = self._state, self.model.before
        for seat, player in enumerate(state.players):
            soldiers, daimyo = state.soldiers[area][seat], player.daimyo == area
            more = soldiers - before.soldiers[area][seat]
            if soldiers or daimyo or more:
                yield Group(seat, soldiers, more, daimyo, self._support(area, seat))

    def _support(self, area: str, seat: int) -> int:
        """Return the support of a seat in an area: the current one, or if it has been resolved, the one then."""
        if (resolved := self._resolved.get(area)) is not None:
            return resolved.strengths[seat] - strength(self._state, area, seat)
        war = self.model.war or ()
        war = war if self.model.marched >= 1 else war[:-1]
        return sum(one.support for one in war if one.winner == seat and area in one.supported)

    def _group(self, canvas: Canvas, group: Group, plate: pygame.Rect) -> None:
        """Draw a group of pieces with their numbers."""
        clan = self.model.seats[group.seat].clan
        canvas.plate(plate, GOLD_PALE if group.more else PAPER_BRIGHT, VERMILION if group.more else PAPER_EDGE, 0.3)
        lengths = group.lengths()
        spots = iter(canvas.across(canvas.within(plate, 0.1, 0.0), *lengths, share())[:-1])
        for (kind, words), image_spot, room in zip(group.parts(), spots, spots, strict=True):
            drawn = {"soldier": pieces.soldier, "daimyo": pieces.daimyo}.get(kind)
            size = canvas.px(1.4)
            canvas.image(drawn(clan, size) if drawn else pieces.support(size), image_spot, "left")
            if words:
                canvas.line(words, room, weight="Bold", align="centre")

    def _target(self, canvas: Canvas, area: str, box: pygame.Rect, forecast: WarForecast | None) -> None:
        act = partial(self.controls.through, area) if area in self._offered() else None
        told = "\n".join(self._area_tooltip(area, forecast))
        leading = [move for move in self.model.moves if isinstance(move, Deploy) and move.area == area]
        chosen = leading == [self.model.chosen]  # with several, one leads to the next
        canvas.target(f"area-{area}", box, act, told, "7.1", group="areas", chosen=chosen)

    def _area_tooltip(self, area: str, forecast: WarForecast | None) -> Iterator[str]:
        state, land = self._state, LANDS[area]
        yield _("{area} ({castle})").format(area=area, castle=of_data(land.castle))
        number = state.castles.get(area)
        if number is None:
            return
        order = number - PIECES.large_castles[0] + 1
        yield _("Two dice that add up to {n} lead here; it is number {order} of 11 in the war.").format(
            n=number, order=order
        )
        if state.counts.small_castles:
            sentence = ngettext(
                "The winner scores {n} point, the second {second}.",
                "The winner scores {n} points, the second {second}.",
                number,
            )
            yield sentence.format(n=number, second=small_castle(number))
        else:
            yield ngettext("The winner scores {n} point.", "The winner scores {n} points.", number).format(n=number)
        outcome = self._resolved.get(area) or (forecast.of(area) if forecast else None)
        if outcome is not None:
            yield self._outcome_text(outcome)

    def _outcome_text(self, outcome: AreaResolved) -> str:
        names = self.model.names
        if outcome.winner is None:
            return _("Nobody is here.")
        there = [(names[seat], outcome.strengths[seat]) for seat in outcome.fought]
        strengths = ", ".join(_("{name} {n}").format(name=name, n=strength) for name, strength in there)
        sentence = _("{name} won.") if self._resolved else _("If the war began now, {name} would win.")
        with_support = _("Strength with support: {strengths}.").format(strengths=strengths)
        told = sentence.format(name=names[outcome.winner]) + " " + with_support
        return f"{told} {self._hold_text(outcome)}".strip()

    def _hold_text(self, outcome: AreaResolved) -> str:
        """Return how certain the winner of an area is, or the reason for the outcome."""
        assert outcome.winner is not None, "somebody wins it"
        if self._resolved:
            return _("The higher katana decided it.") if outcome.is_tie else ""
        winner = self.model.names[outcome.winner]
        if outcome.is_tie and is_open(self._state, outcome):
            return _("Tie: the higher katana wins it, probably {name}'s.").format(name=winner)
        if outcome.is_tie:
            return _("Tie: {name} has the higher katana.").format(name=winner)
        hold = self._holds.get(outcome.area)
        if hold == "tie":
            return _("Depends on a katana: the winner of an earlier tie sends support here.")
        return _HOLD_TEXTS[hold]() if hold else ""

    def _notes(self, canvas: Canvas) -> None:
        """Draw the legend of the castles, and the switch for the forecast while there is one."""
        places = canvas.places(EXPLAINED, self.projection.beyond(self.rect, NOTES))
        model = self.model
        label = _("Forecast: on") if model.shows_forecast else _("Forecast: off")
        told = ngettext(
            "Banners at the castles: who would win if the war began now. Arrows: support the winners would send, {n} "
            "per area. (O)",
            "Banners at the castles: who would win if the war began now. Arrows: support the winners would send, {n} "
            "per area. (O)",
            self._state.counts.support,
        ).format(n=self._state.counts.support)
        style: Style = "chosen" if model.shows_forecast else "plain"
        if model.war is None and not self._resolved:
            act = self.controls.toggle_forecast
            button(canvas, "forecast", places["forecast"], label, act, tooltip=told, style=style, why="7.6")
            if model.shows_forecast:
                self._legend(canvas, places["legend"])
        words = _("A castle's number: dice total, turn in the war, points.")
        canvas.paragraph(words, places["note"], size=SMALL, colour=PAPER_BRIGHT)

    def _legend(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Explain the marks below the banners."""
        places = canvas.places(LEGEND, box)
        words: Mapping[Hold, str] = {"safe": _("safe"), "hanging": _("by one"), "tie": _("tied")}
        for hold, told in words.items():
            canvas.image(_MARKS[hold](canvas.px(LEGEND_MARK_EM)), places[hold])
            canvas.small(told, places[f"{hold} words"], colour=PAPER_BRIGHT)
            place = places[hold].union(places[f"{hold} words"])
            canvas.target(f"legend-{hold}", place, None, _HOLD_TEXTS[hold](), "7.4", group="legend")

    def _katana(self, canvas: Canvas) -> None:
        """Draw the unclaimed katana on the sea above Shuri."""
        left = loose_katana(self._state)
        places = canvas.places(LOOSE, self._above_shuri())
        *spots, _sea = canvas.across(places["katana"], *(KATANA_STEP_EM,) * len(left), share())
        for katana, spot in zip(left, spots, strict=True):
            canvas.image(pieces.katana(katana, canvas.px(KATANA_EM)), spot, "left")
        words = _("The first player to run out takes the highest katana. Higher katana break ties.")
        canvas.paragraph(words, places["note"], size=SMALL, colour=PAPER_BRIGHT)
        told = _("The higher katana breaks ties, in strength and in points.")
        if spots:
            canvas.target("katana", spots[0].unionall(spots), None, told, "3.2")
        if len(left) > 1 and self.model.shows_forecast:
            self._expected_katana(canvas, left, places)

    def _expected_katana(self, canvas: Canvas, left: Sequence[int], places: Places) -> None:
        """Draw above each katana the banner of its expected owner, and explain it."""
        canvas.small(_("Katana now (smallest reserve first)"), places["expected"], colour=PAPER_BRIGHT)
        expected = expected_katana(self._state)
        *flags, _sea = canvas.across(places["flags"], *(KATANA_STEP_EM,) * len(left), share())
        for katana, flag in zip(left, flags, strict=True):
            seat = expected.index(katana)
            canvas.image(banner(self.model.seats[seat].clan, flag.height), flag, "left")
            told = _("{name} should get katana {n}: players with smaller reserves come first.")
            told = told.format(name=self.model.names[seat], n=katana)
            canvas.target(f"expected-{katana}", flag, None, told, "3.2", group="expected")


def _safe_text() -> str:
    return _("Secure: no single soldier in this area changes who would win it.")


def _hanging_text() -> str:
    return _("One soldier could turn it: one more for another player, or one fewer for the winner.")


def _tie_text() -> str:
    return _("Decided by katana: the strongest are tied, or support comes from a tie.")


_HOLD_TEXTS: Mapping[Hold, Callable[[], str]] = {"safe": _safe_text, "hanging": _hanging_text, "tie": _tie_text}
_MARKS: Mapping[Hold, Callable[[int], pygame.Surface]] = {
    "safe": pieces.safe_mark, "hanging": pieces.hanging_mark, "tie": pieces.tie_mark,
}  # fmt: skip
"""Pictures of a castle's safety, by height (px)."""


def _marches(outcomes: Sequence[AreaResolved]) -> Iterator[tuple[str, str, int]]:
    """Yield origin, target and owner of support that moves."""
    for outcome in outcomes:
        if outcome.winner is not None:
            yield from ((outcome.area, target, outcome.winner) for target in outcome.supported)


def _part(start: Point, end: Point, share: float) -> Point:
    """Return the point at a share of the way from one to another."""
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
