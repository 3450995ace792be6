"""What can be read in the window: the rules, and after them the keys."""

from functools import lru_cache

from shogun.ui.rulebook.blocks import Block, book


@lru_cache(maxsize=1)
def whole_book() -> tuple[Block, ...]:
    """Return all blocks."""
    return book()
