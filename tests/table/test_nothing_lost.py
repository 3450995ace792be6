"""What stood on the disk stays there, whatever the disk or another program does; and what fails has changed nothing."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from shogun.table.errors import FileLost, JournalError, NotWritable, TableError
from shogun.table.journal import PeriodLine, SeatInfo, TowerInfo, read_journal
from shogun.table.journal_files import AppendFile
from shogun.table.replay import Replay, resume
from shogun.table.session import Session, take_turn
from tests.systems import needs_movable_open_files
from tests.table import toy

SEATS = [toy.choose, toy.choose]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.journal"


def play(session: Session, turns: int) -> None:
    for _turn in range(turns):
        take_turn(session, SEATS)


def whole_state(session: Session) -> tuple[Any, ...]:
    course, seats = session.course, range(2)
    can = [(session.undoable(seat), session.redoable(seat)) for seat in seats]
    return course.state, course.inside, course.period, list(course.answers), list(session.writer.lines), can


def test_what_another_window_wrote_after_it_was_read_is_not_lost(path: Path) -> None:
    session = Session.start(toy, toy.header(), path)
    play(session, 7)
    read = read_journal(toy.game_of, path)
    play(session, 6)
    session.close()
    before = path.read_bytes()
    again = resume(read)
    assert path.read_bytes() == before == b"".join(again.writer.lines)
    assert again.state == session.state
    again.close()


def test_a_journal_that_has_come_to_be_damaged_since_it_was_read_is_left_as_it_is(path: Path) -> None:
    session = Session.start(toy, toy.header(), path)
    play(session, 7)
    session.close()
    read = read_journal(toy.game_of, path)
    damaged = path.read_bytes().replace(b'"seat":1', b'"seat":2')
    path.write_bytes(damaged)
    with pytest.raises(TableError):
        resume(read)
    assert path.read_bytes() == damaged
    path.write_bytes(b"".join(read.raw))
    resume(read).close()


def last_of_a_round(session: Session) -> None:
    while session.state.stage != "move1":
        take_turn(session, SEATS)


def undo_ready(session: Session) -> None:
    last_of_a_round(session)
    take_turn(session, SEATS)


def redo_ready(session: Session) -> None:
    undo_ready(session)
    session.undo(1)


Deed = Callable[[Session], object]
DEEDS: dict[str, tuple[Deed, Deed]] = {
    "answer": (toy.to_planning, lambda session: session.answer(0, toy.Name(2))),
    "answer that ends a period": (last_of_a_round, lambda session: session.answer(1, toy.Say(1))),
    "undo": (undo_ready, lambda session: session.undo(1)),
    "redo": (redo_ready, lambda session: session.redo(1)),
    "change of seats": (toy.to_planning, lambda session: session.change_seat(0, "greedy")),
}


def no_room(room: int) -> Callable[[int, bytes], int]:
    """A disk on which only so many bytes have room, for each write."""
    write = os.write

    def written(file: int, data: bytes) -> int:
        if room == 0:
            raise OSError(28, "No space left on device")
        return write(file, data[:room])

    return written


def test_a_disk_that_has_room_for_the_answer_but_not_for_the_end_of_its_period_takes_neither(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.start(toy, toy.header(), path)
    last_of_a_round(session)
    before, in_file = whole_state(session), path.read_bytes()
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", no_room(130))
        with pytest.raises(NotWritable, match="the disk is full"):
            session.answer(1, toy.Say(1))
    assert (whole_state(session), path.read_bytes()) == (before, in_file)


def not_synced(file: int, length: int = 0) -> None:
    raise OSError(5, "Input/output error")


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("room", [0, 1, 30, -1])
def test_a_disk_without_room_changes_nothing_and_the_next_try_works(
    path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, room: int
) -> None:
    session = Session.start(toy, toy.header(player="person"), path)
    session.change_seat(1, "person")
    prepare, do = DEEDS[deed]
    prepare(session)
    before, in_file = whole_state(session), path.read_bytes()
    with monkeypatch.context() as disk:
        if room < 0:
            disk.setattr(os, "fsync", not_synced)
        else:
            disk.setattr(os, "write", no_room(room))
        for _time in range(2):
            with pytest.raises(NotWritable):
                do(session)
    assert whole_state(session) == before
    assert path.read_bytes() == in_file
    do(session)
    while not session.is_over:
        take_turn(session, SEATS)
    session.close()
    assert Replay(read_journal(toy.game_of, path)).run().state == session.state


def test_what_can_not_even_be_cut_off_is_cut_off_by_the_next_answer(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = toy.to_planning(Session.start(toy, toy.header(), path))
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", no_room(20))
        disk.setattr(os, "ftruncate", not_synced)
        with pytest.raises(NotWritable):
            session.answer(0, toy.Name(2))
        assert not path.read_bytes().endswith(b"\n")
        with pytest.raises(NotWritable):
            session.answer(0, toy.Name(2))
    session.answer(0, toy.Name(2))
    session.close()
    assert Replay(read_journal(toy.game_of, path)).run().state == session.state


def test_an_answer_and_the_period_that_it_ends_are_one_write(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start(toy, toy.header(), path)
    last_of_a_round(session)
    writes: list[bytes] = []
    write = os.write

    def noted(file: int, data: bytes) -> int:
        writes.append(data)
        return write(file, data)

    monkeypatch.setattr(os, "write", noted)
    turn = session.answer(1, toy.Say(1))
    assert [data.count(b"\n") for data in writes] == [2]
    session.close()
    contents = read_journal(toy.game_of, path)
    assert isinstance(contents.lines[-1], PeriodLine)
    assert b'"crc":"%08x"' % turn.checksum in contents.raw[turn.n - 1]


def test_a_game_that_can_not_be_begun_leaves_no_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", not_synced)
    with pytest.raises(NotWritable, match="Input/output error"):
        Session.start(toy, toy.header(), path)
    assert list(path.parent.iterdir()) == []


@needs_movable_open_files
def test_a_game_whose_file_was_removed_is_not_written_into_nothing(path: Path) -> None:
    session = toy.to_planning(Session.start(toy, toy.header(), path))
    before = whole_state(session)
    kept = path.rename(path.with_name("kept"))
    for _time in range(2):
        with pytest.raises(NotWritable, match=r"game.journal can't be written: No such file"):
            session.answer(0, toy.Name(2))
        assert whole_state(session) == before
    kept.rename(path)
    session.answer(0, toy.Name(2))
    session.close()
    assert Replay(read_journal(toy.game_of, path)).run().state == session.state


@needs_movable_open_files
def test_a_file_that_another_program_has_put_in_its_place_is_not_written_to(path: Path) -> None:
    session = toy.to_planning(Session.start(toy, toy.header(), path))
    path.with_name("other").write_bytes(path.read_bytes())
    path.with_name("other").replace(path)
    before = path.read_bytes()
    with pytest.raises(NotWritable, match="another file has taken its place"):
        session.answer(0, toy.Name(2))
    assert path.read_bytes() == before


@pytest.mark.parametrize("change", [b"more", None])
def test_a_file_that_another_program_has_changed_is_not_written_to(path: Path, change: bytes | None) -> None:
    session = toy.to_planning(Session.start(toy, toy.header(), path))
    changed = path.read_bytes() + change if change else path.read_bytes()[:-5]
    path.write_bytes(changed)
    with pytest.raises(NotWritable, match="another program has changed it"):
        session.answer(0, toy.Name(2))
    assert path.read_bytes() == changed


@pytest.mark.parametrize(
    "change",
    [{"seats": (SeatInfo("x" * 61), SeatInfo("y"))}, {"seats": (SeatInfo("A\nB"), SeatInfo("y"))}, {"seed": -1},
     {"described": {"../x": ""}}, {"tower": TowerInfo("x" * 400)}],
)  # fmt: skip
def test_no_game_is_begun_that_would_not_be_read_again(path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(JournalError):
        Session.start(toy, replace(toy.header(), **change), path)
    assert not path.exists()


def test_what_another_program_has_added_before_the_first_line_stays(path: Path) -> None:
    file = AppendFile.begin(path, b"begun\n")
    with path.open("ab") as other:
        other.write(b"theirs\n")
    with pytest.raises(FileLost):
        file.append(b"ours\n", durably=False)
    file.close()
    assert path.read_bytes() == b"begun\ntheirs\n"
