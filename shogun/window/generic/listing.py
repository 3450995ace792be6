"""Any game in the list of games and in the menu."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import pygame
from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.options import Option, fields_of
from shogun.game.words import allowed_counts
from shogun.table.journal import PERSON, Header
from shogun.window.kit.drawing import text
from shogun.window.kit.drawing.icons import SeatLook, crest_names
from shogun.window.kit.drawing.text import told_apart
from shogun.window.kit.drawing.theme import CUBES, INK_SOFT, PAPER_BRIGHT, PAPER_SHADE
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.tower.menu_picture import backdrop

# Looks of seats whose colors a game doesn't define

COLOURS = tuple(CUBES)[:5]


def colour_of(seat: int) -> str:
    """Return the color of a seat, each its own as far as possible."""
    return COLOURS[seat % len(COLOURS)]


def crest_of(chosen: str, seat: int) -> str:
    """Return the crest chosen by a player, or else the seat's own."""
    names = crest_names()
    return chosen if chosen in names else names[seat % len(names)]


def looks_of(header: Header, people: Iterable[int], marks: Sequence[tuple[str, str]]) -> tuple[SeatLook, ...]:
    """Return the looks of a game's seats; `marks` are their colors and crests, `people` the seats of human players."""
    names = told_apart([seat.name for seat in header.seats])
    return tuple(
        SeatLook(name, colour, crest, number in people)
        for number, (name, (colour, crest)) in enumerate(zip(names, marks, strict=True))
    )


def seat_looks(header: Header, people: Iterable[int] = ()) -> tuple[SeatLook, ...]:
    """Return the looks of a game's seats; `people` are the seats of human players."""
    marks = [(colour_of(number), crest_of(seat.crest, number)) for number, seat in enumerate(header.seats)]
    return looks_of(header, people, marks)


class GenericListing:
    """Texts and pictures for a game of which only the basics are known."""

    def __init__(self, game: GamePlugin) -> None:
        self._game = game

    seat_looks = staticmethod(seat_looks)

    def moment(self, _view: Any) -> str:
        """Return that the game is in progress: how far it has come isn't known."""
        return self._game.title

    def points(self, _view: Any) -> Sequence[int] | None:
        """Return None: points aren't known before the end."""
        return None

    def board_name(self, _header: Header) -> str:
        """Return nothing."""
        return ""

    def agreement(self, header: Header) -> Sequence[str]:
        """Return the other options of the setup."""
        return tuple(filter(None, (self._game.words.setup_text(header.setup),)))

    def draw_picture(self, surface: pygame.Surface, rect: pygame.Rect, _view: Any) -> None:
        """Draw the game's name."""
        pygame.draw.rect(surface, PAPER_SHADE, rect)
        sign = text.rendered(self._game.title, max(9, rect.height // 4), INK_SOFT, "Bold")
        surface.blit(sign, sign.get_rect(center=rect.center))

    def cover(self, size: tuple[int, int]) -> pygame.Surface:
        """Return the land of the menus with the game's name above it, if there is room for it."""
        picture = backdrop(size).copy()
        sign = text.rendered(self._game.title, max(9, size[1] // 8), PAPER_BRIGHT, "Bold")
        if sign.get_width() <= size[0]:
            picture.blit(sign, sign.get_rect(center=(size[0] // 2, size[1] // 3)))
        return picture


# The sheet for a new game of any kind: its options and its players.

MOST = len(COLOURS)
"""Maximum number of colors that can be told apart."""


class GenericForm:
    """Form with the options of a game and its seats.

    A game's own form may inherit it, and add what the rules don't define.
    """

    players: Sequence[int] = ()
    """Possible numbers of players; empty for all that the rules allow."""
    usual = 0
    """Usual number of players; 0 for the maximum."""
    opponent = ""
    """Default opponent; empty for the one that replaces others."""
    names: Sequence[str] = ()
    """Default names of the players by seat; empty for their numbers."""
    shown: Sequence[str] = ()
    """Opponents in a demonstration; empty for always the same."""

    def __init__(self, game: GamePlugin) -> None:
        self._game = game

    @cached_property
    def _counts(self) -> list[int]:
        return list(self.players) or allowed_counts(self._game.rules, MOST)

    def counts(self) -> Sequence[int]:
        """Return the possible numbers of players."""
        return self._counts

    def about(self) -> str:
        """Return nothing: rules don't say what makes them fun."""
        return ""

    def usual_count(self) -> int:
        """Return the usual number of players."""
        return self.usual or self._counts[-1]

    def colours(self) -> Mapping[str, str]:
        """Return nothing: each seat has a color of its own."""
        return {}

    def default_seats(self, people: int = 1) -> list[SeatChoice]:
        """Return a seat for each possible player: this many humans first, then opponents."""
        seats = numbered_seats(self._counts[-1], people, self._opponent)
        named = [replace(seat, name=name) for seat, name in zip(seats, self.names, strict=False)]
        return [*named, *seats[len(named) :]]

    @property
    def _opponent(self) -> str:
        return self.opponent or self._game.opponents.SUBSTITUTE

    def choices(self) -> Sequence[Option]:
        """Return the options of the game."""
        return self._game.options

    def first_seat_note(self, _chosen: Mapping[str, str]) -> str:
        """Return nothing: the rules say who begins."""
        return ""

    def setup(self, seats: Sequence[SeatChoice], chosen: Mapping[str, str], first_seat: int | None) -> Any:
        """Return the setup. Raises IllegalSetup."""
        rules = self._game.rules
        setup = rules.types.setup(seats=len(seats), **fields_of(self._game.options, chosen))
        if first_seat is not None:
            setup = rules.begun_by(setup, first_seat)
        rules.new(setup)
        return setup

    def demonstration(self) -> Sequence[str]:
        """Return the opponents in a demonstration."""
        return self.shown or (self._opponent,) * self.usual_count()


def numbered_seats(seats: int, people: int, opponent: str) -> list[SeatChoice]:
    """Return this many seats without names of their own: humans first, then opponents."""
    return [
        SeatChoice(
            _("Player {n}").format(n=seat + 1),
            colour_of(seat),
            crest_of("", seat),
            PERSON if seat < people else opponent,
        )
        for seat in range(seats)
    ]
