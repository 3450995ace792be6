"""Chapters 3, 6 and 14: what gains do, verb by verb; those that leave a choice ask for it."""

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec.structs import replace

from shogun.games.river_of_gold.rules.box.components import GOODS, LIMITS
from shogun.games.river_of_gold.rules.box.data_file import Good
from shogun.games.river_of_gold.rules.events import Gained, GoodSold, PointsFrom
from shogun.games.river_of_gold.rules.holdings import COUNTED, own_regions
from shogun.games.river_of_gold.rules.moves import Move, SellGood, StopSelling, TakeGood
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.state import Effect, State
from shogun.games.river_of_gold.rules.turn.influence import gain_influence

Carry = Callable[[Play, Effect], None]
SALE = "sale"
"""Asks whether to sell a good, as long as there are any."""


def gain_koku(play: Play, effect: Effect) -> None:
    """Add koku, up to the limit (3.1)."""
    player = play.state.players[effect.seat]
    gained = min(effect.number, LIMITS.koku - player.koku)
    player.koku += gained
    play.tell(Gained(effect.seat, "koku", gained, effect.number - gained, effect.shore))


def gain_favor(play: Play, effect: Effect) -> None:
    """Add favor, up to the player's limit (3.2)."""
    player = play.state.players[effect.seat]
    gained = min(effect.number, player.favor_limit - player.favor)
    player.favor += gained
    play.tell(Gained(effect.seat, "favor", gained, effect.number - gained, effect.shore))


def gain_favor_limit(play: Play, effect: Effect) -> None:
    """Raise the favor limit (8.6), up to the end of its track (3.2)."""
    player = play.state.players[effect.seat]
    gained = min(effect.number, LIMITS.favor_limit_most - player.favor_limit)
    player.favor_limit += gained
    play.tell(Gained(effect.seat, "favor_limit", gained, effect.number - gained))


def gain_points(play: Play, effect: Effect) -> None:
    """Add points; `of` of the effect says what brought them where its places don't."""
    play.state.players[effect.seat].points += effect.number
    placed: PointsFrom = "building" if effect.shore else "track" if effect.region else "customer"
    play.tell(Gained(effect.seat, "points", effect.number, 0, effect.shore, _NAMED.get(effect.of, placed)))


PATRON, LAST_TILE = "patron", "last_tile"
_NAMED: Mapping[str, PointsFrom] = {PATRON: "patron", LAST_TILE: "last_tile"}


def _gain_of(place: int, good: Good) -> Carry:
    def gain(play: Play, effect: Effect) -> None:
        goods = play.state.players[effect.seat].goods
        gained = min(effect.number, LIMITS.goods - goods[place])
        goods[place] += gained
        play.tell(Gained(effect.seat, good, gained, effect.number - gained, effect.shore))

    return gain


def _gain_for_each(what: Literal["koku", "points"]) -> Carry:
    """Return the gain of one for each that is counted, at this moment (6.6)."""

    def gain(play: Play, effect: Effect) -> None:
        number = COUNTED[effect.of](play.state, effect.seat)
        if number:
            play.then(replace(effect, verb=what, number=number, of=""))

    return gain


def _draw(play: Play, effect: Effect) -> None:
    play.then(Effect("draw", effect.seat, effect.number), Effect("discard_down", effect.seat))


def _gain_where_built(play: Play, effect: Effect) -> None:
    """Let influence come in every region with a building of the seat (8.5)."""
    regions = own_regions(play.state, effect.seat)
    play.then(*(Effect("influence", effect.seat, effect.number, region) for region in regions))


def _offer_sale(play: Play, effect: Effect) -> None:
    if any(play.state.players[effect.seat].goods):
        play.then(replace(effect, verb=SALE))


GAINS: Mapping[str, Carry] = {
    "koku": gain_koku,
    **{good: _gain_of(place, good) for place, good in enumerate(GOODS)},
    "favor": gain_favor,
    "favor_limit": gain_favor_limit,
    "points": gain_points,
    "influence": gain_influence,
    "koku_per": _gain_for_each("koku"),
    "points_per": _gain_for_each("points"),
    "customer": _draw,
    "influence_where_built": _gain_where_built,
    "sell_goods": _offer_sale,
}
"""How each gain is carried out, but `good`, which is asked first."""


# Goods of choice (14.7)


def ask_good(_state: State, _effect: Effect) -> tuple[Move, ...]:
    """Return the kinds of goods; also one of which the player can't take more (14.7)."""
    return ALL_GOODS


def take_good(play: Play, effect: Effect, move: TakeGood) -> None:
    """Let the good come; further ones of the same gain are asked one by one."""
    taken = Effect(move.good, effect.seat, 1, effect.region, effect.shore)
    more = (replace(effect, number=effect.number - 1),) if effect.number > 1 else ()
    play.then(taken, *more)


ALL_GOODS = tuple(TakeGood(good) for good in GOODS)


# The sale of the merchant of region 4 (8.5)


def ask_sale(state: State, effect: Effect) -> tuple[Move, ...]:
    """Return the goods that can be sold, and the end of the sale."""
    held = state.players[effect.seat].goods
    return (*(SellGood(good) for good, number in zip(GOODS, held, strict=True) if number), StopSelling())


def sell(play: Play, effect: Effect, move: SellGood | StopSelling) -> None:
    """Sell one good for koku, and ask again while there are goods."""
    if isinstance(move, StopSelling):
        return
    play.state.players[effect.seat].goods[GOODS.index(move.good)] -= 1
    play.tell(GoodSold(effect.seat, move.good))
    gain_koku(play, effect)
    _offer_sale(play, replace(effect, verb="sell_goods"))
