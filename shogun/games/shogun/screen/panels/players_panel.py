"""All players' goods, which are always public."""

from collections.abc import Sequence
from functools import partial

import pygame

from shogun.base.language import _
from shogun.games.shogun.rules.references import GOODS_RULES
from shogun.games.shogun.rules.state import Planning
from shogun.games.shogun.screen.card import coin
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import special_label
from shogun.window.generic.panels import SeatActs, SeatsPanel
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import Palette, banner
from shogun.window.kit.drawing.theme import (
    BODY,
    CUBES,
    GOLD,
    GOLD_PALE,
    INDIGO,
    INDIGO_DEEP,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_SHADE,
    mix,
)
from shogun.window.kit.layout import Places, column, overlay, part, row, share
from shogun.window.kit.widgets.button import put_icon

HEAD_EM = 2.0
"""Least height of the part of a row that changes who plays."""
RESTING = mix(PAPER_SHADE, PAPER, 0.5)
"""Background of the rows of players who aren't on turn."""
ACTIVE_NAME = 1.2
"""Size of the name of the player on turn, em."""
MOST_EM = 3.9
"""Height of a player's row where there is room."""
ROW = row(
    overlay(
        row(part("flag"), padding=(0.35, 0.0)),
        column(part("sign", wide=1.1, high=1.1), padding=(0.0, 0.1), align="end", justify="end"),
        wide=2.8,
    ),
    column(
        row(part("name"), part("note", wide=share(0.66)), gap=0.3, high=share(0.52, least=HEAD_EM), name="head"),
        part("goods", high=share(0.48, least=1.0)),
    ),
    part(wide=0.15),
    gap=0.25,
)  # fmt: skip
GOODS = tuple(share(weight) for weight in (0.19, 0.19, 0.21, 0.19, 0.22))
"""Chests, rice, armies, provinces and points."""


class PlayersPanel(SeatsPanel):
    """A row for each player: banner, name, current activity, and goods."""

    model: Model

    def __init__(self, model: Model, controls: Controls, seats: SeatActs | None = None) -> None:
        """Show the players; with `seats`, a click on a banner asks who should play the seat."""
        super().__init__(model, seats)
        self.controls = controls
        self._rows: dict[int, pygame.Rect] = {}

    def pointed(self, position: tuple[int, int]) -> None:
        """Highlight the provinces of the row under the pointer."""
        if self.seats is not None:
            self.controls.point_at_clan(
                next((seat for seat, row in self._rows.items() if row.collidepoint(position)), None)
            )

    def clicked(self, position: tuple[int, int]) -> None:
        """Change who plays on a click on the banner's lower part too."""
        seat = next((seat for seat, row in self._rows.items() if row.collidepoint(position)), None)
        if self.seats is not None and seat is not None:
            self.seats.open_menu(seat)

    def left(self) -> None:
        """Remove the highlight."""
        if self.seats is not None:
            self.controls.point_at_clan(None)

    def shows(self) -> tuple[object, ...]:
        """Return all goods, and the players who are asked or thinking."""
        model = self.model
        return model.view, model.question, model.thinking, model.seats

    def draw(self, canvas: Canvas) -> None:
        """Draw all rows."""
        canvas.fill(self.rect, INDIGO_DEEP)
        self.draw_plates(canvas)

    def plates(self, canvas: Canvas) -> Sequence[pygame.Rect]:
        """Return the room of each row, in seat order."""
        heights = (share(most=MOST_EM),) * len(self.model.seats)
        return canvas.down(canvas.within(self.rect, 0.1), *heights, gap=0.2)

    def plate(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        """Draw a player's row."""
        self._rows[seat] = box
        active = self._is_active(seat)
        canvas.plate(box, GOLD_PALE if active else RESTING, GOLD if active else RESTING, 0.25, 0.2)
        places = canvas.places(ROW, box)
        canvas.image(banner(self.model.seats[seat].clan, round(box.height * 0.86)), places["flag"], "left")
        self._heading(canvas, seat, places)
        put_icon(canvas, "person" if self.model.seats[seat].person else "computer", places["sign"])
        if self.seats is not None:
            head, _below = canvas.down(box, places["head"].height / canvas.em, share())
            canvas.target(f"seat-{seat}", head, partial(self.seats.open_menu, seat), self.seats.tooltip(seat))
        self._goods(canvas, seat, places["goods"])

    def _is_active(self, seat: int) -> bool:
        model = self.model
        if model.question is not None:
            return model.question.seat == seat
        return model.view.turn == seat

    def _heading(self, canvas: Canvas, seat: int, places: Places) -> None:
        note = self._note(seat)
        name = places["name"] if note else places["name"].union(places["note"])
        is_active = self._is_active(seat)
        canvas.line(self.model.seats[seat].name, name, weight="Bold", size=ACTIVE_NAME if is_active else BODY)
        canvas.small(note, places["note"], align="right", colour=INK if is_active else INK_SOFT)

    def _note(self, seat: int) -> str:
        model, view = self.model, self.model.view
        if isinstance(view.stage, Planning):
            return _("has planned") if view.planned[seat] else _("is planning")
        if seat in model.thinking:
            return _("thinking …")
        taken = view.specials_taken[seat]
        return special_label(taken) if taken else ""

    def _goods(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        player = self.model.view.players[seat]
        provinces = len(self.model.view.owned(seat))
        goods = (
            ("chest", player.chests, _("War chests")),
            ("rice", player.rice, _("Rice")),
            ("armies", player.reserve, _("Armies in reserve")),
            ("provinces", provinces, _("Provinces")),
            ("points", player.points, _("Victory points")),
        )
        for place, (icon, value, tooltip) in zip(canvas.across(box, *GOODS), goods, strict=True):
            self._good(canvas, seat, icon, value, place)
            canvas.target(f"{icon}-{seat}", place, None, f"{tooltip}: {value}", GOODS_RULES[icon])

    def _good(self, canvas: Canvas, seat: int, icon: str, value: int, box: pygame.Rect) -> None:
        if icon == "provinces":
            _pennant(canvas, str(value), box)
        elif icon == "points":
            _medal(canvas, str(value), box)
        elif icon == "armies":
            cube = Palette(accent=CUBES[self.model.seats[seat].colour])
            coin(canvas, "cube", value, box, cube)
        else:
            coin(canvas, icon, value, box)


def _pennant(canvas: Canvas, value: str, box: pygame.Rect) -> None:
    """Draw the sign of a province and a number."""
    land, number = canvas.across(box, 1.0, share(), gap=0.25)
    land = canvas.spot(land, high=1.0)
    shape = [(0.0, 0.35), (0.3, 0.0), (0.6, 0.2), (1.0, 0.1), (0.9, 0.7), (0.5, 1.0), (0.15, 0.85)]
    (x, y), (wide, high) = land.topleft, land.size
    pygame.draw.polygon(canvas.surface, INK_SOFT, [(x + wide * a, y + high * b) for a, b in shape])
    canvas.line(value, number, size=0.94, weight="Bold")


def _medal(canvas: Canvas, value: str, box: pygame.Rect) -> None:
    """Draw a number of points in an indigo lozenge."""
    *_, place = canvas.across(box, share(), 2.3)
    lozenge = canvas.spot(place, high=1.35)
    canvas.fill(lozenge, INDIGO, 0.6)
    canvas.line(value, lozenge, size=0.98, colour=PAPER, weight="Bold", align="centre")
