"""The search in the rules, and the page that scrolls by wheel, keys and bar, shows matches and follows links."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Protocol

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.window.kit import layout
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas, TextRecord
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, INDIGO, PAPER_BRIGHT, PAPER_EDGE, PAPER_SHADE, mix
from shogun.window.kit.input.selection import plain
from shogun.window.kit.layout import column, down, part, place, share, shares
from shogun.window.kit.runtime.panel import Panel
from shogun.window.rulebook.page import MARGIN_EM, Block, Page, PageRow, Run, page

# Search: capitals and accents make no difference

LEAST_LETTERS = 2
"""Fewer letters would be found everywhere."""


class Hit(Struct, frozen=True):
    """A match: the block, and the first and last position in its text, the latter excluded."""

    block: int
    start: int
    end: int


def find(blocks: Sequence[Block], words: str) -> list[Hit]:
    """Return all matches of some words, none for fewer than two letters."""
    wanted = plain(words.strip())
    if len(wanted) < LEAST_LETTERS:
        return []
    hits: list[Hit] = []
    for number, block in enumerate(blocks):
        text = plain(block.text)
        at = text.find(wanted)
        while at >= 0:
            hits.append(Hit(number, at, at + len(wanted)))
            at = text.find(wanted, at + len(wanted))
    return hits


# The scrolling page

MEASURE_EM = 45.0
"""A line is at most so wide, the margin included: longer ones are hard to follow."""
AIR_EM = 1.6
"""Free room above and below the text."""
SHEET = layout.row(
    layout.row(part("text", wide=share(most=MEASURE_EM)), wide=share(), justify="middle", padding=(1.4, 0.0)),
    column(part("bar"), wide=1.0, padding=(0.0, 0.5)),
    part(wide=0.4),
)
NOTCH_EM = 4.0
LINE_EM = 2.0
TOP_EM = 2.3
"""Distance from the top within which text is as good as out of sight."""
_STEPS = {pygame.K_UP: -1.0, pygame.K_DOWN: 1.0}
_PAGES = {pygame.K_PAGEUP: -1.0, pygame.K_PAGEDOWN: 1.0}
_ENDS = {pygame.K_HOME: 0.0, pygame.K_END: 1.0}


class RulesReader(Protocol):
    """The scene as the page knows it."""

    hits: list[Hit]
    hit: int

    def go(self, number: str) -> None:
        """Open a section or a rule."""

    def has_moved(self) -> None:
        """The page was scrolled."""


class PagePanel(Panel):
    """The visible part of the page."""

    name = "rules-page"

    def __init__(self, blocks: tuple[Block, ...], reader: RulesReader) -> None:
        super().__init__()
        self.blocks = blocks
        self.reader = reader
        self.offset = 0
        """Pixels of the page above the panel."""
        self.shown = ""
        """The number that was asked for: its rule is marked."""
        self._em = 16
        self._holds_bar = False

    def set_em(self, em: int) -> None:
        """Set everything by this em from now on; what is read stays where it is."""
        if em != self._em and self.rect.width:
            top = self.first_block()
            self._em = em
            self.offset = self._page().tops[top]
        self._em = em

    def _px(self, ems: float) -> int:
        return round(ems * self._em)

    def _page(self) -> Page:
        return page(self.blocks, self._em, self._text_box().width)

    def _text_box(self) -> pygame.Rect:
        """Return the area of the text, including numbers in the margin."""
        return place(SHEET, self.rect, self._em)["text"]

    def shows(self) -> tuple[object, ...]:
        """Return how far it is scrolled, and what is marked."""
        return self.offset, self.shown, self.reader.hits, self.reader.hit

    # Scrolling

    def _last_offset(self) -> int:
        return max(0, self._page().height + 2 * self._px(AIR_EM) - self.rect.height)

    def scroll_to(self, offset: float) -> None:
        """Scroll to a number of pixels above the panel, as far as the page goes."""
        self.offset = max(0, min(round(offset), self._last_offset()))

    def _scroll(self, pixels: float) -> None:
        self.scroll_to(self.offset + pixels)
        self.reader.has_moved()

    def show(self, block: int, number: str) -> None:
        """Bring a block to the top and mark the rule of this number."""
        self.shown = number
        self.scroll_to(self._page().tops[block] - self._px(0.4) if block else 0)

    def bring_in(self, hit: Hit) -> None:
        """Scroll as little as needed to show the hit."""
        line = next(line for line in self._page().rows if line.block == hit.block and self._spans(line, hit))
        top, air = line.top + self._px(AIR_EM), self._px(4)
        if not self.offset + air <= top <= self.offset + self.rect.height - air:
            self.scroll_to(top - self.rect.height // 3)

    def first_block(self) -> int:
        """Return the number of the block at the top."""
        seen = self.offset + self._px(TOP_EM) - self._px(AIR_EM)
        return next((row.block for row in self._page().rows if row.bottom > seen), len(self.blocks) - 1)

    def reading(self) -> str:
        """Return the section or rule at the top, or the requested one while it is visible."""
        page_ = self._page()
        for number, block in enumerate(self.blocks):
            top = page_.tops[number] + self._px(AIR_EM)
            if block.begins and block.number == self.shown and 0 <= top - self.offset < self.rect.height:
                return self.shown
        return self.blocks[self.first_block()].number

    # Scrolling

    def wheel(self, notches: float) -> None:
        """Scroll by the wheel."""
        self._scroll(round(-notches * self._px(NOTCH_EM)))

    def takes(self, key: int) -> bool:
        """Scroll if the key means that, and return whether it does."""
        if key in _STEPS:
            self._scroll(_STEPS[key] * self._px(LINE_EM))
        elif key in _PAGES:
            self._scroll(_PAGES[key] * (self.rect.height - self._px(3)))
        elif key in _ENDS:
            self._scroll(_ENDS[key] * self._page().height - self.offset)
        else:
            return False
        return True

    def _bar(self) -> pygame.Rect:
        return place(SHEET, self.rect, self._em)["bar"]

    def clicked(self, position: tuple[int, int]) -> None:
        """Take hold of the bar, or of the page."""
        thumb = self._thumb()
        self._holds_bar = position[0] >= thumb.left
        if self._holds_bar and not thumb.collidepoint(position):
            _across, up = shares(self._way(), position)
            self._scroll((1 - up) * self._last_offset() - self.offset)

    def dragged(self, _x: int, y: int) -> None:
        """Scroll by the bar, or draw the page along."""
        room = max(1, self._way().height)
        self._scroll(y * self._last_offset() / room if self._holds_bar else -y)

    def _way(self) -> pygame.Rect:
        """Return the track of the thumb's middle."""
        return self._bar().inflate(0, -self._thumb().height)

    def _thumb(self) -> pygame.Rect:
        seen, below = share(self.rect.height, least=2.0), share(self._last_offset() - self.offset)
        return down(self._bar(), self._em, share(self.offset), seen, below)[1]

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible lines with their hits, and the bar."""
        canvas.sheet(self.rect, PAPER_BRIGHT)
        text = self._text_box().move(0, canvas.px(AIR_EM) - self.offset)
        self._mark(canvas, text)
        for row in self._visible():
            self._row(canvas, row, text)
        canvas.fill(self._bar(), PAPER_SHADE, 0.4)
        canvas.fill(self._thumb(), INDIGO, 0.4)

    def _visible(self) -> Iterator[PageRow]:
        begin = self.offset - self._px(AIR_EM)
        for row in self._page().rows:
            if row.bottom > begin and row.top < begin + self.rect.height:
                yield row

    def _mark(self, canvas: Canvas, text: pygame.Rect) -> None:
        """Lay a band behind the rule that was asked for."""
        page_ = self._page()
        places = [number for number, block in enumerate(self.blocks) if block.number == self.shown]
        if "." not in self.shown or not places:
            return
        box = text.move(0, page_.tops[places[0]])
        box.height = page_.bottoms[places[-1]] - page_.tops[places[0]]
        seen = canvas.within(box, -0.6, -0.3).clip(canvas.within(self.rect, 0.1))
        if seen.height > 0:
            canvas.fill(seen, mix(PAPER_BRIGHT, GOLD_PALE, 0.55), 0.3)

    def _row(self, canvas: Canvas, row: PageRow, text: pygame.Rect) -> None:
        line = text.move(0, row.top)
        line.height = row.height
        for number in self._hits_in(row):
            self._highlight(canvas, row, self.reader.hits[number], line, now=number == self.reader.hit)
        for run in row.runs:
            self._run(canvas, run, line.move(run.left, 0))
        if row.ruled:
            rule = canvas.across(line, MARGIN_EM, share())[1].move(0, -1)
            pygame.draw.line(canvas.surface, mix(PAPER_EDGE, PAPER_BRIGHT, 0.35), rule.bottomleft, rule.bottomright)

    def _run(self, canvas: Canvas, run: Run, box: pygame.Rect) -> None:
        rect = canvas.image(texts.rendered(run.text, run.pixels, run.colour, run.weight), box, "left")
        if run.link:
            under = rect.move(0, -2)
            pygame.draw.line(canvas.surface, run.colour, under.bottomleft, under.bottomright)
        if self.rect.contains(rect):
            canvas.layer.texts.append(TextRecord(run.text, rect, rect.copy(), cut=False))
            if run.link:
                tooltip = _("Go to {number}").format(number=run.link)
                name, act = f"link-{run.link}-{rect.left}-{rect.top}", partial(self.reader.go, run.link)
                canvas.target(name, rect, act, tooltip, in_text=True)

    # Matches

    def _spans(self, row: PageRow, hit: Hit) -> bool:
        return any(_overlap(run, hit) for run in row.runs)

    def _hits_in(self, row: PageRow) -> Iterator[int]:
        for number, hit in enumerate(self.reader.hits):
            if hit.block == row.block and self._spans(row, hit):
                yield number

    def _highlight(self, canvas: Canvas, row: PageRow, hit: Hit, line: pygame.Rect, *, now: bool) -> None:
        for run in row.runs:
            if overlap := _overlap(run, hit):
                begin, end = (texts.width(run.text[:letter], run.pixels, run.weight) for letter in overlap)
                box = line.move(run.left + begin, 0)
                box.width = end - begin
                canvas.fill(box.inflate(2, -2), GOLD if now else GOLD_PALE, 0.15)


def _overlap(run: Run, hit: Hit) -> tuple[int, int] | None:
    """Return the first and last letter of a run within a match, the latter excluded."""
    if run.start < 0:
        return None
    begin, end = max(hit.start - run.start, 0), min(hit.end - run.start, len(run.text))
    return (begin, end) if begin < end else None
