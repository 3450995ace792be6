"""Front ends of the experiments in `shogun.lab`: tables, pictures and files of `shogun tower measure`, `sweep` ...

Exit code 0: done; 1: the answer is no; 2: wrong input.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shogun.base.files import absolute, write_whole
from shogun.base.interrupt_exit import INTERRUPTED
from shogun.base.language import _, marked, ngettext, shown
from shogun.base.tables import Output
from shogun.cli.errors import DONE, NO, WrongInput, tell
from shogun.cli.game_options import CommandFlag, Several, WholeNumber
from shogun.cli.progress import CandidatesProgress, in_words
from shogun.cli.tower_commands.derivation import PICTURE, Asked, command_of
from shogun.lab.experiments import measuring, searching
from shogun.tower.tower_lookup import load_design, load_tower
from shogun.tower.unsaved_towers import UserTowerError
from shogun.tower.user_towers import SUFFIX, fit_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shogun.lab.measuring.measurement import Measurement
    from shogun.lab.measuring.residence import Residence
    from shogun.lab.measuring.sample_size import SampleSize
    from shogun.lab.measuring.tally import OddDrop
    from shogun.lab.running.checkpoints import StoredDrop
    from shogun.lab.searching.contest import Contest
    from shogun.lab.searching.explore import Axes, TowerMap
    from shogun.lab.searching.search_space import Candidate
    from shogun.lab.searching.sensitivity import SearchImportance, Sensitivity
    from shogun.lab.searching.sweep import Sweep
    from shogun.lab.searching.targets import Targets
    from shogun.lab.searching.tune import Tuned
    from shogun.lab.validation.calibration import Match
    from shogun.lab.validation.comparison import Comparison
    from shogun.lab.validation.verification import Verification
    from shogun.tower.geometry import Geometry

SIZES_SHOWN = ("all", "none")
PAGE = ".html"
UNLIKELY = 0.01
"""Least chance of counts that still match a tower."""


@command_of(measuring.measure, plot=PICTURE)
def measure(
    asked: "Asked[Measurement]", *, quick: CommandFlag = False, battles: WholeNumber | None = None, sizes: str = "all"
) -> int:
    """Measure a tower, or show its main figures after ten seconds.

    Parameters
    ----------
    quick
        Only the main figures, after ten seconds on one processor; on a terminal they are shown as they come in. The
        number of battles depends on the machine, and so do the figures, even with the same seed.
    sizes
        all: also measure throws of single sizes, which takes three times as long as the rest; none: leave them out.
    """
    if quick and not (battles is None and asked["resume"] is None):
        raise WrongInput(_("--quick can't be combined with --battles or --resume: it stops after ten seconds"))
    if quick and asked.executors.scheduler:
        raise WrongInput(
            _(
                "--quick can't be combined with --backend dask: a quick measurement runs for ten seconds on "
                "this machine only"
            )
        )
    if sizes not in SIZES_SHOWN:
        raise WrongInput(_("--sizes {name}: choose all or none").format(name=shown(sizes)))
    if quick:
        result, is_kept = _measured_quickly(asked), False
    else:
        count = 2000 if battles is None else battles
        result = asked.run(battles=count, sizes=sizes == "all")
        is_kept = result.interrupted and _is_kept(asked, count, has_sizes=sizes == "all")
    _report(asked, result, load_tower(asked["tower"]))
    return _interrupted(result.battles, is_kept=is_kept) if result.interrupted else DONE


def _is_kept(asked: "Asked[Measurement]", battles: int, *, has_sizes: bool) -> bool:
    """Return whether part of an interrupted measurement is on disk."""
    from shogun.lab.experiments.conversion import config_of, task_of
    from shogun.lab.measuring.measurement import experiments

    todo = experiments(asked.passed(task_of), battles, has_sizes=has_sizes)
    return config_of(asked.running, asked["resume"]).has_kept(todo)


def _interrupted(battles: int, *, is_kept: bool = False) -> int:
    sentence = ngettext("interrupted after {count} battle", "interrupted after {count} battles", battles)
    sentence = sentence.format(count=battles)
    if is_kept:
        sentence = _("{sentence}; run the same command to resume").format(sentence=sentence)
    return tell(sentence, INTERRUPTED)


def _measured_quickly(asked: "Asked[Measurement]") -> "Measurement":
    """Return the general figures after ten seconds or Ctrl-C; on a terminal they are shown meanwhile."""
    from rich.live import Live

    from shogun.lab.experiments.conversion import task_of
    from shogun.lab.measuring.statistics import further
    from shogun.lab.measuring.timed_measurement import measured_quickly
    from shogun.lab.reporting.tables import general_table

    asked.check_picture()
    task = asked.passed(task_of)
    jobs = 1 if asked.executors.jobs is None else asked.running.jobs
    metrics = further(asked["metrics"])
    if asked.as_json or not sys.stdout.isatty():
        return measured_quickly(task, jobs, asked=metrics)
    output = Output()
    with Live(console=output.console, transient=True, auto_refresh=False) as live:

        def show(figures: "Measurement") -> None:
            live.update(output.laid_out(general_table(figures)), refresh=True)

        return measured_quickly(task, jobs, show, asked=metrics)


def _report(asked: "Asked[Measurement]", result: "Measurement", geometry: "Geometry") -> None:
    """Print a measurement, and draw it if requested. Raises OSError."""
    from shogun.lab.reporting.plots import plot_measurement
    from shogun.lab.reporting.tables import print_measurement

    stored = _stored(asked["tower"], geometry, result.odd)
    asked.show(
        result,
        lambda _output, found: print_measurement(found, stored),
        lambda found, path: plot_measurement(found, geometry, path),
        odd=stored,
    )


def _stored(tower: str, geometry: "Geometry", odd: "Sequence[OddDrop]") -> "list[StoredDrop]":
    """Return the odd drops that were kept; a failure to keep them is reported, and the figures remain valid."""
    from shogun.lab.running.checkpoints import store_odd
    from shogun.tower.resting_cubes import RestingError

    try:
        return store_odd(tower, geometry, odd)
    except RestingError as error:
        tell(str(error))
        return []


@command_of(
    measuring.residence,
    plot=marked("File for a picture (.png or .svg): the tower with its places, and a survival curve for each."),
)
def residence(asked: "Asked[Residence]") -> int:
    """Report how long cubes stay."""
    from shogun.lab.reporting.residence_report import plot_residence, print_residence

    found = asked.run()
    asked.show(found, print_residence, lambda stays, path: plot_residence(stays, load_tower(asked["tower"]), path))
    return _interrupted(found.battles) if found.is_interrupted else DONE


@command_of(measuring.sample_size)
def sample_size(asked: "Asked[SampleSize]", *towers: str) -> int:
    """Estimate how many battles are needed.

    Parameters
    ----------
    towers
        One or two towers: names, or paths to .toml files.
    """
    from shogun.lab.reporting.tables import print_sample_size

    if not 1 <= len(towers) <= 2:
        raise WrongInput(_("name one tower, or two to compare"))
    return asked.show(asked.run(tower=towers[0], other=towers[1] if towers[1:] else None), print_sample_size)


@command_of(measuring.verify)
def verify(
    asked: "Asked[Verification]",
    tower: str = "",
    /,
    *,
    quick: CommandFlag = False,
    full: CommandFlag = False,
    physics: CommandFlag = False,
) -> int:
    """Verify a tower, or the physics; exit code 1 if a bound isn't kept.

    Parameters
    ----------
    quick
        About a minute: finds gross faults. This is the default.
    physics
        Instead of a tower: at what size grains jam a hopper, compared with published experiments.
    """
    from shogun.lab.reporting.tables import print_physics, print_verification

    if physics == bool(tower) or quick + full + physics > 1:
        raise WrongInput(_("name a tower, with --quick or --full, or use --physics alone"))
    if physics:
        from shogun.lab.experiments.conversion import config_of
        from shogun.lab.validation.hopper import verify_physics

        checked = verify_physics(run_config=config_of(asked.running))
        asked.show(checked, lambda _output, found: print_physics(found))
        return DONE if checked.passed else NO
    result = asked.run()
    stored = _stored(tower, load_tower(tower), result.odd)
    asked.show(result, lambda _output, found: print_verification(found, stored), odd=stored)
    return DONE if result.passed else NO


@command_of(measuring.compare, plot=PICTURE)
def compare(asked: "Asked[Comparison]", first: str, second: str, /, *more: str) -> int:
    """Measure towers side by side.

    Parameters
    ----------
    first
        Name of a tower, or path to a .toml file.
    second
        Tower to compare with.
    more
        More towers.
    """
    from shogun.lab.reporting.plots import plot_comparison
    from shogun.lab.reporting.tables import print_comparison

    towers = (first, second, *more)
    return asked.show(
        asked.run(towers=towers),
        lambda _output, found: print_comparison(found),
        lambda found, path: plot_comparison(found.towers, [load_tower(name) for name in towers], path),
    )


@command_of(measuring.match)
def match(asked: "Asked[Match]", *, output: Path | None = None) -> int:
    """Compare counts with the simulation. Exit code 1: they don't go with the tower, whatever its friction.

    Parameters
    ----------
    output
        .toml file for the tower with the friction that fits best.
    """
    from shogun.lab.reporting.comparison_tables import print_match
    from shogun.lab.validation.calibration import breaks, read_counts

    check_output(output)
    found = asked.run()
    throws = read_counts(asked["counts"])
    if gaps := breaks(throws):
        words = _(
            "after {count} of {all} throws the number of resting cubes doesn't match the ones that stayed; "
            "the first is throw {first}"
        )
        tell(words.format(count=len(gaps), all=len(throws), first=gaps[0]))
    asked.show(found, print_match)
    if output:
        write_tower(asked["tower"], {found.parameter.name: found.best.value}, output)
    return DONE if found.best.chance >= UNLIKELY else NO


@command_of(
    searching.sweep,
    plot=marked("File for a picture (.png or .svg): a curve for one parameter, heat maps for two or more."),
)
def sweep(asked: "Asked[Sweep]") -> int:
    """Measure a grid."""
    from shogun.lab.reporting.comparison_tables import print_sweep
    from shogun.lab.reporting.plots import check_drawable, plot_sweep
    from shogun.lab.searching.sweep import parse_axis

    if asked["plot"]:
        check_drawable([parse_axis(text) for text in asked["vary"]])
    return asked.show(asked.run(), print_sweep, plot_sweep)


@command_of(searching.tune)
def tune(asked: "Asked[Tuned]", *, target: Several, output: Path | None = None) -> int:
    """Search for one target, or between two.

    Exit code 0: the targets are met within 3 standard errors on fresh seeds; 1: they are not; 2: wrong input.

    Parameters
    ----------
    target
        Targets: any of p_out_thrown, p_out_resting, stock, start_kept and pieces_touched, for example
        p_out_thrown=0.67,stock=12. Given twice, for targets that conflict: finds the best compromises, towers that
        can't get nearer to one target without moving away from the other.
    output
        .toml file for the result: the original tower with new parameters. With two targets -1, -2 and so on are added
        to its name.
    """
    from shogun.lab.reporting.comparison_tables import print_front, print_tuned
    from shogun.lab.searching.pareto_front import MOST
    from shogun.lab.searching.targets import parse_targets

    check_output(output)
    first, *others = [parse_targets(text) for text in target]
    if len(others) > 1:
        raise WrongInput(_("use --target once, or twice to search between two targets"))
    tower, progress = asked["tower"], SearchProgress(first, asked["candidates"])
    if others:
        numbered = [output.with_stem(f"{output.stem}-{number}") for number in range(1, MOST + 1)] if output else []
        for path in numbered:
            check_output(path)
        front = asked.of(searching.front).run(progress, targets=target)
        asked.show(front, lambda lines, towers: print_front(lines, towers, load_design(tower)))
        for between, path in zip(front.towers, numbered, strict=False):
            write_tower(tower, between.values, path)
        return DONE
    found = asked.run(progress, target=target[0])
    asked.show(found, lambda lines, tuned: print_tuned(lines, tuned, load_design(tower)))
    if output:
        write_tower(tower, found.values, output)
    return DONE if found.reached else NO


class SearchProgress(CandidatesProgress):
    """Progress of a search for a tower, with the distance of the nearest candidate."""

    def __init__(self, targets: "Targets", most: int) -> None:
        super().__init__()
        self._targets, self._most = targets, most

    def words(self, candidates: "Sequence[Candidate]", now: float) -> str:
        """Return the progress in words at a time of the clock."""
        from shogun.lab.searching.targets import distance

        able = [one.figures for one in candidates if one.figures]
        nearest = min(able, key=lambda figures: distance(figures, self._targets), default=None)
        told = self._progress(len(candidates), now)
        if nearest is None:
            return told
        figures = ", ".join(f"{target.name}={nearest.of(target.name).mean:.3g}" for target in self._targets)
        return _("{told}; the closest: {figures}").format(told=told, figures=figures)

    def _progress(self, count: int, now: float) -> str:
        """Return the number of measured towers in words; after the last candidates the best are measured longer."""
        most = self._most
        if count > most:
            told = _("{most} towers tried; measuring the best ones longer ({count} so far)")
            return told.format(most=most, count=count - most)
        left = (now - self.began) / count * (most - count)
        told = _("{count} of at most {most} towers, {time} left at most")
        return told.format(count=count, most=most, time=in_words(left))


@command_of(searching.explore)
def explore(
    asked: "Asked[TowerMap]", tower: str, /, *more: str, output: Path | None = None, towers: Path | None = None
) -> int:
    """Map towers. Those that are kept are measured again by other throws, so that none is a lucky draw.

    Parameters
    ----------
    more
        More towers to start from.
    output
        A page (.html) on which each cell shows its tower and opens its file.
    towers
        A new or empty folder for the files of all towers on the map.
    """
    from shogun.lab.reporting.comparison_tables import print_map
    from shogun.lab.reporting.tower_map_page import save_page
    from shogun.lab.searching.explore import parse_axes

    _check_places(output, towers)
    progress = MapProgress(asked["candidates"], parse_axes(asked["over"]))
    found = asked.run(progress, tower=(tower, *more))
    asked.show(found, print_map)
    if output:
        save_page(found, output, asked["seed"])
    for one in found.elites if towers else ():
        write_whole(absolute(towers or Path()) / f"{found.name(one)}.toml", found.file(one).encode())
    return DONE


def _check_places(output: Path | None, towers: Path | None) -> None:
    """Make the towers' folder, and raise WrongInput if the page or the towers can't be written."""
    if output and output.suffix != PAGE:
        raise WrongInput(_("--output {file}: the name must end in .html").format(file=output))
    if output and (output.is_dir() or not absolute(output).parent.is_dir()):
        raise WrongInput(_("--output {file}: there is no such folder").format(file=output))
    if towers is None:
        return
    if not towers.exists():
        towers.mkdir()
    if not towers.is_dir() or any(towers.iterdir()):
        raise WrongInput(_("--towers {folder}: choose a new or empty folder").format(folder=towers))


class MapProgress(CandidatesProgress):
    """Progress of a map: the numbers of towers tried and of cells filled."""

    def __init__(self, most: int, axes: "Axes") -> None:
        super().__init__()
        self._most, self._axes = most, axes

    def words(self, candidates: "Sequence[Candidate]", now: float) -> str:
        """Return the progress in words at a time of the clock."""
        from shogun.lab.searching.explore import place_on

        most, count = self._most, len(candidates)
        cells = {cell for one in candidates if (cell := place_on(self._axes, one.figures))}
        left = (now - self.began) / count * max(0, most - count)
        told = _("{count} of {most} tried, cells with a tower: {cells}; {time} left, then the best are measured again")
        return told.format(count=count, most=most, cells=len(cells), time=in_words(left))


@command_of(searching.sensitivity, plot=PICTURE)
def sensitivity(asked: "Asked[Sensitivity]") -> int:
    """Report which parameters matter."""
    from shogun.lab.reporting.comparison_tables import print_sensitivity
    from shogun.lab.reporting.plots import plot_influences

    return asked.show(asked.run(), print_sensitivity, plot_influences)


@command_of(searching.importance, plot=PICTURE)
def importance(asked: "Asked[SearchImportance]") -> int:
    """Report which parameters mattered."""
    from shogun.lab.reporting.comparison_tables import print_importance
    from shogun.lab.reporting.plots import plot_importance

    return asked.show(asked.run(), print_importance, plot_importance)


@command_of(searching.contest)
def contest(asked: "Asked[Contest]") -> int:
    """Rank the towers of a folder."""
    from shogun.lab.reporting.comparison_tables import print_contest

    return asked.show(asked.run(), print_contest)


# Files


def check_output(path: Path | None) -> None:
    """Raise WrongInput unless a tower can be written to a new file of this name."""
    if path is None:
        return
    if path.suffix != SUFFIX:
        raise WrongInput(_("--output {file}: the name must end in .toml").format(file=path))
    try:
        fit_name(path.stem)
    except UserTowerError as error:
        raise WrongInput(f"--output {path}: {error}".removesuffix(".")) from None
    if not absolute(path).parent.is_dir():
        raise WrongInput(_("--output {file}: there is no such folder").format(file=path))
    if path.exists():
        raise WrongInput(_("--output {file} exists already and was left unchanged").format(file=path))


def write_tower(tower: str, values: "Mapping[str, float]", path: Path) -> None:
    """Write a tower's file with other numbers: its title and comments, not its description. Raises OSError."""
    from shogun.tower.file.reader import parse_design
    from shogun.tower.file.toml_editing import with_values, without, without_schema
    from shogun.tower.tower_lookup import tower_text

    text, source = tower_text(tower)
    changed = without(without_schema(with_values(text, parse_design(text, source), values)), "description")
    write_whole(path, changed.encode())
