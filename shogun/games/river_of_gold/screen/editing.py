"""Position editor for River of Gold on its river: tiles and markers, players' goods, ships and the row."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame
from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.games.river_of_gold.rules.components import (
    CLANS,
    CUSTOMERS,
    GOODS,
    LIMITS,
    MASTERIES,
    PATRONS,
    REGIONS,
    RIVER,
    SCORING_TILES,
    SHORES,
    TILES,
    values_of,
)
from shogun.games.river_of_gold.rules.effects import SIDES
from shogun.games.river_of_gold.rules.position import (
    ERAS,
    LAID_OUT,
    MOST_TURNS,
    ROW,
    clans_of,
    equipment_of,
    hand_size,
    seats_of,
)
from shogun.games.river_of_gold.rules.position_file import StartPosition, StartShore
from shogun.games.river_of_gold.rules.state import Setup
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.screen.map_picture import fitted
from shogun.games.river_of_gold.words import (
    CLAN_NAMES,
    KIND_NAMES,
    MASTERY_NAMES,
    customer_name,
    patron_name,
    seat_names,
)
from shogun.window.generic.editing import PictureBoard, draw_chips
from shogun.window.generic.listing import colour_of
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import CUBES, GOLD, INK, PAPER_BRIGHT
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.position_editing import CardPlaces, Page, Row

# Cards and tiles that aren't on a shore: customers, scoring tiles, masteries

MOST_HELD = 5
"""Maximum number of customers in hand in the editor."""


def position_of(setup: Setup) -> StartPosition:
    """Return the position of a setup; the initial one if it has none."""
    return setup.position or StartPosition()


def changed(setup: Setup, **fields: Any) -> Setup:
    """Return the setup with changes to its position."""
    return replace(setup, position=replace(position_of(setup), **fields))


def given(setup: Setup, seat: int, **fields: Any) -> Setup:
    """Return the setup with changes for one seat."""
    seats = seats_of(setup, position_of(setup))
    return changed(setup, seat=(*seats[:seat], replace(seats[seat], **fields), *seats[seat + 1 :]))


def customers_page(setup: Setup, seat: int) -> Page:
    """Return the page with the places of all customers that can be with a seat or on the discard pile."""
    mine = seats_of(setup, position_of(setup))[seat]
    hand = Row("cards", _("Cards in hand"), hand_size(mine), lambda n: given(setup, seat, cards=n), 0, MOST_HELD)
    return Page("customers", _("Cards"), (hand, *(_customer(setup, seat, name) for name in CUSTOMERS)), of_seat=True)


def _customer(setup: Setup, seat: int, name: str) -> Row:
    position = position_of(setup)
    mine = seats_of(setup, position)[seat]
    piles = {"hand": mine.hand, "delivered": mine.delivered, "discards": position.discards}
    lies = next((key for key, pile in piles.items() if name in pile), "")

    def put(key: str) -> Setup:
        after = {pile: tuple(card for card in cards if card != name) for pile, cards in piles.items()}
        if key:
            after[key] = (*after[key], name)
        laid = given(setup, seat, hand=after["hand"], delivered=after["delivered"])
        return changed(laid, discards=after["discards"])

    labels = (_("elsewhere"), _("in hand"), _("delivered to"), _("discarded"))
    return Row(f"customer-{name}", customer_name(name), lies, put, choices=("", *piles), labels=labels)


def seat_rows(setup: Setup, seat: int) -> tuple[Row, ...]:
    """Return the rows for a seat's patron, if the game has any, and its noble ship."""
    mine = seats_of(setup, position_of(setup))[seat]
    noble = Row("noble-ship", _("Noble ship"), mine.noble_ship, lambda ship: given(setup, seat, noble_ship=ship),
                choices=(None, 0, 1), labels=(_("none"), "1", "2"))  # fmt: skip
    if setup.patrons == "none":
        return (noble,)

    def put(patron: str) -> Setup:
        clan = PATRONS[patron].clan if patron else mine.clan
        return given(setup, seat, patron=patron, clan=clan)

    labels = (_("none"), *map(patron_name, PATRONS))
    return (Row("patron", _("Patron"), mine.patron, put, choices=("", *PATRONS), labels=labels), noble)


def scoring_rows(setup: Setup) -> tuple[Row, ...]:
    """Return the rows for scoring tiles, masteries and the players who have claimed them."""
    position = position_of(setup)
    tiles = {number: "/".join(map(str, values_of(number, setup.seats))) for number in SCORING_TILES}
    names = {name: _(MASTERY_NAMES[name]) for name in MASTERIES}
    scoring = named(setup, "scoring", tiles, len(REGIONS), _("Scoring in region {n}"))
    masteries = named(setup, "masteries", names, LAID_OUT, _("Mastery {n}"))
    claims = (row for name in position.masteries if name in MASTERIES for row in _claims(setup, name))
    return (*scoring, *masteries, *claims)


def _claims(setup: Setup, name: str) -> tuple[Row, ...]:
    claims = position_of(setup).claims
    by_seats = claims.get(name, ())
    count = min(len(MASTERIES[name].awards[setup.seats]), len(by_seats) + 1)

    def put(place: int) -> Callable[[Any], Setup]:
        def claimed(seat: int | None) -> Setup:
            others = [*by_seats[:place], *([] if seat is None else [seat]), *by_seats[place + 1 :]]
            after = {key: seats for key, seats in claims.items() if key != name}
            return changed(setup, claims={**after, name: tuple(others)} if others else after)

        return claimed

    label = _("{mastery}: claim {n}")
    return tuple(
        Row(f"claim-{name}-{n}", label.format(mastery=_(MASTERY_NAMES[name]), n=n + 1), (*by_seats, None)[n], put(n),
            choices=(None, *range(setup.seats)), labels=(_("none"), *seat_names(setup)))
        for n in range(count)
    )  # fmt: skip


def named(setup: Setup, key: str, names: Mapping[Any, str], count: int, label: str) -> tuple[Row, ...]:
    """Return a row for each place of cards that are all named or all unnamed; choosing a taken card swaps the two."""
    now = getattr(position_of(setup), key)
    places = CardPlaces(key, label, now, names, count, lambda cards: changed(setup, **{key: cards}), all_or_none=True)
    return places.rows()


def turn_rows(setup: Setup) -> tuple[Row, ...]:
    """Return the rows for the seat that had the first turn and the one that has the last."""
    position, seats = position_of(setup), tuple(range(setup.seats))
    known = Row("ends", _("Last turn known"), position.last_turn is not None,
                lambda is_known: changed(setup, last_turn=position.turn if is_known else None),
                choices=(False, True), labels=(_("no"), _("yes")))  # fmt: skip
    rows = [
        Row("first", _("First player"), position.first, lambda seat: changed(setup, first=seat), choices=seats,
            labels=tuple(seat_names(setup))),
        known,
    ]  # fmt: skip
    if position.last_turn is not None:
        put = lambda turn: changed(setup, last_turn=turn)  # noqa: E731  as the other rows have it
        rows.append(Row("last-turn", _("Last turn"), position.last_turn, put, 0, MOST_TURNS))
    return tuple(rows)


def gone_rows(setup: Setup) -> tuple[Row, ...]:
    """Return the rows for the tiles that have left the game from the row."""
    position = position_of(setup)
    elsewhere = {*position.row, *(shore.tile for shore in position.shore.values())}

    def put(name: str) -> Callable[[Any], Setup]:
        others = tuple(tile for tile in position.gone if tile != name)
        return lambda is_gone: changed(setup, gone=(*others, name) if is_gone else others)

    names = [name for name, tile in TILES.items() if tile.set in ERAS and name not in elsewhere]
    return tuple(
        Row(f"gone-{name}", f"{_(KIND_NAMES[TILES[name].kind])} {name}", name in position.gone, put(name),
            choices=(False, True), labels=(_("in the stacks"), _("gone")))
        for name in names
    )  # fmt: skip


MOST_POINTS = 999
CHIP_EM, SHIP_EM = 1.3, 0.9
BUILT = tuple(name for name, tile in TILES.items() if tile.set in ERAS)
"""Tiles that players build."""


GOOD_NAMES = {"silk": marked("Silk"), "rice": marked("Rice"), "porcelain": marked("Porcelain")}


class RiverBoard(PictureBoard):
    """River with its buildings and ships."""

    def draw(self, canvas: Canvas, rect: pygame.Rect, view: View, place: str) -> None:
        """Draw the position, and mark a shore space."""
        super().draw(canvas, rect, view, place)
        lies = fitted(*rect.size).moved(*rect.topleft)
        for shore in SHORES:
            ground = GOLD if str(shore.number) == place else PAPER_BRIGHT
            draw_chips(canvas, rect, lies.shore(shore.number).center, [(str(shore.number), ground, INK)], CHIP_EM)
        for space in RIVER:
            there = [seat for seat, player in enumerate(view.players) for at in player.ships if at == space.space]
            chips = [("", CUBES[colour_of(seat)], INK) for seat in there]
            if chips:
                draw_chips(canvas, rect, lies.space(space.space), chips, SHIP_EM)

    def place_at(self, position: tuple[int, int]) -> str:
        """Return the shore space at a point of the window."""
        lies = fitted(*self.rect.size).moved(*self.rect.topleft)
        return next((str(one.number) for one in SHORES if lies.shore(one.number).collidepoint(position)), "")


class RiverEditing:
    """Editor of one shore space, one seat, or the table."""

    def __init__(self, game: GamePlugin) -> None:
        self.game = game

    def board(self, _setup: Setup) -> RiverBoard:
        """Return the river."""
        return RiverBoard(self.game)

    def places(self, _setup: Setup) -> Sequence[str]:
        """Return the numbers of the shore spaces."""
        return tuple(str(shore.number) for shore in SHORES)

    def seats(self, setup: Setup) -> Sequence[str]:
        """Return the names of the seats."""
        return tuple(seat_names(setup))

    def hint(self) -> str:
        """Return a hint on the click on the chosen shore space."""
        return _("Click a shore space to select it; click again to change the owner of its building.")

    def click(self, setup: Setup, place: str, _seat: int) -> Setup:
        """Give a building to the next player."""
        shore = position_of(setup).shore.get(place)
        if shore is None or not shore.markers:
            return setup
        return _laid(setup, place, StartShore(shore.tile, ((shore.markers[0] + 1) % setup.seats, *shore.markers[1:])))

    def pages(self, setup: Setup, place: str, seat: int) -> Sequence[Page]:
        """Return the pages for everything that can be changed, for one shore space and one seat."""
        return (
            Page("shore", _("Shore"), _of_shore(setup, place), of_place=True),
            Page("players", _("Players"), _of_seat(setup, seat), of_seat=True),
            Page("influence", _("Regions"), _of_influence(setup, seat), of_seat=True),
            customers_page(setup, seat),
            Page("table", _("Table"), (*turn_rows(setup), *_of_table(setup), *scoring_rows(setup), *gone_rows(setup))),
        )


def tile_label(tile: str) -> str:
    """Return the kind of a tile and its name."""
    return f"{_(KIND_NAMES[TILES[tile].kind])} {tile}"


def _laid(setup: Setup, place: str, shore: StartShore | None) -> Setup:
    shores = {name: other for name, other in position_of(setup).shore.items() if name != place}
    return changed(setup, shore=shores if shore is None else {**shores, place: shore})


def _of_shore(setup: Setup, place: str) -> tuple[Row, ...]:
    shore = position_of(setup).shore.get(place, StartShore(""))
    others = {other.tile for name, other in position_of(setup).shore.items() if name != place}
    free = tuple(tile for tile in TILES if tile not in others)
    seats = (None, *range(setup.seats))
    names = (_("none"), *seat_names(setup))

    def built(tile: str) -> Setup:
        markers = (shore.markers or (0,)) if tile in BUILT else ()
        return _laid(setup, place, StartShore(tile, markers) if tile else None)

    def put(at: int) -> Callable[[Any], Setup]:
        def put_there(seat: int | None) -> Setup:
            markers = [*shore.markers[:at], *([] if seat is None else [seat]), *shore.markers[at + 1 :]]
            return _laid(setup, place, StartShore(shore.tile, tuple(markers)))

        return put_there

    places = min(LIMITS.markers_on_a_building, len(shore.markers) + 1) if shore.tile in BUILT else 0
    return (
        Row("tile", _("Tile"), shore.tile, built, choices=("", *free),
            labels=(_("none"), *map(tile_label, free))),
        *(
            Row(f"marker-{at}", _("Marker {n}").format(n=at + 1), (*shore.markers, None)[at], put(at), choices=seats,
                labels=names)
            for at in range(places)
        ),
    )  # fmt: skip


def _given(setup: Setup, seat: int, key: str) -> Callable[[Any], Setup]:
    seats = seats_of(setup, position_of(setup))
    return lambda value: changed(setup, seat=(*seats[:seat], replace(seats[seat], **{key: value}), *seats[seat + 1 :]))


def _one(numbers: Sequence[int], at: int, put: Callable[[Any], Setup]) -> Callable[[Any], Setup]:
    return lambda number: put((*numbers[:at], number, *numbers[at + 1 :]))


def _of_seat(setup: Setup, seat: int) -> tuple[Row, ...]:
    mine = seats_of(setup, position_of(setup))[seat]
    held = equipment_of(mine)

    def given(key: str) -> Callable[[Any], Setup]:
        return _given(setup, seat, key)

    goods = (
        Row(f"goods-{n}", _(GOOD_NAMES[good]), held.goods[n], _one(held.goods, n, given("goods")), 0, LIMITS.goods)
        for n, good in enumerate(GOODS)
    )
    ships = (
        Row(f"ship-{n}", _("Ship {n}").format(n=n + 1), space, _one(held.ships, n, given("ships")), 1, len(RIVER))
        for n, space in enumerate(held.ships)
    )
    clan = clans_of(setup, position_of(setup))[seat]
    return (
        Row("clan", _("Clan"), clan, given("clan"), choices=CLANS, labels=tuple(_(CLAN_NAMES[name]) for name in CLANS)),
        Row("die", _("Die"), mine.die, given("die"), 1, SIDES),
        Row("koku", _("Koku"), mine.koku, given("koku"), 0, LIMITS.koku),
        *goods,
        Row("favor", _("Favor"), held.favor, given("favor"), 0, LIMITS.favor_limit_most),
        Row("favor-limit", _("Favor limit"), held.favor_limit, given("favor_limit"), LIMITS.favor_limit_start,
            LIMITS.favor_limit_most),
        Row("points", _("Points"), mine.points, given("points"), 0, MOST_POINTS),
        *ships,
        *seat_rows(setup, seat),
    )  # fmt: skip


def _of_influence(setup: Setup, seat: int) -> tuple[Row, ...]:
    held = equipment_of(seats_of(setup, position_of(setup))[seat])
    put = _given(setup, seat, "influence")
    return tuple(
        Row(f"region-{region}", _("Region {n}").format(n=region), held.influence[at], _one(held.influence, at, put), 0,
            LIMITS.influence)
        for at, region in enumerate(REGIONS)
    )  # fmt: skip


def _of_table(setup: Setup) -> tuple[Row, ...]:
    position = position_of(setup)
    names = {tile: tile_label(tile) for tile in BUILT}
    return (
        Row("turn", _("Turns taken"), position.turn, lambda turn: changed(setup, turn=turn), 0, MOST_TURNS),
        *named(setup, "row", names, len(position.row) or ROW, _("Row {n}")),
    )
