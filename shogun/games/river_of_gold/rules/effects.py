"""Effects, verb by verb: the influence tracks (chapter 9), gains (6 and 14), exchanges (3), and the die (1.8)."""

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec.structs import replace

from shogun.games.river_of_gold.rules.components import COSTS, GOODS, LIMITS, TRACKS, Good
from shogun.games.river_of_gold.rules.events import (
    FavorBought,
    Gained,
    GoodsExchanged,
    GoodSold,
    InfluenceGained,
    MarkerPassed,
    PointsFrom,
)
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.scoring import COUNTED, own_regions
from shogun.games.river_of_gold.rules.state import (
    BuyFavor,
    Effect,
    Exchange,
    ExchangeGoods,
    Move,
    SellGood,
    State,
    StopSelling,
    TakeGood,
)

# The influence tracks, and the patrons that change them (chapter 9, 13.5)


def gain_influence(play: Play, effect: Effect) -> None:
    """Move a seat's marker on a region's track; the rewards of the spaces that it passes or reaches come next (9.2)."""
    state, region = play.state, effect.region
    influence = state.players[effect.seat].influence
    start = influence[region - 1]
    end = reached(state, effect.seat, region, effect.number)
    if end == start:
        return
    influence[region - 1] = end
    play.tell(InfluenceGained(effect.seat, region, start, end, effect.shore))
    if state.setup.patrons != "none":
        _reward_passed(play, effect.seat, region, start, end)
    track = TRACKS[region]
    play.then_gain([gain for space in range(start + 1, end + 1) for gain in track[space]], effect.seat, region)


def reached(state: State, seat: int, region: int, number: int) -> int:
    """Return the space reached with `number` influence, 18 at most (9.4); jumps skip spaces (13.5)."""
    start, end = state.players[seat].influence[region - 1], LIMITS.influence
    if state.players[seat].backing.ability != "jump_markers":
        return min(end, start + number)
    others = {player.influence[region - 1] for other, player in enumerate(state.players) if other != seat}
    free = [space for space in range(start + 1, end) if space not in others]
    return free[number - 1] if number <= len(free) else end


def _reward_passed(play: Play, seat: int, region: int, start: int, end: int) -> None:
    """Give points to those whose patron rewards being passed by another's marker (13.5)."""
    for other, player in enumerate(play.state.players):
        backing = player.backing
        if backing.ability == "points_when_passed" and other != seat and start < player.influence[region - 1] < end:
            play.tell(MarkerPassed(other, seat, region))
            player.points += backing.points
            play.tell(Gained(other, "points", backing.points, points_from="patron"))


# Gains (chapters 6 and 14)

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
    """Return the gain of one for each counted thing, at this moment (6.6)."""

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
"""Function that carries out each gain, except `good`, which is asked first."""


# Goods of choice (14.7)


def ask_good(_state: State, _effect: Effect) -> tuple[Move, ...]:
    """Return the kinds of goods, including one of which the player can't take more (14.7)."""
    return ALL_GOODS


def take_good(play: Play, effect: Effect, move: TakeGood) -> None:
    """Take a good; further ones of the same gain are asked one by one."""
    taken = Effect(move.good, effect.seat, 1, effect.region, effect.shore)
    more = (replace(effect, number=effect.number - 1),) if effect.number > 1 else ()
    play.then(taken, *more)


ALL_GOODS = tuple(TakeGood(good) for good in GOODS)


# The sale of the merchant of region 4 (8.5)


def ask_sale(state: State, effect: Effect) -> tuple[Move, ...]:
    """Return the goods that can be sold, and the move that ends the sale."""
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


# Exchanges, allowed whenever a player is asked anything, from their first turn on (chapter 3)


def exchanges(state: State, seat: int) -> tuple[Exchange, ...]:
    """Return the exchanges that a seat may make now; none whose gain would be lost (3.5)."""
    if not state.has_had_turn(seat):
        return ()
    player = state.players[seat]
    given = [place for place in range(3) if player.goods[place] >= COSTS.exchange_goods]
    goods = [
        _SWAPS[give, get] for give in given for get in range(3) if get != give and player.goods[get] < LIMITS.goods
    ]
    can_buy = player.koku >= COSTS.exchange_koku and player.favor < player.favor_limit
    return (*goods, *([_BUY] if can_buy else []))


_SWAPS = {(give, get): ExchangeGoods(GOODS[give], GOODS[get]) for give in range(3) for get in range(3) if give != get}
_BUY = BuyFavor()


def exchange(play: Play, seat: int, move: Exchange) -> None:
    """Carry out an exchange (3.3)."""
    player = play.state.players[seat]
    if isinstance(move, BuyFavor):
        player.koku -= COSTS.exchange_koku
        player.favor += 1
        play.tell(FavorBought(seat))
        return
    player.goods[GOODS.index(move.give)] -= COSTS.exchange_goods
    player.goods[GOODS.index(move.get)] += 1
    play.tell(GoodsExchanged(seat, move.give, move.get))


# The die, and turning it by favor (1.8, 4.2)

SIDES = 6


def turned(die: int, by: int) -> int:
    """Return what a die shows after it is changed: above 6 comes 1, below 1 comes 6 (4.2)."""
    return (die - 1 + by) % SIDES + 1


def steps_to(die: int, wanted: int) -> int:
    """Return how much a die has to change to show a number, the short way round (4.2)."""
    up = (wanted - die) % SIDES
    return up if up <= SIDES // 2 else up - SIDES
