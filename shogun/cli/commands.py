"""The commands by name. Each is loaded when it is asked for, so that none pays for another's libraries."""

from collections.abc import Sequence
from typing import NamedTuple

from cyclopts import App, CycloptsError

from shogun import __version__
from shogun.base.language import OFFERED, _, marked
from shogun.base.tables import help_console
from shogun.cli.argument_errors import misread
from shogun.cli.errors import DONE, tell
from shogun.cli.help import Help


class Command(NamedTuple):
    """A command: its name, module and function, and what it does in one line."""

    name: str
    place: str
    help: str


COMMANDS = (
    Command("play", "game_commands.play:play", marked("Open the window.")),
    Command(
        "games", "game_commands.list_games:show_games", marked("List the games, and from which package each comes.")
    ),
    Command("simulate", "game_commands.simulate:simulate", marked("Play whole games among opponents.")),
    Command("replay", "game_commands.replay:replay", marked("Tell a game again from its journal, or check it.")),
    Command("review", "game_commands.review:show_review", marked("Say what decided a game.")),
    Command("reviews", "game_commands.reviews:show_reviews", marked("Say which decisions cost most over many games.")),
    Command("branch", "game_commands.branch:branch", marked("Begin a new game from a moment of another.")),
    Command("odds", "game_commands.odds:show_odds", marked("Say what an attack is worth.")),
    Command("hint", "game_commands.hint:show_hint", marked("Say what a good player would do now, and why.")),
    Command("ladder", "game_commands.ladder:ladder", marked("Measure how strong opponents are.")),
)
POSITION_COMMANDS = (
    Command("check", "game_commands.position_command:check", marked("Tell what is wrong with a position.")),
    Command("export", "game_commands.position_command:export", marked("Write a moment of a game as a position.")),
)
TOWER_COMMANDS = (
    Command("new", "tower_commands.new:new", marked("Write the file of a tower of one's own.")),
    Command("drop", "tower_commands.drop:drop", marked("Throw cubes into a tower and tell what comes out.")),
    Command("edit", "tower_commands.edit:edit", marked("Draw a tower in the window, and see what it does.")),
    Command(
        "watch",
        "tower_commands.watch:watch",
        marked("Watch cubes fall in a tower, or save a drop as a picture that moves."),
    ),
    Command(
        "gallery",
        "tower_commands.gallery:gallery",
        marked("Write a page with every tower's picture, figures and a drop."),
    ),
    Command("build", "tower_commands.build:build", marked("Write sheets to cut a tower from cardboard.")),
    Command("measure", "tower_commands.measure:measure", marked("Measure what a tower does in the long run.")),
    Command(
        "residence",
        "tower_commands.residence:residence",
        marked("Tell how long cubes stay in a tower, by place."),
    ),
    Command(
        "sample-size",
        "tower_commands.sample_size:sample_size",
        marked("Tell before a measurement how many battles it needs."),
    ),
    Command("verify", "tower_commands.measure:verify", marked("Check a tower's properties against their bounds.")),
    Command("compare", "tower_commands.measure:compare", marked("Measure towers side by side.")),
    Command("check", "tower_commands.check:check", marked("Tell what is wrong with a tower, and how to mend it.")),
    Command("parameters", "tower_commands.parameters:parameters", marked("List a tower's numbers by name.")),
    Command("sweep", "tower_commands.sweep:sweep", marked("Measure a tower over a grid of its numbers.")),
    Command("tune", "tower_commands.tune:tune", marked("Search for numbers with which a tower does what is wanted.")),
    Command(
        "explore",
        "tower_commands.explore:explore",
        marked("Search for towers of all kinds, and draw a map of them."),
    ),
    Command(
        "sensitivity",
        "tower_commands.sensitivity:sensitivity",
        marked("Tell which of a tower's numbers matter."),
    ),
    Command(
        "importance",
        "tower_commands.importance:importance",
        marked("Tell which numbers mattered in a search that was done."),
    ),
    Command(
        "contest",
        "tower_commands.contest:contest",
        marked("Rank the towers of a folder by how near they come to targets."),
    ),
    Command(
        "match",
        "tower_commands.match:match",
        marked("Hold hand-counted throws of a real tower beside the simulated one."),
    ),
    Command("fit", "tower_commands.fit:fit", marked("Fit the quick outcome model to a tower.")),
)
PUZZLE_COMMANDS = (
    Command("make", "game_commands.puzzle_make:make", marked("Search for puzzles in games that are played for it.")),
    Command("check", "game_commands.puzzle_check:check", marked("Prove a puzzle again.")),
)


def build() -> App:
    """Return the application with all its commands."""
    app = App(
        name="shogun",
        help=marked(
            "Three board games: Shogun with a battle tower that is really simulated, Rumble Nation, and River of "
            "Gold. Without a command: the window opens."
        ),
        version=__version__,
        version_format="plaintext",
        help_format="plaintext",
        help_formatter=Help(),
        help_epilogue=_("Every command takes --language {codes} too.").format(codes="|".join(OFFERED)),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
        console=help_console(),
        suppress_keyboard_interrupt=False,
    )
    tower = App(name="tower", help=marked("Try and measure battle towers."))
    _add(app, COMMANDS)
    _add(tower, TOWER_COMMANDS)
    position = App(name="position", help=marked("Check positions from which games begin, and write them."))
    _add(position, POSITION_COMMANDS)
    app.command(tower)
    puzzle = App(name="puzzle", help=marked("Find and prove puzzles."))
    _add(puzzle, PUZZLE_COMMANDS)
    app.command(puzzle)
    app.command(position)
    return app


def _add(app: App, commands: Sequence[Command]) -> None:
    for command in commands:
        app.command(f"shogun.cli.{command.place}", name=command.name, help=command.help)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code. Raises what `guarded` tells of."""
    try:
        code = build()(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return tell(misread(error))
    return code if isinstance(code, int) else DONE
