"""The count of a battle, side against side, and cubes by color: for the tower panel and the large tower."""

from collections.abc import Mapping, Sequence

import pygame
from msgspec import Struct

from shogun.base.confidence_intervals import Share, percent
from shogun.base.language import _, ngettext
from shogun.games.shogun.analysis.odds import Odds
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.rules.references import COUNT_RULE, INSIDE_RULE, RESULT_RULE, TRAY_RULE
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.shown_battle import Count, ShownBattle
from shogun.games.shogun.words import cubes
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import Palette, SeatLook, banner, icon
from shogun.window.kit.drawing.theme import (
    CUBES,
    GOLD_PALE,
    INDIGO,
    INDIGO_DEEP,
    INK,
    INK_FAINT,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_SHADE,
    SMALL,
    VERMILION,
    Colour,
    Weight,
)
from shogun.window.kit.layout import between, column, part, point, row, share, shrinks
from shogun.window.kit.widgets.button import fill_bar

HEAD_EM = 2.5
ROW_EM, LEAST_ROW_EM = 1.6, 1.2
"""Usual and least height of a side's row: a long sentence may shrink it to the latter."""
TALLY_EM = HEAD_EM + 2 * ROW_EM + 0.3
"""Usual height of a tally."""
CUBE_EM = 1.1
SIDE = row(part("sign", wide=ROW_EM), part("cubes"), part(wide=0.7), part("number", wide=2.0))
COUNT = column(part("title", high=1.3), part("counts", high=1.6))
SIDES = ("side-0", "side-1")
PEASANTS = Palette(accent=CUBES[PEASANT])


def draw_battle(canvas: Canvas, model: Model, battle: ShownBattle, box: pygame.Rect, times: float = 1.0) -> None:
    """Draw the title or the result, and below it both sides as counted so far.

    While the tower covers the map, the sides are counted there down to the survivors, so they aren't repeated here.
    """
    canvas = canvas.enlarged(times)
    weight: Weight = "Bold" if battle.result else "Regular"
    told = battle.result or battle.title
    needed = canvas.paragraph_height(told, box, size=SMALL, weight=weight) / canvas.em
    sides = [part(side, high=between(LEAST_ROW_EM, ROW_EM)) for side in SIDES]
    head = part("head", high=between(HEAD_EM, max(HEAD_EM, needed)))
    places = canvas.places(column(head, *sides, gives_way=tuple(map(shrinks, SIDES))), box)
    if battle.result:
        canvas.fill(canvas.within(places["head"], -0.2, 0.0), GOLD_PALE, 0.2)
    canvas.paragraph(told, places["head"], size=SMALL, weight=weight)
    for name, side in zip(SIDES, battle.sides or () if model.large is None else (), strict=False):
        _side(canvas, model, side, battle.counted, places[name])
        counted = min(battle.counted, side.total)
        canvas.target(name, places[name], None, f"{side.title}: {counted}", COUNT_RULE)


def _side(canvas: Canvas, model: Model, side: Count, counted: int, box: pygame.Rect) -> None:
    """Draw a side's sign, its cubes that have been counted, and their number."""
    number = min(counted, side.total)
    places = canvas.places(SIDE, box)
    draw_sign(canvas, model.seats, side.seat, canvas.within(places["sign"], 0.0, 0.1))
    size = box.height * 0.86 / canvas.em
    canvas.line(str(number), places["number"], size=size, weight="Bold", align="right", colour=INDIGO)
    cubes = [colour for colour, count in side.cubes for _cube in range(count)][:number]
    spots = canvas.across(places["cubes"], *(share(most=CUBE_EM + 0.06),) * len(cubes))
    for colour, spot in zip(cubes, spots, strict=True):
        canvas.image(_cube(model, colour, min(box.height * 11 // 16, canvas.px(CUBE_EM))), spot, "left")


def draw_sign(canvas: Canvas, seats: Sequence[SeatLook], seat: int | None, box: pygame.Rect) -> None:
    """Draw a player's banner, or a peasant for a side without a player."""
    sign = icon("peasant", box.height, PEASANTS) if seat is None else banner(seats[seat].clan, box.height)
    canvas.image(sign, box, "left")


def _cube(model: Model, colour: str, size: int) -> pygame.Surface:
    """Return a cube with the crest of the player of its color."""
    crests = {seat.colour: seat.crest for seat in model.seats}
    return pieces.crested_cube(colour, size, crests.get(colour, ""))


def draw_word(canvas: Canvas, picture: pygame.Rect, word: str) -> None:
    """Write the caption of the throw over the tower's picture, if there is any."""
    if not word:
        return
    plate = canvas.spot(canvas.down(canvas.within(picture, 2.5, 0.3), 2.0)[0], wide=13.0)
    canvas.fill(plate, INDIGO_DEEP, 0.4)
    canvas.line(word, canvas.within(plate, 0.3, 0.0), align="centre", weight="Bold", colour=PAPER_BRIGHT, size=SMALL)


def draw_note(canvas: Canvas, picture: pygame.Rect, note: str) -> None:
    """Write the status of a picture that is being saved at the bottom of the tower's picture."""
    room = canvas.spot(canvas.within(picture, 0.7), wide=34.0)
    *_, text = canvas.down(room, share(), min(6.0, canvas.paragraph_height(note, room, size=SMALL) / canvas.em))
    canvas.fill(canvas.within(text, -0.4, -0.3), INDIGO_DEEP, 0.4)
    canvas.paragraph(note, text, size=SMALL, colour=PAPER_BRIGHT)


def tapped(taps: int) -> str:
    """Return a sentence on the tower being tapped, for the first time or again; empty if it isn't."""
    if not taps:
        return ""
    return _("Clogged: the tower is tapped") if taps == 1 else _("Still clogged: another tap")


class TowerContents(Struct, frozen=True):
    """Cubes by color on the tray and in the tower; both are public (7.5)."""

    tray: Mapping[str, int]
    inside: Mapping[str, int]


def draw_contents(canvas: Canvas, model: Model, box: pygame.Rect, contents: TowerContents) -> None:
    """Show the cubes on the tray and in the tower by color."""
    upper, lower = canvas.rows(box, 2)
    _counts(canvas, model, _("On the tray"), contents.tray, upper)
    told = _("On the tray: {cubes}. They are part of the next throw.")
    canvas.target("tray", upper, None, told.format(cubes=cubes(contents.tray)), TRAY_RULE)
    _counts(canvas, model, _("In the tower"), contents.inside, lower)
    told = _("In the tower: {cubes}. They may come out in any later battle.")
    canvas.target("inside", lower, None, told.format(cubes=cubes(contents.inside)), INSIDE_RULE)


def _counts(canvas: Canvas, model: Model, title: str, counts: Mapping[str, int], box: pygame.Rect) -> None:
    places = canvas.places(COUNT, box)
    canvas.small(title, places["title"], colour=INK_SOFT)
    present = _present(model, counts)
    if not present:
        canvas.small(_("nothing"), places["counts"], colour=INK_SOFT)
    spots = canvas.across(places["counts"], *(share(most=2.6),) * len(present))
    for (colour, count), spot in zip(present, spots, strict=True):
        _counted(canvas, spot, _cube(model, colour, min(spot.width // 2, canvas.px(1.3))), count)


def _counted(canvas: Canvas, box: pygame.Rect, cube: pygame.Surface, count: int, ink: Colour = INK) -> None:
    """Draw a cube and the number of cubes of its color."""
    left, right = canvas.columns(box, 2)
    canvas.image(cube, left, "left")
    canvas.line(str(count), right, size=SMALL, weight="Bold", colour=ink)


def _present(model: Model, counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the colors that are present, players first in seat order."""
    colours = [seat.colour for seat in model.seats] + [PEASANT]
    return [(colour, counts.get(colour, 0)) for colour in colours if counts.get(colour)]


def draw_stuck(canvas: Canvas, model: Model, room: pygame.Rect, counts: Mapping[str, int]) -> None:
    """List the cubes in the tower by color next to it, downwards from a room's upper left corner."""
    present = _present(model, counts)
    if not present:
        return
    plate = canvas.down(canvas.across(room, 2.0)[0], 1.5 * len(present) + 0.3)[0]
    canvas.fill(plate, INDIGO_DEEP, 0.3)
    for (colour, count), line in zip(present, canvas.rows(canvas.within(plate, 0.15), len(present)), strict=True):
        _counted(canvas, line, _cube(model, colour, canvas.px(0.8)), count, PAPER_BRIGHT)
    tooltip = _("In the tower now, by color; cubes that are stuck glow.")
    canvas.target("stuck", plate, None, tooltip, INSIDE_RULE)


# Odds of the attack that is being chosen: a bar each for win, tie and loss, and their certainty

ODDS_HEAD_EM = 1.5
ROW = row(part("label", wide=2.3), row(part("bar"), padding=(0.0, 0.3)), part("share", wide=5.0), gap=0.1)


def draw_odds(canvas: Canvas, box: pygame.Rect, odds: Odds, bare: Share | None) -> None:
    """Draw three bars; the line through each marks its 95 % interval.

    `bare`, the chance to win without special cards, is shown below if it is different.
    """
    below = (part("bare", high=ODDS_HEAD_EM),) if bare else ()
    places = canvas.places(column(part("head", high=ODDS_HEAD_EM), part("rows"), *below), box)
    canvas.small(_basis(odds), places["head"], colour=INK_SOFT)
    if bare:
        told = _("without special cards {share}").format(share=_in_words(round(100 * bare.value), bare))
        canvas.small(told, places["bare"], colour=INK_SOFT)
    rows: tuple[tuple[str, Share, Colour], ...] = (
        (_("won"), odds.win, INDIGO),
        (_("tied"), odds.tie, INK_FAINT),
        (_("lost"), odds.lose, VERMILION),
    )
    lines = canvas.rows(places["rows"], len(rows))
    for line, (label, chance, colour), whole in zip(lines, rows, odds.percents, strict=True):
        in_row = canvas.places(ROW, line)
        canvas.small(label, in_row["label"])
        canvas.small(_in_words(whole, chance), in_row["share"], align="right")
        _bar(canvas, in_row["bar"], chance, colour)
    canvas.target("odds", box, None, _tooltip(odds), RESULT_RULE)


def _basis(odds: Odds) -> str:
    if not odds.drops:
        return _("Odds, rough guess") if odds.is_makeshift else _("Odds, estimated")
    return ngettext("Odds from {n} drop", "Odds from {n} drops", odds.drops).format(n=odds.drops)


def chance_in_words(odds: Odds) -> str:
    """Return the chance to win, without an interval while it comes from a model."""
    if odds.drops:
        return _in_words(odds.percents[0], odds.win)
    text = _("roughly {chance}") if odds.is_makeshift else _("about {chance}")
    return text.format(chance=percent(odds.percents[0] / 100))


def _in_words(whole: int, share: Share) -> str:
    return f"{whole} % ({100 * share.low:.0f}–{100 * share.high:.0f})"


def _bar(canvas: Canvas, bar: pygame.Rect, share: Share, colour: Colour) -> None:
    canvas.fill(bar, PAPER_SHADE, 0.15)
    fill_bar(canvas, bar, share.value, colour)
    thick = max(1, canvas.px(0.08))
    for end in (share.low, share.high):
        upper, lower = (point(canvas.within(bar, 0.0, 0.12), end, up) for up in (1.0, 0.0))
        pygame.draw.line(canvas.surface, INK, upper, lower, thick)
    low, high = (point(bar, end, 0.5) for end in (share.low, share.high))
    pygame.draw.line(canvas.surface, INK, low, high, thick)


def _tooltip(odds: Odds) -> str:
    left = _("On average {armies:.1f} armies are left there.").format(armies=odds.armies_left)
    basis = _("Trial drops into the tower as it is now; the 95 % interval is in brackets.")
    if not odds.drops:
        basis = _("From the {model}; trial drops follow.").format(model=odds.model)
    cards = _("Players who hold +1 attack or +1 defense are assumed to use it.")
    return f"{basis} {cards} {left}"
