"""What the attacks demand: a sentence or a success, soon, in little memory; everything else is a flaw."""

import io
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

from shogun.base.interrupt_exit import INTERRUPTED
from shogun.cli.errors import guarded
from shogun.game.errors import RuleError, UnknownGame, UnknownOpponent
from shogun.lab.errors import LabError
from shogun.players.ladder import ResultsError
from shogun.table.errors import TableError
from shogun.tower import GeometryError
from shogun.tower.resting_cubes import RestingError

SECONDS = 2.0
"""Of computing, for each thing that is tried."""
HUNG = 20.0
"""Seconds of computing after which a whole case is taken for endless."""
MEGABYTES = 300
LONGEST_SENTENCE = 900
HOUSE = (
    *(TableError, ResultsError, GeometryError, RestingError, LabError),
    *(RuleError, UnknownGame, UnknownOpponent, OSError),
)
"""Errors whose message is one sentence for the player."""
HAS_ALARMS = hasattr(signal, "setitimer")


class Flaw(Exception):
    """Something that must not be."""


class Hung(BaseException):
    """It computed on and on; nothing that catches errors holds it back."""


def one_line(text: str, longest: int = LONGEST_SENTENCE) -> None:
    """Raise Flaw unless a text can be shown as it is."""
    if not text.isprintable() or len(text) > longest:
        raise Flaw(f"not fit to be shown: {text[:200]!r} ({len(text)} letters)")


def tried(deed: Callable[[], object]) -> bool:
    """Do something and return whether it went well; an error may only be one of the house's sentences."""
    began = time.process_time()
    try:
        deed()
    except HOUSE as error:
        one_line(str(error))
        return False
    finally:
        check_time(began)
    return True


def check_time(began: float) -> None:
    """Raise Flaw if too much was computed since then; others may use the same processor."""
    if (seconds := time.process_time() - began) > SECONDS:
        raise Flaw(f"it took {seconds:.1f} s")


def told(command: Callable[[], int]) -> None:
    """Run a command; it ends with an exit code and at most one sentence on stderr."""
    out, err, began = io.StringIO(), io.StringIO(), time.process_time()
    with redirect_stdout(out), redirect_stderr(err):
        code = guarded(command)
    check_time(began)
    if code not in (0, 1, 2, INTERRUPTED) or err.getvalue().count("\n") > 1:
        raise Flaw(f"exit code {code}, {err.getvalue()[:300]!r}")
    for line in (*out.getvalue().splitlines(), *err.getvalue().splitlines()):
        one_line(line)


@contextmanager
def alarm(seconds: float, ring: Callable[[], object]) -> Iterator[None]:
    """Do something after so much computing, between two steps of Python, unless the block has ended by then."""
    if not HAS_ALARMS:
        yield
        return
    before = signal.signal(signal.SIGVTALRM, lambda _number, _frame: ring())
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)


def hang() -> None:
    """Raise Hung."""
    raise Hung(f"it computed for more than {HUNG:g} s")


def megabytes() -> float:
    """Return the most memory that this process ever had; nothing where that can't be told."""
    if sys.platform == "win32":
        return 0.0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
