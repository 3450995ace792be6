"""The program's texts in the player's language, out of gettext catalogues; English is the language of the source.

Two pseudo-languages are made of English at run time, to be tested with: one accented and half as long again, as
translations are, so that one sees which texts are not translated; one of plain letters with half as many words again,
so that one sees which sentences have no room.
"""

import gettext
import locale
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from string import Formatter

from msgspec import Struct

from shogun.base.resources import ASSETS

# A catalogue of translated texts, read from the very file that translators write: no compiled copy can be out of date.
#
# That takes a few hundredths of a second even on a slow machine, and nobody needs to do anything between editing a
# text and seeing it; `python assets/locale/catalogues.py time` holds it beside a compiled one.

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


# Which language somebody wants who hasn't chosen one in the settings: from the environment, else from the system.

VARIABLE = "SHOGUN_LANGUAGE"
"""The variable that names the language of this program alone."""
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Those that name the language of all programs, as gettext asks them: the first that is set decides."""
_PLAIN = ("C", "POSIX")
_PATIENCE = 2.0
"""Seconds that macOS may take to answer."""


def code_in(name: str, offered: Sequence[str]) -> str:
    """Return which language the name of a locale, such as "pl_PL.UTF-8" or "cs-CZ", means; empty: none of these."""
    plain = name.strip().partition(".")[0].partition("@")[0].replace("_", "-").lower()
    exact = {code.lower(): code for code in offered}
    return exact.get(plain) or exact.get(plain.partition("-")[0]) or ""


def system_language(offered: Sequence[str], usual: str) -> str:
    """Return the first of the languages of the system that is offered; the usual one if none is."""
    for name in _names(os.environ):
        if code := code_in(name, offered):
            return code
    return usual


def _names(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield names of locales as the environment has them, or the system where it says nothing."""
    said = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    if said:
        yield from (name for name in said.split(":") if name.partition(".")[0] not in _PLAIN)
    elif sys.platform == "win32":
        yield from _windows()
    elif sys.platform == "darwin":
        yield from _macos()


def _windows() -> Iterator[str]:
    """Yield the language in which Windows shows its own menus."""
    import ctypes

    library = getattr(ctypes, "windll", None)
    if library is not None:
        yield locale.windows_locale.get(library.kernel32.GetUserDefaultUILanguage(), "")


def _macos() -> Iterator[str]:
    """Yield the preferred languages; a program that wasn't started in a terminal finds none in its environment."""
    try:
        asked = subprocess.run(
            ["defaults", "read", "-g", "AppleLanguages"], capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return
    yield from (line.strip(' ",()') for line in asked.stdout.splitlines())


ENGLISH, PSEUDO, LONG = "en", "en-XA", "en-XB"
OFFERED = {ENGLISH: "English", "pl": "Polski", "cs": "Čeština"}
"""The languages that players can choose by their codes, each by its own name."""
LANGUAGES = {**OFFERED, PSEUDO: "Pséúdo", LONG: "Long English"}
"""These, and two that are made of English to test with."""
DECIMAL_COMMA = ("pl", "cs")
"""The languages that write a comma before decimals."""
_ACCENTED = str.maketrans("ABCDEGHIJKLNORSTUWYZabcdeghijklnorstuwyz", "ÅBÇĎÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåbçďéĝĥîĵķļñöŕšţûŵýž")


class _English:
    """Returns the texts of the source themselves."""

    def text(self, text: str, _context: str = "") -> str:
        return text

    def form(self, one: str, many: str, count: int) -> str:
        return one if count == 1 else many

    def knows(self, _text: str, _context: str = "") -> bool:
        return True


class _Made(_English):
    """Makes all texts of the English ones."""

    def __init__(self, make: Callable[[str], str]) -> None:
        self._make = make

    def text(self, text: str, _context: str = "") -> str:
        return self._make(text)

    def form(self, one: str, many: str, count: int) -> str:
        return self._make(super().form(one, many, count))


class _Continental(Formatter):
    """Fills sentences in, with a comma before the decimals of all numbers."""

    def format_field(self, value: object, format_spec: str) -> str:
        told = str(super().format_field(value, format_spec))
        return told.replace(".", ",") if isinstance(value, float) else told


class _WithCommas(str):
    """A sentence in which numbers that are filled in have a comma before their decimals."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        return _CONTINENTAL.vformat(self, values, named)


_CONTINENTAL = _Continental()


class _Translated(_English):
    """Looks texts up in a catalogue, read with the first one; what isn't there stays English, which is said once."""

    def __init__(self, language: str) -> None:
        self._path = catalogue_path(language)
        self._written = _WithCommas if language in DECIMAL_COMMA else str
        self._is_whole = True
        self.hear: Callable[[str, str], None] | None = None

    @cached_property
    def _catalogue(self) -> Catalogue:
        """The texts; none, and a sentence on stderr, if they can't be used."""
        try:
            found = read_catalogue(self._path)
        except (OSError, CatalogueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            self._complain(f"{self._path} can't be used ({why}): all texts are English.")
            return Catalogue({}, int)
        if found.unfit:
            self._complain(f"{self._path}: what it has for {found.unfit[0]!r} doesn't fit; such texts are English.")
        return found

    def text(self, text: str, context: str = "") -> str:
        found = self._catalogue.texts.get(in_context(text, context))
        told = found[0] if found else self._missed(text)
        if self.hear:
            self.hear(text, told)
        return self._written(told) if "{" in told else told

    def form(self, one: str, many: str, count: int) -> str:
        found = self._catalogue.texts.get(one)
        told = found[self._catalogue.form(abs(count)) if len(found) > 1 else 0] if found else ""
        told = told or self._missed(super().form(one, many, count))
        if self.hear:
            self.hear(one, told)
        return self._written(told) if "{" in told else told

    def knows(self, text: str, context: str = "") -> bool:
        return in_context(text, context) in self._catalogue.texts

    def _missed(self, text: str) -> str:
        if text:
            self._complain(f"{self._path} has nothing for {text!r}, a text of this program; such texts are English.")
        return text

    def _complain(self, sentence: str) -> None:
        """Say once what is wrong with the texts: in English, which is there in any case."""
        if self._is_whole:
            print(f"shogun: {sentence}", file=sys.stderr)
        self._is_whole = False


_translation = _English()
_language = ENGLISH
_translated = cache(_Translated)


def use(language: str) -> None:
    """Switch all texts asked for from now on to `language`, a code such as "pl"; unknown ones stay English."""
    global _translation, _language  # noqa: PLW0603  the one switch of the whole program, set from the settings
    _language = language
    if language in MADE:
        _translation = _Made(MADE[language])
    elif language in OFFERED and language != ENGLISH:
        _translation = _translated(language)
    else:
        _translation = _English()


def listen(language: str, hear: Callable[[str, str], None] | None) -> None:
    """Have each text of a catalogue told from now on, in English and as it is given; None: no more."""
    _translated(language).hear = hear


def catalogue_path(language: str) -> Path:
    """Return where the texts of a language lie."""
    return ASSETS / "locale" / language / "LC_MESSAGES" / "shogun.po"


def current() -> str:
    """Return the code of the language in which texts are given now."""
    return _language


def named(name: str) -> str:
    """Return the code of the language that a name such as "pl" or "cs_CZ.UTF-8" means; empty if there is none."""
    return code_in(name, tuple(LANGUAGES))


def wished() -> str:
    """Return the language that the environment asks for; English if that can't be had."""
    return named(os.environ.get(VARIABLE, "")) or system_language(tuple(OFFERED), ENGLISH)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language for a while."""
    before = _language
    use(language)
    try:
        yield
    finally:
        use(before)


def _(text: str) -> str:
    """Return `text` in the current language."""
    return _translation.text(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a text that fits `count` in the current language."""
    return _translation.form(one, many, count)


def of_data(text: str, context: str = "") -> str:
    """Return a text of a data file in the current language; one that isn't shipped stays as somebody has written it."""
    return _translation.text(text, context) if _translation.knows(text, context) else text


def together(words: Sequence[str]) -> str:
    """Return words as a list: "A, B and C"."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} and {last}").format(some=", ".join(words[:-1]), last=words[-1])


def signed(number: int) -> str:
    """Return a number with its sign, e.g. "+3", with a minus as broad as the plus."""
    return f"{number:+d}".replace("-", "−")


def decimal(number: float, written: str = ".1f") -> str:
    """Return a number in a format of `format` as the language writes it: "0.5", or "0,5"; with "+.1f", "+0.5".

    What the `format` of a translated sentence fills in is written so by itself.
    """
    told = format(number, written).replace("-", "−")
    return told.replace(".", ",") if _language in DECIMAL_COMMA else told


def marked(text: str) -> str:
    """Return `text` unchanged: it marks a constant for the catalogue, to be translated where it is shown."""
    return text


def marked_in(_context: str, text: str) -> str:
    """Return `text` unchanged: it marks a constant that means something else in other contexts, for `of_data`."""
    return text


def shown(text: object, most: int = 60) -> str:
    """Return what somebody has written as a sentence can quote it: in one line, and of at most about `most` characters.

    What a terminal would take for a command is written as an escape; a long text loses its middle.
    """
    whole = str(text)
    cut = whole if len(whole) <= most else f"{whole[: most * 2 // 3]}…{whole[-(most // 3) :]}"
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in cut)


def pseudo(text: str) -> str:
    """Return a text in the pseudo-language: every second letter twice; what stands in braces is kept."""
    done, count = "", 0
    for literal, field, spec, conversion in Formatter().parse(text):
        for character in literal.translate(_ACCENTED).replace("{", "{{").replace("}", "}}"):
            count += character.isalpha()
            done += character * 2 if character.isalpha() and count % 2 else character
        if field is not None:
            done += "{" + field + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}"
    return done


def lengthened(text: str) -> str:
    """Return a text with every second word of plain letters twice: half as long again."""
    words, count = text.split(" "), 0
    longer = []
    for word in words:
        count += word.isalpha()
        longer += [word, word.lower()] if word.isalpha() and count % 2 == 0 else [word]
    return " ".join(longer)


MADE: dict[str, Callable[[str], str]] = {PSEUDO: pseudo, LONG: lengthened}
"""What makes the pseudo-languages of English."""
