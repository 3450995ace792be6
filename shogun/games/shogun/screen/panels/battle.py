"""A battle over the map: the tower large, both sides beside it as their cubes come out, the count in pairs, the end."""

from collections.abc import Sequence
from typing import Protocol

import pygame
from msgspec.structs import replace

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.rules.references import COUNT_RULE, THROW_RULE
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.panels.tally import draw_note, draw_sign, draw_stuck, draw_word, tapped
from shogun.games.shogun.screen.play.large_battle import LargeBattle, Side, Standing, standings
from shogun.games.shogun.screen.play.model import Model
from shogun.window.kit.banner import SeatLook
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import GOLD, GOLD_PALE, INDIGO, INDIGO_DEEP, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL
from shogun.window.kit.widgets.button import button
from shogun.window.tower.stand import Picture

PLATE_EM = (8.4, 10.2)
PLATE_AIR_EM = 0.5
PLATE_AT = 0.3
"""At which share of the height the sides' plates begin: beside the shaft, where nothing falls."""
A_ROW = 5
"""Cubes in a row of a plate."""
NUMBER = 3.0
SWELL = 0.35
"""By how much of its size a number swells when a cube lands."""
RESULT_EM = (24.0, 4.2)
FALLEN_ALPHA = 60
"""How much is still seen of a cube that fell in the count, of 255."""


class BattleControls(Protocol):
    """What this panel needs of the scene: `scenes/game/large_battles.py`."""

    picture: Picture
    """The tower."""
    watch_again: Act
    """Shows the battle once more, slowly and with the x-ray."""
    save_picture: Act
    """Saves the battle as a picture that moves."""

    @property
    def seconds(self) -> float | None:
        """How long ago the cubes were let go."""

    @property
    def swell(self) -> tuple[float, float]:
        """How far the numbers of both sides have swollen since their last cube landed, 0 to 1."""

    def origin(self) -> tuple[int, int]:
        """Return the pixel of the map from which the picture grows."""


class BattlePanel(Panel):
    """Hidden but for the time of a battle that is shown large."""

    name = "battle"

    def __init__(self, model: Model, controls: BattleControls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.room = pygame.Rect(0, 0, 0, 0)
        """Its place when it has grown."""
        self.is_hidden = True
        self._snapshot: pygame.Surface | None = None
        """What it shows while it grows or goes."""

    def give_room(self, room: pygame.Rect) -> None:
        """Take a place of this size when it is shown."""
        self.room = room
        self.controls.picture.resize(room)
        self.follow()

    def follow(self) -> None:
        """Be as large as the battle has grown, and hidden without one."""
        large = self.model.large
        self.is_hidden = large is None
        self.dirty = True
        if large is None:
            self._snapshot = None
            self.layer.clear()
            self.rect = pygame.Rect(0, 0, 0, 0)
        elif large.is_whole:
            self._snapshot = None
            self.rect = self.room.copy()
        else:
            self.rect = between(self.controls.origin(), self.room, large.grown)

    def rule(self) -> str:
        """Return the rule of the throw."""
        return THROW_RULE

    def plates(self, em: int) -> tuple[pygame.Rect, pygame.Rect]:
        """Return where the sides stand: the attacker at the left, the defender at the right."""
        wide, high = (round(part * em) for part in PLATE_EM)
        gap, top = round(PLATE_AIR_EM * em), self.room.top + round(self.room.height * PLATE_AT)
        left = pygame.Rect(self.room.left + gap, top, wide, high)
        return left, pygame.Rect(self.room.right - gap - wide, top, wide, high)

    def shows(self) -> tuple[object, ...]:
        """Return the moment of the battle."""
        model = self.model
        battle = model.battle and model.battle.shown()
        large = model.large and model.large.shown()
        return (
            large,
            battle,
            model.note,
            self.controls.seconds,
            self.controls.swell,
            model.xray,
            model.is_paused,
            model.taps,
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw the battle, or on its way a picture of it."""
        large = self.model.large
        if large is None:
            return
        if large.is_whole:
            self._draw_whole(canvas, large)
        elif self.rect:
            canvas.surface.blit(pygame.transform.scale(self._pictured(canvas), self.rect.size), self.rect)

    def _pictured(self, canvas: Canvas) -> pygame.Surface:
        """Return the whole panel as it was when it began to grow or to go."""
        if self._snapshot is None:
            window = pygame.Surface(canvas.surface.get_size())
            assert self.model.large is not None
            apart = Canvas(window, canvas.em, self.layer, (-1, -1), "")
            self._draw_whole(apart, self.model.large)
            self.layer.clear()
            self._snapshot = window.subsurface(self.room).copy()
        return self._snapshot

    def _draw_whole(self, canvas: Canvas, large: LargeBattle) -> None:
        picture, model = self.controls.picture, self.model
        picture.xray = model.xray
        picture.draw(canvas.surface)
        pygame.draw.rect(canvas.surface, GOLD, self.room, max(1, canvas.px(0.12)))
        for side, row, plate in zip(large.sides, self._rows(large), self.plates(canvas.em), strict=True):
            draw_side(canvas, model.seats, side, row, plate)
        self._peasants(canvas, large)
        draw_word(canvas, self.room, _("Paused") if model.is_paused else tapped(model.taps) if self._falls else "")
        if model.xray:
            draw_stuck(canvas, model, self.room.move(canvas.px(0.5), canvas.px(0.5)).topleft, model.inside)
        if model.battle is not None and model.battle.result:
            self._result(canvas, model.battle.result)
            self._after(canvas)
        if model.note:
            draw_note(canvas, self.room, model.note)

    def _rows(self, large: LargeBattle) -> list[Standing]:
        """Return both sides with their numbers as far as they have swollen."""
        rows = standings(large, self.model.battle, self.model.tray)
        return [replace(row, swell=swell) for row, swell in zip(rows, self.controls.swell, strict=True)]

    @property
    def _falls(self) -> bool:
        return self.model.is_watching

    def _peasants(self, canvas: Canvas, large: LargeBattle) -> None:
        """Tell of peasants that have come out beside two players, until the count says whether they take part (7.3)."""
        model = self.model
        peasants = model.tray.get(PEASANT, 0)
        if not peasants or (model.battle and model.battle.sides) or any(side.seat is None for side in large.sides):
            return
        plate = self.plates(canvas.em)[1]
        line = pygame.Rect(plate.left, plate.bottom + canvas.px(0.3), plate.width, canvas.px(1.7))
        canvas.plate(line, PAPER_BRIGHT, PAPER_EDGE, 0.3)
        text = ngettext("{n} peasant came out", "{n} peasants came out", peasants).format(n=peasants)
        canvas.line(text, line.inflate(-canvas.px(0.6), 0), size=SMALL, align="centre", colour=INK_SOFT)

    # The end

    def _result(self, canvas: Canvas, result: str) -> None:
        wide, high = (canvas.px(part) for part in RESULT_EM)
        plate = pygame.Rect(0, 0, min(wide, self.room.width - canvas.px(2)), high)
        plate.midtop = self.room.centerx, self.room.top + canvas.px(1.2)
        canvas.plate(plate, GOLD_PALE, INDIGO_DEEP, 0.4)
        canvas.paragraph(result, plate.inflate(-canvas.px(1.4), -canvas.px(0.6)), size=1.25, weight="Bold")

    def _after(self, canvas: Canvas) -> None:
        """Draw what can be done with a battle that is over, below the sides."""
        left, right = self.plates(canvas.em)
        high = canvas.px(2.2)
        again = pygame.Rect(left.left, left.bottom + canvas.px(0.4), left.width, high)
        tooltip = _("Watch it once more at a quarter of its speed, with the x-ray (R)")
        button(
            canvas,
            "battle-again",
            again,
            _("Again, slowly (R)"),
            self.controls.watch_again,
            tooltip=tooltip,
            size=SMALL,
        )
        save = pygame.Rect(right.left, right.bottom + canvas.px(0.4), right.width, high)
        tooltip = _("Save this battle as a picture that moves, to be sent to friends (V)")
        button(
            canvas,
            "battle-picture",
            save,
            _("Save picture (V)"),
            self.controls.save_picture,
            tooltip=tooltip,
            size=SMALL,
        )


def draw_side(canvas: Canvas, seats: Sequence[SeatLook], side: Side, row: Standing, plate: pygame.Rect) -> None:
    """Draw one side: whose it is, how many of its cubes stand, and these; its number may have swollen."""
    canvas.plate(plate, PAPER_BRIGHT, GOLD if row.left else PAPER_EDGE, 0.4)
    inner = plate.inflate(-canvas.px(0.8), -canvas.px(0.7))
    sign = pygame.Rect(inner.left, inner.top, canvas.px(2.1), canvas.px(2.1))
    draw_sign(canvas, seats, side.seat, sign)
    left = sign.right + canvas.px(0.2)
    canvas.line(side.title, pygame.Rect(left, inner.top, inner.right - left, sign.height), weight="Bold")
    number = pygame.Rect(inner.left, sign.bottom, inner.width, canvas.px(NUMBER * 1.3))
    size = NUMBER * (1 + SWELL * row.swell)
    canvas.line(str(row.left), number, size=size, weight="Bold", align="centre", colour=INDIGO)
    _cubes(canvas, seats, row, pygame.Rect(inner.left, number.bottom, inner.width, inner.bottom - number.bottom))
    told = ngettext("{side}: {n} cube on the tray", "{side}: {n} cubes on the tray", row.left)
    canvas.target(f"army-{side.colour}", plate, None, told.format(side=side.title, n=row.left), COUNT_RULE)


def _cubes(canvas: Canvas, seats: Sequence[SeatLook], row: Standing, box: pygame.Rect) -> None:
    """Draw the cubes of a side; those that fell in the count are faint."""
    crests = {seat.colour: seat.mon for seat in seats}
    rows = max(2, -(-len(row.cubes) // A_ROW))
    size = min(box.width // A_ROW - 2, box.height // rows - 2)
    for number, colour in enumerate(row.cubes):
        image = pieces.crested_cube(colour, size, crests.get(colour, ""))
        place = box.left + number % A_ROW * (box.width // A_ROW), box.top + number // A_ROW * (size + 2)
        image.set_alpha(FALLEN_ALPHA if number < row.fallen else 255)
        canvas.surface.blit(image, place)
        image.set_alpha(255)


def between(start: tuple[int, int], end: pygame.Rect, share: float) -> pygame.Rect:
    """Return the rectangle that has grown so far, gently, from a point to its whole size."""
    gentle = share * share * (3 - 2 * share)
    left, top = start[0] + (end.left - start[0]) * gentle, start[1] + (end.top - start[1]) * gentle
    return pygame.Rect(round(left), round(top), round(end.width * gentle), round(end.height * gentle))
