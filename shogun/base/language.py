"""The program's texts in the player's language, by gettext; English is the language of the source.

The pseudo-language is made of English at run time: accented, and half as long again, as translations are. Whoever
switches to it sees at once which texts are not translated and which have no room.
"""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from string import Formatter

from shogun.base.resources import ASSETS

DOMAIN = "shogun"
ENGLISH, PSEUDO = "en", "en-XA"
LANGUAGES = {ENGLISH: "English", PSEUDO: "Pséúdo"}
"""The languages by their codes, each by its own name."""
_ACCENTED = str.maketrans("ABCDEGHIJKLNORSTUWYZabcdeghijklnorstuwyz", "ÅBÇĎÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåbçďéĝĥîĵķļñöŕšţûŵýž")
_translation: gettext.NullTranslations = gettext.NullTranslations()
_language = ENGLISH


def use(language: str) -> None:
    """Switch all texts asked for from now on to `language`, a code such as "pl"; unknown ones stay English."""
    global _translation, _language  # noqa: PLW0603  the one switch of the whole program, set from the settings
    _language = language
    if language == PSEUDO:
        _translation = _PseudoTranslations()
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


class _PseudoTranslations(gettext.NullTranslations):
    """Knows every text."""

    def gettext(self, message: str) -> str:
        """Return a text in the pseudo-language."""
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of English that fits `n`, in the pseudo-language."""
        return pseudo(super().ngettext(msgid1, msgid2, n))
