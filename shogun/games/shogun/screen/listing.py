"""Shogun in the list of games and in the menu: seats, board, current season, and a small map."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import pygame
from msgspec import Struct, field
from msgspec.structs import replace

from shogun.base.language import _
from shogun.base.resources import ASSETS
from shogun.games.shogun.opponents.strengths import GENTLEST, MIDDLE
from shogun.games.shogun.rules.cards import COLOURS
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.screen.cover import cover
from shogun.games.shogun.screen.play.model import is_drafting
from shogun.games.shogun.words import COLOUR_NAMES, SEASON_NAMES, SEATS, handicap_text
from shogun.table.journal import PERSON, Header
from shogun.window.generic.listing import GenericForm, GenericListing, looks_of
from shogun.window.kit.drawing.icons import SeatLook, crest_names
from shogun.window.kit.runtime.settings import SeatChoice

# The five great houses whose names, kanji and crests the players bear unless they choose others


class House(Struct, frozen=True):
    """The house of one color in `assets/shogun/board/names.toml`."""

    name: str
    kanji: str
    crest: str = field(name="mon")
    """A crest of `assets/icons/icons.json`."""


@cache
def houses() -> dict[str, House]:
    """Return the house of each color of cubes."""
    names = tomllib.loads((ASSETS / "shogun" / "board" / "names.toml").read_text("utf-8"))
    return msgspec.convert(names["clan"], dict[str, House])


def crest_of(chosen: str, colour: str) -> str:
    """Return the crest that a player chose, or their house's if no crest has that name."""
    return chosen if chosen in crest_names() else houses()[colour].crest


def seat_looks(header: Header, people: Iterable[int] = ()) -> tuple[SeatLook, ...]:
    """Return the look of each seat of a game; `people` are the human players' seats."""
    chosen = zip(header.seats, header.setup.colours, strict=False)
    return looks_of(header, people, [(colour, crest_of(seat.crest, colour)) for seat, colour in chosen])


class ShogunListing(GenericListing):
    """Shows year and season, and draws the owners' map."""

    seat_looks = staticmethod(seat_looks)
    cover = staticmethod(cover)

    def moment(self, view: View) -> str:
        """Return the year and season of a game, worded as in the bar."""
        if is_drafting(view):
            return _("Draft")
        return _("Year {year}, {season}").format(year=view.year, season=_(SEASON_NAMES[view.season]))

    def points(self, view: View) -> Sequence[int]:
        """Return all players' points so far."""
        return tuple(player.points for player in view.players)

    def board_name(self, header: Header) -> str:
        """Return the side of the board that a game uses."""
        return _("Moon side") if header.setup.side == "moon" else _("Sun side")

    def agreement(self, header: Header) -> Sequence[str]:
        """Return board, line-up and house rules."""
        house_rules = (_("ties to the defender"),) if header.setup.defender_holds_ties else ()
        if header.is_from_position:
            return (self.board_name(header), *house_rules)
        line_up = _("printed setup") if header.setup.line_up == "printed" else _("draft")
        return tuple(filter(None, (self.board_name(header), line_up, *house_rules, handicap_text(header.setup))))

    def draw_picture(self, surface: pygame.Surface, rect: pygame.Rect, view: View | None) -> None:
        """Draw a game's map, or plain sea while its position isn't known."""
        from shogun.games.shogun.screen.map.miniature import EMPTY, miniature

        if view is None:
            pygame.draw.rect(surface, EMPTY, rect)
        else:
            surface.blit(miniature(view, rect.size), rect)


# The sheet for a new game of Shogun: clans, and the order of first seats

COUNTS = (3, 4, 5)
FEWEST = COUNTS[0]


class ShogunForm(GenericForm):
    """Lets players choose the color of their cubes; each bears the house of its color."""

    players = COUNTS
    usual = SEATS
    shown = ("greedy", "hasty", "learner", "greedy")

    def about(self) -> str:
        """Return a one-sentence description of the game."""
        return _("Plan each season in secret, build, and send armies into battles decided by a tower of falling cubes.")

    def colours(self) -> Mapping[str, str]:
        """Return the colors of the cubes with their names."""
        return {colour: _(COLOUR_NAMES[colour]) for colour in COLOURS}

    def default_seats(self, people: int = 1) -> list[SeatChoice]:
        """Return five seats: `people` humans first, then computer players; each bears the house of its color."""
        return default_seats(people)

    def first_seat_note(self, chosen: Mapping[str, str]) -> str:
        """Return the note on the first player's first step: with a printed line-up, they take its first place (2.6)."""
        if chosen["line_up"] == "printed":
            return _("Who gets the first of the printed starting positions; the others follow in seat order.")
        return _("Who takes the first province in the draft.")

    def setup(self, seats: Sequence[SeatChoice], chosen: Mapping[str, str], first_seat: int | None) -> Any:
        """Return the setup with the colors of the seats."""
        return replace(super().setup(seats, chosen, first_seat), colours=tuple(seat.colour for seat in seats))


def default_seats(people: int = 1) -> list[SeatChoice]:
    """Return five seats: `people` humans first, then computer players; each bears the house of its color."""
    kinds = [PERSON] * people + [MIDDLE] * (len(COLOURS) - people)
    own = [(colour, houses()[colour]) for colour in COLOURS]
    return [SeatChoice(house.name, c, house.crest, kind) for (c, house), kind in zip(own, kinds, strict=True)]


def first_seats() -> list[SeatChoice]:
    """Return the seats of the first game after the tutorial: one human and two easy opponents."""
    return [replace(seat, kind=seat.kind if seat.kind == PERSON else GENTLEST) for seat in default_seats()[:FEWEST]]
