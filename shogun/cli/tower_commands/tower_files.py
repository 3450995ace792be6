"""Commands for the files of towers: `shogun tower new`, `check`, `parameters`, `fit`, `gallery` and `build`."""

import os
import shlex
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.files import absolute, write_whole
from shogun.base.language import _, ngettext, shown
from shogun.cli.errors import DONE, NO, WrongInput, tell
from shogun.cli.game_options import CommandFlag, Seed, WholeNumber, jobs_of
from shogun.tower.file.findings import file_findings
from shogun.tower.file.geometry_check import Finding, Kind, listed
from shogun.tower.geometry import Geometry, GeometryError
from shogun.tower.tower_lookup import find_towers, load_design, load_tower, tower_text
from shogun.tower.unsaved_towers import UserTowerError
from shogun.tower.user_towers import SUFFIX, fit_name

if TYPE_CHECKING:
    from shogun.lab.searching.contest import Refused
    from shogun.tower.cardboard.build_options import BuildOptions
    from shogun.tower.printing.print_options import PrintOptions
    from shogun.tower.quick_model import Compared, OutcomeModel

GALLERY = "gallery.html"
LONGEST_PATH = 1000
"""Maximum length of a path, in characters."""


def new(name: str, /, *, from_: Annotated[str | None, Parameter(name="--from")] = None) -> int:
    """Write the file of a new tower into the current folder, with comments that say what can be changed.

    Parameters
    ----------
    name
        Name of the new tower, or the path to its .toml file.
    from_
        Name of the tower, or path to the .toml file, to copy (comments included).
    """
    from shogun.tower.file.reader import parse_geometry
    from shogun.tower.file.toml_editing import retitled, starter, title_of

    path = new_path(name)
    text, source = tower_text(from_) if from_ else (starter(), str(path))
    parse_geometry(text, source)
    try:
        write_whole(path, retitled(text, title_of(path)).encode(), is_new=True)
    except FileExistsError:
        raise WrongInput(_("{file} exists already and was left unchanged").format(file=path)) from None
    next_ = _("{file}: a tower of your own. Edit it in any editor, then run: shogun tower check {name}")
    word = str(path) if path.parent != Path() else path.stem
    print(next_.format(file=path, name=shlex.quote(word)))
    return DONE


def new_path(name: str) -> Path:
    """Return the path of a new tower's file.

    Raises WrongInput if the name isn't allowed, or if it would hide another tower.
    """
    folder, last = os.path.split(name.removesuffix(SUFFIX))
    try:
        stem = fit_name(last)
    except UserTowerError as error:
        raise WrongInput(str(error).removesuffix(".")) from None
    path = Path(folder) / (stem + SUFFIX)
    if stem.startswith("-"):
        raise WrongInput(_("`{name}` isn't a valid name for a tower").format(name=shown(stem)))
    if any(tower.name == stem for tower in find_towers() if tower.path != absolute(path)):
        raise WrongInput(_("there is already a tower called {name}; choose another name").format(name=shown(stem)))
    return path


class CheckReport(Struct):
    """The JSON object of `shogun tower check --json`."""

    file: str
    passed: bool
    findings: list[Finding]


def check(tower: str, /, *, json: CommandFlag = False) -> int:
    """Tell all that is wrong with a tower, with lines, and how to mend it, and warn of what may jam or hold nothing.

    Exit code 0: fine, maybe with warnings; 1: problems; 2: the file can't be read.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    json
        Print one JSON object.
    """
    text, file = tower_text(tower)
    found = file_findings(text, file)
    report = CheckReport(shown(file, LONGEST_PATH), all(one.kind != "problem" for one in found), found)
    print(msgspec.json.encode(report).decode() if json else findings_in_words(report))
    return DONE if report.passed else NO


def findings_in_words(report: CheckReport) -> str:
    """Return all findings, one a line, below a line that says whether the tower passed."""
    verdict = _("{file}: no problems") if report.passed else _("{file}: can't be used, or won't work as intended")
    alike = groupby(report.findings, key=lambda one: (one.text, one.line if one.kind == "problem" else None))
    return "\n".join((verdict.format(file=report.file), *(_listed(list(some)) for _key, some in alike)))


def _listed(alike: Sequence[Finding]) -> str:
    """Return findings with the same text as one line; each of several pairs of pieces is in brackets."""
    names: dict[Kind, str] = {"problem": _("problem"), "warning": _("warning"), "note": _("note")}
    one = alike[0]
    several = [f"({other.place})" if len(other.places) > 1 else other.place for other in alike]
    places = one.place if len(alike) == 1 else listed(several)
    return f"  {names[one.kind]:8} {places}{': ' if places else ''}{one.text}{one.where}."


def parameters(tower: str, /, *, json: CommandFlag = False) -> int:
    """List the numbers of a tower by name, as sweep, tune and match take them, with their values.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    json
        Print one JSON object: the values of the pieces by name.
    """
    from shogun.base.tables import Column, Output, Table, words
    from shogun.tower.file.parameters import parameter_names, together, values_of

    design = load_design(tower)
    found = {name: values_of(design, name) for name in parameter_names(design)}
    if json:
        print(msgspec.json.encode(found).decode())
        return DONE

    ways = {"": "", "shift": _("shifted together"), "scale": _("scaled together")}
    rows = [
        [name, ", ".join(f"{value:g}" for value in dict.fromkeys(values)), ways[together(design, name)]]
        for name, values in found.items()
    ]
    columns = [*words(_("parameter")), Column(_("value"), wraps=True), Column("")]
    Output().print_table(Table(design.name, columns, rows))
    return DONE


def fit(
    tower: str,
    /,
    *,
    output: Path | None = None,
    chains: WholeNumber | None = None,
    jobs: WholeNumber | None = None,
    json: CommandFlag = False,
) -> int:
    """Fit the quick outcome model to some thousand drops of a tower, which takes a minute or a few.

    Afterwards --tower model:NAME plays with it, and first odds come from it.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    output
        File for the model, NAME.model.json beside the tower; by default it is kept in the user's cache.
    chains
        Number of runs, 15 to 10000, each of 25 battles from an empty tower; more runs make a more accurate model.
        Default: 180.
    jobs
        Number of processes; default: one for each processor. The model doesn't depend on it.
    json
        Print the contents of the file.
    """
    from shogun.table.saved_games import check_writable
    from shogun.tower.model_fit import STANDARD_PLAN, FitPlan, fit_model  # loads NumPy
    from shogun.tower.quick_model import cached_path, write_model

    count = jobs_of(jobs)
    if chains is not None and not 15 <= chains <= 10_000:
        raise WrongInput(_("--chains {count} must be from 15 to 10000").format(count=chains))
    geometry = load_tower(tower)
    path = output or cached_path(geometry)
    if path.is_dir():
        raise WrongInput(_("--output {path} is a folder").format(path=path))
    check_writable(path.parent)  # before minutes of work
    model = fit_model(geometry, count, STANDARD_PLAN if chains is None else FitPlan(chains=chains))
    write_model(path, model)
    print(path.read_text(encoding="utf-8") if json else _model_in_words(model, path))
    return DONE


def _model_in_words(model: "OutcomeModel", path: Path) -> str:
    assert model.fit is not None and model.fit.held_out is not None
    found = model.fit.held_out
    figures = {
        _("a thrown cube comes out"): found.p_out_thrown,
        _("a resting cube comes out"): found.p_out_resting,
        _("variance, thrown cubes"): found.thrown_variance,
        _("variance, resting cubes"): found.resting_variance,
        _("correlation of both in a drop"): found.dependence,
    }
    scores = _("log chance of a drop: {model:.3f}; each cube on its own {binomial:.3f}; 2/3 and 1/3 {fixed:.3f}")
    return "\n".join(
        (
            model.label,
            _("agreement with {drops} other drops:").format(drops=found.drops),
            *(_model_row(name, figure) for name, figure in figures.items()),
            scores.format(model=found.log_score, binomial=found.log_score_binomial, fixed=found.log_score_fixed),
            _("written to {path}").format(path=path),
        )
    )


def _model_row(name: str, figure: "Compared") -> str:
    words = _("  {name:32} {real:7.3f} ± {error:.3f}  model {model:7.3f}")
    return words.format(name=name, real=figure.real, error=figure.error, model=figure.model)


def gallery(
    folder: Path | None = None,
    /,
    *,
    output: Path | None = None,
    seed: Seed = 1,
    jobs: WholeNumber | None = None,
) -> int:
    """Write one HTML page with every tower's picture, figures and an animated drop; it takes some ten seconds a tower.

    All is inside the page: it can be sent as it is, and has no script.

    Parameters
    ----------
    folder
        Folder whose .toml files are shown; default: all towers that can be called by name.
    output
        Page to write; default: gallery.html in the folder.
    seed
        Seed for the drop shown and the pictures. The figures are those shown in the window: from the user's cache, or
        else measured for half a minute at most.
    jobs
        Number of processes; default: one for each processor.
    """
    from shogun.window.tower.gallery_page import gallery_entry as measured
    from shogun.window.tower.gallery_page import page

    count, path = jobs_of(jobs), output or (folder or Path()) / GALLERY
    towers, refused = _towers(folder)
    if path.is_dir() or not absolute(path).parent.is_dir():
        raise WrongInput(_("{path} can't be written: choose a file in a folder that exists").format(path=path))
    done = []
    for number, tower in enumerate(towers, 1):
        _tell_progress(number, len(towers), tower.name)
        done.append(measured(tower, seed, count))
    data = page(done, refused).encode()
    write_whole(path, data)
    for one in refused:
        tell(one.why)
    words = ngettext("{path}: {count} tower, {size:.1f} MB", "{path}: {count} towers, {size:.1f} MB", len(done))
    print(words.format(path=path, count=len(done), size=len(data) / 1e6))
    return DONE


def _towers(folder: Path | None) -> "tuple[list[Geometry], list[Refused]]":
    """Return the towers that are shown, and the files that aren't working towers. Raises LabError and OSError."""
    from shogun.lab.searching.contest import Refused, entrants

    if folder is not None:
        found, refused = entrants(folder)
        return [one.geometry for one in found], [_without_folder(one, folder) for one in refused]
    towers, wrong = [], []
    for one in find_towers():
        try:
            towers.append(load_tower(one.path))
        except GeometryError as error:
            wrong.append(_without_folder(Refused(one.path.name, str(error)), one.path.parent))
    return towers, wrong


def _without_folder(refused: "Refused", folder: Path) -> "Refused":
    """Return the text without the path of the file's folder, as a page is sent to others."""
    return msgspec.structs.replace(refused, why=refused.why.replace(str(folder / refused.file), refused.file))


def _tell_progress(number: int, count: int, name: str) -> None:
    """Show on a terminal which tower is being drawn."""
    if sys.stderr.isatty():
        print(_("tower {number} of {count}: {name}").format(number=number, count=count, name=name), file=sys.stderr)


def build(
    tower: str,
    /,
    *,
    output: Path,
    format: str | None = None,
    depth: float = 10.0,
    thickness: float = 2.0,
    kerf: float | None = None,
    paper: str | None = None,
    bed: str | None = None,
    comb: CommandFlag = False,
    clearance: float | None = None,
    front: str | None = None,
) -> int:
    """Write sheets, at 1:1, to cut a tower from cardboard and put it together; or solid parts to print it in 3D.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    output
        Output file. With SVG each sheet becomes a file of its own, with a number after the name; so does each part
        with STL.
    format
        svg, dxf or pdf for sheets, stl or 3mf for printed parts; default: the file's ending.
    depth
        Distance between back plate and front in mm; towers are simulated one cube deep.
    thickness
        Thickness of the cardboard, or of printed walls, in mm. Thicker ledges of cardboard are made of several layers.
    kerf
        Width that a cut removes, in mm; 0 for a knife along the middle of the line. Default: 0.15.
    paper
        a4, a3, a2, a1, a0, letter, legal or tabloid; default: a4 or a3, the smaller one with room for every part.
        Larger parts are split over several sheets.
    bed
        Width x height of a laser bed in mm, instead of a paper size: 600x400; or width x depth x height of what a
        printer has room for, default: 220x220x250. Larger printed parts are cut into pieces that hold each other.
    comb
        Make a test comb for this thickness instead of the tower, to find a laser's kerf.
    clearance
        Gap between printed parts where they are joined, in mm. Default: 0.2.
    front
        acrylic: posts for its screws, its outline as a DXF file, and a lip to pour cubes onto; or open. Default:
        acrylic.
    """
    from shogun.tower.cardboard import SOLID_FORMATS, BuildError

    is_solid = (format or output.suffix.removeprefix(".")).lower() in SOLID_FORMATS
    given = {"--kerf": kerf is not None, "--paper": paper is not None, "--comb": comb}
    of_solids = {"--clearance": clearance is not None, "--front": front is not None}
    for option, is_given in (given if is_solid else of_solids).items():
        if is_given:
            sentence = (
                _("{option} is for sheets, not for printed parts")
                if is_solid
                else _("{option} is for printed parts: use --format stl or 3mf")
            )
            raise WrongInput(sentence.format(option=option))
    try:
        if is_solid:
            _build_solids(tower, output, format, _print_options(depth, thickness, clearance, bed, front))
        else:
            _build_sheets(tower, output, format, _sheet_options(depth, thickness, kerf, paper, bed), comb=bool(comb))
    except BuildError as error:
        raise WrongInput(str(error)) from None
    return DONE


def _sheet_options(
    depth: float, thickness: float, kerf: float | None, paper: str | None, bed: str | None
) -> "BuildOptions":
    from shogun.tower.cardboard.build_options import BuildOptions, parse_bed

    size = parse_bed(bed) if bed is not None else None
    usual = BuildOptions().kerf
    return BuildOptions(depth, thickness, usual if kerf is None else kerf, paper.lower() if paper else None, size)


def _print_options(
    depth: float, thickness: float, clearance: float | None, bed: str | None, front: str | None
) -> "PrintOptions":
    from shogun.tower.printing.print_options import PrintOptions, parse_printer

    usual = PrintOptions()
    return PrintOptions(
        depth,
        thickness,
        usual.clearance if clearance is None else clearance,
        usual.bed if bed is None else parse_printer(bed),
        usual.front if front is None else front.lower(),
    )


def _build_sheets(tower: str, output: Path, kind: str | None, wishes: "BuildOptions", *, comb: bool) -> None:
    from shogun.tower.cardboard import sheet_files as written

    if comb:
        print(written.build_comb(wishes, output, kind))
        return
    built = written.build(load_tower(tower), wishes, output, kind)
    words = ngettext(
        "{parts} parts on {sheets} sheet of {paper}, with the assembly picture:",
        "{parts} parts on {sheets} sheets of {paper}, the first with the assembly picture:",
        built.sheets,
    )
    print(words.format(parts=built.parts, sheets=built.sheets, paper=built.paper))
    _list_files(built.files, built.notes)


def _build_solids(tower: str, output: Path, kind: str | None, wishes: "PrintOptions") -> None:
    from shogun.tower.printing.solid_files import build_solids

    printed = build_solids(load_tower(tower), wishes, output, kind)
    print(*printed.parts, sep="\n")
    _list_files(printed.files, printed.notes)


def _list_files(files: Sequence[Path], notes: Sequence[str]) -> None:
    for path in files:
        print(path)
    for note in notes:
        tell(note)
