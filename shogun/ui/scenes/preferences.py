"""What is remembered of the window: sound, size of writing, full screen, odds."""

from typing import TYPE_CHECKING

import pygame

from shogun.language import _
from shogun.ui.canvas import Canvas
from shogun.ui.panels.panel import Panel
from shogun.ui.scenes.backdrop import draw_backdrop
from shogun.ui.scenes.scene import Scene
from shogun.ui.settings import SCALES, VOLUMES
from shogun.ui.theme import INK_SOFT, PAPER
from shogun.ui.widgets.button import button
from shogun.ui.widgets.stepper import OneOf, options

if TYPE_CHECKING:
    from shogun.ui.app import App

SHEET_EM = (46, 25.5)
LABEL_EM = 12
ROW_EM = 2.2
STEP_EM = 3.8


class PreferencesPanel(Panel):
    """A row for each setting, with a sentence below it."""

    name = "preferences"

    def __init__(self, scene: "PreferencesScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        sheet = pygame.Rect(0, 0, canvas.px(SHEET_EM[0]), canvas.px(SHEET_EM[1]))
        sheet.center = self.rect.center
        canvas.sheet(sheet, PAPER)
        inner = sheet.inflate(-canvas.px(3), -canvas.px(2))
        title = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(2.4))
        canvas.line(_("Settings"), title, size=2, weight="Bold")
        row = pygame.Rect(inner.left, inner.top + canvas.px(3.4), inner.width, canvas.px(ROW_EM))
        for name, label, note, choice in self._rows():
            self._row(canvas, row, label, note)
            left = row.left + canvas.px(LABEL_EM)
            options(canvas, name, pygame.Rect(left, row.top, row.right - left, row.height), choice)
            row = row.move(0, canvas.px(STEP_EM))
        rect = pygame.Rect(inner.left, inner.bottom - canvas.px(2.8), canvas.px(10), canvas.px(2.8))
        button(canvas, "back", rect, _("Back"), self.scene.escape, size=1.2)

    def _rows(self) -> tuple[tuple[str, str, str, OneOf], ...]:
        scene, settings = self.scene, self.scene.app.settings
        volumes = [_("off"), *(f"{volume:.0%}" for volume in VOLUMES[1:])]
        scales = [f"{scale:.0%}" for scale in SCALES]
        volume = nearest(VOLUMES, settings.knocks if settings.sound else 0.0)
        scale = nearest(SCALES, settings.interface_scale)
        screens = [_("window"), _("whole screen")]
        shown = [_("shown"), _("hidden")]
        return (
            ("volume", _("Sound"), _("Cubes that fall, cards and drums."), OneOf(volumes, volume, scene.set_volume)),
            ("scale", _("Size of writing"), _("Of everything but the map."), OneOf(scales, scale, scene.set_scale)),
            (
                "screen", _("Window"), _("F11 changes it at any time."),
                OneOf(screens, int(settings.full_screen), scene.set_full_screen),
            ),
            (
                "odds", _("Odds of battles"), _("Before you attack, from trial drops into a tower like this one."),
                OneOf(shown, int(not settings.odds), scene.set_odds),
            ),
        )  # fmt: skip

    def _row(self, canvas: Canvas, row: pygame.Rect, label: str, note: str) -> None:
        canvas.line(label, pygame.Rect(row.left, row.top, canvas.px(LABEL_EM - 0.5), row.height), weight="Bold")
        below = row.move(canvas.px(LABEL_EM), row.height)
        below.size = row.width - canvas.px(LABEL_EM), canvas.px(1.3)
        canvas.small(note, below, colour=INK_SOFT)


def nearest(values: tuple[float, ...], wanted: float) -> int:
    """Return the number of the value that is closest to what is wanted."""
    return min(range(len(values)), key=lambda number: abs(values[number] - wanted))


class PreferencesScene(Scene):
    """Every choice counts at once."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.panels = [PreferencesPanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Go back."""
        self.app.pop()

    def set_volume(self, number: int) -> None:
        """Make sounds as loud as one of `VOLUMES`."""
        settings = self.app.settings
        settings.sound = number > 0
        settings.knocks = settings.signals = settings.clicks = VOLUMES[number] or settings.knocks
        self.app.tune()
        self.app.sounds_click()
        self.changed()

    def set_scale(self, number: int) -> None:
        """Draw the interface by one of `SCALES`."""
        self.app.settings.interface_scale = SCALES[number]
        self.app.redraw()

    def set_full_screen(self, number: int) -> None:
        """Fill the whole screen (1), or a window (0)."""
        if self.app.settings.full_screen != bool(number):
            self.app.toggle_full_screen()

    def set_odds(self, number: int) -> None:
        """Show odds before an attack (0), or not (1)."""
        self.app.settings.odds = not number
        self.changed()
