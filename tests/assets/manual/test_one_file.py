"""The manual as one file, as the packages carry it: of all that stands in the repository now, and whole in itself."""

import importlib
import json
import re
import shutil
import subprocess
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
    assert re.findall("<script[^>]*>", text) == re.findall('<script data-label="[^"]+" data-none="[^"]+">', text)
    assert text.count("<script") == 1 and "@import" not in text and 'rel="stylesheet"' not in text
    assert page.sources and all(source.startswith("data:image/") for source in page.sources)
    inside = [link for link in page.links if link.startswith("#")]
    assert len(inside) > 100
    assert sorted({link for link in inside if link[1:] and link[1:] not in page.anchors}) == []
    others = {link for link in page.links if not link.startswith(("#", "https://"))}
    assert others == {f"manual{'' if code == ENGLISH else '.' + code}.html" for code in OFFERED if code != language}


class Places(HTMLParser):
    """The sections of the page as its search reads them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.page = self.words = self.into = ""
        self.texts: list[dict[str, str]] = []
        self.open: list[dict[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "span" and found.get("id", "").startswith("document-"):
            self.page = found["id"].removeprefix("document-")
        elif found.get("class") == "words":
            self.into = "words"
        elif tag == "section":
            self.texts.append({"heading": "", "text": "", "words": self.words, "page": self.page})
            self.open.append(self.texts[-1])
            self.words = ""
        elif re.fullmatch("h[1-6]", tag):
            self.into = "heading"

    def handle_endtag(self, tag: str) -> None:
        if tag == "section":
            self.open.pop()
        elif re.fullmatch("h[1-6]|p", tag):
            self.into = ""

    def handle_data(self, data: str) -> None:
        if self.into == "words":
            self.words += data
        elif self.open:
            self.open[-1][self.into or "text"] += data


ASK = """
const [, , script, places, ...queries] = process.argv;
const {plain, ranked} = require(script);
const read = JSON.parse(require("fs").readFileSync(places, "utf8")).map((one) => ({
  page: one.page, title: one.heading,
  heading: plain(one.heading), text: plain(one.text), words: one.words.split(",").map(plain),
}));
console.log(JSON.stringify(queries.map((query) => ranked(query, read).slice(0, 1).map(([, place]) => place.title))));
"""
WANTED = {
    "en": {
        "undo": "How do I undo a move?",
        "full screen": "How do I get full screen?",
        "volumes": "How do I change the volume?",
        "licence": "What does it cost, and what is its license?",
        "how long does a game take": "How long does a game take?",
        "p_out_thrown": "p_out_thrown: chance that a thrown cube comes out",
        "pandas": "How do I get results into pandas or a spreadsheet?",
    },
    "cs": {"obtiznost": "Osm úrovní ve hře Shogun", "hlasitost": "Jak změnit hlasitost?"},
    "pl": {"glosnosc": "Jak zmienić głośność?", "pełny ekran": "Jak włączyć pełny ekran?"},
}
"""What is typed, accents left out or not, and the heading that comes first."""


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("node"), reason="Node runs the search without a browser")
@pytest.mark.parametrize("language", OFFERED)
def test_its_search_shows_the_section_that_answers_first(language: str, tmp_path: Path) -> None:
    (tmp_path / "ask.js").write_text(ASK, "utf-8")
    (tmp_path / "places.json").write_text(json.dumps(Places(kept(language)).texts), "utf-8")
    script = MANUAL / "search" / "one_file.js"
    words = ["node", str(tmp_path / "ask.js"), str(script), str(tmp_path / "places.json"), *WANTED[language]]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first = {query: "".join(titles) for query, titles in zip(WANTED[language], json.loads(done.stdout), strict=True)}
    assert {query: title for query, title in first.items() if title != WANTED[language][query]} == {}
