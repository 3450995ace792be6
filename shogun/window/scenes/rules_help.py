"""The rules to read over a game or the menu: contents, text with links, search as one types, and the keys."""

from functools import partial

import pygame

from shogun.base.language import _
from shogun.window.kit.backdrop import draw_backdrop
from shogun.window.kit.canvas import Act, Canvas, TextEntry
from shogun.window.kit.keyboard import ENTER
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application, Scene
from shogun.window.kit.theme import GOLD_PALE, INK_SOFT, PAPER, PAPER_SHADE, VERMILION, mix
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import entry
from shogun.window.rulebook.blocks import ContentsLine as Line
from shogun.window.rulebook.blocks import find_block, rules_of, section_of, sections
from shogun.window.rulebook.finding import LEAST, Hit, find
from shogun.window.rulebook.rules_page import PagePanel
from shogun.window.rulebook.whole import whole_book

HEAD_EM = 4.0
CONTENTS_EM = 19.5
GAP_EM = 0.5
ROW_EM = 2.0
SEARCH = "search"


class HeadPanel(Panel):
    """Title, search with its count, back and close."""

    name = "rules-head"

    def __init__(self, scene: "RulesScene") -> None:
        super().__init__()
        self.scene = scene

    def shows(self) -> tuple[object, ...]:
        """Return what is searched and found, and whether a link was followed."""
        scene = self.scene
        return scene.words, scene.hits, scene.hit, bool(scene.visited)

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar."""
        canvas.sheet(self.rect, PAPER)
        inner = self.rect.inflate(-canvas.px(1.6), -canvas.px(1.4))
        title = pygame.Rect(inner.left, inner.top, canvas.px(12), inner.height)
        written = canvas.line(_("Rules"), title, size=1.9, weight="Bold")
        kanji = pygame.Rect(written.right + canvas.px(0.6), inner.top, canvas.px(4), inner.height)
        canvas.line("規則", kanji, size=1.5, colour=VERMILION)
        right = self._corner(canvas, inner)
        left = inner.left + canvas.px(CONTENTS_EM)
        self._search(canvas, pygame.Rect(left, inner.top, right - left, inner.height))

    def _corner(self, canvas: Canvas, inner: pygame.Rect) -> int:
        """Draw what leads away and return where the room left of it ends."""
        scene = self.scene
        close = pygame.Rect(inner.right - canvas.px(6), inner.top, canvas.px(6), inner.height)
        button(canvas, "close", close, _("Close"), scene.close, style="primary", tooltip=_("Esc closes the rules."))
        back = close.move(-canvas.px(6.5), 0)
        act: Act | None = scene.back if scene.visited else None
        why = _("Return to where the last link was.") if act else _("No link was followed yet.")
        button(canvas, "back", back, _("Back"), act, tooltip=why)
        return back.left - canvas.px(1)

    def _search(self, canvas: Canvas, box: pygame.Rect) -> None:
        scene = self.scene
        high = box.height
        line = pygame.Rect(box.left, box.top, min(canvas.px(17), box.width // 2), high)
        entry(canvas, SEARCH, line, TextEntry(scene.words, scene.search, _("Type to search")))
        left = line.right + canvas.px(0.4)
        several = len(scene.hits) > 1
        why = _("Found: go through the places with these.") if several else _("There are not several places to go to.")
        for name, label, step in (("previous-hit", "‹", -1), ("next-hit", "›", 1)):
            rect = pygame.Rect(left, box.top, canvas.px(2.4), high)
            button(canvas, name, rect, label, partial(scene.next_hit, step) if several else None, tooltip=why, size=1.4)
            left = rect.right + canvas.px(0.3)
        count = pygame.Rect(left + canvas.px(0.4), box.top, max(1, box.right - left - canvas.px(0.4)), high)
        canvas.line(scene.count_words(), count, colour=INK_SOFT)


class ContentsPanel(Panel):
    """The sections; the one that is read is opened to its rules."""

    name = "rules-contents"

    def __init__(self, scene: "RulesScene") -> None:
        super().__init__()
        self.scene = scene
        self._first = 0
        """How many lines are above the panel."""
        self._reading = ""

    def wheel(self, notches: int) -> None:
        """Scroll, if there are more lines than room."""
        self._first -= notches

    def shows(self) -> tuple[object, ...]:
        """Return what is read, and how far the lines are turned."""
        return self.scene.reading, self._first

    def draw(self, canvas: Canvas) -> None:
        """Draw a row for each section, and below the open one a row for each of its rules."""
        canvas.sheet(self.rect, PAPER)
        inner = self.rect.inflate(-canvas.px(1.0), -canvas.px(0.8))
        lines = self.scene.contents()
        high = canvas.px(ROW_EM)
        visible = inner.height // high
        self._follow([line.number for line in lines], visible)
        self._first = max(0, min(self._first, len(lines) - visible))
        for row, line in enumerate(lines[self._first : self._first + visible]):
            self._row(canvas, pygame.Rect(inner.left, inner.top + row * high, inner.width, high), line)

    def _follow(self, numbers: list[str], visible: int) -> None:
        """Bring the line of what is read into sight when that has changed."""
        reading = self.scene.reading
        if reading != self._reading and reading in numbers:
            place = numbers.index(reading)
            self._first = min(max(self._first, place - visible + 2), max(0, place - 1))
        self._reading = reading

    def _row(self, canvas: Canvas, row: pygame.Rect, line: Line) -> None:
        is_rule = "." in line.number
        here = line.number == self.scene.reading
        box = row.inflate(0, -2)
        if here or canvas.hovers(row):
            canvas.fill(box, GOLD_PALE if here else mix(PAPER, PAPER_SHADE, 0.7), 0.25)
        indent = canvas.px(1.6 if is_rule else 0.4)
        numbered = line.number[0].isdigit()
        number = pygame.Rect(row.left + indent, row.top, canvas.px(2.1 if is_rule else 1.6), row.height)
        if numbered:
            canvas.line(line.number, number, size=0.9 if is_rule else 1.0, colour=VERMILION, weight="Bold")
        title = number.move(number.width if numbered else 0, 0)
        title.width = row.right - title.left - canvas.px(0.3)
        canvas.line(line.title, title, size=0.92 if is_rule else 1.04, weight="Regular" if is_rule else "Bold")
        canvas.target(f"go-{line.number}", row, partial(self.scene.go, line.number))


class RulesScene(Scene):
    """Reads the rules; the game behind waits."""

    def __init__(self, app: Application, number: str = "", game: str = "") -> None:
        super().__init__(app)
        self.blocks = whole_book(game or next(iter(app.options.entries)))
        self.page = PagePanel(self.blocks, self)
        self.head, self.table = HeadPanel(self), ContentsPanel(self)
        self.panels = [self.page, self.table, self.head]
        self.visited: list[tuple[int, str]] = []
        """From where links were followed: px of the page, and the number that was asked for there."""
        self.words = ""
        self.hits: list[Hit] = []
        self.hit = 0
        self.reading = ""
        """The section or rule at the top of the page."""
        self._asked = number
        self._drawn = (0, 0)
        """The size for which the sea was drawn."""

    def layout(self, area: pygame.Rect) -> None:
        """Head on top, contents at the left, the page at the right."""
        self._drawn = (0, 0)
        gap = round(GAP_EM * self.em)
        inner = area.inflate(-2 * gap, -2 * gap)
        head = pygame.Rect(inner.left, inner.top, inner.width, round(HEAD_EM * self.em))
        top = head.bottom + gap
        contents = pygame.Rect(inner.left, top, round(CONTENTS_EM * self.em), inner.bottom - top)
        left = contents.right + gap
        self.head.place(head)
        self.table.place(contents)
        self.page.set_em(self.em)
        self.page.place(pygame.Rect(left, top, inner.right - left, inner.bottom - top))
        self.focus = SEARCH

    def entered(self) -> None:
        """Open what was asked for."""
        if self._asked:
            self.page.show(find_block(self.blocks, self._asked), self._asked)
            self._asked = ""
        self.has_moved()

    def draw(self, surface: pygame.Surface) -> bool:
        """Draw the panels, and behind them the sea where it is new, or where a tooltip has lain upon it."""
        if self._tooltip_gone or self._drawn != surface.get_size():
            draw_backdrop(surface, surface.get_rect())
            self._drawn, self._tooltip_gone = surface.get_size(), False
        return super().draw(surface)

    def contents(self) -> list[Line]:
        """Return the lines of the contents: all sections, and the rules of the one that is read."""
        lines: list[Line] = []
        for section in sections(self.blocks):
            lines.append(section)
            if section.number == section_of(self.reading):
                lines += rules_of(self.blocks, section.number)
        return lines

    def has_moved(self) -> None:
        """Follow the page in the contents."""
        self.reading = self.page.reading()

    def go(self, number: str) -> None:
        """Open a section or a rule; Back returns."""
        self.visited.append((self.page.offset, self.page.shown))
        self.page.show(find_block(self.blocks, number), number)
        self.has_moved()

    def back(self) -> None:
        """Return to where the last link was followed."""
        if self.visited:
            offset, self.page.shown = self.visited.pop()
            self.page.scroll_to(offset)
            self.has_moved()

    def close(self) -> None:
        """Return to the game or the menu."""
        self.app.pop()

    def escape(self) -> None:
        """Forget the search, else close."""
        if self.words:
            self.search("")
        else:
            self.close()

    def explain(self) -> None:
        """F1 closes what F1 has opened."""
        self.close()

    # Search

    def search(self, words: str) -> None:
        """Find words, and show the first place from here on."""
        self.words = words
        self.hits = find(self.blocks, words)
        here = self.page.first_block()
        self.hit = next((number for number, hit in enumerate(self.hits) if hit.block >= here), 0)
        self._show_hit()

    def next_hit(self, step: int) -> None:
        """Go to the next or the last place, round the ends."""
        if self.hits:
            self.hit = (self.hit + step) % len(self.hits)
            self._show_hit()

    def _show_hit(self) -> None:
        if self.hits:
            self.page.bring_in(self.hits[self.hit])
        self.has_moved()

    def count_words(self) -> str:
        """Return how many places were found, in words."""
        if len(self.words.strip()) < LEAST:
            return _("Type to search.")
        if not self.hits:
            return _("nowhere")
        return _("{n} of {count}").format(n=self.hit + 1, count=len(self.hits))

    # Keys

    def handle(self, event: pygame.Event) -> None:
        """Take what scrolls and what goes from hit to hit; typing searches wherever the focus was."""
        if event.type == pygame.KEYDOWN and self._takes(event.key, event.mod):
            return
        if event.type == pygame.KEYDOWN and event.unicode.isprintable() and event.unicode:
            self.focus = SEARCH  # a letter is no command here
        if event.type == pygame.TEXTINPUT:
            self.search(self.words + event.text)
        else:
            super().handle(event)

    def _takes(self, key: int, modifiers: int) -> bool:
        """Scroll, or go to the next hit, if the key means that; return whether it did."""
        if key in ENTER and self.focus in ("", SEARCH):
            self.next_hit(-1 if modifiers & pygame.KMOD_SHIFT else 1)
        elif key == pygame.K_BACKSPACE:
            self.search(self.words[:-1])
        else:
            return self.page.takes(key)
        return True
