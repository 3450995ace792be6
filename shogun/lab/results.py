"""A file of results, in SQLite: each chain is written down when it is done, so that a kill at any moment loses none.

Anybody can read it: the table `chain` has a row for each chain of each tower (its sums, see `shogun.lab.figures`), the
table `tower` the values with which that tower was built, as JSON. `about` says which experiment this is.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.lab.figures import Done, Sums
from shogun.lab.folders import cache_folder, changed, remove_old
from shogun.lab.program import program

APPLICATION = 0x53474C42
"""By which SQLite files of this kind know each other."""
VERSION = 1
WAIT = 10.0
"""Seconds that another process may hold the file."""
COLUMNS = Sums.__struct_fields__
R = TypeVar("R")
SCHEMA = f"""
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tower (number INTEGER PRIMARY KEY, said TEXT NOT NULL);
CREATE TABLE chain (number INTEGER, chain INTEGER, {", ".join(COLUMNS)}, PRIMARY KEY (number, chain)) WITHOUT ROWID;
"""


@contextmanager
def open_results(path: Path | None, about: Mapping[str, str]) -> Iterator["Results"]:
    """Yield the results of the experiment that `about` describes: in a file, or only in memory.

    A file that is not there is begun. Raises LabError if it is of another experiment or version, no such file at all,
    or can't be written.
    """
    name = ":memory:" if path is None else str(path)
    try:
        connection = sqlite3.connect(name, timeout=WAIT, isolation_level=None)
    except sqlite3.Error as error:
        raise _failed(name, error) from None
    with closing(connection):
        results = Results(connection, name)
        results.claim({"program": program(), **about})
        yield results


class Results:
    """An open file of results."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self._connection = connection
        self._name = name

    def claim(self, about: Mapping[str, str]) -> None:
        """Begin an empty file, or check that it is of this experiment. Raises LabError."""
        self._try(lambda: self._begin(about) if self._is_empty() else self._check(about))

    def keep(self, done: Done) -> None:
        """Write down what a chain has counted: when this returns, the disk has it. Raises LabError."""
        values = (done.number, done.chain, *msgspec.structs.astuple(done.sums))
        marks = ", ".join("?" * len(values))
        self._try(lambda: self._connection.execute(f"INSERT OR IGNORE INTO chain VALUES ({marks})", values))

    def name(self, number: int, said: str) -> None:
        """Write down as what a tower was built. Raises LabError if it was built as something else before."""
        self._try(lambda: self._connection.execute("INSERT OR IGNORE INTO tower VALUES (?, ?)", (number, said)))
        asked = "SELECT said FROM tower WHERE number = ?"
        if self._try(lambda: self._connection.execute(asked, (number,)).fetchone()) != (said,):
            raise LabError(self._other(_("another computer, on which the search went another way")))

    def said(self) -> dict[int, str]:
        """Return as what each tower was built. Raises LabError."""
        return dict(self._try(lambda: self._connection.execute("SELECT * FROM tower ORDER BY number").fetchall()))

    def found(self, first: int = 0, last: int = 2**62) -> dict[int, dict[int, Sums]]:
        """Return what is written down of the towers of these numbers, by tower and chain. Raises LabError."""
        asked = "SELECT * FROM chain WHERE number BETWEEN ? AND ? ORDER BY number, chain"
        rows = self._try(lambda: self._connection.execute(asked, (first, last)).fetchall())
        known: dict[int, dict[int, Sums]] = {}
        for number, chain, *values in rows:
            if not (isinstance(number, int) and isinstance(chain, int)):
                raise self._damaged()
            known.setdefault(number, {})[chain] = self._sums(dict(zip(COLUMNS, values, strict=True)))
        return known

    def _sums(self, content: dict[str, object]) -> Sums:
        try:
            return msgspec.convert(content, Sums, strict=False)
        except msgspec.ValidationError:
            raise self._damaged() from None

    def _damaged(self) -> LabError:
        return LabError(_("{file}: a row of it is damaged.").format(file=self._name))

    def _is_empty(self) -> bool:
        return not self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]

    def _begin(self, about: Mapping[str, str]) -> None:
        script = [*SCHEMA.split(";\n"), f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {VERSION}"]
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            if self._is_empty():  # nobody else was faster
                for statement in script:
                    self._connection.execute(statement)
                self._connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.rollback()
            raise

    def _check(self, about: Mapping[str, str]) -> None:
        """Raise LabError unless the file is of this experiment, naming the first thing that differs."""
        (application,) = self._connection.execute("PRAGMA application_id").fetchone()
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise LabError(_("{file}: this is no file of results; nothing was written to it.").format(file=self._name))
        if version != VERSION:
            raise LabError(self._other(_("another version of the program")))
        kept = dict(self._connection.execute("SELECT key, value FROM about").fetchall())
        differ = [key for key in about if kept.get(key) != about[key]]
        if differ:
            raise LabError(self._other(_names().get(differ[0], differ[0])))

    def _other(self, what: str) -> str:
        text = _(
            "{file}: these are results of {what}, and stay as they are; expected the same experiment or another file."
        )
        return text.format(file=self._name, what=what)

    def _try(self, action: Callable[[], R]) -> R:
        try:
            return action()
        except sqlite3.Error as error:
            raise _failed(self._name, error) from None


def _names() -> dict[str, str]:
    """Return in words what may differ between experiments."""
    return {
        "kind": _("another command"),
        "program": _("another version of the program"),
        "tower": _("another tower geometry"),
        "axes": _("other values of the parameters"),
        "targets": _("other targets"),
        "throws": _("other sizes of throws"),
        "seed": _("another seed"),
        "plan": _("another number of battles"),
        "counts": _("other counts"),
    }


def _failed(name: str, error: sqlite3.Error) -> LabError:
    """Return what SQLite says as a sentence."""
    code = getattr(error, "sqlite_errorname", "") or ""
    if code.startswith("SQLITE_NOTADB"):
        return LabError(_("{file}: this is no file of results; nothing was written to it.").format(file=name))
    if code.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        text = _("{file}: the disk is full or can't be written: what was measured is kept, the same command goes on.")
        return LabError(text.format(file=name))
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return LabError(_("{file}: another program is writing to it.").format(file=name))
    return LabError(_("{file}: can't be used: {error}.").format(file=name, error=error))


def cached_file(about: Mapping[str, str]) -> Path | None:
    """Return the file in the user's cache for an experiment; None if the cache can't be written.

    Results of other versions that nobody has gone on with for long are removed.
    """
    key = sha256(msgspec.json.encode({"program": program(), **about})).hexdigest()
    folder = _cached()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    remove_old(file for file in folder.glob("*.sqlite") if _about(file).get("program") != program())
    return folder / f"{key[:20]}.sqlite" if os.access(folder, os.W_OK) else None


def cached_abouts() -> Iterator[dict[str, str]]:
    """Yield what the experiments are about whose results lie in the user's cache: the latest first."""
    for file in sorted(_cached().glob("*.sqlite"), key=changed, reverse=True):
        about = _about(file)
        if about.get("program") == program():
            yield about


def _about(file: Path) -> dict[str, str]:
    """Return what an experiment is about; empty if its file can't be read."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        return dict(connection.execute("SELECT key, value FROM about").fetchall())
    return {}


def _cached() -> Path:
    return cache_folder() / "results"
