"""What is said of a branch at its end: of which game it is one, and how that has ended."""

from collections.abc import Sequence

from shogun.base.language import _
from shogun.game.protocol import Games
from shogun.table.past.original import original
from shogun.table.running.session import Session
from shogun.table.storage.game_brief import branch_words
from shogun.table.storage.journal import EndLine
from shogun.window.play.branch_mark import branch_tooltip


def branch_end(games: Games, session: Session, names: Sequence[str]) -> str:
    """Return of which game this is a branch, that it doesn't count, and everybody's points there; empty if it is none.

    The points are told if that game has ended and its file lies beside this one under its old name.
    """
    told = session.header.branch_of
    if told is None:
        return ""
    sentence = branch_tooltip(branch_words(told))
    found = original(games, session.header, session.path)
    last = found.lines[-1] if found is not None and found.lines else None
    if not isinstance(last, EndLine):
        return sentence
    points = ", ".join(f"{name} {points}" for name, points in zip(names, last.result.points, strict=True))
    return sentence + " " + _("In the original: {points}.").format(points=points)
