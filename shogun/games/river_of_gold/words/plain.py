"""What the commands and the generic screen say of River of Gold: its options for a new game, moves and events."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from shogun.base.language import _, ngettext, together
from shogun.games.river_of_gold.rules import events as ev
from shogun.games.river_of_gold.rules import moves as mv
from shogun.games.river_of_gold.rules.box.components import COSTS, PATRONS, PLAYERS, SHORES
from shogun.games.river_of_gold.rules.state import Setup
from shogun.games.river_of_gold.words.printed_names import (
    CLAN_NAMES,
    MASTERY_NAMES,
    customer_name,
    gain_text,
    listed,
    order_text,
    patron_name,
    region_name,
    shore_name,
    tile_text,
)

SEATS = max(PLAYERS)
"""How many play if nobody says."""


def setup_text(setup: Setup) -> str:
    """Return what is agreed besides the number of players, as the title of a table."""
    match setup.patrons:
        case "table":
            return _("patrons from the table")
        case "lot":
            return _("random patrons")
    return _("no patrons")


def board_of(_setup: Setup) -> str:
    """Return nothing: there is one board."""
    return ""


def seat_names(setup: Setup) -> list[str]:
    """Return names for seats that nobody has named."""
    return [_("Player {n}").format(n=seat + 1) for seat in range(setup.seats)]


def last_round_text(view: Any, names: Sequence[str]) -> str:
    """Return who still has a turn after this one in the last round (11.5); empty before it has begun."""
    if view.last_turn is None:
        return ""
    left = [names[view.order[turn % view.seats]] for turn in range(view.turn + 1, view.last_turn + 1)]
    if not left:
        return _("This is the last turn of the game.")
    told = ngettext(
        "Last round: {names} has one more turn.",
        "Last round: {names} have one more turn each.",
        len(left),
    )
    return told.format(names=together(left))


# Moves


def move_lines(move: mv.Move) -> list[str]:
    """Return a move in words."""
    return [_MOVES[type(move)](move)]


def _favor(move: mv.SpendFavor) -> str:
    return _("Spend 1 favor: the die shows 1 more") if move.by > 0 else _("Spend 1 favor: the die shows 1 less")


def _build(move: mv.Build) -> str:
    where, cost = shore_name(move.shore), SHORES[move.shore - 1].cost
    return _("Build on {where} for {cost} koku: {tile}").format(where=where, cost=cost, tile=tile_text(move.tile))


def _sail(move: mv.Sail) -> str:
    ship = _ship(move.ship)
    if not move.by:
        return _("Sail with {ship}").format(ship=ship)
    sentence = _("Sail with {ship}, 1 space more") if move.by > 0 else _("Sail with {ship}, 1 space less")
    return sentence.format(ship=ship)


def _ship(ship: int) -> str:
    return _("the first ship") if ship == 0 else _("the second ship")


def _deliver(move: mv.Deliver) -> str:
    return _("Deliver {goods} to the {customer}").format(
        goods=order_text(move.customer), customer=customer_name(move.customer)
    )


def _exchange(move: mv.ExchangeGoods) -> str:
    return _("Exchange {give} for {get}").format(
        give=gain_text(move.give, COSTS.exchange_goods), get=gain_text(move.get, 1)
    )


_MOVES: Mapping[type, Callable[[Any], str]] = {
    mv.TakeClan: lambda move: _("Play the {clan}").format(clan=_(CLAN_NAMES[move.clan])),
    mv.TakePatron: lambda move: _("Take {patron}").format(patron=patron_name(move.patron)),
    mv.SpendFavor: _favor,
    mv.Build: _build,
    mv.Sail: _sail,
    mv.Deliver: _deliver,
    mv.TakeGood: lambda move: _("Take {good}").format(good=gain_text(move.good, 1)),
    mv.TakeKoku: lambda _move: _("Take 3 koku"),
    mv.SellGood: lambda move: _("Sell {good}").format(good=gain_text(move.good, 1)),
    mv.StopSelling: lambda _move: _("Sell nothing more"),
    mv.PlaceMarker: lambda move: _("Put the second marker on the building at {where}").format(
        where=shore_name(move.shore)
    ),
    mv.ReplaceShip: lambda move: _("Replace {ship} with the noble ship").format(ship=_ship(move.ship)),
    mv.Discard: lambda move: _("Discard the {customer}").format(customer=customer_name(move.customer)),
    mv.RollDie: lambda _move: _("Roll for the next turn"),
    mv.SetDie: lambda move: _("Spend 1 favor and set the die to {n}").format(n=move.number),
    mv.EndTurn: lambda _move: _("End the turn"),
    mv.ExchangeGoods: _exchange,
    mv.BuyFavor: lambda _move: _("Exchange 5 koku for 1 favor"),
}


# Events


def sentence(event: ev.Event, names: Sequence[str]) -> str:
    """Return what happened in a sentence."""
    name = names[event.seat] if hasattr(event, "seat") else ""
    return _TOLD[type(event)](event, name, names)


def _clan(event: ev.ClanTaken, name: str, _names: Sequence[str]) -> str:
    if event.patron:
        return _("{name} takes {patron}").format(name=name, patron=patron_name(event.patron))
    return _("{name} plays the {clan}").format(name=name, clan=_(CLAN_NAMES[event.clan]))


def _patrons(event: ev.PatronsLaid, _name: str, _names: Sequence[str]) -> str:
    if event.patrons[0] in PATRONS:
        return _("Patrons on the table: {patrons}").format(patrons=listed(map(patron_name, event.patrons)))
    clans = listed(_(CLAN_NAMES[clan]) for clan in event.patrons)
    return _("The clans are drawn at random, in turn order: {clans}").format(clans=clans)


def _sailed(event: ev.Sailed, name: str, _names: Sequence[str]) -> str:
    sentence = _("{name} sails with {ship} from {source} to {target}")
    if event.journey:
        sentence = _("{name} sails with {ship} from {source} to {target} and completes a journey")
    return sentence.format(name=name, ship=_ship(event.ship), source=event.source, target=event.target)


def _built(event: ev.Built, name: str, _names: Sequence[str]) -> str:
    what = {"where": shore_name(event.shore), "tile": tile_text(event.tile), "paid": event.paid}
    return _("{name} pays {paid} koku and builds on {where}: {tile}").format(name=name, **what)


def _gained(event: ev.Gained, name: str, _names: Sequence[str]) -> str:
    if event.lost and not event.number:
        sentence = _("{name} would gain {gain}, but is at the limit")
        return sentence.format(name=name, gain=gain_text(event.what, event.lost))
    sentence = _("{name} gains {gain}, reaching the limit") if event.lost else _("{name} gains {gain}")
    told = sentence.format(name=name, gain=gain_text(event.what, event.number))
    return _("{what} (space {n})").format(what=told, n=event.shore) if event.shore else told


def _influence(event: ev.InfluenceGained, name: str, _names: Sequence[str]) -> str:
    sentence = _("{name} rises from {source} to {target} in {region}")
    return sentence.format(name=name, source=event.source, target=event.target, region=region_name(event.region))


def _drawn(event: ev.CustomersDrawn, name: str, _names: Sequence[str]) -> str:
    return ngettext("{name} draws {n} customer", "{name} draws {n} customers", event.number).format(
        name=name, n=event.number
    )


def _mastery(event: ev.MasteryClaimed, name: str, _names: Sequence[str]) -> str:
    sentence = ngettext(
        "{name} claims the {mastery}: {points} point", "{name} claims the {mastery}: {points} points", event.points
    )
    return sentence.format(name=name, mastery=_(MASTERY_NAMES[event.mastery]), points=event.points)


def _scored(event: ev.Scored, name: str, _names: Sequence[str]) -> str:
    sentence = _(
        "{name}: {play} during the game, {regions} for regions, {delivered} for deliveries, "
        "{abilities} for abilities: {total}"
    )
    return sentence.format(
        name=name,
        play=event.play,
        regions=event.regions,
        delivered=event.delivered,
        abilities=event.abilities,
        total=event.total,
    )


def _ended(event: ev.GameEnded, _name: str, names: Sequence[str]) -> str:
    points = " : ".join(map(str, sorted(event.points, reverse=True)))
    winners = listed(names[seat] for seat in event.winners)
    if len(event.winners) > 1:
        return _("{names} share the victory: {points}").format(names=winners, points=points)
    return _("{name} wins the game: {points}").format(name=winners, points=points)


_TOLD: Mapping[type, Callable[[Any, str, Sequence[str]], str]] = {
    ev.FirstSeatDrawn: lambda _event, name, _names: _("{name} goes first").format(name=name),
    ev.BoardLaid: lambda event, _name, _names: _("Masteries in this game: {masteries}").format(
        masteries=listed(_(MASTERY_NAMES[mastery]) for mastery in event.masteries)
    ),
    ev.PatronsLaid: _patrons,
    ev.ClanTaken: _clan,
    ev.ShipsPlaced: lambda event, name, _names: _("{name}'s ships start on river spaces {a} and {b}").format(
        name=name, a=event.spaces[0], b=event.spaces[1]
    ),
    ev.DieRolled: lambda event, name, _names: _("{name} rolls {n}").format(name=name, n=event.number),
    ev.DieSet: lambda event, name, _names: _("{name} sets the die to {n}").format(name=name, n=event.number),
    ev.FavorSpent: lambda event, name, _names: _("{name} spends favor: the die shows {n}").format(
        name=name, n=event.number
    ),
    ev.GoodsExchanged: lambda event, name, _names: _("{name} exchanges {give} for {get}").format(
        name=name, give=gain_text(event.give, COSTS.exchange_goods), get=gain_text(event.get, 1)
    ),
    ev.FavorBought: lambda _event, name, _names: _("{name} exchanges 5 koku for 1 favor").format(name=name),
    ev.Built: _built,
    ev.Sailed: _sailed,
    ev.Delivered: lambda event, name, _names: _("{name} delivers to the {customer}").format(
        name=name, customer=customer_name(event.customer)
    ),
    ev.Gained: _gained,
    ev.InfluenceGained: _influence,
    ev.GoodSold: lambda event, name, _names: _("{name} sells {good}").format(name=name, good=gain_text(event.good, 1)),
    ev.MarkerPlaced: lambda event, name, _names: _("{name} puts a second marker on {where}").format(
        name=name, where=shore_name(event.shore)
    ),
    ev.ShipReplaced: lambda event, name, _names: _("{name} replaces {ship} with the noble ship").format(
        name=name, ship=_ship(event.ship)
    ),
    ev.CustomersDrawn: _drawn,
    ev.CustomerDiscarded: lambda event, name, _names: _("{name} discards the {customer}").format(
        name=name, customer=customer_name(event.customer)
    ),
    ev.CustomersShuffled: lambda _event, _name, _names: _("The discard pile is shuffled into a new deck"),
    ev.TileGone: lambda event, _name, _names: _("A tile leaves the game: {tile}").format(tile=tile_text(event.tile)),
    ev.TileLaid: lambda event, _name, _names: _("New in the row: {tile}").format(tile=tile_text(event.tile)),
    ev.EmperorCame: lambda _event, _name, _names: _("The Emperor visits! Every owner is rewarded"),
    ev.LastTileLaid: lambda _event, name, _names: _(
        "Last tile! {name} finishes this turn; everyone else has one more"
    ).format(name=name),
    ev.MarkerPassed: lambda event, name, names: _("{other} passes {name} in {region}").format(
        name=name, other=names[event.by], region=region_name(event.region)
    ),
    ev.MasteryClaimed: _mastery,
    ev.TurnBegan: lambda event, name, names: _("Round {n}: {name}").format(
        n=(event.number - 1) // len(names) + 1, name=name
    ),
    ev.RegionScored: lambda event, name, _names: _("{name} scores {points} for {region}").format(
        name=name, points=event.points, region=region_name(event.region)
    ),
    ev.Scored: _scored,
    ev.GameEnded: _ended,
}
