"""A catalogue of translated texts, read from the very file that translators write: no compiled copy can be out of date.

That takes a few hundredths of a second even on a slow machine, and nobody needs to do anything between editing a text
and seeing it; `python assets/locale/catalogues.py time` holds it beside a compiled one.
"""

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

MOST_BYTES = 8_000_000
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_CLOSED = re.compile(r"((?:[^\"\\]|\\.)*)\"\s*")
"""What follows the quotation mark at the begin: a file that was cut ends amid it."""
_FIELD = re.compile(r"\{[^{}]*\}")
_PLURAL = re.compile(r"^Plural-Forms:.*?nplurals\s*=\s*(\d)\s*;\s*plural\s*=\s*([^;\n]+)", re.M)
_CONTEXT = "\4"
"""Between a context and a text, as gettext joins them."""
_CHARSET = re.compile(r"^Content-Type:.*charset=utf-8\s*$", re.M | re.I)


def in_context(text: str, context: str) -> str:
    """Return by what a catalogue knows a text that means several things, one in each context."""
    return f"{context}{_CONTEXT}{text}" if context else text


class CatalogueError(ValueError):
    """A file that is no catalogue of this program's texts."""


class Catalogue(Struct, frozen=True):
    """The texts of one language."""

    texts: Mapping[str, tuple[str, ...]]
    """What each English text is in that language, by `in_context`: in all forms, if it depends on a number."""
    form: Callable[[int], int]
    """Returns which form goes with a number."""
    unfit: tuple[str, ...] = ()
    """English texts whose translation can't be filled in as the English one: they are left out."""


def read_catalogue(path: Path) -> Catalogue:
    """Return what a `.po` file says. Raises CatalogueError, OSError.

    Texts that a tool has only guessed (fuzzy) or that aren't translated are left out.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise CatalogueError(str(error)) from error
    texts: dict[str, tuple[str, ...]] = {}
    counted: set[str] = set()
    unfit = []
    head = ""
    for one, many, forms in _entries(text):
        if not one:
            head = head or forms[0]
        elif _fits(one, many, forms):
            texts[one] = forms
            counted.update((one,) if many else ())
        else:
            unfit.append(one)
    count, form = _plural(head)
    broken = [one for one, forms in texts.items() if len(forms) != (count if one in counted else 1)]
    for one in broken:
        del texts[one]
    return Catalogue(texts, form, (*unfit, *broken))


def _entries(text: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield each text that is translated, and whole: English for one, for many, and its forms."""
    for block in text.replace('"\n"', "").split("\n\n"):  # what goes over several lines is one
        said: dict[str, str] = {}
        for line in block.split("\n"):
            name, quote, value = line.partition(' "')
            if line[0:1] != "#" and quote:
                closed = _CLOSED.fullmatch(value)
                if not closed:
                    break
                said[name] = closed[1]
            elif line.startswith("#,") and "fuzzy" in line:
                break
        else:
            forms = tuple(_plain(value) for name, value in said.items() if name.startswith("msgstr"))
            if "msgid" in said and forms and all(forms):
                one = in_context(_plain(said["msgid"]), _plain(said.get("msgctxt", "")))
                yield one, _plain(said.get("msgid_plural", "")), forms


def _plain(value: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), value) if "\\" in value else value


def _fits(one: str, many: str, forms: tuple[str, ...]) -> bool:
    """Return whether each form asks for nothing to be filled in that an English one doesn't ask for."""
    if not any("{" in form or "}" in form for form in forms):
        return True
    known = set(_FIELD.findall(one + many))
    return all(known.issuperset(_FIELD.findall(form)) and form.count("{") == form.count("}") for form in forms)


def _plural(head: str) -> tuple[int, Callable[[int], int]]:
    """Return how many forms there are, and what chooses among them. Raises CatalogueError."""
    found = _PLURAL.search(head)
    if not found or not _CHARSET.search(head):
        raise CatalogueError("no head of a catalogue in UTF-8")
    count = int(found[1])
    try:
        form: Callable[[int], int] = gettext.c2py(found[2])
        chosen = {form(number) for number in range(200)}
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise CatalogueError(str(error)) from error
    if not chosen <= set(range(count)):
        raise CatalogueError(f"{count} forms, and plural={found[2]}")
    return count, form
