"""`shogun ladder`: the strength of opponents, each measured against those of the step below."""

import sys
import time
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import UNSET

from shogun.base.confidence_intervals import Share, percent
from shogun.base.language import _, ngettext
from shogun.base.tables import Column, Output, Table, numbers, words
from shogun.cli.errors import WrongInput
from shogun.cli.game_options import (
    Seed,
    WholeNumber,
    jobs_of,
    listed,
    prepare_models,
    tower_of,
    with_code,
    with_game_options,
)
from shogun.cli.progress import Line
from shogun.game.options import Wish, wishes_of
from shogun.games import DEFAULT, Game, entry_of
from shogun.players.ladder import (
    Results,
    ResultsError,
    Standings,
    Study,
    check_missing,
    physics_of,
    places,
    play_all,
    standings,
)
from shogun.players.luck_adjustment import LuckAdjustment
from shogun.players.place_chances import chances_of, place_names
from shogun.table.journal import TowerInfo

Flag = Annotated[bool, Parameter(negative="")]
"""An option without a value."""


@with_game_options(after="games")
def ladder(
    *,
    opponents: str | None = None,
    players: WholeNumber = 4,
    games: WholeNumber = 200,
    tower: str = "classic",
    budget: WholeNumber | None = None,
    seed: Seed = 1,
    jobs: WholeNumber = 1,
    results: Path | None = None,
    resume: Flag = False,
    adjusted: Flag = False,
    report: Flag = False,
    json: Flag = False,
    game: str = DEFAULT,
    **wishes: Wish,
) -> int:
    """Measure how strong opponents are: one against several of the step below.

    Seats and the first seat rotate, so that everybody sits on every place equally often.

    Parameters
    ----------
    opponents
        At least two codes, the weakest first, or files and functions as for `simulate`; default: all ranked opponents.
    players
        Number of players: 3, 4 or 5 in Shogun, 2, 3 or 4 in the other games.
    games
        Games in each step. Everybody plays from every place in turn, from first to last player (in Shogun's printed
        setup: from every starting position), equally often if this is a multiple of the number of players.
    tower
        Name of a tower, path to a .toml file, or `model` for the quick probabilistic model.
    budget
        Playouts that an opponent that looks ahead makes for a Shogun plan, or for a move in the other games; default:
        as many as it likes. A march or other choice within a season gets a fixed part of that: 60 when a plan gets 700.
    seed
        Seed for everything left to chance.
    jobs
        Number of parallel processes; the results are the same for any number.
    results
        File to which each game is appended as soon as it is finished.
    resume
        Continue with the games in that file.
    adjusted
        Also report results adjusted for the luck of throws, draws and dice: the same share on average, with a narrower
        interval. Adjusting takes about fifteen seconds a game.
    report
        Also report how well opponents manage their resources.
    json
        Print one JSON object.
    game
        Game to play: shogun (the default), rumble-nation, river-of-gold, or another one that `shogun games` lists.
    """
    jobs = _checked(games, jobs, budget)
    if resume and results is None:
        raise WrongInput(_("--resume needs --results FILE, the results to continue"))
    entry = entry_of(game)
    words = entry.opponents.ranked() if opponents is None else listed(opponents)
    if len(words) < 2:
        raise WrongInput(_("--opponents {codes}: name at least two, the weakest first").format(codes=opponents))
    if adjusted and not entry.is_judged:
        raise WrongInput(_("--adjusted needs a judge of chances, and {game} has none").format(game=entry.title))
    entry, words = with_code(entry, words)
    codes, described = entry.opponents.named(words)
    setup_agreed = entry.agreed(players, wishes_of(wishes))
    if results and not resume:
        check_missing(results)
    info = tower_of(entry.rules, tower)  # last of all: a model may have to be fitted
    tower_named = (info.name, info.hash) if info else ("", None)
    study = Study(
        codes,
        setup_agreed,
        *tower_named,
        seed,
        budget,
        entry.code,
        dict(described) or UNSET,
        physics_of(info),
        LuckAdjustment(entry.judge.VERSION) if adjusted and entry.judge else UNSET,
    )
    kept = _results_to_resume(entry, study, results, resume=resume)
    prepare_models(entry, info, codes, judge_needs_one=adjusted)
    _play(entry, kept, info, games, jobs)
    result = _standings(entry, kept, games)
    print(msgspec.json.encode(result).decode()) if json else _print_standings(entry, result, with_habits=report)
    _report_failures(entry, result)
    return 0


def _results_to_resume(entry: Game, study: Study, path: Path | None, *, resume: bool) -> Results:
    """Return the results to resume from. Raises ResultsError, NotWritable."""
    if resume and path:
        return Results.resume(study, path, entry.rules.types.setup)
    return Results.begin(study, path)


def _standings(entry: Game, kept: Results, games: int) -> Standings:
    """Return the standings after a number of games per step. Raises ResultsError if statistics aren't the game's."""
    wanted = frozenset(places(kept.study, games))
    try:
        chances = chances_of(
            entry.place_chances,
            msgspec.structs.asdict(kept.study.setup),
            kept.study.opponents,
            entry.opponents.RATINGS,
        )
        return standings(kept.study, [game for game in kept.played if game.place in wanted], entry.habits, chances)
    except msgspec.ValidationError as error:
        raise ResultsError(_("{path} has no results of this game: {why}").format(path=kept.path, why=error)) from error


def _checked(games: int, jobs: int | None, budget: int | None) -> int:
    """Return the number of processes. Raises WrongInput."""
    for option, number in (("--games", games), ("--budget", 1 if budget is None else budget)):
        if number < 1:
            raise WrongInput(_("{option} {number} must be at least 1").format(option=option, number=number))
    return jobs_of(jobs)


def _play(entry: Game, kept: Results, tower: TowerInfo | None, games: int, jobs: int) -> None:
    """Play the missing games and report progress on stderr."""
    line = Line()
    missing = [place for place in places(kept.study, games) if place not in kept.places]
    for done, game in enumerate(play_all(entry, kept.study, tower, missing, min(jobs, len(missing) or 1)), 1):
        kept.add(game)
        if line.is_due(now := time.perf_counter()):
            text = ngettext("{done} of {all} game", "{done} of {all} games", len(missing))
            line.show(text.format(done=done, all=len(missing)), now)
    line.end()


def _print_standings(entry: Game, standing: Standings, *, with_habits: bool) -> None:
    output = Output()
    output.print_table(_steps(entry, standing))
    if standing.study.adjustment is not UNSET:
        output.print_table(_adjusted_results(standing))
    output.print_table(_places(standing))
    if with_habits and standing.habits:
        output.print_table(_habits(entry, standing))


def _report_failures(entry: Game, standing: Standings) -> None:
    """Report on stderr in how many games an opponent failed, since those say less about its strength."""
    for step in standing.steps:
        if step.failed:
            sentence = ngettext(
                "{above} among {below}: in {n} game an opponent failed, and {substitute} played in its place",
                "{above} among {below}: in {n} games an opponent failed, and {substitute} played in its place",
                step.failed,
            )
            line = sentence.format(
                above=step.above, below=step.below, n=step.failed, substitute=entry.opponents.SUBSTITUTE
            )
            print(f"shogun: {line}", file=sys.stderr)


def _steps(entry: Game, standing: Standings) -> Table:
    study = standing.study
    seats = study.setup.seats
    title = ", ".join(filter(None, (
        ngettext("{n} player", "{n} players", seats).format(n=seats),
        entry.words.setup_text(study.setup),
        _("tower {name}").format(name=study.tower) if study.tower else "",
        _("seed {seed}").format(seed=study.seed),
    )))  # fmt: skip
    caption = _(
        "95 % intervals (Wilson); a shared victory counts as a fraction; gain: victories compared with an even share"
    )
    columns = [*words(_("Step")), *numbers(_("Games"), _("Won"), _("Gain"), _("Points"), _("Rating"))]
    first = (study.opponents[0], *[""] * 4, f"{standing.ratings[study.opponents[0]]:.0f}")
    others = (
        (
            _("{above} among {below}").format(above=step.above, below=step.below),
            str(step.games),
            f"{100 * step.share.value:.0f} %",
            f"{step.gain.value:.2f} ({step.gain.low:.2f}-{step.gain.high:.2f})",
            f"{step.points:.0f} : {step.points_below:.0f}",
            f"{standing.ratings[step.above]:.0f}",
        )
        for step in standing.steps
    )
    return Table(title, columns, [first, *others], caption=caption)


def _adjusted_results(standing: Standings) -> Table:
    """Return the shares of victories without luck, next to the plain ones."""
    columns = [*words(_("Step")), *numbers(_("Games"), _("Won"), _("Adjusted"), _("Worth"))]
    rows = [
        (
            _("{above} among {below}").format(above=step.above, below=step.below),
            str(step.games),
            _with_reach(step.adjusted.plain),
            _with_reach(step.adjusted.share),
            "–" if step.adjusted.worth is None else f"{step.adjusted.worth:.1f} ×",
        )
        for step in standing.steps
        if step.adjusted is not UNSET
    ]
    caption = _(
        "95 % intervals; worth: games without adjustment for as narrow an interval as an adjusted one (–: too few)"
    )
    return Table(_("Results adjusted for luck"), columns, rows, caption=caption)


def _with_reach(share: Share) -> str:
    """Return a share with its interval; without one where all games ended alike, which tells nothing about others."""
    reach = f" ± {100 * share.reach:.1f}" if share.reach > 0 else ""
    return f"{100 * share.value:.1f} %{reach}"


def _places(standing: Standings) -> Table:
    """Return the victories by place."""
    columns = [*words(_("Step")), *numbers(*place_names(standing.study.setup.seats))]
    steps = [(_("{above} among {below}").format(above=s.above, below=s.below), s.by_place) for s in standing.steps]
    rows = [
        (label, *(f"{percent(record.share.value)} / {record.games}" if record.games else "" for record in records))
        for label, records in [*steps, (_("everybody"), standing.by_place)]
    ]
    caption = _("won / games, from the first player's place to the last; everybody plays from every place in turn")
    return Table(_("Wins by place"), columns, rows, caption=caption)


def _habits(entry: Game, standing: Standings) -> Table:
    habits_report = entry.habits.report(standing.habits)
    first, *between, last = habits_report.headings
    columns = [Column(first), *numbers(*between), Column(last, wraps=True)]
    return Table(habits_report.title, columns, habits_report.rows, caption=habits_report.caption)
