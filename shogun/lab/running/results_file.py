"""Results files in SQLite: each chain is saved when it is done, so a killed sweep or tune can be resumed.

Anybody can read it: the table `chain` has a row for each chain of each tower (its sums, see
`shogun.lab.measuring.metrics`), the table `tower` the parameters of that tower, as JSON, and `study` the requests. A
chain is stored under its conditions of measurement (see `key_of`), so any study that needs the same chain finds it.
Each row has a checksum.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from shogun.base.files import BROKEN, UNDECODABLE, check_regular, checksum, put_aside
from shogun.base.language import _, shown
from shogun.base.notices import notice
from shogun.base.shared_file import discard
from shogun.lab.errors import LabError, still_kept
from shogun.lab.measuring.metrics import SUMMED, Count, Sums
from shogun.lab.measuring.statistics import Parts, Statistic, by_digest, given, statistic
from shogun.lab.running.checkpoints import cache_folder, changed, other_physics, remove_old, version_stamp

# Untrusted SQLite files, which may be damaged, or made by someone who wants the program to hang
#
# A file is only queried once its schema is known to be the expected one: a view or a trigger could make
# the program compute forever. Nothing that SQLite does takes longer than `QUERY_SECONDS` of computing; Ctrl-C ends it.

LOCK_SECONDS = 10.0
"""Seconds that another process may hold the file."""
QUERY_SECONDS = 2.0
"""Computing time after which any work of SQLite is stopped."""
STEPS_BETWEEN_CHECKS = 10_000
"""Steps of SQLite's machine between two looks at the clock, less than a millisecond."""
MOST_BYTES = 2_000_000_000
LONGEST_VALUE = 1_000_000
"""Bytes of a value or a row."""
MOST_ROWS = 2_000_000
"""Rows of a table: a tune with the most candidates has 800,000 chains."""
ROWS_AT_ONCE = 1000
"""Rows read at a time."""
R = TypeVar("R")
Row = tuple[Any, ...]


class NotStored(LabError):
    """A change that didn't reach the disk, which is full or write-protected; the old content is intact."""


class Damaged(LabError):
    """A file whose content isn't as it was written."""


class Kind(NamedTuple):
    """Identification of one kind of file."""

    application: int
    version: int
    schema: tuple[str, ...]
    """The SQL that made each table: all of these, ..."""
    further: tuple[str, ...] = ()
    """... and any of these; no others."""


class Database:
    """An open SQLite file, or one in memory. All methods raise LabError, Damaged for a damaged file."""

    def __init__(self, path: Path | None, kind: Kind, *, is_read: bool = False) -> None:
        """Open a file, creating it if necessary, or only read it. Raises LabError unless it is of this kind."""
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
            if path is not None and is_new and isinstance(error, NotStored):
                with suppress(OSError):
                    path.unlink()  # nothing stands in it
            raise

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def change(self, asked: str, *values: object) -> None:
        """Change the file: when this returns, the disk has it."""
        self._guarded(lambda: self.connection.execute(asked, values))

    def has(self, table: str) -> bool:
        """Return whether the file has one of the further tables, given the SQL that makes it."""
        return table in self._objects()

    def rows(self, asked: str, *values: object) -> Iterator[Row]:
        """Yield rows, at most MOST_ROWS of them."""
        cursor = self._guarded(lambda: self.connection.execute(asked, values))
        for _part in range(MOST_ROWS // ROWS_AT_ONCE):
            found = self._guarded(lambda: cursor.fetchmany(ROWS_AT_ONCE))
            yield from found
            if len(found) < ROWS_AT_ONCE:
                return
        raise LabError(self._too_large())

    def _check_file(self, path: Path) -> None:
        try:
            check_regular(path)
            if path.stat().st_size > MOST_BYTES:
                raise LabError(self._too_large())
        except FileNotFoundError:
            return
        except OSError as error:
            raise self._unusable(error.strerror or error) from None

    def _opened(self) -> sqlite3.Connection:
        name = f"{Path(self.name).absolute().as_uri()}?mode=ro" if self._is_read else self.name
        connection = self._guarded(
            lambda: sqlite3.connect(name, timeout=LOCK_SECONDS, isolation_level=None, uri=self._is_read)
        )
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        connection.set_progress_handler(self._is_too_long, STEPS_BETWEEN_CHECKS)
        for safety in ("trusted_schema = OFF", "cell_size_check = ON"):
            connection.execute(f"PRAGMA {safety}")
        return connection

    def _claim(self) -> None:
        """Initialize an empty file, or check its kind. Raises LabError."""
        if not (self._is_read or self._objects()):
            self._guarded(self._begin)
        [(application,)], [(version,)] = self.rows("PRAGMA application_id"), self.rows("PRAGMA user_version")
        if application != self._kind.application:
            raise self._not_a_results_file()
        if version != self._kind.version:
            raise self.other_version()
        further = set(self._objects()).difference(self._kind.schema)
        if len(self._objects()) != len(self._kind.schema) + len(further) or not further <= set(self._kind.further):
            raise self._not_a_results_file()

    def _objects(self) -> list[str]:
        """Return the SQL of each table, view, index and trigger, except automatic ones."""
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
        """Return whether SQLite should stop its work; a Ctrl-C that arrives here stops it too."""
        return time.thread_time() > self._end

    def _guarded(self, action: Callable[[], R]) -> R:
        self._end = time.thread_time() + QUERY_SECONDS
        try:
            return action()
        except sqlite3.Error as error:
            raise self._as_lab_error(error) from None
        except (UnicodeDecodeError, OverflowError, MemoryError):  # what SQLite says holds broken bytes itself
            raise self.damaged() from None

    def _as_lab_error(self, error: sqlite3.Error) -> BaseException:
        """Return the error to raise for one of SQLite."""
        code = getattr(error, "sqlite_errorname", None) or ""
        if code.startswith("SQLITE_INTERRUPT"):
            return LabError(self._too_large()) if self._is_too_long() else KeyboardInterrupt()
        if code.startswith("SQLITE_NOTADB"):
            return self._not_a_results_file()
        if code.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
            return NotStored(_("{file}: the disk is full or can't be written to.").format(file=self.name))
        if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return LabError(_("{file}: another program is writing to it.").format(file=self.name))
        if not code or code.startswith(("SQLITE_CORRUPT", "SQLITE_TOOBIG", "SQLITE_NOMEM")):  # no code: broken text
            return self.damaged()
        return self._unusable(error)

    def damaged(self) -> Damaged:
        """Return the error for a damaged file."""
        return Damaged(_("{file} is damaged: its contents aren't as they were written.").format(file=self.name))

    def other_version(self) -> LabError:
        """Return the error for a file of another version of the program."""
        text = _(
            "{file}: these results are from another version of the program and were left unchanged; choose "
            "another file."
        )
        return LabError(text.format(file=self.name))

    def _unusable(self, why: object) -> LabError:
        return LabError(_("{file} can't be used: {error}.").format(file=self.name, error=why))

    def _not_a_results_file(self) -> LabError:
        return LabError(_("{file} isn't a results file; nothing was written to it.").format(file=self.name))

    def _too_large(self) -> str:
        return _("{file} holds more than any study, or takes too long to read.").format(file=self.name)


COLUMNS = SUMMED
SCHEMA = (
    "CREATE TABLE study (said TEXT PRIMARY KEY, crc TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE tower (tower TEXT, said TEXT, crc TEXT NOT NULL, PRIMARY KEY (tower, said)) WITHOUT ROWID",
    f"CREATE TABLE chain (tower TEXT, chain INTEGER, {', '.join(COLUMNS)}, crc TEXT NOT NULL, "
    "PRIMARY KEY (tower, chain)) WITHOUT ROWID",
)
FURTHER = (
    "CREATE TABLE further (tower TEXT, chain INTEGER, statistic TEXT, top REAL, bottom REAL, crc TEXT NOT NULL, "
    "PRIMARY KEY (tower, chain, statistic)) WITHOUT ROWID"
)
"""Chains' values of further statistics; the table is created with the first of them."""
KIND = Kind(application=0x53474C42, version=2, schema=SCHEMA, further=(FURTHER,))
"""Version 2: rows have checksums, and a chain is stored under its conditions of measurement."""
MOST_STUDIES = 1000
About = Mapping[str, str]


@contextmanager
def open_results(
    path: Path | None, about: About, *, is_cached: bool = False, mixed: bool = False
) -> Iterator["Results"]:
    """Yield the results of the experiment that `about` describes: in a file, or only in memory.

    A missing file is created. A damaged one in the program's own cache is put aside, and begun again; if the
    cache can't be written, results are only in memory, and that is noted. `mixed`: machines with other physics take
    part. Raises LabError if it is otherwise damaged, of another version or physics, not such a file, or not writable.
    """
    said = _description(about, mixed=mixed)
    try:
        results = Results(path, said)
    except Damaged:
        if not (is_cached and path):
            raise
        discard(path)
        with suppress(OSError):  # mostly there is none; SQLite would bring it back into the new one
            put_aside(path.with_name(path.name + "-journal"))
        results = Results(path, said)
    except NotStored as error:
        if not is_cached:
            raise
        notice(_("{why} The measurements can't be resumed later.").format(why=error))
        results = Results(None, said)
    with closing(results):
        yield results


class Results:
    """An open file of results, all rows of which have the right checksums."""

    def __init__(self, path: Path | None, said: About) -> None:
        """Open a file, and note the request in it. Raises LabError, Damaged for a damaged file."""
        self.is_kept = path is not None
        """True if it is a file."""
        self._database = Database(path, KIND)
        try:
            self.check()
            self._claim(said)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def keep(self, key: str, chain: int, sums: Sums) -> None:
        """Save the counts of a chain: when this returns, the disk has them. Raises LabError."""
        known = (getattr(sums, name) for name in COLUMNS)
        cells = (int(cell) if isinstance(cell, bool) else cell for cell in known)
        try:
            self._insert("chain", (key, chain, *cells))
            self._keep_further(key, chain, given(sums.further))
        except NotStored as error:
            if not self.holds_chains:
                raise
            raise NotStored(still_kept(error)) from None

    def _keep_further(self, key: str, chain: int, parts: Mapping[str, Parts | None]) -> None:
        if parts and not self._database.has(FURTHER):
            self._database.change(FURTHER)
        for name, pair in parts.items():
            self._insert("further", (key, chain, statistic(name).digest, *(pair or (None, None))))

    @property
    def holds_chains(self) -> bool:
        """Return whether the disk has any chain. Raises LabError."""
        [(count,)] = self._database.rows("SELECT count(*) FROM chain")
        return self.is_kept and count > 0

    def name(self, key: str, said: str) -> None:
        """Save the parameters of a tower. Raises LabError."""
        self._insert("tower", (key, said))

    def found(self, key: str, asked: Sequence[Statistic] = ()) -> dict[int, Sums]:
        """Return a tower's saved counts by chain, of chains that know everything requested. Raises LabError."""
        chains = "SELECT * FROM chain WHERE tower = ? ORDER BY chain"
        known = dict(map(self._chain, self._database.rows(chains, key)))
        if not asked:
            return known
        further = self._further(key)
        wanted = {declared.digest: declared.name for declared in asked}
        return {
            chain: msgspec.structs.replace(sums, further={wanted[digest]: parts[digest] for digest in wanted})
            for chain, sums in known.items()
            if (parts := further.get(chain, {})).keys() >= wanted.keys()
        }

    def _further(self, key: str) -> dict[int, dict[str, Parts | None]]:
        """Return chains' values of a tower's further statistics, by chain and digest."""
        chains: dict[int, dict[str, Parts | None]] = {}
        asked = "SELECT * FROM further WHERE tower = ?"
        for row in self._database.rows(asked, key) if self._database.has(FURTHER) else ():
            _key, chain, digest, top, bottom = self._read("further", row)
            chains.setdefault(chain, {})[digest] = None if top is None else (float(top), float(bottom))
        return chains

    def check(self) -> None:
        """Raise Damaged unless each row is as it was written. Raises LabError."""
        for row in self._database.rows("SELECT * FROM chain"):
            self._chain(row)
        for row in self._database.rows("SELECT * FROM tower"):
            self._read("tower", row)
        for row in self._database.rows("SELECT * FROM further") if self._database.has(FURTHER) else ():
            self._read("further", row)

    @property
    def seconds(self) -> float:
        """Return the processor time of all chains, s. Raises LabError."""
        return fsum(self._chain(row)[1].seconds for row in self._database.rows("SELECT * FROM chain"))

    def _read(self, table: str, row: Row) -> Row:
        """Return a row without its checksum. Raises Damaged for a wrong checksum."""
        return _checked(self._database, table, row)

    def _insert(self, table: str, values: Row) -> None:
        """Add a row unless its key exists. Raises LabError."""
        marks = ", ".join("?" * (len(values) + 1))
        self._database.change(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", *values, seal_of(table, values))

    def _chain(self, row: Row) -> tuple[int, Sums]:
        """Return the number of a chain and its counts. Raises Damaged."""
        _key, chain, *cells = self._read("chain", row)
        try:
            return msgspec.convert(chain, Count), _sums(cells)
        except msgspec.ValidationError:
            raise self._database.damaged() from None

    def _claim(self, said: About) -> None:
        """Note the request, and report how it differs from the one that the file was begun for. Raises LabError."""
        kept = self._studies()
        for one in kept:
            if (there := one.get("physics", said["physics"])) != said["physics"]:
                raise other_physics(self._database.name, there, said["physics"])
        if any(one.get("program") != said["program"] for one in kept):
            raise self._database.other_version()
        if said in kept:
            return
        self._insert("study", (msgspec.json.encode(said).decode(),))
        if kept:
            differ = min((_differences(one, said) for one in kept), key=len)
            text = _("{file}: it also holds results of {what}; anything identical isn't measured again.")
            words = ", ".join(_names().get(key, shown(key)) for key in differ)
            notice(text.format(file=self._database.name, what=words))

    def _studies(self) -> list[dict[str, str]]:
        """Return all requests so far. Raises LabError."""
        rows = self._database.rows(f"SELECT * FROM study LIMIT {MOST_STUDIES}")
        try:
            return [msgspec.json.decode(self._read("study", row)[0], type=dict[str, str]) for row in rows]
        except msgspec.MsgspecError:
            raise self._database.damaged() from None


class MeasuredTower(NamedTuple):
    """A tower of a results file."""

    values: dict[str, float]
    """Its parameters."""
    chains: list[Sums]


def measured_towers(path: Path) -> list[MeasuredTower]:
    """Return the towers of a results file of any version of the program; the file is only read.

    Raises LabError if it isn't such a file, or is damaged.
    """
    with closing(Database(path, KIND, is_read=True)) as database:
        named = [_checked(database, "tower", row) for row in database.rows("SELECT * FROM tower ORDER BY tower, said")]
        rows = [_checked(database, "chain", row) for row in database.rows("SELECT * FROM chain ORDER BY tower, chain")]
        further = _further(database)
    chains: dict[object, list[Sums]] = {}
    for key, chain, *cells in rows:
        sums = msgspec.structs.replace(_sums(cells), further=further.get((key, chain), msgspec.UNSET))
        chains.setdefault(key, []).append(sums)
    values = ((key, msgspec.json.decode(str(said), type=dict[str, float])) for key, said in named)
    return [MeasuredTower(parameters, chains[key]) for key, parameters in values if key in chains]


def _further(database: Database) -> dict[tuple[object, object], dict[str, Parts | None]]:
    """Return chains' values of further statistics that this process knows too, by tower and chain."""
    chains: dict[tuple[object, object], dict[str, Parts | None]] = {}
    for row in database.rows("SELECT * FROM further") if database.has(FURTHER) else ():
        key, chain, digest, top, bottom = _checked(database, "further", row)
        if known := by_digest(str(digest)):
            parts = None if top is None else (float(top), float(bottom))
            chains.setdefault((key, chain), {})[known.name] = parts
    return chains


def _checked(database: Database, table: str, row: Row) -> Row:
    """Return a row without its checksum. Raises Damaged for a wrong checksum."""
    if (values := _verified(table, row)) is None:
        raise database.damaged()
    return values


def _sums(cells: Sequence[object]) -> Sums:
    """Return a chain's counts. Raises msgspec.ValidationError."""
    content = dict(zip(COLUMNS, cells, strict=True))
    if content["given_up"] in (0, 1):
        content["given_up"] = bool(content["given_up"])
    return msgspec.convert(content, Sums)


def seal_of(table: str, values: Row) -> str:
    """Return the checksum of a row of a table."""
    return f"{checksum(msgspec.json.encode(values), checksum(table.encode())):08x}"


def _verified(table: str, row: Row) -> Row | None:
    """Return a row without its checksum; None for a wrong checksum."""
    *values, stated = row
    try:
        is_whole = stated == seal_of(table, tuple(values))
    except (*UNDECODABLE, TypeError, OverflowError):  # half characters, and what is none of JSON's
        is_whole = False
    return tuple(values) if is_whole else None


def _differences(kept: About, said: About) -> list[str]:
    """Return the differences between two experiments."""
    return [key for key in {**said, **kept} if kept.get(key) != said.get(key)]


def _names() -> dict[str, str]:
    """Return the names of possible differences between experiments."""
    return {
        "kind": _("another command"),
        "tower": _("another tower geometry"),
        "axes": _("other values of the parameters"),
        "targets": _("other targets"),
        "throws": _("other throw sizes"),
        "seed": _("another seed"),
        "plan": _("another number of battles"),
        "counts": _("other counts"),
        "statistics": _("other additional statistics"),
        "protocol": _("another protocol"),
        "physics_settings": _("other physics"),
    }


def key_of(*decides: object) -> str:
    """Return the key of a chain: a hash of everything that decides it, and of the program that counts it.

    The physics belongs to the file as a whole (see `open_results`).
    """
    return sha256(msgspec.json.encode((version_stamp().program, *decides))).hexdigest()[:32]


# The user's cache of results files


def cached_file(about: About, *, mixed: bool = False) -> Path | None:
    """Return the file in the user's cache for an experiment; None if the cache can't be written.

    Abandoned results of other versions are removed.
    """
    key = sha256(msgspec.json.encode(_description(about, mixed=mixed))).hexdigest()
    folder = _cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    remove_old(file for file in folder.glob("*.sqlite") if not _is_of_this_program(_stored_description(file)))
    remove_old(folder.glob("*" + BROKEN))
    return folder / f"{key[:20]}.sqlite" if os.access(folder, os.W_OK) else None


def cached_abouts() -> Iterator[dict[str, str]]:
    """Yield the descriptions of the experiments with results in the user's cache: the latest first."""
    for file in sorted(_cache_folder().glob("*.sqlite"), key=changed, reverse=True):
        about = _stored_description(file)
        if _is_of_this_program(about):
            yield about


def _description(about: About, *, mixed: bool) -> dict[str, str]:
    """Return the description of an experiment, and of the program that runs it."""
    this = version_stamp(mixed=mixed)
    return {"program": this.program, "physics": this.physics, **about}


def _is_of_this_program(about: About) -> bool:
    """Return whether this program can resume an experiment, on this machine."""
    return (about.get("program"), about.get("physics")) in (version_stamp(), version_stamp(mixed=True))


def _stored_description(file: Path) -> dict[str, str]:
    """Return the description of an experiment; empty if its file can't be read."""
    with suppress(LabError, msgspec.MsgspecError), closing(Database(file, KIND, is_read=True)) as database:
        for row in database.rows("SELECT * FROM study LIMIT 1"):
            if values := _verified("study", row):
                return msgspec.json.decode(values[0], type=dict[str, str])
    return {}


def _cache_folder() -> Path:
    return cache_folder() / "results"
