"""What decides the figures besides their task: how drops are counted and computed. Results of another are left alone.

A comment, a plot or a text changes no figure, so what was measured is gone on with after it.
"""

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from typing import NamedTuple

from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.lab.measuring.accumulators import COUNTED
from shogun.lab.measuring.metrics import SUMMED
from shogun.tower.physics.constants import PHYSICS

MIXED = "mixed"
"""Instead of a digest of the physics: computed by whoever was there. Such figures agree in distribution only."""


COUNTING = 1
"""Grows when the same drops are counted otherwise than before; a test knows what is counted of some drops."""


class VersionStamp(NamedTuple):
    """What decides what a chain counts, besides its task."""

    program: str
    """A hash of how drops are counted, of the physics and of the version of their library."""
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

    fields = (COUNTED, SUMMED)
    program = sha256(repr((COUNTING, PHYSICS, version("pymunk"), fields)).encode()).hexdigest()
    return VersionStamp(program, MIXED if mixed else fingerprint())


def physics(*, mixed: bool = False) -> Physics:
    """Return how this program computes, by what name that is known."""
    from shogun.tower.physics.fingerprint import KNOWN

    digest = version_stamp(mixed=mixed).physics
    return Physics(digest, KNOWN.get(digest, ""))


def other_physics(file: object, there: str, here: str) -> LabError:
    """Return as an error that a file or folder was computed in another way than it would be gone on with."""
    text = _(
        "{file}: these results were computed slightly differently ({there}; here: {here}), so they "
        "agree only statistically; they were left unchanged."
    )
    return LabError(text.format(file=file, there=_in_words(there), here=_in_words(here)))


def _in_words(digest: str) -> str:
    from shogun.tower.physics.fingerprint import described

    return _("by different machines") if digest == MIXED else described(digest)
