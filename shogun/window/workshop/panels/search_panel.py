"""The left side of the bench during a search for a better tower: targets, what may change, and results."""

from functools import partial

import pygame
from pygame import Rect

from shogun.base.language import _, decimal, ngettext
from shogun.lab.measuring.live_summary import Nearest, SearchProgress
from shogun.lab.measuring.statistics import statistic
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INDIGO, INDIGO_BRIGHT, INK_FAINT, INK_SOFT, PAPER, PAPER_SHADE, VERMILION
from shogun.window.kit.layout import band, part, pixel, row, share
from shogun.window.kit.layout.sheet_rows import ROW_EM, STEP_EM, Rows
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.kit.widgets.stepper import stepper
from shogun.window.workshop.model.tower_search import TowerSearch, grouped, offered
from shogun.window.workshop.panels.bench_controls import Bench, BenchPanel, Field, number_words

BUTTON_AND_STEPPER = row(part("words"), part("rest"), gap=0.3)
FOUND = row(part("words", wide=share(2)), part("rest", wide=share(3)))
VALUE = row(part("words", wide=share(3)), part("rest", wide=share(2)))
LINES = 9
"""Rows of numbers that are seen at once, two in each."""
LINE_EM = 1.35
CHART_EM = (3.0, 9.0)
SCALE_EM = 1.8
"""Room for the numbers beside the chart, as wide as it is here and half as high for each."""
CHART = row(
    part("labels", wide=SCALE_EM + 0.3), part(wide=0.2), part("graph"), part(wide=0.5), padding=(0.0, 0.3)
)  # fmt: skip
FARTHEST = 40.0
"""Distances beyond this are drawn at the upper edge."""


class TuningPanel(BenchPanel):
    """The sheet of a search: its targets, or its results."""

    name = "tuning"

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.scrolling: Scrolling = Scrolling("vary-", self._names)
        self.scrolling.columns = 2

    def _names(self, number: int) -> tuple[str]:
        """Return the name of the button of a number."""
        return (f"vary-{offered(grouped(self.desk.geometry))[number]}",)

    @property
    def tuning(self) -> TowerSearch:
        """The search."""
        return self.desk.tuning

    def shows(self) -> tuple[object, ...]:
        """Return everything on the sheet."""
        return (self.desk.version,)

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect, PAPER)
        rows = Rows(canvas, self.rect)
        canvas.line(_("Tune"), rows.next(1.9), weight="Bold", size=1.4)
        sought = self.tuning.sought
        if sought is None:
            self._draw_targets(canvas, rows)
        else:
            self._draw_nearest(canvas, rows, sought)
        self._back(canvas, rows)

    # Targets

    def _draw_targets(self, canvas: Canvas, rows: Rows) -> None:
        canvas.small(_("Targets for the long run"), rows.next(1.2), colour=INK_SOFT)
        for name in self.tuning.targets:
            self._target(canvas, rows, name)
        canvas.small(_("Parameters that may change"), rows.next(1.2), colour=INK_SOFT)
        names = offered(grouped(self.desk.geometry))
        high = min(-(-len(names) // 2), LINES) * STEP_EM
        for number, rect in self.scrolling.lay(canvas, rows.next(high), len(names), ROW_EM, STEP_EM - ROW_EM):
            self._number(canvas, rect, names[number])
        self._start(canvas, rows)

    def _target(self, canvas: Canvas, rows: Rows, name: str) -> None:
        places = canvas.places(BUTTON_AND_STEPPER, rows.next())
        style: Style = "chosen" if name in self.tuning.wanted else "plain"
        label, tooltip = target_words(name)
        act = partial(self._toggle, self.tuning.wanted, name)
        button(canvas, f"want-{name}", places["words"], label, act, style=style, tooltip=tooltip, size=0.95)
        value = self.tuning.targets[name]
        field = Field(f"target-{name}", name, value, (0.0, statistic(name).scale.most), partial(self._set, name))
        stepper(canvas, f"field-target-{name}", places["rest"], field.number)

    def _number(self, canvas: Canvas, rect: Rect, name: str) -> None:
        style: Style = "chosen" if name in self.tuning.chosen else "plain"
        how = self.tuning.together(self.desk.plan, name)
        tooltip = together_words()[how].format(
            number=number_words(name), value=self.tuning.present(self.desk.plan, name)
        )
        act = partial(self._toggle, self.tuning.chosen, name)
        button(canvas, f"vary-{name}", rect, number_words(name), act, style=style, tooltip=tooltip, size=0.9)

    def _toggle(self, names: set[str], name: str) -> None:
        names.symmetric_difference_update({name})
        self._changed()

    def _set(self, name: str, value: float) -> None:
        self.tuning.targets[name] = min(max(value, 0.0), statistic(name).scale.most)
        self.tuning.wanted.add(name)
        self._changed()

    def _changed(self) -> None:
        self.tuning.was_left = False
        self.tuning.check(self.desk.plan)
        self.desk.version += 1

    def _start(self, canvas: Canvas, rows: Rows) -> None:
        tuning = self.tuning
        act = self.desk.tune if tuning.can_start and not self.desk.problems else None
        label = _("Continue the search") if tuning.was_left else _("Start")
        tooltip = _("It runs in the background; you can resume the same search at any time")
        button(canvas, "tune-start", rows.next(), label, act, style="primary", tooltip=tooltip)
        text = tuning.why_not
        if not tuning.wanted or not tuning.chosen:
            text = _("Choose targets, and which parameters may change.")
        elif self.desk.problems:
            text = _("It can't be used like this: see below the tower.")
        elif tuning.was_left:
            text = _("You have searched for this before; the old measurements are used.")
        if text:
            is_refused = bool(tuning.why_not or self.desk.problems)
            colour = VERMILION if is_refused else INK_SOFT
            high = rows.left / canvas.em - STEP_EM - 0.4
            canvas.paragraph(text, rows.next(min(high, 7.0)), size=0.85, colour=colour)

    # Results

    def _draw_nearest(self, canvas: Canvas, rows: Rows, sought: SearchProgress) -> None:
        self._progress(canvas, rows, sought)
        wish = self.tuning.wish.targets
        if sought.nearest is None:
            canvas.small(_("Nothing found yet."), rows.next(LINE_EM), colour=INK_SOFT)
        else:
            canvas.small(_("The closest so far"), rows.next(1.2), colour=INK_SOFT)
            for (name, value), (mean, error) in zip(wish, sought.nearest.figures, strict=True):
                self._figure(canvas, rows, name, value, (mean, error))
            self._values(canvas, rows, sought.nearest)
        room = rows.left / canvas.em - 3 * STEP_EM - LINE_EM
        self._chart(canvas, rows, sought.distances, min(max(room, CHART_EM[0]), CHART_EM[1]))
        self._acts(canvas, rows, sought)

    def _progress(self, canvas: Canvas, rows: Rows, sought: SearchProgress) -> None:
        canvas.line(state_words(sought), rows.next(LINE_EM), size=0.95, colour=_colour(sought))
        if sought.why:
            is_told = sought.state == "missed"
            colour = INK_SOFT if is_told else VERMILION
            canvas.paragraph(sought.why, rows.next(9.0 if is_told else 4.0), size=0.8, colour=colour)
        towers = ngettext("{n} tower tried", "{n} towers tried", sought.towers).format(n=sought.towers)
        most = _("at most {most} before the final ones").format(most=sought.most)
        canvas.small(_("{towers}, {most}").format(towers=towers, most=most), rows.next(1.2), colour=INK_SOFT)
        bar = rows.next(0.6)
        canvas.fill(bar, PAPER_SHADE, 0.15)
        if sought.state == "running" and sought.share:
            done, _rest = canvas.across(bar, share(sought.share), share(1 - sought.share))
            canvas.fill(done, INDIGO_BRIGHT, 0.1)
        canvas.target("tune-share", bar, None, _("Progress of the current measurement"))

    def _figure(self, canvas: Canvas, rows: Rows, name: str, wanted: float, found: tuple[float, float]) -> None:
        box = rows.next(LINE_EM)
        places = canvas.places(FOUND, box)
        label, tooltip = target_words(name)
        canvas.line(label, places["words"], size=0.92)
        digits = 3 if statistic(name).is_chance else 1
        text = _("{mean:.{digits}f} ± {error:.{digits}f} (target {wanted:g})").format(
            mean=found[0], error=found[1], wanted=wanted, digits=digits
        )
        canvas.line(text, places["rest"], size=0.92, weight="Bold", align="right")
        canvas.target(f"found-{name}", box, None, _("{what}; ± one standard error").format(what=tooltip))

    def _values(self, canvas: Canvas, rows: Rows, nearest: Nearest) -> None:
        """Write the numbers of the nearest tower, as many as there is room for."""
        assert self.tuning.begun is not None
        room = int((rows.left / canvas.em - CHART_EM[0] - 3 * STEP_EM - LINE_EM) / (LINE_EM + STEP_EM - ROW_EM))
        for name, value in list(nearest.values.items())[: max(0, room)]:
            places = canvas.places(VALUE, rows.next(LINE_EM))
            canvas.small(number_words(name), places["words"])
            before = self.tuning.present(self.tuning.begun, name)
            text = _("{before:g} → {now:g}").format(before=before, now=round(value, 2))
            canvas.small(text, places["rest"], align="right")

    def _chart(self, canvas: Canvas, rows: Rows, distances: tuple[float, ...], ems: float) -> None:
        """Draw how far the nearest tower of each generation was from what is wanted; both ends by their root."""
        canvas.small(_("Distance from the targets"), rows.next(LINE_EM), colour=INK_SOFT)
        area = rows.next(ems)
        canvas.fill(area, PAPER_SHADE, 0.15)
        tooltip = _(
            "One dot for each generation, then for each tower measured longer; 1 is a percentage point, or half a cube."
        )
        canvas.target("tune-distances", area, None, tooltip)
        places = canvas.places(CHART, area)
        inner, high = places["graph"], canvas.px(SCALE_EM / 2)
        most = min(max([4.0, *(distance for distance in distances if distance <= FARTHEST)]), FARTHEST)
        for line in (0.0, 1.0, most):
            up = (line / most) ** 0.5
            pygame.draw.line(canvas.surface, INK_FAINT, pixel(inner, 0.0, up), pixel(inner, 1.0, up), 1)
            label, zero = (band(places["labels"], at, high, "high") for at in (up, 0.0))
            if line != 1.0 or not label.colliderect(zero):
                canvas.small(decimal(line, ".2g"), label, size=0.65, align="right", colour=INK_SOFT)
        last = max(8, len(distances) - 1)
        points = [
            pixel(inner, number / last, (min(distance, most) / most) ** 0.5)
            for number, distance in enumerate(distances)
        ]
        if len(points) > 1:
            pygame.draw.lines(canvas.surface, INDIGO, False, points, max(1, canvas.px(0.08)))
        for point in points:
            pygame.draw.circle(canvas.surface, INDIGO, point, max(2, canvas.px(0.2)))

    def _acts(self, canvas: Canvas, rows: Rows, sought: SearchProgress) -> None:
        left, right = rows.halves()
        if sought.state == "running":
            tooltip = _("Stop the search and keep the closest tower so far")
            if sought.is_kept:
                tooltip = _("Stop the search; the closest tower and all measurements are kept")
            button(canvas, "tune-stop", left, _("Stop"), self.tuning.stop, tooltip=tooltip)
        else:
            tooltip = _("Choose new targets")
            button(canvas, "tune-anew", left, _("New search"), self._anew, tooltip=tooltip)
        take = self.desk.take_over if sought.nearest else None
        tooltip = _("Continue with the closest tower as a draft; you can undo this")
        button(canvas, "tune-take", right, _("Use this tower"), take, style="primary", tooltip=tooltip)
        if self.desk.message:
            canvas.paragraph(self.desk.message, rows.next(2.0), size=0.8, colour=INDIGO)

    def _anew(self) -> None:
        self.tuning.forget()
        self.tuning.look_at(self.desk.plan)
        self.desk.version += 1

    def _back(self, canvas: Canvas, rows: Rows) -> None:
        left, right = canvas.columns(canvas.spot(rows.area, high=ROW_EM, at=("start", "end")), 2, 0.3)
        undo = self.desk.undo if self.desk.history.can_undo else None
        tooltip = _("Back to the parameters; the search continues (Esc)")
        button(canvas, "tune-back", left, _("Parameters"), partial(self.bench.show_sheet, "numbers"), tooltip=tooltip)
        button(canvas, "tune-undo", right, _("Undo"), undo, tooltip=_("Undo the last step (Z)"))


def target_words(name: str) -> tuple[str, str]:
    """Return a target in a word and in a sentence."""
    return _(statistic(name).wanted), _(statistic(name).meaning)


def state_words(sought: SearchProgress) -> str:
    """Return the progress of a search in words."""
    if sought.state == "running":
        if sought.longer:
            return _("Measuring the closest longer: {number}").format(number=sought.longer + 1)
        return _("Generation {number}").format(number=sought.generation + 1)
    words = {
        "stopped": _("Stopped in generation {number}").format(number=sought.generation + 1),
        "met": _("The targets are met."),
        "missed": _("The targets were not met."),
        "failed": _("The search is finished."),
    }
    return words[sought.state]


def _colour(sought: SearchProgress) -> tuple[int, int, int]:
    return VERMILION if sought.state in ("missed", "failed") else INDIGO


def together_words() -> dict[str, str]:
    """Return the present value of a number in words; pieces that differ keep their differences."""
    return {
        "": _("{number}, now {value:g}"),
        "shift": _("{number}, now {value:g} on average: the pieces differ, and are shifted together"),
        "scale": _("{number}, now {value:g} on average: the pieces differ, and are scaled together"),
    }
