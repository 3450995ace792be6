"""The program's texts in the player's language, by gettext; English is the language of the source."""

import gettext

from shogun.resources import ASSETS

DOMAIN = "shogun"
_translation: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str) -> None:
    """Switch all texts asked for from now on to `language` (an ISO code such as "pl"); unknown ones stay English."""
    global _translation  # noqa: PLW0603  the one switch of the whole program, set at start or from the settings
    _translation = gettext.translation(DOMAIN, ASSETS / "locale", [language], fallback=True)


def _(text: str) -> str:
    """Return `text` in the current language."""
    return _translation.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a text that fits `count` in the current language."""
    return _translation.ngettext(one, many, count)


def marked(text: str) -> str:
    """Return `text` unchanged: it marks a constant for the catalogue, to be translated where it is shown."""
    return text
