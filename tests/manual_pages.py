"""The pages of the manual as tests read them: their text, and their blocks of code with what is said of each."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "assets" / "manual" / "pages"
_REASON = r"^(?: *% not run: (?P<reason>.+)\n)?(?: *% file: (?P<file>.+)\n)?"
_CODE = r" *```(?P<language>.*)\n(?P<code>(?:.*\n)*?) *```$"
_BLOCK = re.compile(_REASON + _CODE, re.M)


class Block(Struct, frozen=True):
    """A block of code: the page on which it stands, its language, why it isn't run, and its file, if that is said."""

    page: str
    language: str
    code: str
    reason: str
    file: str

    @property
    def commands(self) -> list[str]:
        """The command lines in it, without prompt and remark."""
        if self.language not in ("sh", "console"):
            return []
        lines = [line.strip() for line in self.code.splitlines()]
        if self.language == "console":
            lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        return [line.partition("  #")[0].strip() for line in lines if line]


def text(page: str) -> str:
    """Return a page by its name, such as "towers/format"."""
    return (PAGES / f"{page}.md").read_text("utf-8")


def names() -> list[str]:
    """Return the names of all pages that are written by hand."""
    return sorted(path.relative_to(PAGES).with_suffix("").as_posix() for path in PAGES.rglob("*.md"))


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of code of a page."""
    for found in _BLOCK.finditer(text(page)):
        yield Block(page, found["language"].strip(), found["code"], found["reason"] or "", found["file"] or "")
