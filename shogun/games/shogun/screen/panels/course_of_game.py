"""Course of a game in words: the leader and since when, the best winter, the most land; and its best battles."""

from collections.abc import Callable, Sequence

import pygame
from msgspec import Struct

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext
from shogun.games.shogun.analysis.review import Aftermath, Reading, ThrowLuck
from shogun.games.shogun.screen.panels.battle_count import draw_sign
from shogun.games.shogun.words import SEASON_NAMES, sentence
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import PRINTED, SeatLook, banner
from shogun.window.kit.drawing.theme import INDIGO, INK_SOFT, PAPER_BRIGHT, SMALL, edge_of
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.widgets.button import put_icon

TITLE_EM, LINE_EM, BATTLE_EM, GAP_EM = 1.9, 1.7, 2.6, 0.2
FLAG_EM = 1.4
LINES = 3
COURSE_EM = TITLE_EM + LINES * LINE_EM
BATTLES_EM = TITLE_EM + 2 * (BATTLE_EM + GAP_EM)
"""Least height for battles: two of them."""
TITLED = column(row(part("title"), part("note"), gap=0.5, high=TITLE_EM), part("lines"))
LINE = row(part("flag", wide=1.5), part("told"), gap=0.45)
BATTLE = row(
    part("sign", wide=1.6), part("told"), part("chance", wide=3.0), part("play", wide=1.3, high=1.3),
    gap=0.45, padding=(0.35, 0.0), align="middle",
)  # fmt: skip


class CourseLine(Struct, frozen=True):
    """One line on the course of a game."""

    seat: int
    """The seat that the line is about."""
    text: str


def course(aftermath: Aftermath, seats: Sequence[SeatLook], winner: int) -> list[CourseLine]:
    """Return sentences on who was ahead to the end, and who had the best winter and the most land."""
    found = []
    if since := aftermath.ahead_since(winner):
        text = _("Leading at the end: {name} (since {moment})")
        if since.season is None:
            text = _("Leading from start to finish: {name}")
        found.append(CourseLine(winner, text.format(name=seats[winner].name, moment=_moment(since))))
    if best := aftermath.best_winter():
        text = ngettext(
            "Most points in one winter: {name}, {n} point (year {year})",
            "Most points in one winter: {name}, {n} points (year {year})",
            best.total,
        )
        found.append(CourseLine(best.seat, text.format(name=seats[best.seat].name, n=best.total, year=best.year)))
    if most := aftermath.most_land():
        seat, reading = most
        text, number = _("Most provinces at once: {name}, {n} ({moment})"), reading.provinces[seat]
        found.append(CourseLine(seat, text.format(name=seats[seat].name, n=number, moment=_moment(reading))))
    return found


def _moment(reading: Reading) -> str:
    if reading.season is None:
        return _("Start")
    return _("Year {year}, {season}").format(year=reading.year, season=_(SEASON_NAMES[reading.season]))


def draw_course(canvas: Canvas, box: pygame.Rect, seats: Sequence[SeatLook], told: Sequence[CourseLine]) -> None:
    """Draw a line for each sentence."""
    places = canvas.places(TITLED, box)
    canvas.line(_("The course of the game"), places["title"], weight="Bold", colour=INDIGO)
    for line, place in zip(told, canvas.down(places["lines"], *(LINE_EM,) * len(told)), strict=True):
        spots = canvas.places(LINE, place)
        canvas.image(banner(seats[line.seat].clan, canvas.px(FLAG_EM)), spots["flag"], "left")
        canvas.line(line.text, spots["told"], size=SMALL)


def draw_best_battles(
    canvas: Canvas,
    box: pygame.Rect,
    seats: Sequence[SeatLook],
    aftermath: Aftermath,
    watch: Callable[[int], Act | None],
) -> None:
    """Draw as many of the most exciting battles as fit; `watch` returns the action of a click on one of them."""
    places = canvas.places(TITLED, box)
    canvas.line(_("Memorable battles"), places["title"], weight="Bold", colour=INDIGO)
    canvas.small(_("Odds of this result"), places["note"], align="right", colour=INK_SOFT)
    if not aftermath.throws:
        canvas.small(_("There were no battles."), canvas.down(places["lines"], LINE_EM)[0], colour=INK_SOFT)
    lines = canvas.lines(places["lines"], BATTLE_EM, GAP_EM)
    for number, line in zip(aftermath.by_suspense(), lines, strict=False):
        _battle(canvas, line, seats, aftermath.throws[number], (f"battle-{number}", watch(number)))


def _battle(
    canvas: Canvas, line: pygame.Rect, seats: Sequence[SeatLook], throw: ThrowLuck, target: tuple[str, Act | None]
) -> None:
    """Draw the province's owner after the battle, the result, and its probability."""
    name, act = target
    canvas.plate(line, PAPER_BRIGHT, edge_of(lit=act is not None and canvas.hovers(line)), 0.25)
    spots = canvas.places(BATTLE, line)
    draw_sign(canvas, seats, throw.settled.winner, canvas.spot(spots["sign"], high=share(most=1.6)))
    canvas.line(sentence(throw.settled, [seat.name for seat in seats]), spots["told"], size=SMALL)
    canvas.line(percent(throw.likelihood), spots["chance"], size=SMALL, align="right", weight="Bold")
    if act:
        put_icon(canvas, "play", spots["play"], PRINTED)
    tooltip = _("Watch it again") if act else _("There is no recording of it to watch.")
    canvas.target(name, line, act, tooltip)
