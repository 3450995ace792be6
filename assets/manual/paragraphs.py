"""A page of the manual as paragraphs that are translated, and what stays as it is: code, labels, directives."""

import re
from collections.abc import Iterator

from shogun.base.language import ENGLISH, of_data

FENCE = re.compile(r"^(```+|:::+)")
ITEM = re.compile(r"^(\s*(?:[-*]|\d+\.)\s+|#+\s+|>\s+|% words: )(.*)$")
"""Beginning of a separate paragraph: a list item, a heading, a quotation, or search words."""
UNTOLD = re.compile(r"^(?:\([\w-]+\)=|%.*|\|[\s|:-]+\||!\[\]\(.*)$")
"""Lines without words: a label, a remark, the rule below a table's head."""


def pieces(page: str) -> Iterator[tuple[str, str]]:
    """Yield what stands before each paragraph, as it is, and the paragraph in one line; the latter may be empty."""
    words: list[str] = []
    before = fence = ""
    for line in [*page.splitlines(), ""]:
        if fence or FENCE.match(line):
            yield from _ended(before, words)
            before, words = f"{line}\n", []
            yield before, ""
            before = ""
            found = FENCE.match(line)
            fence = "" if fence and line.strip() == fence else fence or (found[1] if found else "")
            continue
        item = ITEM.match(line)
        if item or not line.strip() or UNTOLD.match(line) or line.startswith("|"):
            yield from _ended(before, words)
            before, words = "", []
        if item:
            before, words = item[1], [item[2].strip()]
        elif not line.strip() or UNTOLD.match(line):
            yield f"{line}\n", ""
        else:
            before = before if words else line[: len(line) - len(line.lstrip())]
            words.append(line.strip())


def _ended(before: str, words: list[str]) -> Iterator[tuple[str, str]]:
    if words:
        yield before, " ".join(words)


def texts(page: str) -> Iterator[str]:
    """Yield the paragraphs of a page that have to be translated."""
    for _before, words in pieces(page):
        if any(sign.isalpha() for sign in re.sub(r"`[^`]*`|\]\([^)]*\)", "", words)):
            yield words


def translated(page: str, language: str) -> str:
    """Return a page in the language that is spoken now, its code and its labels as they are."""
    if language == ENGLISH:
        return page
    return "".join(before + (f"{of_data(words)}\n" if words else "") for before, words in pieces(page))
