"""The manual as one file, as the packages carry it: of all that stands in the repository now, and whole in itself."""

import importlib
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from shogun.base.language import ENGLISH, OFFERED

MANUAL = Path(__file__).resolve().parents[3] / "assets" / "manual"
LARGEST = 1_300_000
"""Bytes of one file, at most: there is one for each language in every package."""
SCRIPTS = ("make_manual", "generated_pages", "one_file", "paragraphs", "catalogues")


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Import what makes the manual, and forget it afterwards."""
    monkeypatch.syspath_prepend(str(MANUAL))
    yield importlib.import_module("make_manual")
    for name in SCRIPTS:
        sys.modules.pop(name, None)


class Page(HTMLParser):
    """What a page has that can be linked to, and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.sources: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors.add(found.get("id", ""))
        self.links += [found["href"]] if tag == "a" and "href" in found else []
        self.sources += [found["src"]] if "src" in found else []


def kept(language: str) -> str:
    name = "manual.html" if language == ENGLISH else f"manual.{language}.html"
    return (MANUAL / name).read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("language", OFFERED)
def test_it_is_of_what_stands_in_the_repository_now(maker: Any, language: str, tmp_path: Path) -> None:
    digest = maker.one_file.digest(maker.gather(tmp_path, language, for_one_file=True))
    told = re.search(r'<meta name="manual-digest" content="(\w+)">', kept(language))
    assert told is not None
    assert told[1] == digest, "renew it by: python assets/manual/build.py --one-file"


@pytest.mark.slow
@pytest.mark.parametrize("language", OFFERED)
def test_it_is_whole_in_itself(language: str) -> None:
    text = kept(language)
    page = Page(text)
    assert len(text.encode()) < LARGEST
    assert "<script" not in text and "@import" not in text and 'rel="stylesheet"' not in text
    assert page.sources and all(source.startswith("data:image/") for source in page.sources)
    inside = [link for link in page.links if link.startswith("#")]
    assert len(inside) > 100
    assert sorted({link for link in inside if link[1:] and link[1:] not in page.anchors}) == []
    others = {link for link in page.links if not link.startswith(("#", "https://"))}
    assert others == {f"manual{'' if code == ENGLISH else '.' + code}.html" for code in OFFERED if code != language}
