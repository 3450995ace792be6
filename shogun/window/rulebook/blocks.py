"""The rules' text as blocks: headings, numbered rules, paragraphs, list items and tables, with links between numbers.

The text is of the simple kind of Markdown that `assets/shogun/rules/en.md` keeps to: one line a paragraph. The files of
other languages stand beside it and go line by line with it. After the rules come the keys.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from shogun.base.language import ENGLISH, _, current
from shogun.base.resources import assets_of
from shogun.window.kit.input.keys import rows

Kind = Literal["title", "chapter", "heading", "rule", "text", "item", "table"]
Tone = Literal["plain", "bold", "italic", "ruling", "name"]
"""`name` is what a rule is called, at its beginning."""

_RULE = re.compile(r"\*\*(\d+\.\d+)\*\* ")
_MARKED = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*")
RULING = "[ruling"
"""How a mark begins that tells what is a choice of our own, in the files of all languages."""
_SECTION = r"sections?|chapters?|rozdz\.|oddíl|kapitola"
"""What stands before the number of a section, in any language."""
_REFERENCE = re.compile(rf"\b\d{{1,2}}\.\d{{1,2}}\b|\b(?:{_SECTION}) \d{{1,2}}\b")
_LEVELS: dict[str, Kind] = {"#": "title", "##": "chapter", "###": "heading"}


class Piece(Struct, frozen=True):
    """Some words in one tone; `link` is the number of the rule or section that they lead to."""

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
        """Whether the rule, or the section, of its number begins here."""
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
    for found in _REFERENCE.finditer(text):
        if found.start() > at:
            yield Piece(text[at : found.start()], tone)
        yield Piece(found[0], tone, found[0].split()[-1])
        at = found.end()
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
    """Return the text of a game's rules as it is shipped, in the player's language if there is one; else nothing."""
    return _book(game, current())


@lru_cache(maxsize=4)
def _book(game: str, language: str) -> tuple[Block, ...]:
    paths = (assets_of(game) / "rules" / f"{code}.md" for code in (language, ENGLISH))
    path = next((path for path in paths if path.is_file()), None)
    return parse(path.read_text("utf-8")) if path else ()


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
"""What the part about the keys has in place of a number."""


def whole_book(game: str) -> tuple[Block, ...]:
    """Return all blocks of a game's rules; the keys are in the player's language."""
    text = book(game) or (Block("text", "", (Piece(_("This game has no rules to read.")),)),)
    heading = Block("chapter", KEYS, (Piece(_("Keys")),))
    head = (_("key"), _("what it does"))
    return (*text, heading, Block("table", KEYS, rows=(head, *rows())))
