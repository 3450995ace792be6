"""One game as one file, `<name>.shogun`, to be kept or given away: a ZIP archive of its journal and its recordings."""

import contextlib
import zipfile
import zlib
from pathlib import Path

from shogun.base.language import _
from shogun.game.protocol import Games
from shogun.table.errors import JournalError, NoGame, NotWritable
from shogun.table.journal import parse_journal
from shogun.table.recordings import drops_path
from shogun.table.replay import Replay
from shogun.table.saves import SUFFIX, check_writable, free_path, games_folder

SHARED = ".shogun"
JOURNAL_NAME = "game.journal"
DROPS_NAME = "game.drops"
UNFINISHED = ".part"
"""Ending of a file while it is written: whoever is killed over it leaves nothing that looks like a game."""
MOST_BYTES = 500_000_000
"""Of an archive's contents: no game comes near it, and no archive may fill the disk."""
_UNREADABLE = (OSError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
"""What `zipfile` raises for damaged, encrypted and strangely packed archives."""


def export_game(journal: Path, folder: Path) -> Path:
    """Write a game into one file of a folder, under a free name, and return its path. Raises NotWritable."""
    path = free_path(folder / (journal.stem + SHARED))
    waiting = path.with_suffix(UNFINISHED)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(waiting, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(journal, JOURNAL_NAME)
            if drops_path(journal).exists():
                archive.write(drops_path(journal), DROPS_NAME)
        waiting.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            waiting.unlink(missing_ok=True)
        raise NotWritable.because(path, error) from error
    return path


def take_in(games: Games, path: Path, folder: Path | None = None) -> Path:
    """Copy a game into the games' folder and return the path of its journal there.

    `path` is an exported file or a journal; it stays as it is. A game that is already there is not copied again.
    Raises NoGame, JournalError if the rules or the checksums contradict it, and NotWritable.
    """
    folder = folder or games_folder()
    if path.suffix == SUFFIX and path.parent.resolve() == folder.resolve():
        return path
    journal, drops = _contents(path)
    _check(games, journal, path)
    return _same_game(folder, journal) or _written(folder, path.stem, journal, drops)


def _check(games: Games, journal: bytes, path: Path) -> None:
    """Raise NoGame or JournalError, with the name of the given file, unless this is a whole game."""
    try:
        Replay(parse_journal(games, journal)).run()
    except JournalError as error:
        if not error.line:
            raise NoGame(_("{path} holds no game of Shogun.").format(path=path)) from error
        raise type(error)(path, error.line, error.sentence) from error


def _contents(path: Path) -> tuple[bytes, bytes | None]:
    """Return the bytes of journal, if any, and recordings, None if there are none. Raises NoGame."""
    try:
        if not zipfile.is_zipfile(path):
            drops = drops_path(path)
            beside = drops.read_bytes() if path.suffix == SUFFIX and drops.is_file() else None
            return path.read_bytes(), beside
        with zipfile.ZipFile(path) as archive:
            return _unpacked(archive, JOURNAL_NAME) or b"", _unpacked(archive, DROPS_NAME)
    except _UNREADABLE as error:
        why = (isinstance(error, OSError) and error.strerror) or _("the file is damaged")
        raise NoGame(_("{path} can't be read: {why}").format(path=path, why=why)) from error


def _unpacked(archive: zipfile.ZipFile, name: str) -> bytes | None:
    if name not in archive.namelist():
        return None
    if archive.getinfo(name).file_size > MOST_BYTES:
        raise zipfile.BadZipFile(name)
    return archive.read(name)


def _same_game(folder: Path, journal: bytes) -> Path | None:
    """Return the game of the folder that has exactly these lines."""
    same = (path for path in folder.glob(f"*{SUFFIX}") if path.stat().st_size == len(journal))
    return next((path for path in same if path.read_bytes() == journal), None)


def _written(folder: Path, name: str, journal: bytes, drops: bytes | None) -> Path:
    """Write a game into the folder; the journal comes last and at once, so that no half game is ever there."""
    check_writable(folder)
    path = free_path(folder / f"{name}{SUFFIX}")
    waiting = path.with_suffix(UNFINISHED)
    try:
        if drops is not None:
            drops_path(path).write_bytes(drops)
        waiting.write_bytes(journal)
        waiting.replace(path)
    except OSError as error:
        for half in (waiting, drops_path(path)):
            with contextlib.suppress(OSError):
                half.unlink(missing_ok=True)
        raise NotWritable.because(path, error) from error
    return path


def rescue(games: Games, path: Path) -> Path:
    """Write all of a damaged game before its damage into a game of its own and return its path.

    The damaged file stays as it is. Raises JournalError if not even the beginning can be read, and NotWritable.
    """
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise NoGame(_("{path} can't be read: {why}").format(path=path, why=error.strerror)) from error
    whole = b"".join(_sound_lines(games, lines, path))
    drops = drops_path(path).read_bytes() if drops_path(path).is_file() else None
    return _written(path.parent, _("{name} rescued").format(name=path.stem), whole, drops)


def _sound_lines(games: Games, lines: list[bytes], path: Path) -> list[bytes]:
    while True:
        try:
            contents = parse_journal(games, b"".join(lines), path)
            Replay(contents).run()
        except JournalError as error:
            if error.line <= 1:
                raise
            lines = lines[: error.line - 1]
        else:
            return list(contents.raw)
