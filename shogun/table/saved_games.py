"""Saved games in the user's data folder: briefs, new files, the list, the bin, and names.

Every game is saved there from its first answer, by its journal.
"""

import contextlib
import os
import re
import shutil
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from shogun.base.files import (
    LONGEST,
    UNDECODABLE,
    at_free_path,
    free_path,
    is_alias,
    make_folder,
    move,
    read_bounded,
    refusal,
    remove,
    resolved,
    write_new,
)
from shogun.base.language import _, shown
from shogun.base.shared_file import SharedFile, locked
from shogun.base.user_folders import data_folder
from shogun.game.protocol import Games
from shogun.table.errors import InUse, JournalError, NotWritable, UnfitName
from shogun.table.journal import BranchInfo, Header, Writer, read_header
from shogun.table.journal_files import (
    AppendFile,
    broken_draft_path,
    decisions_path,
    draft_path,
    review_path,
    shown_path,
)
from shogun.table.recordings import drops_path
from shogun.table.session import Session

# Files and briefs of games

SUFFIX = ".journal"
DATED_NAME = re.compile(r"\d{4}-\d\d-\d\d \d\d-\d\d-\d\d( \d+)?")
"""Names that the program gives to games: the date and time of their beginning."""
NAME_TO_MINUTES = re.compile(r"^(\d{4}-\d\d-\d\d) (\d\d)-(\d\d)-\d\d")
"""Beginning of such a name: day, hours and minutes."""


class GameFile(Struct, frozen=True):
    """The file of a game as it is now."""

    name: str
    time_ns: int
    size: int

    @property
    def stem(self) -> str:
        """The name without its ending."""
        return self.name.removesuffix(SUFFIX)

    @property
    def title(self) -> str:
        """Name that a player gave to the game; empty if it only has the date that the program gave it."""
        return "" if DATED_NAME.fullmatch(self.stem) else shown(self.stem, LONGEST)

    @property
    def changed(self) -> datetime:
        """Time of the last line."""
        return file_time(self.time_ns / 1e9)


class Brief(Struct, frozen=True):
    """Summary that is remembered of every game of a folder: some hundred bytes, however long the game is."""

    game: str = ""
    """The code of the game; empty if not even the first line can be read."""
    created: str = ""
    names: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    """Player of each seat at the beginning: the code of an opponent; empty for a human."""
    is_finished: bool = False
    is_excerpt: bool = False
    points: int = 0
    """Points of the winners; 0 while the game runs."""

    @property
    def is_readable(self) -> bool:
        """True if the file is a game."""
        return bool(self.game)

    is_won: bool = False
    """True if a human has won."""
    branch: BranchInfo | None = None
    """Origin of a branch; None for other games."""


def branch_words(info: BranchInfo) -> str:
    """Return the origin of a branch in words; a game without a name of its own is called by its date."""
    name = NAME_TO_MINUTES.sub(r"\1 \2:\3", info.name) or "…"
    return _("Branch of {name}, from step {n}").format(name=name, n=info.step)


def file_time(seconds: float) -> datetime:
    """Return a file's time as a date; the earliest possible for one that no calendar has."""
    try:
        return datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return datetime.min


# The games' folder

T = TypeVar("T")

DELETED = "deleted"
"""Folder for deleted games, inside the games' folder."""
DAYS = 30
"""Days for which deleted games are kept, ..."""
LEAST_KEPT = 20
"""... and number of the last ones that are kept for longer, in case the clock was changed."""
LARGEST_COMPANION = 20_000_000
"""Largest size of a file beside a game, in bytes."""
COMPANION_PATHS = (drops_path, draft_path, broken_draft_path, shown_path, review_path, decisions_path)
"""Paths of the files that may belong to a journal."""
LAST_OPENED_NAME = "last"
"""File, in the games' folder, with the name of the game opened last, which doesn't depend on the clock."""
_LAST_FILE = SharedFile(
    str, lambda data: os.fsdecode(data.rstrip(b"\r\n")), os.fsencode, most=1000, is_private=True, follows=False
)
_DATE = "%Y-%m-%d %H-%M-%S"
_DAY = 86_400.0


class SavedGame(Struct, frozen=True):
    """One game in the list."""

    path: Path
    header: Header
    is_finished: bool
    changed: datetime
    """Time of the last line."""
    winners: tuple[int, ...] = ()
    points: int = 0
    """Points of the winners; 0 while the game runs."""

    @property
    def title(self) -> str:
        """Name that a player gave to the game; empty if it only has the date that the program gave it."""
        return "" if DATED_NAME.fullmatch(self.path.stem) else shown(self.path.stem, LONGEST)


class Unreadable(Struct, frozen=True):
    """A file in the games' folder of which not even the first line can be read; it is left unchanged."""

    path: Path
    why: str
    """One sentence."""
    changed: datetime


ListedGame: TypeAlias = SavedGame | Unreadable


def games_folder() -> Path:
    """Return the folder of the games; it may not exist yet."""
    return data_folder() / "games"


def new_game_path(folder: Path | None = None, *, now: datetime | None = None) -> Path:
    """Return a free path for a new game, named by date and time. Raises NotWritable."""
    return free_path(_dated_path(folder or games_folder(), now))


def in_new_file(start: Callable[[Path], T], folder: Path | None = None, *, now: datetime | None = None) -> T:
    """Return what `start` returns for the path of a new game; it raises NameTaken if the path isn't free any more.

    So two windows that begin games in the same second get a file each. Raises NotWritable.
    """
    return at_free_path(_dated_path(folder or games_folder(), now), start)


def begun_game(games: Games, header: Header) -> Session:
    """Return a new game with a new journal in the games' folder.

    Raises `IllegalSetup` of the rules, UnknownGame, and TableError.
    """
    session = in_new_file(lambda path: Session.start(games(header.game), header, path))
    remember_opened(session)
    return session


def remember_opened(session: Session) -> None:
    """Make this the game opened last, if it is one of the player's own."""
    if session.path is not None and resolved(session.path.parent) == resolved(games_folder()):
        remember_last(session.path)


def both_written(path: Path, journal: bytes, drops: bytes | None) -> Path:
    """Write a game as a new file, its recordings beside it, and return its path. Raises OSError."""
    if drops is None:
        return write_new(path, journal, is_private=True)
    write_new(drops_path(path), drops, is_private=True)
    try:
        return write_new(path, journal, is_private=True)
    except BaseException:
        with contextlib.suppress(OSError):
            remove(drops_path(path))
        raise


def _dated_path(folder: Path, now: datetime | None) -> Path:
    check_writable(folder)
    return folder / f"{now or datetime.now():{_DATE}}{SUFFIX}"


def room_left(folder: Path) -> int | None:
    """Return the free bytes on the disk of a folder, or of its nearest existing parent; None if unknown."""
    there = next((part for part in (folder, *folder.parents) if part.is_dir()), None)
    try:
        return None if there is None else shutil.disk_usage(there).free
    except OSError:
        return None


def check_writable(folder: Path) -> None:
    """Make a folder if it is missing. Raises NotWritable if it can't be written to."""
    try:
        make_folder(folder)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(_("no permission"))
    except OSError as error:
        raise NotWritable.because(folder, error) from error


def all_games(games: Games, folder: Path | None = None) -> list[ListedGame]:
    """Return all games, the last one played first, including files that can't be read."""
    folder = folder or games_folder()
    last = last_opened(folder)
    listed = [game for path in _journals(folder) if (game := read_game(games, path))]
    return sorted(listed, key=lambda game: (game.path.name == last, game.changed, game.path), reverse=True)


def remember_last(path: Path, instead_of: Path | None = None) -> None:
    """Record that a game was opened last. If that can't be written, the times of files decide.

    With `instead_of` it is recorded only if that game was the last one until now.
    """
    name, old = path.name, None if instead_of is None else instead_of.name
    with contextlib.suppress(OSError):
        _LAST_FILE.change(path.parent / LAST_OPENED_NAME, lambda last: name if old in (None, last) else last)


def last_opened(folder: Path) -> str:
    """Return the name of the game opened last; empty if unknown."""
    try:
        return _LAST_FILE.read(folder / LAST_OPENED_NAME)
    except OSError:
        return ""


def _journals(folder: Path) -> list[Path]:
    """Return the files in a folder with a journal's ending; none if the folder can't be read."""
    try:
        return list(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return []


def delete(path: Path, bin_time: float | None = None) -> Path:
    """Move a game with its recordings to the bin, for `DAYS`, and return its new path, for `bring_back`.

    `bin_time` is the result of `sweep` when several games are deleted together. Raises NotWritable, also if the game
    is being played in another window.
    """
    folder = path.parent / DELETED
    try:
        make_folder(folder)
    except OSError as error:
        raise NotWritable.because(path, error) from error
    played = _changed(path)
    kept = _move(path, folder / path.name)
    with contextlib.suppress(OSError):
        # A game in the bin doesn't need the time of its last access, so that holds when it was played.
        os.utime(kept, (played, sweep(path.parent, kept) if bin_time is None else bin_time))
    return kept


def sweep(folder: Path, besides: Path | None = None) -> float:
    """Remove games that have been in the bin for too long, and return the time to record for the next deletion.

    It is later than the times of all games there except `besides`, even if the clock was changed.
    """
    others = sorted((path for path in _journals(folder / DELETED) if path != besides), key=_changed, reverse=True)
    now = max(time.time(), *(_changed(other) + 1.0 for other in others[:1]), 0.0)
    for old in others[LEAST_KEPT - 1 :]:
        if now - _changed(old) > DAYS * _DAY:
            _remove(old)
    return now


def in_bin(folder: Path) -> list[Path]:
    """Return the deleted games of a folder that can still be restored, the last deleted one first."""
    return sorted(_journals(folder / DELETED), key=_changed, reverse=True)


def bring_back(kept: Path) -> Path:
    """Restore a deleted game, with the time at which it was played, and return its path. Raises NotWritable."""
    new = _move(kept, kept.parent.parent / kept.name)
    with contextlib.suppress(OSError):
        stat = new.stat()
        if stat.st_atime < stat.st_mtime:  # otherwise it was read meanwhile
            os.utime(new, (stat.st_atime, stat.st_atime))
    return new


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        remove(path)
        for beside in COMPANION_PATHS:
            remove(beside(path))


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _move(path: Path, wanted: Path, choose: Callable[[Path], Path] = free_path) -> Path:
    """Move a game and its files to the path that `choose` makes of `wanted`, and return it. Raises NotWritable."""
    _check_free(path)
    try:
        with locked(wanted.parent):  # a free path stays free meanwhile
            new = choose(wanted)
            move(path, new, [(beside(path), beside(new)) for beside in COMPANION_PATHS])
    except OSError as error:
        raise NotWritable.because(path, error) from error
    return new


def rename(path: Path, name: str) -> Path:
    """Give a game and its recordings another name and return its new path. Raises UnfitName and NotWritable."""
    new = path.with_name(checked_name(name) + path.suffix)
    if new.name == path.name:
        return path
    _move(path, new, lambda wanted: wanted if is_alias(path, wanted) else _free_path(wanted))
    remember_last(new, instead_of=path)
    return new


def save_anew(writer: Writer, name: str) -> Path:
    """Write a game whose file was lost to a new file in the same folder, continue there, and return the new path.

    Files that still lie beside the old one are copied. Raises UnfitName and NotWritable, and then nothing has changed.
    """
    old = writer.path or games_folder() / SUFFIX
    new = _free_path(old.with_name(checked_name(name) + SUFFIX))
    writer.begin_anew(new)
    for beside in COMPANION_PATHS:
        with contextlib.suppress(OSError):
            if beside(old) != beside(new):
                write_new(beside(new), read_bounded(beside(old), LARGEST_COMPANION, follows=False), is_private=True)
    remember_last(new)
    return new


def _free_path(path: Path) -> Path:
    """Return the path itself. Raises UnfitName if there is a game already."""
    if path.exists():
        raise UnfitName(_("There is already a game called {name}.").format(name=path.stem))
    return path


def checked_name(name: str) -> str:
    """Return a name without spaces around it. Raises UnfitName if it isn't valid on every system."""
    name = name.strip()
    if not name:
        raise UnfitName(_("A game needs a name."))
    if why := refusal(name):
        raise UnfitName(why)
    return name


def _check_free(path: Path) -> None:
    """Raise NotWritable if a game is being played in another window, or can't be written to."""
    AppendFile(path).close()


def is_in_use(path: Path) -> bool:
    """Return whether a game is being played in another window."""
    try:
        _check_free(path)
    except NotWritable as error:
        return isinstance(error, InUse)
    return False


def read_game(games: Games, path: Path) -> ListedGame | None:
    """Return a game with its header, or the reason why it can't be read; None if the file is gone."""
    try:
        changed = file_time(path.stat().st_mtime)
    except OSError:  # it was deleted a moment ago
        return None
    try:
        header, last = read_header(games, path)
    except JournalError as error:
        why = error.sentence if error.line else _("This file isn't a game of Shogun.")
        return Unreadable(path, why, changed)
    except OSError as error:
        return Unreadable(path, error.strerror or str(error), changed)
    is_finished = last.startswith(b'{"line":"end"')
    return SavedGame(path, header, is_finished, changed, *(_outcome(last) if is_finished else ()))


class _Result(Struct, frozen=True):
    winners: tuple[int, ...]
    points: tuple[int, ...]


class _End(Struct, frozen=True):
    """Fields of a game's last line that lists show, for any game."""

    result: _Result


_end_decoder = msgspec.json.Decoder(_End)


def _outcome(last: bytes) -> tuple[tuple[int, ...], int]:
    """Return the winners and their points by the last line of a game; none if it doesn't say."""
    try:
        result = _end_decoder.decode(last).result
    except UNDECODABLE:
        return (), 0
    return result.winners, max(result.points, default=0)
