"""What can be read in the window: the rules, and after them the keys."""

from shogun.base.language import _
from shogun.window.kit.input.keys import rows
from shogun.window.rulebook.blocks import Block, Piece, book

KEYS = "Keys"
"""What the part about the keys has in place of a number."""


def whole_book(game: str) -> tuple[Block, ...]:
    """Return all blocks of a game's rules; the keys are in the player's language."""
    text = book(game) or (Block("text", "", (Piece(_("This game brings no rules to be read.")),)),)
    heading = Block("chapter", KEYS, (Piece(_("Keys")),))
    head = (_("key"), _("what it does"))
    return (*text, heading, Block("table", KEYS, rows=(head, *rows())))
