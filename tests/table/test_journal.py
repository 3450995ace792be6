"""A journal is read back whole, resumed where it was cut off, and refused with one sentence where it is damaged."""

import os
import re
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from shogun.games.shogun.rules.state import Setup
from shogun.table.errors import (
    CutOff,
    DamagedLine,
    Disagreement,
    JournalError,
    NoSuchChange,
    NothingToUndo,
    NotWritable,
    TableError,
    UnknownVersion,
)
from shogun.table.journal import EndLine, Line, UndoLine, Writer, parse_journal, read_header, read_journal
from shogun.table.journal_limits import MOST_LINES, ROOM
from shogun.table.replay import Replay, resume
from shogun.table.session import Session, run
from tests.table import toy

SEATS = [toy.choose, toy.choose]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.journal"


@pytest.fixture
def whole(path: Path) -> bytes:
    session = Session.start(toy, toy.header(), path)
    run(session, SEATS)
    session.close()
    return path.read_bytes()


def one_sentence(error: pytest.ExceptionInfo[BaseException], path: Path) -> bool:
    text = str(error.value)
    return text.startswith(str(path)) and "\n" not in text and len(text) < 300


def test_file_and_memory_hold_the_same(path: Path) -> None:
    session = Session.start(toy, toy.header(), path)
    run(session, SEATS)
    assert path.read_bytes() == b"".join(session.writer.lines)


def test_a_journal_replays_to_the_same_state(whole: bytes, path: Path) -> None:
    session = Session.start(toy, toy.header())
    run(session, SEATS)
    course = Replay(read_journal(toy.game_of, path)).run()
    assert course.state == session.state
    assert course.inside == session.inside
    assert course.answers == session.course.answers


def test_a_game_resumed_after_any_line_ends_as_if_never_left(whole: bytes, path: Path) -> None:
    lines = whole.splitlines(keepends=True)
    for kept in range(1, len(lines)):
        path.write_bytes(b"".join(lines[:kept]))
        session = resume(read_journal(toy.game_of, path))
        if not session.is_over:
            run(session, SEATS)
        session.close()
        assert path.read_bytes() == whole


@pytest.mark.parametrize("lost", [1, 2, 5, 17, 30, 40])
def test_a_line_cut_off_is_all_that_is_lost(whole: bytes, path: Path, lost: int) -> None:
    lines = whole.splitlines(keepends=True)
    part = b"".join(lines[:9]) + lines[9][:-lost]
    path.write_bytes(part)
    contents = read_journal(toy.game_of, path)
    assert contents.cut_off == (lost > 1)
    assert len(contents.lines) >= 8
    assert path.read_bytes() == part, "reading changes nothing"
    session = resume(contents)
    run(session, SEATS)
    session.close()
    assert path.read_bytes() == whole


def test_a_cut_off_header_leaves_nothing(whole: bytes, path: Path) -> None:
    path.write_bytes(whole[:60])
    with pytest.raises(CutOff) as error:
        read_journal(toy.game_of, path)
    assert one_sentence(error, path)


@pytest.mark.parametrize("place", range(3, 2600, 190))
def test_a_flipped_bit_is_found_and_its_line_named(whole: bytes, path: Path, place: int) -> None:
    flipped = bytearray(whole)
    flipped[place] ^= 1 << place % 7
    path.write_bytes(flipped)
    with pytest.raises(JournalError) as error:
        contents = read_journal(toy.game_of, path)
        assert not contents.cut_off
    assert one_sentence(error, path)
    line = whole[:place].count(b"\n") + 1
    assert line in (error.value.line, 1)


def test_a_missing_line_is_found(whole: bytes, path: Path) -> None:
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:5] + lines[6:]))
    with pytest.raises(DamagedLine, match="line 6: this line is damaged"):
        read_journal(toy.game_of, path)


def test_a_journal_of_another_version_is_refused(whole: bytes, path: Path) -> None:
    path.write_bytes(whole.replace(b'"format":3', b'"format":9', 1))
    with pytest.raises(UnknownVersion, match="format 9 is unknown; this program reads formats up to 3") as error:
        read_journal(toy.game_of, path)
    assert one_sentence(error, path)


@pytest.mark.parametrize("content", [b"", b"hello", b"{}", b"\x00" * 100, b'{"line":"answer"}\n'])
def test_another_file_is_no_journal(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(JournalError, match="isn't the journal of a game"):
        read_journal(toy.game_of, path)


def test_a_missing_file_is_told(path: Path) -> None:
    with pytest.raises(JournalError, match="there is no file"):
        read_journal(toy.game_of, path)


def rewritten(lines: list[bytes], number: int, old: bytes, new: bytes) -> bytes:
    """The journal with a change in one line and all checksums made good again: a lie, not damage."""
    writer = Writer()
    for n, line in enumerate(lines, 1):
        text = re.sub(rb',"crc":"[0-9a-f]{8}"\}\n$', b"}", line)
        writer.write(cast(Line, Verbatim(text.replace(old, new) if n == number else text)))
    return b"".join(writer.lines)


class Verbatim(dict[str, Any]):
    """Encodes as the JSON that it was made of."""

    def __init__(self, text: bytes) -> None:
        super().__init__(msgspec.json.decode(text))


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        (b'"Name"', b'"number":', b'"number":9'),
        (b'"Thrown"', b'"out":{', b'"out":{"green":1,'),
        (b'"line":"period"', b'"state":"', b'"state":"0'),
        (b'"line":"end"', b'"winners":[', b'"winners":[7,'),
        (b'"line":"answer"', b'"key":"round', b'"key":"around'),
    ],
)
def test_a_lie_in_a_whole_journal_is_found(whole: bytes, path: Path, kind: bytes, old: bytes, new: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines, 1) if kind in line)
    path.write_bytes(rewritten(lines, number, old, new))
    contents = read_journal(toy.game_of, path)
    with pytest.raises(Disagreement) as error:
        Replay(contents).run()
    assert error.value.line == number
    assert one_sentence(error, path)


def test_undo_and_redo_stand_in_the_journal(path: Path) -> None:
    session = toy.to_planning(Session.start(toy, toy.header(), path))
    session.answer(0, toy.Name(2))
    session.answer(1, toy.Name(3))
    session.undo(0)
    session.redo(0)
    session.undo(0)
    session.undo(1)
    session.answer(1, toy.Name(4))
    session.redo(0)
    session.close()
    course = Replay(read_journal(toy.game_of, path)).run()
    assert course.state == session.state
    assert course.answers == session.course.answers
    run(resume(read_journal(toy.game_of, path)), SEATS)
    assert isinstance(read_journal(toy.game_of, path).lines[-1], EndLine)


@pytest.mark.parametrize("left", [0, 1])
def test_the_last_lines_of_a_journal_are_kept_for_answers(left: int) -> None:
    """With room for 1,000 more lines nothing but answers is written: the game can still be played to its end."""
    session = toy.to_planning(Session.start(toy, toy.header(player="person")))
    session.answer(0, toy.Name(2))
    session.writer.lines += [b""] * (MOST_LINES - ROOM - left - len(session.writer.lines))
    assert session.undoable(0) == bool(left)
    if left:
        session.undo(0)
    assert not session.redoable(0)
    for refused, why in ((lambda: session.undo(0), NothingToUndo), (lambda: session.redo(0), NothingToUndo),
                         (lambda: session.change_seat(0, "greedy"), NoSuchChange)):  # fmt: skip
        with pytest.raises(why):
            refused()
    session.change_seat(0, "greedy", "no answer within 30 s")
    session.answer(1, toy.Name(2))


class TestChangedSeats:
    def test_a_game_that_is_gone_on_with_knows_who_plays_now(self, path: Path) -> None:
        session = toy.to_planning(Session.start(toy, toy.header(player="person"), path))
        session.change_seat(0, "greedy", "no answer within 30 s")
        session.change_seat(1, "person")
        assert (session.is_person(0), session.is_person(1)) == (False, True)
        session.close()
        again = resume(read_journal(toy.game_of, path))
        assert again.players == ["greedy", "person"]
        assert again.course.changes == session.course.changes
        assert again.course.changes[0].why == "no answer within 30 s"
        assert [seat.player for seat in again.header.seats] == ["person", "random"], "the header tells who began"

    def test_what_was_answered_stands_and_is_taken_back_only_by_who_has_given_it(self) -> None:
        session = toy.to_planning(Session.start(toy, toy.header()))
        player = session.players[0]
        session.answer(0, toy.Name(2))
        before = session.hash()
        session.change_seat(0, "person")
        assert session.state.numbers == (2, None)
        assert session.hash() == before
        assert not session.undoable(0)
        with pytest.raises(NothingToUndo):
            session.undo(0)
        again = Replay(parse_journal(toy.game_of, b"".join(session.writer.lines))).run()
        assert again.undoable_now(0) is None, "the same from its journal"
        session.change_seat(0, player)
        session.undo(0)
        assert Replay(parse_journal(toy.game_of, b"".join(session.writer.lines))).run().state == session.state

    def test_a_journal_in_which_somebody_has_taken_back_anothers_answer_is_read(self) -> None:
        session = toy.to_planning(Session.start(toy, toy.header()))
        turn = session.answer(0, toy.Name(2))
        session.change_seat(0, "person")
        session.writer.write(UndoLine(session.writer.next_number, turn.n))
        assert Replay(parse_journal(toy.game_of, b"".join(session.writer.lines))).run().state.numbers == (None, None)

    def test_answers_of_the_new_person_are_synced(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        session = toy.to_planning(Session.start(toy, toy.header(), path))
        session.change_seat(1, "person")
        synced = []
        monkeypatch.setattr(os, "fsync", lambda file: synced.append(path.read_bytes().splitlines()[-1]))
        session.answer(0, toy.Name(2))
        session.answer(1, toy.Name(3))
        assert [b'"seat":1' in line for line in synced] == [True]

    @pytest.mark.parametrize("seat", [-1, 2])
    def test_there_must_be_such_a_seat(self, seat: int) -> None:
        session = Session.start(toy, toy.header())
        with pytest.raises(NoSuchChange, match=f"there is no seat {seat}"):
            session.change_seat(seat, "greedy")
        assert len(session.writer.lines) == 1

    def test_nobody_takes_over_when_the_game_is_over(self) -> None:
        session = Session.start(toy, toy.header())
        run(session, SEATS)
        with pytest.raises(NoSuchChange, match="the game is over"):
            session.change_seat(0, "greedy")
        assert isinstance(parse_journal(toy.game_of, b"".join(session.writer.lines)).lines[-1], EndLine)

    def test_a_lie_about_them_is_found(self, path: Path) -> None:
        session = Session.start(toy, toy.header(), path)
        session.change_seat(1, "greedy")
        path.write_bytes(rewritten(session.writer.lines, 2, b'"seat":1', b'"seat":7'))
        with pytest.raises(Disagreement, match="line 2: there is no seat 7"):
            Replay(read_journal(toy.game_of, path)).run()

    def test_a_journal_of_the_first_format_is_gone_on_with(self, whole: bytes, path: Path) -> None:
        lines = whole.splitlines(keepends=True)[:4]
        path.write_bytes(rewritten(lines, 1, b'"format":2', b'"format":1'))
        session = resume(read_journal(toy.game_of, path))
        session.change_seat(0, "person")
        run(session, SEATS)
        session.close()
        assert Replay(read_journal(toy.game_of, path)).run().players == ["person", "random"]


def test_a_finished_journal_without_its_last_line_is_finished_on_resume(whole: bytes, path: Path) -> None:
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    resume(read_journal(toy.game_of, path)).close()
    assert path.read_bytes() == whole


def test_a_new_game_never_overwrites_an_old_one(whole: bytes, path: Path) -> None:
    with pytest.raises(NotWritable, match=r"can't be written: .*exist"):
        Session.start(toy, toy.header(), path)
    assert path.read_bytes() == whole


def test_a_game_is_played_in_one_window_at_a_time(path: Path) -> None:
    session = Session.start(toy, toy.header(), path)
    with pytest.raises(NotWritable, match="is being played in another window"):
        resume(read_journal(toy.game_of, path))
    session.close()
    resume(read_journal(toy.game_of, path)).close()


def test_a_full_disk_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = toy.to_planning(Session.start(toy, toy.header(), path))
    before, state = path.read_bytes(), session.state
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:10]))
    with pytest.raises(TableError, match="the disk is full"):
        session.answer(0, toy.Name(2))
    assert path.read_bytes() == before
    assert session.state is state
    monkeypatch.undo()
    session.answer(0, toy.Name(2))
    assert Replay(read_journal(toy.game_of, path)).run().state == session.state


def test_persons_answers_and_their_throws_are_synced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start(toy, toy.header(player="person"), path)
    synced = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(path.read_bytes().splitlines()[-1]))
    run(session, SEATS)
    kinds = [b'"seat":0' in line or b"Thrown" in line or b'"end"' in line for line in synced]
    assert all(kinds)
    assert len(synced) == 3 * 2 + 3 + 1


def test_a_setup_that_the_rules_refuse_is_told(whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    with pytest.raises(Disagreement, match="2 seats are named, but 5 agreed"):
        parse_journal(toy.game_of, rewritten(lines, 1, b'"setup":{"seats":2', b'"setup":{"seats":5'))
    contents = parse_journal(toy.game_of, whole)
    strange = msgspec.structs.replace(contents.header, setup=Setup(seats=5))
    with pytest.raises(Disagreement, match="two play this"):
        Replay(msgspec.structs.replace(contents, header=strange))


class TestOtherLineBreaks:
    """A Windows editor, or git, has given the file CRLF."""

    @pytest.mark.parametrize("ending", [b"\r\n", b"\r"])
    def test_it_is_read_and_gone_on_with(self, whole: bytes, path: Path, ending: bytes) -> None:
        lines = whole.splitlines()
        begun = ending.join(lines[:5]) + ending
        path.write_bytes(begun)
        assert not read_journal(toy.game_of, path).cut_off
        session = resume(read_journal(toy.game_of, path))
        run(session, SEATS)
        session.close()
        assert path.read_bytes().startswith(begun), "what stood there stays as it was"
        assert read_journal(toy.game_of, path).raw == tuple(line + b"\n" for line in lines)

    @pytest.mark.parametrize("left", [b"", b"\r", b'{"line":"answer","n":6'])
    def test_a_cut_off_end_is_cut_off_or_ended(self, whole: bytes, path: Path, left: bytes) -> None:
        lines = whole.splitlines()
        path.write_bytes(b"\r\n".join(lines[:5]) + (b"\r\n" if left.startswith(b"{") else b"") + left)
        session = resume(read_journal(toy.game_of, path))
        run(session, SEATS)
        session.close()
        assert read_journal(toy.game_of, path).raw == tuple(line + b"\n" for line in lines)

    def test_the_list_of_games_shows_it(self, whole: bytes, path: Path) -> None:
        path.write_bytes(whole.replace(b"\n", b"\r\n"))
        header, last = read_header(toy.game_of, path)
        assert header.seats == toy.header().seats
        assert last.startswith(b'{"line":"end"')
