"""The bar on top while the past is looked at: what happened, the whole game as a line of time, and the way back."""

from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.icons import Palette
from shogun.window.kit.panel import Panel
from shogun.window.kit.text import width
from shogun.window.kit.theme import GOLD, GOLD_PALE, INK, PAPER_BRIGHT, VERMILION, mix
from shogun.window.kit.widgets.button import face
from shogun.window.kit.widgets.icon import put_icon
from shogun.window.play.log import StoryPart
from shogun.window.play.story import Story

GROUND = mix(VERMILION, INK, 0.62)
"""Not the colour of the bar in a game: nobody may take the past for the present."""
TITLE_EM = 11.0
BUTTON_EM = 2.2
GAP_EM = 0.35
LINE_EM = 25.0
CHAPTER_EM = 1.25
TICK = mix(GROUND, PAPER_BRIGHT, 0.6)
ON_BAR = Palette(PAPER_BRIGHT, GROUND, GOLD)


class PastReader(Protocol):
    """The history's scene as this bar knows it."""

    story: Story
    place: int
    is_playing: bool
    moment: str
    """Year and season at this place."""
    sentence: str
    """What happened last at this place."""
    back_label: str
    """Where the way back leads."""
    notice: str
    """What is to be known of the game; usually nothing."""

    def go_to(self, place: int) -> None:
        """Show the game as it was at a place."""

    def step(self, direction: int) -> None:
        """Go to the step after this one (1) or before it (-1)."""

    def turn_chapter(self, direction: int) -> None:
        """Go to the season after this one (1) or before it (-1)."""

    def toggle_playing(self) -> None:
        """Let the game go by, or stop it."""

    def leave(self) -> None:
        """Go back to where one came from."""


class HistoryBar(Panel):
    """Stands in the place of the game's bar."""

    name = "prompt"

    def __init__(self, reader: PastReader) -> None:
        super().__init__()
        self.reader = reader
        self._line = pygame.Rect()
        self._pointer = (0, 0)
        self._is_held = self._is_dragged = False

    # The line of time

    def pointed(self, position: tuple[int, int]) -> None:
        """Follow the pointer while it draws the mark along."""
        self._pointer = position
        if self._is_held and self._is_dragged:
            self._seek()
        elif not self._is_dragged:
            self._is_held = False
        self._is_dragged = False

    def dragged(self, _x: int, _y: int) -> None:
        """Notice that a button is held down."""
        self._is_dragged = True

    def left(self) -> None:
        """Let the mark go."""
        self._is_held = False

    def wheel(self, notches: int) -> None:
        """Go a step back or on."""
        self.reader.step(-1 if notches > 0 else 1)

    def _press_line(self) -> None:
        """Go to the place under the pointer; by the keyboard, let the game go by or stop it."""
        if self._line.inflate(2 * self._line.height, 0).collidepoint(self._pointer):
            self._is_held = True
            self._seek()
        else:
            self.reader.toggle_playing()

    def _seek(self) -> None:
        last = self.reader.story.last
        share = (self._pointer[0] - self._line.left) / max(1, self._line.width)
        self.reader.go_to(min(max(0, round(share * last)), last))

    def _x(self, place: int) -> int:
        return self._line.left + round(self._line.width * place / max(1, self.reader.story.last))

    # Drawing

    def shows(self) -> tuple[object, ...]:
        """Return where the past is looked at, and whether it goes by."""
        reader = self.reader
        return reader.place, reader.is_playing, reader.moment, reader.sentence, reader.notice, reader.story.last

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar."""
        canvas.fill(self.rect, GROUND)
        right = self._way_back(canvas)
        right = self._buttons(canvas, right)
        box = pygame.Rect(0, self.rect.top, canvas.px(LINE_EM), self.rect.height)
        box.right = right - canvas.px(0.9)
        self._draw_line(canvas, box)
        self._words(canvas, box.left - canvas.px(1.0))

    def _words(self, canvas: Canvas, right: int) -> None:
        left = self.rect.left + canvas.px(0.8)
        upper = pygame.Rect(left, self.rect.top + canvas.px(0.1), canvas.px(TITLE_EM), canvas.px(1.3))
        canvas.line(self.reader.moment, upper, size=1.25, weight="Bold", colour=GOLD_PALE)
        story = self.reader.story
        words = _("Looking back: step {n} of {all}").format(n=self.reader.place, all=story.last)
        lower = pygame.Rect(left, upper.bottom, upper.width, canvas.px(1.75))
        canvas.small(words, lower, colour=PAPER_BRIGHT)
        room = pygame.Rect(upper.right + canvas.px(0.4), self.rect.top + canvas.px(0.2), 0, self.rect.height)
        room.width, room.height = right - room.left, self.rect.height - canvas.px(0.4)
        if self.reader.notice:
            upper = pygame.Rect(room.left, room.top, room.width, room.height // 2)
            canvas.small(self.reader.notice, upper, colour=GOLD_PALE)
            room.height -= upper.height
            room.top = upper.bottom
        if width(self.reader.sentence, canvas.px(1.1)) <= room.width:
            canvas.line(self.reader.sentence, room, size=1.1, colour=PAPER_BRIGHT)
        else:
            canvas.paragraph(self.reader.sentence, room, colour=PAPER_BRIGHT)

    def _draw_line(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the seasons with their pictures, how far one has come, and the mark."""
        self._line = box.inflate(-canvas.px(0.9), 0)
        rail = pygame.Rect(self._line.left, box.bottom - canvas.px(1.0), self._line.width, canvas.px(0.3))
        canvas.fill(rail, TICK, 0.15)
        mark = self._x(self.reader.place)
        canvas.fill(pygame.Rect(rail.left, rail.top, mark - rail.left, rail.height), GOLD, 0.15)
        for number, chapter in enumerate(self.reader.story.chapters):
            self._chapter(canvas, chapter, number, rail)
        knob = pygame.Rect(0, 0, canvas.px(0.7), canvas.px(1.3))
        knob.center = (mark, rail.centery)
        canvas.plate(knob, PAPER_BRIGHT, INK, 0.25)
        tooltip = _("Click or draw along to go to any moment; the wheel and the arrow keys go step by step")
        canvas.target("timeline", box, self._press_line, tooltip, turn=self.reader.step)

    def _chapter(self, canvas: Canvas, chapter: StoryPart, number: int, rail: pygame.Rect) -> None:
        chapters, story = self.reader.story.chapters, self.reader.story
        x = self._x(chapter.place)
        end = self._x(chapters[number + 1].place if number + 1 < len(chapters) else story.last)
        pygame.draw.line(
            canvas.surface, TICK, (x, rail.top - canvas.px(0.25)), (x, rail.bottom), max(1, canvas.px(0.08))
        )
        side = canvas.px(CHAPTER_EM)
        if chapter.icon is not None and end - x >= side:
            top = rail.top - side - canvas.px(0.3)
            put_icon(canvas, chapter.icon, pygame.Rect((x + end - side) // 2, top, side, side), ON_BAR)

    def _buttons(self, canvas: Canvas, right: int) -> int:
        """Draw the buttons from the right and return where the room left of them ends."""
        reader = self.reader
        at_start, at_end = reader.place == 0, reader.place == reader.story.last
        icon, words = ("pause", _("Stop (Space)")) if reader.is_playing else ("play", _("Let the game go by (Space)"))
        rows: tuple[tuple[str, str, Act | None, str], ...] = (
            ("season-on", "»", None if at_end else lambda: reader.turn_chapter(1), _("To the next season")),
            ("step-on", "›", None if at_end else lambda: reader.step(1), _("One step on")),
            ("play", icon, None if at_end and not reader.is_playing else reader.toggle_playing, words),
            ("step-back", "‹", None if at_start else lambda: reader.step(-1), _("One step back")),
            ("season-back", "«", None if at_start else lambda: reader.turn_chapter(-1), _("To the season before")),
        )
        for name, sign, act, tooltip in rows:
            rect = self._square(canvas, right)
            ink = face(canvas, rect, act, "primary" if name == "play" else "plain")
            if name == "play":
                put_icon(canvas, sign, rect.inflate(-canvas.px(0.8), -canvas.px(0.8)))
            else:
                canvas.line(sign, rect, size=1.4, align="centre", colour=ink)
            canvas.target(name, rect, act, tooltip)
            right = rect.left - canvas.px(GAP_EM)
        return right

    def _square(self, canvas: Canvas, right: int) -> pygame.Rect:
        side = canvas.px(BUTTON_EM)
        return pygame.Rect(right - side, self.rect.centery - side // 2, side, side)

    def _way_back(self, canvas: Canvas) -> int:
        label = self.reader.back_label
        wide = min(canvas.px(11), width(label, canvas.px(1), "Bold") + canvas.px(1.4))
        high = canvas.px(BUTTON_EM)
        rect = pygame.Rect(self.rect.right - canvas.px(0.6) - wide, self.rect.centery - high // 2, wide, high)
        ink = face(canvas, rect, self.reader.leave, "chosen")
        canvas.line(label, rect.inflate(-canvas.px(0.5), 0), align="centre", colour=ink, weight="Bold")
        canvas.target("leave", rect, self.reader.leave, _("End looking back (Esc)"))
        return rect.left - canvas.px(0.8)
