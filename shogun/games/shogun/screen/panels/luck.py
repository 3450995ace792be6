"""The luck of the tower: for each player the battles won against those to be expected, and so their cubes."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from shogun.base.language import _, ngettext
from shogun.games.shogun.analysis.aftermath_figures import Aftermath, SeatLuck, ThrowLuck
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.panels.tally import draw_sign
from shogun.window.kit.banner import SeatLook, banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.icons import Palette
from shogun.window.kit.theme import CUBES, INDIGO, INK, INK_FAINT, INK_SOFT, PAPER_BRIGHT, PAPER_SHADE, SMALL, VERMILION
from shogun.window.kit.widgets.icon import put_icon

WON, LOST = Palette(ink=INDIGO), Palette(ink=VERMILION)
NOTABLE = 2 / 3
"""Luck in a battle (1 for a win without any chance) from which on it is told as a surprise: one chance in three."""
LEAST_SCALE = 2.0
"""Battles that half of the bar's width stands for, at least: small luck looks small."""


Choose = Callable[[int], None]


def draw_luck(
    canvas: Canvas, box: pygame.Rect, seats: Sequence[SeatLook], aftermath: Aftermath, choose: Choose
) -> None:
    """Draw a row for each player, which a click chooses, and below them the most surprising battles in words."""
    lucks = [aftermath.luck(seat) for seat in range(len(seats))]
    scale = max(LEAST_SCALE, *(abs(luck.luck) for luck in lucks))
    notes = canvas.px(3.6)
    high = min(canvas.px(2.2), (box.height - notes) // len(seats))
    for seat, luck in enumerate(lucks):
        row = pygame.Rect(box.left, box.top + seat * high, box.width, high)
        if canvas.hovers(row):
            canvas.fill(row, PAPER_BRIGHT, 0.25)
        _row(canvas, row, seats[seat], luck, scale)
        canvas.target(f"luck-{seat}", row, partial(choose, seat), _explained(seats[seat], luck))
    below = pygame.Rect(box.left, box.top + high * len(seats) + canvas.px(0.3), box.width, notes)
    _surprises(canvas, below, seats, aftermath)


def _row(canvas: Canvas, row: pygame.Rect, seat: SeatLook, luck: SeatLuck, scale: float) -> None:
    flag = banner(seat.clan, row.height - 4)
    canvas.surface.blit(flag, flag.get_rect(midleft=row.midleft))
    cubes = pygame.Rect(row.right - canvas.px(9.0), row.top, canvas.px(9.0), row.height)
    number = pygame.Rect(cubes.left - canvas.px(3.6), row.top, canvas.px(3.2), row.height)
    left = row.left + canvas.px(1.9)
    bar = pygame.Rect(left, row.top, number.left - left, row.height).inflate(0, -row.height * 3 // 7)
    _bar(canvas, bar, luck.luck / scale)
    colour = INDIGO if luck.luck >= 0 else VERMILION
    canvas.line(_signed(luck.luck), number, align="right", weight="Bold", colour=colour)
    image = pieces.cube(seat.colour, canvas.px(0.95))
    canvas.surface.blit(image, image.get_rect(midleft=(cubes.left + canvas.px(0.4), cubes.centery)))
    text = _("{came}, not {expected:.1f}").format(came=luck.cubes, expected=luck.cubes_expected)
    room = pygame.Rect(cubes.left + canvas.px(1.6), cubes.top, cubes.width - canvas.px(1.6), cubes.height)
    canvas.small(text, room, colour=INK_SOFT)


def _signed(value: float) -> str:
    """Return a number with its sign; what rounds to nothing has none."""
    rounded = round(value, 1)
    return f"{rounded:+.1f}".replace("-", "−") if rounded else "0.0"


def _bar(canvas: Canvas, bar: pygame.Rect, share: float) -> None:
    """Draw luck from the middle to the right, bad luck to the left."""
    canvas.fill(bar, PAPER_SHADE, 0.2)
    wide = round(bar.width / 2 * min(1.0, abs(share)))
    part = pygame.Rect(bar.centerx if share >= 0 else bar.centerx - wide, bar.top, wide, bar.height)
    if wide:
        pygame.draw.rect(canvas.surface, INDIGO if share >= 0 else VERMILION, part, border_radius=canvas.px(0.15))
    pygame.draw.line(canvas.surface, INK_FAINT, (bar.centerx, bar.top - 2), (bar.centerx, bar.bottom + 1))


def _explained(seat: SeatLook, luck: SeatLuck) -> str:
    battles = ngettext(
        "{name} won {won} of {battles} battle; {expected:.1f} were to be expected.",
        "{name} won {won} of {battles} battles; {expected:.1f} were to be expected.",
        luck.battles,
    ).format(name=seat.name, won=luck.won, battles=luck.battles, expected=luck.expected)
    cubes = ngettext(
        "{came} own cube came out in them; {expected:.1f} were to be expected.",
        "{came} own cubes came out in them; {expected:.1f} were to be expected.",
        luck.cubes,
    ).format(came=luck.cubes, expected=luck.cubes_expected)
    return f"{battles} {cubes} " + _("A click shows each battle.")


def _surprises(canvas: Canvas, box: pygame.Rect, seats: Sequence[SeatLook], aftermath: Aftermath) -> None:
    found = aftermath.extremes()
    notable = [(seat, throw) for seat, throw in found or () if abs(throw.luck(seat)) >= NOTABLE]
    if not notable:
        told = _("No battle ended much against the odds.") if found else _("There was no battle.")
        canvas.small(told, pygame.Rect(box.left, box.top, box.width, canvas.px(1.5)), colour=INK_SOFT)
        return
    half = box.height // 2
    for number, (seat, throw) in enumerate(notable):
        row = pygame.Rect(box.left, box.top + number * half, box.width, half)
        dot = pygame.Rect(row.left + canvas.px(0.1), 0, canvas.px(0.6), canvas.px(0.6))
        dot.centery = row.top + canvas.px(0.7)
        canvas.plate(dot, CUBES[seats[seat].colour], INK, 0.12, 0.05)
        text = row.inflate(-canvas.px(1.1), 0).move(canvas.px(0.55), 0)
        canvas.paragraph(_surprise(seats[seat], seat, throw), text, size=SMALL, colour=INK)


def _surprise(look: SeatLook, seat: int, throw: ThrowLuck) -> str:
    chance = throw.chance(seat) or 0.0
    if throw.settled.winner == seat:
        text = _("{name} won {province} at a chance of {chance:.0%}.")
    else:
        text = _("{name} did not win {province} in spite of a chance of {chance:.0%}.")
    return text.format(name=look.name, province=throw.settled.province, chance=chance)


# The battles of one player

COLUMNS = 2


def draw_battles(canvas: Canvas, box: pygame.Rect, seats: Sequence[SeatLook], aftermath: Aftermath, seat: int) -> None:
    """Draw each battle of a player in two columns: against whom, where, their chance, and whether they won."""
    own = [throw for throw in aftermath.throws if throw.chance(seat) is not None]
    if not own:
        canvas.small(_("There was no battle."), pygame.Rect(box.left, box.top, box.width, canvas.px(1.5)))
        return
    a_column = -(-len(own) // COLUMNS)
    high = min(canvas.px(1.9), box.height // a_column)
    wide = box.width // COLUMNS
    for number, throw in enumerate(own):
        column, row = divmod(number, a_column)
        rect = pygame.Rect(box.left + column * wide, box.top + row * high, wide - canvas.px(0.8), high)
        _battle(canvas, rect, seats, seat, throw)


def _battle(canvas: Canvas, row: pygame.Rect, seats: Sequence[SeatLook], seat: int, throw: ThrowLuck) -> None:
    settled, won = throw.settled, throw.settled.winner == seat
    other = settled.defender if seat == settled.attacker else settled.attacker
    sign = pygame.Rect(row.left, row.top, canvas.px(1.4), row.height).inflate(0, -2)
    draw_sign(canvas, seats, other, sign)
    mark = pygame.Rect(row.right - canvas.px(1.1), row.top, canvas.px(1.1), row.height)
    put_icon(canvas, "check" if won else "cross", mark.inflate(0, -row.height // 3), WON if won else LOST)
    chance = pygame.Rect(mark.left - canvas.px(2.6), row.top, canvas.px(2.4), row.height)
    canvas.small(f"{throw.chance(seat) or 0.0:.0%}", chance, align="right", weight="Bold")
    bar = pygame.Rect(chance.left - canvas.px(3.2), row.top, canvas.px(3.0), row.height).inflate(
        0, -row.height * 3 // 5
    )
    canvas.fill(bar, PAPER_SHADE, 0.15)
    part = pygame.Rect(bar.left, bar.top, round(bar.width * (throw.chance(seat) or 0.0)), bar.height)
    if part.width:
        pygame.draw.rect(canvas.surface, INDIGO if won else VERMILION, part, border_radius=canvas.px(0.12))
    left = sign.left + canvas.px(2.0)
    canvas.small(settled.province, pygame.Rect(left, row.top, bar.left - left - canvas.px(0.3), row.height))
