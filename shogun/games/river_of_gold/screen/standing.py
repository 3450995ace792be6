"""Overview of the points: a sheet over the game with all sources, each with its leader."""

from collections.abc import Mapping
from functools import partial
from typing import Literal

import pygame
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.river_of_gold.analysis.hint import Points, gained_in_play, standing
from shogun.games.river_of_gold.rules.events import PointsFrom
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.screen.panels.score_table import Head, draw_scores
from shogun.games.river_of_gold.screen.panels.tableau import draw_cards, draw_tableau
from shogun.games.river_of_gold.screen.play.score_lines import ScoreLine, final_lines, play_lines
from shogun.window.generic.panels import SeatActs
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import SeatLook, banner
from shogun.window.kit.drawing.theme import INK_SOFT
from shogun.window.kit.layout import share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.entry import Form
from shogun.window.play.game_story import Story
from shogun.window.tower.menu_picture import draw_backdrop

Page = Literal["points", "tableaus", "discards"]
PAGES: tuple[Page, ...] = ("points", "tableaus", "discards")
DISCARD_COLUMNS = 4
SHEET_EM = (76.0, 44.0)


class Known(Struct, frozen=True):
    """Game at a place of its story, as far as a viewer may know it, with the sources of everybody's points."""

    view: View
    gained: Mapping[PointsFrom, Points]
    seats: tuple[SeatLook, ...]


def known_at(story: Story, place: int, view: View, seats: tuple[SeatLook, ...]) -> Known:
    """Return the game at a place of a story."""
    steps = story.history.steps[:place]
    return Known(view, gained_in_play((event for step in steps for event in step.events), len(seats)), seats)


class StandingSheet(Panel):
    """Sheet with three pages: points by source, everybody's tableau, and the discard pile."""

    name = "standing"
    is_sheet = True

    def __init__(self, scene: "StandingScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        scene = self.scene
        form = Form(canvas, self.rect, SHEET_EM, _("Scores so far"))
        tabs = canvas.columns(form.whole_row(), len(PAGES), 0.5)
        for page, tab in zip(PAGES, tabs, strict=True):
            style: Style = "chosen" if page == scene.page else "plain"
            act = partial(scene.turn_to, page)
            button(canvas, f"page-{page}", tab, page_title(page, scene.known.view), act, style=style, group="pages")
        self._page(canvas, form.room())
        form.back("back", _("Back"), scene.escape)

    def _page(self, canvas: Canvas, box: pygame.Rect) -> None:
        known, page = self.scene.known, self.scene.page
        if page == "points":
            draw_scores(canvas, known.seats, lines_of(known), box, self.scene.head)
        elif page == "tableaus":
            for seat, room in enumerate(canvas.columns(box, len(known.seats), 0.6)):
                canvas.sheet(room)
                name, tableau = canvas.down(canvas.within(room, 0.5, 0.4), 2.3, share(), gap=0.3)
                name = canvas.put(banner(known.seats[seat].clan, canvas.px(1.9)), name, gap=0.2)
                canvas.line(known.seats[seat].name, name, weight="Bold", size=1.1)
                draw_tableau(canvas, known.view, seat, tableau)
        elif known.view.discards:
            draw_cards(canvas, known.view.discards[::-1], box, "discard", DISCARD_COLUMNS)
        else:
            canvas.line(_("No customers have been discarded yet."), box, align="centre", colour=INK_SOFT)


def page_title(page: Page, view: View) -> str:
    """Return the label of a page's button."""
    if page == "points":
        return _("Points")
    return _("Tableaus") if page == "tableaus" else _("Discard pile ({n})").format(n=len(view.discards))


def lines_of(known: Known) -> list[ScoreLine]:
    """Return everybody's points, and what would be added if the game ended now."""
    stands = standing(known.view)
    now, ended = _("Points scored during the game, by source"), _("Total; more favor breaks ties")
    added = tuple(total - play for total, play in zip(stands.total, stands.play, strict=True))
    at_end = [replace(line, is_part=True) for line in final_lines(stands, known.view.scoring)]
    return [
        ScoreLine("points", _("Points now"), stands.play, now, "12", is_total=True),
        *play_lines(known.gained),
        ScoreLine(
            "", _("Final scoring would add"), added, _("Final scoring from the current position"), "12", is_total=True
        ),
        *at_end,
        ScoreLine("", _("If the game ended now"), stands.total, ended, "12.7", is_total=True),
    ]


class StandingScene(Scene):
    """Scene on top of the game, which waits below."""

    def __init__(self, app: Application, known: Known, seats: SeatActs | None = None) -> None:
        """Show a known game; `seats` allows changes of players."""
        super().__init__(app)
        self.known = known
        self.seats = seats
        self.page: Page = "points"
        self.panels = [StandingSheet(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Lay out the sheet, and hide the game."""
        self.panels[0].place(area)

    def turn_to(self, page: Page) -> None:
        """Show another page."""
        self.page = page
        self.changed()

    def head(self, seat: int) -> Head:
        """Return the act and the tooltip of a player's name."""
        if self.seats is None:
            return None, self.known.seats[seat].name
        return partial(self.change_seat, seat), self.seats.tooltip(seat)

    def change_seat(self, seat: int) -> None:
        """Go back to the game, and ask there who plays a seat."""
        self.escape()
        assert self.seats is not None, "only who has some offers it"
        self.seats.open_menu(seat)

    def escape(self) -> None:
        """Go back to the game."""
        self.app.pop()
