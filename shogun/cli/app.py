"""The commands by name. Each is loaded when it is asked for, so that none pays for another's libraries."""

from collections.abc import Sequence
from typing import NamedTuple

from cyclopts import App, CycloptsError

from shogun import __version__
from shogun.cli.errors import DONE, guarded, tell


class Command(NamedTuple):
    """A command: its name, module and function, and what it does in one line."""

    name: str
    place: str
    help: str


COMMANDS = (
    Command("play", "play:play", "Open the window."),
    Command("simulate", "simulate:simulate", "Play whole games among opponents."),
    Command("replay", "replay:replay", "Tell a game again from its journal, or check it."),
    Command("odds", "odds:show_odds", "Say what an attack is worth."),
    Command("hint", "hint:show_hint", "Say what a good player would do now, and why."),
    Command("ladder", "ladder:ladder", "Measure how strong opponents are."),
)
TOWER_COMMANDS = (
    Command("drop", "drop:drop", "Throw cubes into a tower and tell what comes out."),
    Command("measure", "lab:measure", "Measure what a tower does in the long run."),
    Command("verify", "lab:verify", "Check a tower's properties against their bounds."),
    Command("compare", "lab:compare", "Measure towers side by side."),
    Command("check", "check:check", "Tell what is wrong with a tower, and how to mend it."),
    Command("fit", "fit:fit", "Fit the quick outcome model to a tower."),
)


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
    tower = App(name="tower", help="Try and measure battle towers.")
    _add(app, COMMANDS)
    _add(tower, TOWER_COMMANDS)
    app.command(tower)
    return app


def _add(app: App, commands: Sequence[Command]) -> None:
    for command in commands:
        app.command(f"shogun.cli.{command.place}", name=command.name, help=command.help)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    return guarded(lambda: _run(arguments))


def _run(arguments: Sequence[str]) -> int:
    try:
        code = build()(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return tell(" ".join(str(error).split()))
    return code if isinstance(code, int) else DONE
