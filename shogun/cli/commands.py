"""The commands by name, each loaded only when it runs, so that none pays for another's libraries."""

from collections.abc import Sequence
from typing import NamedTuple

from cyclopts import App, CycloptsError

from shogun import __version__
from shogun.base.language import OFFERED, _, marked
from shogun.base.tables import help_console
from shogun.cli.errors import DONE, tell
from shogun.cli.help import Help, misread


class Command(NamedTuple):
    """A command: its name, module and function, what it does in one line, and an example."""

    name: str
    place: str
    """Its module below `shogun.cli`, a colon, and the function."""
    help: str
    example: str
    """Example arguments, as typed after the command's name."""


COMMANDS = (
    Command(
        "play",
        "game_commands.play:play",
        marked("Open the game window, or play in this terminal."),
        "--text --game rumble-nation",
    ),
    Command(
        "games",
        "game_commands.list_games:show_games",
        marked("List the games and the packages they come from."),
        "",
    ),
    Command(
        "simulate",
        "game_commands.simulate:simulate",
        marked("Play whole games among computer opponents."),
        "--games 20 --opponents samurai,samurai,daimyo --seed 1",
    ),
    Command(
        "replay",
        "game_commands.replay:replay",
        marked("Replay a game from its journal, or verify it."),
        "evening.journal --check",
    ),
    Command(
        "review",
        "game_commands.review:show_review",
        marked("Show what decided a game."),
        "evening.journal --report evening.html",
    ),
    Command(
        "reviews",
        "game_commands.review:show_reviews",
        marked("Show which kinds of decision cost you most, over many games."),
        "--player Ada",
    ),
    Command(
        "branch",
        "game_commands.positions:branch",
        marked("Start a new game from a point in an earlier one."),
        "evening.journal --line 120 --output again.journal",
    ),
    Command(
        "odds",
        "game_commands.odds:show_odds",
        marked("Show the odds of an attack."),
        "evening.journal --attack Shinano:Kozuke:4",
    ),
    Command(
        "hint",
        "game_commands.hint:show_hint",
        marked("Show what a good player would do now, and why."),
        "evening.journal",
    ),
    Command(
        "ladder",
        "game_commands.ladder:ladder",
        marked("Measure how strong opponents are."),
        "--opponents solid,strong --game rumble-nation --games 40 --results ladder.jsonl",
    ),
)
POSITION_COMMANDS = (
    Command(
        "check",
        "game_commands.positions:check",
        marked("Check a position file and list what is wrong with it."),
        "siege.position.toml",
    ),
    Command(
        "export",
        "game_commands.positions:export",
        marked("Export a point in a game as a position file."),
        "evening.journal --line 120 --output siege.position.toml",
    ),
)
TOWER_COMMANDS = (
    Command(
        "new",
        "tower_commands.tower_files:new",
        marked("Create a new tower file."),
        "mine --from classic",
    ),
    Command(
        "drop",
        "tower_commands.drops:drop",
        marked("Throw cubes into a tower and report what comes out."),
        "classic --cubes red=5,blue=3 --picture drop.png",
    ),
    Command(
        "edit",
        "tower_commands.drops:edit",
        marked("Design a tower in the window and see what it does."),
        "classic",
    ),
    Command(
        "watch",
        "tower_commands.drops:watch",
        marked("Watch cubes fall through a tower, or save a drop as an animation."),
        "classic --cubes red=8 --record drop.webp",
    ),
    Command(
        "gallery",
        "tower_commands.tower_files:gallery",
        marked("Create a gallery page: a picture, figures and an animated drop of every tower."),
        "--output towers.html",
    ),
    Command(
        "build",
        "tower_commands.tower_files:build",
        marked("Create sheets to cut a tower out of cardboard, or solid parts to print it in 3D."),
        "classic --output classic.pdf --thickness 2",
    ),
    Command(
        "import",
        "tower_commands.drawings:import_drawing",
        marked("Make a tower of a drawing (SVG or DXF)."),
        "sketch.dxf --layer pieces --output mine",
    ),
    Command(
        "drawing",
        "tower_commands.drawings:save_drawing",
        marked("Export a tower as a drawing for other programs (SVG or DXF)."),
        "classic --output classic.svg",
    ),
    Command(
        "show",
        "tower_commands.drawings:show",
        marked("Open the tower that a picture carries."),
        "drop.webp",
    ),
    Command(
        "measure",
        "tower_commands.experiments:measure",
        marked("Measure what a tower does in the long run."),
        "classic --battles 4000 --plot classic.png",
    ),
    Command(
        "residence",
        "tower_commands.experiments:residence",
        marked("Report how long cubes stay in each part of a tower."),
        "classic --plot stays.png",
    ),
    Command(
        "sample-size",
        "tower_commands.experiments:sample_size",
        marked("Estimate how many battles a measurement will need."),
        "classic --within p_out_thrown=0.01,stock=0.3",
    ),
    Command(
        "verify",
        "tower_commands.experiments:verify",
        marked("Check a tower's statistics against their bounds."),
        "mine --quick",
    ),
    Command(
        "compare",
        "tower_commands.experiments:compare",
        marked("Measure towers side by side."),
        "classic hoard --battles 2000",
    ),
    Command(
        "check",
        "tower_commands.tower_files:check",
        marked("Check a tower file and say how to fix what is wrong with it."),
        "mine",
    ),
    Command(
        "parameters",
        "tower_commands.tower_files:parameters",
        marked("List a tower's parameters by name."),
        "classic",
    ),
    Command(
        "sweep",
        "tower_commands.experiments:sweep",
        marked("Measure a tower over a grid of its parameters."),
        "classic --vary ledges.tilt=14:22:2 --plot tilt.png",
    ),
    Command(
        "tune",
        "tower_commands.experiments:tune",
        marked("Search for parameters that make a tower meet your targets."),
        "classic --target p_out_thrown=0.67,stock=12 --parameters ledges.tilt,ledges.length --output mine.toml",
    ),
    Command(
        "explore",
        "tower_commands.experiments:explore",
        marked("Search for towers of all kinds and map them."),
        "classic --parameters ledges.tilt=5:40,ledges.length --output map.html",
    ),
    Command(
        "sensitivity",
        "tower_commands.experiments:sensitivity",
        marked("Report which of a tower's parameters matter."),
        "classic --parameters ledges.tilt,ledges.length,grain.friction",
    ),
    Command(
        "importance",
        "tower_commands.experiments:importance",
        marked("Report which parameters mattered in a finished search."),
        "tune.sqlite --plot importance.png",
    ),
    Command(
        "contest",
        "tower_commands.experiments:contest",
        marked("Rank the towers in a folder by how close they come to your targets."),
        "towers --target p_out_thrown=0.67,stock=12",
    ),
    Command(
        "match",
        "tower_commands.experiments:match",
        marked("Compare hand-counted throws of a real tower with the simulation."),
        "mine counts.csv --parameter grain.friction=0.4:0.7",
    ),
    Command(
        "fit",
        "tower_commands.tower_files:fit",
        marked("Fit the quick outcome model to a tower."),
        "mine",
    ),
)
PUZZLE_COMMANDS = (
    Command(
        "list",
        "game_commands.puzzle:list_all",
        marked("List all puzzles with your stars, and your rating."),
        "--game shogun",
    ),
    Command(
        "make",
        "game_commands.puzzle:make",
        marked("Search for puzzles in computer games."),
        "--game shogun --theme majority --into puzzles",
    ),
    Command(
        "check",
        "game_commands.puzzle:check",
        marked("Verify a puzzle again."),
        "puzzles/majority-01.puzzle",
    ),
)


def build() -> App:
    """Return the application with all its commands."""
    app = App(
        name="shogun",
        help=marked(
            "Three board games: Shogun, with a fully simulated battle tower; Rumble Nation; and River of "
            "Gold. Run without a command to open the game window."
        ),
        version=__version__,
        version_format="plaintext",
        help_format="plaintext",
        help_formatter=Help(),
        help_epilogue=every_command(),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
        console=help_console(),
        suppress_keyboard_interrupt=False,
    )
    tower = App(name="tower", help=marked("Try out and measure battle towers."))
    _add(app, COMMANDS)
    _add(tower, TOWER_COMMANDS, "tower")
    position = App(name="position", help=marked("Check and write starting positions."))
    _add(position, POSITION_COMMANDS, "position")
    app.command(tower)
    puzzle = App(name="puzzle", help=marked("List, find and verify puzzles."))
    _add(puzzle, PUZZLE_COMMANDS, "puzzle")
    app.command(puzzle)
    app.command(position)
    return app


def every_command() -> str:
    """Return the last line of every help text: the options that all commands accept."""
    return _("Every command also accepts --language {codes}.").format(codes="|".join(OFFERED))


def _add(app: App, commands: Sequence[Command], group: str = "") -> None:
    for command in commands:
        words = " ".join(part for part in ("shogun", group, command.name, command.example) if part)
        app.command(
            f"shogun.cli.{command.place}",
            name=command.name,
            help=command.help,
            help_epilogue=f"{_('Example: {command}').format(command=words)}\n\n{every_command()}",
        )


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code. Raises the errors that `guarded` reports."""
    try:
        code = build()(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return tell(misread(error))
    return code if isinstance(code, int) else DONE
