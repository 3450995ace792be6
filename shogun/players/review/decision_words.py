"""Judged decisions in words: for the command line, for its page, and for the window."""

from collections.abc import Sequence
from math import ceil, fsum
from typing import Any

from msgspec import Struct

from shogun.base.language import _, marked, ngettext
from shogun.game.seat_names import calling
from shogun.players.review.decision_judge import DecisionJudge
from shogun.players.review.decision_verdicts import Decision, Verdict

NAMED = 3
"""So many lines in which two answers differ are told."""
_NAMES: dict[Verdict, str] = {
    "great mistake": marked("Blunder"),
    "mistake": marked("Mistake"),
    "inaccuracy": marked("Inaccuracy"),
    "well seen": marked("Good find"),
}


class Contrast(Struct, frozen=True):
    """What was done and what would have been better, in words, as far as the two differ."""

    done: str
    better: str


def verdict_name(decision: Decision) -> str:
    """Return what a decision is called; it must be called something."""
    verdict = decision.verdict
    assert verdict is not None
    return _(_NAMES[verdict])


def worth(decision: Decision) -> str:
    """Return what a decision has cost or brought, in points of 100, give or take two standard errors."""
    difference = decision.found if decision.verdict == "well seen" else decision.lost
    sign = "+" if decision.verdict == "well seen" else "−"
    return f"{sign}{100 * difference.mean:.0f} ± {ceil(200 * difference.error)}"


def contrast(judge: DecisionJudge, given: Sequence[Any], against: Sequence[Any], names: Sequence[str]) -> Contrast:
    """Return what was done and what is held against it, in words; `names` are the players'."""
    with calling(names):
        done, better = judge.lines(given), judge.lines(against)
    if len(done) == len(better) > 1:  # field by field
        pairs = [(one, other) for one, other in zip(done, better, strict=True) if one != other]
        done, better = [one for one, _other in pairs], [other for _one, other in pairs]
    return Contrast(_told(done), _told(better))


def _told(lines: Sequence[str]) -> str:
    """Return some of these lines in one; a line among them begins in the middle of a sentence."""
    named = ", ".join(lines[:NAMED])
    more = len(lines) - NAMED
    if more <= 0:
        return named
    return ngettext("{what} and {n} more", "{what} and {n} more", more).format(what=named, n=more)


def summary(mistakes: Sequence[Decision]) -> str:
    """Return how many mistakes there are to be told, or that there are none."""
    if not mistakes:
        return _("No mistake found beyond the margin of error.")
    text = ngettext(
        "{n} decision could have been better; it cost {points:.0f} points of the chance to win.",
        "{n} decisions could have been better; together they cost {points:.0f} points of the chance to win.",
        len(mistakes),
    )
    return text.format(n=len(mistakes), points=100 * fsum(one.lost.mean for one in mistakes))
