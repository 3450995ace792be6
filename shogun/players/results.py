"""A file of results of a ladder: a line for the study, then a line for each game, so that it can be gone on with."""

import os
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from shogun.base.language import _
from shogun.game.own import of
from shogun.players.ladder import Place, Played, Study
from shogun.table.errors import NotWritable

T = TypeVar("T")

_encoder = msgspec.json.Encoder()


class ResultsError(ValueError):
    """A file of results that can't be gone on with; the message is one sentence."""


class Results:
    """The games of a study that have been played, in memory, and in a file if there is one."""

    def __init__(self, study: Study, path: Path | None = None, played: tuple[Played, ...] = ()) -> None:
        self.study = study
        self.path = path
        self.played = list(played)

    @classmethod
    def begin(cls, study: Study, path: Path | None) -> Self:
        """Return results without a game. Raises ResultsError if the file exists, NotWritable."""
        if path is not None:
            if path.exists():
                raise ResultsError(_("{path} exists: expected --resume to go on with it").format(path=path))
            _append(path, study)
        return cls(study, path)

    @classmethod
    def resume(cls, study: Study, path: Path, setup: type) -> Self:
        """Return the results in a file, or none if there is no file. Raises ResultsError, NotWritable.

        `setup` is the type of the game's setups. A last line that was not written to its end is cut off: its game is
        played again.
        """
        if not path.exists():
            return cls.begin(study, path)
        lines = whole_lines(path)
        if not lines:
            path.unlink()
            return cls.begin(study, path)
        found = _decode(path, 1, lines[0], of(Study, setup))
        if found != study:
            raise ResultsError(_("{path} holds the results of another study: {found}").format(path=path, found=found))
        return cls(study, path, tuple(_decode(path, n, line, Played) for n, line in enumerate(lines[1:], 2)))

    def add(self, game: Played) -> None:
        """Keep a game. Raises NotWritable."""
        if self.path is not None:
            _append(self.path, game)
        self.played.append(game)

    @property
    def places(self) -> frozenset[Place]:
        """The games that have been played."""
        return frozenset(game.place for game in self.played)


def _append(path: Path, line: Study | Played) -> None:
    """Append a line in one write. Raises NotWritable."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        try:
            whole = _encoder.encode(line) + b"\n"
            if os.write(file, whole) < len(whole):
                raise OSError(_("the disk is full"))
        finally:
            os.close(file)
    except OSError as error:
        raise NotWritable.because(path, error) from error


def whole_lines(path: Path) -> list[bytes]:
    """Return the whole lines of a file, and cut off what follows them. Raises ResultsError, NotWritable."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ResultsError(_("{path} can't be read: {why}").format(path=path, why=error.strerror)) from error
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        try:
            os.truncate(path, len(whole))
        except OSError as error:
            raise NotWritable.because(path, error) from error
    return whole.splitlines()


def _decode(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        sentence = _("{path}, line {number}: no result of a ladder: {why}")
        raise ResultsError(sentence.format(path=path, number=number, why=error)) from error
