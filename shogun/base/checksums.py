"""One checksum for all that the program writes and reads again: it finds flipped bits, no forgery."""

import re
from zlib import crc32

_SEAL = re.compile(rb',"crc":"([0-9a-f]{8})"\}$')


def checksum(data: bytes, before: int = 0) -> int:
    """Return the CRC-32 of data, chained to the one of what stands before it, or of what it is about."""
    return crc32(data, before)


def sealed(body: bytes, stated: int) -> bytes:
    """Return a JSON object with a checksum as its last member; it has others before it."""
    return b'%b,"crc":"%08x"}' % (body[:-1], stated)


def unsealed(data: bytes) -> tuple[bytes, int | None]:
    """Return what was sealed, without line breaks at its end, and the checksum; None if it states none.

    Line breaks count as they were written, whatever an editor or git has made of them.
    """
    bare = data.replace(b"\r\n", b"\n").rstrip(b"\r\n")
    found = _SEAL.search(bare)
    return (bare[: found.start()] + b"}", int(found[1], 16)) if found else (bare, None)
