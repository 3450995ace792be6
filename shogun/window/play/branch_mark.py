"""What is said of a branch while it is played: of which game it is one."""

from shogun.base.language import _
from shogun.table.storage.game_brief import branch_words
from shogun.table.storage.journal import Header


def branch_mark(header: Header) -> str:
    """Return of which game this is a branch, and from where; empty if it is none."""
    told = header.branch_of
    return "" if told is None else branch_words(told)


def branch_tooltip(mark: str) -> str:
    """Return what is to be known of a branch that is played: that it doesn't count."""
    return _("{branch}: it isn't rated.").format(branch=mark)
