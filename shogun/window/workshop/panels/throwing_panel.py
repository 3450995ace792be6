"""The lower right of the bench: the cubes of a throw, how often they are thrown, and the pace of time."""

from functools import partial

import pygame
from pygame import Rect

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import CUBES, INK, PAPER, PAPER_BRIGHT
from shogun.window.kit.layout import part, row
from shogun.window.kit.layout.sheet_rows import Rows
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.stepper import Number, Options, options, stepper
from shogun.window.tower.picture_saving import PictureKind
from shogun.window.workshop.model.falling_cubes import COLOURS, MODES, MOST_THROWN, SPEEDS, Flow
from shogun.window.workshop.panels.bench_controls import BenchPanel

COLOUR = row(part(wide=0.1), part("swatch", wide=1.1, high=1.1), part(wide=0.4), part("number"), align="middle")
BAR_EM, SIGN_EM = 0.28, 0.9
PAUSE = row(
    part("first", wide=BAR_EM, high=SIGN_EM), part("second", wide=BAR_EM, high=SIGN_EM),
    gap=BAR_EM, justify="middle", align="middle",
)  # fmt: skip
STEP = row(
    part(wide=BAR_EM / 2), part("arrow", wide=3 * BAR_EM, high=SIGN_EM), part(wide=BAR_EM / 2),
    part("bar", wide=BAR_EM, high=SIGN_EM),
    justify="middle", align="middle",
)  # fmt: skip
"""The signs of a player of music: two bars, or an arrow and a bar."""


class ThrowingPanel(BenchPanel):
    """A sheet with colors, numbers and the clock."""

    name = "throwing"

    @property
    def flow(self) -> Flow:
        """The tower at work."""
        return self.desk.flow

    def shows(self) -> tuple[object, ...]:
        """Return everything on the sheet."""
        flow = self.flow
        sights = flow.shows_trails, flow.shows_forces, flow.shows_contacts
        settings = flow.mode, flow.speed, flow.is_paused, flow.is_full
        has_drop = flow.last is not None
        return tuple(flow.thrown.items()), settings, sights, flow.live.inside, flow.live.out, has_drop

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect, PAPER)
        rows = Rows(canvas, self.rect)
        self._state(canvas, rows)
        for first in range(0, len(COLOURS), 2):
            for colour, rect in zip(COLOURS[first : first + 2], rows.halves(), strict=True):
                self._colour(canvas, rect, colour)
        self._throw(canvas, rows)
        labels = [_("Once"), _("Repeat"), _("Drip"), _("Pour")]
        tooltip = _("Throw once; again whenever all are at rest; cube by cube; or in a stream")
        mode = Options(labels, MODES.index(self.flow.mode), self._set_mode, (), tooltip)
        options(canvas, "mode", rows.next(), mode)
        self._clock(canvas, rows)
        self._sights(canvas, rows)
        self._pictures(canvas, rows)

    def _state(self, canvas: Canvas, rows: Rows) -> None:
        """Write the result of the last throw so far."""
        live = self.flow.live
        out, knocked = live.out
        text = _("Out: {out} of {thrown} thrown, {knocked} of {lying} from before; inside: {inside}")
        summary = text.format(out=out, thrown=live.thrown, knocked=knocked, lying=live.lying, inside=live.inside)
        canvas.small(summary, rows.next(1.5))

    def _colour(self, canvas: Canvas, rect: Rect, colour: str) -> None:
        places = canvas.places(COLOUR, rect)
        canvas.plate(places["swatch"], CUBES[colour], INK if colour != "black" else PAPER_BRIGHT, 0.15, 0.05)
        number = Number(self.flow.thrown[colour], 0, MOST_THROWN, partial(self._set, colour))
        stepper(canvas, f"throw-{colour}", places["number"], number)

    def _set(self, colour: str, count: int) -> None:
        self.flow.thrown[colour] = count

    def _set_mode(self, number: int) -> None:
        self.flow.mode = MODES[number]
        self.flow.is_paused = False

    def _throw(self, canvas: Canvas, rows: Rows) -> None:
        acts: list[tuple[str, str, Act, Style, str]] = [
            ("throw", _("Throw"), self.flow.throw, "primary", _("Throw these cubes (Space)")),
            ("tap", _("Tap"), self.flow.tap, "plain", _("Tap the tower: all its cubes are pushed sideways (T)")),
            ("clear", _("Empty"), self.flow.clear, "plain", _("Take all cubes out of tower and tray (C)")),
        ]
        for (name, label, act, style, tooltip), rect in zip(acts, rows.parts(3), strict=True):
            button(canvas, name, rect, label, act, style=style, tooltip=tooltip)

    def _clock(self, canvas: Canvas, rows: Rows) -> None:
        flow = self.flow
        *speeds, pause, step = rows.parts(5)
        for speed, label, rect in zip(SPEEDS, ("1", "1/4", "1/10"), speeds, strict=True):
            style: Style = "chosen" if flow.speed == speed else "plain"
            tooltip = _("Resume at normal speed") if speed == 1 else _("Slow motion (S)")
            button(
                canvas,
                f"speed-{SPEEDS.index(speed)}",
                rect,
                label,
                partial(self._set_speed, speed),
                style=style,
                tooltip=tooltip,
            )
        style = "chosen" if flow.is_paused else "plain"
        tooltip = _("Pause or resume (P)")
        button(canvas, "pause", pause, "", self.toggle_pause, style=style, tooltip=tooltip)
        for bar in canvas.places(PAUSE, pause).values():
            pygame.draw.rect(canvas.surface, INK, bar)
        button(canvas, "step", step, "", flow.next_frame, tooltip=_("Advance by a sixtieth of a second ( . )"))
        places = canvas.places(STEP, step)
        pygame.draw.rect(canvas.surface, INK, places["bar"])
        arrow = places["arrow"]
        pygame.draw.polygon(canvas.surface, INK, [arrow.topleft, arrow.bottomleft, arrow.midright])

    def _set_speed(self, speed: float) -> None:
        self.flow.speed = speed

    def toggle_pause(self) -> None:
        """Pause or resume."""
        self.flow.is_paused = not self.flow.is_paused

    def _sights(self, canvas: Canvas, rows: Rows) -> None:
        flow = self.flow
        left, middle, right = rows.parts(3)
        trails, forces = _("Show the paths of the cubes"), _("Show how hard cubes push each other and the tower")
        style: Style = "chosen" if flow.shows_trails else "plain"
        button(canvas, "trails", left, _("Trails"), self._toggle_trails, style=style, tooltip=trails)
        style = "chosen" if flow.shows_forces else "plain"
        button(canvas, "forces", middle, _("Forces"), self._toggle_forces, style=style, tooltip=forces)
        style = "chosen" if flow.shows_contacts else "plain"
        tooltip = _("Show where cubes first touch the tower")
        button(canvas, "contacts", right, _("Contacts"), self._toggle_contacts, style=style, tooltip=tooltip)

    def _pictures(self, canvas: Canvas, rows: Rows) -> None:
        has_drop = self.flow.last is not None
        film, still = _("Save the last throw as an animation (V)"), _("Save a picture of its end")
        names: list[tuple[PictureKind, str, str]] = [
            ("webp", _("Film"), film), ("gif", "GIF", film), ("png", _("Picture"), still)
        ]  # fmt: skip
        for (kind, label, tooltip), rect in zip(names, rows.parts(3), strict=True):
            act = partial(self.bench.save_picture, kind) if has_drop else None
            button(canvas, f"save-{kind}", rect, label, act, tooltip=tooltip if has_drop else _("Throw first."))

    def _toggle_trails(self) -> None:
        self.flow.shows_trails = not self.flow.shows_trails
        self.flow.frame += 1

    def _toggle_contacts(self) -> None:
        self.flow.shows_contacts = not self.flow.shows_contacts
        self.flow.frame += 1

    def _toggle_forces(self) -> None:
        self.flow.shows_forces = not self.flow.shows_forces
        self.flow.frame += 1
