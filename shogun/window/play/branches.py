"""Sentences about a branch: the game that it comes from, while it is played and at its end."""

from collections.abc import Sequence

from shogun.base.language import _
from shogun.game.protocol import Games
from shogun.table.branch import original
from shogun.table.journal import EndLine, Header
from shogun.table.saved_games import branch_words
from shogun.table.session import Session

# While a branch is played


def branch_mark(header: Header) -> str:
    """Return the game and the moment that this one branches off from; empty if it isn't a branch."""
    origin = header.branch_of
    return "" if origin is None else branch_words(origin)


def branch_tooltip(mark: str) -> str:
    """Return the tooltip of a branch: that it doesn't count."""
    return _("{branch}: it isn't rated.").format(branch=mark)


# At the end of a branch


def branch_end(games: Games, session: Session, names: Sequence[str]) -> str:
    """Return a branch's game, that it doesn't count, and everybody's points there; empty for other games.

    The points are included if that game has ended and its file is still beside this one under its old name.
    """
    origin = session.header.branch_of
    if origin is None:
        return ""
    sentence = branch_tooltip(branch_words(origin))
    parent = original(games, session.header, session.path)
    last = parent.lines[-1] if parent is not None and parent.lines else None
    if not isinstance(last, EndLine):
        return sentence
    points = ", ".join(f"{name} {points}" for name, points in zip(names, last.result.points, strict=True))
    return sentence + " " + _("In the original: {points}.").format(points=points)
