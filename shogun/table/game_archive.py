"""Export, import and rescue of games; an exported game is one file, `<name>.shogun`: a ZIP of journal and recordings.

Foreign archives aren't trusted: their unpacked size is limited, so that zip bombs are refused.
"""

import struct
import zipfile
import zlib
from io import BytesIO
from pathlib import Path

from shogun.base.files import LONGEST, at_free_path, make_folder, read_bounded, resolved, unreadable, write_new
from shogun.base.language import _, shown
from shogun.game.protocol import Games
from shogun.table.errors import LONGEST_PATH, JournalError, NoGame, NotWritable
from shogun.table.journal import parse_journal, read_journal
from shogun.table.journal_limits import MOST_BYTES
from shogun.table.recordings import MOST_DROPS, drops_path, moved
from shogun.table.replay import Replay
from shogun.table.saved_games import SUFFIX, both_written, check_writable, games_folder
from shogun.table.visible_past import excerpt

SHARED = ".shogun"
JOURNAL_NAME = "game.journal"
DROPS_NAME = "game.drops"
MOST_SHARED = 20_000_000
"""Largest size of an archive in bytes: more than a journal and its recordings can take. Whole games take 400 kB."""
_NOT_TAKEN = (OSError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""Errors that `zipfile` raises for damaged and encrypted archives."""
_END = struct.Struct("<4s4H2LH")
"""The last bytes of an archive without a comment: signature, numbers of disks and entries, length and offset of the
directory, and the length of the comment."""
_SIGNATURE = b"PK\x05\x06"
_MOST_DIRECTORY = 1000
"""Largest size of an archive's directory in bytes: two entries take 200."""
_LARGE = b"PK\x06\x07"
"""Signature before the end of an archive of gigabytes (ZIP64)."""


def export_game(journal: Path, folder: Path) -> Path:
    """Write a whole game into one file in a folder, under a free name, and return its path. Raises NotWritable.

    The file contains all that is still secret in the game; like its journal, only its owner may read it.
    """
    path = folder / (journal.stem + SHARED)
    try:
        return _packed(path, read_bounded(journal, MOST_BYTES), _drops_beside(journal), is_private=True)
    except OSError as error:
        raise NotWritable.because(path, error) from error


def export_past(games: Games, journal: Path, folder: Path) -> Path:
    """Write the public record of a game, without anything hidden, into one file, and return its path.

    Raises JournalError and NotWritable.
    """
    path = folder / (_("{name} so far").format(name=journal.stem) + SHARED)
    past, throws = excerpt(read_journal(games, journal))
    drops = _drops_beside(journal)
    try:
        return _packed(path, past, None if drops is None else moved(drops, throws))
    except OSError as error:
        raise NotWritable.because(path, error) from error


def _packed(path: Path, journal: bytes, drops: bytes | None, *, is_private: bool = False) -> Path:
    """Write an archive, under a free name, and return its path. Raises OSError."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((JOURNAL_NAME, journal), (DROPS_NAME, drops)):
            if data is not None:  # without a date, so that the same game always makes the same file
                archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    make_folder(path.parent)
    return at_free_path(path, lambda free: write_new(free, packed.getvalue(), is_private=is_private))


def _drops_beside(journal: Path) -> bytes | None:
    """Return the recordings of a game; None if there are none that can be read: a game is whole without them."""
    try:
        return read_bounded(drops_path(journal), MOST_DROPS, follows=False)
    except OSError:
        return None


def take_in(games: Games, path: Path, folder: Path | None = None) -> Path:
    """Copy a game into the games' folder and return the path of its journal there.

    `path` is an exported file or a journal; it stays unchanged. A game that is already there isn't copied again.
    Raises NoGame, JournalError if the rules or the checksums contradict the game, and NotWritable.
    """
    folder = folder or games_folder()
    if path.suffix == SUFFIX and resolved(path.parent) == resolved(folder):
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
            raise NoGame(_("{path} isn't a game of Shogun.").format(path=shown(path, LONGEST_PATH))) from error
        raise type(error)(path, error.line, error.sentence) from error


def _contents(path: Path) -> tuple[bytes, bytes | None]:
    """Return the bytes of the journal (empty if there is none) and of the recordings (or None). Raises NoGame."""
    try:
        data = read_bounded(path, MOST_SHARED)
        if not zipfile.is_zipfile(BytesIO(data)):
            return data, _drops_beside(path) if path.suffix == SUFFIX else None
        _check_directory(data)
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _unpacked(archive, JOURNAL_NAME, MOST_BYTES) or b"", _unpacked(archive, DROPS_NAME, MOST_DROPS)
    except _NOT_TAKEN as error:
        if isinstance(error, OSError) and error.strerror:
            raise NoGame(unreadable(shown(path, LONGEST_PATH), error)) from error
        why = _("the file is damaged")
        raise NoGame(_("{path} can't be read: {why}").format(path=shown(path, LONGEST_PATH), why=why)) from error


def _check_directory(data: bytes) -> None:
    """Raise BadZipFile for an archive with more files than a game has, or with anything after its end."""
    if len(data) < _END.size:
        raise zipfile.BadZipFile
    signature, *_numbers, length, _start, comment = _END.unpack(data[-_END.size :])
    is_plain = signature == _SIGNATURE and not comment and _LARGE not in data[-_END.size - 20 :]
    if not is_plain or length > _MOST_DIRECTORY:
        raise zipfile.BadZipFile


def _unpacked(archive: zipfile.ZipFile, name: str, most: int) -> bytes | None:
    """Return the file of that name; None if there is none. Raises BadZipFile if it has more than `most` bytes."""
    if name not in archive.namelist():
        return None
    if archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile(name)
    with archive.open(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise zipfile.BadZipFile(name)
    return data


def _same_game(folder: Path, journal: bytes) -> Path | None:
    """Return the game in the folder that has exactly these lines; None if there is none."""
    return next((path for path in sorted(folder.glob(f"*{SUFFIX}")) if _is_same(path, journal)), None)


def _is_same(path: Path, journal: bytes) -> bool:
    try:
        return path.stat().st_size == len(journal) and read_bounded(path, MOST_BYTES) == journal
    except OSError:
        return False


def _written(folder: Path, name: str, journal: bytes, drops: bytes | None) -> Path:
    """Write a game into the folder; the journal comes last and atomically, so that there is never half a game."""
    check_writable(folder)
    path = folder / f"{_file_name(name)}{SUFFIX}"
    try:
        return at_free_path(path, lambda free: both_written(free, journal, drops))
    except OSError as error:
        raise NotWritable.because(path, error) from error


def _file_name(name: str) -> str:
    """Return a foreign file's name as a game's name: with printable characters only, and not too long."""
    return "".join(sign if sign.isprintable() else "_" for sign in name)[:LONGEST] or "_"


def rescue(games: Games, path: Path) -> Path:
    """Copy a damaged game up to its damage into a new game and return its path.

    The damaged file stays unchanged. Raises JournalError if not even the beginning can be read, and NotWritable.
    """
    try:
        lines = read_bounded(path, MOST_BYTES).splitlines(keepends=True)
    except OSError as error:
        raise NoGame(unreadable(shown(path, LONGEST_PATH), error)) from error
    whole = b"".join(_sound_lines(games, lines, path))
    return _written(path.parent, _("{name} rescued").format(name=path.stem), whole, _drops_beside(path))


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
