"""What stands above a list: a line to search in it, what else is chosen of it, and in which order it is."""

from collections.abc import Callable, Sequence

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Act, Canvas, TextEntry
from shogun.window.kit.input.keys import SEARCH
from shogun.window.kit.layout import share
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import entry
from shogun.window.kit.widgets.stepper import Options, chooser

SIDE_EM, GAP_EM = 2.4, 0.3


class Sorting(Struct, frozen=True):
    """In which order a list is, and what changes that."""

    labels: Sequence[str]
    chosen: int
    is_reversed: bool
    change: Callable[[int], None]
    reverse: Act


def draw_search(canvas: Canvas, box: pygame.Rect, words: str, search: Callable[[str], None], enter: Act) -> None:
    """Draw the line into which is typed what is searched for, and what empties it."""
    line, clear = canvas.across(box, share(), SIDE_EM, gap=GAP_EM) if words else (box, None)
    entry(canvas, SEARCH, line, TextEntry(words, search, _("Type to search"), enter))
    if clear is not None:
        button(canvas, "clear-search", clear, "×", lambda: search(""), tooltip=_("Clear the search (Esc)"))


def draw_sorting(canvas: Canvas, box: pygame.Rect, sorting: Sorting) -> None:
    """Draw by what the list is sorted, and what turns the order round."""
    line, turn = canvas.across(box, share(), SIDE_EM, gap=GAP_EM)
    told = _("How the list is sorted")
    chooser(canvas, "order", line, Options(sorting.labels, sorting.chosen, sorting.change, tooltip=told))
    sign = "↑" if sorting.is_reversed else "↓"
    button(canvas, "reverse", turn, sign, sorting.reverse, tooltip=_("Reverse the order"))
