"""A flipped bit is named by its line, wherever it is; and a replay that departs stops there, and says where."""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from shogun.table.errors import CutOff, DamagedLine, Disagreement, JournalError
from shogun.table.game_archive import rescue
from shogun.table.journal import parse_journal, read_journal
from shogun.table.replay import Replay, ReplayedLine
from shogun.table.session import Session, run
from tests.table import toy

BITS = (0x01, 0x04, 0x20, 0x80)


@pytest.fixture(scope="module")
def whole() -> bytes:
    """The journal of a short game that is over."""
    session = Session.start(toy, toy.header())
    run(session, [toy.choose, toy.choose])
    return b"".join(session.writer.lines)


def flipped(whole: bytes, place: int, bit: int) -> bytes:
    return whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :]


def line_of(whole: bytes, place: int) -> int:
    """The number of the line in which a byte stands; a line break belongs to the line that it ends."""
    return whole.count(b"\n", 0, place) + 1


def test_every_flipped_bit_is_refused_at_its_line(whole: bytes) -> None:
    """At the first line also as no journal at all, or as one of another format: then the whole file is meant."""
    wrong: list[tuple[int, int, int, int | None]] = []
    for place in range(len(whole)):
        for bit in BITS:
            try:
                parse_journal(toy.game_of, flipped(whole, place, bit))
            except JournalError as error:
                expected = line_of(whole, place)
                if error.line != expected and not (expected == 1 and error.line == 0):
                    wrong.append((place, bit, expected, error.line))
            else:
                wrong.append((place, bit, line_of(whole, place), None))
    assert wrong == []


def test_the_sentence_names_the_file_and_the_line(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    path.write_bytes(flipped(whole, whole.index(b'"n":5') + 4, 1))
    with pytest.raises(DamagedLine, match=r"game.journal, line 5: this line is damaged"):
        read_journal(toy.game_of, path)


@pytest.mark.parametrize("bit", [1 << number for number in range(8)])
def test_the_break_of_the_last_line_is_no_less_guarded(whole: bytes, bit: int, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    path.write_bytes(flipped(whole, len(whole) - 1, bit))
    with pytest.raises(DamagedLine) as told:
        read_journal(toy.game_of, path)
    assert told.value.line == whole.count(b"\n")
    saved = rescue(toy.game_of, path)
    assert saved.read_bytes() == b"".join(whole.splitlines(keepends=True)[:-1])


def sealed(lines: list[bytes]) -> bytes:
    """Give lines the checksums that belong to them."""
    checksum, out = 0, []
    for line in lines:
        body = re.sub(rb',"crc":"[0-9a-f]{8}"\}\n$', b"}", line)
        checksum = zlib.crc32(body, checksum)
        out.append(b'%b,"crc":"%08x"}\n' % (body[:-1], checksum))
    return b"".join(out)


def departing(whole: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield journals with right checksums in which one answer is another one, and the number of its line."""
    lines = whole.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        for old, new in (
            (b'"items":[0]', b'"items":[1]'),
            (b'"items":[1]', b'"items":[0]'),
            (b'"number":', b'"number":9'),
        ):
            if old in line:
                yield number, sealed([*lines[: number - 1], line.replace(old, new), *lines[number:]])


def test_a_replay_stops_at_the_first_difference_and_says_where(whole: bytes) -> None:
    tried = 0
    for number, data in departing(whole):
        replay = Replay(parse_journal(toy.game_of, data))
        shown: list[ReplayedLine] = []
        with pytest.raises(Disagreement, match=f"journal, line {number}: ") as told:
            shown.extend(replay)
        assert told.value.line == number
        assert len(replay.course.answers) == sum(b'"line":"answer"' in line for line in data.splitlines()[: number - 1])
        tried += 1
    assert tried > 6


def test_a_journal_without_its_first_line_break_has_nothing(whole: bytes) -> None:
    first = whole.splitlines(keepends=True)[0]
    with pytest.raises(CutOff):
        parse_journal(toy.game_of, first[:-20])
