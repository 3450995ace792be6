"""An SQLite file of which nothing is believed: it may be damaged, or a stranger's who wants the program to hang.

What stands in it is asked for only once its schema is known to be the one expected: a view or a trigger could make the
program compute for ever. Nothing that SQLite does takes longer than `SECONDS` of computing, and Ctrl-C ends it.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from shogun.base.files import check_regular
from shogun.base.language import _
from shogun.lab.errors import LabError

WAIT = 10.0
"""Seconds that another process may hold the file."""
SECONDS = 2.0
"""Of computing, after which whatever SQLite does is ended."""
STEPS = 10_000
"""Of SQLite's machine between two looks at the clock, less than a millisecond."""
MOST_BYTES = 2_000_000_000
LONGEST = 1_000_000
"""Bytes of a value or a row."""
MOST_ROWS = 2_000_000
"""Of a table: a tune of the most candidates has 800,000 chains."""
AT_ONCE = 1000
"""Rows that are read in one go."""
R = TypeVar("R")
Row = tuple[Any, ...]


class Unwritten(LabError):
    """A change didn't come to the disk: it is full, or can't be written; what stood there before still does."""


class Damaged(LabError):
    """A file in which something is not as it was written."""


class Kind(NamedTuple):
    """By what files of one kind know each other."""

    application: int
    version: int
    schema: tuple[str, ...]
    """How each table was made, in SQL: these, ..."""
    further: tuple[str, ...] = ()
    """... and of these some; no others."""


class Database:
    """An open file of SQLite, or one in memory. Whatever is asked of it raises LabError, Damaged if that is why."""

    def __init__(self, path: Path | None, kind: Kind, *, is_read: bool = False) -> None:
        """Open a file, and begin it if there is none, or only read it. Raises LabError unless it is of this kind."""
        self.name = ":memory:" if path is None else str(path)
        self._kind, self._is_read = kind, is_read
        self._end = 0.0
        is_new = path is not None and not path.exists()
        if path is not None:
            self._check_file(path)
        self.connection = self._opened()
        try:
            self._claim()
        except BaseException as error:
            self.connection.close()
            if path is not None and is_new and isinstance(error, Unwritten):
                with suppress(OSError):
                    path.unlink()  # nothing stands in it
            raise

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def change(self, asked: str, *values: object) -> None:
        """Change the file: when this returns, the disk has it."""
        self._do(lambda: self.connection.execute(asked, values))

    def has(self, table: str) -> bool:
        """Return whether the file has one of the further tables, by how it is made."""
        return table in self._objects()

    def rows(self, asked: str, *values: object) -> Iterator[Row]:
        """Yield rows, at most MOST_ROWS of them."""
        cursor = self._do(lambda: self.connection.execute(asked, values))
        for _part in range(MOST_ROWS // AT_ONCE):
            found = self._do(lambda: cursor.fetchmany(AT_ONCE))
            yield from found
            if len(found) < AT_ONCE:
                return
        raise LabError(self._too_much())

    def _check_file(self, path: Path) -> None:
        try:
            check_regular(path)
            if path.stat().st_size > MOST_BYTES:
                raise LabError(self._too_much())
        except FileNotFoundError:
            return
        except OSError as error:
            raise self._unusable(error.strerror or error) from None

    def _opened(self) -> sqlite3.Connection:
        name = f"{Path(self.name).absolute().as_uri()}?mode=ro" if self._is_read else self.name
        connection = self._do(lambda: sqlite3.connect(name, timeout=WAIT, isolation_level=None, uri=self._is_read))
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        connection.set_progress_handler(self._is_too_long, STEPS)
        for safety in ("trusted_schema = OFF", "cell_size_check = ON"):
            connection.execute(f"PRAGMA {safety}")
        return connection

    def _claim(self) -> None:
        """Begin an empty file, or check that it is one of these. Raises LabError."""
        if not (self._is_read or self._objects()):
            self._do(self._begin)
        [(application,)], [(version,)] = self.rows("PRAGMA application_id"), self.rows("PRAGMA user_version")
        if application != self._kind.application:
            raise self._none()
        if version != self._kind.version:
            raise self.other_version()
        further = set(self._objects()).difference(self._kind.schema)
        if len(self._objects()) != len(self._kind.schema) + len(further) or not further <= set(self._kind.further):
            raise self._none()

    def _objects(self) -> list[str]:
        """Return how each table, view, index and trigger was made, as far as they are more than come by themselves."""
        asked = "SELECT coalesce(sql, name) FROM sqlite_master LIMIT 20"
        return [str(sql) for (sql,) in self.rows(asked)]

    def _begin(self) -> None:
        marks = (f"PRAGMA application_id = {self._kind.application}", f"PRAGMA user_version = {self._kind.version}")
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            if not self._objects():  # nobody else was faster
                for statement in (*self._kind.schema, *marks):
                    self.connection.execute(statement)
            self.connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self.connection.rollback()
            raise

    def _is_too_long(self) -> bool:
        """Return whether SQLite shall end what it does; a Ctrl-C that comes here ends it too."""
        return time.thread_time() > self._end

    def _do(self, action: Callable[[], R]) -> R:
        self._end = time.thread_time() + SECONDS
        try:
            return action()
        except sqlite3.Error as error:
            raise self._told(error) from None
        except (UnicodeDecodeError, OverflowError, MemoryError):  # what SQLite says holds broken bytes itself
            raise self.damaged() from None

    def _told(self, error: sqlite3.Error) -> BaseException:
        """Return in a sentence what SQLite says."""
        code = getattr(error, "sqlite_errorname", None) or ""
        if code.startswith("SQLITE_INTERRUPT"):
            return LabError(self._too_much()) if self._is_too_long() else KeyboardInterrupt()
        if code.startswith("SQLITE_NOTADB"):
            return self._none()
        if code.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
            return Unwritten(_("{file}: the disk is full or can't be written to.").format(file=self.name))
        if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return LabError(_("{file}: another program is writing to it.").format(file=self.name))
        if not code or code.startswith(("SQLITE_CORRUPT", "SQLITE_TOOBIG", "SQLITE_NOMEM")):  # no code: broken text
            return self.damaged()
        return self._unusable(error)

    def damaged(self) -> Damaged:
        """Return as an error that something in the file is not as it was written."""
        return Damaged(_("{file} is damaged: its contents aren't as they were written.").format(file=self.name))

    def other_version(self) -> LabError:
        """Return as an error that another version of the program has written the file."""
        text = _(
            "{file}: these results are from another version of the program and were left unchanged; choose "
            "another file."
        )
        return LabError(text.format(file=self.name))

    def _unusable(self, why: object) -> LabError:
        return LabError(_("{file} can't be used: {error}.").format(file=self.name, error=why))

    def _none(self) -> LabError:
        return LabError(_("{file} isn't a results file; nothing was written to it.").format(file=self.name))

    def _too_much(self) -> str:
        return _("{file} holds more than any study, or takes too long to read.").format(file=self.name)
