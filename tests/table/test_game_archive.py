"""A game as one file: given away and taken in, whole or not at all."""

import os
import tracemalloc
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Never

import pytest

from shogun.game.questions import Thrown
from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.rules.state import Setup
from shogun.table.errors import (
    DamagedLine,
    Disagreement,
    JournalError,
    NoGame,
    NotWritable,
    OnlyToLookAt,
    TableError,
    UnknownVersion,
)
from shogun.table.game_archive import (
    DROPS_NAME,
    JOURNAL_NAME,
    _check_directory,
    export_game,
    export_past,
    rescue,
    take_in,
)
from shogun.table.journal import AnswerLine, Header, PeriodLine, SeatInfo, TowerInfo, read_journal, stated_checksum
from shogun.table.recordings import Recordings, drops_path
from shogun.table.replay import Replay, resume
from shogun.table.session import Session, run
from shogun.tower.tower_lookup import load_tower
from tests.systems import needs_free_names
from tests.table import toy
from tests.table.finding import last_unfinished


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A finished game with something beside it that stands for recordings."""
    path = tmp_path / "games" / "Kai in spring.journal"
    session = Session.start(toy, toy.header(), path)
    run(session, [toy.choose, toy.choose])
    session.close()
    drops_path(path).write_bytes(b"recordings")
    return path


def test_an_exported_game_comes_back_with_its_recordings(game: Path, tmp_path: Path) -> None:
    shared = export_game(game, tmp_path / "out")
    assert shared.name == "Kai in spring.shogun"
    taken = take_in(toy.game_of, shared, tmp_path / "elsewhere")
    assert taken.name == "Kai in spring.journal"
    assert taken.read_bytes() == game.read_bytes()
    assert drops_path(taken).read_bytes() == b"recordings"
    assert shared.exists()
    assert sorted(path.suffix for path in taken.parent.iterdir()) == [".drops", ".journal"]


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """A game of Shogun in its second season in which a plan is laid that nobody has seen yet."""
    path = tmp_path / "games" / "War.journal"
    seats = tuple(SeatInfo(name, "", "person") for name in ("Ana", "Ben", "Cem"))
    header = Header(seed=77, setup=Setup(3), seats=seats, tower=TowerInfo.of(load_tower("classic")))
    session, rng = Session.start(rules, header, path), Random(1)
    recordings = Recordings(drops_path(path))
    while session.state.season == "spring" or not any(session.state.plans):
        question = session.questions[0]
        if question.seat is not None:
            session.answer(question.seat, question.sample(rng))
            continue
        turn = session.advance()
        if turn.fall is not None:
            fall = session.course.tower.throw(session.course.tower.empty(), {"red": 2}, 1, record=True)
            assert fall.recording
            recordings.add(turn.n, turn.checksum, fall.recording)
    session.close()
    return path


def test_the_past_of_a_game_holds_nothing_that_is_hidden(running: Path, tmp_path: Path) -> None:
    whole = read_journal(game_of, running)
    plans = [plan for plan in Replay(whole).run().state.plans if plan is not None]
    assert plans
    shared = export_past(game_of, running, tmp_path / "out")
    assert shared.name == "War so far.shogun"
    taken = take_in(game_of, shared, tmp_path / "elsewhere")
    past = read_journal(game_of, taken)
    assert past.header.is_excerpt
    assert past.header.seed == 0
    assert past.lines == whole.lines[: len(past.lines)]
    state = Replay(past).run().state
    assert (state.season, any(state.plans)) == ("summer", False)
    assert isinstance(past.lines[-1], PeriodLine)


def test_the_past_of_a_game_is_shown_with_its_own_recordings(running: Path, tmp_path: Path) -> None:
    taken = take_in(game_of, export_past(game_of, running, tmp_path), tmp_path / "elsewhere")
    kept, past = Recordings(drops_path(taken)), read_journal(game_of, taken)
    throws = [
        (line, stated_checksum(raw))
        for line, raw in zip(past.lines, past.raw[1:], strict=True)
        if isinstance(line, AnswerLine) and isinstance(line.answer, Thrown)
    ]
    assert len(throws) > 1
    assert all(kept.get(line.n, checksum) for line, checksum in throws)


def test_the_past_of_a_game_cannot_be_played_on(running: Path, tmp_path: Path) -> None:
    taken = take_in(game_of, export_past(game_of, running, tmp_path), tmp_path / "elsewhere")
    before = taken.read_bytes()
    with pytest.raises(OnlyToLookAt, match="you can view it, but not continue it"):
        resume(read_journal(game_of, taken))
    assert taken.read_bytes() == before
    assert last_unfinished(game_of, taken.parent) is None
    again = take_in(game_of, export_game(taken, tmp_path / "again"), tmp_path / "third")
    assert again.read_bytes() == before


def test_before_a_period_has_ended_the_past_is_what_was_agreed(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    Session.start(toy, toy.header(), path).close()
    past = read_journal(toy.game_of, take_in(toy.game_of, export_past(toy.game_of, path, tmp_path), tmp_path / "in"))
    assert past.lines == ()
    assert past.header.is_excerpt


def test_nothing_is_written_over(game: Path, tmp_path: Path) -> None:
    first, second = (export_game(game, tmp_path / "out") for _time in range(2))
    assert (first.name, second.name) == ("Kai in spring.shogun", "Kai in spring 2.shogun")
    other = tmp_path / "elsewhere" / "Kai in spring.journal"
    other.parent.mkdir()
    other.write_bytes(b"another game")
    assert take_in(toy.game_of, first, other.parent).name == "Kai in spring 2.journal"
    assert other.read_bytes() == b"another game"


def test_a_game_that_is_there_already_is_not_copied_again(game: Path, tmp_path: Path) -> None:
    shared = export_game(game, tmp_path / "out")
    assert take_in(toy.game_of, shared, game.parent) == game
    assert take_in(toy.game_of, game, game.parent) == game


def test_a_journal_alone_is_copied_with_what_lies_beside_it(game: Path, tmp_path: Path) -> None:
    taken = take_in(toy.game_of, game, tmp_path / "elsewhere")
    assert taken.read_bytes() == game.read_bytes()
    assert drops_path(taken).read_bytes() == b"recordings"


def broken(kind: str, game: Path, path: Path) -> Path:
    data = game.read_bytes()
    match kind:
        case "no archive":
            path.write_bytes(b"PK\x03\x04 and so on")
        case "empty":
            path.write_bytes(b"")
        case "other archive":
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("letter.txt", "Dear sir")
        case "cut off":
            path.write_bytes(export_game(game, path.parent).read_bytes()[:-40])
        case "flipped bit":
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr(JOURNAL_NAME, data[:1000] + bytes([data[1000] ^ 1]) + data[1001:])
        case "damaged archive":
            shared = bytearray(export_game(game, path.parent).read_bytes())
            shared[200] ^= 0xFF
            path.write_bytes(shared)
        case "later format":
            path.write_bytes(data.replace(b'"format":', b'"format":9', 1))
        case "folder":
            path.mkdir()
    return path


KINDS = {
    "no archive": NoGame, "empty": NoGame, "other archive": NoGame, "cut off": NoGame,
    "flipped bit": DamagedLine, "damaged archive": NoGame, "later format": UnknownVersion, "folder": NoGame,
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_file_is_told_in_one_sentence_and_leaves_nothing_behind(kind: str, game: Path, tmp_path: Path) -> None:
    path = broken(kind, game, tmp_path / "friend.shogun")
    folder = tmp_path / "elsewhere"
    with pytest.raises(KINDS[kind]) as error:
        take_in(toy.game_of, path, folder)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert not folder.exists()


def test_a_journal_that_the_rules_contradict_is_not_taken_in(game: Path, tmp_path: Path) -> None:
    contents = read_journal(toy.game_of, game)
    path = tmp_path / "cheat.journal"
    cheat = Session.start(toy, contents.header, path)
    cheat.writer.write(contents.lines[-1])
    cheat.close()
    with pytest.raises(Disagreement):
        take_in(toy.game_of, path, tmp_path / "elsewhere")


def test_a_folder_that_cannot_be_written_is_told(game: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotWritable, match="file"):
        export_game(game, tmp_path / "file" / "out")
    shared = export_game(game, tmp_path)
    with pytest.raises(NotWritable, match="file"):
        take_in(toy.game_of, shared, tmp_path / "file" / "games")


def test_the_same_game_makes_the_same_file_at_any_time(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = export_game(game, tmp_path / "out").read_bytes()
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert export_game(game, tmp_path / "out").read_bytes() == first


def test_an_export_that_fails_half_way_leaves_nothing(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> Never:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NotWritable, match="No space left"):
        export_game(game, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_damaged_game_is_rescued_up_to_its_damage(game: Path, tmp_path: Path) -> None:
    lines = game.read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:6], lines[6].replace(b"seat", b"seal"), *lines[7:]])
    game.write_bytes(damaged)
    saved = rescue(toy.game_of, game)
    assert saved.read_bytes() == b"".join(lines[:6])
    assert drops_path(saved).read_bytes() == b"recordings"
    assert game.read_bytes() == damaged
    (tmp_path / "noise.journal").write_bytes(b"noise")
    with pytest.raises(JournalError):
        rescue(toy.game_of, tmp_path / "noise.journal")


def test_a_full_disk_leaves_no_half_game(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = export_game(game, tmp_path)

    def full(*_arguments: object) -> Never:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NotWritable, match="No space left"):
        take_in(toy.game_of, shared, tmp_path / "elsewhere")
    assert list((tmp_path / "elsewhere").iterdir()) == []


# Files that swell, and files that are none


def packed(members: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED, comment: bytes = b"") -> bytes:
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", how) as file:
        for name, data in members.items():
            file.writestr(name, data)
        file.comment = comment
    return archive.getvalue()


def told_shorter(data: bytes) -> bytes:
    """An archive of which the directory says that its first file is a hundred bytes long."""
    place = data.rindex(b"PK\x01\x02")
    return data[: place + 24] + (100).to_bytes(4, "little") + data[place + 28 :]


ODD: dict[str, Callable[[bytes], bytes]] = {
    "swells": lambda journal: packed({JOURNAL_NAME: b"0" * 40_000_000}),
    "recordings swell": lambda journal: packed({JOURNAL_NAME: journal, DROPS_NAME: b"0" * 30_000_000}),
    "lies about it": lambda journal: told_shorter(packed({JOURNAL_NAME: b"0" * 30_000_000})),
    "many files": lambda journal: packed({JOURNAL_NAME: journal, **{str(n): b"" for n in range(20_000)}}),
    "lzma": lambda journal: packed({JOURNAL_NAME: journal}, zipfile.ZIP_LZMA),
    "bzip2": lambda journal: packed({JOURNAL_NAME: journal}, zipfile.ZIP_BZIP2),
    "damaged lzma": lambda journal: packed({JOURNAL_NAME: journal}, zipfile.ZIP_LZMA).replace(b"\x5d\0\0", b"\xff\1\1"),
    "comment": lambda journal: packed({JOURNAL_NAME: journal}, comment=b"x" * 60_000),
    "another end": lambda journal: packed({JOURNAL_NAME: journal}) + b"PK\5\6" + b"\0" * 18,
    "long": lambda journal: b"0" * 20_000_001,
    "endless undoing": lambda journal: packed({JOURNAL_NAME: b"{}\n" * 400_000}),
}


@pytest.mark.parametrize("kind", ODD)
def test_what_a_stranger_packs_is_never_unpacked_beyond_bounds(kind: str, game: Path, tmp_path: Path) -> None:
    path = tmp_path / "friend.shogun"
    path.write_bytes(ODD[kind](game.read_bytes()))
    tracemalloc.start()
    with pytest.raises(TableError) as error:
        take_in(toy.game_of, path, tmp_path / "elsewhere")
    assert tracemalloc.get_traced_memory()[1] < 100_000_000
    tracemalloc.stop()
    assert str(path) in str(error.value)
    assert len(str(error.value)) < 600
    assert not (tmp_path / "elsewhere").exists()


def test_a_file_of_two_gigabytes_that_is_no_archive_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "friend.shogun"
    with path.open("wb") as file:
        file.truncate(2_000_000_000)
    with pytest.raises(NoGame, match="larger than"):
        take_in(toy.game_of, path, tmp_path / "elsewhere")
    with pytest.raises(NoGame, match="larger than"):
        rescue(toy.game_of, path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_pipes_are_not_opened(game: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "friend.shogun")
    with pytest.raises(NoGame, match="it isn't a file"):
        take_in(toy.game_of, tmp_path / "friend.shogun", tmp_path / "elsewhere")
    drops_path(game).unlink()
    os.mkfifo(drops_path(game))
    shared = export_game(game, tmp_path / "out")
    os.mkfifo(tmp_path / "elsewhere.journal")
    assert take_in(toy.game_of, shared, tmp_path).suffix == ".journal"


@needs_free_names
def test_an_odd_name_becomes_one_that_a_game_can_have(game: Path, tmp_path: Path) -> None:
    path = export_game(game, tmp_path).rename(tmp_path / ("\n\x1b" + "x" * 150 + ".shogun"))
    taken = take_in(toy.game_of, path, tmp_path / "elsewhere")
    assert taken.stem == "__" + "x" * 58


def test_recordings_beyond_bounds_are_left_out(game: Path, tmp_path: Path) -> None:
    drops_path(game).write_bytes(b"0" * 10_000_001)
    taken = take_in(toy.game_of, export_game(game, tmp_path), tmp_path / "elsewhere")
    assert not drops_path(taken).exists()


def test_an_archive_of_the_large_format_is_refused_by_its_end_alone(game: Path, tmp_path: Path) -> None:
    data = export_game(game, tmp_path).read_bytes()
    _check_directory(data)
    with pytest.raises(zipfile.BadZipFile):
        _check_directory(data[:-22] + b"PK\x06\x07" + bytes(16) + data[-22:])
