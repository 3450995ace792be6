"""The tower in its panel: the drop as it falls, the tray counted out side against side, and the speed."""

from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.games.shogun.rules.references import THROW_RULE
from shogun.games.shogun.screen.panels.battle_count import (
    TALLY_EM,
    TowerContents,
    draw_battle,
    draw_contents,
    draw_note,
    draw_odds,
    draw_stuck,
    draw_word,
    tapped,
)
from shogun.games.shogun.screen.play.model import Model
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import INDIGO_DEEP, PAPER_BRIGHT
from shogun.window.kit.layout import Box, Places, column, part, place, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.kit.widgets.button import IconButton, icon_button
from shogun.window.play.pace import Pace, speed_label
from shogun.window.tower.tower_display import Picture

BUTTON_EM = 2.06
GAP_EM = 0.16
LARGE_EM, LARGER = 26.0, 1.5
"""Width of a panel with a larger count, and its magnification."""
WIDE_LAYOUT = row(
    row(part("picture"), padding=0.12),
    column(
        row(part("count"), padding=(0.25, 0.2)),
        row(part("buttons"), padding=(0.25, 0.3), high=2 * BUTTON_EM + GAP_EM + 0.6),
        wide=9.6,
    ),
)
"""Layout for a panel that is wider than high."""


def _below(times: float) -> Box:
    """Return the tower above the count, which is `times` as large as usual."""
    return column(
        row(part("picture"), padding=0.12),
        row(part("count"), padding=(0.4, 0.15), high=TALLY_EM * times),
        row(part("buttons"), padding=(0.2, 0.22), high=BUTTON_EM + 0.44),
    )


TOWER, LARGE_TOWER = _below(1.0), _below(LARGER)
SKY = column(
    row(
        part("xray", wide=BUTTON_EM), part(), part("again", wide=BUTTON_EM), part(),
        part("save", wide=BUTTON_EM), part(), part("large", wide=BUTTON_EM),
        high=BUTTON_EM,
    ),
    part("stuck"),
    padding=0.25, gap=0.25,
)  # fmt: skip
"""Buttons on the sky next to the tower."""


class TowerControls(Protocol):
    """Interface that the panel needs from the scene: `scenes/board_scene.py`."""

    pace: Pace
    picture: Picture
    has_theatre: bool
    """True if the tower can be shown large."""

    @property
    def seconds(self) -> float | None:
        """Seconds since the cubes of the drop were released; None without a drop."""

    def battlefield(self, size: tuple[int, int]) -> pygame.Surface:
        """Return the part of the map, at this size, around the province of a battle shown over the map."""

    @property
    def can_watch_again(self) -> bool:
        """True if there was a battle that can be watched again."""

    def watch_again(self) -> None:
        """Show the last battle again, in slow motion with the x-ray."""

    def save_film(self) -> None:
        """Save the last battle as an animation."""

    def skip(self) -> None:
        """Skip to the end of the current animation."""

    def toggle_xray(self) -> None:
        """Show the inside of the tower, or its front wall."""

    def open_theatre(self) -> None:
        """Show the tower as large as the window."""


class TowerPanel(Panel):
    """Tower, tray, count and speed."""

    name = "tower"

    def __init__(self, model: Model, around: TowerControls) -> None:
        super().__init__()
        self.model = model
        self.around = around

    def clicked(self, position: tuple[int, int]) -> None:
        """Show the tower large when it is clicked."""
        if self.around.has_theatre and self.around.picture.rect.collidepoint(position):
            self.around.open_theatre()

    def rule(self) -> str:
        """Return the rule of the throw."""
        return THROW_RULE

    def arrange(self, em: int) -> None:
        """Divide the room between tower, count and buttons."""
        self.around.picture.resize(place(self._layout(em), self.rect, em)["picture"])

    def _layout(self, em: int) -> Box:
        """Return the layout: count and buttons are below the tower, or next to it."""
        if self._is_low:
            return WIDE_LAYOUT
        return TOWER if self._times(em) == 1.0 else LARGE_TOWER

    def _times(self, em: int) -> float:
        """Return the magnification of the count."""
        return LARGER if self.rect.width >= LARGE_EM * em and not self._is_low else 1.0

    @property
    def _is_low(self) -> bool:
        return self.rect.width > self.rect.height

    def shows(self) -> tuple[object, ...]:
        """Return the falling and counted cubes, and the speed."""
        model = self.model
        battle = model.battle and model.battle.shown()
        told = (model.taps, model.is_watching, model.is_counted, model.note, self.around.can_watch_again)
        pace = (model.is_paused, model.is_hurried, model.slow, model.xray, model.speed, model.computers_speed)
        if model.large is not None:
            return battle, pace, model.seats, model.note
        odds = model.odds, model.bare, model.view.season
        return self.around.seconds, model.tray, model.inside, odds, battle, pace, told, model.seats

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        canvas.sheet(self.rect)
        self._draw_picture(canvas, self.around.picture)
        places = canvas.places(self._layout(canvas.em), self.rect)
        self._count(canvas.enlarged(self._times(canvas.em)), places["count"])
        self._corners(canvas, self.around.picture.rect)
        draw_word(canvas, self.around.picture.rect, self._word())
        if self.model.note and self.model.large is None:
            draw_note(canvas, self.around.picture.rect, self.model.note)
        if self.model.is_paused:
            self._say_paused(canvas, self.around.picture.rect)
        self._buttons(canvas, places["buttons"])

    def _count(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the odds of an attack, a battle as it is counted, or the contents of tray and tower."""
        model = self.model
        if model.odds and (model.battle is None or model.battle.result):
            draw_odds(canvas, box, model.odds, model.bare)
        elif model.battle:
            draw_battle(canvas, model, model.battle, box)
        else:
            draw_contents(canvas, model, box, TowerContents(model.tray, model.inside))

    def _draw_picture(self, canvas: Canvas, picture: Picture) -> None:
        """Draw the tower, or the battle's part of the map while the tower is shown over the map."""
        if self.model.large is None:
            picture.season = self.model.view.season
            picture.draw(canvas.surface)
            return
        battlefield = self.around.battlefield
        canvas.paint(lambda surface: surface.blit(battlefield(picture.rect.size), picture.rect))

    def _word(self) -> str:
        if self.model.is_counted:
            return _("Only counted: there is no recording of this throw")
        return tapped(self.model.taps) if self.model.is_watching else ""

    def _say_paused(self, canvas: Canvas, picture: pygame.Rect) -> None:
        *_sky, line, _below = canvas.down(picture, share(), 2.0, 3.0)
        plate = canvas.spot(line, wide=7.0)
        canvas.fill(plate, INDIGO_DEEP, 0.4)
        canvas.line(_("Paused"), canvas.within(plate, 0.3, 0.0), align="centre", weight="Bold", colour=PAPER_BRIGHT)

    def _corners(self, canvas: Canvas, picture: pygame.Rect) -> None:
        """Draw the buttons on the sky next to the tower, and the cubes inside of it."""
        places = canvas.places(SKY, picture)
        tooltip = _("X-ray: show and count the cubes that are stuck (X)")
        icon_button(
            canvas, places["xray"], IconButton("xray", "eye", self.around.toggle_xray, tooltip, self.model.xray)
        )
        tooltip = _("Enlarge the tower, with the last battles (T)")
        if self.around.has_theatre:
            icon_button(canvas, places["large"], IconButton("tower", "large", self.around.open_theatre, tooltip))
        if self.around.can_watch_again:
            self._once_more(canvas, places)
        if self.model.xray:
            draw_stuck(canvas, self.model, places["stuck"], self.model.inside)

    def _once_more(self, canvas: Canvas, places: Places) -> None:
        """Draw the buttons for the last battle, while it is the last one."""
        told = _("Watch the last battle again at quarter speed, with X-ray (R)")
        again = IconButton("last-again", "play", self.around.watch_again, told, second="slow")
        icon_button(canvas, places["again"], again)
        told = _("Save the last battle as an animation to share (V)")
        save = IconButton("last-picture", "play", self.around.save_film, told, word=_("save"))
        icon_button(canvas, places["save"], save)

    def _buttons(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw pause, skip, slow motion and both speeds in one row, or in two next to a low tower."""
        lines = (self._of_time(), self._of_speed()) if self._is_low else ((*self._of_time(), *self._of_speed()),)
        for buttons, line in zip(lines, canvas.down(box, *(share(),) * len(lines), gap=GAP_EM), strict=True):
            for button, spot in zip(buttons, canvas.columns(line, len(buttons), GAP_EM), strict=True):
                icon_button(canvas, spot, button)

    def _of_time(self) -> tuple[IconButton, ...]:
        pace, model = self.around.pace, self.model
        icon, tooltip = ("play", _("Resume (P)")) if model.is_paused else ("pause", _("Pause (P)"))
        skipping = _("Skip this animation; hold to fast-forward (Space)")
        if model.is_paused:
            skipping = _("Next step (Space)")
        slowly = _("Slow motion: cubes fall at quarter speed (S)")
        return (
            IconButton("pause", icon, pace.toggle_pause, tooltip, model.is_paused),
            IconButton("skip", "skip", self.around.skip, skipping, model.is_hurried),
            IconButton("slow", "slow", pace.toggle_slow, slowly, model.slow),
        )

    def _of_speed(self) -> tuple[IconButton, ...]:
        pace, model = self.around.pace, self.model
        own = _(
            "Speed of battles and your own moves: {speed}. Click to change it for this game; the keys , "
            "and . change it only until you have to decide."
        )
        others = _(
            "Speed of computer opponents' moves: {speed}. Click to change it for this game; the keys , and "
            ". change it only until you have to decide."
        )
        return (
            _speed_button("speed", "person", model.speed, pace.next_speed, own),
            _speed_button("computers-speed", "computer", model.computers_speed, pace.next_computers_speed, others),
        )


def _speed_button(name: str, icon: str, speed: float, act: Act, tooltip: str) -> IconButton:
    word, second = ("", "fast") if speed == AT_ONCE else (speed_label(speed), "")
    return IconButton(name, icon, act, tooltip.format(speed=speed_label(speed)), word=word, second=second)
