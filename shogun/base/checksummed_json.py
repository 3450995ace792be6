"""Files that the program writes for itself, as JSON with a checksum, and what it has to say of them.

A file without a checksum comes from an older version, and is read as it is.
"""

from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from shogun.base.checksums import checksum, sealed, unsealed
from shogun.base.files import UNDECODABLE, read_bounded
from shogun.base.language import _
from shogun.base.notices import put_aside_and_tell

T = TypeVar("T")


def seal(body: bytes, about: str = "") -> bytes:
    """Return a JSON object with a checksum over what it says and what it is about."""
    return sealed(body, checksum(body, checksum(about.encode())))


def unseal(data: bytes, about: str = "") -> bytes:
    """Return what was sealed. Raises ValueError if it isn't what the checksum stands for."""
    body, stated = unsealed(data)
    if stated is not None and stated != checksum(body, checksum(about.encode())):
        raise ValueError(_("its checksum does not match"))
    return body


def read_own(path: Path, most: int, kind: type[T], about: str = "") -> T | None:
    """Return what a file of the program's cache holds; None if there is none. A damaged one is put aside and told."""
    try:
        return msgspec.json.decode(unseal(read_bounded(path, most), about), type=kind)
    except OSError:
        return None
    except UNDECODABLE:
        discard(path)
        return None


def discard(path: Path) -> None:
    """Put a damaged file of the program's cache aside and tell so, as far as that is possible."""
    with suppress(OSError):
        put_aside_and_tell(path, _("it is damaged"))
