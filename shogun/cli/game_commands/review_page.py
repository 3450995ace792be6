"""A review as a page: the curves, what changed them, and the turning points; no script, and nothing from elsewhere."""

from base64 import b64encode
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from html import escape

from shogun.base.language import _, current
from shogun.cli.game_commands.review_report import Course, Moment, Original, ReviewReport
from shogun.cli.game_commands.review_table import answers_in_words, caption, first_told
from shogun.cli.game_commands.told_decisions import ToldDecision, ToldSeat

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a07800")
"""By seat: told apart by everybody (Okabe and Ito, "Color universal design", 2008)."""
WIDTH, HEIGHT, LEFT, BOTTOM = 960, 340, 48, 44
"""The picture in pixels, and the room of its scales."""
LETTER = 7
"""The width of a letter below the axis, px."""
_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid #8886; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; }
svg text { font-size: 13px; }
li { margin-bottom: 1.5rem; }
img { display: block; width: 47.5rem; max-width: 100%; height: auto; margin-top: .5rem; border-radius: .4rem; }
.key { display: inline-block; width: 1em; height: .3em; margin-right: .5em; vertical-align: middle; }
"""


def page(told: ReviewReport, boards: Sequence[bytes], title: str) -> str:
    """Return the page of a review; `boards` are the boards after its turning points, as PNG."""
    heading = escape(_("{game}: what decided this game").format(game=title))
    return (
        f'<!doctype html><html lang="{current()}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{heading}</title><style>{_STYLE}</style>'
        f"<h1>{heading}</h1>{_branch(told)}{_picture(told)}{_table(told)}"
        f"<h2>{escape(_('Turning points'))}</h2>{_turning_points(told, boards)}"
        f"{''.join(_decisions(seat, told.players[seat.seat]) for seat in told.decisions)}"
        "</html>\n"
    )


def _branch(told: ReviewReport) -> str:
    if told.original is None:
        return ""
    first = told.original
    return f"<p>{escape(first.words)}. {escape(first.why or _('The dashed lines show its chances.'))}</p>"


def _picture(told: ReviewReport) -> str:
    first = _first(told.original)
    axis = _Axis(told, first)
    seats = range(len(told.players))
    own = Course(told.answers, told.estimates)
    bands = "".join(axis.band(own, seat) for seat in seats)
    dashed = "".join(axis.line(first, seat, 'stroke-dasharray="7 5" stroke-width="1.5"') for seat in seats if first)
    lines = "".join(axis.line(own, seat, 'stroke-width="2.5"') for seat in seats)
    label = escape(_("Each player's chance to win in the course of the game, in percent, ± two standard errors"))
    scale = "".join(axis.scale(told))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{scale}{bands}{dashed}{lines}</svg>'


def _first(original: Original | None) -> Course | None:
    """Return the course of the game of which this one is a branch, from where they differ."""
    if original is None or original.course is None:
        return None
    begin = bisect_left(original.course.answers, original.step)
    return Course(original.course.answers[begin:], original.course.estimates[begin:])


class _Axis:
    """Where moments and chances lie in the picture."""

    def __init__(self, told: ReviewReport, first: Course | None) -> None:
        self._last = max(1, told.answers[-1], *(first.answers[-1:] if first is not None else ()))

    def x(self, place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - 4) * place / self._last, 1)

    def y(self, chance: float) -> float:
        return round(8 + (HEIGHT - BOTTOM - 16) * (1 - min(1.0, max(0.0, chance))), 1)

    def line(self, course: Course, seat: int, style: str) -> str:
        points = self._points(course, [one.chances[seat] for one in course.estimates])
        return f'<polyline points="{points}" fill="none" stroke="{_colour(seat)}" {style}/>'

    def band(self, course: Course, seat: int) -> str:
        """Return where a chance lies within twice its error."""
        high, low = ([one.chances[seat] + times * one.errors[seat] for one in course.estimates] for times in (2, -2))
        there, back = self._points(course, high), self._points(course, low).split()
        return f'<polygon points="{there} {" ".join(reversed(back))}" fill="{_colour(seat)}" opacity=".18"/>'

    def _points(self, course: Course, heights: Sequence[float]) -> str:
        pairs = zip(course.answers, heights, strict=True)
        return " ".join(f"{self.x(place)},{self.y(height)}" for place, height in pairs)

    def scale(self, told: ReviewReport) -> Iterator[str]:
        """Yield lines and words for percents, parts of the game and turning points."""
        for quarter in range(5):
            y = self.y(quarter / 4)
            yield f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y}" y2="{y}" stroke="#8885"/>'
            yield f'<text x="{LEFT - 8}" y="{y + 5}" text-anchor="end" fill="currentColor">{25 * quarter}</text>'
        yield from self._parts(told.parts)
        for number, turned in enumerate(told.turning_points, 1):
            x = self.x(turned.answers)
            yield f'<line x1="{x}" x2="{x}" y1="0" y2="{HEIGHT - BOTTOM}" stroke="#888" stroke-dasharray="4 4"/>'
            y = HEIGHT - BOTTOM + 16
            yield f'<text x="{x}" y="{y}" text-anchor="middle" font-weight="bold" fill="currentColor">{number}</text>'

    def _parts(self, parts: Sequence[Moment]) -> Iterator[str]:
        """Yield where parts of the game begin, in words where there is room for them."""
        free = 0.0
        for part in parts:
            x, y = self.x(part.answers), HEIGHT - BOTTOM - 8
            yield f'<line x1="{x}" x2="{x}" y1="{y}" y2="{y + 12}" stroke="#888"/>'
            wide = LETTER * len(part.words)
            if x >= free and x + wide <= WIDTH:
                yield f'<text x="{x}" y="{HEIGHT - 8}" fill="currentColor">{escape(part.words)}</text>'
                free = x + wide + 2 * LETTER


def _colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def _table(told: ReviewReport) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in (_("Player"), *told.headings))
    rows = "".join(
        f'<tr><td><span class="key" style="background:{_colour(seat)}"></span>{escape(name)}</td>'
        + "".join(f"<td>{escape(figure)}</td>" for figure in told.figures[seat])
        + "</tr>"
        for seat, name in enumerate(told.players)
    )
    above = escape(_("Changes to the chance to win, in percentage points."))
    return f"<table><caption>{above}</caption><tr>{head}</tr>{rows}</table><p>{escape(caption(told))}</p>"


def _turning_points(told: ReviewReport, boards: Sequence[bytes]) -> str:
    items = "".join(
        f"<li><b>{escape(turned.words)}</b><br>{escape(' '.join(turned.told))}{_board(board, turned.moment)}</li>"
        for turned, board in zip(told.turning_points, boards, strict=True)
    )
    return f"<ol>{items}</ol>"


def _decisions(seat: ToldSeat, player: str) -> str:
    """Return the list of what a seat has decided, the greatest mistakes first."""
    heading = escape(_("{player}'s decisions").format(player=player))
    items = "".join(
        f"<li><b>{escape(one.words)}</b><br>{escape(answers_in_words(one))}</li>" for one in first_told(seat)
    )
    rest = "".join(f"<li>{escape(one.words)}: {escape(answers_in_words(one))}</li>" for one in _others(seat))
    folded = f"<details><summary>{escape(_('All others'))}</summary><ol>{rest}</ol></details>" if rest else ""
    return f"<h2>{heading}</h2><p>{escape(seat.words)}</p><ol>{items}</ol>{folded}"


def _others(seat: ToldSeat) -> list[ToldDecision]:
    first = first_told(seat)
    return [one for one in seat.named if one not in first]


def _board(picture: bytes, moment: str) -> str:
    label = escape(_("The board afterwards: {moment}").format(moment=moment), quote=True)
    return f'<img alt="{label}" src="data:image/png;base64,{b64encode(picture).decode()}">'
