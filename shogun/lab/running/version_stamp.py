"""Which program has measured something, and how it computes: results of another one are not gone on with."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from typing import NamedTuple

from shogun.base.language import _
from shogun.base.resources import PACKAGE
from shogun.lab.errors import LabError

MIXED = "mixed"
"""Instead of a digest of the physics: computed by whoever was there. Such figures agree in distribution only."""


class VersionStamp(NamedTuple):
    """What decides what a chain counts, besides its task."""

    sources: str
    """A hash of the sources, and of the version of the physics library."""
    physics: str
    """The digest of how it computes (`shogun.tower.physics.fingerprint`), or MIXED."""


class Physics(NamedTuple):
    """How figures were computed, as JSON tells it."""

    digest: str
    known_as: str
    """Where that digest was seen, in English; empty if it isn't known."""


@cache
def version_stamp(*, mixed: bool = False) -> VersionStamp:
    """Return this program on this machine, or one that takes the help of machines that compute otherwise."""
    from shogun.tower.physics.fingerprint import fingerprint

    found = [path for room in ("tower", "lab") for path in sorted((PACKAGE / room).rglob("*.py"))]
    sources = [path for path in found if "cardboard" not in path.parts]
    digest = sha256(version("pymunk").encode())
    for path in sources:
        digest.update(path.read_bytes())
    return VersionStamp(digest.hexdigest(), MIXED if mixed else fingerprint())


def physics(*, mixed: bool = False) -> Physics:
    """Return how this program computes, by what name that is known."""
    from shogun.tower.physics.fingerprint import KNOWN

    digest = version_stamp(mixed=mixed).physics
    return Physics(digest, KNOWN.get(digest, ""))


def other_physics(file: object, there: str, here: str) -> LabError:
    """Return as an error that a file or folder was computed in another way than it would be gone on with."""
    text = _(
        "{file}: these results were computed otherwise ({there}; here: {here}), so both agree in distribution only; "
        "they stay as they are."
    )
    return LabError(text.format(file=file, there=_in_words(there), here=_in_words(here)))


def _in_words(digest: str) -> str:
    from shogun.tower.physics.fingerprint import described

    return _("by machines that differ") if digest == MIXED else described(digest)
