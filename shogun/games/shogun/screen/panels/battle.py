"""A battle over the map: the tower large, both sides beside it as their cubes come out, the count in pairs, the end."""

from collections.abc import Sequence
from typing import Protocol

import pygame
from msgspec.structs import replace

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.rules.references import COUNT_RULE, THROW_RULE
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.lettering import kanji_names
from shogun.games.shogun.screen.panels.tally import draw_note, draw_stuck, draw_word, tapped
from shogun.games.shogun.screen.play.large_battle import LargeBattle, Side, Standing, standings
from shogun.games.shogun.screen.play.model import Model
from shogun.window.kit.banner import WOOD, SeatLook
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import (
    CUBES,
    GOLD,
    GOLD_PALE,
    INDIGO,
    INDIGO_DEEP,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    SMALL,
    VERMILION,
    on,
)
from shogun.window.kit.widgets.button import button
from shogun.window.tower.stand import Picture

PLATE_EM = (9.0, 11.0)
STAGE_EM = (50, 41)
"""The room is so many of its own em wide and high, at most."""
PLATE_AIR_EM = 1.0
PLATE_AT = 0.3
"""At which share of the height the sides' plates begin: beside the shaft, where nothing falls."""
A_ROW = 5
"""Cubes in a row of a plate."""
HEAD_EM = 3.0
CREST_EM = 2.3
"""The cloth with a side's crest and name, and its crest ..."""
FRAME_EM, WON_EM = 0.08, 0.3
"""... the edge of its plate, and that of the winner's."""
NUMBER = 3.2
SWELL = 0.35
"""By how much of its size a number swells when a cube lands."""
RESULT_EM = (29.0, 4.6)
SEAL_EM = 3.2
VICTORY, DEFEAT = "勝", "敗"
"""What the seal says."""
CARTOUCHE_EM = 3.0
"""Width of the title, and of a letter of it."""
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
    go_on: Act
    """Goes on when the result was read."""

    @property
    def seconds(self) -> float | None:
        """How long ago the cubes were let go."""

    @property
    def swell(self) -> tuple[float, float]:
        """How far the numbers of both sides have swollen since their last cube landed, 0 to 1."""

    @property
    def drifted(self) -> int:
        """How many pictures of what drifts behind the tower have passed."""

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

    def clicked(self, _position: tuple[int, int]) -> None:
        """Go on from the result; what is still being counted isn't cut short by chance."""
        if self.is_told:
            self.controls.go_on()

    @property
    def is_told(self) -> bool:
        """Whether the result stands here."""
        model = self.model
        return model.large is not None and model.battle is not None and bool(model.battle.result)

    def rule(self) -> str:
        """Return the rule of the throw."""
        return THROW_RULE

    def stage_em(self, em: int) -> int:
        """Return the size of writing here, px: it grows with the room, beyond that of the window (`em`)."""
        return max(em, round(min(self.room.height / STAGE_EM[1], self.room.width / STAGE_EM[0])))

    def plates(self, em: int) -> tuple[pygame.Rect, pygame.Rect]:
        """Return where the sides stand: the attacker at the left, the defender at the right."""
        em = self.stage_em(em)
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
            self.controls.drifted,
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

    def _draw_whole(self, window: Canvas, large: LargeBattle) -> None:
        canvas = Canvas(window.surface, self.stage_em(window.em), window.layer, window.pointer, window.focus)
        picture, model = self.controls.picture, self.model
        picture.xray = model.xray
        picture.draw(canvas.surface)
        pygame.draw.rect(canvas.surface, GOLD, self.room, max(1, canvas.px(0.12)))
        self._cartouche(canvas, large.province)
        for side, row, plate in zip(large.sides, self._rows(large), self.plates(window.em), strict=True):
            draw_side(canvas, model.seats, side, row, plate)
        left, right = self.plates(window.em)
        self._peasants(canvas, large, right)
        draw_word(canvas, self.room, _("Paused") if model.is_paused else tapped(model.taps) if self._falls else "")
        if model.xray:
            draw_stuck(canvas, model, self.room.move(canvas.px(0.5), canvas.px(0.5)).topleft, model.inside)
        if model.battle is not None and model.battle.result:
            self._result(canvas, model.battle.result)
            self._after(canvas, left, right)
        if model.note:
            draw_note(canvas, self.room, model.note)

    def _rows(self, large: LargeBattle) -> list[Standing]:
        """Return both sides with their numbers as far as they have swollen, and who has won."""
        rows = standings(large, self.model.battle, self.model.tray)
        won = (self._has_won(side) for side in large.sides)
        return [
            replace(row, swell=swell, won=is_winner)
            for row, swell, is_winner in zip(rows, self.controls.swell, won, strict=True)
        ]

    @property
    def _falls(self) -> bool:
        return self.model.is_watching

    def _peasants(self, canvas: Canvas, large: LargeBattle, plate: pygame.Rect) -> None:
        """Tell of peasants that have come out beside two players, and in the count whether they take part (7.3)."""
        model = self.model
        peasants = model.tray.get(PEASANT, 0)
        is_told = model.battle is not None and bool(model.battle.result)
        if not peasants or is_told or any(side.seat is None for side in large.sides):
            return
        line = pygame.Rect(plate.left, plate.bottom + canvas.px(0.3), plate.width, canvas.px(1.7))
        canvas.plate(line, PAPER_BRIGHT, PAPER_EDGE, 0.3)
        text = ngettext("{n} peasant came out", "{n} peasants came out", peasants).format(n=peasants)
        if model.battle is not None and model.battle.sides is not None:
            takes_part = any(colour == PEASANT for colour, _number in model.battle.sides[1].cubes)
            text = _("Peasants join in") if takes_part else _("Peasants stay out")
        canvas.line(text, line.inflate(-canvas.px(0.6), 0), size=SMALL, align="centre", colour=INK_SOFT)

    # The end

    def _has_won(self, side: Side) -> bool:
        battle = self.model.battle
        return battle is not None and bool(battle.result) and side.seat is not None and battle.winner == side.seat

    def _cartouche(self, canvas: Canvas, province: str) -> None:
        """Write on the sky what is fought for, as the title of a print: kanji from top to bottom, the name below."""
        kanji = kanji_names().get(province, "")
        wide, sign = canvas.px(CARTOUCHE_EM), canvas.px(CARTOUCHE_EM * 0.78)
        plate = pygame.Rect(0, 0, wide, len(kanji) * sign + canvas.px(0.7))
        plate.topright = self.room.right - canvas.px(1.2), self.room.top + canvas.px(1.0)
        if kanji:
            canvas.plate(plate, VERMILION, GOLD_PALE, 0.15, 0.12)
        for number, letter in enumerate(kanji):
            row = pygame.Rect(plate.left, plate.top + canvas.px(0.35) + number * sign, wide, sign)
            canvas.line(letter, row, size=CARTOUCHE_EM * 0.7, align="centre", weight="Bold", colour=PAPER_BRIGHT)
        name = pygame.Rect(0, 0, canvas.px(8), canvas.px(1.6))
        name.topright = plate.right, plate.bottom + canvas.px(0.2)
        canvas.line(province, name, size=1.1, align="right", weight="Bold", colour=PAPER_BRIGHT)

    def _result(self, canvas: Canvas, result: str) -> None:
        """Write how it ended across the sky, beside the seal of victory or defeat."""
        wide, high = (canvas.px(part) for part in RESULT_EM)
        plate = pygame.Rect(0, 0, min(wide, self.room.width - canvas.px(2)), high)
        plate.midtop = self.room.centerx, self.room.top + canvas.px(1.2)
        canvas.plate(plate, GOLD_PALE, INDIGO_DEEP, 0.4, 0.14)
        text = plate.inflate(-canvas.px(1.6), -canvas.px(0.7))
        if sign := self._sign():
            seal = pygame.Rect(text.left, 0, canvas.px(SEAL_EM), canvas.px(SEAL_EM))
            seal.centery = plate.centery
            canvas.fill(seal, INDIGO if sign == DEFEAT else VERMILION, 0.4)
            canvas.line(sign, seal, size=SEAL_EM * 0.74, align="centre", weight="Bold", colour=PAPER_BRIGHT)
            text.width, text.left = text.right - seal.right - canvas.px(0.9), seal.right + canvas.px(0.9)
        spare = text.height - canvas.paragraph_height(result, text, size=1.3, weight="Bold")
        canvas.paragraph(result, text.move(0, max(0, spare // 2)), size=1.3, weight="Bold")

    def _sign(self) -> str:
        """Return what the seal says: defeat if somebody at the screen has lost, else victory if anybody has won."""
        battle = self.model.battle
        if battle is None:
            return ""
        if battle.end_for([seat for seat, look in enumerate(self.model.seats) if look.person]) == "lost":
            return DEFEAT
        return "" if battle.winner is None else VICTORY

    def _after(self, canvas: Canvas, left: pygame.Rect, right: pygame.Rect) -> None:
        """Draw what can be done with a battle that is over, below the sides."""
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
    """Draw one side: its cloth with crest and name, how many of its cubes stand, and these; a winner in gold."""
    _hang(canvas, plate)
    canvas.plate(plate, PAPER_BRIGHT, GOLD if row.won else PAPER_EDGE, 0.3, WON_EM if row.won else FRAME_EM)
    head = pygame.Rect(plate.left, plate.top, plate.width, canvas.px(HEAD_EM)).inflate(-canvas.px(0.5), 0)
    head.top = plate.top + canvas.px(0.25)
    _cloth(canvas, seats, side, head)
    inner = plate.inflate(-canvas.px(0.8), -canvas.px(0.7))
    number = pygame.Rect(inner.left, head.bottom, inner.width, canvas.px(NUMBER * 1.25))
    size = NUMBER * (1 + SWELL * row.swell)
    canvas.line(str(row.left), number, size=size, weight="Bold", align="centre", colour=INDIGO)
    _cubes(canvas, seats, row, pygame.Rect(inner.left, number.bottom, inner.width, inner.bottom - number.bottom))
    told = ngettext("{side}: {n} cube on the tray", "{side}: {n} cubes on the tray", row.left)
    canvas.target(f"army-{side.colour}", plate, None, told.format(side=side.title, n=row.left), COUNT_RULE)


def _hang(canvas: Canvas, plate: pygame.Rect) -> None:
    """Draw the pole from which a side's cloth hangs."""
    pole = pygame.Rect(0, 0, plate.width + canvas.px(0.8), canvas.px(0.36))
    pole.midbottom = plate.centerx, plate.top + canvas.px(0.1)
    canvas.fill(pole, WOOD, 0.2)
    for end in (pole.midleft, pole.midright):
        pygame.draw.circle(canvas.surface, GOLD, end, canvas.px(0.26))


def _cloth(canvas: Canvas, seats: Sequence[SeatLook], side: Side, box: pygame.Rect) -> None:
    """Draw crest and name in the colour of a side's cubes."""
    colour = CUBES[side.colour]
    ink, room = on(colour), canvas.px(CREST_EM)
    pygame.draw.rect(canvas.surface, colour, box, border_radius=canvas.px(0.2))
    crest = pieces.cube_sign(side.colour, "" if side.seat is None else seats[side.seat].mon)(room)
    canvas.surface.blit(crest, crest.get_rect(midleft=(box.left + canvas.px(0.35), box.centery)))
    name = pygame.Rect(box.left + room + canvas.px(0.6), box.top, 0, box.height)
    name.width = box.right - canvas.px(0.3) - name.left
    canvas.line(side.title, name, weight="Bold", colour=ink)


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
