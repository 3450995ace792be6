"""The left side of the bench: the file, pieces to add, and exact parameters of the selection."""

from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec import UNSET

from shogun.base.language import _, marked, ngettext, shown
from shogun.window.kit.drawing.canvas import Act, Canvas, TextEntry
from shogun.window.kit.drawing.theme import INDIGO, INK_SOFT, PAPER, SMALL, VERMILION
from shogun.window.kit.layout import column, part, row
from shogun.window.kit.layout.sheet_rows import ROW_EM, Rows
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import entry
from shogun.window.kit.widgets.stepper import Options, options
from shogun.window.workshop.model.drag_handles import piece_words
from shogun.window.workshop.model.drawn_tower import COORDINATES, Ref, limits, numbers_of
from shogun.window.workshop.model.editor_model import EditorModel
from shogun.window.workshop.panels.bench_controls import LABELS, BenchPanel, Field, draw_field

TABS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        marked("Tower"),
        (
            "funnel.mouth",
            "funnel.height",
            "shaft.width",
            "shaft.height",
            "exit.width",
            "exit.height",
            "shaft.friction",
            "shaft.restitution",
        ),
    ),
    (marked("Tray"), ("tray.width", "tray.depth", "tray.rim", "tray.shift", "tray.friction", "tray.restitution")),
    (marked("Cubes"), ("grain.size", "grain.edge", "grain.mass", "grain.friction", "grain.restitution")),
    (marked("Pins"), ("rows", "columns", "across", "up", "lowest", "diameter")),
)
FOOT = row(column(part("back", high=ROW_EM), wide=5.5, justify="end"), part("message"), gap=0.5, high=ROW_EM + 2.0)
CUBES, PATTERN = 2, 3
"""The tab of what is thrown, and that on which rows of pins are laid out."""
COUNTS = ("rows", "columns")
"""Numbers of that tab that are whole."""
PLACES = ("x", "y", "height", *COORDINATES)
"""Numbers of a piece that no other one has in the same place."""


class NumbersPanel(BenchPanel):
    """A sheet with rows."""

    name = "numbers"

    def shows(self) -> tuple[object, ...]:
        """Return everything on the sheet."""
        return self.desk.version, self.bench.tab, self.bench.name

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect, PAPER)
        rows = Rows(canvas, self.rect)
        self._file(canvas, rows)
        self._tools(canvas, rows)
        if self.desk.chosen:
            self._piece(canvas, rows)
        else:
            self._frame(canvas, rows)
        self._message(canvas, rows)

    # The file

    def _file(self, canvas: Canvas, rows: Rows) -> None:
        desk, bench = self.desk, self.bench
        name = desk.name if bench.name is None else bench.name
        entry(canvas, "tower-name", rows.next(), TextEntry(name, bench.type_name, _("Tower name")))
        self._state(canvas, rows)
        if desk.clash:
            self._clash(canvas, rows)
        else:
            self._save(canvas, rows)
        left, middle, right = rows.parts(3)
        undo, redo = (desk.undo if desk.history.can_undo else None), (desk.redo if desk.history.can_redo else None)
        button(canvas, "undo", left, _("Undo"), undo, tooltip=_("Undo the last step (Z)"))
        button(canvas, "redo", middle, _("Redo"), redo, tooltip=_("Redo the step (Y)"))
        tooltip = _("Earlier saved versions and their figures")
        act = partial(self.bench.show_sheet, "versions")
        button(canvas, "versions", right, _("Versions"), act, tooltip=tooltip, size=0.95)
        left, right = rows.halves()
        tooltip = _("Make a tower of a drawing (SVG or DXF)")
        act = partial(self.bench.show_sheet, "import")
        button(canvas, "import", left, _("Import"), act, tooltip=tooltip, size=0.95)
        tooltip = _("Copy the whole tower as a short text, to send it to somebody (Ctrl+C)")
        button(canvas, "copy-text", right, _("Copy as text"), bench.copy_as_text, tooltip=tooltip, size=0.95)

    def _clash(self, canvas: Canvas, rows: Rows) -> None:
        """Ask what to do with a tower that was saved elsewhere."""
        desk, bench = self.desk, self.bench
        left, right = rows.halves()
        label, tooltip = _("Save as {name}").format(name=shown(desk.clash)), _("Keeps both, under different names")
        button(canvas, "save-as", left, label, bench.save_as, style="primary", tooltip=tooltip)
        label = _("Really overwrite it") if desk.replaces else _("Overwrite it")
        tooltip = _("The other version is kept among its versions")
        button(canvas, "replace", right, label, bench.replace, tooltip=tooltip)

    def _save(self, canvas: Canvas, rows: Rows) -> None:
        desk, bench = self.desk, self.bench
        save = None if desk.is_saved or desk.problems else bench.save
        why = _("It is saved.") if desk.is_saved else _("It can't be used like this: see below the tower.")
        tooltip = why if save is None else _("Save it to your own towers (Ctrl+S)")
        left, middle, right = rows.parts(3)
        button(canvas, "save", left, _("Save"), save, style="primary", tooltip=tooltip)
        export = None if desk.problems else bench.export
        tooltip = _("Its file, sheets to cut it out, or parts for a 3D printer") if export else why
        button(canvas, "export", middle, _("Export…"), export, tooltip=tooltip)
        play = None if desk.problems else bench.play_on
        button(canvas, "play-on", right, _("Play with it"), play, tooltip=_("Start a game with this tower"))

    def _state(self, canvas: Canvas, rows: Rows) -> None:
        """Write how far the drawing is saved."""
        refusal = not self.desk.is_kept and self.desk.file.refusal
        box = rows.next(2.2 if refusal else 1.2)
        words = self.desk.file.words(self.desk.plan)
        if refusal:
            canvas.paragraph(words, box, size=SMALL, colour=VERMILION)
        else:
            canvas.small(words, box, colour=INK_SOFT)

    def _tools(self, canvas: Canvas, rows: Rows) -> None:
        bench = self.bench
        room = None if self.desk.plan.has_room else _("A tower can't have more pieces.")
        for kind, label, rect in zip(
            ("baffle", "pin", "wall"), (_("+ Ledge"), _("+ Pin"), _("+ Wall")), rows.parts(3), strict=True
        ):
            act = partial(bench.add, kind) if room is None else None
            tooltip = room or _("Add one in the middle, then drag it into place")
            button(canvas, f"add-{kind}", rect, label, act, tooltip=tooltip, size=0.95)
        left, middle, right = rows.parts(3)
        grid = self.desk.grid.step
        label = _("Grid {step:g} mm").format(step=grid) if grid else _("No grid")
        tooltip = _("Pieces snap to it when you drag them (G)")
        button(canvas, "grid", left, label, bench.next_grid, tooltip=tooltip, size=0.95)
        everything = self.desk.choose_all if self.desk.plan.refs() else None
        tooltip = _("Select all pieces (Ctrl+A)")
        button(canvas, "choose-all", middle, _("Select all"), everything, tooltip=tooltip, size=0.95)
        tooltip = _("Search automatically for parameters that make the tower do what you want")
        button(canvas, "tune", right, _("Tune"), partial(bench.show_sheet, "tuning"), tooltip=tooltip, size=0.95)

    # Exact numbers

    def _frame(self, canvas: Canvas, rows: Rows) -> None:
        tabs = Options([_(label) for label, _names in TABS], self.bench.tab, self.bench.show_tab)
        rows.skip(0.4)
        options(canvas, "tab", rows.next(), tabs)
        names = TABS[self.bench.tab][1]
        if self.bench.tab == PATTERN:
            self._pattern(canvas, rows, names)
            return
        for name in names:
            self._table_number(canvas, rows, name)
        accuracy = self.desk.geometry.solver
        if self.bench.tab == CUBES and accuracy is not UNSET:
            text = _("Computed in {steps} steps a second, as set in its file").format(steps=accuracy.steps_a_second)
            canvas.paragraph(text, rows.next(2.2), size=SMALL, colour=INK_SOFT)

    def _table_number(self, canvas: Canvas, rows: Rows, name: str) -> None:
        table, _dot, field = name.partition(".")
        part = getattr(self.desk.geometry, table)
        label = name if name in LABELS else field
        number = Field(
            name, label, getattr(part, field), limits(type(part), field), partial(self._set_table, table, field)
        )
        self._field(canvas, rows, number)

    def _set_table(self, table: str, field: str, value: float) -> None:
        self.desk.alter(self.desk.plan.with_part(table, **{field: value}), f"{table}.{field}")

    def _pattern(self, canvas: Canvas, rows: Rows, names: Sequence[str]) -> None:
        pattern = self.desk.pattern
        for name in names:
            number = getattr(pattern, name)
            self._field(canvas, rows, Field(name, name, number, _pattern_span(name), partial(self._set_pattern, name)))
        act = self.desk.add_pins if self.desk.plan.has_room else None
        tooltip = _("Add rows of pins around the middle, every other one shifted by half a step")
        button(canvas, "add-pins", rows.next(), _("Add these pins"), act, tooltip=tooltip)

    def _set_pattern(self, name: str, value: float) -> None:
        low, high = _pattern_span(name)
        near = min(max(value, low), high)
        whole = int(near) if name in COUNTS else near
        self.desk.pattern = msgspec.structs.replace(self.desk.pattern, **{name: whole})
        self.desk.version += 1

    def _piece(self, canvas: Canvas, rows: Rows) -> None:
        desk = self.desk
        chosen = desk.chosen
        several = ngettext("{count} piece", "{count} pieces", len(chosen)).format(count=len(chosen))
        rows.skip(0.4)
        canvas.line(piece_words(chosen[0]) if len(chosen) == 1 else several, rows.next(1.6), weight="Bold", size=1.2)
        for name in fields_of(desk, chosen):
            self._piece_number(canvas, rows, name)
        acts: list[tuple[str, str, Act, str]] = [
            ("double", _("Duplicate"), desk.double, _("Add another one like it (L)")),
            ("mirror", _("Mirror"), desk.mirror, _("Add its mirror image")),
            ("remove", _("Remove"), desk.remove, _("Delete it (Delete)")),
        ]
        for (name, label, act, tooltip), rect in zip(acts, rows.parts(3), strict=True):
            button(canvas, name, rect, label, act, tooltip=tooltip, size=0.95)

    def _piece_number(self, canvas: Canvas, rows: Rows, name: str) -> None:
        desk = self.desk
        piece, values = desk.plan.piece(desk.chosen[0]), tuple(desk.plan.values(desk.chosen, name))
        change, shift = partial(self._set_pieces, name), partial(self._shift_pieces, name)
        self._field(canvas, rows, Field(name, name, values[0], limits(type(piece), name), change, values, shift))

    def _set_pieces(self, name: str, value: float) -> None:
        self.desk.alter(self.desk.plan.with_values(self.desk.chosen, **{name: value}), name)

    def _shift_pieces(self, name: str, by: float) -> None:
        self.desk.alter(self.desk.plan.shifted(self.desk.chosen, name, by), name)

    def _field(self, canvas: Canvas, rows: Rows, field: Field) -> None:
        draw_field(canvas, rows.next(), field, self.bench)

    def _message(self, canvas: Canvas, rows: Rows) -> None:
        places = canvas.places(column(part(), FOOT), rows.area)
        tooltip = _("Back to the towers; nothing is lost (Esc)")
        button(canvas, "back", places["back"], _("Back"), self.bench.leave, tooltip=tooltip)
        # A note gives way to numbers that large text leaves no room beside; a complaint doesn't.
        if self.desk.message and (self.desk.is_complaint or rows.top <= places["message"].top):
            colour = VERMILION if self.desk.is_complaint else INDIGO
            canvas.paragraph(self.desk.message, places["message"], size=0.8, colour=colour)


def fields_of(desk: EditorModel, chosen: Sequence[Ref]) -> list[str]:
    """Return the editable numbers of selected pieces: of several those that all have, without places."""
    names = [numbers_of(desk.plan.piece(ref)) for ref in chosen]
    common = [name for name in names[0] if all(name in others for others in names)]
    return common if len(chosen) == 1 else [name for name in common if name not in PLACES]


def _pattern_span(name: str) -> tuple[float, float]:
    """Return the lowest and the highest value of a number of rows of pins."""
    return (1.0, 12.0) if name in COUNTS else (1.0, 1000.0)
