"""The board in its panel, and the tooltip of the province under the pointer, placed over the sea."""

from collections.abc import Sequence
from functools import partial

import pygame

from shogun.base.language import _
from shogun.games.shogun.analysis.plan_words import region_standing
from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.rules.questions import Choice
from shogun.games.shogun.rules.references import PROVINCE_RULE, question_rule
from shogun.games.shogun.screen.map.atlas import Viewport, atlas, fitted, square_of
from shogun.games.shogun.screen.map.board_view import BoardHighlights, BoardView
from shogun.games.shogun.screen.map.map_picture import Manner
from shogun.games.shogun.screen.map.painting.seasons import COLOURS
from shogun.games.shogun.screen.map.piece_places import USUAL_EM, writing_on
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.panels.province_tooltip import (
    MOST_EM,
    WIDE_EM,
    draw_leaders,
    draw_legend,
    draw_province_tooltip,
    explained_province,
)
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import SEASON_NAMES
from shogun.window.kit.drawing.canvas import Canvas, HitRegion
from shogun.window.kit.drawing.theme import GOLD, INK, PAPER_BRIGHT, TITLE, mix
from shogun.window.kit.input.focus import Direction, nearest
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import button

ZOOM = 1.25
"""Magnification of the map by one notch of the wheel."""
PROVINCES, PROVINCE = "provinces", "province-"
"""Keyboard group of all provinces, and the prefix of their names in it."""
PLACE_SHARE = 0.03
"""Size of the ring around a province, as a share of the panel's width."""
REST = 0.2
"""Seconds without zoom or pan before the map is repainted."""
LEAST_TARGET_EM = 2.0
REGION_RULE = "8.4"
BUTTON_EM = (6.6, 2.0)
SLICE = 0.008
"""Seconds of painting between two frames."""


class BoardPanel(Panel):
    """The map: clickable provinces are highlighted, and clicks are passed to the scene."""

    name = "board"
    zooms = True

    def __init__(self, model: Model, controls: Controls, view: BoardView) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.view = view
        self.em = USUAL_EM
        """Size of the window's text, px, which the map's text follows."""
        self._pointer = (0, 0)
        self._region: str | None = None
        """The region with its slip under the pointer."""
        self._focused: str | None = None
        """The province with the keyboard's focus."""
        self._moved = 0.0
        """Seconds since the last zoom or pan."""
        self._paints = True
        """True if any part of the map is visible."""
        self.is_still = False
        """True if the sea is still."""

    def place(self, rect: pygame.Rect) -> None:
        """Place the panel; another size makes the map repaint."""
        super().place(rect)
        self.view.resize(rect, writing_on(fitted(atlas(), rect).scale, self.em))

    # Zoom and pan

    def moved(self, x: float, y: float) -> None:
        """Pan with two fingers."""
        self.dragged(round(x), round(y))

    def wheel(self, notches: float) -> None:
        """Zoom at the pointer."""
        self.view.zoom(ZOOM**notches, self._pointer)
        self._look()

    def zoom(self, notches: int) -> None:
        """Zoom at the province with the keyboard's focus, or at the middle."""
        named = self._focused
        self.view.zoom(ZOOM**notches, self.view.anchor(named) if named else self.rect.center)
        self._look()

    def dragged(self, x: int, y: int) -> None:
        """Pan with the pointer."""
        self.view.pan(x, y)
        self._look()

    def show_all(self) -> None:
        """Show the whole map again."""
        self.view.viewport = Viewport()
        self._look()

    def _look(self) -> None:
        self._moved = 0.0

    def update(self, seconds: float) -> None:
        """Paint the visible part once the map has come to rest; no step takes long."""
        self._moved += seconds
        if self.is_still:
            self.view.calm()
        else:
            self.view.flow(seconds)
        if self._moved >= REST:
            self.view.settle()
        if self._paints:
            self.view.work(SLICE)

    @property
    def is_working(self) -> bool:
        """True if the map is being painted."""
        return self.view.is_working

    def finish(self) -> None:
        """Finish painting the map; this takes longer than a frame."""
        self.view.finish()

    def rule(self) -> str:
        """Return the rule for the province under the pointer, or for provinces in general."""
        question = self.model.question
        if question is not None and self.model.hovered in self.selectable():
            return question_rule(question)
        return PROVINCE_RULE

    def needed(self) -> Sequence[pygame.Rect]:
        """Return the provinces that are pointed at or chosen, and possible targets of a march."""
        lit, march = self.highlights(), self.model.march
        named = (lit.hovered, lit.selected, *lit.shown, *(lit.arrow or ()), *(march.question.targets if march else ()))
        return [self._place(name).rect for name in dict.fromkeys(named) if name in self.model.board.lands]

    # The keyboard

    def places(self) -> list[HitRegion]:
        """Return the controls over the map, and every province in play, beginning with the middle one."""
        provinces = [self._place(name) for name in self.model.board.lands]
        middle = pygame.Vector2(self.rect.center)
        return [*super().places(), *sorted(provinces, key=lambda place: middle.distance_to(place.rect.center))]

    def choosable(self) -> list[HitRegion]:
        """Return the provinces that react to a click."""
        return [place for place in self.places() if place.group == PROVINCES and place.enabled]

    def _place(self, name: str) -> HitRegion:
        side = round(self.rect.width * PLACE_SHARE)
        rect = pygame.Rect(0, 0, side, side)
        rect.center = self.view.anchor(name)
        act = partial(self.controls.click_province, name) if name in self.selectable() else None
        march = self.model.march
        is_target = march is not None and march.target == name
        return HitRegion(f"{PROVINCE}{name}", rect, act, group=PROVINCES, chosen=is_target)

    def neighbour(self, place: HitRegion, direction: Direction) -> HitRegion | None:
        """Return the province that an arrow key leads to across a border; no arrow key leads off the map.

        The connections don't depend on the map's scale, and they reach every province.
        """
        if place.group != PROVINCES:
            return super().neighbour(place, direction)
        here = place.name.removeprefix(PROVINCE)
        beside = [HitRegion(name, square_of(name), None) for name in sorted(self.model.board.neighbours[here])]
        found = nearest(square_of(here), beside, direction)
        return self._place(found.name) if found is not None else place

    def focused(self, name: str) -> None:
        """Point at the province with the keyboard's focus, and scroll it into view."""
        province = name.removeprefix(PROVINCE) if name.startswith(PROVINCE) else None
        if province is None and self._focused is not None:
            self.controls.point_at(None)
        self._focused = province
        if province is not None:
            self.controls.point_at(province)
            self._bring_into_sight(province)

    def _bring_into_sight(self, province: str) -> None:
        x, y = self.view.anchor(province)
        if not self.rect.inflate(-self.rect.width * 2 * PLACE_SHARE, -self.rect.height * 2 * PLACE_SHARE).collidepoint(
            x, y
        ):
            self.dragged(self.rect.centerx - x, self.rect.centery - y)

    # Drawing

    def shows(self) -> tuple[object, ...]:
        """Return the provinces with their highlights, the notes, and the current picture."""
        model = self.model
        lit = (model.hovered, model.pointed_clan, model.shown_arrow, model.shown_province, self._region)
        seen = (self.view.viewport, self.view.painted, model.by_owner, model.begun)
        return model.asked(), lit, model.danger, seen

    def draw(self, canvas: Canvas) -> None:
        """Draw the board and the tooltip of a province, or the legend."""
        self._paints = canvas.paints
        canvas.paint(lambda surface: self.view.draw(surface, self.model.view, self.highlights()))
        canvas.frame(self.rect.inflate(-canvas.px(0.24), -canvas.px(0.24)), GOLD, 0.0, 0.05)
        canvas.frame(self.rect, INK, 0.0, 0.12)
        self._explain_regions(canvas)
        self._offer_grounds(canvas)
        name = explained_province(self.model, self._selected())
        room = self._tooltip_room(canvas, name)
        if name:
            draw_province_tooltip(canvas, room, self.model, name)
        else:
            draw_legend(canvas, room, self.model)
        if self.model.begun is not None:
            self._announce(canvas, self.model.begun, room)

    def _announce(self, canvas: Canvas, season: Season, told: pygame.Rect) -> None:
        """Announce the season on a slip at the upper edge: in the middle, or next to the tooltip."""
        edge = canvas.within(self.rect, 0.6, 1.0)
        spots = [canvas.spot(edge, 14.0, 3.0, (across, "start")) for across in ("middle", "end", "start")]
        rect = next((spot for spot in spots if not spot.colliderect(told)), spots[0])
        canvas.plate(rect, PAPER_BRIGHT, mix(COLOURS[season][1], INK, 0.3), 0.4, 0.2)
        canvas.line(_(SEASON_NAMES[season]), rect, size=TITLE * 0.8, weight="Bold", align="centre")

    def _offer_grounds(self, canvas: Canvas) -> None:
        """Draw the button that switches between owners and regions in the lower right corner, over the sea."""
        rect = canvas.spot(canvas.within(self.rect, 0.5), *BUTTON_EM, at=("end", "end"))
        label = _("Regions") if self.model.by_owner else _("Owners")
        told = _("Color the map by region (O)") if self.model.by_owner else _("Color the map by owner (O)")
        button(canvas, "map-grounds", rect, label, self.controls.change_grounds, tooltip=told)

    def _explain_regions(self, canvas: Canvas) -> None:
        """Explain at each slip who leads in its region."""
        model, high = self.model, canvas.px(LEAST_TARGET_EM)
        for region, slip in self.view.slips().items():
            place = slip.inflate(0, max(0, high - slip.height)).clamp(self.rect)
            told = region_standing(model.board, model.view, model.names, region)
            canvas.target(f"region-{region}", place, None, told, REGION_RULE, group="regions")
            draw_leaders(canvas, slip, region, model)

    def _tooltip_room(self, canvas: Canvas, province: str | None) -> pygame.Rect:
        """Return the tooltip's place: in the upper left, usually over the sea, or opposite if it would hide more there.

        Hiding the province itself counts most, then other highlights: a march's target, or possible targets.
        """
        room, needed = canvas.within(self.rect, 0.6), self.needed() if province else ()
        left, right = (canvas.spot(room, WIDE_EM, MOST_EM, (across, "start")) for across in ("start", "end"))

        def hidden(rect: pygame.Rect) -> tuple[bool, int]:
            around = canvas.within(rect, -0.6)
            hides_it = province is not None and around.collidepoint(self.view.anchor(province))
            return hides_it, len(around.collidelistall(needed))

        return min((left, right), key=hidden)

    def highlights(self) -> BoardHighlights:
        """Return the current highlights."""
        model = self.model
        arrow = model.shown_arrow
        if model.march and model.march.target:
            arrow = (model.march.question.source, model.march.target)
        return BoardHighlights(
            selectable=frozenset(self.selectable()),
            selected=self._selected(),
            hovered=model.hovered,
            shown=self._shown(),
            arrow=arrow,
            planned=model.planned(),
            manner=Manner(by_owner=model.by_owner, season=model.view.season),
        )

    def _shown(self) -> tuple[str, ...]:
        """Return the provinces that are pointed at together (a region or a clan's), or those that a task is about."""
        if self._region:
            return tuple(self.model.board.regions[self._region])
        clan = self.model.pointed_clan
        return self.model.aimed if clan is None else tuple(self.model.view.owned(clan))

    def selectable(self) -> list[str]:
        """Return the provinces that react to a click."""
        model = self.model
        if model.march:
            return list(model.march.question.targets)
        if model.plan:
            return [card for card in model.plan.question.cards if isinstance(card, str)]
        if isinstance(model.question, Choice):
            return [move.province for move in model.question.moves if hasattr(move, "province")]
        return []

    def _selected(self) -> str | None:
        model = self.model
        if model.plan and isinstance(model.plan.card, str):
            return model.plan.card
        if model.march:
            return model.march.question.source
        if isinstance(model.question, Choice):
            return model.question.subject
        return model.shown_province

    def pointed(self, position: tuple[int, int]) -> None:
        """Tell the scene which province the pointer is over."""
        self._pointer = position
        self.controls.point_at(self.view.province_at(position))
        slips = self.view.slips()
        self._point_at_region(next((region for region in slips if slips[region].collidepoint(position)), None))

    def left(self) -> None:
        """Tell the scene that the pointer has left the provinces."""
        self.controls.point_at(None)
        self._point_at_region(None)

    def _point_at_region(self, region: str | None) -> None:
        """Highlight all provinces of the region with its slip under the pointer."""
        if region != self._region:
            self._region = region

    def clicked(self, position: tuple[int, int]) -> None:
        """Tell the scene which province was clicked, if it reacts to clicks."""
        province = self.view.pick(position)
        if province is not None and province in self.selectable():
            self.controls.click_province(province)
