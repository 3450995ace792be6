"""Maps of towers as tables, for people who look at no page."""

from shogun.base.language import _
from shogun.base.tables import Output, Table, words
from shogun.lab.reporting.figures_in_words import cells_of
from shogun.lab.reporting.tower_map_page import sentences
from shogun.lab.searching.explore import Elite, TowerMap


def print_map(output: Output, found: TowerMap) -> None:
    """Print a row for each tower of a map: where it stands, its numbers and its figures."""
    names = found.parameters
    cells = cells_of(one.figures for one in found.elites)
    rows = [
        [found.name(one), *(_value(one, name) for name in names), *cells.cells(one.figures)] for one in found.elites
    ]
    title = _("{tower}: a map of towers").format(tower=found.began_with)
    output.print_table(Table(title, words(_("tower"), *names, *cells.headings()), rows))
    for sentence in sentences(found):
        output.print(sentence)


def _value(one: Elite, name: str) -> str:
    """Return a number of a tower; nothing if its first tower hasn't it."""
    return f"{one.values[name]:g}" if name in one.values else ""
