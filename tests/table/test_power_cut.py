"""Whatever the program has told as done is on the disk: a power cut takes nothing of it back."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shogun.base.files import write_whole
from shogun.table import saved_games
from shogun.table.game_archive import export_game, rescue, take_in
from shogun.table.journal import read_journal
from shogun.table.journal_files import draft_path, drop_draft, keep_draft, read_draft
from shogun.table.replay import Replay, resume
from shogun.table.session import Session, take_turn
from shogun.window.kit.runtime.settings import Settings, load_settings, save_settings
from tests.systems import WINDOWS
from tests.table import toy
from tests.table.losing_disk import LosingDisk, losing_disk

pytestmark = pytest.mark.skipif(WINDOWS or not Path("/proc/self/fd").exists(), reason="files can't be told apart here")
SEATS = [toy.choose, toy.choose]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def disk(home: Path) -> Iterator[LosingDisk]:
    with losing_disk(home) as losing:
        yield losing


@pytest.fixture
def cut(disk: LosingDisk, tmp_path: Path) -> Callable[[], Path]:
    """Cut the power and return what is left of home."""
    return lambda: disk.after_power_cut(tmp_path / f"left {len(list(tmp_path.iterdir()))}")


Cut = Callable[[], Path]


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("[!.]*") if path.is_file())


def game_in(home: Path) -> Path:
    """A game at its first questions, with a half-made answer."""
    path = home / "data" / "games" / "game.journal"
    toy.to_planning(Session.start(toy, toy.header(player="person"), path)).close()
    assert keep_draft(path, b'{"half":1}')
    return path


def test_the_double_loses_what_is_not_synced(home: Path, cut: Cut) -> None:
    write_whole(home / "kept", b"old")
    (home / "unsynced").write_bytes(b"x")
    (home / "kept").write_bytes(b"new")
    (home / "folder").mkdir()
    write_whole(home / "folder" / "lost with its folder", b"x")
    left = cut()
    assert names(left) == ["kept"]
    assert (left / "kept").read_bytes() == b"old"


def test_the_double_loses_a_name_that_is_not_synced(home: Path, cut: Cut) -> None:
    write_whole(home / "one", b"x")
    (home / "one").rename(home / "two")
    write_whole(home / "three", b"y")  # keeps all names of the folder
    (home / "three").unlink()
    assert names(cut()) == ["three", "two"]


def test_a_new_game_is_found_again_though_its_folders_were_new_too(home: Path, cut: Cut) -> None:
    path = saved_games.new_game_path(home / "data" / "games")
    Session.start(toy, toy.header(), path).close()
    assert names(cut()) == [path.relative_to(home).as_posix()]


def test_no_answer_of_a_person_is_lost_at_any_moment(home: Path, cut: Cut) -> None:
    path = home / "games" / "game.journal"
    session = Session.start(toy, toy.header(player="person"), path)
    while not session.is_over:
        question = session.questions[0]
        turn = take_turn(session, SEATS)
        if question.seat == 0:
            left = resume(read_journal(toy.game_of, cut() / "games" / "game.journal"))
            assert left.course.answers[-1].n == turn.n
            assert left.state == session.state
            left.close()
    session.close()
    assert read_journal(toy.game_of, cut() / "games" / "game.journal").is_finished


def test_a_game_that_was_left_is_there_as_it_was_left(home: Path, cut: Cut) -> None:
    path = home / "game.journal"
    session = Session.start(toy, toy.header(), path)
    for _turn in range(5):
        take_turn(session, SEATS)
    session.close()
    session.close()
    assert (cut() / "game.journal").read_bytes() == b"".join(session.writer.lines)


def deed_undone(session: Session) -> None:
    session.undo(0)


def deed_redone(session: Session) -> None:
    session.undo(0)
    session.redo(0)


def deed_seat(session: Session) -> None:
    session.change_seat(1, "person")


@pytest.mark.parametrize("deed", [deed_undone, deed_redone, deed_seat])
def test_what_a_person_takes_back_gives_again_and_changes_is_kept(
    home: Path, cut: Cut, deed: Callable[[Session], None]
) -> None:
    path = home / "game.journal"
    session = toy.to_planning(Session.start(toy, toy.header(player="person"), path))
    session.answer(0, toy.Name(2))
    deed(session)
    left = cut() / "game.journal"
    assert left.read_bytes() == path.read_bytes()
    session.close()


def test_the_last_line_that_a_kill_has_torn_does_not_come_back(home: Path, cut: Cut) -> None:
    path = home / "game.journal"
    session = toy.to_planning(Session.start(toy, toy.header(player="person"), path))
    session.close()
    with path.open("ab") as file:
        file.write(b'{"line":"answer","n"')
        file.flush()
        os.fsync(file.fileno())
    session = resume(read_journal(toy.game_of, path))
    session.answer(0, toy.Name(2))
    assert Replay(read_journal(toy.game_of, cut() / "game.journal")).run().state == session.state
    session.close()


def test_a_half_made_answer_is_kept_and_one_that_was_dropped_does_not_come_back(home: Path, cut: Cut) -> None:
    path = game_in(home)
    assert read_draft(cut() / path.relative_to(home)) == b'{"half":1}'
    drop_draft(path)
    assert names(cut()) == ["data/games/game.journal"]


def test_settings_are_kept(home: Path, cut: Cut, monkeypatch: pytest.MonkeyPatch) -> None:
    where = home / "settings" / "settings.json"
    monkeypatch.setattr("shogun.window.kit.runtime.settings.settings_path", lambda: where)
    save_settings(Settings(speed=2.0))
    left = cut() / where.relative_to(home)
    monkeypatch.setattr("shogun.window.kit.runtime.settings.settings_path", lambda: left)
    assert load_settings().speed == 2.0


def test_a_deleted_game_stays_deleted_and_one_that_was_brought_back_stays(home: Path, cut: Cut) -> None:
    path = game_in(home)
    kept = saved_games.delete(path)
    assert names(cut()) == ["data/games/deleted/game.journal", "data/games/deleted/game.plan"]
    saved_games.bring_back(kept)
    assert names(cut()) == ["data/games/game.journal", "data/games/game.plan"]


def test_a_renamed_game_keeps_its_name(home: Path, cut: Cut) -> None:
    path = game_in(home)
    saved_games.rename(path, "Kai")
    assert names(cut()) == ["data/games/Kai.journal", "data/games/Kai.plan"]


def test_an_exported_game_and_one_that_was_taken_in_are_kept(home: Path, cut: Cut) -> None:
    shared = export_game(game_in(home), home / "new" / "documents")
    taken = take_in(toy.game_of, shared, home / "others" / "games")
    left = cut()
    assert shared.relative_to(home).as_posix() in names(left)
    assert (left / taken.relative_to(home)).read_bytes() == taken.read_bytes()


def test_a_rescued_game_is_kept(home: Path, cut: Cut) -> None:
    path = game_in(home)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"n":2', b'"n":3'))
    saved = rescue(toy.game_of, path)
    assert (cut() / saved.relative_to(home)).read_bytes() == whole[: whole.index(b"\n") + 1]


MOVES: dict[str, Callable[[Path], Path]] = {
    "delete": saved_games.delete,
    "rename": lambda game: saved_games.rename(game, "new"),
    "bring back": saved_games.bring_back,
}


def no_links(*_paths: object, **_named: object) -> None:
    raise OSError(1, "Operation not permitted")


Step = Callable[..., Any]


@pytest.mark.parametrize("deed", MOVES)
@pytest.mark.parametrize("links", [True, False])
def test_a_power_cut_at_any_moment_of_a_move_leaves_the_whole_game_under_one_name(
    disk: LosingDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, links: bool
) -> None:
    path = game_in(tmp_path / "home")
    if deed == "bring back":
        path = saved_games.delete(path)
    whole = path.read_bytes()
    moments: list[Path] = []

    def noticed(step: Step) -> Step:
        def then(*arguments: Any, **named: Any) -> Any:
            moments.append(disk.after_power_cut(tmp_path / f"moment {len(moments)}"))
            return step(*arguments, **named)

        return then

    for name in ("rename", "unlink", "link", "fsync"):
        monkeypatch.setattr(os, name, noticed(getattr(os, name)))
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    MOVES[deed](path)
    assert len(moments) > 4
    for left in moments:
        games = list(left.rglob("*.journal"))
        assert games, names(left)
        assert all(game.read_bytes() == whole for game in games)
        assert not links or all(draft_path(game).exists() for game in games), names(left)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such call")
def test_on_macos_the_disk_itself_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    asked: list[int] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda handle, command: asked.append(command))
    write_whole(tmp_path / "file", b"x")
    assert asked == [51, 51]
    session = toy.to_planning(Session.start(toy, toy.header(player="person"), tmp_path / "game.journal"))
    before = len(asked)
    session.answer(0, toy.Name(2))
    session.close()
    assert asked[before:] == [51]
