"""The opponent `greedy`: plans by simple values, attacks when it outnumbers, keeps rice for winter.

Every possible action in every province gets a value in victory points; the best are taken first. It only looks at its
own gain of this season.
"""

from collections.abc import Callable
from random import Random
from typing import cast

from msgspec import Struct

from shogun.games.shogun.opponents.planning.valuation_weights import BattleEstimate
from shogun.games.shogun.rules.actions import COST, DEPLOYED, obstacle, rice_yield, targets, tax_yield
from shogun.games.shogun.rules.cards import ACTIONS, EVENTS, Action, Building, Card, Special
from shogun.games.shogun.rules.questions import (
    Choice,
    Deploy,
    DrawCard,
    FaceRevolt,
    March,
    MarchQuestion,
    Move,
    PlaceGroup,
    Plan,
    PlanQuestion,
    PlayerQuestion,
    Reinforce,
    Stay,
    TakeCard,
    TakeSpecial,
    Topic,
)
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import MAJORITY, majority_points
from shogun.table.session import Budget
from shogun.table.towers import Inside


class Values(Struct, frozen=True):
    """Worth of things, in victory points."""

    army: float = 0.3
    chest: float = 0.3
    rice_needed: float = 0.6
    rice_spare: float = 0.05
    province: float = 1.2
    """A province at each winter still to come: its point, and what it yields."""
    wasted: float = -0.05
    """A province card on an action that will be skipped."""
    brave: float = 0.55
    """The chance of winning from which an attack is worth its risk."""


VALUES = Values()
SEASONS_LEFT = {"spring": 3, "summer": 2, "autumn": 1, "winter": 0}


def choose(view: View, _inside: Inside, question: PlayerQuestion, rng: Random, _budget: Budget) -> Move:
    """Return the move with the highest value."""
    if isinstance(question, PlanQuestion):
        return plan(view, question, rng)
    if isinstance(question, MarchQuestion):
        return march(view, question)
    return _CHOICES[question.topic](view, question)


def winters_left(view: View) -> int:
    """Return how many times points are still counted."""
    return 3 - view.year


# Planning


class _PlanDraft(Struct):
    """A plan being laid: what is still free, and the chests left to spend."""

    fields: dict[Action, Card]
    cards: set[Card]
    chests: int


def plan(view: View, question: PlanQuestion, rng: Random) -> Plan:
    """Return a plan: the most valuable actions first, as far as the chests reach, then what harms least."""
    bid = _bid(view, question)
    laid = _PlanDraft({}, {card for card in question.cards if card != bid}, question.chests - _price_of(bid))
    worth = {
        (action, card): value(view, question.seat, action, card)
        for action in ACTIONS
        for card in question.cards
        if card != bid
    }
    order = sorted(worth, key=lambda pair: (-worth[pair], rng.random()))
    for action, card in order:
        if worth[action, card] > 0:
            _lay(laid, action, card)
    for action, card in sorted(order, key=lambda pair: (-min(0.0, worth[pair]), isinstance(pair[1], str))):
        _lay_anyway(laid, action, card)
    return Plan(tuple(laid.fields.get(action) for action in ACTIONS), bid)


def _lay(laid: _PlanDraft, action: Action, card: Card) -> None:
    """Lay a card if it and its field are free and the action can be paid."""
    cost = COST.get(action, 0) if isinstance(card, str) else 0
    if cost <= laid.chests and action not in laid.fields and card in laid.cards:
        laid.chests -= cost
        _lay_anyway(laid, action, card)


def _lay_anyway(laid: _PlanDraft, action: Action, card: Card) -> None:
    if action not in laid.fields and card in laid.cards:
        laid.fields[action] = card
        laid.cards.remove(card)


def _price_of(bid: Card | None) -> int:
    return bid if isinstance(bid, int) else 0


def _bid(view: View, question: PlanQuestion) -> Card:
    """Bid one chest when rich; else the province of least worth, which costs nothing."""
    if question.chests >= 8:
        return 1
    provinces = [card for card in question.cards if isinstance(card, str)]
    if len(provinces) < len(ACTIONS) - 2:
        return 0
    return min(provinces, key=lambda name: (_land_value(view, name), name))


def _land_value(view: View, name: str) -> float:
    land = view.board.lands[name]
    return land.tax + land.rice + land.sites


def value(view: View, seat: int, action: Action, card: Card) -> float:
    """Return the worth of a card on an action field to a seat, in victory points; a chest card is worth nothing."""
    if isinstance(card, int):
        return 0.0
    reason = obstacle(view, seat, action, card)
    if reason and reason != "no_chests":
        return VALUES.wasted
    if action in MAJORITY:
        return _building_value(view, seat, action, card) - COST[action] * VALUES.chest / 3
    if action in DEPLOYED:
        return _deploy_value(view, seat, action, card)
    return _OTHER_VALUES[action](view, seat, card)


def _building_value(view: View, seat: int, building: Building, name: str) -> float:
    """A building's point and what it changes in the region's majority, at each winter to come."""
    names = view.board.regions[view.board.lands[name].region]
    counts = [0] * view.setup.seats
    for other in names:
        province = view.provinces[other]
        if province.owner is not None and building in province.buildings:
            counts[province.owner] += 1
    before = majority_points(counts, MAJORITY[building])[seat]
    counts[seat] += 1
    after = majority_points(counts, MAJORITY[building])[seat]
    return winters_left(view) * (1 + after - before)


def _deploy_value(view: View, seat: int, action: Action, name: str) -> float:
    """Armies are worth more where enemies are near and few defend."""
    threatened = sum(view.provinces[to].owner not in (seat, None) for to in view.board.neighbours[name])
    need = 1 + 0.15 * threatened - 0.05 * view.provinces[name].armies
    return DEPLOYED[action] * VALUES.army * need - COST[action] * VALUES.chest / 3


def _tax_value(view: View, seat: int, name: str) -> float:
    seasons = SEASONS_LEFT[view.season] - 1 + 3 * (winters_left(view) - 1)
    use = VALUES.chest if seasons else VALUES.chest / 10
    return use * tax_yield(view, seat, name) - _revolt_risk(view, seat, name)


def _rice_value(view: View, seat: int, name: str) -> float:
    lost = sum(EVENTS[card].winter_rice for card in view.events) / max(1, len(view.events))
    need = max(0.0, len(view.owned(seat)) + 1 + lost - view.players[seat].rice)
    rice = rice_yield(view, seat, name)
    used = min(rice, need)
    return used * VALUES.rice_needed + (rice - used) * VALUES.rice_spare - _revolt_risk(view, seat, name)


def _revolt_risk(view: View, seat: int, name: str) -> float:
    """Return the expected loss from angering the peasants: the province if a marker is there, else a little."""
    province = view.provinces[name]
    if not province.markers:
        return 0.15
    lost = winters_left(view) * (VALUES.province + len(province.buildings)) + VALUES.army * province.armies
    held = BattleEstimate(view).revolt(seat, name, province.markers)
    return (1 - held) * lost + held * VALUES.army * province.markers + 0.15


def _battle_value(view: View, seat: int, name: str) -> float:
    """The best attack from a province; having to march without one is a loss."""
    armies = view.provinces[name].armies - 1
    gains = [_attack_value(view, seat, to, armies) for to in targets(view, seat, name)]
    return max([VALUES.wasted, *gains])


def _attack_value(view: View, seat: int, target: str, armies: int) -> float:
    province = view.provinces[target]
    if province.owner == seat:
        return VALUES.wasted
    chance = BattleEstimate(view).attack(seat, target, armies)
    if chance < VALUES.brave:
        return -VALUES.army * armies
    gain = winters_left(view) * (VALUES.province + len(province.buildings))
    cost = VALUES.army * armies * 0.4
    return chance * gain - cost - (1 - chance) * VALUES.army * armies


_OTHER_VALUES: dict[Action, Callable[[View, int, str], float]] = {
    "taxes": _tax_value,
    "rice": _rice_value,
    "battle_a": _battle_value,
    "battle_b": _battle_value,
}


# Marching


def march(view: View, question: MarchQuestion) -> Move:
    """Return the best attack with all that may leave, else a move that risks least."""
    seat, most = question.seat, question.most
    if question.may_stay:
        return _regroup(view, question)
    best = max(question.targets, key=lambda to: (_attack_value(view, seat, to, most), to))
    if _attack_value(view, seat, best, most) > 0:
        return March(question.source, best, most)
    return _retreat(view, question)


def _retreat(view: View, question: MarchQuestion) -> Move:
    """Move one army home, or if there is no such way lose one where it is least hopeless (5.6)."""
    home = [to for to in question.targets if view.provinces[to].owner == question.seat]
    if home:
        return March(question.source, max(home, key=lambda to: (_threat(view, question.seat, to), to)), 1)
    weakest = max(question.targets, key=lambda to: (BattleEstimate(view).attack(question.seat, to, 1), to))
    return March(question.source, weakest, 1)


def _regroup(view: View, question: MarchQuestion) -> Move:
    """Move spare armies to the own neighbor under the greatest threat, if that is greater than here."""
    best = max(question.targets, key=lambda to: (_threat(view, question.seat, to), to))
    if _threat(view, question.seat, best) > _threat(view, question.seat, question.source):
        return March(question.source, best, question.most)
    return Stay()


def _threat(view: View, seat: int, name: str) -> int:
    """Return how much the strongest enemy next to a province outnumbers its armies."""
    armies = [view.provinces[to].armies for to in view.board.neighbours[name] if view.provinces[to].owner != seat]
    return max(armies, default=0) - view.provinces[name].armies


# Short choices


def _take_card(view: View, question: Choice) -> Move:
    """Take the face-up card with the best land, near what one has; the deck if both are poor."""
    own = set(view.owned(question.seat))

    def worth(name: str) -> float:
        return _land_value(view, name) + 2 * len(own.intersection(view.board.neighbours[name]))

    best = max(view.market, key=lambda name: (worth(name), name))
    return TakeCard(best) if worth(best) >= 9 else DrawCard()


def _place_group(_view: View, question: Choice) -> Move:
    return max(question.moves, key=lambda move: cast(PlaceGroup, move).armies)


_FITS: dict[Special, Action] = {"armies": "deploy5", "chest": "taxes", "rice": "rice", "attack": "battle_a"}
"""The action that a special card helps most."""


def _take_special(view: View, question: Choice) -> Move:
    """Take the card that fits the plan best, else the earliest place."""

    def fits(move: Move) -> bool:
        action = _FITS.get(cast(TakeSpecial, move).card)
        return action is not None and view.plan is not None and isinstance(view.plan.on(action), str)

    return next((move for move in question.moves if fits(move)), question.moves[0])


def _most_armies(_view: View, question: Choice) -> Move:
    return max(question.moves, key=lambda move: cast(Deploy | Reinforce, move).armies)


def _face_revolt(view: View, question: Choice) -> Move:
    """Face the revolt first that is easiest to put down."""
    return max(question.moves, key=lambda move: view.provinces[cast(FaceRevolt, move).province].armies)


_CHOICES: dict[Topic, Callable[[View, Choice], Move]] = {
    "draft_card": _take_card,
    "draft_group": _place_group,
    "special": _take_special,
    "deploy": _most_armies,
    "attack": _most_armies,
    "defence": _most_armies,
    "revolt": _face_revolt,
}
