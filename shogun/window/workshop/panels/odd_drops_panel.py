"""The sheet of odd drops of the measurement, at the left of the bench: clogs first, each with its ID, to replay it."""

from collections.abc import Sequence
from functools import partial

from pygame import Rect

from shogun.base.language import _
from shogun.lab.measuring.tally import OddDrop
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER
from shogun.window.kit.layout import column, part, row
from shogun.window.kit.layout.sheet_rows import ROW_EM, STEP_EM, Rows
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.kit.widgets.stepper import Options, chooser
from shogun.window.workshop.panels.bench_controls import Bench, BenchPanel

DROP_EM, GAP_EM = 2.9, 0.2
DROP = row(column(part("words"), part("id")), column(part("show", high=ROW_EM), wide=4.6), gap=0.4)
CLOGGED = "clogged"


class OddPanel(BenchPanel):
    """A sheet with odd drops of one kind."""

    name = "odd-drops"

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._kind = 0
        self.scrolling: Scrolling = Scrolling("show-odd-")

    def shows(self) -> tuple[object, ...]:
        """Return everything on the sheet."""
        return self.desk.version, self._kind

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect, PAPER)
        rows = Rows(canvas, self.rect)
        statistics = self.desk.measurement.statistics
        odd = statistics.odd if statistics else ()
        kinds = kinds_of(odd)
        if kinds:
            kind = kinds[min(self._kind, len(kinds) - 1)]
            self._head(canvas, rows, kinds, kind)
            self._drops(canvas, rows, [drop for drop in odd if drop.kind == kind])
        else:
            canvas.line(_("Odd drops"), rows.next(1.9), weight="Bold", size=1.4)
            canvas.paragraph(_("No odd drops"), rows.next(3.0), colour=INK_SOFT)
        back = canvas.spot(rows.area, high=ROW_EM, at=("start", "end"))
        tooltip = _("Back to the parameters (Esc)")
        button(canvas, "odd-back", back, _("Parameters"), partial(self.bench.show_sheet, "numbers"), tooltip=tooltip)

    def _head(self, canvas: Canvas, rows: Rows, kinds: Sequence[str], kind: str) -> None:
        canvas.line(kind_words(kind), rows.next(1.9), weight="Bold", size=1.4)
        if len(kinds) > 1:
            labels = [kind_words(kind) for kind in kinds]
            chooser(canvas, "odd-kind", rows.next(), Options(labels, kinds.index(kind), self._choose))

    def _choose(self, kind: int) -> None:
        self._kind = kind
        self.scrolling.restart()

    def _drops(self, canvas: Canvas, rows: Rows, odd: Sequence[OddDrop]) -> None:
        sentence = _("Once shown, you can open it again: shogun tower watch {name} --odd ID")
        if self.desk.refuses_odd:
            sentence = _("It couldn't be saved to disk, so it can't be reopened by its ID.")
        canvas.paragraph(sentence.format(name=self.desk.name), rows.next(2.6), size=0.8, colour=INK_SOFT)
        for number, rect in self.scrolling.lay(canvas, rows.rest(STEP_EM), len(odd), DROP_EM, GAP_EM):
            self._drop(canvas, rect, number, odd[number])

    def _drop(self, canvas: Canvas, box: Rect, number: int, odd: OddDrop) -> None:
        places = canvas.places(DROP, box)
        text = _("{thrown} onto {lying}").format(thrown=odd.thrown, lying=len(odd.resting))
        canvas.line(text, places["words"], size=0.95)
        canvas.small(odd.id, places["id"], size=0.72, colour=INK_SOFT)
        tooltip = _("Replay this drop here, exactly as it was measured")
        button(
            canvas, f"show-odd-{number}", places["show"], _("Show"), partial(self.bench.show_odd, odd), tooltip=tooltip
        )


def kinds_of(odd: Sequence[OddDrop]) -> list[str]:
    """Return the kinds of some odd drops, clogs first."""
    return sorted({drop.kind for drop in odd}, key=lambda kind: (kind != CLOGGED, kind))


def kind_words(kind: str) -> str:
    """Return the description of a kind of odd drops."""
    kinds = {
        "clogged": _("Clogged drops"),
        "cut off": _("Drops that were cut off"),
        "dry spell": _("Dry spells"),
        "above the rim": _("Cubes above the rim"),
    }
    return kinds.get(kind, kind)
