"""The program's texts in the player's language, by gettext; English is the language of the source.

Two pseudo-languages are made of English at run time, to be tested with: one accented and half as long again, as
translations are, so that one sees which texts are not translated; one of plain letters with half as many words again,
so that one sees which sentences have no room.
"""

import gettext
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from string import Formatter

from shogun.base.resources import ASSETS

DOMAIN = "shogun"
ENGLISH, PSEUDO, LONG = "en", "en-XA", "en-XB"
OFFERED = {ENGLISH: "English"}
"""The languages that players can choose by their codes, each by its own name."""
LANGUAGES = {**OFFERED, PSEUDO: "Pséúdo", LONG: "Long English"}
"""These, and two that are made of English to test with."""
_ACCENTED = str.maketrans("ABCDEGHIJKLNORSTUWYZabcdeghijklnorstuwyz", "ÅBÇĎÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåbçďéĝĥîĵķļñöŕšţûŵýž")
_translation: gettext.NullTranslations = gettext.NullTranslations()
_language = ENGLISH


def use(language: str) -> None:
    """Switch all texts asked for from now on to `language`, a code such as "pl"; unknown ones stay English."""
    global _translation, _language  # noqa: PLW0603  the one switch of the whole program, set from the settings
    _language = language
    if language in MADE:
        _translation = _MadeTranslations(MADE[language])
    else:
        _translation = gettext.translation(DOMAIN, ASSETS / "locale", [language], fallback=True)


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
    return _translation.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a text that fits `count` in the current language."""
    return _translation.ngettext(one, many, count)


def marked(text: str) -> str:
    """Return `text` unchanged: it marks a constant for the catalogue, to be translated where it is shown."""
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


class _MadeTranslations(gettext.NullTranslations):
    """Knows every text."""

    def __init__(self, make: Callable[[str], str]) -> None:
        super().__init__()
        self._make = make

    def gettext(self, message: str) -> str:
        """Return a text in the pseudo-language."""
        return self._make(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of English that fits `n`, in the pseudo-language."""
        return self._make(super().ngettext(msgid1, msgid2, n))
