"""Texts as people look for them and put them in order: capitals and accents make no difference, numbers count."""

import re
import unicodedata

_STRUCK = str.maketrans("łŁøØđĐ", "lloodd")
"""Letters with a stroke, which Unicode doesn't take apart."""
_NUMBER = re.compile(r"(\d+)")


def plain(text: str) -> str:
    """Return a text of the same length in small letters without accents."""
    if text.isascii():
        return text.lower()
    return "".join(unicodedata.normalize("NFD", letter)[0].lower()[0] for letter in text.translate(_STRUCK))


def natural(text: str) -> tuple[tuple[int, str], ...]:
    """Return what a name is sorted by, so that `mine-2` comes before `mine-10`."""
    parts = _NUMBER.split(plain(text))
    return tuple((int(part), "") if place % 2 else (-1, part) for place, part in enumerate(parts) if part)
