"""`shogun tower build`: sheets to cut a tower from cardboard."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from shogun.base.language import ngettext
from shogun.cli.errors import DONE, WrongInput, tell
from shogun.tower.tower_lookup import load_tower


def build(
    tower: str,
    /,
    *,
    output: Path,
    format: str | None = None,
    depth: float = 10.0,
    thickness: float = 2.0,
    kerf: float = 0.15,
    paper: str | None = None,
    bed: str | None = None,
    comb: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Write sheets, at 1:1, to cut a tower from cardboard and put it together.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    output
        Output file. With SVG each sheet becomes a file of its own, with a number after the name.
    format
        svg, dxf or pdf; default: the file's ending.
    depth
        Distance between back plate and front in mm; towers are simulated one cube deep.
    thickness
        Thickness of the cardboard in mm. Thicker ledges are made of several layers.
    kerf
        Width that a cut removes, in mm; 0 for a knife along the middle of the line.
    paper
        a4, a3, a2, a1, a0, letter, legal or tabloid; default: a4 or a3, the smaller one with room for every part.
        Larger parts are split over several sheets.
    bed
        Width x height of a laser bed in mm, instead of a paper size: 600x400.
    comb
        Make a test comb for this thickness instead of the tower, to find a laser's kerf.
    """
    from shogun.tower.cardboard import BuildError
    from shogun.tower.cardboard import sheet_files as written
    from shogun.tower.cardboard.build_options import Wishes, parse_bed

    try:
        size = parse_bed(bed) if bed is not None else None
        wishes = Wishes(depth, thickness, kerf, paper.lower() if paper else None, size)
        if comb:
            print(written.build_comb(wishes, output, format))
            return DONE
        built = written.build(load_tower(tower), wishes, output, format)
    except BuildError as error:
        raise WrongInput(str(error)) from None
    words = ngettext(
        "{parts} parts on {sheets} sheet of {paper}, with the assembly picture:",
        "{parts} parts on {sheets} sheets of {paper}, the first with the assembly picture:",
        built.sheets,
    )
    print(words.format(parts=built.parts, sheets=built.sheets, paper=built.paper))
    for path in built.files:
        print(path)
    for note in built.notes:
        tell(note)
    return DONE
