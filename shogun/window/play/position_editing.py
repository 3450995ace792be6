"""Editing a position: the parts that a game provides, and changes with their conflicts and undo."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.game.positions import place_of
from shogun.game.protocol import AnyGame
from shogun.table.positions import PositionFile, Resting
from shogun.window.kit.drawing.canvas import Canvas

MOST_STEPS = 500
"""Changes that can be undone."""


class Row(Struct, frozen=True):
    """An editable part of a position: a number, or a choice."""

    name: str
    label: str
    value: Any
    change: Callable[[Any], Any]
    """Returns the setup with another value."""
    least: int = 0
    most: int = 0
    choices: tuple[Any, ...] = ()
    """Possible values; none: a number."""
    labels: tuple[str, ...] = ()
    """Labels of the choices."""


class CardPlaces(Struct, frozen=True):
    """Places of cards, or of seats in an order, that are all different."""

    key: str
    label: str
    """Label of a place, with its number as {n}."""
    laid: Sequence[Any]
    names: Mapping[Any, str]
    """Names of all cards."""
    count: int
    change: Callable[[tuple[Any, ...]], Any]
    """Returns the setup with other cards."""
    all_or_none: bool = False
    """True if naming one means naming all."""
    unnamed: str = ""
    """Label of an empty place; empty: its card is drawn by lot."""

    def rows(self) -> tuple[Row, ...]:
        """Return a row for each place."""
        return tuple(
            Row(f"{self.key}-{place}", self.label.format(n=place + 1),
                self.laid[place] if place < len(self.laid) else "", partial(self._with_card, place),
                choices=("", *self.names), labels=(self.unnamed or _("at random"), *self.names.values()))
            for place in range(self.count)
        )  # fmt: skip

    def _with_card(self, place: int, card: Any) -> Any:
        """Return the setup with a card in a place, swapped with the card that was there."""
        if self.all_or_none and card == "":
            return self.change(())
        first = list(self.names)[: self.count]
        named = list(self.laid or first) if self.all_or_none else [*self.laid, *[""] * (self.count - len(self.laid))]
        if card != "" and card in named:
            named[named.index(card)] = named[place]
        named[place] = card
        return self.change(tuple(card for card in named if card != ""))


class Page(Struct, frozen=True):
    """A page of fields that are changed together."""

    name: str
    title: str
    rows: tuple[Row, ...]
    of_place: bool = False
    """True if it is about the clicked place ..."""
    of_seat: bool = False
    """... and True if about one of the seats."""


class EditedBoard(Protocol):
    """The board that shows a position."""

    def draw(self, canvas: Canvas, rect: pygame.Rect, view: Any, place: str, /) -> None:
        """Draw the position, with a place marked."""

    def place_at(self, position: tuple[int, int], /) -> str:
        """Return the place under a point of the window, as it was drawn last; empty elsewhere."""

    @property
    def is_working(self) -> bool:
        """Return whether it is still being painted."""

    def work(self, seconds: float, /) -> bool:
        """Paint for about `seconds`, and return whether there is a new picture to draw."""


class PositionEditing(Protocol):
    """A game's editor of positions: `Game.editing`."""

    def board(self, setup: Any, /) -> EditedBoard:
        """Return the board for a game's setup."""

    def places(self, setup: Any, /) -> Sequence[str]:
        """Return the places that can be clicked on the board."""

    def seats(self, setup: Any, /) -> Sequence[str]:
        """Return the names of the seats."""

    def pages(self, setup: Any, place: str, seat: int, /) -> Sequence[Page]:
        """Return all pages of fields for one place and one seat."""

    def click(self, setup: Any, place: str, seat: int, /) -> Any:
        """Return the setup after a click on a place that is chosen already: it goes to the next owner, or the like."""

    def hint(self) -> str:
        """Return in a sentence what such a click does."""


class PositionDraft:
    """Changes one after the other; illegal positions are allowed, but only legal ones can be played."""

    def __init__(self, game: AnyGame, found: PositionFile, changed: Sequence[Any] = ()) -> None:
        """Begin with a position, after the changes that were kept of it."""
        self._game = game
        self._resting = found.resting
        self._setups = [found.setup]
        self.problem = ""
        """The first problem found by the check; empty if a game can begin."""
        self.view: Any = None
        """The last position that could be, as everybody sees it."""
        self._look()
        for setup in changed:
            self.change(setup)

    @property
    def game(self) -> AnyGame:
        """The rules of the game."""
        return self._game

    @property
    def setup(self) -> Any:
        """The setup as it is now."""
        return self._setups[-1]

    @property
    def changes(self) -> Sequence[Any]:
        """The setups after each change, the last one last."""
        return self._setups[1:]

    @property
    def steps(self) -> int:
        """Number of changes that can be undone."""
        return len(self._setups) - 1

    def change(self, setup: Any) -> None:
        """Take a change."""
        if setup != self.setup:
            self._setups = [*self._setups[-MOST_STEPS:], setup]
            self._look()

    def undo(self) -> None:
        """Take the last change back."""
        if self.steps:
            self._setups.pop()
            self._look()

    def undo_all(self) -> None:
        """Take all changes back."""
        del self._setups[1:]
        self._look()

    def _look(self) -> None:
        problem = next(iter(self._game.position_problems(self.setup)), None)  # type: ignore[attr-defined]
        if problem is not None:
            way, sentence = problem
            self.problem = _("{place}: {what}.").format(place=place_of(way), what=sentence)
            return
        self.problem = ""
        self.view = self._game.view(self._game.new(self.setup), None)

    def file(self) -> PositionFile:
        """Return the position to write or to play; cubes keep their places while their number stays."""
        return PositionFile(self._game, self.setup, resting=self._places())

    def _places(self) -> Resting | None:
        if self._resting is None or self.problem:
            return None
        counted = {colour: count for colour, count in self._game.in_tower(self._game.new(self.setup)).items() if count}
        held: dict[str, int] = {}
        for row in self._resting.cubes:
            held[row[0]] = held.get(row[0], 0) + 1
        return self._resting if held == counted else None
