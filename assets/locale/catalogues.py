"""The catalogues of translated texts: what there is to translate, what is missing, and how translators get it.

Usage: python assets/locale/catalogues.py update [CODE ...] | check | lint | take CODE FILE ... | lot CODE SEED | time
`update` brings all catalogues up to what the program says now, those of new languages too; `check` tells what is
wrong with them (exit code 1); `lint` lists English texts with words that the glossary advises against (exit code 1
if there are new ones); `take` takes translations over from other `.po` files; `lot` draws a hundred texts to
be proofread; `time` measures how long the program takes to read one. Needs Babel and cyclopts (the `dev` extra has
them); the program itself reads the finished files. README.md says more.
"""

import argparse
import ast
import re
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from random import Random
from string import Formatter
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from cyclopts.help.help import docstring_parse

from shogun.base.language import in_context, read_catalogue

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
sys.path.append(str(CHECKOUT / "assets" / "manual"))

import paragraphs  # noqa: E402

PROOF = 100
"""So many texts are drawn to be proofread."""
SAME = "same.txt"
"""Beside a catalogue: the texts that are rightly as in English, one a line, after its context if it has one."""
STYLE_EXCEPTIONS = "style-exceptions.txt"
"""English texts, one a line, that may have a word that the English glossary advises against."""
_QUOTED = r"""((?:(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*)+)"""
ONE = re.compile(rf"(?<![\w.])(?:_|marked)\(\s*{_QUOTED}[,)]")
TWO = re.compile(rf"(?<![\w.])ngettext\(\s*{_QUOTED},\s*{_QUOTED},")
OF_CONTEXT = re.compile(rf"(?<![\w.])marked_in\(\s*{_QUOTED},\s*{_QUOTED}\)")
CALLS = re.compile(r"(?<![\w.])(?:_|marked|marked_in|ngettext)\(\s*[\"']")
DATA: Mapping[str, Mapping[str, Sequence[str]]] = {
    "assets/rumble_nation/rumble_nation.toml": {"area": ("castle",), "tactics": ("name", "text"), "daimyo": ("text",)},
    "assets/river_of_gold/river_of_gold.toml": {"region": ("english",)},
    "assets/shogun/opponents/*.toml": {"": ("name", "sentence")},
    "tower_geometry/*.toml": {"": ("title", "description")},
}
"""Which texts of data files are shown: by table, "" being the file itself."""


class Text(NamedTuple):
    """A text to translate: English for one, English for many if it depends on a number, and the file that has it.

    A context, if the same words mean something else elsewhere.
    """

    one: str
    many: str
    file: str
    context: str = ""

    @property
    def key(self) -> str | tuple[str, str]:
        """By what Babel knows it."""
        return (self.one, self.many) if self.many else self.one

    @property
    def known_by(self) -> str:
        """By what the program knows it."""
        return in_context(self.one, self.context)

    @property
    def same_line(self) -> str:
        """How it stands among the texts that are as in English."""
        return f"{self.context}: {self.one}" if self.context else self.one


def texts() -> Iterator[Text]:
    """Yield every text that the program has translated, in the order of the files; some come several times."""
    for path in sorted((CHECKOUT / "shogun").rglob("*.py")):
        yield from in_code(path.read_text("utf-8"), path.relative_to(CHECKOUT).as_posix())
    yield from in_help()
    yield from in_data()
    yield from in_manual()


def in_code(code: str, file: str) -> Iterator[Text]:
    """Yield the texts of a Python file. Raises ValueError where a call has more than plain text."""
    found = [(one.start(), Text(_plain(one[1]), "", file)) for one in ONE.finditer(code)]
    found += [(both.start(), Text(_plain(both[1]), _plain(both[2]), file)) for both in TWO.finditer(code)]
    found += [(one.start(), Text(_plain(one[2]), "", file, _plain(one[1]))) for one in OF_CONTEXT.finditer(code)]
    if len(found) != len(CALLS.findall(code)):
        raise ValueError(f"{file}: a text is put together before it is translated")
    yield from (text for _start, text in sorted(found))


def _plain(quoted: str) -> str:
    value = ast.literal_eval(f"({quoted})")
    assert isinstance(value, str)
    return value


def in_data() -> Iterator[Text]:
    """Yield the texts of the data files."""
    for pattern, tables in DATA.items():
        for path in sorted(CHECKOUT.glob(pattern)):
            content = tomllib.loads(path.read_text("utf-8"))
            file = path.relative_to(CHECKOUT).as_posix()
            rows = [(row, names) for table, names in tables.items() for row in (content[table] if table else [content])]
            yield from (Text(row[name], "", file) for row, names in rows for name in names)


def in_help() -> Iterator[Text]:
    """Yield what the help of the commands says of their parameters: their docstrings, as cyclopts reads them."""
    rooms = ("shogun/cli", "shogun/lab/experiments")
    for path in sorted(path for room in rooms for path in (CHECKOUT / room).rglob("*.py")):
        for part in ast.parse(path.read_text("utf-8")).body:
            told = ast.get_docstring(part) if isinstance(part, ast.FunctionDef | ast.ClassDef) else None
            for parameter in docstring_parse(told, "plaintext").params:
                yield Text(" ".join((parameter.description or "").split()), "", path.relative_to(CHECKOUT).as_posix())


def in_manual() -> Iterator[Text]:
    """Yield the paragraphs of the manual's part *Play*."""
    for path in sorted((CHECKOUT / "assets" / "manual" / "pages" / "play").glob("*.md")):
        for text in paragraphs.texts(path.read_text("utf-8")):
            yield Text(text, "", path.relative_to(CHECKOUT).as_posix())


# Catalogues


def path_of(code: str) -> Path:
    """Return where the catalogue of a language lies."""
    return HERE / code / "LC_MESSAGES" / "shogun.po"


def codes() -> list[str]:
    """Return the codes of the languages that have a catalogue."""
    return sorted(path.parents[1].name for path in HERE.glob("*/LC_MESSAGES/shogun.po"))


def read(path: Path, code: str) -> Catalog:
    """Return a catalogue as Babel reads it."""
    with path.open("rb") as file:
        return read_po(file, locale=code)


def write(catalog: Catalog, code: str) -> None:
    """Write a catalogue: without dates and numbers of lines, which would change though no text does."""
    path = path_of(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    plural = get_plural(code)
    head = (
        f"# The texts of Shogun in {catalog.locale.english_name if catalog.locale else code}; see ../../README.md.\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {code}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {plural}\\n"\n\n'
    )
    with path.open("wb") as file:
        file.write(head.encode())
        write_po(file, catalog, width=0, omit_header=True, include_lineno=False)


def updated(old: Catalog, code: str) -> Catalog:
    """Return a catalogue of what the program says now with the translations of an old one; gone texts are dropped."""
    new = Catalog(locale=code)
    empty = ("",) * get_plural(code).num_plurals
    for text in texts():
        known = old.get(text.one, text.context or None)
        told = known.string if known is not None and not known.fuzzy else ""
        if text.many:
            told = told if isinstance(told, list | tuple) else empty
        elif not isinstance(told, str):
            told = ""
        flags = ["python-brace-format"] if "{" in text.one else []
        new.add(text.key, told, [(text.file, 0)], flags=flags, context=text.context or None)
    for message in new:
        message.flags.discard("python-format")
    return new


def taken(code: str, files: Sequence[Path]) -> Catalog:
    """Return a language's catalogue with the translations of other files, which win over its own."""
    into = read(path_of(code), code)
    for path in files:
        for message in read(path, code):
            there = into.get(message.id, message.context) if message.id else None
            if there is not None and _is_whole(message.string):
                there.string = message.string
    return into


def _is_whole(told: object) -> bool:
    return bool(told) if isinstance(told, str) else all(told) if isinstance(told, list | tuple) else False


# What is wrong


def complaints(code: str, wanted: Sequence[Text]) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with a language's catalogue."""
    catalog = read(path_of(code), code)
    same = path_of(code).with_name(SAME).read_text("utf-8").splitlines()
    keys = {text.known_by for text in wanted}
    for message in catalog:
        one = message.id if isinstance(message.id, str) else message.id[0]
        if one and in_context(one, message.context or "") not in keys:
            yield f"{one!r} is no text of the program any more"
    for text in {text.known_by: text for text in sorted(wanted, key=lambda text: bool(text.many))}.values():
        found = catalog.get(text.one, text.context or None)
        told = None if found is None or found.fuzzy else found.string
        forms = (told,) if isinstance(told, str) else tuple(told or ())
        if not forms or not all(forms):
            yield f"{text.one!r} is not translated"
        elif len(forms) != (get_plural(code).num_plurals if text.many else 1):
            yield f"{text.one!r} has {len(forms)} forms"
        else:
            yield from (f"{text.one!r}: {wrong}" for wrong in _flaws(text, forms, text.same_line in same))


def _flaws(text: Text, forms: Sequence[str], is_same: bool) -> Iterator[str]:
    english = [text.one, text.many] if text.many else [text.one]
    for form in forms:
        if fields(form) not in [fields(one) for one in english]:
            yield f"{form!r} has other places to fill in"
        if _frame(form) not in [_frame(one) for one in english]:
            yield f"{form!r} has other spaces at its ends, or other lines"
        if (form in english and _has_words(form)) != is_same and not text.many:
            yield "is as in English" if not is_same else f"stands in {SAME}, but is not as in English"


def fields(text: str) -> list[str]:
    """Return what is filled into a text, and how: in the order of the alphabet."""
    if "{" not in text:
        return []
    parts = Formatter().parse(text)
    return sorted(f"{field}!{conversion}:{spec}" for _text, field, spec, conversion in parts if field is not None)


def _frame(text: str) -> tuple[int, int, int]:
    return len(text) - len(text.lstrip()), len(text) - len(text.rstrip()), text.count("\n")


def _has_words(text: str) -> bool:
    """Return whether a text has words of its own, beside what is filled in."""
    return any(sign.isalpha() for sign in re.sub(r"\{[^{}]*\}", "", text))


# English


def discouraged() -> Iterator[str]:
    """Yield the words and phrases that the English glossary advises against."""
    for line in (HERE / "glossary-en.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) in (2, 3):
            yield from re.findall(r"`([^`]+)`", cells[2 if len(cells) == 3 else 0])


def lint(wanted: Sequence[Text]) -> Iterator[str]:
    """Yield each English text that uses such a word, except those on the list of exceptions."""
    excepted = set((HERE / STYLE_EXCEPTIONS).read_text("utf-8").splitlines())
    english = {form: text.file for text in wanted for form in (text.one, text.many) if form}
    for form, file in english.items():
        if form not in excepted:
            yield from (f"{file}: {phrase!r} in {form!r}" for phrase in _found_in(form))


def lint_pages() -> Iterator[str]:
    """Yield each place in the rules and the manual that uses such a word, and the word: hints for editors."""
    for path in sorted([*CHECKOUT.glob("assets/*/rules/en.md"), *CHECKOUT.glob("assets/manual/pages/*/*.md")]):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            place = f"{path.relative_to(CHECKOUT).as_posix()}:{number}"
            yield from (f"{place}: {phrase!r}" for phrase in _found_in(re.sub(r"`[^`]*`", "", line)))


def _found_in(text: str) -> list[str]:
    phrases = [phrase for phrase in _phrases() if phrase in text.lower()]
    return [one for one in phrases if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text, re.IGNORECASE)]


@cache
def _phrases() -> tuple[str, ...]:
    return tuple(discouraged())


# Commands


def main() -> int:
    """Do what is asked for and return the exit code."""
    ask = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = ask.add_subparsers(dest="command", required=True)
    commands.add_parser("update").add_argument("codes", nargs="*")
    commands.add_parser("check")
    commands.add_parser("lint")
    commands.add_parser("time")
    take = commands.add_parser("take")
    take.add_argument("code")
    take.add_argument("files", nargs="+", type=Path)
    lot = commands.add_parser("lot")
    lot.add_argument("code")
    lot.add_argument("seed", type=int)
    asked = ask.parse_args()
    if asked.command == "update":
        update(asked.codes)
    elif asked.command == "take":
        write(taken(asked.code, asked.files), asked.code)
    elif asked.command == "lot":
        print("\n".join(drawn(asked.code, asked.seed)))
    elif asked.command == "time":
        measure()
    elif asked.command == "lint":
        pages, warnings = list(lint_pages()), list(lint(list(texts())))
        print("\n".join([*pages, *warnings, f"{len(warnings)} texts and {len(pages)} lines of pages to be reworded"]))
        return 1 if warnings else 0
    else:
        return check()
    return 0


def update(new: Sequence[str]) -> None:
    """Bring all catalogues up to date, and those of new languages to life."""
    for code in sorted({*codes(), *new}):
        old = read(path_of(code), code) if path_of(code).is_file() else Catalog(locale=code)
        catalog = updated(old, code)
        write(catalog, code)
        path_of(code).with_name(SAME).touch()
        missing = sum(not _is_whole(message.string) for message in catalog if message.id)
        print(f"{code}: {len(catalog)} texts, {missing} of them not translated")


def check() -> int:
    """Print what is wrong and return 1, or 0 if nothing is."""
    wanted = list(texts())
    found = [f"{code}: {wrong}" for code in codes() for wrong in complaints(code, wanted)]
    print("\n".join(found) or f"{len({text.known_by for text in wanted})} texts, whole in {', '.join(codes())}")
    return 1 if found else 0


def drawn(code: str, seed: int) -> Iterator[str]:
    """Yield a hundred texts that a seed chooses: the file that has each, English, and all forms of the translation."""
    catalog = read(path_of(code), code)
    every = {text.known_by: text for text in sorted(texts(), key=lambda text: bool(text.many))}
    lot = Random(f"{seed}{code}").sample([every[key] for key in sorted(every)], PROOF)
    for number, text in enumerate(lot, 1):
        found = catalog.get(text.one, text.context or None)
        told = found.string if found is not None else ""
        yield f"{number}. {text.file}\n  {text.one!r}\n  {told!r}"


def measure() -> None:
    """Print how long the program takes to read each catalogue, and how long a compiled one would take."""
    for code in codes():
        compiled = BytesIO()
        write_mo(compiled, read(path_of(code), code))
        plain = _least(partial(read_catalogue, path_of(code)))
        other = _least(partial(_compiled, compiled.getvalue()))
        print(f"{code}: {1000 * plain:.0f} ms, compiled {1000 * other:.0f} ms")


def _compiled(data: bytes) -> GNUTranslations:
    return GNUTranslations(BytesIO(data))


def _least(act: Callable[[], object]) -> float:
    """Return the least time of the processor that something takes, of ten times (s)."""
    times = []
    for _time in range(10):
        start = time.process_time()
        act()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    sys.exit(main())
