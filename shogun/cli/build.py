"""`shogun tower build`: sheets to cut a tower from cardboard."""

from pathlib import Path

from shogun.base.language import ngettext
from shogun.cli.errors import DONE, WrongInput, tell
from shogun.tower.names import load_tower


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
) -> int:
    """Write sheets, at 1:1, to cut a tower from cardboard and put it together.

    Parameters
    ----------
    tower
        Name of a tower, or path of a file ending in .toml.
    output
        The file. Of SVG each sheet becomes a file of its own, with a number behind the name.
    format
        svg, dxf or pdf; by default the file's ending.
    depth
        Between back plate and front, mm; towers are simulated one cube deep.
    thickness
        Of the cardboard, mm. Ledges that are thicker get several layers.
    kerf
        How much a cut takes away, mm; 0 for a knife along the middle of the line.
    paper
        a4 or a3; by default the smaller one on which every part has room. Larger parts go over several sheets.
    """
    from shogun.tower.cardboard import BuildError
    from shogun.tower.cardboard import output as written
    from shogun.tower.cardboard.wishes import Wishes

    wishes = Wishes(depth, thickness, kerf, paper.lower() if paper else None)
    try:
        built = written.build(load_tower(tower), wishes, output, format)
    except BuildError as error:
        raise WrongInput(str(error)) from None
    words = ngettext(
        "{parts} parts on {sheets} sheet of {paper}, with the assembly picture:",
        "{parts} parts on {sheets} sheets of {paper}, the first with the assembly picture:",
        built.sheets,
    )
    print(words.format(parts=built.parts, sheets=built.sheets, paper=built.paper.upper()))
    for path in built.files:
        print(path)
    for note in built.notes:
        tell(note)
    return DONE
