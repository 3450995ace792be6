"""Names of files that people give: which ones every system takes, and which are still free."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TypeVar

from shogun.base.language import _

T = TypeVar("T")

LONGEST = 60
"""Characters of a name that a person gives."""
_UNFIT = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
"""What no system allows in the name of a file, or some don't."""
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""What Windows calls its devices."""


def free_path(path: Path) -> Path:
    """Return a path, with a number behind its name if there is such a file already."""
    return next(free for free in _numbered(path) if not free.exists())


def at_free_path(path: Path, make: Callable[[Path], T]) -> T:
    """Return what `make` returns for that path, or with a number behind its name if there is such a file already.

    `make` raises FileExistsError if another process was faster: then the next number is tried.
    """
    for free in _numbered(path):
        if not free.exists():
            with suppress(FileExistsError):
                return make(free)
    raise AssertionError("numbers have no end")


def _numbered(path: Path) -> Iterator[Path]:
    yield path
    yield from (path.with_name(f"{path.stem} {n}{path.suffix}") for n in count(2))


def refusal(name: str) -> str:
    """Return in a sentence why no file can be called so everywhere; empty if one can."""
    if found := _UNFIT.search(name):
        return _("A name can't contain the character {sign}.").format(sign=found[0])
    if name.startswith(".") or name.endswith("."):
        return _("A name can't begin or end with a period.")
    if _RESERVED.fullmatch(name):
        return _("Windows reserves the name {name}.").format(name=name)
    if len(name) > LONGEST:
        return _("A name can't be longer than {n} characters.").format(n=LONGEST)
    return ""
