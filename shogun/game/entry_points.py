"""What installed packages bring by entry points: listed from their metadata, imported when it is asked for by name.

Nothing is looked up before: the metadata of packages costs some hundredths of a second to read.
"""

import sys
from contextlib import redirect_stdout
from typing import Any

from msgspec import Struct

from shogun.base.language import _, shown

LONGEST_REASON = 300
"""Characters of why something could not be loaded."""


class NotLoaded(ValueError):
    """What a package brings could not be imported; the message is one sentence."""


class Brought(Struct, frozen=True):
    """Something that an installed package brings: its name, where it is, and the package with its version."""

    name: str
    place: str
    """`package.module:thing`."""
    package: str
    version: str


def brought(group: str) -> list[Brought]:
    """Return what packages bring in a group, sorted by name, of the same name the one that would be imported first."""
    from importlib.metadata import entry_points

    found: dict[str, Brought] = {}
    for point in entry_points(group=group):
        package = point.dist.name if point.dist else ""
        version = point.dist.version if point.dist else ""
        found.setdefault(point.name, Brought(point.name, point.value.strip(), package, version))
    return sorted(found.values(), key=lambda one: one.name)


def loaded(one: Brought) -> Any:
    """Import what a package brings and return it. Raises NotLoaded, whatever goes wrong.

    What the import prints goes to stderr, since results stand on stdout.
    """
    from importlib import import_module

    module, _colon, name = one.place.partition(":")
    try:
        with redirect_stdout(sys.stderr):
            thing: Any = import_module(module)
            for part in filter(None, name.split(".")):
                thing = getattr(thing, part)
    except (Exception, SystemExit) as error:
        raise not_loaded(one, f"{type(error).__name__}: {error}") from error
    return thing


def not_loaded(one: Brought, why: str) -> NotLoaded:
    """Return the error that says why something can't be used."""
    sentence = _("{name} of the package {package} can't be used: {why}")
    return NotLoaded(sentence.format(name=shown(one.name), package=shown(one.package), why=shown(why, LONGEST_REASON)))
