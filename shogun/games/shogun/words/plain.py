"""What the command line says and asks of Shogun: its options for a new game, seats, moves and events in words."""

from collections.abc import Iterator

from shogun.base.language import _, marked
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.moves import Move, Plan
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.words.wording import ACTION_NAMES, COLOUR_NAMES, card_text, move_text, sentence

__all__ = ["SEATS", "board_of", "move_lines", "seat_names", "sentence", "setup_text"]

SEATS = 4
"""How many play if nobody says."""


_AGREED = {
    ("sun", "printed"): marked("sun side, printed"),
    ("sun", "draft"): marked("sun side, draft"),
    ("moon", "draft"): marked("moon side, draft"),
}


def board_of(setup: Setup) -> str:
    """Return the side of the board, as results in JSON name it."""
    return setup.side


def setup_text(setup: Setup) -> str:
    """Return what is agreed besides the number of players, as the title of a table."""
    told = _(_AGREED[setup.side, setup.line_up])
    return _("{agreed}, ties to the defender").format(agreed=told) if setup.defender_holds_ties else told


def seat_names(setup: Setup) -> list[str]:
    """Return names for seats that nobody has named: their colours."""
    return [_(COLOUR_NAMES[colour]).capitalize() for colour in setup.colours]


def move_lines(move: Move) -> list[str]:
    """Return a move in words: a plan field by field, anything else in one line."""
    return list(_fields(move)) if isinstance(move, Plan) else [move_text(move)]


def _fields(plan: Plan) -> Iterator[str]:
    names = [_(ACTION_NAMES[action]) for action in ACTIONS]
    width = max(map(len, names))
    for name, card in zip((*names, _("Bid")), (*plan.fields, plan.bid), strict=True):
        yield f"{name:{width}}  {card_text(card)}"
