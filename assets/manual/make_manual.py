"""The pages of the manual, put together from what stands in the repository, and handed to Sphinx.

`pages/` holds what is written by hand. What the program says of itself is asked of it: the keys, the rules of the
games, the options of the commands, the names of the Python API. Other languages have the part *Play*: each paragraph is
looked up in the program's own catalogue.
"""

import argparse
import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import generated_pages
import one_file
import paragraphs
import search_words
from sphinx.cmd.build import build_main

from shogun.base.language import ENGLISH, OFFERED, speaking

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGES = HERE / "pages"
PICTURES = ROOT / "assets" / "pictures"
PLAY = "play"
"""What of the pages other languages have."""
API_LINK = re.compile(r"\[([^\]]+)\]\(api/[^)]+\)")
Page = Callable[[], str]


class ManualError(Exception):
    """The manual can't be made; the message is one sentence."""


def gather(into: Path, language: str = ENGLISH, *, for_one_file: bool = False) -> Path:
    """Write all pages of a language into a folder and return the folder among them that Sphinx reads.

    It lies as deep as in the repository, so that a page finds its pictures here and there by the same path.
    """
    source = into / PAGES.relative_to(ROOT)
    source.mkdir(parents=True)
    shutil.copytree(PICTURES, into / PICTURES.relative_to(ROOT))
    shutil.copytree(HERE / "examples", source.parent / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    with speaking(language):
        for path in sorted(PAGES.rglob("*.md")):
            name = path.relative_to(PAGES)
            if language == ENGLISH or name.parts[0] == PLAY:
                page = generated_pages.with_tables(paragraphs.translated(path.read_text("utf-8"), language))
                page = _for_one_file(page) if for_one_file else search_words.as_index(page)
                _write(source / name, page)
        for made, make in _generated(language, for_one_file=for_one_file).items():
            _write(source / made, make())
    with (source / PLAY / "index.md").open("a", encoding="utf-8") as file:
        file.write(f"\n{_languages(language, for_one_file=for_one_file)}\n")
    return source


def _generated(language: str, *, for_one_file: bool) -> Mapping[str, Page]:
    found: dict[str, Page] = {**generated_pages.rules()}
    if language == ENGLISH:
        found |= generated_pages.reference(with_api=not for_one_file)
    return found


def _for_one_file(page: str) -> str:
    """Return a page without links to the API reference, which the one file doesn't have."""
    lines = (line for line in page.splitlines() if "api/index" not in line)
    return search_words.as_hidden(API_LINK.sub(r"\1", "\n".join(lines))) + "\n"


def _languages(language: str, *, for_one_file: bool) -> str:
    """Return links to the same part in the other languages."""
    up = "../" if language == ENGLISH else "../../"
    links = []
    for other, called in OFFERED.items():
        place = (
            one_file.name(other) if for_one_file else f"{up}{'' if other == ENGLISH else other + '/'}{PLAY}/index.html"
        )
        links += [f'<a href="{place}" lang="{other}">{called}</a>'] if other != language else []
    return f'<p class="languages">{" · ".join(links)}</p>'


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@contextlib.contextmanager
def _environment(**values: str) -> Iterator[None]:
    old = dict(os.environ)
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(old)


def sphinx(source: Path, output: Path, language: str, *, for_one_file: bool = False) -> None:
    """Have Sphinx make the pages. Raises ManualError if it warns of anything; what it says is on stderr."""
    builder = "singlehtml" if for_one_file else "html"
    own = {"SHOGUN_MANUAL_LANGUAGE": language, "SHOGUN_MANUAL_ONE_FILE": "1" if for_one_file else ""}
    with _environment(**own), tempfile.TemporaryDirectory() as kept:
        words = ["-q", "-W", "--keep-going", "-b", builder, "-c", str(HERE), "-d", kept, str(source), str(output)]
        if build_main(words):
            raise ManualError("the manual has warnings, which stand above")
    for left in (".buildinfo", "objects.inv"):
        (output / left).unlink(missing_ok=True)
    shutil.rmtree(output / "_sources", ignore_errors=True)


def build(output: Path) -> list[Path]:
    """Write the manual as web pages into a folder, other languages in folders there, and return the first pages."""
    found = []
    for language in OFFERED:
        place = output if language == ENGLISH else output / language / PLAY
        with tempfile.TemporaryDirectory(prefix="shogun-manual-") as folder:
            source = gather(Path(folder), language)
            sphinx(source if language == ENGLISH else source / PLAY, place, language)
        found.append(place / "index.html")
    return found


def build_one_file(output: Path) -> list[Path]:
    """Write the manual as one file for each language into a folder and return the files."""
    found = []
    for language in OFFERED:
        with tempfile.TemporaryDirectory(prefix="shogun-manual-") as folder:
            work = Path(folder)
            source = gather(work / "pages", language, for_one_file=True)
            digest = one_file.digest(source)
            sphinx(source if language == ENGLISH else source / PLAY, work / "made", language, for_one_file=True)
            found.append(output / one_file.name(language))
            output.mkdir(parents=True, exist_ok=True)
            found[-1].write_text(one_file.put_together(work / "made", digest, language), encoding="utf-8")
    return found


def main() -> int:
    """Make what is asked for, and say where it lies."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--output", type=Path, help="folder for the web pages")
    parser.add_argument(
        "--one-file",
        action="store_true",
        help="write one file for each language, without --output where the menu opens it",
    )
    asked = parser.parse_args()
    if asked.output is None and not asked.one_file:
        parser.error("--output FOLDER is missing")
    try:
        made = build_one_file(asked.output or HERE) if asked.one_file else build(asked.output)
    except (ManualError, OSError) as error:
        print(f"manual: {error}", file=sys.stderr)
        return 2
    print(*(f"{path}: {path.stat().st_size / 1e6:.1f} MB" if asked.one_file else path for path in made), sep="\n")
    return 0
