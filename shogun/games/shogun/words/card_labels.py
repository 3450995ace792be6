"""Short words and the names of icons for cards, where the full names of the rules have no room."""

from collections.abc import Mapping

from shogun.base.language import _, marked
from shogun.games.shogun.rules.cards import EVENTS, Action, Special
from shogun.games.shogun.words.wording import SPECIAL_NAMES

ACTION_LABELS: Mapping[Action, str] = {
    "castle": marked("Castle"),
    "temple": marked("Temple"),
    "theatre": marked("Theater"),
    "rice": marked("Rice"),
    "taxes": marked("Taxes"),
    "deploy5": marked("Deploy 5"),
    "deploy3": marked("Deploy 3"),
    "deploy1": marked("Deploy 1"),
    "battle_a": marked("Battle A"),
    "battle_b": marked("Battle B"),
}


def action_label(action: Action) -> str:
    """Return the short name of an action."""
    return _(ACTION_LABELS[action])


def special_label(special: Special) -> str:
    """Return the short name of a special card."""
    return _(SPECIAL_NAMES[special])


def event_icon(card: str) -> str:
    """Return the icon of an event card."""
    return f"event_{EVENTS[card].kind}"
