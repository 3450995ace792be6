"""The list of the tutorial's chapters: each can be begun at any time, the finished ones are marked."""

from collections.abc import Callable
from functools import partial

import pygame

from shogun.base.language import _
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.game.lessons.course import Course
from shogun.window.kit.backdrop import draw_backdrop
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application, Scene
from shogun.window.kit.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER, PAPER_BRIGHT, PAPER_EDGE, VERMILION
from shogun.window.kit.told import told
from shogun.window.kit.widgets.button import Style, button
from shogun.window.play.routes import ToBegunGame
from shogun.window.play.start import ERRORS, agreed_header

WIDE_EM, HIGH_EM = 48, 12.5
"""Width of the sheet, and its height without the chapters."""
ROW_EM, STEP_EM = 4.6, 5.2
SEAL_EM = 3.0
FIRST_EM = 15.0
NUMERALS = "一二三四五"


class LessonsPanel(Panel):
    """A row for each chapter."""

    name = "lessons"

    def __init__(self, scene: "LessonsScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        course = self.scene.course
        high = canvas.px(HIGH_EM + len(course.chapters) * STEP_EM)
        sheet = pygame.Rect(0, 0, canvas.px(WIDE_EM), high)
        sheet.center = self.rect.center
        canvas.sheet(sheet, PAPER)
        inner = sheet.inflate(-canvas.px(3), -canvas.px(2))
        canvas.line(
            self.scene.title(), pygame.Rect(inner.left, inner.top, inner.width, canvas.px(2.4)), size=2, weight="Bold"
        )
        note = pygame.Rect(inner.left, inner.top + canvas.px(2.5), inner.width, canvas.px(1.6))
        canvas.line(course.note, note, colour=INK_SOFT)
        for number, chapter in enumerate(course.chapters):
            top = inner.top + canvas.px(5) + number * canvas.px(STEP_EM)
            self._row(canvas, pygame.Rect(inner.left, top, inner.width, canvas.px(ROW_EM)), number, chapter)
        self._foot(canvas, pygame.Rect(inner.left, inner.bottom - canvas.px(2.8), inner.width, canvas.px(2.8)))

    def _row(self, canvas: Canvas, row: pygame.Rect, number: int, chapter: Chapter) -> None:
        scene = self.scene
        is_next = chapter is scene.next_chapter()
        lit = is_next or canvas.hovers(row)
        canvas.plate(row, GOLD_PALE if lit else PAPER_BRIGHT, INDIGO if lit else PAPER_EDGE, 0.3, 0.12 if lit else 0.08)
        seal = pygame.Rect(0, 0, canvas.px(SEAL_EM), canvas.px(SEAL_EM))
        seal.midleft = (row.left + canvas.px(0.8), row.centery)
        canvas.fill(seal, VERMILION, 0.4)
        canvas.line(NUMERALS[number], seal, size=1.9, align="centre", colour=PAPER_BRIGHT, weight="Bold")
        left = seal.right + canvas.px(1)
        state = pygame.Rect(row.right - canvas.px(7.5), row.top, canvas.px(6.7), row.height)
        title = pygame.Rect(left, row.top + canvas.px(0.5), state.left - left, canvas.px(1.9))
        canvas.line(_(chapter.title), title, size=1.3, weight="Bold")
        below = pygame.Rect(left, title.bottom - canvas.px(0.1), state.left - left, canvas.px(1.6))
        canvas.line(_(chapter.summary), below, colour=INK_SOFT)
        if chapter.name in scene.finished:
            canvas.line(_("finished"), state, align="right", weight="Italic", colour=INDIGO)
        tooltip = _("Play this chapter again") if chapter.name in scene.finished else _("Begin this chapter")
        canvas.target(f"lesson-{number + 1}", row, partial(scene.begin, chapter), tooltip)

    def _foot(self, canvas: Canvas, box: pygame.Rect) -> None:
        back = pygame.Rect(box.left, box.top, canvas.px(10), box.height)
        button(canvas, "back", back, _("Back"), self.scene.escape, size=1.2)
        rules = back.move(canvas.px(10.6), 0)
        button(canvas, "rules", rules, _("Rules"), self.scene.explain, size=1.2)
        first = pygame.Rect(box.right - canvas.px(FIRST_EM), box.top, canvas.px(FIRST_EM), box.height)
        style: Style = "plain" if self.scene.next_chapter() else "primary"
        told = self.scene.course.first_note
        label = _("Play your first game")
        button(canvas, "first-game", first, label, self.scene.play_first_game, style=style, tooltip=told, size=1.2)
        rest = pygame.Rect(rules.right + canvas.px(1), box.top, first.left - rules.right - canvas.px(2), box.height)
        canvas.paragraph(self.scene.message, rest, size=0.92, colour=VERMILION)


class LessonsScene(Scene):
    """The chapters."""

    def __init__(self, app: Application, course: Course, lesson: Callable[[Application, Chapter], Scene]) -> None:
        """Show the list; `lesson` makes the scene of a chapter."""
        super().__init__(app)
        self.course = course
        self.game_code = course.game.code
        self._lesson = lesson
        self.message = ""
        """Why the first game could not begin."""
        self.panels = [LessonsPanel(self)]

    @property
    def finished(self) -> list[str]:
        """The names of the chapters that were finished."""
        return self.app.settings.lessons

    def title(self) -> str:
        """Return what is learnt; where there are several games, which one."""
        if len(self.app.options.entries) == 1:
            return _("Learn to play")
        return _("Learn to play {game}").format(game=self.course.game.title)

    def next_chapter(self) -> Chapter | None:
        """Return the first chapter that was not finished yet."""
        return next((chapter for chapter in self.course.chapters if chapter.name not in self.finished), None)

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def begin(self, chapter: Chapter) -> None:
        """Begin a chapter."""
        self.app.replace(self._lesson(self.app, chapter))

    def play_first_game(self) -> None:
        """Begin a game that one can win; what goes wrong is said on the sheet."""
        course = self.course
        try:
            self.app.go(ToBegunGame(agreed_header(course.game, course.first_game())))
        except ERRORS as error:
            self.message = told(error)
            self.changed()

    def escape(self) -> None:
        """Return to the menu."""
        self.app.pop()
