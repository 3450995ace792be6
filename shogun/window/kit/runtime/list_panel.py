"""A list for selecting one thing, or several: by clicks with Ctrl and Shift, by ticks, and by the keyboard.

Its scene defines the listed things: the search, and the order.
"""

from functools import partial
from typing import Any, Generic, Protocol, TypeVar

import pygame
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.files import LONGEST
from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INDIGO, PAPER_BRIGHT, edge_of
from shogun.window.kit.input.keyboard import Keyboard
from shogun.window.kit.input.keys import SEARCH
from shogun.window.kit.input.selection import Selection
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Scene
from shogun.window.kit.widgets.scrolling import KEYS, UPRIGHT, Scrolling

TICK_EM = 2.0
"""Width and height of a tick's place."""
BOX_EM = 1.15


Query = TypeVar("Query", bound=Struct)
"""The listed things' query; its field `words` is the search text."""


class Listing(Protocol):
    """The scene of a list, as far as the list needs it."""

    keyboard: Keyboard
    selection: Selection[Any]

    def looks(self) -> None:
        """Note a change of the selection."""

    def open(self) -> None:
        """Open the current thing."""


class ListPanel(Panel):
    """A list whose things are named by a word and their number."""

    def __init__(self, listing: Listing, word: str) -> None:
        super().__init__()
        self.scrolling: Scrolling = Scrolling(word)
        self._listing = listing
        self._word = word
        self._is_clicked = False
        """True if a click has selected something: arrow keys continue from there."""

    @property
    def selection(self) -> Selection[Any]:
        """The selection."""
        return self._listing.selection

    def shows(self) -> tuple[object, ...]:
        """Return a value that changes with the selection."""
        return (self.selection.version,)

    # The pointer

    def press(self, number: int) -> None:
        """Handle a click: make a thing current and open it if it already is; Ctrl selects another, Shift a range."""
        modifiers, selection = pygame.key.get_mods(), self.selection
        self._is_clicked = True
        if modifiers & pygame.KMOD_SHIFT:
            selection.range(number)
        elif modifiers & pygame.KMOD_CTRL:
            selection.add(number)
        elif number == selection.at and not selection.are_several:
            self._listing.open()
            return
        else:
            selection.look_at(number)
        self._listing.looks()

    def target(self, canvas: Canvas, box: pygame.Rect, number: int, tooltip: str = "") -> None:
        """Remember the clickable and focusable place of a thing."""
        is_lead = number == self.selection.at
        canvas.target(
            f"{self._word}{number}", box, partial(self.press, number), tooltip, group=self._word, lead=is_lead
        )

    def tick(self, canvas: Canvas, box: pygame.Rect, number: int) -> None:
        """Draw a thing's tick box."""
        square = canvas.spot(box, BOX_EM, BOX_EM)
        is_ticked = self.selection.is_marked(number)
        canvas.plate(square, INDIGO if is_ticked else PAPER_BRIGHT, edge_of(lit=canvas.hovers(box)), 0.2)
        if is_ticked:
            canvas.paint(partial(_draw_tick, square=square))
        hint = _("Select it too (Space, Ctrl+click); Shift+click selects everything up to it.")
        canvas.target(f"tick-{number}", box, partial(self._tick, number), hint, by_pointer=True)

    def _tick(self, number: int) -> None:
        self._is_clicked = True
        self.selection.tick(number)
        self._listing.looks()

    # The keyboard

    def number_of(self, name: str) -> int | None:
        """Return the number of the thing with a name, None for any other name."""
        number = name.removeprefix(self._word)
        return int(number) if number != name and number.isdecimal() else None

    def focused(self, name: str) -> None:
        """Make the focused thing current."""
        number = self.number_of(name)
        if number is not None and number != self.selection.at and number < len(self.selection.keys):
            self.selection.look_at(number)
            self._listing.looks()

    def scroll(self, key: int, modifiers: int) -> bool:
        """Go through the things, select several, or all; return whether the key does so."""
        focus, ctrl = self._listing.keyboard.focus.name, bool(modifiers & pygame.KMOD_CTRL)
        is_here = self.number_of(focus) is not None or (not focus and self._is_clicked)
        if key == pygame.K_a and ctrl:
            self.selection.all()
        elif key == pygame.K_SPACE and is_here:
            self.selection.tick(self.selection.at)
        elif focus == SEARCH and key in UPRIGHT:
            self._focus()
        elif not (is_here or key in KEYS) or not self._goes(key, modifiers):
            return False
        self._listing.looks()
        return True

    def _goes(self, key: int, modifiers: int) -> bool:
        """Go where a key leads, and return whether it leads anywhere."""
        selection, number = self.selection, self.scrolling.after(self.selection.at, key)
        if number is None:
            return False
        if modifiers & pygame.KMOD_SHIFT:
            selection.range(number)
        elif modifiers & pygame.KMOD_CTRL:
            selection.move(number)
        else:
            selection.look_at(number)
        self._focus()
        return True

    def _focus(self) -> None:
        """Put the focus on the current thing."""
        self.see()
        self._listing.keyboard.set_focus(f"{self._word}{self.selection.at}")

    def see(self) -> None:
        """Scroll to the current thing."""
        self.scrolling.show(self.selection.at)


class ListScene(Scene, Generic[Query]):
    """A scene with a searchable list, for selecting one thing or several."""

    query: Query
    selection: Selection[Any]

    def list_panel(self) -> ListPanel:
        """Return the list."""
        raise NotImplementedError

    def find(self) -> None:
        """List the things of the current query."""
        raise NotImplementedError

    def looks(self) -> None:
        """Note a change of the selection."""
        raise NotImplementedError

    def want(self, query: Query) -> None:
        """List the things of a query, from the first one on."""
        self.query = query
        self.find()
        self.list_panel().scrolling.restart()
        if not self.selection.marked:
            self.selection.look_at(0)
        self.looks()

    def search(self, words: str) -> None:
        """List the things that contain these words."""
        self.want(replace(self.query, words=words[:LONGEST]))

    def to_list(self) -> None:
        """Go from the search line to the list."""
        self.list_panel().scroll(pygame.K_HOME, 0)

    def choose_all(self) -> None:
        """Select everything listed."""
        self.selection.all()
        self.looks()

    def choose_none(self) -> None:
        """Select only the current thing."""
        self.selection.none()
        self.looks()


def _draw_tick(surface: pygame.Surface, square: pygame.Rect) -> None:
    inner = square.inflate(-square.width // 2, -square.height // 2)
    points = (inner.midleft, (inner.left + inner.width // 3, inner.bottom), inner.topright)
    pygame.draw.lines(surface, PAPER_BRIGHT, False, points, max(2, square.width // 8))
