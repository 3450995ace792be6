"""The luck of the tower: each player's won battles compared to the expected ones, and the same for cubes."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, decimal, ngettext
from shogun.games.shogun.analysis.review import Aftermath, SeatLuck, ThrowLuck
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.panels.battle_count import draw_sign
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import Palette, SeatLook, banner
from shogun.window.kit.drawing.theme import (
    CUBES,
    INDIGO,
    INK,
    INK_FAINT,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_SHADE,
    SMALL,
    VERMILION,
)
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.widgets.button import fill_bar, put_icon

WON, LOST = Palette(ink=INDIGO), Palette(ink=VERMILION)
NOTABLE = 2 / 3
"""Least luck in a battle (1 for a win without any chance) that counts as a surprise: one chance in three."""
LEAST_SCALE = 2.0
"""Least number of battles for half of the bar's width, so that small luck looks small."""
NOTES_EM = 3.6
"""Height of the notes below the rows."""
MOST_SURPRISES = 2
COLUMNS = 2
"""Number of columns with one player's battles."""
PLAYER = row(
    part("flag", wide=1.9), part("bar", high=0.95), part("number", wide=3.2),
    row(part("cube", wide=1.2), part("cubes"), wide=8.6),
    gap=0.4, align="middle",
)  # fmt: skip
BATTLE = row(
    part("sign", wide=1.4), part("province"), part("bar", wide=3.0, high=0.75), part("chance", wide=2.4),
    part("mark", wide=1.1, high=1.1),
    gap=0.25, align="middle",
)  # fmt: skip
SURPRISE = row(column(part(high=0.4), part("dot", high=0.6), wide=0.6), part("told"), gap=0.45)

Choose = Callable[[int], None]


def draw_luck(
    canvas: Canvas, box: pygame.Rect, seats: Sequence[SeatLook], aftermath: Aftermath, choose: Choose
) -> None:
    """Draw a row for each player, selected by a click, and below them the most surprising battles in words."""
    lucks = [aftermath.luck(seat) for seat in range(len(seats))]
    scale = max(LEAST_SCALE, *(abs(luck.luck) for luck in lucks))
    *rows, notes = canvas.down(box, *(share(most=2.2),) * len(seats), NOTES_EM)
    for seat, (place, luck) in enumerate(zip(rows, lucks, strict=True)):
        if canvas.hovers(place):
            canvas.fill(place, PAPER_BRIGHT, 0.25)
        _row(canvas, place, seats[seat], luck, scale)
        canvas.target(f"luck-{seat}", place, partial(choose, seat), _explained(seats[seat], luck))
    _surprises(canvas, notes, seats, aftermath)


def _row(canvas: Canvas, row: pygame.Rect, seat: SeatLook, luck: SeatLuck, scale: float) -> None:
    places = canvas.places(PLAYER, row)
    canvas.image(banner(seat.clan, row.height - 4), places["flag"], "left")
    _bar(canvas, places["bar"], luck.luck / scale)
    colour = INDIGO if luck.luck >= 0 else VERMILION
    canvas.line(_signed(luck.luck), places["number"], align="right", weight="Bold", colour=colour)
    canvas.image(pieces.cube(seat.colour, canvas.px(0.95)), places["cube"])
    text = _("{came} (expected {expected:.1f})").format(came=luck.cubes, expected=luck.cubes_expected)
    canvas.small(text, places["cubes"], colour=INK_SOFT)


def _signed(value: float) -> str:
    """Return a number with its sign, or without one if it rounds to zero."""
    rounded = round(value, 1)
    return decimal(rounded, "+.1f") if rounded else decimal(0.0)


def _bar(canvas: Canvas, bar: pygame.Rect, share_of_bar: float) -> None:
    """Draw good luck from the middle to the right, bad luck to the left."""
    canvas.fill(bar, PAPER_SHADE, 0.2)
    bad, good = canvas.columns(bar, 2)
    fill_bar(canvas, good, share_of_bar, INDIGO)
    fill_bar(canvas, bad, -share_of_bar, VERMILION, leftwards=True)
    zero = good.inflate(0, 4)
    pygame.draw.line(canvas.surface, INK_FAINT, zero.topleft, zero.bottomleft)


def _explained(seat: SeatLook, luck: SeatLuck) -> str:
    battles = ngettext(
        "{name} won {won} of {battles} battle ({expected:.1f} expected).",
        "{name} won {won} of {battles} battles ({expected:.1f} expected).",
        luck.battles,
    ).format(name=seat.name, won=luck.won, battles=luck.battles, expected=luck.expected)
    cubes = ngettext(
        "{came} of their own cubes came out ({expected:.1f} expected).",
        "{came} of their own cubes came out ({expected:.1f} expected).",
        luck.cubes,
    ).format(came=luck.cubes, expected=luck.cubes_expected)
    return f"{battles} {cubes} " + _("Click to see each battle.")


def _surprises(canvas: Canvas, box: pygame.Rect, seats: Sequence[SeatLook], aftermath: Aftermath) -> None:
    found = aftermath.extremes()
    notable = [(seat, throw) for seat, throw in found or () if abs(throw.luck(seat)) >= NOTABLE]
    if not notable:
        told = _("No battle was a real upset.") if found else _("There were no battles.")
        canvas.small(told, canvas.down(box, 1.5)[0], colour=INK_SOFT)
        return
    for line, (seat, throw) in zip(canvas.rows(box, MOST_SURPRISES), notable, strict=False):
        places = canvas.places(SURPRISE, line)
        canvas.plate(places["dot"], CUBES[seats[seat].colour], INK, 0.12, 0.05)
        canvas.paragraph(_surprise(seats[seat], seat, throw), places["told"], size=SMALL, colour=INK)


def _surprise(look: SeatLook, seat: int, throw: ThrowLuck) -> str:
    chance = throw.chance(seat) or 0.0
    if throw.settled.winner == seat:
        text = _("{name} won {province} on a {chance} chance.")
    else:
        text = _("{name} failed to win {province} despite a {chance} chance.")
    return text.format(name=look.name, province=throw.settled.province, chance=percent(chance))


# The battles of one player


def draw_battles(canvas: Canvas, box: pygame.Rect, seats: Sequence[SeatLook], aftermath: Aftermath, seat: int) -> None:
    """Draw each battle of a player in two columns: opponent, province, chance, and result."""
    own = [throw for throw in aftermath.throws if throw.chance(seat) is not None]
    if not own:
        canvas.small(_("There were no battles."), canvas.down(box, 1.5)[0])
        return
    a_column = -(-len(own) // COLUMNS)
    halves = canvas.columns(box, COLUMNS, gap=0.8)
    places = [line for half in halves for line in canvas.down(half, *(share(most=1.9),) * a_column)]
    for throw, line in zip(own, places, strict=False):
        _battle(canvas, line, seats, seat, throw)


def _battle(canvas: Canvas, row: pygame.Rect, seats: Sequence[SeatLook], seat: int, throw: ThrowLuck) -> None:
    settled, won, chance = throw.settled, throw.settled.winner == seat, throw.chance(seat) or 0.0
    other = settled.defender if seat == settled.attacker else settled.attacker
    places = canvas.places(BATTLE, row)
    draw_sign(canvas, seats, other, places["sign"])
    canvas.small(settled.province, places["province"])
    canvas.fill(places["bar"], PAPER_SHADE, 0.15)
    fill_bar(canvas, places["bar"], chance, INDIGO if won else VERMILION)
    canvas.small(percent(chance), places["chance"], align="right", weight="Bold")
    put_icon(canvas, "check" if won else "cross", places["mark"], WON if won else LOST)
