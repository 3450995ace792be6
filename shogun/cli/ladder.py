"""`shogun ladder`: how strong opponents are, each measured among those of the step below."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from shogun.base.language import _, ngettext
from shogun.cli.arguments import Seed, Whole
from shogun.cli.errors import WrongInput
from shogun.cli.table import prepare_models, setup_of, tower_info
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.board import Side
from shogun.games.shogun.rules.state import LineUp
from shogun.players.ladder import Standings, Study, places, play_all, standings
from shogun.players.results import Results
from shogun.players.seating import SUBSTITUTE
from shogun.table.journal import TowerInfo

if TYPE_CHECKING:
    from rich.table import Table

Flag = Annotated[bool, Parameter(negative="")]
"""An option without a value."""


def ladder(
    *,
    opponents: str = "random,greedy,planner,strategist",
    players: Whole = 4,
    games: Whole = 200,
    board: Side = "sun",
    setup: LineUp | None = None,
    tower: str = "classic",
    budget: Whole | None = None,
    seed: Seed = 1,
    jobs: Whole = 1,
    results: Path | None = None,
    resume: Flag = False,
    report: Flag = False,
    json: Flag = False,
) -> int:
    """Measure how strong opponents are: one against several of the step below, seats and line-ups rotated.

    Parameters
    ----------
    opponents
        At least two codes, the weakest first.
    players
        3, 4 or 5.
    games
        How many in each step.
    board
        Side of the board.
    setup
        Draft or the printed line-up (sun side only); by default printed where there is one.
    tower
        Name of a tower, path of a file ending in .toml, or `model` for the quick probabilistic one.
    budget
        How many playouts an opponent that looks ahead makes for a plan; by default as many as it likes.
    seed
        Decides everything that is left to chance.
    jobs
        Number of processes; results never depend on it.
    results
        File to which each game is appended as soon as it is played.
    resume
        Go on with the games in that file.
    report
        Tell also how well opponents keep house.
    json
        One JSON object.
    """
    _check(games, jobs, budget)
    if resume and results is None:
        raise WrongInput(_("--resume: expected also --results with the file to go on with"))
    codes = tuple(code.strip() for code in opponents.split(","))
    if len(codes) < 2:
        raise WrongInput(_("--opponents {codes}: expected at least two, the weakest first").format(codes=opponents))
    for code in codes:
        opponent(code)
    info = tower_info(tower)
    study = Study(codes, setup_of(players, board, setup), info.name, info.hash, seed, budget)
    rules.new(study.setup)  # a wrong setup is told before any worker starts
    kept = Results.resume(study, results) if resume and results else Results.begin(study, results)
    prepare_models(info, codes)
    _play(kept, info, games, jobs)
    wanted = frozenset(places(study, games))
    found = standings(study, [game for game in kept.played if game.place in wanted])
    print(msgspec.json.encode(found).decode()) if json else _tell(found, with_habits=report)
    _tell_failures(found)
    return 0


def _check(games: int, jobs: int, budget: int | None) -> None:
    for option, number in (("--games", games), ("--jobs", jobs), ("--budget", 1 if budget is None else budget)):
        if number < 1:
            raise WrongInput(_("{option} {number}: expected at least 1").format(option=option, number=number))


def _play(kept: Results, tower: TowerInfo, games: int, jobs: int) -> None:
    """Play the games that are missing; on a terminal a line on stderr tells how far it is."""
    missing = [place for place in places(kept.study, games) if place not in kept.places]
    for done, game in enumerate(play_all(kept.study, tower, missing, min(jobs, len(missing) or 1)), 1):
        kept.add(game)
        if sys.stderr.isatty():
            end = "\n" if done == len(missing) else "\r"
            print(_("{done} of {all} games").format(done=done, all=len(missing)), end=end, file=sys.stderr, flush=True)


def _tell(found: Standings, *, with_habits: bool) -> None:
    from rich.console import Console

    console = Console()
    console.print(_steps(found))
    if with_habits:
        console.print(_habits(found))


def _tell_failures(found: Standings) -> None:
    """Say on stderr in how many games an opponent failed: they tell less of its strength."""
    for step in found.steps:
        if step.failed:
            sentence = ngettext(
                "{above} among {below}: in {n} game an opponent failed, and {substitute} played on for it",
                "{above} among {below}: in {n} games an opponent failed, and {substitute} played on for it",
                step.failed,
            )
            told = sentence.format(above=step.above, below=step.below, n=step.failed, substitute=SUBSTITUTE)
            print(f"shogun: {told}", file=sys.stderr)


def _steps(found: Standings) -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    study = found.study
    title = _("{seats} players, {side} side, {line_up}, tower {tower}, seed {seed}").format(
        seats=study.setup.seats,
        side=study.setup.side,
        line_up=study.setup.line_up,
        tower=study.tower,
        seed=study.seed,
    )
    caption = _("95 % intervals (Wilson); a shared victory counts in part")
    table = Table(title=Text(title), caption=caption, box=box.SIMPLE, padding=(0, 1, 0, 0))
    for heading in (_("Step"), _("Games"), _("Won"), _("Gain"), _("Points"), _("Rating")):
        table.add_column(heading, justify="left" if heading == _("Step") else "right", no_wrap=True)
    table.add_row(study.opponents[0], *[""] * 4, f"{found.ratings[study.opponents[0]]:.0f}")
    for step in found.steps:
        table.add_row(
            _("{above} among {below}").format(above=step.above, below=step.below),
            str(step.games),
            f"{100 * step.share.value:.0f} %",
            f"{step.gain.value:.2f} ({step.gain.low:.2f}-{step.gain.high:.2f})",
            f"{step.points:.0f} : {step.points_below:.0f}",
            f"{found.ratings[step.above]:.0f}",
        )
    return table


def _habits(found: Standings) -> "Table":
    from rich import box
    from rich.table import Table

    caption = _("waiting: for taxes of the same plan; wasted: impossible from the start, with something better at hand")
    table = Table(title=_("How they keep house"), caption=caption, box=box.SIMPLE)
    headings = (_("Opponent"), _("Winters"), _("short of rice"), _("Cards"), _("waiting"), _("wasted"), _("for"))
    for heading in headings:
        table.add_column(heading, justify="left" if heading in (headings[0], headings[-1]) else "right")
    for code, habits in found.habits.items():
        table.add_row(
            code,
            str(habits.winters),
            f"{100 * habits.short / max(1, habits.winters):.1f} %",
            str(habits.cards),
            f"{100 * habits.awaiting / max(1, habits.cards):.2f} %",
            f"{100 * habits.wasted / max(1, habits.cards):.2f} %",
            ", ".join(f"{reason} {number}" for reason, number in habits.reasons.items()),
        )
    return table
