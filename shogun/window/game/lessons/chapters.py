"""List of the tutorial's chapters, which can be started in any order; completed ones are marked."""

from collections.abc import Callable
from functools import partial

import pygame
from msgspec.structs import replace

from shogun.base.language import _
from shogun.window.game.lessons.chapter import Chapter, Curriculum
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import (
    INDIGO,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    VERMILION,
    edge_of,
    paper_of,
)
from shogun.window.kit.layout import Places, column, part, row, share
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import Style, button
from shogun.window.play.routes import ToBegunGame
from shogun.window.play.start import ERRORS, agreed_header, named_people
from shogun.window.tower.menu_picture import draw_backdrop

WIDE_EM, HIGH_EM = 48, 12.5
"""Width of the sheet, and its height without the chapters."""
ROW_EM, ROW_GAP_EM = 4.6, 0.6
SHEET = column(
    part("title", high=2.4),
    part("note", high=1.6),
    part(high=1.0),
    part("chapters"),
    part("foot", high=2.8),
    padding=(1.5, 1.0),
)
CHAPTER = row(
    column(part("seal", high=3.0), wide=3.0, justify="middle"),
    column(part("title", high=1.9), part("summary", high=1.6), justify="middle"),
    part("state", wide=6.7),
    gap=0.9, padding=(0.8, 0.0),
)  # fmt: skip
FOOT = row(part("back", wide=10.0), part("rules", wide=10.0), part("told"), part("first", wide=15.0), gap=0.6)
NUMERALS = "一二三四五"


class LessonsPanel(ScenePanel["LessonsScene"]):
    """Sheet with a row for each chapter."""

    name = "lessons"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        course = self.scene.course
        count = len(course.chapters)
        sheet = canvas.spot(self.rect, WIDE_EM, HIGH_EM + count * (ROW_EM + ROW_GAP_EM))
        canvas.sheet(sheet, PAPER)
        places = canvas.places(SHEET, sheet)
        canvas.line(self.scene.title(), places["title"], size=2, weight="Bold")
        canvas.line(course.note, places["note"], colour=INK_SOFT)
        *rects, _rest = canvas.down(places["chapters"], *(ROW_EM,) * count, share(), gap=ROW_GAP_EM)
        for number, (chapter, rect) in enumerate(zip(course.chapters, rects, strict=True)):
            self._chapter(canvas, rect, number, chapter)
        self._foot(canvas, canvas.places(FOOT, places["foot"]))

    def _chapter(self, canvas: Canvas, box: pygame.Rect, number: int, chapter: Chapter) -> None:
        scene = self.scene
        is_next = chapter is scene.next_chapter()
        lit = is_next or canvas.hovers(box)
        canvas.plate(box, paper_of(lit=lit), edge_of(lit=lit), 0.3, 0.12 if lit else 0.08)
        places = canvas.places(CHAPTER, box)
        canvas.fill(places["seal"], VERMILION, 0.4)
        canvas.line(NUMERALS[number], places["seal"], size=1.9, align="centre", colour=PAPER_BRIGHT, weight="Bold")
        canvas.line(_(chapter.title), places["title"], size=1.3, weight="Bold")
        canvas.line(_(chapter.summary), places["summary"], colour=INK_SOFT)
        is_finished = chapter.name in scene.finished
        if is_finished:
            canvas.line(_("finished"), places["state"], align="right", weight="Italic", colour=INDIGO)
        tooltip = _("Play this chapter again") if is_finished else _("Start this chapter")
        canvas.target(f"lesson-{number + 1}", box, partial(scene.begin, chapter), tooltip, begins=is_next)

    def _foot(self, canvas: Canvas, places: Places) -> None:
        button(canvas, "back", places["back"], _("Back"), self.scene.escape, size=1.2)
        button(canvas, "rules", places["rules"], _("Rules"), self.scene.explain, size=1.2)
        is_next = self.scene.next_chapter() is None
        style: Style = "primary" if is_next else "plain"
        told = self.scene.course.first_note
        label = _("Play your first game")
        act = self.scene.play_first_game
        button(canvas, "first-game", places["first"], label, act, style=style, tooltip=told, size=1.2, begins=is_next)
        canvas.paragraph(self.scene.message, places["told"], size=0.92, colour=VERMILION)


class LessonsScene(Scene):
    """Scene with the list of chapters."""

    def __init__(self, app: Application, course: Curriculum, lesson: Callable[[Application, Chapter], Scene]) -> None:
        """Show the list; `lesson` makes the scene of a chapter."""
        super().__init__(app)
        self.course = course
        self.game_code = course.game.code
        self.lesson = lesson
        self.pointed_out = ""
        """Name of the chapter that is pointed out; empty for none."""
        self.message = ""
        """Reason why the first game could not start."""
        self.panels = [LessonsPanel(self)]

    @property
    def finished(self) -> list[str]:
        """Names of the completed chapters."""
        return self.app.settings.lessons

    def title(self) -> str:
        """Return the title; with several games, it names the game."""
        if len(self.app.options.entries) == 1:
            return _("Learn to play")
        return _("Learn to play {game}").format(game=self.course.game.title)

    def next_chapter(self) -> Chapter | None:
        """Return the chapter that is pointed out, or else the first one that isn't complete."""
        chapters = self.course.chapters
        wanted = (one for one in chapters if one.name == self.pointed_out)
        return next(wanted, None) or next((one for one in chapters if one.name not in self.finished), None)

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def begin(self, chapter: Chapter) -> None:
        """Start a chapter."""
        self.app.replace(self.lesson(self.app, chapter))

    def play_first_game(self) -> None:
        """Start an easy game; errors are shown on the sheet."""
        course = self.course
        try:
            agreed = course.first_game()
            seats = named_people(agreed.seats, self.app.settings.new_games, self.app.options.person)
            self.app.go(ToBegunGame(agreed_header(course.game, replace(agreed, seats=seats))))
        except ERRORS as error:
            self.message = error_text(error)
            self.changed()

    def escape(self) -> None:
        """Return to the menu."""
        self.app.pop()
