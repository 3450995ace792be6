"""Reasons why something can't be done now, in a sentence, with the number of the rule."""

from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.opponents.turn_plans import exchanges_for, way_to
from shogun.games.river_of_gold.rules.actions import price
from shogun.games.river_of_gold.rules.components import COSTS, CUSTOMERS, GOODS, SHORES, TILES
from shogun.games.river_of_gold.rules.effects import steps_to
from shogun.games.river_of_gold.rules.state import Player
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.words import gain_text, listed, region_name

Reason = tuple[str, str]
"""Sentence and number of the rule; both empty if nothing prevents it."""
FREE: Reason = ("", "")


def why_not_build(model: RiverModel, number: int) -> Reason:
    """Return why the active player can't build on a shore space."""
    view, shore = model.view, SHORES[number - 1]
    tile, player = view.tiles[number - 1], view.players[model.seat]
    if tile:
        starts = TILES[tile].set in ("starting", "imperial")
        return (_("It has been here from the start; you can't build here."), "2.4") if starts else (
            _("There is a building here already."), "5.1")  # fmt: skip
    if not model.is_turn:
        return FREE
    if player.backing.ability != "any_region" and shore.region != model.number:
        return _other_region(player, model.number, shore.region), "5.1"
    if number not in model.offers.shores:
        cost = price(player, shore)
        return _("It costs {cost} koku, and you have {koku}.").format(cost=cost, koku=_koku_left(model, player)), "5.1"
    return FREE


def _koku_left(model: RiverModel, player: Player) -> int:
    bought = sum(type(move).__name__ == "BuyFavor" for move in model.offers.before)
    return player.koku - bought * COSTS.exchange_koku


def _other_region(player: Player, number: int, region: int) -> str:
    """Return that the die shows another region, and the cost of changing that."""
    sentence = _("Your die shows {n}; {name} is region {region}.").format(
        n=number, region=region, name=region_name(region)
    )
    return f"{sentence} {favor_text(player, region)}"


def favor_text(player: Player, number: int) -> str:
    """Return the cost of another number of the die."""
    if number == player.die:
        return _("Your die shows it already.")
    steps = abs(steps_to(player.die, number))
    way = way_to(player, number)
    if way is None:
        return ngettext("This costs {n} favor.", "This costs {n} favor.", steps).format(n=steps)
    bought = max(0, steps - player.favor)
    if bought:
        sentence = ngettext(
            "It costs {n} favor, {bought} of it bought for {koku} koku.",
            "It costs {n} favor, {bought} of it bought for {koku} koku.",
            steps,
        )
        return sentence.format(n=steps, bought=bought, koku=bought * COSTS.exchange_koku)
    return ngettext("It costs {n} favor.", "It costs {n} favor.", steps).format(n=steps)


def why_not_tile(model: RiverModel) -> Reason:
    """Return why no tile can be built at all."""
    if not model.is_turn or model.offers.shores:
        return FREE
    sentence = _("There is no empty space in region {n} that you can afford.")
    return sentence.format(n=model.number), "5.1"


def why_not_deliver(model: RiverModel, name: str) -> Reason:
    """Return why the active player can't deliver to a customer in hand."""
    if not model.is_turn or model.offers.delivery(name):
        return FREE
    customer, player = CUSTOMERS[name], model.view.players[model.seat]
    goods = zip(GOODS, customer.order, player.goods, strict=True)
    missing = listed(gain_text(good, need - have) for good, need, have in goods if need > have)
    lacking = ""
    if missing:
        sentence = _("You don't have {goods}, and can't exchange for it.")
        if exchanges_for(player, name) is not None:
            sentence = _("You don't have {goods}, but can exchange for it.")
        lacking = sentence.format(goods=missing)
    if player.backing.ability != "any_customer" and customer.region != model.number:
        return f"{_other_region(player, model.number, customer.region)} {lacking}".strip(), "7.1"
    return lacking, "7.2"


def why_not_die(player: Player, number: int) -> Reason:
    """Return why a die can't be changed to a number."""
    if way_to(player, number) is not None:
        return FREE
    return favor_text(player, number) + " " + _("You have only {n}, and not enough koku for the rest.").format(
        n=player.favor
    ), "4.2"
