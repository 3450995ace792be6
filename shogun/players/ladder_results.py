"""A file of results of a ladder: a line for the study, then a line for each game, so that it can be gone on with."""

import os
import weakref
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from shogun.base.files import UNDECODABLE, make_folder, open_plain, read_bounded, write_new
from shogun.base.language import _, shown
from shogun.base.locks import lock
from shogun.game.typed_field import of
from shogun.players.ladder import Place, Played, Study
from shogun.table.errors import NotWritable

T = TypeVar("T")

MOST_BYTES = 200_000_000
"""A longer file holds no results: a game takes a few hundred bytes."""
LONGEST_REASON = 200
"""Characters of what is wrong with a line."""

_encoder = msgspec.json.Encoder()


class ResultsError(ValueError):
    """A file of results that can't be gone on with; the message is one sentence."""


class Results:
    """The games of a study that have been played, in memory, and in a file if there is one.

    The file is this process's alone as long as there are these results.
    """

    def __init__(self, study: Study, path: Path | None = None, played: tuple[Played, ...] = (), held: int = -1) -> None:
        """Keep results; `held` is the handle of the locked file, if there is one."""
        self.study = study
        self.path = path
        self.played = list(played)
        if path is not None:
            weakref.finalize(self, os.close, held)

    @classmethod
    def begin(cls, study: Study, path: Path | None) -> Self:
        """Return results without a game. Raises ResultsError if the file exists, NotWritable."""
        if path is None:
            return cls(study)
        check_missing(path)
        _begin(path, study)
        return cls(study, path, held=_locked(path))

    @classmethod
    def resume(cls, study: Study, path: Path, setup: type) -> Self:
        """Return the results in a file, or none if there is no file. Raises ResultsError, NotWritable.

        `setup` is the type of the game's setups. A last line that was not written to its end is cut off: its game is
        played again.
        """
        if not path.exists():
            return cls.begin(study, path)
        held = _locked(path)
        try:
            return cls(study, path, cls._found(study, path, setup), held)
        except BaseException:
            os.close(held)
            raise

    @staticmethod
    def _found(study: Study, path: Path, setup: type) -> tuple[Played, ...]:
        data = _read(path)
        lines = data[: data.rfind(b"\n") + 1].splitlines()
        if not lines and (_encoder.encode(study) + b"\n").startswith(data):
            cut_off_rest(path, data)
            _append(path, study)
            return ()
        found = _decode(path, 1, lines[0] if lines else data, of(Study, setup))
        if found != study:
            sentence = _("{path} holds the results of another study: {found}")
            raise ResultsError(sentence.format(path=path, found=shown(found, LONGEST_REASON)))
        played = tuple(_played(path, n, line, study) for n, line in enumerate(lines[1:], 2))
        cut_off_rest(path, data)
        return played

    def add(self, game: Played) -> None:
        """Keep a game. Raises NotWritable."""
        if self.path is not None:
            _append(self.path, game)
        self.played.append(game)

    @property
    def places(self) -> frozenset[Place]:
        """The games that have been played."""
        return frozenset(game.place for game in self.played)


def check_missing(path: Path) -> None:
    """Raise ResultsError if there is a file already."""
    if path.exists():
        raise ResultsError(_("{path} exists: add --resume to continue it").format(path=path))


def _begin(path: Path, study: Study) -> None:
    """Write a new file. Raises ResultsError if another process was faster, NotWritable."""
    try:
        make_folder(path.parent)
        write_new(path, _encoder.encode(study) + b"\n")
    except FileExistsError:
        check_missing(path)
    except OSError as error:
        raise NotWritable.because(path, error) from error


def _locked(path: Path) -> int:
    """Return the handle of a file that is this process's until it is closed. Raises ResultsError."""
    try:
        file = open_plain(path, os.O_RDONLY, follows=True)
    except OSError as error:
        raise _unreadable(path, error) from error
    if not lock(file):
        os.close(file)
        raise ResultsError(_("{file}: another program is writing to it.").format(file=path).removesuffix("."))
    return file


def _append(path: Path, line: Study | Played) -> None:
    """Append a line in one write. Raises NotWritable."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            whole = _encoder.encode(line) + b"\n"
            if os.write(file, whole) < len(whole):
                raise OSError(_("the disk is full"))
        finally:
            os.close(file)
    except OSError as error:
        raise NotWritable.because(path, error) from error


def _read(path: Path) -> bytes:
    try:
        return read_bounded(path, MOST_BYTES)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> ResultsError:
    return ResultsError(_("{path} can't be read: {why}").format(path=path, why=error.strerror))


def whole_lines(path: Path) -> list[bytes]:
    """Return the whole lines of a file, and cut off what follows them. Raises ResultsError, NotWritable."""
    data = _read(path)
    cut_off_rest(path, data)
    return data[: data.rfind(b"\n") + 1].splitlines()


def cut_off_rest(path: Path, data: bytes) -> None:
    """Cut off what follows the last whole line of a file that holds `data`. Raises NotWritable."""
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        try:
            os.truncate(path, whole)
        except OSError as error:
            raise NotWritable.because(path, error) from error


def _played(path: Path, number: int, line: bytes, study: Study) -> Played:
    """Return the game that a line tells of. Raises ResultsError, also if the study has no such game."""
    game, seats = _decode(path, number, line, Played), range(study.setup.seats)
    is_one = (
        0 <= game.step < len(study.steps)
        and game.number >= 0
        and game.seat in seats
        and len(game.points) == len(seats)
        and game.winners
        and set(game.winners).issubset(seats)
    )
    if not is_one:
        raise ResultsError(_("{path}, line {number}: not a game of this study").format(path=path, number=number))
    return game


def _decode(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except UNDECODABLE as error:
        sentence = _("{path}, line {number}: not a ladder result: {why}")
        why = shown(error, LONGEST_REASON)
        raise ResultsError(sentence.format(path=path, number=number, why=why)) from error
