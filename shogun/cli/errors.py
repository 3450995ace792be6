"""Errors as one sentence on stderr and an exit code, never a traceback; and streams that can take any text."""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from shogun.base.interrupt_exit import INTERRUPTED
from shogun.base.interrupts import heeded
from shogun.base.language import _, shown
from shogun.base.memory import is_out_of_memory
from shogun.base.notices import all_notices, forget_notices, listening

DONE, NO, WRONG = 0, 1, 2
"""Exit codes: done; it ran, and the answer is no; wrong input or environment. `INTERRUPTED` is Ctrl-C's."""
LONGEST = 600
"""Characters of a sentence, so that it stays readable whatever it quotes."""


PREFIX = "shogun: "
"""Prefix of each sentence on stderr."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C during work that can be resumed; the message is one sentence."""


class WrongInput(Exception):
    """Arguments that make no sense together; the message is one sentence."""


def guarded(command: Callable[[], int]) -> int:
    """Run a command and return its exit code; report errors that the user can understand instead of raising them."""
    try:
        return _guarded(command)
    except Exception as error:
        if not is_out_of_memory(error):
            raise
    return tell(_("there isn't enough memory for this: close other programs, or allow this one more"))


def _guarded(command: Callable[[], int]) -> int:
    forget_notices()
    try:
        with heeded(), listening(_write_between_updates):
            code = command()
            tell_notes()
            sys.stdout.flush()
    except BrokenPipeError:
        return _reader_left()
    except Stopped as stopped:
        return tell(str(stopped), INTERRUPTED)
    except KeyboardInterrupt:
        return tell(_("interrupted"), INTERRUPTED)
    except Exception as error:
        if not is_out_of_memory(error) and isinstance(error, _expected()):
            return tell(_sentence(error), _code(error))
        raise
    return code


def tell(sentence: str, code: int = WRONG) -> int:
    """Write a sentence to stderr and return the exit code."""
    print(f"{PREFIX}{shown(sentence, LONGEST)}", file=sys.stderr)
    return code


def _write_between_updates(sentence: str) -> None:
    """Write a sentence where a progress line may just be rewritten again and again."""
    if sys.stderr.isatty():
        from shogun.base.tables import clearing

        print(clearing(sys.stderr), end="", file=sys.stderr)
    tell(sentence)


def tell_notes() -> None:
    """Write pending notices to stderr, such as those about the program's own files."""
    for sentence in all_notices():
        tell(sentence)


def _expected() -> tuple[type[Exception], ...]:
    """Return the errors whose message is the one sentence that the user needs; loaded only after one has occurred."""
    from shogun.base.worker_pool import WorkerDied
    from shogun.game.entry_points import NotLoaded
    from shogun.game.errors import ComponentsError, NoPosition, RuleError, UnknownGame, UnknownOpponent, UnknownOption
    from shogun.lab.errors import LabError
    from shogun.players.ladder import ResultsError
    from shogun.table.errors import TableError
    from shogun.tower.geometry import GeometryError
    from shogun.tower.physics.throw import DropError
    from shogun.tower.resting_cubes import RestingError

    of_rooms = (LabError, ResultsError, TableError, GeometryError, RestingError, DropError, WorkerDied)
    of_games = (ComponentsError, NoPosition, NotLoaded, RuleError, UnknownGame, UnknownOpponent, UnknownOption)
    return (WrongInput, OSError, *of_games, *of_rooms)


def _code(error: Exception) -> int:
    from shogun.table.errors import SeatFailed

    return NO if isinstance(error, SeatFailed) else WRONG


def _sentence(error: Exception) -> str:
    if isinstance(error, FileNotFoundError) and error.filename and (told := _missing(Path(str(error.filename)))):
        return told
    if isinstance(error, OSError):
        return f"{error.filename or ''}: {error.strerror or error}".removeprefix(": ")
    return str(error)


def _missing(path: Path) -> str:
    """Return the missing file or folder; empty if the current folder itself has been deleted."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return ""
    if not path.parent.exists():
        return _("there is no folder {path}").format(path=path.parent)
    return "" if path.exists() else _("there is no file {path}").format(path=path)


def _reader_left() -> int:
    """Exit as after any end: the reader of the output (`| head`) has had enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


# The streams that commands write to


def prepare() -> None:
    """Make stdout and stderr accept any text, in UTF-8 unless a terminal or PYTHONIOENCODING wants something else.

    A character that a terminal's encoding lacks is written as a question mark. A program started without a console, as
    by a double click on Windows, has no streams: its output is discarded, and its errors are for `show_unseen`.
    """
    sys.stdout = _nowhere() if sys.stdout is None else _prepared(sys.stdout)
    sys.stderr = _Unseen() if sys.stderr is None else _prepared(sys.stderr)


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _prepared(stream: TextIO) -> TextIO:
    if isinstance(stream, io.TextIOWrapper):
        keeps = stream.isatty() or os.environ.get("PYTHONIOENCODING")
        stream.reconfigure(encoding=None if keeps else "utf-8", errors="replace")
    return stream


class _Unseen(io.StringIO):
    """The sentences on stderr of a program that has no console."""


def show_unseen(code: int) -> int:
    """Return an exit code; where there is no console show in a message box why it isn't 0."""
    unseen = sys.stderr
    if isinstance(unseen, _Unseen) and code not in (DONE, INTERRUPTED):
        sentences = [line.removeprefix(PREFIX) for line in unseen.getvalue().splitlines()]
        _show_box("\n\n".join(sentences[-_MOST_SHOWN:]))
    return code


_MOST_SHOWN = 5
"""Sentences in a message box: the last ones."""


def _show_box(text: str) -> None:
    """Show a text, and wait until it was read. Windows' own box also works where the window's libraries don't."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text, "Shogun", _ERROR | _IN_FRONT)


_ERROR, _IN_FRONT = 0x10, 0x10000
"""Windows' numbers for a box with the sign of an error, and for one in front of all windows."""
