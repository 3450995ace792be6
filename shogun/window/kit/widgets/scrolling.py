"""Scrolling lists: the visible lines, wheel and keys, the bar; and the search and sort controls above them.

Only visible lines are laid out and drawn, so a list may have any length. It always stops at a whole line.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Act, Canvas, TextEntry
from shogun.window.kit.drawing.theme import INDIGO, INDIGO_BRIGHT, PAPER_SHADE
from shogun.window.kit.input.keys import SEARCH
from shogun.window.kit.layout import share
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import entry
from shogun.window.kit.widgets.stepper import Options, chooser

BAR_EM, BESIDE_EM = 0.8, 0.3
"""Width of the bar, and the gap between it and the list."""
LEAST_THUMB_EM = 2.0
NOTCHES = 8
"""Most notches of the wheel to turn all visible lines."""
PAGES = frozenset({pygame.K_PAGEUP, pygame.K_PAGEDOWN})
KEYS = PAGES | {pygame.K_HOME, pygame.K_END}
"""Keys that scroll."""
Names: TypeAlias = Callable[[int], Sequence[str]]
"""Returns the names of an entry's places, by its number."""


class Scrolling:
    """The position of a list. Its entries are numbered from 0; several may share a line, as in a gallery."""

    def __init__(self, name: str, names: Names | None = None) -> None:
        """`names`: the places of an entry, from left to right; by default there is one, `name` and its number."""
        self.name = name
        self.line = 0
        """The line at the top."""
        self.columns = 1
        """Number of entries in a line."""
        self.visible = 1
        """Number of completely visible lines."""
        self._names = names or (lambda number: (f"{name}{number}",))
        self._count = self._lines = 0
        self.bar_em = BAR_EM
        """Width of its bar."""
        self._way = pygame.Rect()
        """Area of the middle of the bar's thumb."""
        self._grip = 0
        """Distance from the thumb's middle at which it was taken hold of, px."""

    # Drawing

    def lay(
        self, canvas: Canvas, box: pygame.Rect, count: int, high: float, gap: float = 0.0
    ) -> list[tuple[int, pygame.Rect]]:
        """Return the visible entries with their places, and draw the bar unless all of them are visible.

        `count`: number of entries; `high`: height of a line, em; `gap`: gap between lines and columns, em.
        """
        lines = canvas.lines(box, high, gap)
        self.fit(count, len(lines))
        if self.is_longer:
            box, bar = canvas.across(box, share(), self.bar_em, gap=BESIDE_EM)
            self._bar(canvas, bar)
            lines = canvas.lines(box, high, gap)
        cells = [cell for line in lines for cell in canvas.columns(line, self.columns, gap)]
        return list(zip(range(self.first, count), cells, strict=False))

    def fit(self, count: int, visible: int) -> range:
        """Take the number of entries and of lines that fit, and return the visible entries."""
        self._count, self.visible = count, max(1, visible)
        self._lines = -(-count // self.columns)
        self._to(self.line)
        return self.seen(count)

    def _bar(self, canvas: Canvas, bar: pygame.Rect) -> None:
        below = share(self._last - self.line)
        _above, thumb, _below = canvas.down(bar, share(self.line), share(self.visible, least=LEAST_THUMB_EM), below)
        self._way = bar.inflate(0, -thumb.height)
        canvas.fill(bar, PAPER_SHADE, self.bar_em / 2)
        canvas.fill(thumb, INDIGO_BRIGHT if canvas.hovers(bar) else INDIGO, self.bar_em / 2)

        def drag(position: tuple[int, int], *, begins: bool) -> None:
            if begins:
                self._grip = position[1] - thumb.centery if thumb.collidepoint(position) else 0
            self._drag(position[1] - self._grip)

        canvas.hold(bar, drag)

    # Position

    @property
    def first(self) -> int:
        """The number of the first visible entry."""
        return self.line * self.columns

    def seen(self, count: int) -> range:
        """Return the numbers of the visible entries, of `count`."""
        return range(min(self.first, count), min(count, self.first + self.visible * self.columns))

    @property
    def is_longer(self) -> bool:
        """True if there is more than is visible."""
        return self._lines > self.visible

    @property
    def _last(self) -> int:
        """The top line when the end is visible."""
        return max(0, self._lines - self.visible)

    def _to(self, line: int) -> None:
        self.line = min(max(0, line), self._last)

    def _drag(self, middle: int) -> None:
        self._to(round((middle - self._way.top) / max(1, self._way.height) * self._last))

    def empty(self) -> None:
        """Show nothing: until the next layout wheel and keys have no effect."""
        self.fit(0, 1)

    @property
    def is_at_end(self) -> bool:
        """True if the last entry is visible."""
        return self.line >= self._last

    def end(self) -> None:
        """Go to the end."""
        self._to(self._last)

    def restart(self) -> None:
        """Go to the beginning: other entries are shown."""
        self.line = 0

    def show(self, number: int) -> None:
        """Scroll as little as necessary to show an entry."""
        line = number // self.columns
        self._to(min(max(self.line, line - self.visible + 1), line))

    # Wheel and keys

    def turn(self, notches: int) -> None:
        """Scroll by the wheel, upwards if positive."""
        self._to(self.line - notches * max(1, self.visible // NOTCHES))

    def press(self, key: int) -> bool:
        """Scroll if a key does so and not everything is visible anyway, and return whether it does."""
        if not self.is_longer:
            return False
        if key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._to(self.line + (-1 if key == pygame.K_PAGEUP else 1) * self._page)
        elif key in (pygame.K_HOME, pygame.K_END):
            self._to(0 if key == pygame.K_HOME else self._last)
        return key in KEYS

    @property
    def _page(self) -> int:
        """The number of lines of a page: one of the last page stays visible."""
        return max(1, self.visible - 1)

    def after(self, number: int, key: int) -> int | None:
        """Return the entry to which an arrow key, or one that scrolls, leads from another; None: out of the list."""
        steps = {
            pygame.K_UP: -self.columns, pygame.K_DOWN: self.columns, pygame.K_LEFT: -1, pygame.K_RIGHT: 1,
            pygame.K_PAGEUP: -self._page * self.columns, pygame.K_PAGEDOWN: self._page * self.columns,
            pygame.K_HOME: -self._count, pygame.K_END: self._count,
        }  # fmt: skip
        if not self._count or key not in steps or (self.columns == 1 and abs(steps[key]) == 1 and key not in UPRIGHT):
            return None
        target = number + steps[key]
        if key in KEYS or (key == pygame.K_DOWN and self._is_above_last_line(number)):
            return min(max(0, target), self._count - 1)
        return target if 0 <= target < self._count else None

    def _is_above_last_line(self, number: int) -> bool:
        return number // self.columns < self._lines - 1

    def beside(self, name: str, direction: str) -> str:
        """Return the name of the place above or below one of the list's, which may have to scroll into sight; or ''."""
        step = {"up": -self.columns, "down": self.columns}.get(direction, 0)
        for number in self.seen(self._count) if step else ():
            names = list(self._names(number))
            if name in names and 0 <= number + step < self._count:
                self.show(number + step)
                return self._names(number + step)[names.index(name)]
        return ""


UPRIGHT = (pygame.K_UP, pygame.K_DOWN)


# Controls above a list: a search line, further filters, and the order

SIDE_EM, GAP_EM = 2.4, 0.3


class Sorting(Struct, frozen=True):
    """The order of a list, and the control that changes it."""

    labels: Sequence[str]
    chosen: int
    is_reversed: bool
    change: Callable[[int], None]
    reverse: Act


def draw_search(canvas: Canvas, box: pygame.Rect, words: str, search: Callable[[str], None], enter: Act) -> None:
    """Draw the search line, and the control that empties it."""
    line, clear = canvas.across(box, share(), SIDE_EM, gap=GAP_EM) if words else (box, None)
    entry(canvas, SEARCH, line, TextEntry(words, search, _("Type to search"), enter))
    if clear is not None:
        button(canvas, "clear-search", clear, "×", lambda: search(""), tooltip=_("Clear the search (Esc)"))


def draw_sorting(canvas: Canvas, box: pygame.Rect, sorting: Sorting) -> None:
    """Draw the sort key of the list, and the control that reverses the order."""
    line, turn = canvas.across(box, share(), SIDE_EM, gap=GAP_EM)
    hint = _("How the list is sorted")
    chooser(canvas, "order", line, Options(sorting.labels, sorting.chosen, sorting.change, tooltip=hint))
    sign = "↑" if sorting.is_reversed else "↓"
    button(canvas, "reverse", turn, sign, sorting.reverse, tooltip=_("Reverse the order"))
