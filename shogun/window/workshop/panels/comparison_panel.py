"""Towers side by side: a row for each selected one, with all its figures, in place of the gallery's cards."""

from collections.abc import Sequence
from typing import Protocol

import pygame

from shogun.base.language import _, shown
from shogun.lab.measuring.live_summary import LiveStatistics
from shogun.lab.measuring.statistics import ON_BENCH, bench_words
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER, PAPER_EDGE, paper_of
from shogun.window.kit.layout import share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.workshop.model.drag_handles import figure_words
from shogun.window.workshop.model.listed_towers import ListedTower, figure_of, pieces_of

COMPARED_ROW_EM, HEAD_EM, COMPARED_GAP_EM = 2.4, 3.0, 0.2
COMPARED = (*ON_BENCH, "battles", "pieces")
NAME, FIGURE = share(1.6), share(1.0)


class Compared(Protocol):
    """The towers that are compared."""

    version: int

    def compared(self) -> Sequence[ListedTower]:
        """Return them."""

    def figures_of(self, tower: ListedTower) -> LiveStatistics | None:
        """Return the known figures of a tower."""


class ComparisonPanel(Panel):
    """A table; in each column the largest figure is bold."""

    name = "comparison"

    def __init__(self, towers: Compared) -> None:
        super().__init__()
        self.towers = towers
        self.scrolling: Scrolling = Scrolling("compared-")

    def shows(self) -> tuple[object, ...]:
        """Return the values that show whether figures have grown."""
        return (self.towers.version,)

    def draw(self, canvas: Canvas) -> None:
        """Draw the head, and the rows that are seen."""
        canvas.paint(lambda surface: surface.fill(PAPER, self.rect))
        head, rows = canvas.down(self.rect, HEAD_EM, share(), gap=0.3)
        _name, *cells = canvas.across(head, NAME, *(FIGURE,) * len(COMPARED), gap=0.4)
        titles = (*(_(bench_words(name).column) for name in ON_BENCH), _("Battles"), _("Pieces"))
        for title, cell in zip(titles, cells, strict=True):
            canvas.small(title, cell, align="right", colour=INK_SOFT)
        towers = self.towers.compared()
        best = {order: self._largest(towers, order) for order in COMPARED}
        for number, rect in self.scrolling.lay(canvas, rows, len(towers), COMPARED_ROW_EM, COMPARED_GAP_EM):
            self._row(canvas, rect, towers[number], best)

    def _largest(self, towers: Sequence[ListedTower], order: str) -> float | None:
        known = (figure_of(tower, order, self.towers.figures_of(tower)) for tower in towers)
        return max((value for value in known if value is not None), default=None)

    def _row(self, canvas: Canvas, rect: pygame.Rect, tower: ListedTower, best: dict[str, float | None]) -> None:
        canvas.plate(rect, paper_of(lit=canvas.hovers(rect)), PAPER_EDGE, 0.25)
        name, *cells = canvas.across(canvas.within(rect, 0.4, 0.1), NAME, *(FIGURE,) * len(COMPARED), gap=0.4)
        pixels = canvas.smallest(canvas.px(1.0))
        canvas.line(texts.shortened(shown(tower.name), pixels, name.width, "Bold"), name, weight="Bold")
        figures = self.towers.figures_of(tower)
        for order, cell in zip(COMPARED, cells, strict=True):
            value = figure_of(tower, order, figures)
            is_largest = value is not None and value == best[order]
            canvas.small(
                _figure_text(tower, order, figures), cell, align="right", weight="Bold" if is_largest else "Regular"
            )


def _figure_text(tower: ListedTower, order: str, figures: LiveStatistics | None) -> str:
    """Return a figure in words, an early one with its interval."""
    if order == "pieces":
        return f"{pieces_of(tower)}" if tower.geometry is not None else "–"
    if figures is None:
        return "…" if tower.works else "–"
    if order == "battles":
        return f"{figures.battles}"
    known = figures.of(order)
    return "–" if known is None else figure_words(known, bench_words(order).digits, is_early=figures.is_early)
