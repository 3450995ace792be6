"""Changes of a view by each event, so that they are visible when the event is reported (14)."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from shogun.games.river_of_gold.rules import events as ev
from shogun.games.river_of_gold.rules.actions import last_turn_from
from shogun.games.river_of_gold.rules.components import COSTS, CUSTOMERS, GOODS, LIMITS
from shogun.games.river_of_gold.rules.state import Player, from_seat
from shogun.games.river_of_gold.rules.views import View


def shown_after(view: View, event: ev.Event) -> View:
    """Return the view after an event; anything that it doesn't report, such as drawn cards, stays as it is."""
    change = _CHANGES.get(type(event))
    return change(view, event) if change else view


def _player(view: View, seat: int, change: Callable[[Player], None]) -> View:
    """Return a view with changes for one player."""
    players = list(view.players)
    players[seat] = players[seat].copy()
    change(players[seat])
    return replace(view, players=tuple(players))


def _put(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _first(view: View, event: ev.FirstSeatDrawn) -> View:
    return replace(view, order=from_seat(event.seat, view.seats))


def _clan(view: View, event: ev.ClanTaken) -> View:
    def take(player: Player) -> None:
        player.clan, player.patron = event.clan, event.patron

    return _player(view, event.seat, take)


def _ships(view: View, event: ev.ShipsPlaced) -> View:
    return _player(view, event.seat, lambda player: setattr(player, "ships", event.spaces))


def _die(view: View, event: ev.DieRolled) -> View:
    return _player(view, event.seat, lambda player: setattr(player, "die", event.number))


def _die_set(view: View, event: ev.DieSet) -> View:
    def pay(player: Player) -> None:
        player.favor -= event.favor
        player.die = event.number

    return _player(view, event.seat, pay)


def _favor_spent(view: View, event: ev.FavorSpent) -> View:
    def spend(player: Player) -> None:
        player.favor -= 1
        player.die = event.number

    return _player(view, event.seat, spend)


def _exchanged(view: View, event: ev.GoodsExchanged) -> View:
    def exchange(player: Player) -> None:
        player.goods[GOODS.index(event.give)] -= COSTS.exchange_goods
        player.goods[GOODS.index(event.get)] += 1

    return _player(view, event.seat, exchange)


def _bought(view: View, event: ev.FavorBought) -> View:
    def buy(player: Player) -> None:
        player.koku -= COSTS.exchange_koku
        player.favor += 1

    return _player(view, event.seat, buy)


def _built(view: View, event: ev.Built) -> View:
    view = _player(view, event.seat, lambda player: setattr(player, "koku", player.koku - event.paid))
    place = event.shore - 1
    return replace(
        view,
        tiles=_put(view.tiles, place, event.tile),
        markers=_put(view.markers, place, (event.seat,)),
        row=tuple(tile for tile in view.row if tile != event.tile),
    )


def _sailed(view: View, event: ev.Sailed) -> View:
    return _player(
        view, event.seat, lambda player: setattr(player, "ships", _put(player.ships, event.ship, event.target))
    )


def _delivered(view: View, event: ev.Delivered) -> View:
    def pay(player: Player) -> None:
        order = CUSTOMERS[event.customer].order
        player.goods = [held - paid for held, paid in zip(player.goods, order, strict=True)]
        player.delivered = (*player.delivered, event.customer)

    sizes = _put(view.hand_sizes, event.seat, view.hand_sizes[event.seat] - 1)
    hand = tuple(name for name in view.hand if name != event.customer)
    return replace(_player(view, event.seat, pay), hand_sizes=sizes, hand=hand)


def _gained(view: View, event: ev.Gained) -> View:
    def gain(player: Player) -> None:
        if event.what in GOODS:
            place = GOODS.index(event.what)
            player.goods[place] = min(LIMITS.goods, player.goods[place] + event.number)
        else:
            setattr(player, event.what, getattr(player, event.what) + event.number)

    return _player(view, event.seat, gain)


def _influence(view: View, event: ev.InfluenceGained) -> View:
    def rise(player: Player) -> None:
        player.influence[event.region - 1] = event.target

    return _player(view, event.seat, rise)


def _sold(view: View, event: ev.GoodSold) -> View:
    def sell(player: Player) -> None:
        player.goods[GOODS.index(event.good)] -= 1

    return _player(view, event.seat, sell)


def _marked(view: View, event: ev.MarkerPlaced) -> View:
    place = event.shore - 1
    return replace(view, markers=_put(view.markers, place, (*view.markers[place], event.seat)))


def _replaced(view: View, event: ev.ShipReplaced) -> View:
    return _player(view, event.seat, lambda player: setattr(player, "noble_ship", event.ship))


def _drawn(view: View, event: ev.CustomersDrawn) -> View:
    sizes = _put(view.hand_sizes, event.seat, view.hand_sizes[event.seat] + event.number)
    return replace(view, hand_sizes=sizes, deck_size=view.deck_size - event.number)


def _discarded(view: View, event: ev.CustomerDiscarded) -> View:
    sizes = _put(view.hand_sizes, event.seat, view.hand_sizes[event.seat] - 1)
    hand = tuple(name for name in view.hand if name != event.customer)
    return replace(view, hand_sizes=sizes, hand=hand, discards=(*view.discards, event.customer))


def _shuffled(view: View, event: ev.CustomersShuffled) -> View:
    return replace(view, discards=(), deck_size=event.number)


def _gone(view: View, event: ev.TileGone) -> View:
    return replace(view, row=view.row[:-1], gone=(*view.gone, event.tile))


def _laid(view: View, event: ev.TileLaid) -> View:
    if view.era_1_size:
        return replace(view, row=(event.tile, *view.row), era_1_size=view.era_1_size - 1)
    return replace(view, row=(event.tile, *view.row), era_2_size=view.era_2_size - 1)


def _last(view: View, _event: ev.LastTileLaid) -> View:
    return replace(view, last_turn=last_turn_from(view.turn, view.seats))


def _claimed(view: View, event: ev.MasteryClaimed) -> View:
    place = view.masteries.index(event.mastery)
    return replace(view, claims=_put(view.claims, place, (*view.claims[place], event.seat)))


def _turn(view: View, event: ev.TurnBegan) -> View:
    return replace(view, turn=event.number - 1)


def _scored(view: View, event: ev.Scored) -> View:
    return _player(view, event.seat, lambda player: setattr(player, "points", event.total))


_CHANGES: Mapping[type, Callable[[View, Any], View]] = {
    ev.FirstSeatDrawn: _first, ev.ClanTaken: _clan, ev.ShipsPlaced: _ships, ev.DieRolled: _die, ev.DieSet: _die_set,
    ev.FavorSpent: _favor_spent, ev.GoodsExchanged: _exchanged, ev.FavorBought: _bought, ev.Built: _built,
    ev.Sailed: _sailed, ev.Delivered: _delivered, ev.Gained: _gained, ev.InfluenceGained: _influence,
    ev.GoodSold: _sold, ev.MarkerPlaced: _marked, ev.ShipReplaced: _replaced, ev.CustomersDrawn: _drawn,
    ev.CustomerDiscarded: _discarded, ev.CustomersShuffled: _shuffled, ev.TileGone: _gone, ev.TileLaid: _laid,
    ev.LastTileLaid: _last, ev.MasteryClaimed: _claimed, ev.TurnBegan: _turn, ev.Scored: _scored,
}  # fmt: skip
"""Changes by kind of event; those left out change nothing visible, or are covered by another event."""
