"""What a stranger could send: journals that were changed and sealed anew, so that every checksum is right."""

import zlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from shogun.table.journal import Writer
from shogun.table.session import Session, take_turn
from tests.table import toy

Line = dict[str, Any]


def opened(data: bytes) -> list[Line]:
    """Return the lines of a journal without their checksums."""
    lines = [msgspec.json.decode(line) for line in data.splitlines()]
    return [{key: value for key, value in line.items() if key != "crc"} for line in lines]


def sealed(lines: Iterable[Any]) -> bytes:
    """Return a journal of these lines with right checksums."""
    writer = Writer()
    for line in lines:
        writer.write(line)
    return b"".join(writer.lines)


def sealed_bytes(lines: Iterable[bytes]) -> bytes:
    """Return a journal of these bytes, which may be anything, with right checksums."""
    checksum, whole = 0, b""
    for line in lines:
        checksum = zlib.crc32(line, checksum)
        whole += b'%b,"crc":"%08x"}\n' % (line[:-1], checksum)
    return whole


def forged(data: bytes, change: Callable[[list[Line]], object]) -> bytes:
    """Return a journal after `change` has done something to its lines."""
    lines = opened(data)
    change(lines)
    return sealed(lines)


def toy_game(turns: int | None = None, *, header: Any = None) -> bytes:
    """Return the journal of a toy game, whole or of so many turns."""
    session = Session.start(toy, header or toy.header())
    while not session.is_over and turns != 0:
        take_turn(session, [toy.choose, toy.choose])
        turns = None if turns is None else turns - 1
    return b"".join(session.writer.lines)
