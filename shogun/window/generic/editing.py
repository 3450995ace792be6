"""Position editor for games without one of their own: every number of the position, by its name in the file."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pygame
from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.positions import place_of
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INK, Colour
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.position_editing import Page, Row

MOST = 999
MOST_ROWS = 14
"""Maximum number of rows on one page."""

Way = tuple[str | int, ...]
Point = tuple[float, float]


class PictureBoard:
    """Small picture of a game in lists, enlarged; a game's own board may locate its places."""

    is_working = False

    def __init__(self, game: GamePlugin) -> None:
        self.game = game
        self.rect = pygame.Rect()
        """Rectangle of the last drawing."""

    def draw(self, canvas: Canvas, rect: pygame.Rect, view: Any, _place: str) -> None:
        """Draw the position."""
        self.rect = rect
        canvas.paint(lambda surface: self.game.listing.draw_picture(surface, rect, view))

    def place_at(self, _position: tuple[int, int]) -> str:
        """Return nothing: places are unknown."""
        return ""

    def work(self, _seconds: float) -> bool:
        """Return False: nothing is left to paint."""
        return False


def draw_chips(
    canvas: Canvas, within: pygame.Rect, at: Point, chips: Sequence[tuple[str, Colour, Colour]], ems: float
) -> None:
    """Draw small plates around a point of a picture, each with its text and the colors of plate and text."""
    room = canvas.spot(within, ems * len(chips), ems).move_to(center=(round(at[0]), round(at[1])))
    for box, (text, paper, ink) in zip(canvas.columns(room, len(chips)), chips, strict=True):
        canvas.plate(box, paper, INK, 0.2, 0.1)
        canvas.line(text, box, align="centre", weight="Bold", colour=ink)


class GenericEditing:
    """List of a position's numbers."""

    def __init__(self, game: GamePlugin) -> None:
        self.game = game

    def board(self, _setup: Any) -> PictureBoard:
        """Return the board."""
        return PictureBoard(self.game)

    def places(self, _setup: Any) -> Sequence[str]:
        """Return nothing: places are unknown."""
        return ()

    def seats(self, setup: Any) -> Sequence[str]:
        """Return the numbers of the seats."""
        return tuple(_("Player {n}").format(n=seat + 1) for seat in range(setup.seats))

    def hint(self) -> str:
        """Return a hint on what to do."""
        return _("Every number of the position can be changed.")

    def click(self, setup: Any, _place: str, _seat: int) -> Any:
        """Return the same setup."""
        return setup

    def pages(self, setup: Any, _place: str, _seat: int) -> Sequence[Page]:
        """Return as many pages as the numbers need."""
        rows = [self._row(setup, way, number) for way, number in _numbers(msgspec.to_builtins(setup.position), ())]
        some = [tuple(rows[at : at + MOST_ROWS]) for at in range(0, max(1, len(rows)), MOST_ROWS)]
        return [Page(f"page{n}", _("Page {n}").format(n=n), page) for n, page in enumerate(some, 1)]

    def _row(self, setup: Any, way: Way, number: int) -> Row:
        return Row(place_of(way), place_of(way), number, _changed(setup, way), 0, MOST)


def _numbers(value: Any, way: Way) -> Iterator[tuple[Way, int]]:
    """Yield all numbers of a position with their paths."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _numbers(one, (*way, key))
    elif isinstance(value, list | tuple):
        for place, one in enumerate(value):
            yield from _numbers(one, (*way, place))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield way, value


def _changed(setup: Any, way: Way) -> Callable[[Any], Any]:
    """Return the function that changes the number at a path."""

    def change(number: int) -> Any:
        content = msgspec.json.decode(msgspec.json.encode(setup.position))
        here = content
        for key in way[:-1]:
            here = here[key]
        here[way[-1]] = number
        return replace(setup, position=msgspec.convert(content, type(setup.position)))

    return change
