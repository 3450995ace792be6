"""A review as a page: the curves, what changed them, and the turning points; no script, and nothing from elsewhere."""

from collections.abc import Iterator
from html import escape

from shogun.base.language import _, current
from shogun.cli.game_commands.review_report import Figures, ReviewReport

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a07800")
"""By seat: told apart by everybody (Okabe and Ito, "Color universal design", 2008)."""
WIDTH, HEIGHT, LEFT, BOTTOM = 960, 320, 48, 24
"""The picture in pixels, and the room of its scales."""
_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid #8886; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; }
.key { display: inline-block; width: 1em; height: .3em; margin-right: .5em; vertical-align: middle; }
"""


def page(told: ReviewReport, table: Figures, title: str) -> str:
    """Return the page of a review."""
    heading = escape(_("{game}: what decided this game").format(game=title))
    return (
        f'<!doctype html><html lang="{current()}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{heading}</title><style>{_STYLE}</style>'
        f"<h1>{heading}</h1>{_picture(told)}{_table(told, table)}"
        f"<h2>{escape(_('Turning points'))}</h2>{_turning_points(told)}"
        "</html>\n"
    )


def _picture(told: ReviewReport) -> str:
    lines = "".join(_line(told, seat) for seat in range(len(told.players)))
    label = escape(_("Chance to win of each player in the course of the game"), quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(_scale(told))}{lines}</svg>'


def _scale(told: ReviewReport) -> Iterator[str]:
    for quarter in range(5):
        y = _y(quarter / 4)
        yield f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y}" y2="{y}" stroke="#8885"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 5}" text-anchor="end" fill="currentColor">{25 * quarter}</text>'
    for number, turned in enumerate(told.turning_points, 1):
        x = _x(told, turned.answers)
        yield f'<line x1="{x}" x2="{x}" y1="0" y2="{HEIGHT - BOTTOM}" stroke="#888" stroke-dasharray="4 4"/>'
        yield f'<text x="{x}" y="{HEIGHT - 4}" text-anchor="middle" fill="currentColor">{number}</text>'


def _line(told: ReviewReport, seat: int) -> str:
    points = " ".join(
        f"{_x(told, place)},{_y(one.chances[seat])}" for place, one in zip(told.answers, told.estimates, strict=True)
    )
    return f'<polyline points="{points}" fill="none" stroke="{COLOURS[seat % len(COLOURS)]}" stroke-width="2.5"/>'


def _x(told: ReviewReport, place: int) -> float:
    first, last = told.answers[0], told.answers[-1]
    return round(LEFT + (WIDTH - LEFT - 4) * (place - first) / max(1, last - first), 1)


def _y(chance: float) -> float:
    return round(8 + (HEIGHT - BOTTOM - 16) * (1 - chance), 1)


def _table(told: ReviewReport, table: Figures) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in (_("Player"), *table.headings))
    rows = "".join(
        f'<tr><td><span class="key" style="background:{COLOURS[seat % len(COLOURS)]}"></span>{escape(name)}</td>'
        + "".join(f"<td>{escape(figure)}</td>" for figure in table.rows[seat])
        + "</tr>"
        for seat, name in enumerate(told.players)
    )
    caption = escape(_("Changes of the chance to win, in points of 100."))
    return f"<table><caption>{caption}</caption><tr>{head}</tr>{rows}</table>"


def _turning_points(told: ReviewReport) -> str:
    items = "".join(
        f"<li><b>{escape(turned.words)}</b><br>{escape(' '.join(turned.told))}</li>" for turned in told.turning_points
    )
    return f"<ol>{items}</ol>"
