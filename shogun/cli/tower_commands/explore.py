"""`shogun tower explore`: a map of towers over two figures; exit code 0 or 2."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from shogun.base.files import absolute, write_whole
from shogun.base.language import _
from shogun.base.tables import Output
from shogun.cli.errors import DONE, WrongInput
from shogun.cli.game_options import Whole
from shogun.cli.progress import CandidatesProgress, in_words
from shogun.cli.tower_commands.experiment_options import USUAL_STUDY, Study

if TYPE_CHECKING:
    from shogun.lab.searching.explore import Axes, Start, TowerMap
    from shogun.lab.searching.search_space import Candidate

PAGE = ".html"


def explore(
    tower: str,
    /,
    *more: str,
    parameters: str,
    over: str = "stock,p_out_thrown",
    best: str | None = None,
    candidates: Whole = 500,
    battles: Whole = 1000,
    output: Path | None = None,
    towers: Path | None = None,
    study: Study = USUAL_STUDY,
) -> int:
    """Search for towers of all kinds: the best of each cell of a map over two figures. It can be killed and resumed.

    The towers that are kept are measured anew by other throws, so that none is a lucky draw. A search that begins with
    several towers tries as many that are made of each; numbers that one of them doesn't have stay out of it.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file: where the search starts.
    more
        More towers to start from.
    parameters
        Parameters that may change, with or without a range: ledges.tilt=5:40,ledges.length.
    over
        The two axes of the map: any of p_out_thrown, p_out_resting, stock, start_kept and pieces_touched, each with or
        without a range and a number of cells: stock=0:40:8,p_out_thrown=0.3:1:8.
    best
        How to choose the best tower of a cell: the closest to a target such as p_out_resting=0.2. Default: the one
        closest to the middle of its cell that seldom clogs.
    candidates
        Number of towers to try, at least 20 for each starting tower.
    battles
        Battles for the final measurement of each tower that is kept.
    output
        A page (.html) on which each cell shows its tower and opens its file.
    towers
        A new or empty folder for the files of all towers on the map.
    """
    from shogun.lab.errors import check_libraries
    from shogun.lab.reporting.comparison_tables import print_map
    from shogun.lab.reporting.tables import to_json
    from shogun.lab.reporting.tower_map_page import save_page
    from shogun.lab.searching.explore import LIBRARIES, Origin, aim_of, parse_axes, starts_of
    from shogun.tower.tower_lookup import load_design, tower_text

    _check_places(output, towers)
    axes, origins = parse_axes(over), [Origin(load_design(one), tower_text(one)[0]) for one in (tower, *more)]
    sampling = study.sampling
    aim = replace(
        aim_of(best, candidates, battles), seed=sampling.seed, throws=sampling.sizes, discarded=sampling.discard,
        metrics=study.further.names,
    )  # fmt: skip
    starts = starts_of(origins, parameters, aim)
    check_libraries("explore", *LIBRARIES, extra="explore")
    found = _explored(starts, axes, study)
    print(to_json(found, mixed=study.executors.mixed)) if study.json else print_map(Output(), found)
    if output:
        save_page(found, output, study.sampling.seed)
    for one in found.elites if towers else ():
        write_whole(absolute(towers or Path()) / f"{found.name(one)}.toml", found.file(one).encode())
    return DONE


def _check_places(output: Path | None, towers: Path | None) -> None:
    """Raise WrongInput if the page or the towers can't be written; the towers' folder is made."""
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


def _explored(starts: "Sequence[Start]", axes: "Axes", study: Study) -> "TowerMap":
    from shogun.lab.searching.explore import about
    from shogun.lab.searching.explore import explore as searched

    with study.at_work(about(starts, axes)) as work:
        told = MapProgress(sum(one.aim.most for one in starts), axes)
        try:
            return searched(starts, axes, work._replace(tell=lambda _done, _all: None), told)
        finally:
            told.end()


class MapProgress(CandidatesProgress):
    """Tells how many towers were tried and how many cells have one."""

    def __init__(self, most: int, axes: "Axes") -> None:
        super().__init__()
        self._most, self._axes = most, axes

    def words(self, candidates: "Sequence[Candidate]", now: float) -> str:
        """Return in words how far it has come at a moment of the clock."""
        from shogun.lab.searching.explore import place_on

        most, count = self._most, len(candidates)
        cells = {cell for one in candidates if (cell := place_on(self._axes, one.figures))}
        left = (now - self.began) / count * max(0, most - count)
        told = _("{count} of {most} tried, cells with a tower: {cells}; {time} left, then the best are measured again")
        return told.format(count=count, most=most, cells=len(cells), time=in_words(left))
