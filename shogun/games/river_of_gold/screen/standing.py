"""How everybody stands: a sheet over the game with the sources of all points, each with who is ahead by it."""

from collections.abc import Mapping

import pygame
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.river_of_gold.analysis.standing import Points, gained_in_play, standing
from shogun.games.river_of_gold.rules.events import PointsFrom
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.screen.panels.score_table import ScoreLine, draw_scores, final_lines, play_lines
from shogun.window.kit.drawing.banner import SeatLook
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.input_form import Form
from shogun.window.play.game_story import Story
from shogun.window.tower.backdrop import draw_backdrop

SHEET_EM = (74.0, 43.0)


class Known(Struct, frozen=True):
    """A game at a place of its story, as far as a viewer may know it, and what brought everybody's points."""

    view: View
    gained: Mapping[PointsFrom, Points]
    seats: tuple[SeatLook, ...]


def known_at(story: Story, place: int, view: View, seats: tuple[SeatLook, ...]) -> Known:
    """Return what there is to know at a place of a story."""
    steps = story.history.steps[:place]
    return Known(view, gained_in_play((event for step in steps for event in step.events), len(seats)), seats)


class StandingSheet(Panel):
    """The table of all sources."""

    name = "standing"

    def __init__(self, scene: "StandingScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        form = Form(canvas, self.rect, SHEET_EM, _("How everybody stands"))
        draw_scores(canvas, self.scene.known.seats, lines_of(self.scene.known), form.room())
        form.back("back", _("Back"), self.scene.escape)


def lines_of(known: Known) -> list[ScoreLine]:
    """Return the points that everybody has, and what would be added if the game ended now."""
    stands = standing(known.view)
    now, ended = _("Points gained while playing, by what brought them"), _("All together; more favor breaks a tie")
    added = tuple(total - play for total, play in zip(stands.total, stands.play, strict=True))
    at_end = [replace(line, is_part=True) for line in final_lines(stands, known.view.scoring)]
    return [
        ScoreLine("points", _("Points now"), stands.play, now, "12", is_total=True),
        *play_lines(known.gained),
        ScoreLine("", _("The end would add"), added, _("The final scoring as things lie now"), "12", is_total=True),
        *at_end,
        ScoreLine("", _("If it ended now"), stands.total, ended, "12.7", is_total=True),
    ]


class StandingScene(Scene):
    """Lies upon the game, which waits below."""

    def __init__(self, app: Application, known: Known) -> None:
        super().__init__(app)
        self.known = known
        self.panels = [StandingSheet(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Hide the game."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Go back to the game."""
        self.app.pop()
