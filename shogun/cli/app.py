"""The commands by name, and how their errors are told: one sentence on stderr, never a traceback."""

import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from shogun import __version__
from shogun.cli import drop, play, replay, simulate
from shogun.cli.arguments import WrongInput
from shogun.language import _
from shogun.table.errors import SeatFailed, TableError

DONE, NO, WRONG = 0, 1, 2


def build() -> App:
    """Return the application with all its commands."""
    app = App(
        name="shogun",
        help="Shogun with a battle tower that is really simulated. Without a command: the window opens.",
        version=__version__,
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
    )
    app.command(play.play)
    app.command(simulate.simulate)
    app.command(replay.replay)
    tower = App(name="tower", help="Try and measure battle towers.")
    tower.command(drop.drop)
    app.command(tower)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    try:
        code = build()(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        return tell(" ".join(str(error).split()))
    except SeatFailed as error:
        tell(str(error))
        return NO
    except BrokenPipeError:
        return _reader_left()
    except KeyboardInterrupt:
        return tell(_("interrupted"))
    except Exception as error:
        if isinstance(error, _expected()):
            return tell(_sentence(error))
        raise
    return code if isinstance(code, int) else DONE


def tell(sentence: str) -> int:
    """Write a sentence to stderr and return the exit code of wrong input."""
    print(f"shogun: {sentence}", file=sys.stderr)
    return WRONG


def _expected() -> tuple[type[Exception], ...]:
    """Return the errors whose message is the one sentence that the user needs."""
    from shogun.players import UnknownOpponent
    from shogun.rules import RuleError
    from shogun.tower import DropError, GeometryError
    from shogun.tower.resting import RestingError
    from shogun.work import WorkerDied

    of_rooms = (TableError, RuleError, GeometryError, RestingError, DropError, UnknownOpponent, WorkerDied)
    return (WrongInput, OSError, *of_rooms)


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or ''}: {error.strerror or error}".removeprefix(": ")
    return str(error)


def _reader_left() -> int:
    """Return as after any end: whoever read the output (`| head`) has had enough."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE
