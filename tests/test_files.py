"""Files are read within bounds, and written whole or not at all."""

import errno
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from shogun.base import files
from shogun.base.files import OLD, move, read_bounded, remove, write_whole
from tests.systems import WINDOWS


def full_disk(*_arguments: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("file", b"old")]


def test_what_goes_wrong_is_told_of_the_file_that_was_meant(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as told:
        write_whole(tmp_path / "no" / "file", b"new")
    assert told.value.filename == str(tmp_path / "no" / "file")


def test_the_disk_has_file_and_name_when_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append((tmp_path / "file").exists()))
    write_whole(tmp_path / "file", b"new")
    assert synced == ([False] if WINDOWS else [False, True])  # there folders can't be opened, nor need to be


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_never_takes_the_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", full_disk)
    path = tmp_path / "file"
    write_whole(path, b"one", is_new=True)
    with pytest.raises(FileExistsError):
        write_whole(path, b"two", is_new=True)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("file", b"one")]


def test_what_a_kill_has_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    ours, fresh = tmp_path / "0123abcd-77.part", tmp_path / "0123abcd-78.part"
    others = [tmp_path / name for name in ("film.part", "0123abcd-77.part.txt", "x0123abcd-77.part", "0123abcd-.part")]
    for path in (ours, fresh, *others):
        path.write_bytes(b"half")
    (tmp_path / "89abcdef-1.part").mkdir()
    for path in (ours, *others, tmp_path / "89abcdef-1.part"):
        os.utime(path, (time.time() - 2 * OLD,) * 2)
    write_whole(tmp_path / "file", b"whole")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"file", fresh.name, "89abcdef-1.part", *(path.name for path in others)}


def test_a_killed_write_leaves_what_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(Path, "replace", lambda *_paths: None)
        killed.setattr(Path, "unlink", lambda *_path, **_named: None)
        write_whole(tmp_path / "file", b"half")
    (left,) = tmp_path.iterdir()
    os.utime(left, (time.time() - 2 * OLD,) * 2)
    files._sweep.cache_clear()
    write_whole(tmp_path / "file", b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.fixture
def resisting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let open files resist as on Windows; the number says how often one is refused before it isn't open any more."""
    refusals = [0]

    def refused(deed: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        if refusals[0]:
            refusals[0] -= 1
            raise PermissionError(errno.EACCES, "Permission denied", str(arguments[0]))
        return deed(*arguments, **named)

    monkeypatch.setattr(files, "OPEN_FILES_RESIST", True)
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    monkeypatch.setattr(os, "open", partial(refused, os.open))
    for name in ("replace", "rename", "unlink"):
        deed = getattr(Path, name)
        monkeypatch.setattr(Path, name, lambda *given, deed=deed, **named: refused(deed, *given, **named))
    return refusals


DEEDS: dict[str, Callable[[Path], object]] = {
    "read": lambda path: read_bounded(path, 5),
    "write": lambda path: write_whole(path, b"new"),
    "move": lambda path: move(path, path.with_name("other")),
    "remove": remove,
}


@pytest.mark.parametrize("deed", DEEDS)
def test_a_file_that_another_program_has_open_for_a_moment_is_waited_for(
    deed: str, tmp_path: Path, resisting: list[int]
) -> None:
    (tmp_path / "file").write_bytes(b"old")
    resisting[0] = 20
    DEEDS[deed](tmp_path / "file")
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert resisting == [0]
    assert left == {"read": {"file": b"old"}, "write": {"file": b"new"}, "move": {"other": b"old"}, "remove": {}}[deed]


@pytest.mark.parametrize("deed", DEEDS)
def test_what_stays_open_is_told_in_a_sentence_and_nothing_changes(
    deed: str, tmp_path: Path, resisting: list[int]
) -> None:
    (tmp_path / "file").write_bytes(b"old")
    resisting[0] = 1000
    with pytest.raises(PermissionError, match="another program has it open"):
        DEEDS[deed](tmp_path / "file")
    resisting[0] = 0
    assert (tmp_path / "file").read_bytes() == b"old"


def test_elsewhere_a_refusal_is_final(tmp_path: Path, resisting: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "OPEN_FILES_RESIST", False)
    (tmp_path / "file").write_bytes(b"old")
    resisting[0] = 1
    with pytest.raises(PermissionError, match="Permission denied"):
        read_bounded(tmp_path / "file", 5)


def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    write_whole(tmp_path / ("x" * 250), b"new")
    assert (tmp_path / ("x" * 250)).read_bytes() == b"new"


def test_no_more_is_read_than_may_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_bounded(tmp_path / "file", 5) == b"12345"
    with pytest.raises(OSError, match="it is larger than 4 bytes"):
        read_bounded(tmp_path / "file", 4)


def test_a_folder_and_a_pipe_are_no_files(tmp_path: Path) -> None:
    paths = [tmp_path]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        paths.append(tmp_path / "pipe")
    for path in paths:
        with pytest.raises(OSError, match="it isn't a file"):
            read_bounded(path, 5)


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_nobody_else_may_read_what_is_private(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_whole(tmp_path / "own", b"x", is_private=True)
        write_whole(tmp_path / "told", b"x")
    finally:
        os.umask(before)
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in ("own", "told")] == [0o600, 0o644]
