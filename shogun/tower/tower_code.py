"""A tower as a text to be sent: whole, with a checksum, or as a short code that survives chats and line breaks.

Both hold the name and the TOML text of the tower. They come from strangers, so they are bounded and checked.
"""

import base64
import binascii
import hashlib
import re
import zlib

import msgspec

from shogun.base.language import _
from shogun.tower.file.toml_editing import written
from shogun.tower.geometry import Geometry, GeometryError
from shogun.tower.tower_lookup import LONGEST_NAME

MOST = 64_000
"""Most bytes of a tower's text."""
LONGEST_CODE = 100_000
"""Most characters of a code, with spaces and line breaks."""
PREFIX = "shogun-tower-1:"
"""Beginning of a code."""
_HEAD = re.compile(r"# shogun tower 1 sha256:([0-9a-f]{64}) ([^\n]{1,200})\n")
_CODE = re.compile(re.escape(PREFIX) + r"\s*([A-Za-z0-9_\-\s]+)")
_CHECKSUM = 4
"""Bytes of a code's checksum."""


class SentTower(msgspec.Struct, frozen=True):
    """A tower that somebody has sent."""

    name: str
    """Its name there; it may be taken, or not valid here."""
    text: str
    """TOML text of its file."""


def _of(geometry: Geometry) -> SentTower:
    """Return a tower's name and text; without its title and description if they are too long."""
    text = written(geometry)
    if len(text.encode()) > MOST:
        text = written(msgspec.structs.replace(geometry, title="", description=""))
    return SentTower(geometry.name, text)


# Whole, for the metadata of pictures


def signed_text(geometry: Geometry) -> str:
    """Return the TOML text of a tower below a line with its name and a checksum: that is a tower's file, too."""
    tower = _of(geometry)
    digest = hashlib.sha256(tower.text.encode()).hexdigest()
    return f"# shogun tower 1 sha256:{digest} {tower.name}\n{tower.text}"


def checked_text(signed: str, source: str) -> SentTower | None:
    """Return the tower of a signed text; None if it isn't one. Raises GeometryError if it is damaged."""
    match = _HEAD.match(signed)
    if match is None:
        return None
    text = signed[match.end() :]
    data = text.encode(errors="replace")
    if len(data) > MOST or hashlib.sha256(data).hexdigest() != match[1]:
        raise GeometryError(_("The tower in {file} is damaged.").format(file=source))
    return SentTower(match[2], text)


# As a short code, for chats and forums


def encoded_tower(geometry: Geometry) -> str:
    """Return the code of a tower."""
    tower = _of(geometry)
    data = f"{tower.name}\n{tower.text}".encode()
    packed = zlib.compress(data, 9, -zlib.MAX_WBITS)
    return PREFIX + base64.urlsafe_b64encode(_checksum(data) + packed).rstrip(b"=").decode()


def decoded_tower(text: str) -> SentTower:
    """Return the tower of a code, which may have spaces, line breaks and other words around it.

    Raises GeometryError.
    """
    if len(text) > LONGEST_CODE or (match := _CODE.search(text)) is None:
        raise GeometryError(_("That isn't a tower's code: such a code begins with {prefix}").format(prefix=PREFIX))
    code = "".join(match[1].split())
    code = code[: len(code) - (len(code) % 4 == 1)]  # words that follow it are no harm
    try:
        data = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
        content = unpacking.decompress(data[_CHECKSUM:], MOST + LONGEST_NAME)
        if not unpacking.eof or data[:_CHECKSUM] != _checksum(content):
            raise ValueError
        name, _line, toml = content.decode().partition("\n")
    except (ValueError, binascii.Error, zlib.error):
        raise GeometryError(_("The code of this tower is damaged or incomplete: copy all of it.")) from None
    return SentTower(name, toml)


def is_code(text: str) -> bool:
    """Return whether a text looks like the code of a tower."""
    return _CODE.search(text[:LONGEST_CODE]) is not None


def _checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:_CHECKSUM]
