"""A map of towers as one HTML page, whose cells show towers and open their files.

Everything is inside the page, without scripts. The cubes in the drawings lay there after some battles.
"""

import re
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
from shogun.lab.reporting.tables import clogs, estimate_text
from shogun.lab.reporting.tower_overlays import lying
from shogun.lab.searching.explore import Elite, MapAxis, TowerMap
from shogun.lab.searching.targets import in_words
from shogun.tower.file.design import built
from shogun.tower.geometry import Geometry

# Tower pictures for pages, with names of their own and accessible to screen readers

BESIDE = 6.0
"""Margin around a tower in small pictures, mm."""
_FRAME = re.compile(r'width="\d+" height="\d+" viewBox="[^"]*"')


def without_tray(svg: str, geometry: Geometry) -> str:
    """Return a picture without tray and stand, which leaves more room for the inside of the tower."""
    wide, high = max(geometry.funnel.mouth, geometry.shaft.width) + 2 * BESIDE, geometry.rim_y + 2 * BESIDE
    frame = f'viewBox="{-wide / 2:g} {BESIDE - high:g} {wide:g} {high:g}"'
    return _FRAME.sub(frame, svg, count=1)


def inline(svg: str, name: str, words: str) -> str:
    """Return a picture for a page, with names of its own and accessible to screen readers."""
    svg = svg.replace('id="back"', f'id="{name}"').replace("url(#back)", f"url(#{name})")
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(words)}" ', 1)


LOOKED_AT = 12
"""Battles after which the most typical state is drawn."""


def save_page(tower_map: TowerMap, path: str | Path, seed: int = 1) -> None:
    """Write a map as a page, whole or not at all. Raises OSError."""
    write_whole(Path(path), page(tower_map, seed).encode())


def page(tower_map: TowerMap, seed: int = 1) -> str:
    """Return the whole page; drawing a tower takes a third of a second."""
    pictures = {elite.cell: _tower_svg(tower_map, elite, seed) for elite in tower_map.elites}
    return Template((ASSETS / "towers" / "tower_map.html").read_text("utf-8")).substitute(
        language=escape(language.current()),
        title=escape(_("{tower}: a map of towers").format(tower=tower_map.began_with)),
        lead="".join(f"<p>{escape(sentence)}</p>" for sentence in sentences(tower_map)),
        grid="".join(_grid(tower_map, pictures)),
        articles="\n".join(_article(tower_map, elite) for elite in tower_map.elites),
        foot=escape(_("Measured and drawn by Shogun {version}.").format(version=__version__)),
    )


def sentences(tower_map: TowerMap) -> list[str]:
    """Return notes on a map: the towers tried, the criterion for the best, and the precision of the figures."""
    cells = tower_map.axes[0].cells * tower_map.axes[1].cells
    count = ngettext("{count} tower was tried.", "{count} towers were tried.", tower_map.candidates)
    filled = _("Cells with a tower: {filled} of {cells}.").format(filled=len(tower_map.elites), cells=cells)
    best = _("The best tower of a cell is the one closest to its middle that seldom clogs.")
    if tower_map.best:
        best = _("The best tower of a cell is the one closest to {targets}.").format(targets=in_words(tower_map.best))
    anew = ngettext(
        "{checked} tower was measured again with other throws, and {stayed} stayed in its cell; each "
        "is placed by these figures (± standard errors).",
        "{checked} towers were measured again with other throws, and {stayed} stayed in their cells; "
        "each is placed by these figures (± standard errors).",
        tower_map.checked,
    ).format(checked=tower_map.checked, stayed=tower_map.stayed)
    return [f"{count.format(count=tower_map.candidates)} {filled} {best}", anew]


def _tower_svg(tower_map: TowerMap, elite: Elite, seed: int) -> str:
    """Return a tower in its typical state, as SVG without a size of its own."""
    geometry = built(tower_map.design(elite))
    state = look(geometry, LOOKED_AT, seed).typical
    words = ngettext("{tower} with {count} cube", "{tower} with {count} cubes", len(state.cubes))
    description = words.format(tower=tower_map.name(elite), count=len(state.cubes))
    return inline(without_tray(lying(geometry, state).svg, geometry), f"back-{_mark(elite)}", description)


def _mark(elite: Elite) -> str:
    return f"{elite.cell[0] + 1}-{elite.cell[1] + 1}"


def _grid(tower_map: TowerMap, pictures: dict[tuple[int, int], str]) -> Iterator[str]:
    """Yield the map: the first figure grows to the right, the second one upward."""
    across, up = tower_map.axes
    elites = {elite.cell: elite for elite in tower_map.elites}
    yield f'<table><tr><th class="name" colspan="{across.cells + 1}">↑ {escape(statistic(up.figure).words)}</th></tr>'
    for line in reversed(range(up.cells)):
        yield f'<tr><th scope="row">{_range(up, line)}</th>'
        for column in range(across.cells):
            one = elites.get((column, line))
            yield f"<td>{_cell(tower_map, one, pictures) if one else ''}</td>"
        yield "</tr>"
    heads = "".join(f'<th scope="col">{_range(across, column)}</th>' for column in range(across.cells))
    yield f'<tr><th></th>{heads}</tr><tr><th></th><th class="name" colspan="{across.cells}">'
    yield f"{escape(statistic(across.figure).words)} →</th></tr></table>"


def _range(axis: MapAxis, cell: int) -> str:
    low, high = axis.edges(cell)
    return f"{low:.3g} – {high:.3g}"


def _cell(tower_map: TowerMap, elite: Elite, pictures: dict[tuple[int, int], str]) -> str:
    figures = (elite.figures.of(axis.figure) for axis in tower_map.axes)
    figures_text = "".join(
        f"<span>{escape(estimate_text(figure, statistic(axis.figure).digits))}</span>"
        for axis, figure in zip(tower_map.axes, figures, strict=True)
    )
    picture = pictures[elite.cell].replace("<svg ", f'<svg id="picture-{_mark(elite)}" ', 1)
    return f'<a href="#tower-{_mark(elite)}">{picture}{figures_text}</a>'


def _article(tower_map: TowerMap, elite: Elite) -> str:
    """Return the details of a tower, with its file to read and to download."""
    text = tower_map.file(elite)
    figures = [
        (statistic(name).words, estimate_text(elite.figures.of(name), statistic(name).digits))
        for name in elite.figures.names
    ]
    figures.append((_("throws that clog it, of all"), clogs(elite.figures)))
    rows = [*figures, *((name, f"{value:g}") for name, value in elite.values.items())]
    table = "".join(f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>' for name, value in rows)
    name = f"{tower_map.name(elite)}.toml"
    link = f"data:application/toml;charset=utf-8;base64,{b64encode(text.encode()).decode()}"
    battles = ngettext("{count} battle with fresh throws", "{count} battles with fresh throws", elite.figures.battles)
    geometry = built(tower_map.design(elite))
    wide, high = max(geometry.funnel.mouth, geometry.shaft.width) + 12, geometry.rim_y + 12
    return f"""<article id="tower-{_mark(elite)}">
<svg viewBox="0 0 {wide:g} {high:g}" aria-hidden="true">
<use href="#picture-{_mark(elite)}" width="{wide:g}" height="{high:g}"/></svg>
<div><h2>{escape(tower_map.name(elite))}</h2>{escape(battles.format(count=elite.figures.battles))}<table>{table}</table>
<a class="get" download="{escape(name)}" href="{link}">{escape(_("Save {file}").format(file=name))}</a>
<a class="back" href="#map">{escape(_("Back to the map"))}</a>
<details><summary>{escape(_("The tower's file"))}</summary><pre>{escape(text)}</pre></details></div></article>"""
