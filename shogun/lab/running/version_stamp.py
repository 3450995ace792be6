"""Which program has measured something: results of another one are not gone on with."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version

from shogun.base.resources import PACKAGE


@cache
def version_stamp() -> str:
    """Return a hash of the sources that decide what a chain counts, and of the physics library's version."""
    found = [path for room in ("tower", "lab") for path in sorted((PACKAGE / room).rglob("*.py"))]
    sources = [path for path in found if "cardboard" not in path.parts]
    digest = sha256(version("pymunk").encode())
    for path in sources:
        digest.update(path.read_bytes())
    return digest.hexdigest()
