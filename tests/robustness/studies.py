"""A file of the lab's results as a stranger would send it: damaged, with another schema, or sealed with odd counts."""

import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from shogun.lab.measuring.metrics import Sums, metrics_of
from shogun.lab.running.results_file import COLUMNS, open_results, seal_of
from tests.robustness.judge import one_line, tried
from tests.robustness.mutate import bitten

ABOUT = {"kind": "sweep", "seed": "1"}
SUMS = Sums(15, 15, 240, 168, 300, 60, 160, 170, 20, 2, 18, 62, 1, 0, given_up=False, seconds=0.4)
ODD: tuple[Any, ...] = (
    *(-1, 0, 2**62, 2**63 - 1, 9.3e18, float("inf"), None),
    *("x", "5", b"\xff", "\u0000", "ł" * 5000, b"0" * 99_000),
)
HOSTILE = (
    "DROP TABLE study; CREATE VIEW study AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
    "SELECT hex(x) AS said, 'a' AS crc FROM n",
    "CREATE TRIGGER t BEFORE INSERT ON study BEGIN DELETE FROM chain; END",
    "ALTER TABLE chain ADD COLUMN more AS (hex(zeroblob(450000)))",
    "CREATE INDEX i ON chain (hex(zeroblob(90000)))",
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 60000) "
    "INSERT INTO tower SELECT hex(x), hex(x), 'a' FROM n",
    "PRAGMA user_version = 7",
    "PRAGMA application_id = 7",
    "PRAGMA journal_mode = WAL",
    "DROP TABLE tower",
)


@cache
def study() -> bytes:
    """Return a whole file of results."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study.sqlite"
        with open_results(path, ABOUT) as results:
            for chain in range(40):
                results.keep(f"{chain % 5:032x}", chain, SUMS)
                results.name(f"{chain % 5:032x}", f'{{"ledges.tilt":{chain}}}')
        return path.read_bytes()


def attack_study(folder: Path, rng: Random) -> None:
    """Attack one file of results: it is refused in a sentence, or makes figures."""
    path = folder / "study.sqlite"
    way = rng.randrange(3)
    path.write_bytes(bitten(study(), rng) if way == 0 else study())
    if way:
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            change_rows(file, rng) if way == 1 else file.executescript(rng.choice(HOSTILE))
    tried(lambda: look(path))


def change_rows(file: sqlite3.Connection, rng: Random) -> None:
    """Put odd values into a row, and seal it with the right checksum."""
    values = ["0" * 32, rng.randrange(99), *(int(getattr(SUMS, column)) for column in COLUMNS[:-1]), 0.4]
    values[rng.randrange(len(COLUMNS) + 2)] = rng.choice(ODD)
    try:
        crc = seal_of("chain", tuple(values))
    except (ValueError, TypeError, OverflowError):
        crc = "00000000"
    marks = ", ".join("?" * (len(values) + 1))
    file.execute(f"INSERT OR IGNORE INTO chain VALUES ({marks})", (*values, crc))


def look(path: Path) -> None:
    """Make figures of all that is found."""
    with open_results(path, ABOUT) as results:
        for number in range(5):
            chains = results.found(f"{number:032x}")
            one_line(str(metrics_of([chains[chain] for chain in sorted(chains)])), 2000)
