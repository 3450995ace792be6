"""The rules' text as blocks, and one long page of them: lines set for a width, with numbers hanging in the margin."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from shogun.base.language import _, page_in
from shogun.base.resources import assets_of
from shogun.window.kit.drawing.text import width
from shogun.window.kit.drawing.theme import INDIGO, INK, INK_SOFT, VERMILION, Colour, Weight
from shogun.window.kit.input.keys import rows

# The rules' text as blocks: headings, numbered rules, paragraphs, list items and tables, with links between numbers
#
# The text is of the simple kind of Markdown in `assets/shogun/rules/en.md`: one line a paragraph. The files of other
# languages are beside it and match it line by line. After the rules come the keys.

Kind = Literal["title", "chapter", "heading", "rule", "text", "item", "table"]
Tone = Literal["plain", "bold", "italic", "ruling", "name"]
"""`name` is what a rule is called, at its beginning."""

_RULE = re.compile(r"\*\*(\d+\.\d+)\*\* ")
_MARKED = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*")
RULING = "[ruling"
"""Start of the mark on our own rulings, in the files of all languages."""
_SECTION = r"sections?|chapters?|rozdz\.|oddíl|kapitola"
"""Words before the number of a section, in any language."""
_REFERENCE = re.compile(rf"\b\d{{1,2}}\.\d{{1,2}}\b|\b(?:{_SECTION}) \d{{1,2}}\b")
_LEVELS: dict[str, Kind] = {"#": "title", "##": "chapter", "###": "heading"}


class Piece(Struct, frozen=True):
    """Some words in one style; `link` is the number of the rule or section that they lead to."""

    text: str
    tone: Tone = "plain"
    link: str = ""


class Block(Struct, frozen=True):
    """One paragraph, heading or table; `number` is the rule or section to which it belongs, empty before the first."""

    kind: Kind
    number: str
    pieces: tuple[Piece, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """A table's cells by row, the first row its heading."""

    @property
    def text(self) -> str:
        """The words as they are read, without marks: a table's cells each on a line of its own."""
        if self.rows:
            return "\n".join(cell for row in self.rows for cell in row)
        return "".join(piece.text for piece in self.pieces)

    @property
    def begins(self) -> bool:
        """Return whether the rule or section of its number begins here."""
        return self.kind in ("rule", "chapter")


class ContentsLine(Struct, frozen=True):
    """One line of the contents: a section, or a rule with its title."""

    number: str
    title: str


def _pieces(text: str) -> Iterator[Piece]:
    at = 0
    for mark in _MARKED.finditer(text):
        yield from _linked(text[at : mark.start()], "plain")
        strong, soft = mark.groups()
        if strong and strong.startswith(RULING):
            yield from _linked(f"[{_('ruling')}{strong.removeprefix(RULING)}", "ruling")
        else:
            yield from _linked(strong or soft, "bold" if strong else "italic")
        at = mark.end()
    yield from _linked(text[at:], "plain")


def _named(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield a rule's pieces; one in italics at the beginning is its name."""
    for number, piece in enumerate(pieces):
        yield Piece(piece.text, "name") if number == 0 and piece.tone == "italic" else piece


def _linked(text: str, tone: Tone) -> Iterator[Piece]:
    """Yield a text in pieces, those that name a rule or a section as links."""
    at = 0
    for match in _REFERENCE.finditer(text):
        if match.start() > at:
            yield Piece(text[at : match.start()], tone)
        yield Piece(match[0], tone, match[0].split()[-1])
        at = match.end()
    if at < len(text):
        yield Piece(text[at:], tone)


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip("|").split("|"))


def _is_rule_off(line: str) -> bool:
    return not line.strip("|- ")


def parse(text: str) -> tuple[Block, ...]:
    """Return the blocks of a rules' text in their order."""
    blocks: list[Block] = []
    number = ""
    for line in filter(None, text.splitlines()):
        number = _number_from(line, number)
        if line.startswith("|") and blocks and blocks[-1].kind == "table":
            if not _is_rule_off(line):
                blocks[-1] = Block("table", number, rows=(*blocks[-1].rows, _cells(line)))
        else:
            blocks.append(_block(line, number))
    return tuple(blocks)


def _number_from(line: str, before: str) -> str:
    """Return the number that holds from a line on: a rule's, a section's, or a part's name if it has none."""
    if rule := _RULE.match(line):
        return rule[1]
    if line.startswith("## "):
        first = line.split()[1]
        return first if first.isdigit() else line.removeprefix("## ")
    return before


def _block(line: str, number: str) -> Block:
    if line.startswith("|"):
        return Block("table", number, rows=(_cells(line),))
    if line.startswith("- "):
        return Block("item", number, tuple(_pieces(line[2:])))
    if rule := _RULE.match(line):
        return Block("rule", number, tuple(_named(_pieces(line[rule.end() :]))))
    mark, _space, words = line.partition(" ")
    if mark in _LEVELS:
        return Block(_LEVELS[mark], number, (Piece(words.removeprefix(f"{number} ")),))
    return Block("text", number, tuple(_pieces(line)))


def book(game: str) -> tuple[Block, ...]:
    """Return the shipped rules of a game, in the player's language if available; empty if there are none."""
    path = page_in(assets_of(game) / "rules")
    return _book(path) if path else ()


@lru_cache(maxsize=4)
def _book(path: Path) -> tuple[Block, ...]:
    return parse(path.read_text("utf-8"))


def numbers(blocks: Iterable[Block]) -> frozenset[str]:
    """Return the numbers of all rules and sections that can be opened."""
    return frozenset(block.number for block in blocks if block.begins)


def sections(blocks: Iterable[Block]) -> list[ContentsLine]:
    """Return the sections with their titles."""
    return [ContentsLine(block.number, block.text) for block in blocks if block.kind == "chapter"]


def rules_of(blocks: Iterable[Block], section: str) -> list[ContentsLine]:
    """Return the rules of a section that have a title."""
    return [
        ContentsLine(block.number, block.pieces[0].text.rstrip(".:"))
        for block in blocks
        if block.kind == "rule" and section_of(block.number) == section and block.pieces[0].tone == "name"
    ]


def section_of(number: str) -> str:
    """Return the section to which a rule belongs."""
    return number.partition(".")[0]


def find_block(blocks: Sequence[Block], number: str) -> int:
    """Return the place of the block at which a rule or a section begins; 0 if there is none."""
    return next((place for place, block in enumerate(blocks) if block.begins and block.number == number), 0)


KEYS = "Keys"
"""Placeholder of a number for the part about the keys."""


def whole_book(game: str) -> tuple[Block, ...]:
    """Return all blocks of a game's rules; the keys are in the player's language."""
    text = book(game) or (Block("text", "", (Piece(_("This game has no rules to read.")),)),)
    heading = Block("chapter", KEYS, (Piece(_("Keys")),))
    head = (_("key"), _("what it does"))
    return (*text, heading, Block("table", KEYS, rows=(head, *rows())))


# The page: lines set for a width

MARGIN_EM = 3.4
"""Left edge of the text; numbers hang left of it."""
ITEM_EM = 1.3
"""Indent of a list's items."""
LINE = 1.36
"""Distance of lines, as a share of the letters' size."""
CELL_EM = 1.2
"""Free room between the columns of a table."""
_SIZES: dict[Kind, float] = {"title": 2.3, "chapter": 1.75, "heading": 1.3, "table": 0.96}
_ABOVE: dict[Kind, float] = {
    "title": 0.4, "chapter": 2.4, "heading": 1.4, "rule": 0.85, "text": 0.7, "item": 0.3, "table": 0.6,
}  # fmt: skip
_WEIGHTS: dict[Tone, Weight] = {
    "plain": "Regular",
    "bold": "Bold",
    "italic": "Italic",
    "ruling": "Italic",
    "name": "Bold",
}
BULLET = "•"


class Run(Struct, frozen=True):
    """Words of one line in one style; `start` is the place of the first letter in the block's text."""

    text: str
    left: int
    pixels: int
    weight: Weight
    colour: Colour
    start: int = -1
    """-1: no part of the text, a number in the margin or a bullet."""
    link: str = ""


class PageRow(Struct, frozen=True):
    """One line of the page."""

    block: int
    top: int
    height: int
    runs: tuple[Run, ...]
    ruled: bool = False
    """True if a fine line is drawn below it."""

    @property
    def bottom(self) -> int:
        """Bottom edge."""
        return self.top + self.height


class Page(Struct, frozen=True):
    """All lines of the text at one width."""

    rows: tuple[PageRow, ...]
    height: int
    tops: tuple[int, ...]
    """Top of each block."""
    bottoms: tuple[int, ...]


class _Fragment(Struct, frozen=True):
    piece: Piece
    text: str
    start: int


_Word = list[_Fragment]


def _words(pieces: Iterable[Piece]) -> Iterator[_Word]:
    """Yield words as they may be separated between lines: a word may have fragments of several pieces."""
    word: _Word = []
    at = 0
    for piece in pieces:
        for number, part in enumerate(piece.text.split(" ")):
            if number:
                at += 1
                if word:
                    yield word
                word = []
            if part:
                word.append(_Fragment(piece, part, at))
                at += len(part)
    if word:
        yield word


class _Setter:
    """Sets words into lines of a width."""

    def __init__(self, pixels: int, left: int, room: int, kind: Kind) -> None:
        self.pixels, self.left, self.room = pixels, left, room
        self.kind = kind
        self.lines: list[list[Run]] = [[]]
        self.used = 0

    def set(self, words: Iterable[_Word]) -> list[list[Run]]:
        """Return the lines."""
        for word in words:
            wide = sum(width(part.text, self.pixels, self._weight(part.piece)) for part in word)
            space = width(" ", self.pixels) if self.used else 0
            if self.used and self.used + space + wide > self.room:
                self.lines.append([])
                self.used = space = 0
            self._put(word, space)
        return self.lines

    def _weight(self, piece: Piece) -> Weight:
        return "Bold" if self.kind in ("title", "chapter", "heading") else _WEIGHTS[piece.tone]

    def _put(self, word: _Word, space: int) -> None:
        line = self.lines[-1]
        for part in word:
            weight, colour = self._weight(part.piece), _colour(part.piece)
            last = line[-1] if line else None
            if last and space and (last.weight, last.colour, last.link) == (weight, colour, part.piece.link):
                text = f"{last.text} {part.text}"
                line[-1] = Run(text, last.left, self.pixels, weight, colour, last.start, last.link)
            else:
                if last is not None:  # single words are a little wider or narrower than in a row
                    self.used = last.left - self.left + width(last.text, self.pixels, last.weight)
                left = self.left + self.used + space
                line.append(Run(part.text, left, self.pixels, weight, colour, part.start, part.piece.link))
            self.used += space + width(part.text, self.pixels, weight)
            space = 0


def _colour(piece: Piece) -> Colour:
    if piece.link:
        return INDIGO
    return VERMILION if piece.tone == "ruling" else INK


class _Typesetter:
    """Sets block after block from the top of the page downwards."""

    def __init__(self, em: int, room: int) -> None:
        self.em, self.room = em, room
        self.rows: list[PageRow] = []
        self.top = 0

    def px(self, ems: float) -> int:
        return round(ems * self.em)

    def block(self, number: int, block: Block) -> tuple[int, int]:
        """Set a block and return where it begins and ends."""
        self.top += self.px(_ABOVE[block.kind]) if self.rows else 0
        begin = self.top
        if block.rows:
            self._table(number, block)
        else:
            self._paragraph(number, block)
        return begin, self.top

    def _paragraph(self, number: int, block: Block) -> None:
        pixels = self.px(_SIZES.get(block.kind, 1.04))
        left = self.px(MARGIN_EM) + (self.px(ITEM_EM) if block.kind == "item" else 0)
        lines = _Setter(pixels, left, self.room - left, block.kind).set(_words(block.pieces))
        for place, line in enumerate(lines):
            margin = self._margin(block, pixels) if place == 0 else []
            ruled = block.kind == "chapter" and place == len(lines) - 1
            self._row(number, [*margin, *line], round(pixels * LINE), ruled=ruled)

    def _margin(self, block: Block, pixels: int) -> list[Run]:
        """Return the text in the margin of a block's first line: its number, or a bullet."""
        if block.kind == "item":
            return [Run(BULLET, self.px(MARGIN_EM + 0.35), pixels, "Regular", VERMILION)]
        if block.begins and block.number[:1].isdigit():
            return [Run(block.number, 0, pixels, "Bold", VERMILION)]
        return []

    def _row(self, block: int, runs: Sequence[Run], high: int, *, ruled: bool = False) -> None:
        self.rows.append(PageRow(block, self.top, high, tuple(runs), ruled))
        self.top += high

    def _table(self, number: int, block: Block) -> None:
        pixels = self.px(_SIZES["table"])
        columns = column_widths(block.rows, pixels, self.room - self.px(MARGIN_EM), self.px(CELL_EM))
        start = 0
        for place, cells in enumerate(block.rows):
            start = self._table_row(number, cells, columns, start, heading=place == 0)

    def _table_row(
        self, number: int, cells: Sequence[str], columns: Sequence[int], start: int, *, heading: bool
    ) -> int:
        """Set a row of cells and return the place of the next row's first letter."""
        pixels = self.px(_SIZES["table"])
        left = self.px(MARGIN_EM)
        kind: Kind = "heading" if heading else "table"
        set_cells: list[list[list[Run]]] = []
        for cell, wide in zip(cells, columns, strict=True):
            words = ([_Fragment(f.piece, f.text, f.start + start) for f in word] for word in _words([Piece(cell)]))
            set_cells.append(_Setter(pixels, left, wide - self.px(CELL_EM), kind).set(words))
            left += wide
            start += len(cell) + 1
        deepest = max(len(lines) for lines in set_cells)
        for line in range(deepest):
            runs = [run for lines in set_cells if line < len(lines) for run in lines[line]]
            if heading:
                runs = [Run(r.text, r.left, r.pixels, r.weight, INK_SOFT, r.start) for r in runs]
            self._row(number, runs, round(pixels * LINE * 1.12), ruled=line == deepest - 1)
        return start


def column_widths(rows: Sequence[Sequence[str]], pixels: int, room: int, gap: int) -> list[int]:
    """Return the widths of a table's columns, gap included: as wide as their words, the widest one shrinks."""
    columns = list(zip(*rows, strict=True))
    wide = [max(width(cell, pixels, "Bold") for cell in column) + gap for column in columns]
    over = sum(wide) - room
    if over > 0:
        widest = wide.index(max(wide))
        wide[widest] = max(wide[widest] - over, room // len(wide))
    return wide


@lru_cache(maxsize=4)
def page(blocks: tuple[Block, ...], em: int, room: int) -> Page:
    """Return the blocks set for an em and a width, px."""
    setter = _Typesetter(em, room)
    ends = [setter.block(number, block) for number, block in enumerate(blocks)]
    tops, bottoms = zip(*ends, strict=True)
    return Page(tuple(setter.rows), setter.top, tops, bottoms)
