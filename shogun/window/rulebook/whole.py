"""What can be read in the window: the rules, and after them the keys."""

from shogun.base.language import _
from shogun.window.kit.keys import rows
from shogun.window.rulebook.blocks import Block, Piece, book

KEYS = "Keys"
"""What the part about the keys has in place of a number."""


def whole_book() -> tuple[Block, ...]:
    """Return all blocks; the keys are in the player's language."""
    heading = Block("chapter", KEYS, (Piece(_("Keys")),))
    head = (_("key"), _("what it does"))
    return (*book(), heading, Block("table", KEYS, rows=(head, *rows())))
