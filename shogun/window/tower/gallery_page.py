"""The gallery as a file: one HTML page with every tower's picture, figures and an animated drop.

The page contains everything: fonts, pictures and films; there is no script. No display is needed to make it.
"""

import math
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from html import escape
from string import Template

import msgspec

from shogun import __version__
from shogun.base import language
from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext, of_data
from shogun.base.resources import ASSETS
from shogun.lab.measuring.estimates import CONFIDENCE, Interval
from shogun.lab.measuring.live_summary import LiveStatistics
from shogun.lab.measuring.stationarity import in_words
from shogun.lab.measuring.statistics import ON_BENCH, bench_words
from shogun.lab.measuring.steady_state import Looks, look
from shogun.lab.measuring.timed_measurement import cached_metrics_of
from shogun.lab.reporting.tower_map_page import inline, without_tray
from shogun.lab.reporting.tower_overlays import AGES, first_contacts, how_long_they_rest, lying, where_cubes_rest
from shogun.lab.searching.contest import Refused
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.physics.throw import drop
from shogun.tower.vector_picture import Picture
from shogun.window.kit.runtime.display import draw_without_a_window
from shogun.window.tower.drop_film import DropFilm
from shogun.window.tower.films import film_bytes

THROWN = {"red": 6, "blue": 5, "peasant": 2}
"""Cubes thrown in the film, onto a typical state."""
LOOKED_AT, LOOKING = 160, 15.0
"""Battles that are simulated for the pictures, and seconds after which no more begin: towers that clog are slow."""
BAR_WIDE = 120.0


class GalleryEntry(msgspec.Struct, frozen=True):
    """The page's entry of one tower."""

    geometry: Geometry
    figures: LiveStatistics | None
    """None: it clogs so that nothing can be counted."""
    looks: Looks
    film: bytes
    """An animated WebP."""


class Row(msgspec.Struct, frozen=True):
    """One figure: what it is, its interval, and the scale on which it is drawn."""

    name: str
    figure: Interval
    most: float
    digits: int


def gallery_entry(geometry: Geometry, seed: int, jobs: int) -> GalleryEntry:
    """Return the page's entry of a tower: measured unless it was before, simulated, and filmed.

    Raises WorkerDied.
    """
    looks = look(geometry, LOOKED_AT, seed, LOOKING)
    return GalleryEntry(geometry, cached_metrics_of(geometry, jobs), looks, _film(geometry, looks, seed))


def _film(geometry: Geometry, looks: Looks, seed: int) -> bytes:
    """Return a drop onto a typical state as an animated WebP."""
    draw_without_a_window()
    colours = ("yellow", "purple", "black")
    resting = tuple(
        msgspec.structs.replace(cube, colour=colours[number % len(colours)])
        for number, cube in enumerate(looks.typical.cubes)
    )
    fallen = drop(geometry, resting, THROWN, seed, record=True)
    assert fallen.recording is not None
    return film_bytes(DropFilm(geometry, fallen.recording, of_data(geometry.title) or geometry.name), ".webp")


def page(towers: Sequence[GalleryEntry], refused: Sequence[Refused]) -> str:
    """Return the whole page: towers in their order, then the files that are none that work."""
    template = Template((ASSETS / "towers" / "gallery.html").read_text("utf-8"))
    fonts = {name.lower(): _encoded((ASSETS / "fonts" / f"Alegreya-{name}.ttf").read_bytes()) for name in FONTS}
    return template.substitute(
        language=escape(language.current()),
        title=_("Towers"),
        lead=_(
            "Cubes are thrown in at the top; some come out at once, others stay for a later battle. All of "
            "it is simulated."
        ),
        contents=_("Towers on this page"),
        links="".join(f'<a href="#{_anchor(tower)}">{escape(_title(tower.geometry))}</a>' for tower in towers),
        articles="\n".join(map(_article, towers)),
        refused=_refused(refused),
        foot=f"{_ages()} {_('Measured and drawn by Shogun {version}.').format(version=escape(__version__))}",
        **fonts,
    )


def _ages() -> str:
    """Return the legend of the cubes' colors in the small pictures."""
    text = _(
        "In the small pictures yellow cubes have just arrived, red ones have been there for up to {n} "
        "battles, purple ones for longer."
    )
    return text.format(n=AGES[1][0])


FONTS = ("Regular", "Bold")


def _encoded(data: bytes) -> str:
    return b64encode(data).decode()


def _title(geometry: Geometry) -> str:
    return of_data(geometry.title) or geometry.name


def _anchor(tower: GalleryEntry) -> str:
    return f"tower-{geometry_hash(tower.geometry)[:16]}"


def _article(tower: GalleryEntry) -> str:
    """Return the HTML of one tower."""
    geometry = tower.geometry
    alt = _("A drop into {tower}").format(tower=_title(geometry))
    size = _("{name}.toml, {width:g} x {height:g} mm inside").format(
        name=geometry.name, width=geometry.shaft.width, height=geometry.rim_y
    )
    description = f"<p>{escape(of_data(geometry.description))}</p>" if geometry.description else ""
    return f"""<article id="{_anchor(tower)}">
<div class="film"><img src="data:image/webp;base64,{_encoded(tower.film)}" alt="{escape(alt)}"></div>
<div class="told"><h2>{escape(_title(geometry))}</h2><div class="name">{escape(size)}</div>
{description}{_table(tower.figures)}
<div class="views">{"".join(_figures(tower))}</div></div>
</article>"""


def _rows(figures: LiveStatistics) -> Iterator[Row]:
    for name in ON_BENCH:
        words, known = bench_words(name), figures.of(name)
        if known is not None:
            most = words.most
            if words.is_growing:
                most = max(0.8 * most, known.high) if math.isfinite(known.high) else 2 * most
            yield Row(_(words.page), known, most, words.digits)


def _table(figures: LiveStatistics | None) -> str:
    if figures is None:
        return f"<p>{escape(_('It clogs so badly that nothing could be counted.'))}</p>"
    words = ngettext(
        "{battles} battle of 4-12 cubes; all intervals hold jointly with {confidence} confidence.",
        "{battles} battles of 4-12 cubes; all intervals hold jointly with {confidence} confidence.",
        figures.battles,
    )
    caption, mark = words.format(battles=figures.battles, confidence=percent(CONFIDENCE)), ""
    if figures.stationarity.state == "drifting":
        caption, mark = f"{in_words(figures.stationarity)} {caption}", "≈ "
    elif figures.is_early:
        caption, mark = f"{_('An early look, with wide intervals.')} {caption}", "≈ "
    rows = "".join(_row(row, mark) for row in _rows(figures))
    return f"<table><caption>{escape(caption)}</caption>{rows}</table>"


def _row(row: Row, mark: str) -> str:
    mean, low, high = (f"{value:.{row.digits}f}" for value in (row.figure.mean, row.figure.low, row.figure.high))
    figure = f"{mark}{mean} <small>({low}–{high})</small>"
    name = f'<th scope="row">{escape(row.name)}</th>'
    return f'<tr>{name}<td class="figure">{figure}</td><td class="bar">{_bar(row)}</td></tr>'


def _bar(row: Row) -> str:
    """Return a figure on its scale, with its interval as a darker part."""
    low, mean, high = (
        BAR_WIDE * min(max(value / row.most, 0.0), 1.0) if math.isfinite(value) else 0.0
        for value in (row.figure.low, row.figure.mean, row.figure.high)
    )
    return (
        f'<svg viewBox="0 0 {BAR_WIDE:g} 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect y="3" width="{BAR_WIDE:g}" height="4" rx="2" fill="#e4d8bd"/>'
        f'<rect y="3" width="{mean:.1f}" height="4" rx="2" fill="#c9a04a"/>'
        f'<rect x="{low:.1f}" y="2" width="{max(1.0, high - low):.1f}" height="6" fill="#263e68" fill-opacity=".55"/>'
        f'<rect x="{mean - 0.8:.1f}" width="1.6" height="10" fill="#182642"/></svg>'
    )


def _figures(tower: GalleryEntry) -> Iterator[str]:
    """Yield the small pictures of what was seen."""
    geometry, looks = tower.geometry, tower.looks
    longest = int(max(looks.typical.ages, default=0))
    count = len(looks.fullest.cubes)
    fullest = ngettext("at its fullest: {count} cube", "at its fullest: {count} cubes", count)
    fullest = _("clogged by {count}") if looks.is_clogged else fullest
    oldest = ngettext("a typical state; the oldest: {n} battle", "a typical state; the oldest: {n} battles", longest)
    pictures: tuple[tuple[Callable[[], Picture], str], ...] = (
        (lambda: where_cubes_rest(geometry, looks), _("where cubes rest")),
        (lambda: how_long_they_rest(geometry, looks), _("where they stay long")),
        (lambda: first_contacts(geometry, looks), _("first contacts")),
        (lambda: lying(geometry, looks.typical), oldest.format(n=longest)),
        (lambda: lying(geometry, looks.fullest), fullest.format(count=count)),
    )
    for number, (drawn, words) in enumerate(pictures):
        drawing = inline(without_tray(drawn().svg, geometry), f"{_anchor(tower)}-{number}", words)
        yield f"<figure>{drawing}<figcaption>{escape(words)}</figcaption></figure>"


def _refused(refused: Sequence[Refused]) -> str:
    if not refused:
        return ""
    lines = "".join(f"<li>{escape(tower.why)}</li>" for tower in refused)
    return f'<div class="refused"><b>{_("These files are not working towers:")}</b><ul>{lines}</ul></div>'
