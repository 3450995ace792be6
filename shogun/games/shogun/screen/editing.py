"""Changing a position of Shogun on its real board: who owns what, what stands where, goods, cubes and cards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame
from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.shogun.rules.cards import (
    ACTIONS,
    ARMIES,
    BUILDINGS,
    EVENTS,
    MOST_MARKERS,
    PEASANT,
    PEASANTS,
    SEASONS,
    YEARS,
    Building,
    Season,
)
from shogun.games.shogun.rules.season import FACE_UP
from shogun.games.shogun.rules.setup import CHESTS
from shogun.games.shogun.rules.start_positions import MOST_RICE, events_to_come
from shogun.games.shogun.rules.state import Holding, SeatGoods, Setup
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.screen.clans import houses
from shogun.games.shogun.screen.editing_moment import (
    card_rows,
    changed,
    moment_page,
    moment_row,
    position_of,
    won_row,
)
from shogun.games.shogun.screen.map.atlas import atlas, fitted
from shogun.games.shogun.screen.map.board_view import BoardHighlights, BoardView
from shogun.games.shogun.screen.map.piece_places import writing_on
from shogun.games.shogun.words import ACTION_NAMES, BUILDING_NAMES, COLOUR_NAMES, SEASON_NAMES, event_name
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import Clan
from shogun.window.play.position_editing import CardPlaces, Page, Row

MOST_COUNTED = 999
"""Chests and points that can be given here."""


class ShogunBoard:
    """The board of a game, with what a position puts there."""

    def __init__(self, setup: Setup) -> None:
        colours = setup.colours[: setup.seats]
        self._view = BoardView(setup.board, [Clan(colour, houses()[colour].mon) for colour in colours])

    def draw(self, canvas: Canvas, rect: pygame.Rect, view: View, place: str) -> None:
        """Draw what lies there, and mark a province."""
        self._view.resize(rect, writing_on(fitted(atlas(), rect).scale, canvas.em))
        lit = BoardHighlights(frozenset(view.provinces), place or None)
        canvas.paint(lambda surface: self._view.draw(surface, view, lit))

    def place_at(self, position: tuple[int, int]) -> str:
        """Return the province at a point of the window."""
        return self._view.pick(position) or ""

    @property
    def is_working(self) -> bool:
        """Whether the map is still being painted."""
        return self._view.is_working

    def work(self, seconds: float) -> bool:
        """Paint the map on."""
        return self._view.work(seconds)


def board(setup: Setup) -> ShogunBoard:
    """Return the board of a game."""
    return ShogunBoard(setup)


def places(setup: Setup) -> Sequence[str]:
    """Return the provinces in play."""
    return tuple(setup.board.lands)


def seats(setup: Setup) -> Sequence[str]:
    """Return the colours of the seats."""
    return tuple(_(COLOUR_NAMES[colour]) for colour in setup.colours[: setup.seats])


def hint() -> str:
    """Return what a click on the chosen province does."""
    return _("Click a province to select it; click again to change its owner.")


def click(setup: Setup, place: str, _seat: int) -> Setup:
    """Give a province to the next owner; after the last one it is neutral and empty."""
    owners = ("", *setup.colours[: setup.seats])
    holding = position_of(setup).province.get(place, Holding())
    at = owners.index(holding.owner) if holding.owner in owners else 0
    return _owned(setup, place, owners[(at + 1) % len(owners)])


def _held(setup: Setup, place: str, **fields: Any) -> Setup:
    """Return the setup in which something else lies in a province."""
    provinces = dict(position_of(setup).province)
    provinces[place] = replace(provinces.get(place, Holding()), **fields)
    if provinces[place] == Holding():
        del provinces[place]
    return changed(setup, province=provinces)


def _owned(setup: Setup, place: str, owner: str) -> Setup:
    """Return the setup in which a province has this owner, with an army at least; of nobody it is empty."""
    holding = position_of(setup).province.get(place, Holding())
    if not owner:
        return _held(setup, place, owner="", armies=0, buildings=(), markers=0)
    return _held(setup, place, owner=owner, armies=max(1, holding.armies))


def pages(setup: Setup, place: str, seat: int) -> Sequence[Page]:
    """Return all that can be changed, of one province and one seat."""
    moment = moment_page(setup, seat)
    return (
        Page("province", _("Province"), (*_of_province(setup, place), *won_row(setup, place)), of_place=True),
        Page("players", _("Players"), _of_seat(setup, seat), of_seat=True),
        Page("cubes", _("Cubes"), _of_cubes(setup)),
        Page("season", _("Season"), (*_of_season(setup), *card_rows(setup))),
        *([] if moment is None else [moment]),
    )


def _of_province(setup: Setup, place: str) -> tuple[Row, ...]:
    holding = position_of(setup).province.get(place, Holding())
    owners = ("", *setup.colours[: setup.seats])

    def built(kind: Building) -> Callable[[Any], Setup]:
        others = tuple(other for other in holding.buildings if other != kind)
        return lambda has: _held(setup, place, buildings=(*others, kind) if has else others)

    return (
        Row("owner", _("Owner"), holding.owner, lambda owner: _owned(setup, place, owner), choices=owners,
            labels=(_("nobody"), *seats(setup))),
        Row("armies", _("Armies"), holding.armies, lambda n: _held(setup, place, armies=n), 0, ARMIES),
        *(
            Row(kind, _capital(_(BUILDING_NAMES[kind])), kind in holding.buildings, built(kind), choices=(False, True),
                labels=(_("no"), _("yes")))
            for kind in BUILDINGS
        ),
        Row("markers", _("Revolt markers"), holding.markers, lambda n: _held(setup, place, markers=n), 0, MOST_MARKERS),
    )  # fmt: skip


def _capital(words: str) -> str:
    """Return words as they begin a line."""
    return words[:1].upper() + words[1:]


def _of_seat(setup: Setup, seat: int) -> tuple[Row, ...]:
    known = position_of(setup).seat
    goods = [*known, *[SeatGoods()] * (setup.seats - len(known))]
    mine = goods[seat]
    chests = CHESTS[setup.seats] if mine.chests is None else mine.chests

    def given(**fields: Any) -> Setup:
        return changed(setup, seat=(*goods[:seat], replace(mine, **fields), *goods[seat + 1 :]))

    return (
        Row("chests", _("Chests"), chests, lambda n: given(chests=n), 0, MOST_COUNTED),
        Row("rice", _("Rice"), mine.rice, lambda n: given(rice=n), 0, MOST_RICE),
        Row("points", _("Points"), mine.points, lambda n: given(points=n), 0, MOST_COUNTED),
    )


def _of_cubes(setup: Setup) -> tuple[Row, ...]:
    return (*_of_pile(setup, "tower", _("Tower: {colour}")), *_of_pile(setup, "tray", _("Tray: {colour}")))


def _of_pile(setup: Setup, key: str, label: str) -> tuple[Row, ...]:
    pile: Mapping[str, int] = getattr(position_of(setup), key)
    names = {**dict(zip(setup.colours, seats(setup), strict=False)), PEASANT: _("peasants")}

    def put(colour: str) -> Callable[[Any], Setup]:
        def put_there(count: int) -> Setup:
            there = {**pile, colour: count}
            return changed(setup, **{key: {name: there[name] for name in sorted(there) if there[name]}})

        return put_there

    return tuple(
        Row(f"{key}-{colour}", label.format(colour=name), pile.get(colour, 0), put(colour), 0,
            PEASANTS if colour == PEASANT else ARMIES)
        for colour, name in names.items()
    )  # fmt: skip


def _of_season(setup: Setup) -> tuple[Row, ...]:
    position = position_of(setup)
    events = {card: event_name(card) for card in EVENTS}
    actions: dict[str, str] = {action: _(ACTION_NAMES[action]) for action in ACTIONS}
    due = events_to_come(position.begins) - (position.acting is not None)
    face_up = 0 if position.begins == "winter" else max(FACE_UP, len(position.actions))
    return (
        Row("year", _("Year"), position.year, lambda year: changed(setup, year=year), 1, YEARS),
        Row("season", _("Season"), position.begins, lambda season: _begun(setup, season), choices=SEASONS,
            labels=tuple(_(SEASON_NAMES[season]) for season in SEASONS)),
        moment_row(setup),
        *_slots(setup, "events", _("Event {n}"), events, due),
        *_slots(setup, "actions", _("Action {n}"), actions, face_up),
    )  # fmt: skip


def _begun(setup: Setup, season: Season) -> Setup:
    """Return the setup in which the game begins in this season: its cards are drawn, unless somebody says which."""
    return changed(setup, season=season, events=(), actions=(), specials=(), winter=None, acting=None)


def _slots(setup: Setup, key: str, label: str, names: Mapping[str, str], count: int) -> tuple[Row, ...]:
    """Return a row for each place of cards that are all different; what is nowhere named is drawn."""
    laid = getattr(position_of(setup), key)
    return CardPlaces(key, label, laid, names, count, lambda cards: changed(setup, **{key: cards})).rows()
