"""Changing the cards and tiles of a position of River of Gold that lie on no shore: customers, scoring, masteries."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.river_of_gold.rules.components import (
    CUSTOMERS,
    MASTERIES,
    PATRONS,
    REGIONS,
    SCORING_TILES,
    TILES,
    values_of,
)
from shogun.games.river_of_gold.rules.position import ERAS, LAID_OUT, MOST_TURNS, hand_size, seats_of
from shogun.games.river_of_gold.rules.state import Setup, StartPosition
from shogun.games.river_of_gold.words import KIND_NAMES, MASTERY_NAMES, customer_name, patron_name, seat_names
from shogun.window.play.position_editing import CardPlaces, Page, Row

MOST_HELD = 5
"""Customers in hand that can be given here."""


def position_of(setup: Setup) -> StartPosition:
    """Return the position of a setup; that at the beginning if there is none."""
    return setup.position or StartPosition()


def changed(setup: Setup, **fields: Any) -> Setup:
    """Return the setup with something else in its position."""
    return replace(setup, position=replace(position_of(setup), **fields))


def given(setup: Setup, seat: int, **fields: Any) -> Setup:
    """Return the setup in which a seat has something else."""
    seats = seats_of(setup, position_of(setup))
    return changed(setup, seat=(*seats[:seat], replace(seats[seat], **fields), *seats[seat + 1 :]))


def customers_page(setup: Setup, seat: int) -> Page:
    """Return where each customer is who can be with a seat, or on the discard pile."""
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
    """Return the rows of a seat's patron, if the game has any, and of its noble ship."""
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
    """Return scoring tiles, masteries and who has claimed them."""
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
    """Return a row for each place of cards that are named all or not at all; two that change swap places."""
    now = getattr(position_of(setup), key)
    places = CardPlaces(key, label, now, names, count, lambda cards: changed(setup, **{key: cards}), all_or_none=True)
    return places.rows()


def turn_rows(setup: Setup) -> tuple[Row, ...]:
    """Return whose turn the first was, and which is the last."""
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
    """Return which tiles have left the game from the row."""
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
