"""Names of files that people give: which ones every system takes, and which are still free."""

import re
from itertools import chain, count
from pathlib import Path

from shogun.base.language import _

LONGEST = 60
"""Characters of a name that a person gives."""
_UNFIT = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
"""What no system allows in the name of a file, or some don't."""
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""What Windows calls its devices."""


def free_path(path: Path) -> Path:
    """Return a path, with a number behind its name if there is such a file already."""
    numbered = (path.with_name(f"{path.stem} {n}{path.suffix}") for n in count(2))
    return next(free for free in chain((path,), numbered) if not free.exists())


def refusal(name: str) -> str:
    """Return in a sentence why no file can be called so everywhere; empty if one can."""
    if found := _UNFIT.search(name):
        return _("A name can't contain the sign {sign}.").format(sign=found[0])
    if name.startswith(".") or name.endswith("."):
        return _("A name can't begin or end with a full stop.")
    if _RESERVED.fullmatch(name):
        return _("Windows keeps the name {name} for itself.").format(name=name)
    if len(name) > LONGEST:
        return _("A name can't be longer than {n} letters.").format(n=LONGEST)
    return ""
