"""`shogun tower tune`: search for numbers with which a tower does what is wanted; exit code 0, 1 or 2."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from shogun.base.language import _
from shogun.base.tables import Output
from shogun.cli.errors import DONE, NO, WrongInput
from shogun.cli.game_options import Whole
from shogun.cli.progress import CandidatesProgress, in_words
from shogun.cli.tower_commands.experiment_options import USUAL_STUDY, Study, check_output, write_tower

if TYPE_CHECKING:
    from shogun.lab.searching.pareto_front import ParetoFront
    from shogun.lab.searching.search_space import Candidate
    from shogun.lab.searching.targets import Targets
    from shogun.lab.searching.tune import Aim, Tuned
    from shogun.tower.file.design import Design


def tune(
    tower: str,
    /,
    *,
    target: Annotated[tuple[str, ...], Parameter(negative="")],
    parameters: str,
    candidates: Whole = 300,
    output: Path | None = None,
    study: Study = USUAL_STUDY,
) -> int:
    """Search for numbers with which a tower does what is wanted. The same command goes on after a kill or Ctrl-C.

    Exit code 0: the targets are met within 3 standard errors on fresh seeds; 1: they are not; 2: wrong input.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file: where the search starts.
    target
        Targets: any of p_out_thrown, p_out_resting, stock, start_kept and pieces_touched, for example
        p_out_thrown=0.67,stock=12. Given twice, for targets that conflict: finds the best compromises, towers that
        can't get nearer to one target without moving away from the other.
    parameters
        Parameters that may change, with or without a range: ledges.tilt=14:22,ledges.length.
    candidates
        Maximum number of towers to try.
    output
        .toml file for the result: the original tower with new parameters. With two targets -1, -2 and so on are added
        to its name.
    """
    from shogun.lab.errors import check_libraries
    from shogun.lab.reporting.comparison_tables import print_tuned
    from shogun.lab.reporting.tables import to_json
    from shogun.lab.searching.search_space import parse_parameters
    from shogun.lab.searching.targets import check_balance, parse_targets
    from shogun.lab.searching.tune import LIBRARIES, Aim
    from shogun.tower.tower_lookup import load_design

    if not 20 <= candidates <= 100_000:
        raise WrongInput(_("--candidates {count} must be from 20 to 100000").format(count=candidates))
    check_output(output)
    design, sizes, wishes = load_design(tower), study.sampling.sizes, [parse_targets(text) for text in target]
    if len(wishes) > 2:
        raise WrongInput(_("use --target once, or twice to search between two targets"))
    if output and len(wishes) == 2:
        _check_numbered(output)
    check_libraries("tune", *LIBRARIES)
    for wish in wishes:
        check_balance(wish, sizes)
    aim = Aim(
        wishes[0],
        parse_parameters(parameters, design),
        study.sampling.seed,
        sizes,
        candidates,
        discarded=study.sampling.discard,
        metrics=study.further.names,
    )
    if len(wishes) == 2:
        return _between(tower, design, _front(design, aim, wishes[1], study), output, study)
    found = _tuned(design, aim, study)
    print(to_json(found, mixed=study.executors.mixed)) if study.json else print_tuned(Output(), found, design)
    if output:
        write_tower(tower, found.values, output)
    return DONE if found.reached else NO


def _check_numbered(output: Path) -> None:
    """Raise WrongInput unless all towers of a front can be written to new files."""
    from shogun.lab.searching.pareto_front import MOST

    for number in range(1, MOST + 1):
        check_output(_numbered(output, number))


def _numbered(output: Path, number: int) -> Path:
    """Return the file of one of several towers."""
    return output.with_stem(f"{output.stem}-{number}")


def _tuned(design: "Design", aim: "Aim", study: Study) -> "Tuned":
    from shogun.lab.searching.tune import about
    from shogun.lab.searching.tune import tune as searched

    with study.at_work(about(design, aim)) as work:
        told = SearchProgress(aim)
        try:
            return searched(design, aim, work._replace(tell=lambda _done, _all: None), told)
        finally:
            told.end()


def _front(design: "Design", aim: "Aim", other: "Targets", study: Study) -> "ParetoFront":
    from shogun.lab.searching.pareto_front import about
    from shogun.lab.searching.pareto_front import front as searched

    with study.at_work(about(design, aim, other)) as work:
        told = SearchProgress(aim)
        try:
            return searched(design, aim, other, work._replace(tell=lambda _done, _all: None), told)
        finally:
            told.end()


def _between(tower: str, design: "Design", found: "ParetoFront", output: Path | None, study: Study) -> int:
    """Print and write the towers of a front and return the exit code."""
    from shogun.lab.reporting.comparison_tables import print_front
    from shogun.lab.reporting.tables import to_json

    print(to_json(found, mixed=study.executors.mixed)) if study.json else print_front(Output(), found, design)
    for number, one in enumerate(found.towers, 1):
        if output:
            write_tower(tower, one.values, _numbered(output, number))
    return DONE


class SearchProgress(CandidatesProgress):
    """Tells how far a search for a tower has come, and how near the nearest candidate is."""

    def __init__(self, aim: "Aim") -> None:
        super().__init__()
        self._aim = aim

    def words(self, candidates: "Sequence[Candidate]", now: float) -> str:
        """Return in words how far it has come at a moment of the clock."""
        from shogun.lab.searching.targets import distance

        targets = self._aim.targets
        able = [one.figures for one in candidates if one.figures]
        nearest = min(able, key=lambda figures: distance(figures, targets), default=None)
        told = self._progress(len(candidates), now)
        if nearest is None:
            return told
        figures = ", ".join(f"{target.name}={nearest.of(target.name).mean:.3g}" for target in targets)
        return _("{told}; the closest: {figures}").format(told=told, figures=figures)

    def _progress(self, count: int, now: float) -> str:
        """Return in words how many towers were measured; after the last candidates the best are measured longer."""
        most = self._aim.most
        if count > most:
            told = _("{most} towers tried; measuring the best ones longer ({count} so far)")
            return told.format(most=most, count=count - most)
        left = (now - self.began) / count * (most - count)
        told = _("{count} of at most {most} towers, {time} left at most")
        return told.format(count=count, most=most, time=in_words(left))
