"""The manual is made without a warning, needs nothing from elsewhere, and every link in it leads somewhere."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[3]
LOADED = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}
"""What a browser fetches by itself, and where its address stands."""


class Page(HTMLParser):
    """What a page offers to be linked to, where it leads, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.silent: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.anchors.add(found["id"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if LOADED.get(tag, "") in found and found.get("rel") not in ("canonical", "next", "prev", "search", "index"):
            self.loaded.append(found[LOADED[tag]])
        if tag == "img" and not found.get("alt") and "logo" not in found.get("class", ""):
            self.silent.append(found.get("src", ""))


WANTED = {
    "undo": "play/keys",
    "redo": "play/",
    "fullscreen": "play/",
    "full screen": "play/",
    "volume": "play/settings",
    "online": "play/questions",
    "difficulty": "play/",
    "license": "play/questions",
    "FAQ": "play/questions",
    "install": "play/install",
    "uninstall": "play/install",
    "upgrade": "play/install",
    "text size": "play/",
    "keyboard": "play/",
    "cheat": "play/",
    "rating": "play/",
    "save": "play/",
    "replay": "play/looking_back",
    "how long": "play/questions",
    "pandas": "towers/results",
    "reproducible": "towers/tune",
    "cluster": "towers/tune",
    "p_out_thrown": "towers/statistics",
    "friction": "towers/physics",
    "print": "towers/cardboard",
    "laser": "towers/cardboard",
    "survival": "towers/",
    "heat map": "towers/results",
    "stock": "towers/",
    "PettingZoo": "program/agents",
    "contribute": "program/contributing",
}
"""What newcomers look for, and the page, or the part of the manual, that comes first."""
ASK = """
const [, , folder, ...queries] = process.argv;
const read = (name) => require("fs").readFileSync(`${folder}/${name}`, "utf8");
Object.assign(globalThis, {
  window: {}, localStorage: {setItem() {}}, SPHINX_HIGHLIGHT_ENABLED: false, _ready() {}, _: (text) => text,
  document: {getElementById: () => null, querySelectorAll: () => []},
});
(0, eval)(`${read("_static/language_data.js")}; var Stemmer = window.Stemmer;
  ${read("_static/searchtools.js")}; globalThis.Search = Search; ${read("searchindex.js")}`);
const answer = (query) => Search._performSearch(...Search._parseQuery(query)).reverse().map(([page]) => page);
console.log(JSON.stringify(queries.map(answer)));
"""
"""The search of the pages without a browser; Node runs it."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the manual by its command and return its folder."""
    folder = tmp_path_factory.mktemp("manual")
    command = [sys.executable, str(ROOT / "assets/manual/build.py"), "--output", str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr, done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(made: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in made.rglob("*.html")}


@pytest.mark.slow
def test_the_manual_has_its_parts_in_all_languages(made: Path) -> None:
    for name in (
        "index",
        "play/first_game",
        "play/rules/shogun",
        "towers/cardboard",
        "program/commands",
        "program/api/tower",
    ):
        assert (made / f"{name}.html").is_file()
    for language in ("pl", "cs"):
        assert (made / language / "play" / "first_game.html").is_file()


@pytest.mark.slow
def test_every_link_and_every_anchor_leads_somewhere(made: Path, pages: dict[Path, Page]) -> None:
    assert len(pages) > 40
    assert sorted(set(broken(made, pages))) == []


def broken(made: Path, pages: dict[Path, Page]) -> Iterator[str]:
    """Yield each link of a page to a file or an anchor that isn't there."""
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file() or (
                parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors
            ):
                yield f"{path.relative_to(made)}: {link}"


@pytest.mark.slow
def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="here"><a href="a.html#here"></a><a href="#gone"></a><a href="b.html"></a>')
    found = {tmp_path / "a.html": Page(tmp_path / "a.html")}
    assert list(broken(tmp_path, found)) == ["a.html: #gone", "a.html: b.html"]


@pytest.mark.slow
def test_nothing_comes_from_elsewhere(made: Path, pages: dict[Path, Page]) -> None:
    loaded = {address for page in pages.values() for address in page.loaded}
    assert loaded
    assert [address for address in loaded if urlsplit(address).scheme or address.startswith("//")] == []
    for style in made.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", style.read_text("utf-8")), style


@pytest.mark.slow
def test_each_picture_has_words_for_those_who_do_not_see_it(pages: dict[Path, Page]) -> None:
    assert sorted({picture for page in pages.values() for picture in page.silent}) == []


@pytest.mark.slow
def test_all_pages_can_be_searched_without_a_server(made: Path) -> None:
    index = (made / "searchindex.js").read_text("utf-8")
    assert index.startswith("Search.setIndex(")
    assert all(f'"{name}"' in index for name in ("play/strategy", "towers/format", "program/api/tower"))


@pytest.mark.slow
def test_the_words_of_newcomers_are_in_the_index(made: Path) -> None:
    index = json.loads((made / "searchindex.js").read_text("utf-8").removeprefix("Search.setIndex(").removesuffix(")"))
    pages = {
        word: {index["docnames"][page] for page, _anchor, is_main in entries if is_main}
        for word, entries in index["indexentries"].items()
    }
    found = {word: [page for page in pages.get(word.lower(), ()) if page.startswith(WANTED[word])] for word in WANTED}
    assert [word for word, right in found.items() if not right] == []


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("node"), reason="Node runs the search without a browser")
def test_a_search_shows_the_page_that_answers_first(made: Path, tmp_path: Path) -> None:
    (tmp_path / "ask.js").write_text(ASK, "utf-8")
    words = ["node", str(tmp_path / "ask.js"), str(made), *WANTED, "Statistic"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *found, statistic = json.loads(done.stdout)
    first = {query: pages[0] if pages else "" for query, pages in zip(WANTED, found, strict=True)}
    assert {query: page for query, page in first.items() if not page.startswith(WANTED[query])} == {}
    assert statistic[-1].startswith("program/api/"), "names of the API come last"
