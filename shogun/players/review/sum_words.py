"""What people have lost by their decisions in several games, in words: for the command line, and for the window."""

from collections.abc import Sequence

from shogun.base.language import _, decimal, ngettext
from shogun.players.review.decision_sums import ALL, TREND_FROM, Average, DecisionSums, KindSums


def judged_words(sums: DecisionSums) -> str:
    """Return of how many games the decisions are judged."""
    text = ngettext("{judged} of {n} game is judged", "{judged} of {n} games are judged", sums.games)
    return text.format(judged=sums.judged, n=sums.games)


def kind_name(sums: KindSums) -> str:
    """Return the name of a kind of decisions, as a row begins with it."""
    name = _("all decisions") if sums.kind == ALL else _(sums.kind)
    return name[:1].upper() + name[1:]


def points(average: Average) -> str:
    """Return what was lost on average, in points of 100, give or take two standard errors if they are known."""
    told = decimal(100 * average.mean)
    return f"{told} ± {decimal(200 * average.error)}" if average.error else told


def headings() -> Sequence[str]:
    """Return what stands above the figures of a kind."""
    return _("Lost per game"), _("Mistakes per game"), _("First half"), _("Second half")


def figures(sums: KindSums) -> Sequence[str]:
    """Return the figures of a kind, below those headings; a dash where there are too few games."""
    halves = sums.halves
    compared = ("–", "–") if halves is None else tuple(points(one) for one in halves)
    return points(sums.lost), decimal(sums.mistakes), *compared


def most_expensive_words(sums: DecisionSums) -> str:
    """Return in a sentence which kind of decisions costs most."""
    most = sums.most_expensive
    if most is None:
        return _("No mistake found beyond the margin of error.")
    told = _("{kind}: your biggest loss, {points} points of the chance to win per game.")
    return told.format(kind=kind_name(most), points=points(most.lost))


def trend_words(sums: KindSums) -> str:
    """Return in a sentence whether less or more is lost in the second half of the games than in the first."""
    if len(sums.by_game) < TREND_FROM:
        return _("There are too few games to see a trend.")
    if sums.trend is None:
        return _("Between the first and second half of the games there is no difference beyond the margin of error.")
    if sums.trend == "less":
        return _("You lost less in the second half of the games than in the first.")
    return _("You lost more in the second half of the games than in the first.")
