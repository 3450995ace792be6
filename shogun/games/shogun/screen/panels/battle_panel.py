"""A battle over the map: the large tower, both sides next to it as their cubes come out, the count, and the result."""

from collections.abc import Sequence
from typing import Protocol

import pygame
from msgspec.structs import replace

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.rules.references import COUNT_RULE, THROW_RULE
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.painting.brush import kanji_names
from shogun.games.shogun.screen.panels.battle_count import draw_note, draw_stuck, draw_word, tapped
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.shown_battle import LargeBattle, Side, Standing, standings
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import WOOD, SeatLook
from shogun.window.kit.drawing.theme import (
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
    text_colour_on,
)
from shogun.window.kit.layout import Box, Places, column, part, place, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import button
from shogun.window.tower.tower_display import Picture

STAGE_EM = (50, 41)
"""Largest width and height of the room, in its own em."""
PLATE_AT = 0.56
"""Share of the height at which the sides' plates begin: just above the tray, where players look."""
PLATE_EM = (9.0, 11.0)


def _plate(name: str) -> Box:
    """Return the column of a side: its plate, with text or a button below."""
    plate = column(part(name, high=PLATE_EM[1]), part(f"below-{name}", high=2.2), gap=0.35, high=share(1 - PLATE_AT))
    return column(part(high=share(PLATE_AT)), plate, wide=PLATE_EM[0])


STAGE = row(_plate("attacker"), part(), _plate("defender"), padding=(1.0, 0.0))
RESULT = row(part("seal", wide=3.2, high=3.2), part("told"), gap=0.9, padding=(0.8, 0.35), align="middle")
PLAIN_RESULT = row(part("told"), padding=(0.8, 0.35))
SIDE = column(
    row(part("cloth"), padding=(0.25, 0.0), high=3.0),
    part("number", high=4.0),
    row(part("cubes"), padding=(0.4, 0.0)),
    padding=(0.0, 0.3),
)
CLOTH = row(part("crest", wide=2.3), part("name"), gap=0.3, padding=(0.35, 0.0))
"""Cloth with a side's crest and name."""
A_ROW = 5
"""Number of cubes in a row of a plate."""
FRAME_EM, WON_EM = 0.08, 0.3
"""Width of the edge of a side's plate, and of the winner's."""
NUMBER = 3.2
SWELL = 0.35
"""Share of its size by which a number swells when a cube lands."""
RESULT_EM = (29.0, 4.6)
VICTORY, DEFEAT = "勝", "敗"
"""Characters on the seal."""
CARTOUCHE_EM, LETTER_EM = 3.0, 2.34
"""Width of the title, and height of one of its letters."""
FALLEN_ALPHA = 60
"""Opacity of a cube that fell in the count, 0 to 255."""


class BattleControls(Protocol):
    """Interface that the panel needs from the scene: `scenes/large_battles.py`."""

    picture: Picture
    """The tower."""

    def watch_again(self) -> None:
        """Show the battle again, in slow motion with the x-ray."""

    def save_picture(self) -> None:
        """Save the battle as an animation."""

    def go_on(self) -> None:
        """Continue after the result has been read."""

    @property
    def seconds(self) -> float | None:
        """Seconds since the cubes were released."""

    @property
    def swell(self) -> tuple[float, float]:
        """Swelling of both sides' numbers since their last cube landed, 0 to 1."""

    @property
    def drifted(self) -> int:
        """Number of updates of the drifting leaves behind the tower."""

    def origin(self) -> tuple[int, int]:
        """Return the point of the map from which the picture grows."""


class BattlePanel(Panel):
    """Hidden except while a battle is shown large."""

    name = "battle"

    def __init__(self, model: Model, controls: BattleControls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.room = pygame.Rect()
        """Place of the panel when fully grown."""
        self.is_hidden = True
        self._snapshot: pygame.Surface | None = None
        """Picture that is shown while the panel grows or shrinks."""

    def give_room(self, room: pygame.Rect) -> None:
        """Use a place of this size when shown."""
        self.room = room
        self.controls.picture.resize(room)
        self.follow()

    def follow(self) -> None:
        """Resize with the battle's growth, and hide without a battle."""
        large = self.model.large
        self.is_hidden = large is None
        self.dirty = True
        if large is None:
            self._snapshot = None
            self.layer.clear()
            self.rect = pygame.Rect()
        elif large.is_whole:
            self._snapshot = None
            self.rect = self.room.copy()
        else:
            self.rect = between(self.controls.origin(), self.room, large.grown)

    def clicked(self, _position: tuple[int, int]) -> None:
        """Continue from the result; the count can't be cut short by an accidental click."""
        if self.is_told:
            self.controls.go_on()

    @property
    def is_told(self) -> bool:
        """True if the result is shown."""
        model = self.model
        return model.large is not None and model.battle is not None and bool(model.battle.result)

    def rule(self) -> str:
        """Return the rule of the throw."""
        return THROW_RULE

    def stage_em(self, em: int) -> int:
        """Return the text size here, px: it grows with the room, beyond the window's own (`em`)."""
        return max(em, round(min(self.room.height / STAGE_EM[1], self.room.width / STAGE_EM[0])))

    def plates(self, em: int) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the plates of the sides: the attacker on the left, the defender on the right."""
        places = place(STAGE, self.room, self.stage_em(em))
        return places["attacker"], places["defender"]

    def shows(self) -> tuple[object, ...]:
        """Return everything that the panel shows."""
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
        """Draw the battle, or a picture of it while the panel grows or shrinks."""
        large = self.model.large
        if large is None:
            return
        if large.is_whole:
            self._draw_whole(canvas, large)
        elif self.rect:
            canvas.surface.blit(pygame.transform.scale(self._pictured(canvas), self.rect.size), self.rect)

    def _pictured(self, canvas: Canvas) -> pygame.Surface:
        """Return a picture of the whole panel from when it began to grow or shrink."""
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
        for side, standing, plate in zip(large.sides, self._rows(large), self.plates(window.em), strict=True):
            draw_side(canvas, model.seats, side, standing, plate)
        places = canvas.places(STAGE, self.room)
        self._peasants(canvas, large, places["below-defender"])
        draw_word(canvas, self.room, _("Paused") if model.is_paused else tapped(model.taps) if self._falls else "")
        if model.xray:
            draw_stuck(canvas, model, canvas.within(self.room, 0.5), model.inside)
        if model.battle is not None and model.battle.result:
            self._result(canvas, model.battle.result)
            self._after(canvas, places)
        if model.note:
            draw_note(canvas, self.room, model.note)

    def _rows(self, large: LargeBattle) -> list[Standing]:
        """Return both sides with their swelling numbers, and the winner."""
        rows = standings(large, self.model.battle, self.model.tray)
        won = (self._has_won(side) for side in large.sides)
        return [
            replace(row, swell=swell, won=is_winner)
            for row, swell, is_winner in zip(rows, self.controls.swell, won, strict=True)
        ]

    @property
    def _falls(self) -> bool:
        return self.model.is_watching

    def _peasants(self, canvas: Canvas, large: LargeBattle, room: pygame.Rect) -> None:
        """Show the peasants next to two players' cubes, and in the count whether they take part (7.3)."""
        model = self.model
        peasants = model.tray.get(PEASANT, 0)
        is_told = model.battle is not None and bool(model.battle.result)
        if not peasants or is_told or any(side.seat is None for side in large.sides):
            return
        line = canvas.down(room, 1.7)[0]
        canvas.plate(line, PAPER_BRIGHT, PAPER_EDGE, 0.3)
        text = ngettext("{n} peasant came out", "{n} peasants came out", peasants).format(n=peasants)
        if model.battle is not None and model.battle.sides is not None:
            takes_part = any(colour == PEASANT for colour, _number in model.battle.sides[1].cubes)
            text = _("Peasants join in") if takes_part else _("Peasants stay out")
        canvas.line(text, canvas.within(line, 0.3, 0.0), size=SMALL, align="centre", colour=INK_SOFT)

    # The end

    def _has_won(self, side: Side) -> bool:
        battle = self.model.battle
        return battle is not None and bool(battle.result) and side.seat is not None and battle.winner == side.seat

    def _cartouche(self, canvas: Canvas, province: str) -> None:
        """Write the province on the sky like the title of a print: kanji from top to bottom, the name below."""
        kanji = kanji_names().get(province, "")
        print_title = column(
            part("kanji", CARTOUCHE_EM, LETTER_EM * len(kanji) + 0.7), part("name", 8.0, 1.6),
            gap=0.2, wide=8.0, align="end",
        )  # fmt: skip
        places = canvas.places(row(part(), print_title, padding=(1.2, 1.0)), self.room)
        if kanji:
            canvas.plate(places["kanji"], VERMILION, GOLD_PALE, 0.15, 0.12)
        for letter, line in zip(kanji, canvas.rows(canvas.within(places["kanji"], 0.0, 0.35), len(kanji)), strict=True):
            canvas.line(letter, line, size=CARTOUCHE_EM * 0.7, align="centre", weight="Bold", colour=PAPER_BRIGHT)
        canvas.line(province, places["name"], size=1.1, align="right", weight="Bold", colour=PAPER_BRIGHT)

    def _result(self, canvas: Canvas, result: str) -> None:
        """Write the result across the sky, next to the seal of victory or defeat."""
        wide, high = RESULT_EM
        plate = canvas.spot(canvas.down(canvas.within(self.room, 1.0, 1.2), high)[0], wide=wide)
        canvas.plate(plate, GOLD_PALE, INDIGO_DEEP, 0.4, 0.14)
        sign = self._sign()
        places = canvas.places(RESULT if sign else PLAIN_RESULT, plate)
        if sign:
            canvas.fill(places["seal"], INDIGO if sign == DEFEAT else VERMILION, 0.4)
            canvas.line(sign, places["seal"], size=2.4, align="centre", weight="Bold", colour=PAPER_BRIGHT)
        needed = canvas.paragraph_height(result, places["told"], size=1.3, weight="Bold") / canvas.em
        canvas.paragraph(result, canvas.spot(places["told"], high=needed), size=1.3, weight="Bold")

    def _sign(self) -> str:
        """Return the seal's character: defeat if a human has lost, otherwise victory if anybody has won."""
        battle = self.model.battle
        if battle is None:
            return ""
        if battle.end_for([seat for seat, look in enumerate(self.model.seats) if look.person]) == "lost":
            return DEFEAT
        return "" if battle.winner is None else VICTORY

    def _after(self, canvas: Canvas, places: Places) -> None:
        """Draw the buttons for a finished battle, below the sides."""
        controls, place = self.controls, places["below-attacker"]
        told = _("Watch it again at quarter speed, with X-ray (R)")
        label = _("Again, slowly (R)")
        button(canvas, "battle-again", place, label, controls.watch_again, tooltip=told, size=SMALL)
        told, place = _("Save this battle as an animation to share (V)"), places["below-defender"]
        label = _("Save animation (V)")
        button(canvas, "battle-picture", place, label, controls.save_picture, tooltip=told, size=SMALL)


def draw_side(canvas: Canvas, seats: Sequence[SeatLook], side: Side, row: Standing, plate: pygame.Rect) -> None:
    """Draw one side: its cloth with crest and name, its number of cubes, and the cubes; a winner in gold."""
    _hang(canvas, plate)
    canvas.plate(plate, PAPER_BRIGHT, GOLD if row.won else PAPER_EDGE, 0.3, WON_EM if row.won else FRAME_EM)
    places = canvas.places(SIDE, plate)
    _cloth(canvas, seats, side, places["cloth"])
    size = NUMBER * (1 + SWELL * row.swell)
    canvas.line(str(row.left), places["number"], size=size, weight="Bold", align="centre", colour=INDIGO)
    _cubes(canvas, seats, row, places["cubes"])
    told = ngettext("{side}: {n} cube on the tray", "{side}: {n} cubes on the tray", row.left)
    canvas.target(f"army-{side.colour}", plate, None, told.format(side=side.title, n=row.left), COUNT_RULE)


def _hang(canvas: Canvas, plate: pygame.Rect) -> None:
    """Draw the pole that a side's cloth hangs from."""
    pole = canvas.down(canvas.within(plate, -0.4, -0.26), 0.36)[0]
    canvas.fill(pole, WOOD, 0.2)
    for end in (pole.midleft, pole.midright):
        pygame.draw.circle(canvas.surface, GOLD, end, canvas.px(0.26))


def _cloth(canvas: Canvas, seats: Sequence[SeatLook], side: Side, box: pygame.Rect) -> None:
    """Draw crest and name in the color of a side's cubes."""
    colour = CUBES[side.colour]
    places = canvas.places(CLOTH, box)
    pygame.draw.rect(canvas.surface, colour, box, border_radius=canvas.px(0.2))
    crest = pieces.cube_sign(side.colour, "" if side.seat is None else seats[side.seat].crest)
    canvas.image(crest(min(places["crest"].size)), places["crest"], "left")
    canvas.line(side.title, places["name"], weight="Bold", colour=text_colour_on(colour))


def _cubes(canvas: Canvas, seats: Sequence[SeatLook], row: Standing, box: pygame.Rect) -> None:
    """Draw the cubes of a side; those that fell in the count are faint."""
    crests = {seat.colour: seat.crest for seat in seats}
    count = max(2, -(-len(row.cubes) // A_ROW))
    lines = canvas.down(box, *(share(most=box.width / A_ROW / canvas.em),) * count)
    spots = [spot for line in lines for spot in canvas.columns(line, A_ROW)]
    for number, (colour, spot) in enumerate(zip(row.cubes, spots, strict=False)):
        image = pieces.crested_cube(colour, min(spot.size) - 2, crests.get(colour, ""))
        image.set_alpha(FALLEN_ALPHA if number < row.fallen else 255)
        canvas.image(image, spot)
        image.set_alpha(255)


def between(start: tuple[int, int], end: pygame.Rect, share: float) -> pygame.Rect:
    """Return a rectangle growing smoothly from a point to its full size."""
    gentle = share * share * (3 - 2 * share)
    left, top = start[0] + (end.left - start[0]) * gentle, start[1] + (end.top - start[1]) * gentle
    return pygame.Rect(round(left), round(top), round(end.width * gentle), round(end.height * gentle))
