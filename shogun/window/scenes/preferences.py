"""The settings of the window: speeds, sounds, sizes, colors, help and language. Every choice takes effect at once."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TypeVar

import pygame
from msgspec import Struct

from shogun.base.confidence_intervals import percent
from shogun.base.language import OFFERED, _, current, decimal
from shogun.game.remarks import Speaking
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import PALETTES, scales_for
from shogun.window.kit.layout import Node, between, column, part, share
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.runtime.settings import AT_ONCE, SCALES, SPEEDS, UNDO_SECONDS, VOLUMES, Settings
from shogun.window.kit.widgets.entry import Form
from shogun.window.kit.widgets.stepper import Options, options
from shogun.window.play.pace import battle_views
from shogun.window.tower.menu_picture import draw_backdrop

SHEET_EM = (74, 43.6)
ROW_EM, GAP_EM = 2.0, 0.0
APART_EM = 0.8
"""Between pace, sounds, look and help, where there is room."""
LABEL_EM, FIELD_EM = 13.0, 30.0
HEAD_EM, LEAST_HEAD_EM = 2.35, 1.85
"""Heights of the title, in a window as high as the sheet and in a lower one: this many rows leave little room."""
BELOW_EM = 2.8
"""Height of the foot with its button."""
ALL_SPEEDS = (*SPEEDS, AT_ONCE)
SPEAKING: Sequence[Speaking] = ("all", "seldom", "never")
T = TypeVar("T")


class SettingRow(Struct):
    """One setting on the sheet."""

    name: str
    label: str
    note: str
    choice: Options


class PreferencesPanel(ScenePanel["PreferencesScene"]):
    """A row for each setting, with a sentence beside it."""

    name = "preferences"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        groups = self._pace(), self._sounds(), self._look(), self._help()
        head = HEAD_EM if self.rect.height >= canvas.px(SHEET_EM[1]) else LEAST_HEAD_EM
        form = Form(canvas, self.rect, SHEET_EM, _("Settings"), title_em=head)
        form.label_em, form.field_em = LABEL_EM, FIELD_EM
        places = canvas.places(_rows(groups), form.room(BELOW_EM))
        for row in chain.from_iterable(groups):
            row.choice.tooltip = row.note
            options(canvas, row.name, form.field(places[row.name], row.label, row.note), row.choice)
        self._language(canvas, canvas.across(form.foot(), LABEL_EM, FIELD_EM, share())[1])
        form.back("back", _("Back"), self.scene.escape)

    def _pace(self) -> tuple[SettingRow, ...]:
        speed = self._one_of("speed", ALL_SPEEDS, _speeds())
        opponents = self._one_of("computers_speed", ALL_SPEEDS, _speeds())
        still = self._switch("reduced_motion", _("full"), _("reduced"), reverse=False)
        return (
            SettingRow("speed", _("Speed"), _("Speed of throws into the tower and of your own moves."), speed),
            SettingRow(
                "computers-speed", _("Opponents' speed"), _("Speed of opponents' moves, except throws."), opponents
            ),
            SettingRow(
                "motion",
                _("Animation"),
                _("Reduced: things jump to their new place, and the sea doesn't move."),
                still,
            ),
            self._undo(),
            self._rolls(),
            self._battles(),
        )

    def _undo(self) -> SettingRow:
        labels = [_("never"), *(_("{n} s").format(n=decimal(seconds, "g")) for seconds in UNDO_SECONDS[1:])]
        waits = self._one_of("undo_seconds", UNDO_SECONDS, labels)
        note = _("How long opponents wait so that you can undo; Space skips the wait.")
        return SettingRow("undo-seconds", _("Pause for undo"), note, waits)

    def _rolls(self) -> SettingRow:
        rolls = self._switch("auto_roll", _("automatic"), _("on a click"))
        return SettingRow("rolls", _("Dice rolls"), _("Applies when rolling is all you can do."), rolls)

    def _battles(self) -> SettingRow:
        views = battle_views()
        large = self._one_of("large_battles", [view.value for view in views], [view.label for view in views])
        note = _("Which battles are shown large. Mine: those of every human player here.")
        return SettingRow("large-battles", _("Battles over the map"), note, large)

    def _sounds(self) -> tuple[SettingRow, ...]:
        labels = [_("off"), *(percent(volume) for volume in VOLUMES[1:])]
        rows = (
            ("knocks", _("Cube sounds"), _("Wood on wood, for each cube that hits something.")),
            ("signals", _("Drums"), _("When it is your turn, and when something happens.")),
            ("clicks", _("Button sounds"), _("When you press or place something.")),
            (
                "ambience",
                _("Ambience"),
                _("Birds, cicadas, crickets or wind, very softly, while you play."),
            ),
        )
        return tuple(SettingRow(name, title, note, self._volume(name, labels)) for name, title, note in rows)

    def _volume(self, name: str, labels: Sequence[str]) -> Options:
        """Return the choice of a volume; all are off while everything is silenced."""
        settings = self.scene.settings
        chosen = nearest(VOLUMES, getattr(settings, name) if settings.sound else 0.0)
        return Options(labels, chosen, lambda number: self.scene.set_volume(name, VOLUMES[number]))

    def _look(self) -> tuple[SettingRow, ...]:
        size = self.scene.size
        fitting = scales_for(size, SCALES)
        scales = self._one_of("interface_scale", fitting, [percent(scale) for scale in fitting])
        sentence = _("Applies to everything, including the map.")
        if len(fitting) < len(SCALES):
            sentence = _("Applies to everything, including the map. Larger windows allow larger sizes.")
        palette = self._one_of("palette", PALETTES, [_("paper and ink"), _("high contrast")])
        full = Options(
            [_("window"), _("full screen")], int(self.scene.settings.full_screen), self.scene.set_full_screen
        )
        fingers = self._one_of("two_fingers", ("move", "zoom"), [_("move the map"), _("zoom")])
        touchpad = _("The mouse wheel, Ctrl+scroll and pinch always zoom.")
        return (
            SettingRow("scale", _("Text size"), sentence, scales),
            SettingRow("palette", _("Colors"), _("In both, color-blind players can tell the clans apart."), palette),
            SettingRow("screen", _("Window"), _("F11 toggles full screen."), full),
            SettingRow("two-fingers", _("Two-finger swipe"), touchpad, fingers),
        )

    def _help(self) -> tuple[SettingRow, ...]:
        odds = self._switch("odds", _("shown"), _("hidden"))
        hints = self._switch("hints", _("shown"), _("hidden"))
        rating = self._switch("rating", _("on"), _("off"))
        speaking = self._one_of("speaking", SPEAKING, [_("all the time"), _("seldom"), _("never")])
        return (
            SettingRow("odds", _("Battle odds"), _("Shown before you attack, from trial drops into your tower."), odds),
            SettingRow("hints", _("Advice"), _("What a plan gains, its risks, and hints."), hints),
            SettingRow("speaking", _("Opponents speak"), _("In the log, about what everybody has seen."), speaking),
            SettingRow("rating", _("Rating"), _("Counts games against the computer played without hints."), rating),
        )

    def _language(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Draw the languages at the foot, where who can't read the rest looks for them; they need no label."""
        codes = tuple(OFFERED)
        language = Options(list(OFFERED.values()), nearest(codes, current()), self._setter("language", codes))
        language.tooltip = f"{_('Language')}: {_('Applies to everything, including the log.')}"
        options(canvas, "language", canvas.spot(room, high=ROW_EM), language)

    def _one_of(self, name: str, values: Sequence[T], labels: Sequence[str]) -> Options:
        """Return the choice between values of a setting."""
        return Options(labels, nearest(values, getattr(self.scene.settings, name)), self._setter(name, values))

    def _setter(self, name: str, values: Sequence[T]) -> Callable[[int], None]:
        return lambda number: self.scene.set(name, values[number])

    def _switch(self, name: str, first: str, second: str, *, reverse: bool = True) -> Options:
        """Return the choice between yes and no; `reverse` puts yes first."""
        values = (True, False) if reverse else (False, True)
        return self._one_of(name, values, [first, second])


def _rows(groups: Sequence[Sequence[SettingRow]]) -> Node:
    """Return the layout of groups of settings, with gaps between groups if there is room."""
    rows = [column(*(part(row.name, high=ROW_EM) for row in group), gap=GAP_EM) for group in groups]
    apart = [part(high=between(GAP_EM, APART_EM)) for _group in groups]
    return column(*chain.from_iterable(zip(rows, apart, strict=True)))


def _speeds() -> list[str]:
    return [*(f"{decimal(speed, 'g')}×" for speed in SPEEDS), _("instant")]


def nearest(values: Sequence[T], wanted: T) -> int:
    """Return the index of a value; of numbers the closest one, of other values 0 if it is missing."""
    if isinstance(wanted, float):
        return min(range(len(values)), key=lambda number: abs(float(str(values[number])) - wanted))
    return values.index(wanted) if wanted in values else 0


class PreferencesScene(Scene):
    """Settings over the menu, or over a game that continues afterwards."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.panels = [PreferencesPanel(self)]

    @property
    def settings(self) -> Settings:
        """The settings to change."""
        return self.app.settings

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Go back; the choices are kept."""
        self.app.remember()
        self.app.pop()

    def set(self, name: str, value: object) -> None:
        """Give a setting its value and let everything follow it."""
        setattr(self.settings, name, value)
        self.app.follow_settings()

    def set_volume(self, name: str, volume: float) -> None:
        """Set the volume of a kind of sounds; a choice other than 0 ends the silence."""
        self.settings.sound = self.settings.sound or volume > 0
        self.set(name, volume)

    def set_full_screen(self, number: int) -> None:
        """Fill the whole screen (1), or a window (0)."""
        if self.settings.full_screen != bool(number):
            self.app.toggle_full_screen()
