"""Files that several processes change: read under a lock, written whole, links followed, and nothing written over."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from shogun.base import shared_file
from shogun.base.files import BROKEN
from shogun.base.notices import forget_notices, next_notice, notice
from shogun.base.shared_file import LOCK, SharedFile, locked
from tests.systems import needs_links


def decoded(data: bytes) -> int:
    return int(data.decode())


NUMBER = SharedFile(lambda: 0, decoded, lambda number: b"%d" % number, most=20)


@pytest.fixture(autouse=True)
def untold() -> None:
    forget_notices()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "number"


def test_what_is_changed_is_what_stands_there_by_then(path: Path) -> None:
    assert NUMBER.read(path) == 0 and not path.exists()
    assert NUMBER.change(path, lambda number: number + 1)
    path.write_text("41")
    assert NUMBER.change(path, lambda number: number + 1)
    assert NUMBER.read(path) == 42
    before = path.stat().st_ino
    assert not NUMBER.change(path, lambda number: number), "nothing is written where nothing is changed"
    assert path.stat().st_ino == before


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    NUMBER.change(tmp_path / "new" / "folder" / "number", lambda _number: 7)
    assert NUMBER.read(tmp_path / "new" / "folder" / "number") == 7


@pytest.mark.parametrize("data", [b"", b"x", b"\xff", b"1" * 21])
def test_what_cannot_be_read_is_put_aside_and_told_once(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert NUMBER.known(path) == 0 and not path.exists()
    assert path.with_name("number" + BROKEN).read_bytes() == data
    assert "number can't be read" in (told := next_notice()) and "number.broken" in told
    assert not next_notice()
    NUMBER.change(path, lambda _number: 5)
    path.write_bytes(data)
    NUMBER.change(path, lambda number: number + 1)
    assert NUMBER.read(path) == 1
    assert path.with_name("number.2" + BROKEN).read_bytes() == data, "what was put aside before stays"


def test_without_links_to_files_it_is_put_aside_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_paths: object, **_named: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    for number in ("", ".2"):
        path.write_bytes(b"x")
        assert NUMBER.read(path) == 0
        assert path.with_name(f"number{number}{BROKEN}").read_bytes() == b"x"


@needs_links
def test_a_link_is_followed_and_stays(tmp_path: Path, path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    target = tmp_path / "dotfiles" / "own"
    path.symlink_to(target)
    NUMBER.change(path, lambda number: number + 1)
    NUMBER.change(path, lambda number: number + 1)
    assert path.is_symlink() and target.read_text() == "2"
    target.write_text("x")
    assert NUMBER.read(path) == 0
    NUMBER.change(path, lambda number: number + 1)
    assert path.is_symlink() and target.read_text() == "1"
    assert target.with_name("own" + BROKEN).read_text() == "x"
    assert {one.name for one in tmp_path.iterdir()} == {"number", "dotfiles", LOCK}


@needs_links
def test_a_link_is_left_alone_where_none_is_to_be_followed(tmp_path: Path, path: Path) -> None:
    target = tmp_path / "elsewhere"
    path.symlink_to(target)
    target.write_text("7")
    unfollowed = SharedFile(lambda: 0, decoded, lambda number: b"%d" % number, most=20, follows=False)
    with pytest.raises(OSError, match="it isn't a file"):
        unfollowed.change(path, lambda number: number + 1)
    assert unfollowed.known(path) == 0 and target.read_text() == "7" and path.is_symlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
@pytest.mark.parametrize("kind", ["pipe", "folder", "loop", "device"])
def test_what_is_no_plain_file_is_left_alone_and_told(path: Path, kind: str) -> None:
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(path if kind == "loop" else Path(os.devnull))
    before = path.lstat()
    assert NUMBER.known(path) == 0 and NUMBER.known(path) == 0
    assert "number can't be read" in next_notice() and not next_notice()
    with pytest.raises(OSError):
        NUMBER.change(path, lambda number: number + 1)
    assert path.lstat().st_ino == before.st_ino and path.lstat().st_mode == before.st_mode


def test_another_process_is_waited_for_but_not_for_ever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    NUMBER.change(path, lambda number: number + 1)
    monkeypatch.setattr(shared_file, "PATIENCE", 0.05)
    with locked(path.parent):
        assert NUMBER.read(path) == 1, "to read needs no lock"
        with pytest.raises(OSError, match="another window is saving right now"):
            NUMBER.change(path, lambda number: number + 1)
    NUMBER.change(path, lambda number: number + 1)
    assert NUMBER.read(path) == 2


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_the_lock_of_a_process_that_was_killed_is_gone(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from shogun.base.shared_file import locked\n"
        "with locked(Path(sys.argv[1])):\n    print('has it', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None and child.stdout.readline()
        file = os.open(tmp_path / LOCK, os.O_RDWR)
        assert not shared_file.lock(file)
        child.send_signal(signal.SIGKILL)
        child.wait()
        assert shared_file.lock(file)
        os.close(file)


def test_a_sentence_is_told_once_and_in_its_turn() -> None:
    for sentence in ("one", "two", "one"):
        notice(sentence)
    assert [next_notice(), next_notice(), next_notice()] == ["one", "two", ""]
    notice("two")
    assert next_notice() == ""
    forget_notices()
    notice("two")
    assert next_notice() == "two"
