"""Rows of a sheet from top to bottom."""

from pygame import Rect

from shogun.window.kit.drawing.canvas import Canvas

ROW_EM, STEP_EM = 2.1, 2.3
"""Height of a row, and distance from row to row."""


class Rows:
    """The rows of a sheet, each below the one before."""

    def __init__(self, canvas: Canvas, sheet: Rect, margin: float = 0.8) -> None:
        self._canvas = canvas
        self.area = canvas.within(sheet, margin, 0.6)
        self._top = self.area.top

    def next(self, ems: float = ROW_EM) -> Rect:
        """Return the room of the next row."""
        row = Rect(self.area.left, self._top, self.area.width, self._canvas.px(ems))
        self._top = row.bottom + self._canvas.px(STEP_EM - ROW_EM)
        return row

    def parts(self, count: int, ems: float = ROW_EM) -> list[Rect]:
        """Return the next row in equal parts."""
        return self._canvas.columns(self.next(ems), count, 0.3)

    def halves(self) -> tuple[Rect, Rect]:
        """Return the next row in two parts."""
        one, other = self.parts(2)
        return one, other

    def skip(self, ems: float) -> None:
        """Leave some room free."""
        self._top += self._canvas.px(ems)

    def rest(self, below: float = 0.0) -> Rect:
        """Return all of the remaining room, except so many em at its end."""
        high = max(0, self.left - self._canvas.px(below))
        rest = Rect(self.area.left, self._top, self.area.width, high)
        self._top = rest.bottom
        return rest

    @property
    def top(self) -> int:
        """Top of the next row, px."""
        return self._top

    @property
    def left(self) -> int:
        """Remaining height, px."""
        return self.area.bottom - self._top
