"""Texts in the player's language: gettext catalogues, the system's language, and translation of English source texts.

Two pseudo-languages for tests are made from English at run time. One is accented and half as long again, as
translations are, and shows which texts aren't translated; the other has plain letters and half as many words again,
and shows which sentences have no room.
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

# Catalogues
#
# They are read from the very files that translators write, so no compiled copy can be out of date. That takes a few
# hundredths of a second even on a slow machine; `python assets/locale/catalogues.py time` compares it with a compiled
# catalogue.

MOST_BYTES = 8_000_000
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_CLOSED = re.compile(r"((?:[^\"\\]|\\.)*)\"\s*")
"""Rest of a quoted line after its opening quotation mark; a truncated file ends inside one."""
_FIELD = re.compile(r"\{[^{}]*\}")
_PLURAL = re.compile(r"^Plural-Forms:.*?nplurals\s*=\s*(\d)\s*;\s*plural\s*=\s*([^;\n]+)", re.M)
_CONTEXT = "\4"
"""Separator of context and text in gettext's keys."""
_CHARSET = re.compile(r"^Content-Type:.*charset=utf-8\s*$", re.M | re.I)


def in_context(text: str, context: str) -> str:
    """Return a catalogue's key for a text whose meaning depends on the context."""
    return f"{context}{_CONTEXT}{text}" if context else text


class CatalogueError(ValueError):
    """File that isn't a catalogue of this program's texts."""


class Catalogue(Struct, frozen=True):
    """The texts of one language."""

    texts: Mapping[str, tuple[str, ...]]
    """Translations by English text (see `in_context`): all plural forms, if the text depends on a number."""
    form: Callable[[int], int]
    """Index of the plural form for a number."""
    unfit: tuple[str, ...] = ()
    """English texts left out since their translations have other placeholders."""


def read_catalogue(path: Path) -> Catalogue:
    """Return the catalogue in a `.po` file. Raises CatalogueError and OSError.

    Fuzzy and untranslated texts are left out.
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
    """Yield each complete translation: the English singular and plural, and the translated forms."""
    for block in text.replace('"\n"', "").split("\n\n"):  # joins strings that span several lines
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
    """Return whether every placeholder of the forms also occurs in the English text."""
    if not any("{" in form or "}" in form for form in forms):
        return True
    known = set(_FIELD.findall(one + many))
    return all(known.issuperset(_FIELD.findall(form)) and form.count("{") == form.count("}") for form in forms)


def _plural(head: str) -> tuple[int, Callable[[int], int]]:
    """Return the number of plural forms, and the function that chooses one. Raises CatalogueError."""
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


# Language of the environment or the system, for players who haven't chosen one

VARIABLE = "SHOGUN_LANGUAGE"
"""Environment variable with the language of this program only."""
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Variables with the language of all programs, in gettext's order: the first that is set decides."""
_PLAIN = ("C", "POSIX")
_PATIENCE = 2.0
"""Seconds that macOS may take to answer."""


def code_in(name: str, offered: Sequence[str]) -> str:
    """Return the offered language that a locale such as "pl_PL.UTF-8" or "cs-CZ" means; empty if there is none."""
    plain = name.strip().partition(".")[0].partition("@")[0].replace("_", "-").lower()
    exact = {code.lower(): code for code in offered}
    return exact.get(plain) or exact.get(plain.partition("-")[0]) or ""


def system_language(offered: Sequence[str], usual: str) -> str:
    """Return the first of the system's languages that is offered; `usual` if none is."""
    for name in _names(os.environ):
        if code := code_in(name, offered):
            return code
    return usual


def _names(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of locales from the environment; where it has none, from the system."""
    said = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    if said:
        yield from (name for name in said.split(":") if name.partition(".")[0] not in _PLAIN)
    elif sys.platform == "win32":
        yield from _windows()
    elif sys.platform == "darwin":
        yield from _macos()


def _windows() -> Iterator[str]:
    """Yield the language of Windows' own menus."""
    import ctypes

    library = getattr(ctypes, "windll", None)
    if library is not None:
        yield locale.windows_locale.get(library.kernel32.GetUserDefaultUILanguage(), "")


def _macos() -> Iterator[str]:
    """Yield the preferred languages; outside a terminal the environment has none."""
    try:
        asked = subprocess.run(
            ["defaults", "read", "-g", "AppleLanguages"], capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return
    yield from (line.strip(' ",()') for line in asked.stdout.splitlines())


# Translation

ENGLISH, PSEUDO, LONG = "en", "en-XA", "en-XB"
OFFERED = {ENGLISH: "English", "pl": "Polski", "cs": "Čeština"}
"""Languages that players can choose: their own names by code."""
LANGUAGES = {**OFFERED, PSEUDO: "Pséúdo", LONG: "Long English"}
"""The offered languages and the two pseudo-languages."""
DECIMAL_COMMA = ("pl", "cs")
"""Languages with a decimal comma."""
_ACCENTED = str.maketrans("ABCDEGHIJKLNORSTUWYZabcdeghijklnorstuwyz", "ÅBÇĎÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåbçďéĝĥîĵķļñöŕšţûŵýž")


class _English:
    """Returns the texts of the source themselves."""

    def text(self, text: str, _context: str = "") -> str:
        return text

    def form(self, one: str, many: str, count: int) -> str:
        return one if count == 1 else many

    def knows(self, _text: str, _context: str = "") -> bool:
        return True


class _GeneratedTexts(_English):
    """Makes all texts of the English ones."""

    def __init__(self, make: Callable[[str], str]) -> None:
        self._make = make

    def text(self, text: str, _context: str = "") -> str:
        return self._make(text)

    def form(self, one: str, many: str, count: int) -> str:
        return self._make(super().form(one, many, count))


class _Continental(Formatter):
    """Formatter that writes numbers with a decimal comma."""

    def format_field(self, value: object, format_spec: str) -> str:
        formatted = str(super().format_field(value, format_spec))
        return formatted.replace(".", ",") if isinstance(value, float) else formatted


class _WithCommas(str):
    """Sentence whose placeholders take numbers with a decimal comma."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        return _CONTINENTAL.vformat(self, values, named)


_CONTINENTAL = _Continental()


class _Translated(_English):
    """Looks texts up in a catalogue, loaded on first use; missing texts stay English, with one message on stderr."""

    def __init__(self, language: str) -> None:
        self._path = catalogue_path(language)
        self._written = _WithCommas if language in DECIMAL_COMMA else str
        self._is_whole = True
        self.hear: Callable[[str, str], None] | None = None

    @cached_property
    def _catalogue(self) -> Catalogue:
        """The catalogue; empty, with a message on stderr, if it can't be used."""
        try:
            catalogue = read_catalogue(self._path)
        except (OSError, CatalogueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            self._complain(f"{self._path} can't be used ({why}): all texts are English.")
            return Catalogue({}, int)
        if catalogue.unfit:
            self._complain(f"{self._path}: what it has for {catalogue.unfit[0]!r} doesn't fit; such texts are English.")
        return catalogue

    def text(self, text: str, context: str = "") -> str:
        forms = self._catalogue.texts.get(in_context(text, context))
        translated = forms[0] if forms else self._missed(text)
        if self.hear:
            self.hear(text, translated)
        return self._written(translated) if "{" in translated else translated

    def form(self, one: str, many: str, count: int) -> str:
        forms = self._catalogue.texts.get(one)
        translated = forms[self._catalogue.form(abs(count)) if len(forms) > 1 else 0] if forms else ""
        translated = translated or self._missed(super().form(one, many, count))
        if self.hear:
            self.hear(one, translated)
        return self._written(translated) if "{" in translated else translated

    def knows(self, text: str, context: str = "") -> bool:
        return in_context(text, context) in self._catalogue.texts

    def _missed(self, text: str) -> str:
        if text:
            self._complain(f"{self._path} has nothing for {text!r}, a text of this program; such texts are English.")
        return text

    def _complain(self, sentence: str) -> None:
        """Print the first problem with the texts, in English, which is always there."""
        if self._is_whole:
            print(f"shogun: {sentence}", file=sys.stderr)
        self._is_whole = False


_translation = _English()
_language = ENGLISH
_translated = cache(_Translated)


def use(language: str) -> None:
    """Switch all texts from now on to `language`, a code such as "pl"; unknown codes mean English."""
    global _translation, _language  # noqa: PLW0603  the one switch of the whole program, set from the settings
    _language = language
    if language in GENERATED:
        _translation = _GeneratedTexts(GENERATED[language])
    elif language in OFFERED and language != ENGLISH:
        _translation = _translated(language)
    else:
        _translation = _English()


def listen(language: str, hear: Callable[[str, str], None] | None) -> None:
    """Call `hear` with the English text and its translation at each lookup from now on; None: no more."""
    _translated(language).hear = hear


def catalogue_path(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return ASSETS / "locale" / language / "LC_MESSAGES" / "shogun.po"


def current() -> str:
    """Return the code of the current language."""
    return _language


def named(name: str) -> str:
    """Return the code of the language that a name such as "pl" or "cs_CZ.UTF-8" means; empty if there is none."""
    return code_in(name, tuple(LANGUAGES))


def wished() -> str:
    """Return the language that the environment asks for; English if it isn't available."""
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
    """Return a text of a data file in the current language; texts that aren't in the catalogue stay unchanged."""
    return _translation.text(text, context) if _translation.knows(text, context) else text


def page_in(folder: Path) -> Path | None:
    """Return the page of text in a folder that is in the current language, else the English one; None without any."""
    pages = (folder / f"{code}.md" for code in (current(), ENGLISH))
    return next((page for page in pages if page.is_file()), None)


def together(words: Sequence[str]) -> str:
    """Return words as a list: "A, B and C"."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} and {last}").format(some=", ".join(words[:-1]), last=words[-1])


def signed(number: int) -> str:
    """Return a number with its sign, e.g. "+3", with a real minus sign."""
    return f"{number:+d}".replace("-", "−")


def decimal(number: float, written: str = ".1f") -> str:
    """Return a number in a format of `format` with the language's decimal sign: "0.5", or "0,5"; with "+.1f", "+0.5".

    Numbers filled into a translated sentence by its `format` get that sign automatically.
    """
    formatted = format(number, written).replace("-", "−")
    return formatted.replace(".", ",") if _language in DECIMAL_COMMA else formatted


def marked(text: str) -> str:
    """Return `text` unchanged: it marks a constant for the catalogue, to be translated where it is shown."""
    return text


def marked_in(_context: str, text: str) -> str:
    """Return `text` unchanged: it marks a constant whose meaning depends on the context, for `of_data`."""
    return text


def shown(text: object, most: int = 60) -> str:
    """Return a text from outside so that a sentence can quote it: one line of at most about `most` characters.

    Control characters are escaped; a long text loses its middle.
    """
    whole = str(text)
    cut = whole if len(whole) <= most else f"{whole[: most * 2 // 3]}…{whole[-(most // 3) :]}"
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in cut)


def pseudo(text: str) -> str:
    """Return a text in the accented pseudo-language: every second letter doubled, placeholders kept."""
    done, count = "", 0
    for literal, field, spec, conversion in Formatter().parse(text):
        for character in literal.translate(_ACCENTED).replace("{", "{{").replace("}", "}}"):
            count += character.isalpha()
            done += character * 2 if character.isalpha() and count % 2 else character
        if field is not None:
            done += "{" + field + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}"
    return done


def lengthened(text: str) -> str:
    """Return a text in the long pseudo-language: every second word of letters doubled."""
    words, count = text.split(" "), 0
    longer = []
    for word in words:
        count += word.isalpha()
        longer += [word, word.lower()] if word.isalpha() and count % 2 == 0 else [word]
    return " ".join(longer)


GENERATED: dict[str, Callable[[str], str]] = {PSEUDO: pseudo, LONG: lengthened}
"""Functions that make the pseudo-languages from English texts."""
