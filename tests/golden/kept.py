"""The kept games, read from their archive and written into it."""

import io
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from shogun.games import game_of
from shogun.games.shogun.rules.events import Event
from shogun.games.shogun.rules.state import State
from shogun.table.journal import AnswerLine, parse_journal
from shogun.table.replay import Replay

ARCHIVE = Path(__file__).with_name("games.tar.xz")
WINTERS = Path(__file__).with_name("winters.toml")


@cache
def games() -> Mapping[str, bytes]:
    """Return the journals by their names."""
    return read(ARCHIVE)


def read(path: Path) -> dict[str, bytes]:
    """Return the journals of an archive by their names, in their order."""
    journals = {}
    with tarfile.open(path, "r:xz") as archive:
        for member in archive:
            file = archive.extractfile(member)
            assert file is not None
            journals[member.name] = file.read()
    return journals


def write(journals: Mapping[str, bytes], path: Path) -> None:
    """Write journals into an archive; the same ones give the same bytes."""
    with tarfile.open(path, "w:xz", preset=9, format=tarfile.PAX_FORMAT) as archive:
        for name, journal in journals.items():
            member = tarfile.TarInfo(name)
            member.size = len(journal)
            archive.addfile(member, io.BytesIO(journal))


class Past(Struct, frozen=True):
    """One answer of a kept game, with what it led to."""

    line: AnswerLine
    events: Sequence[Event]
    before: State
    after: State


def past(journal: bytes) -> Iterator[Past]:
    """Yield each answer of a game with what it led to. Raises Disagreement where the rules say otherwise."""
    replay = Replay(parse_journal(game_of, journal))
    before = replay.course.state
    for shown in replay:
        if isinstance(shown.line, AnswerLine):
            yield Past(shown.line, shown.events, before, shown.state)
        before = shown.state
