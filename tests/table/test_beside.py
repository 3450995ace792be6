"""What lies beside a journal under the names of its own files, and is none: left alone, or put aside and told."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shogun.base.notices import forget_notices, next_notice
from shogun.table import saved_games
from shogun.table.game_archive import export_game, take_in
from shogun.table.journal_files import draft_path, keep_draft, keep_shown, read_draft, read_shown, shown_path
from shogun.table.recordings import Recordings, drops_path
from shogun.table.session import Session
from tests.table import toy

STRANGERS = b"what nobody here has written\n"


class Sealed:
    """Stands for a recording."""

    def to_bytes(self) -> bytes:
        return b"recorded"


def keep_drop(journal: Path) -> bool:
    recording: Any = Sealed()
    return Recordings(drops_path(journal)).add(1, 2, recording)


Deed = Callable[[Path], object]
FILES: dict[str, tuple[Callable[[Path], Path], tuple[Deed, ...]]] = {
    "shown": (shown_path, (lambda journal: keep_shown(journal, 7), read_shown)),
    "drops": (drops_path, (keep_drop, lambda journal: Recordings(drops_path(journal)).get(1, 2))),
    "plan": (draft_path, (lambda journal: keep_draft(journal, b"{}"), read_draft)),
    "last": (
        lambda journal: journal.with_name(saved_games.LAST_OPENED_NAME),
        (saved_games.remember_last, lambda journal: saved_games.all_games(toy.game_of, journal.parent)),
    ),
}


@pytest.fixture(autouse=True)
def untold() -> None:
    forget_notices()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    path = tmp_path / "games" / "game.journal"
    Session.start(toy, toy.header(), path).close()
    return path


@pytest.mark.skipif(os.name == "nt", reason="links need a permission there")
@pytest.mark.parametrize("name", FILES)
def test_a_link_leads_nowhere(journal: Path, tmp_path: Path, name: str) -> None:
    where, deeds = FILES[name]
    target = tmp_path / "somebody's own"
    target.write_bytes(STRANGERS)
    where(journal).symlink_to(target)
    for deed in deeds:
        deed(journal)
    assert target.read_bytes() == STRANGERS
    assert where(journal).is_symlink() and where(journal).readlink() == target


@pytest.mark.skipif(os.name == "nt", reason="links need a permission there")
def test_an_exported_game_holds_nothing_that_a_link_leads_to(journal: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(STRANGERS)
    drops_path(journal).symlink_to(tmp_path / "secret")
    taken = take_in(toy.game_of, export_game(journal, tmp_path / "out"), tmp_path / "others")
    assert not drops_path(taken).exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
@pytest.mark.parametrize("name", FILES)
@pytest.mark.timeout(10)
def test_a_pipe_is_not_waited_for_and_stays(journal: Path, name: str) -> None:
    where, deeds = FILES[name]
    os.mkfifo(where(journal))
    for deed in deeds:
        deed(journal)
    assert where(journal).is_fifo()


@pytest.mark.parametrize("name", FILES)
def test_a_folder_stays(journal: Path, name: str) -> None:
    where, deeds = FILES[name]
    where(journal).mkdir()
    for deed in deeds:
        deed(journal)
    assert where(journal).is_dir()


@pytest.mark.parametrize("name", ["shown", "drops", "plan"])
@pytest.mark.parametrize("length", [len(STRANGERS), 20_000_000])
def test_what_is_none_of_them_is_put_aside_and_never_written_over(journal: Path, name: str, length: int) -> None:
    where, (write, read) = FILES[name]
    for number in ("", ".2"):
        where(journal).write_bytes(STRANGERS.ljust(length))
        assert read(journal) is None
        write(journal)
        assert read(journal) is not None or name == "drops"
        aside = where(journal).with_name(f"{where(journal).name}{number}.broken")
        assert aside.read_bytes() == STRANGERS.ljust(length)
    told = "" if name == "shown" else f"game.{name} can't be read ("
    assert next_notice().startswith(told)


def test_a_file_that_cannot_be_read_just_now_is_not_written_to(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert keep_drop(journal)
    before = drops_path(journal).read_bytes()

    def refused(*_given: object, **_named: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as disk:
        disk.setattr("shogun.table.recordings.read_bounded", refused)
        assert not keep_drop(journal)
    assert drops_path(journal).read_bytes() == before


def test_what_is_damaged_after_it_was_read_is_put_aside_too(journal: Path) -> None:
    for where, (write, read) in (FILES["plan"], FILES["shown"]):
        write(journal)
        assert read(journal) is not None
        where(journal).write_bytes(STRANGERS)
        write(journal)
        assert where(journal).with_name(f"{where(journal).name}.broken").read_bytes() == STRANGERS
