"""A battle as it is counted out, side against side, and cubes counted by colour: for the tower, small and large."""

from collections.abc import Mapping, Sequence

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.rules.references import COUNT_RULE, INSIDE_RULE, TRAY_RULE
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.shown_battle import Count, ShownBattle
from shogun.games.shogun.words.wording import cubes
from shogun.window.kit.banner import SeatLook, banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.icons import Palette
from shogun.window.kit.theme import CUBES, GOLD_PALE, INDIGO, INDIGO_DEEP, INK_SOFT, PAPER_BRIGHT, SMALL, Weight
from shogun.window.kit.widgets.icon import put_icon

HEAD_EM = 2.5
ROW_EM = 1.6
LEAST_ROW_EM = 1.2
"""A long sentence may take so much of a side's row that this is left."""
SIDES = 2
TALLY_EM = HEAD_EM + SIDES * ROW_EM + 0.3
"""Height of a tally at its usual size."""
PEASANTS = Palette(accent=CUBES[PEASANT])


def draw_battle(canvas: Canvas, model: Model, battle: ShownBattle, box: pygame.Rect, times: float = 1.0) -> None:
    """Draw what is fought for or how it ended, and below it both sides as far as they are counted out.

    While the tower is over the map the sides are counted there, down to who is left: here it would be told twice.
    """
    weight: Weight = "Bold" if battle.result else "Regular"
    head = pygame.Rect(box.left, box.top, box.width, canvas.px(HEAD_EM * times))
    needed = canvas.paragraph_height(battle.result or battle.title, head, size=SMALL * times, weight=weight)
    high = canvas.px(ROW_EM * times)
    if needed > head.height:
        high = canvas.px(LEAST_ROW_EM * times)
        head.height = max(head.height, min(needed, box.height - SIDES * high))
    if battle.result:
        canvas.fill(head.inflate(canvas.px(0.4), 0), GOLD_PALE, 0.2)
    canvas.paragraph(battle.result or battle.title, head, size=SMALL * times, weight=weight)
    for number, side in enumerate(battle.sides or () if model.large is None else ()):
        row = pygame.Rect(box.left, head.bottom + number * high, box.width, high)
        _side(canvas, model, side, battle.counted, row)
        counted = min(battle.counted, side.total)
        canvas.target(f"side-{number}", row, None, f"{side.title}: {counted}", COUNT_RULE)


def _side(canvas: Canvas, model: Model, side: Count, counted: int, box: pygame.Rect) -> None:
    """Draw a side's sign, its cubes that were counted so far, and their number."""
    number = min(counted, side.total)
    sign = pygame.Rect(box.left, box.top, box.height, box.height).inflate(0, -box.height // 8)
    draw_sign(canvas, model.seats, side.seat, sign)
    sums = pygame.Rect(box.right - box.height * 5 // 4, box.top, box.height * 5 // 4, box.height)
    canvas.line(str(number), sums, size=box.height * 0.86 / canvas.em, weight="Bold", align="right", colour=INDIGO)
    cubes = [colour for colour, count in side.cubes for _cube in range(count)][:number]
    size = box.height * 11 // 16
    step = min(size + 1, (sums.left - sign.right - size) // max(1, len(cubes) - 1))
    for place, colour in enumerate(cubes):
        image = _cube(model, colour, size)
        canvas.surface.blit(image, image.get_rect(midleft=(sign.right + place * step, box.centery)))


def draw_sign(canvas: Canvas, seats: Sequence[SeatLook], seat: int | None, box: pygame.Rect) -> None:
    """Draw a player's banner, or a peasant for those who are nobody's."""
    if seat is None:
        put_icon(canvas, "peasant", pygame.Rect(box.left, box.top, box.height, box.height), PEASANTS)
    else:
        canvas.surface.blit(banner(seats[seat].clan, box.height), box)


def _cube(model: Model, colour: str, size: int) -> pygame.Surface:
    """Return a cube with the crest of the player who has its colour."""
    crests = {seat.colour: seat.mon for seat in model.seats}
    return pieces.crested_cube(colour, size, crests.get(colour, ""))


def draw_word(canvas: Canvas, picture: pygame.Rect, word: str) -> None:
    """Write over the tower's picture what there is to be said of the throw, if anything."""
    if not word:
        return
    plate = pygame.Rect(0, 0, min(canvas.px(13), picture.width - canvas.px(5)), canvas.px(2))
    plate.midtop = picture.centerx, picture.top + canvas.px(0.3)
    canvas.fill(plate, INDIGO_DEEP, 0.4)
    inner = plate.inflate(-canvas.px(0.6), 0)
    canvas.line(word, inner, align="centre", weight="Bold", colour=PAPER_BRIGHT, size=SMALL)


def draw_note(canvas: Canvas, picture: pygame.Rect, note: str) -> None:
    """Write at the foot of the tower's picture what has become of a picture that is being saved."""
    text = pygame.Rect(0, 0, min(canvas.px(34), picture.width - canvas.px(1.4)), canvas.px(6))
    text.height = min(text.height, canvas.paragraph_height(note, text, size=SMALL))
    text.midbottom = picture.centerx, picture.bottom - canvas.px(0.7)
    canvas.fill(text.inflate(canvas.px(0.8), canvas.px(0.6)), INDIGO_DEEP, 0.4)
    canvas.paragraph(note, text, size=SMALL, colour=PAPER_BRIGHT)


def tapped(taps: int) -> str:
    """Return in words that the tower is tapped, for the first time or again; empty if it is not."""
    if not taps:
        return ""
    return _("The tower is tapped") if taps == 1 else _("The tower is tapped again")


class TowerContents(Struct, frozen=True):
    """Cubes by colour on the tray and in the tower; both are public (7.5)."""

    tray: Mapping[str, int]
    inside: Mapping[str, int]


def draw_contents(canvas: Canvas, model: Model, box: pygame.Rect, contents: TowerContents) -> None:
    """Tell by colour what lies on the tray and in the tower."""
    half = box.height // 2
    upper = pygame.Rect(box.left, box.top, box.width, half)
    _counts(canvas, model, _("On the tray"), contents.tray, upper)
    told = _("On the tray: {cubes}. They go into the tower with the next throw.")
    canvas.target("tray", upper, None, told.format(cubes=cubes(contents.tray)), TRAY_RULE)
    lower = upper.move(0, half)
    _counts(canvas, model, _("In the tower"), contents.inside, lower)
    told = _("In the tower: {cubes}. They may come out in any later battle.")
    canvas.target("inside", lower, None, told.format(cubes=cubes(contents.inside)), INSIDE_RULE)


def _counts(canvas: Canvas, model: Model, title: str, counts: Mapping[str, int], box: pygame.Rect) -> None:
    head = pygame.Rect(box.left, box.top, box.width, canvas.px(1.3))
    canvas.small(title, head, colour=INK_SOFT)
    present = _present(model, counts)
    if not present:
        canvas.small(_("nothing"), pygame.Rect(box.left, head.bottom, box.width, canvas.px(1.6)), colour=INK_SOFT)
    step = min(box.width // max(1, len(present)), canvas.px(2.6))
    for number, (colour, count) in enumerate(present):
        place = pygame.Rect(box.left + number * step, head.bottom, step, canvas.px(1.6))
        side = min(place.height * 5 // 6, place.width // 2)
        image = _cube(model, colour, side)
        canvas.surface.blit(image, image.get_rect(midleft=place.midleft))
        text = pygame.Rect(place.left + side + 2, place.top, place.width - side - 3, place.height)
        canvas.line(str(count), text, size=SMALL, weight="Bold")


def _present(model: Model, counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the colours of which there are any, players first in the order of their seats."""
    colours = [seat.colour for seat in model.seats] + [PEASANT]
    return [(colour, counts.get(colour, 0)) for colour in colours if counts.get(colour)]


def draw_stuck(canvas: Canvas, model: Model, corner: tuple[int, int], counts: Mapping[str, int]) -> None:
    """Write beside the tower, downwards from a corner, what is in it: cubes by colour."""
    present = _present(model, counts)
    high = canvas.px(1.5)
    plate = pygame.Rect(*corner, canvas.px(2.0), high * len(present) + canvas.px(0.3))
    if not present:
        return
    canvas.fill(plate, INDIGO_DEEP, 0.3)
    for number, (colour, count) in enumerate(present):
        row = pygame.Rect(plate.left + canvas.px(0.2), plate.top + canvas.px(0.15) + number * high, plate.width, high)
        image = _cube(model, colour, canvas.px(0.8))
        canvas.surface.blit(image, image.get_rect(midleft=row.midleft))
        text = pygame.Rect(row.left + canvas.px(0.9), row.top, canvas.px(0.85), high)
        canvas.line(str(count), text, size=SMALL, weight="Bold", colour=PAPER_BRIGHT)
    tooltip = _("In the tower now, by colour; cubes that are stuck shine.")
    canvas.target("stuck", plate, None, tooltip, INSIDE_RULE)
