"""A map of towers as a file: one HTML page on which each cell shows its tower and opens the tower's file.

Everything is inside the page, and there is no script. The cubes in the drawings lay there after some battles.
"""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template

from shogun import __version__
from shogun.base import language
from shogun.base.files import write_whole
from shogun.base.language import _, ngettext
from shogun.base.resources import ASSETS
from shogun.lab.measuring.statistics import statistic
from shogun.lab.measuring.steady_state import look
from shogun.lab.reporting.figures_in_words import clogs, estimate_text
from shogun.lab.reporting.page_pictures import inline, without_tray
from shogun.lab.reporting.tower_overlays import lying
from shogun.lab.searching.explore import Elite, MapAxis, TowerMap
from shogun.lab.searching.targets import in_words
from shogun.tower.file.design import built

LOOKED_AT = 12
"""Battles after which the most usual state is drawn."""


def save_page(found: TowerMap, path: str | Path, seed: int = 1) -> None:
    """Write a map as a page, whole or not at all. Raises OSError."""
    write_whole(Path(path), page(found, seed).encode())


def page(found: TowerMap, seed: int = 1) -> str:
    """Return the whole page; drawing a tower takes a third of a second."""
    pictures = {one.cell: _drawn(found, one, seed) for one in found.elites}
    return Template((ASSETS / "towers" / "tower_map.html").read_text("utf-8")).substitute(
        language=escape(language.current()),
        title=escape(_("{tower}: a map of towers").format(tower=found.began_with)),
        lead="".join(f"<p>{escape(one)}</p>" for one in sentences(found)),
        grid="".join(_grid(found, pictures)),
        articles="\n".join(_article(found, one) for one in found.elites),
        foot=escape(_("Measured and drawn by Shogun {version}.").format(version=__version__)),
    )


def sentences(found: TowerMap) -> list[str]:
    """Return what there is to know of a map: what was tried, how the best was told, and how sure the figures are."""
    cells = found.axes[0].cells * found.axes[1].cells
    count = ngettext("{count} tower was tried.", "{count} towers were tried.", found.candidates)
    filled = _("Cells with a tower: {filled} of {cells}.").format(filled=len(found.elites), cells=cells)
    best = _("The best tower of a cell is the one closest to its middle that seldom clogs.")
    if found.best:
        best = _("The best tower of a cell is the one closest to {targets}.").format(targets=in_words(found.best))
    anew = ngettext(
        "{checked} tower was measured again with other throws, and {stayed} stayed in its cell; each "
        "is placed by these figures (± standard errors).",
        "{checked} towers were measured again with other throws, and {stayed} stayed in their cells; "
        "each is placed by these figures (± standard errors).",
        found.checked,
    ).format(checked=found.checked, stayed=found.stayed)
    return [f"{count.format(count=found.candidates)} {filled} {best}", anew]


def _drawn(found: TowerMap, one: Elite, seed: int) -> str:
    """Return a tower as it usually looks, as SVG without a size of its own."""
    geometry = built(found.design(one))
    state = look(geometry, LOOKED_AT, seed).typical
    words = ngettext("{tower} with {count} cube", "{tower} with {count} cubes", len(state.cubes))
    told = words.format(tower=found.name(one), count=len(state.cubes))
    return inline(without_tray(lying(geometry, state).svg, geometry), f"back-{_mark(one)}", told)


def _mark(one: Elite) -> str:
    return f"{one.cell[0] + 1}-{one.cell[1] + 1}"


def _grid(found: TowerMap, pictures: dict[tuple[int, int], str]) -> Iterator[str]:
    """Yield the map: the first figure grows to the right, the second one upward."""
    across, up = found.axes
    elites = {one.cell: one for one in found.elites}
    yield f'<table><tr><th class="name" colspan="{across.cells + 1}">↑ {escape(statistic(up.figure).words)}</th></tr>'
    for line in reversed(range(up.cells)):
        yield f'<tr><th scope="row">{_range(up, line)}</th>'
        for column in range(across.cells):
            one = elites.get((column, line))
            yield f"<td>{_cell(found, one, pictures) if one else ''}</td>"
        yield "</tr>"
    heads = "".join(f'<th scope="col">{_range(across, column)}</th>' for column in range(across.cells))
    yield f'<tr><th></th>{heads}</tr><tr><th></th><th class="name" colspan="{across.cells}">'
    yield f"{escape(statistic(across.figure).words)} →</th></tr></table>"


def _range(axis: MapAxis, cell: int) -> str:
    low, high = axis.edges(cell)
    return f"{low:.3g} – {high:.3g}"


def _cell(found: TowerMap, one: Elite, pictures: dict[tuple[int, int], str]) -> str:
    figures = (one.figures.of(axis.figure) for axis in found.axes)
    told = "".join(
        f"<span>{escape(estimate_text(figure, statistic(axis.figure).digits))}</span>"
        for axis, figure in zip(found.axes, figures, strict=True)
    )
    picture = pictures[one.cell].replace("<svg ", f'<svg id="picture-{_mark(one)}" ', 1)
    return f'<a href="#tower-{_mark(one)}">{picture}{told}</a>'


def _article(found: TowerMap, one: Elite) -> str:
    """Return all that is known of a tower, with its file to be read and to be taken."""
    text = found.file(one)
    figures = [
        (statistic(name).words, estimate_text(one.figures.of(name), statistic(name).digits))
        for name in one.figures.names
    ]
    figures.append((_("throws that clog it, of all"), clogs(one.figures)))
    rows = [*figures, *((name, f"{value:g}") for name, value in one.values.items())]
    table = "".join(f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>' for name, value in rows)
    name = f"{found.name(one)}.toml"
    link = f"data:application/toml;charset=utf-8;base64,{b64encode(text.encode()).decode()}"
    battles = ngettext("{count} battle with fresh throws", "{count} battles with fresh throws", one.figures.battles)
    geometry = built(found.design(one))
    wide, high = max(geometry.funnel.mouth, geometry.shaft.width) + 12, geometry.rim_y + 12
    return f"""<article id="tower-{_mark(one)}">
<svg viewBox="0 0 {wide:g} {high:g}" aria-hidden="true">
<use href="#picture-{_mark(one)}" width="{wide:g}" height="{high:g}"/></svg>
<div><h2>{escape(found.name(one))}</h2>{escape(battles.format(count=one.figures.battles))}<table>{table}</table>
<a class="get" download="{escape(name)}" href="{link}">{escape(_("Save {file}").format(file=name))}</a>
<a class="back" href="#map">{escape(_("Back to the map"))}</a>
<details><summary>{escape(_("The tower's file"))}</summary><pre>{escape(text)}</pre></details></div></article>"""
