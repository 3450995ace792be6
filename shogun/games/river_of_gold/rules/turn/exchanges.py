"""Chapter 3: exchanges, which a player may make whenever they are asked anything, from their first turn on (3.4)."""

from shogun.games.river_of_gold.rules.box.components import COSTS, GOODS, LIMITS
from shogun.games.river_of_gold.rules.events import FavorBought, GoodsExchanged
from shogun.games.river_of_gold.rules.moves import BuyFavor, Exchange, ExchangeGoods
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.state import State


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
