"""Editing a position of Shogun on its real board: owners, pieces, goods, cubes and cards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame
from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.shogun.rules.cards import (
    ACTIONS,
    ARMIES,
    BUILDINGS,
    CHEST_CARDS,
    EVENTS,
    FACE_DOWN,
    MOST_MARKERS,
    PEASANT,
    PEASANTS,
    SEASONS,
    SPECIALS,
    YEARS,
    Building,
    Card,
    Season,
)
from shogun.games.shogun.rules.position_checks import MOST_GIVEN_UP, MOST_REVOLTS, MOST_RICE, events_to_come
from shogun.games.shogun.rules.position_file import StartActions, StartPlayer, StartPosition, StartProvince, StartWinter
from shogun.games.shogun.rules.season import FACE_UP
from shogun.games.shogun.rules.setup import CHESTS
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.screen.listing import houses
from shogun.games.shogun.screen.map.atlas import atlas, fitted
from shogun.games.shogun.screen.map.board_view import BoardHighlights, BoardView
from shogun.games.shogun.screen.map.piece_places import writing_on
from shogun.games.shogun.words import (
    ACTION_NAMES,
    BUILDING_NAMES,
    COLOUR_NAMES,
    SEASON_NAMES,
    SPECIAL_NAMES,
    card_text,
    event_name,
)
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import Clan
from shogun.window.play.position_editing import CardPlaces, Page, Row

# Moment of a position: the season's cards, plans, and winter's revolts

MOST_SHORT = 30
"""Largest rice shortage that can be set here."""


def position_of(setup: Setup) -> StartPosition:
    """Return the position of a setup, or the default starting position if it has none."""
    return setup.position or StartPosition()


def changed(setup: Setup, **fields: Any) -> Setup:
    """Return the setup with other values in its position."""
    return replace(setup, position=replace(position_of(setup), **fields))


def moment_row(setup: Setup) -> Row:
    """Return the row that selects planning or actions, before or after winter's rice is counted."""
    position = position_of(setup)
    if position.first_season == "winter":
        labels = (_("winter begins"), _("rice is counted"))
        return Row("moment", _("Moment"), position.winter is not None, lambda late: _with_winter(setup, is_late=late),
                   choices=(False, True), labels=labels)  # fmt: skip
    labels = (_("before planning"), _("actions"))
    return Row("moment", _("Moment"), position.acting is not None, lambda late: _with_actions(setup, is_late=late),
               choices=(False, True), labels=labels)  # fmt: skip


def _with_winter(setup: Setup, *, is_late: bool) -> Setup:
    """Return the setup with winter's rice counted and the first seat short by one, or with neither."""
    colour = setup.colours[0]
    return changed(setup, winter=StartWinter(colour, {colour: 1}) if is_late else None)


def _with_actions(setup: Setup, *, is_late: bool) -> Setup:
    """Return the setup with the first action due and unseen cards, or with planning next."""
    position, colours = position_of(setup), setup.colours[: setup.seats]
    if not is_late:
        acting = position.acting
        events = (*([acting.event] if acting else []), *position.events)
        return changed(setup, acting=None, events=events)
    free = [name for name in EVENTS if name not in (*position.events, *position.past_events)]
    event, *left = position.events or free[:1]
    specials = position.specials or SPECIALS
    covered: dict[str, Card] = dict.fromkeys(map(str, ACTIONS), FACE_DOWN)
    boards = dict.fromkeys(colours, covered)
    taken = dict(zip(colours, specials, strict=False))
    acting = StartActions(1, colours[0], event, taken, dict.fromkeys(colours, 0), boards)
    actions = position.actions or ACTIONS[:1]
    return changed(setup, acting=acting, events=tuple(left), specials=specials, actions=actions)


def card_rows(setup: Setup) -> tuple[Row, ...]:
    """Return the rows for special cards, the turn order before winter, and past events."""
    position, colours = position_of(setup), setup.colours[: setup.seats]
    specials = {card: _(SPECIAL_NAMES[card]) for card in SPECIALS}

    def over(name: str) -> Callable[[Any], Setup]:
        others = tuple(event for event in position.past_events if event != name)
        return lambda was: changed(setup, past_events=(*others, name) if was else others)

    events = (
        Row(f"past-{name}", _("Past: {event}").format(event=event_name(name)), name in position.past_events, over(name),
            choices=(False, True), labels=(_("no"), _("yes")))
        for name in EVENTS
    )  # fmt: skip
    laid = () if position.first_season == "winter" else _order_rows(
        position.specials, specials, "specials", _("Place {n}"), lambda cards: changed(setup, specials=cards)
    )  # fmt: skip
    order = _order_rows(
        position.order, _colours(colours), "order", _("Turn {n} before"), lambda order: changed(setup, order=order)
    )
    return (*laid, *order, *events)


def moment_page(setup: Setup, seat: int) -> Page | None:
    """Return the page for a season under way, or for winter's revolts; None before that."""
    position = position_of(setup)
    if position.acting is not None:
        rows = (*_of_actions(setup, position.acting), *_of_plan(setup, position.acting, seat))
        return Page("moment", _("Moment"), rows, of_seat=True)
    if position.winter is not None:
        return Page("moment", _("Moment"), _of_revolts(setup, position.winter))
    return None


def won_row(setup: Setup, place: str) -> tuple[Row, ...]:
    """Return the row that says whether a province was conquered in the current season."""
    acting = position_of(setup).acting
    if acting is None:
        return ()
    others = tuple(name for name in acting.won if name != place)

    def put(was: bool) -> Setup:
        return changed(setup, acting=replace(acting, won=(*others, place) if was else others))

    return (
        Row("won", _("Won this season"), place in acting.won, put, choices=(False, True), labels=(_("no"), _("yes"))),
    )


def _of_actions(setup: Setup, acting: StartActions) -> tuple[Row, ...]:
    colours, position = setup.colours[: setup.seats], position_of(setup)

    def put(key: str) -> Callable[[Any], Setup]:
        return lambda value: changed(setup, acting=replace(acting, **{key: value}))

    names = _colours(colours)
    events = [name for name in EVENTS if name not in (*position.events, *position.past_events)]
    choosers = _order_rows(acting.choosers, names, "choosers", _("Card taken by {n}"), put("choosers"))
    return (
        Row("action", _("Action due"), acting.action, put("action"), 1, max(1, len(position.actions))),
        Row("next", _("On turn"), acting.next, put("next"), choices=tuple(names), labels=tuple(names.values())),
        Row("event", _("Event"), acting.event, put("event"), choices=tuple(events),
            labels=tuple(map(event_name, events))),
        *choosers,
    )  # fmt: skip


def _of_plan(setup: Setup, acting: StartActions, seat: int) -> tuple[Row, ...]:
    """Return the rows for a seat's special card, its bid, and its planning board."""
    colour, lands = setup.colours[seat], sorted(setup.board.lands)
    board = acting.boards.get(colour, {})

    def put(key: str, value: Any) -> Setup:
        return changed(setup, acting=replace(acting, **{key: {**getattr(acting, key), colour: value}}))

    def bid(card: Any) -> Setup:
        others = {name: value for name, value in acting.bids.items() if name != colour}
        return changed(setup, acting=replace(acting, bids=others if card is None else {**others, colour: card}))

    def laid(action: str) -> Callable[[Any], Setup]:
        others = {name: card for name, card in board.items() if name != action}
        return lambda card: put("boards", others if card is None else {**others, action: card})

    known = (None, *CHEST_CARDS, *lands)
    labels = (_("none"), *map(card_text, known[1:]))
    return (
        Row("special", _("Special card"), acting.specials.get(colour), lambda card: put("specials", card),
            choices=SPECIALS, labels=tuple(_(SPECIAL_NAMES[card]) for card in SPECIALS)),
        Row("bid", _("Bid"), acting.bids.get(colour), bid, choices=known, labels=labels),
        *(
            Row(f"plan-{action}", _(ACTION_NAMES[action]), board.get(action), laid(action),
                choices=(None, FACE_DOWN, *known[1:]), labels=(labels[0], _("face down"), *labels[1:]))
            for action in ACTIONS
        ),
    )  # fmt: skip


def _of_revolts(setup: Setup, winter: StartWinter) -> tuple[Row, ...]:
    colours = setup.colours[: setup.seats]
    names = _colours(colours)
    owned = [name for name, land in position_of(setup).province.items() if land.owner == winter.next]

    def put(**fields: Any) -> Setup:
        return changed(setup, winter=replace(winter, **fields))

    def short(colour: str) -> Callable[[Any], Setup]:
        others = {name: count for name, count in winter.short.items() if name != colour}
        return lambda count: put(short={**others, colour: count} if count else others)

    def revolt(place: int) -> Callable[[Any], Setup]:
        def drawn(name: str) -> Setup:
            others = [*winter.revolts[:place], name, *winter.revolts[place + 1 :]]
            return put(revolts=tuple(dict.fromkeys(filter(None, others))))

        return drawn

    count = min(MOST_REVOLTS, len(winter.revolts) + 1)
    return (
        Row("next", _("Revolts next"), winter.next, lambda colour: put(next=colour, revolts=()), choices=tuple(names),
            labels=tuple(names.values())),
        *(
            Row(f"short-{colour}", _("Short of rice: {colour}").format(colour=name), winter.short.get(colour, 0),
                short(colour), 0, MOST_SHORT)
            for colour, name in names.items()
        ),
        *(
            Row(f"revolt-{n}", _("Revolt {n}").format(n=n + 1), (*winter.revolts, "")[n], revolt(n),
                choices=("", *owned), labels=(_("at random"), *owned))
            for n in range(count)
        ),
    )  # fmt: skip


def _colours(colours: Sequence[str]) -> dict[str, str]:
    return {colour: _(COLOUR_NAMES[colour]) for colour in colours}


def _order_rows(
    now: Sequence[str], names: Mapping[Any, str], key: str, label: str, put: Callable[[Any], Setup]
) -> tuple[Row, ...]:
    """Return a row for each place of an order that is given completely or not at all; changing one swaps two places."""
    return CardPlaces(key, label, now, names, len(names), put, all_or_none=True, unnamed=_("not named")).rows()


MOST_COUNTED = 999
"""Most chests or points that can be set here."""


class ShogunBoard:
    """The board of a game with the pieces of a position."""

    def __init__(self, setup: Setup) -> None:
        colours = setup.colours[: setup.seats]
        self._view = BoardView(setup.board, [Clan(colour, houses()[colour].crest) for colour in colours])

    def draw(self, canvas: Canvas, rect: pygame.Rect, view: View, place: str) -> None:
        """Draw the position and mark a province."""
        self._view.resize(rect, writing_on(fitted(atlas(), rect).scale, canvas.em))
        lit = BoardHighlights(frozenset(view.provinces), place or None)
        canvas.paint(lambda surface: self._view.draw(surface, view, lit))

    def place_at(self, position: tuple[int, int]) -> str:
        """Return the province at a point of the window."""
        return self._view.pick(position) or ""

    @property
    def is_working(self) -> bool:
        """True if the map is still being painted."""
        return self._view.is_working

    def work(self, seconds: float) -> bool:
        """Continue painting the map."""
        return self._view.work(seconds)


def board(setup: Setup) -> ShogunBoard:
    """Return the board of a game."""
    return ShogunBoard(setup)


def places(setup: Setup) -> Sequence[str]:
    """Return the provinces in play."""
    return tuple(setup.board.lands)


def seats(setup: Setup) -> Sequence[str]:
    """Return the colors of the seats."""
    return tuple(_(COLOUR_NAMES[colour]) for colour in setup.colours[: setup.seats])


def hint() -> str:
    """Return the hint that explains clicks on the selected province."""
    return _("Click a province to select it; click again to change its owner.")


def click(setup: Setup, place: str, _seat: int) -> Setup:
    """Give a province to the next owner; after the last one it is neutral and empty."""
    owners = ("", *setup.colours[: setup.seats])
    province = position_of(setup).province.get(place, StartProvince())
    at = owners.index(province.owner) if province.owner in owners else 0
    return _owned(setup, place, owners[(at + 1) % len(owners)])


def _fill(setup: Setup, place: str, **fields: Any) -> Setup:
    """Return the setup with other contents in a province."""
    provinces = dict(position_of(setup).province)
    provinces[place] = replace(provinces.get(place, StartProvince()), **fields)
    if provinces[place] == StartProvince():
        del provinces[place]
    return changed(setup, province=provinces)


def _owned(setup: Setup, place: str, owner: str) -> Setup:
    """Return the setup with a new owner in a province: at least one army, or empty if neutral."""
    province = position_of(setup).province.get(place, StartProvince())
    if not owner:
        return _fill(setup, place, owner="", armies=0, buildings=(), markers=0)
    return _fill(setup, place, owner=owner, armies=max(1, province.armies))


def pages(setup: Setup, place: str, seat: int) -> Sequence[Page]:
    """Return all pages for one province and one seat."""
    moment = moment_page(setup, seat)
    return (
        Page("province", _("Province"), (*_of_province(setup, place), *won_row(setup, place)), of_place=True),
        Page("players", _("Players"), _of_seat(setup, seat), of_seat=True),
        Page("cubes", _("Cubes"), _of_cubes(setup)),
        Page("season", _("Season"), (*_of_season(setup), *card_rows(setup))),
        *([] if moment is None else [moment]),
    )


def _of_province(setup: Setup, place: str) -> tuple[Row, ...]:
    province = position_of(setup).province.get(place, StartProvince())
    owners = ("", *setup.colours[: setup.seats])

    def built(kind: Building) -> Callable[[Any], Setup]:
        others = tuple(other for other in province.buildings if other != kind)
        return lambda has: _fill(setup, place, buildings=(*others, kind) if has else others)

    return (
        Row("owner", _("Owner"), province.owner, lambda owner: _owned(setup, place, owner), choices=owners,
            labels=(_("nobody"), *seats(setup))),
        Row("armies", _("Armies"), province.armies, lambda n: _fill(setup, place, armies=n), 0, ARMIES),
        *(
            Row(kind, _capital(_(BUILDING_NAMES[kind])), kind in province.buildings, built(kind), choices=(False, True),
                labels=(_("no"), _("yes")))
            for kind in BUILDINGS
        ),
        Row("markers", _("Revolt markers"), province.markers, lambda n: _fill(setup, place, markers=n), 0,
            MOST_MARKERS),
    )  # fmt: skip


def _capital(words: str) -> str:
    """Return a text with a capital first letter."""
    return words[:1].upper() + words[1:]


def _of_seat(setup: Setup, seat: int) -> tuple[Row, ...]:
    known = position_of(setup).seat
    goods = [*known, *[StartPlayer()] * (setup.seats - len(known))]
    mine = goods[seat]
    chests = CHESTS[setup.seats] if mine.chests is None else mine.chests

    def given(**fields: Any) -> Setup:
        return changed(setup, seat=(*goods[:seat], replace(mine, **fields), *goods[seat + 1 :]))

    return (
        Row("chests", _("Chests"), chests, lambda n: given(chests=n), 0, MOST_COUNTED),
        Row("rice", _("Rice"), mine.rice, lambda n: given(rice=n), 0, MOST_RICE),
        Row("points", _("Points"), mine.points, lambda n: given(points=n), -MOST_GIVEN_UP, MOST_COUNTED),
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
    due = events_to_come(position.first_season) - (position.acting is not None)
    face_up = 0 if position.first_season == "winter" else max(FACE_UP, len(position.actions))
    return (
        Row("year", _("Year"), position.year, lambda year: changed(setup, year=year), 1, YEARS),
        Row("season", _("Season"), position.first_season, lambda season: _from_season(setup, season), choices=SEASONS,
            labels=tuple(_(SEASON_NAMES[season]) for season in SEASONS)),
        moment_row(setup),
        *_slots(setup, "events", _("Event {n}"), events, due),
        *_slots(setup, "actions", _("Action {n}"), actions, face_up),
    )  # fmt: skip


def _from_season(setup: Setup, season: Season) -> Setup:
    """Return the setup in which the game begins in this season: its cards are drawn unless they are given."""
    return changed(setup, season=season, events=(), actions=(), specials=(), winter=None, acting=None)


def _slots(setup: Setup, key: str, label: str, names: Mapping[str, str], count: int) -> tuple[Row, ...]:
    """Return a row for each slot of distinct cards; cards that aren't named are drawn."""
    laid = getattr(position_of(setup), key)
    return CardPlaces(key, label, laid, names, count, lambda cards: changed(setup, **{key: cards})).rows()
