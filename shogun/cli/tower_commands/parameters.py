"""`shogun tower parameters`: the numbers of a tower by name; exit code 0 or 2."""

from typing import Annotated

import msgspec
from cyclopts import Parameter

from shogun.base.language import _
from shogun.base.tables import Column, Output, Table, words
from shogun.cli.errors import DONE
from shogun.tower.file.parameters import parameter_names, together, values_of
from shogun.tower.tower_lookup import load_design


def parameters(tower: str, /, *, json: Annotated[bool, Parameter(negative="")] = False) -> int:
    """List the numbers of a tower by name, as sweep, tune and match take them, with their values.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    json
        Print one JSON object: the values of the pieces by name.
    """
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
