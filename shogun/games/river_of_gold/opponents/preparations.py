"""What favor and exchanges can do before an action: which number of the die, which deliveries."""

from collections.abc import Sequence

from shogun.games.river_of_gold.rules.box.components import COSTS, CUSTOMERS, GOODS
from shogun.games.river_of_gold.rules.moves import BuyFavor, ExchangeGoods, Move, SpendFavor
from shogun.games.river_of_gold.rules.state import Player
from shogun.games.river_of_gold.rules.turn.die import steps_to


def way_to(player: Player, number: int) -> tuple[Move, ...] | None:
    """Return the favor that lets a die show a number, bought for koku where there isn't enough; None if it can't be."""
    steps = steps_to(player.die, number)
    spend = SpendFavor(1 if steps > 0 else -1)
    bought = max(0, abs(steps) - player.favor)
    if bought * COSTS.exchange_koku > player.koku:
        return None
    return (*(spend,) * (abs(steps) - bought), *(BuyFavor(), spend) * bought)


def exchanges_for(player: Player, name: str) -> tuple[Move, ...] | None:
    """Return the exchanges that give a player the goods of a customer's order; None if there aren't enough goods."""
    order = CUSTOMERS[name].order
    missing = [place for place in range(3) for _one in range(order[place] - player.goods[place])]
    if not missing:
        return ()
    return swaps(player.goods, order, missing) or None


def swaps(goods: Sequence[int], order: Sequence[int], missing: Sequence[int]) -> tuple[Move, ...]:
    """Return the exchanges that make an order complete, none if there are not enough goods."""
    spare = [have - need for have, need in zip(goods, order, strict=True)]
    found: list[Move] = []
    for place in missing:
        give = max(range(3), key=lambda other: spare[other])
        if spare[give] < COSTS.exchange_goods:
            return ()
        spare[give] -= COSTS.exchange_goods
        found.append(ExchangeGoods(GOODS[give], GOODS[place]))
    return tuple(found)
