"""What sentences of the chapters say of the game, in terms of what its screen shows: helpers for their facts."""

from collections.abc import Sequence

from shogun.base.language import marked
from shogun.games.shogun.rules.cards import ACTIONS, Action, Building, Card, Land
from shogun.games.shogun.rules.state import Player, Province
from shogun.games.shogun.screen.play.half_made_answers import BID
from shogun.games.shogun.screen.play.model import Model
from shogun.window.game.lessons.chapter import LEARNER


def own(model: Model) -> Player:
    """Return what the person who learns has."""
    return model.view.players[LEARNER]


def lies(model: Model, province: str) -> Province:
    """Return what lies in a province."""
    return model.view.provinces[province]


def land(model: Model, province: str) -> Land:
    """Return what is printed in a province."""
    return model.board.lands[province]


def owns(model: Model, province: str) -> bool:
    """Return whether a province belongs to the person who learns."""
    return lies(model, province).owner == LEARNER


def free_sites(model: Model, province: str) -> int:
    """Return the number of building sites on which nothing stands."""
    return land(model, province).sites - len(lies(model, province).buildings)


def is_to_lay(model: Model, card: Card, action: Action | None) -> bool:
    """Return whether a card is in hand, and the field it belongs on empty; None: the bid."""
    number = BID if action is None else ACTIONS.index(action)
    return model.plan is not None and card in model.plan.hand() and model.plan.fields[number] is None


def is_laid(model: Model, card: Card, action: Action) -> bool:
    """Return whether a card was laid on an action, in the plan that is laid or in the one that holds."""
    fields: Sequence[Card | None] = (
        model.plan.fields if model.plan else model.view.plan.fields if model.view.plan else ()
    )
    return bool(fields) and fields[ACTIONS.index(action)] == card


def buildings(model: Model, region: str, kind: Building, seat: int | None = None) -> int:
    """Return how many buildings of a kind stand in a region; `seat`: those of one player."""
    there = [lies(model, name) for name in model.board.regions[region]]
    return sum(kind in province.buildings for province in there if seat in (None, province.owner))


def place_of(model: Model, action: Action) -> int:
    """Return the place of an action in this season, from 0; -1 while its card lies face down."""
    return model.view.actions.index(action) if action in model.view.actions else -1


def says(model: Model, *words: str) -> bool:
    """Return whether the bar on top, or the heading of the battle, says these words."""
    told = f"{model.prompt} {model.battle.title if model.battle else ''}"
    return all(word in told for word in words)


BIDDING = marked("First the event of the season is drawn, and all bids are revealed. Watch the bar at the top.")
"""What is said before special cards are offered."""
