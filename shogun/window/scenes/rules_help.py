"""The rules over a game or the menu, with contents, links and search; the keys of a scene; and the manual."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from shogun.base.language import ENGLISH, _, current
from shogun.base.resources import ASSETS
from shogun.window.kit.drawing.canvas import Act, Canvas, TextEntry
from shogun.window.kit.drawing.theme import (
    GOLD_PALE,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    PAPER_SHADE,
    VERMILION,
    Weight,
    mix,
)
from shogun.window.kit.input import keys
from shogun.window.kit.input.keyboard import ENTER
from shogun.window.kit.input.keys import EVERYWHERE, Command, Key
from shogun.window.kit.layout import Node, Places, column, part, place, row, share, text
from shogun.window.kit.runtime.outside import Opening
from shogun.window.kit.runtime.panel import Panel, ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import Form, entry
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.rulebook.page import ContentsLine as Line
from shogun.window.rulebook.page import find_block, rules_of, section_of, sections, whole_book
from shogun.window.rulebook.rules_page import LEAST_LETTERS, Hit, PagePanel, find
from shogun.window.tower.menu_picture import draw_backdrop

CONTENTS_EM, GAP_EM, ROW_EM = 19.5, 0.5, 2.0
SEARCH = "search"
LAYOUT = column(
    part("head", high=4.0),
    row(part("contents", wide=CONTENTS_EM), part("page"), gap=GAP_EM),
    gap=GAP_EM, padding=GAP_EM,
)  # fmt: skip


def _head(title: str) -> Node:
    """Return the layout of the bar."""
    search = row(
        part(SEARCH, wide=share(1.3, most=17.0)), part("previous-hit", wide=2.4), part("next-hit", wide=2.4),
        part("count", wide=share()), gap=0.4,
    )  # fmt: skip
    written = row(text("title", title, size=1.9, weight="Bold"), part("kanji"), wide=CONTENTS_EM, gap=0.6)
    return row(written, search, part("back", wide=6.0), part("close", wide=6.0), gap=0.5, padding=(0.8, 0.7))


def _line(number: str) -> Node:
    """Return the layout of a line of the contents: a section's, or a rule's, which is indented."""
    is_rule, is_numbered = "." in number, number[0].isdigit()
    wide = (2.1 if is_rule else 1.6) if is_numbered else 0.0
    return row(part(wide=1.6 if is_rule else 0.4), part("number", wide=wide), part("title"), part(wide=0.3))


class HeadPanel(ScenePanel["RulesScene"]):
    """Title, search with its count, back and close."""

    name = "rules-head"

    def shows(self) -> tuple[object, ...]:
        """Return the search, its matches, and whether a link was followed."""
        scene = self.scene
        return scene.words, scene.hits, scene.hit, bool(scene.visited)

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar."""
        canvas.sheet(self.rect, PAPER)
        scene, title = self.scene, _("Rules")
        places = canvas.places(_head(title), self.rect)
        canvas.line(title, places["title"], size=1.9, weight="Bold")
        canvas.line("規則", places["kanji"], size=1.5, colour=VERMILION)
        why = _("Esc closes the rules.")
        button(canvas, "close", places["close"], _("Close"), scene.close, style="primary", tooltip=why)
        act: Act | None = scene.back if scene.visited else None
        why = _("Back to before the last link.") if act else _("You haven't followed a link yet.")
        button(canvas, "back", places["back"], _("Back"), act, tooltip=why)
        self._search(canvas, places)

    def _search(self, canvas: Canvas, places: Places) -> None:
        scene = self.scene
        entry(canvas, SEARCH, places[SEARCH], TextEntry(scene.words, scene.search, _("Type to search")))
        several = len(scene.hits) > 1
        why = _("Step through the matches with these buttons.") if several else _("There is only one match.")
        for name, label, step in (("previous-hit", "‹", -1), ("next-hit", "›", 1)):
            act = partial(scene.next_hit, step) if several else None
            button(canvas, name, places[name], label, act, tooltip=why, size=1.4)
        canvas.line(scene.count_words(), places["count"], colour=INK_SOFT)


class ContentsPanel(Panel):
    """The sections; the one being read is opened to its rules."""

    name = "rules-contents"

    def __init__(self, scene: "RulesScene") -> None:
        super().__init__()
        self.scene = scene
        self.scrolling: Scrolling = Scrolling("go-", lambda number: (f"go-{scene.contents()[number].number}",))
        self._reading = ""

    def shows(self) -> tuple[object, ...]:
        """Return the part that is being read."""
        return (self.scene.reading,)

    def draw(self, canvas: Canvas) -> None:
        """Draw a row for each section, and below the open one a row for each of its rules."""
        canvas.sheet(self.rect, PAPER)
        box, lines = canvas.within(self.rect, 0.5, 0.4), self.scene.contents()
        self.scrolling.fit(len(lines), len(canvas.lines(box, ROW_EM)))
        self._follow([line.number for line in lines])
        for number, room in self.scrolling.lay(canvas, box, len(lines), ROW_EM):
            self._row(canvas, room, lines[number])

    def _follow(self, numbers: list[str]) -> None:
        """Bring the line of what is read into sight when that has changed."""
        reading = self.scene.reading
        if reading != self._reading and reading in numbers:
            place = numbers.index(reading)
            self.scrolling.show(max(0, place - 1))
            self.scrolling.show(min(place + 1, len(numbers) - 1))
        self._reading = reading

    def _row(self, canvas: Canvas, room: pygame.Rect, line: Line) -> None:
        is_rule = "." in line.number
        here = line.number == self.scene.reading
        if here or canvas.hovers(room):
            canvas.fill(canvas.within(room, 0, 0.06), GOLD_PALE if here else mix(PAPER, PAPER_SHADE, 0.7), 0.25)
        places = canvas.places(_line(line.number), room)
        if line.number[0].isdigit():
            size = 0.9 if is_rule else 1.0
            canvas.line(line.number, places["number"], size=size, colour=VERMILION, weight="Bold")
        weight: Weight = "Regular" if is_rule else "Bold"
        canvas.line(line.title, places["title"], size=0.92 if is_rule else 1.04, weight=weight)
        canvas.target(f"go-{line.number}", room, partial(self.scene.go, line.number))


class RulesScene(Scene):
    """Reads the rules; the game behind waits."""

    def __init__(self, app: Application, number: str = "", game: str = "") -> None:
        super().__init__(app)
        self.blocks = whole_book(game or next(iter(app.options.entries)))
        self.page = PagePanel(self.blocks, self)
        self.head, self.table = HeadPanel(self), ContentsPanel(self)
        self.panels = [self.page, self.table, self.head]
        self.visited: list[tuple[int, str]] = []
        """Places from which links were followed: px of the page, and the number that was asked for there."""
        self.words = ""
        self.hits: list[Hit] = []
        self.hit = 0
        self.reading = ""
        """The section or rule at the top of the page."""
        self._asked = number
        self._drawn = (0, 0)
        """The size for which the background was drawn."""

    def layout(self, area: pygame.Rect) -> None:
        """Head on top, contents at the left, the page at the right."""
        self._drawn = (0, 0)
        places = place(LAYOUT, area, self.em)
        self.head.place(places["head"])
        self.table.place(places["contents"])
        self.page.set_em(self.em)
        self.page.place(places["page"])
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
        """Return the lines of the contents: all sections, and the rules of the one being read."""
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

    def close_topmost(self) -> bool:
        """Forget the search."""
        if not self.words:
            return False
        self.search("")
        return True

    def escape(self) -> None:
        """Clear the search, else close."""
        if not self.close_topmost():
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
        if len(self.words.strip()) < LEAST_LETTERS:
            return _("Type to search.")
        if not self.hits:
            return _("no matches")
        return _("{n} of {count}").format(n=self.hit + 1, count=len(self.hits))

    # Keys

    def handle(self, event: pygame.Event) -> None:
        """Take what scrolls and what goes from hit to hit; typing searches wherever the focus was."""
        if event.type == pygame.KEYDOWN and self._takes(event.key, event.mod):
            return
        super().handle(event)

    def types(self, _sign: str, /) -> bool:
        """Let all typed letters search: they aren't commands here."""
        self.focus = SEARCH
        return True

    def _takes(self, key: int, modifiers: int) -> bool:
        """Scroll, or go to the next hit, if the key means that; return whether it did."""
        if key in ENTER and self.focus in ("", SEARCH):
            self.next_hit(-1 if modifiers & pygame.KMOD_SHIFT else 1)
        elif key == pygame.K_BACKSPACE:
            self.focus = SEARCH
            return False
        elif key in (pygame.K_HOME, pygame.K_END) and self.focus == SEARCH and self.words:
            return False  # they go about in the line
        else:
            return self.page.takes(key)
        return True


# The keys of the open scene, on a sheet over it

SHEET_EM = (79, 44.5)
KEY_EM = 8.5
KEYS_ROW_EM, KEYS_GAP_EM = 2.3, 0.3
"""The most that a row takes, and what is free below it."""


class KeysPanel(ScenePanel["KeysScene"]):
    """Two columns: a key, and what it does."""

    name = "keys"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        form = Form(canvas, self.rect, SHEET_EM, _("Keys"))
        rows = keys.rows(self.scene.shown)
        half = -(-len(rows) // 2)
        columns = canvas.columns(form.room(), 2, 1.5)
        places = (
            room
            for column in columns
            for room in canvas.down(column, *(share(most=KEYS_ROW_EM),) * half, gap=KEYS_GAP_EM)
        )
        for (key, meaning), room in zip(rows, places, strict=False):
            _row(canvas, room, key, meaning)
        form.back("back", _("Back"), self.scene.escape)


def _row(canvas: Canvas, row: pygame.Rect, key: str, meaning: str) -> None:
    cap, words = canvas.across(row, KEY_EM, share(), gap=0.8)
    canvas.plate(cap, PAPER_BRIGHT, INK_SOFT, 0.3)
    canvas.line(key, canvas.within(cap, 0.3, 0), weight="Bold", align="centre")
    canvas.line(meaning, words)


class KeysScene(Scene):
    """Closes by Esc, and by the key that has opened it."""

    def __init__(self, app: Application, shown: Sequence[Key] = EVERYWHERE) -> None:
        """Show these keys, by default those of all scenes."""
        super().__init__(app)
        self.shown = shown
        self.panels = [KeysPanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Go back."""
        self.app.pop()

    def command(self, command: Command) -> None:
        """Close where another scene would open it."""
        if command == "keys":
            self.escape()
        else:
            super().command(command)


# The manual in the player's browser: the single file of the installed program, in their language if there is one


def manual_path() -> Path:
    """Return the manual's file in the player's language, else the English one."""
    names = ([] if current() == ENGLISH else [f"manual.{current()}.html"]) + ["manual.html"]
    paths = [ASSETS / "manual" / name for name in names]
    return next((path for path in paths if path.is_file()), paths[-1])


def open_manual(opening: Opening) -> None:
    """Open the manual, unless something is being opened."""
    opening.begin(
        manual_path(),
        _("The manual is in your browser. If you don't see it, open this file: {path}"),
        _("No browser could be opened. The manual is here: {path}"),
    )
