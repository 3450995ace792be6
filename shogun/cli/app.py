"""The commands by name. Each is loaded when it is asked for, so that none pays for another's libraries."""

from collections.abc import Sequence

from cyclopts import App, CycloptsError

from shogun import __version__
from shogun.cli.errors import DONE, guarded, tell


def build() -> App:
    """Return the application with all its commands."""
    app = App(
        name="shogun",
        help="Shogun with a battle tower that is really simulated. Without a command: the window opens.",
        version=__version__,
        version_format="plaintext",
        help_format="plaintext",
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    app.command("shogun.cli.play:play")
    app.command("shogun.cli.simulate:simulate")
    app.command("shogun.cli.replay:replay")
    app.command("shogun.cli.odds:show_odds", name="odds")
    app.command("shogun.cli.ladder:ladder")
    tower = App(name="tower", help="Try and measure battle towers.")
    tower.command("shogun.cli.drop:drop")
    tower.command("shogun.cli.lab:measure")
    tower.command("shogun.cli.lab:verify")
    app.command(tower)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    return guarded(lambda: _run(arguments))


def _run(arguments: Sequence[str]) -> int:
    try:
        code = build()(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return tell(" ".join(str(error).split()))
    return code if isinstance(code, int) else DONE
