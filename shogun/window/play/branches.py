"""What is said of a branch at its end: of which game it is one, and how that has ended."""

from collections.abc import Sequence
from typing import Any

from shogun.base.language import _
from shogun.game.protocol import Games
from shogun.table.errors import JournalError
from shogun.table.past.copied_past import is_original
from shogun.table.running.session import Session
from shogun.table.storage.game_brief import SUFFIX, branch_words
from shogun.table.storage.journal import EndLine, read_journal
from shogun.window.play.branch_mark import branch_tooltip


def branch_end(games: Games, session: Session, names: Sequence[str]) -> str:
    """Return of which game this is a branch, that it doesn't count, and everybody's points there; empty if it is none.

    The points are told if that game has ended and its file lies beside this one under its old name.
    """
    told = session.header.branch_of
    if told is None:
        return ""
    sentence = branch_tooltip(branch_words(told))
    result = _original(games, session)
    if result is None:
        return sentence
    points = ", ".join(f"{name} {points}" for name, points in zip(names, result.points, strict=True))
    return sentence + " " + _("In the original: {points}.").format(points=points)


def _original(games: Games, session: Session) -> Any:
    """Return how the game has ended of which this is a branch; None if it hasn't, or isn't found."""
    told = session.header.branch_of
    if told is None or session.path is None:
        return None
    try:
        contents = read_journal(games, session.path.with_name(told.name + SUFFIX))
    except (JournalError, OSError, ValueError):
        return None
    last = contents.lines[-1] if contents.lines else None
    return last.result if isinstance(last, EndLine) and is_original(contents, told) else None
