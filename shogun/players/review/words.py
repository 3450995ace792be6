"""Reviews in words, for the command line, its page and the window: decisions, figures, and sums over several games."""

from collections.abc import Sequence
from math import ceil, fsum
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, decimal, marked, ngettext, signed
from shogun.game.words import calling
from shogun.players.review.decision_sums import ALL, TREND_FROM, Average, DecisionSums, KindSums
from shogun.players.review.decision_verdicts import (
    MOST_PARTS,
    Decision,
    DecisionJudge,
    Difference,
    Part,
    TriedAnswer,
    Verdict,
)

if TYPE_CHECKING:  # it loads NumPy
    from shogun.players.review.game_review import Booked, Cause, Entry, GameReview

NAMED = 3
"""Most differing lines that are shown."""
BRIEF = 220
"""Characters of reasons in a list, unless the first sentence is longer."""
_VERDICT_NAMES: dict[Verdict, str] = {
    "great mistake": marked("Blunder"),
    "mistake": marked("Mistake"),
    "inaccuracy": marked("Inaccuracy"),
    "well seen": marked("Good find"),
}


class Contrast(Struct, frozen=True):
    """The actual and the better answer in words, as far as the two differ."""

    done: str
    better: str
    reasons: str = ""
    """The parts that mattered and their costs, in sentences; empty where nothing is known of the parts."""
    brief: str = ""
    """The first of these sentences, as many as a row of a list has room for."""


def verdict_name(decision: Decision) -> str:
    """Return the name of a decision's verdict; it must have one."""
    verdict = decision.verdict
    assert verdict is not None
    return _(_VERDICT_NAMES[verdict])


def worth(decision: Decision) -> str:
    """Return a decision's cost or gain, in percentage points, give or take two standard errors."""
    is_found = decision.verdict == "well seen"
    return _with_error(decision.found if is_found else decision.lost, "+" if is_found else "−")


def _with_error(difference: Difference, sign: str = "") -> str:
    """Return a difference in percentage points, give or take two standard errors; with its own sign by default."""
    number = f"{sign}{100 * difference.mean:.0f}" if sign else signed(round(100 * difference.mean))
    return f"{number} ± {ceil(200 * difference.error)}"


def tried_words(tried: TriedAnswer) -> str:
    """Return in a sentence how good another answer to a mistake is, without the better one."""
    if tried.is_given:
        return _("That is what you played.")
    gained = _with_error(tried.gained)
    if tried.is_best:
        return _("The best answer found: {points} points compared with what you played.").format(points=gained)
    if tried.grade == "best":
        return _("As good as the best answer: {points} points compared with what you played.").format(points=gained)
    if tried.grade == "better":
        missing = _with_error(tried.short, "−")
        text = _("Better than what you played: {points} points. Compared with the best answer: {missing} points.")
        return text.format(points=gained, missing=missing)
    return _("No better than what you played: {points} points.").format(points=gained)


def contrast(
    judge: DecisionJudge,
    given: Sequence[Any],
    against: Sequence[Any],
    names: Sequence[str],
    parts: Sequence[Part] = (),
) -> Contrast:
    """Return the actual answer and the one it is compared with, in words; `names` are the players'."""
    with calling(names):
        done, better = judge.lines(given), judge.lines(against)
        reasons = [words for part in parts if (words := judge.part_words(against, part))]
    if len(done) == len(better) > 1:  # field by field
        pairs = [(one, other) for one, other in zip(done, better, strict=True) if one != other]
        done, better = [one for one, _other in pairs], [other for _one, other in pairs]
    count = next((count for count in range(len(reasons), 1, -1) if len(" ".join(reasons[:count])) <= BRIEF), 1)
    brief = " ".join(reasons[:count])
    is_all = len(parts) == 1 and json.encode(parts[0].instead) == json.encode(given[0])  # a kept one has lists
    if reasons and len(parts) < MOST_PARTS and not is_all:
        reasons.append(_("No other single difference clearly matters."))
    return Contrast(_joined(done), _joined(better), " ".join(reasons), brief)


def _joined(lines: Sequence[str]) -> str:
    """Return some of these lines joined into one; a line among them begins in the middle of a sentence."""
    named = ", ".join(lines[:NAMED])
    more = len(lines) - NAMED
    if more <= 0:
        return named
    return ngettext("{what} and {n} more", "{what} and {n} more", more).format(what=named, n=more)


def summary(mistakes: Sequence[Decision]) -> str:
    """Return the number of mistakes in words, or that there are none."""
    if not mistakes:
        return _("No mistake found beyond the margin of error.")
    text = ngettext(
        "{n} decision could have been better; it cost {points:.0f} points of the chance to win.",
        "{n} decisions could have been better; the worst cost {points:.0f} points of the chance to win.",
        len(mistakes),
    )
    return text.format(n=len(mistakes), points=100 * max(mistake.lost.mean for mistake in mistakes))


# The figures of a review

_CAUSE_NAMES: "dict[Cause, str]" = {
    "setup": marked("set-up"),
    "tower": marked("tower"),
    "dice": marked("dice"),
    "lots": marked("draws"),
    "open": marked("not analyzed"),
}
_NOTES: "dict[Cause, str]" = {
    "setup": marked("The starting position and seat order, before the first decision."),
    "tower": marked("What came out of the tower, compared with the expectation."),
    "dice": marked("What was rolled, compared with the expectation."),
    "lots": marked("Cards, events and the order of actions as they were drawn."),
    "open": marked("Parts of the game that haven't been analyzed closely yet."),
}


def causes_in(review: "GameReview") -> "list[Cause]":
    """Return the causes besides decisions that have changed chances in a game."""
    causes = {entry.cause for entry in review.entries}
    return [cause for cause in _CAUSE_NAMES if cause in causes]


def headings(causes: "Sequence[Cause]") -> list[str]:
    """Return the headings of a seat's figures."""
    return [_("start"), _("own decisions"), _("others'"), *(_(_CAUSE_NAMES[cause]) for cause in causes), _("end")]


def notes(causes: "Sequence[Cause]") -> list[str]:
    """Return the meaning of each of these figures, in a sentence."""
    return [
        _("At first everybody has the same chance; adding up all changes leads to the final result."),
        _("Gains and losses by the player's own decisions, compared with a good opponent's usual choice."),
        _("What everybody else's decisions changed."),
        *(_(_NOTES[cause]) for cause in causes),
        _("The share of the victory."),
    ]


def figures(booked: "Booked", end: float, causes: "Sequence[Cause]") -> list[str]:
    """Return a seat's even chance, its changes by cause, in percentage points, and its share of the victory."""
    changes = (booked.own, booked.others, *(booked.chance.get(cause, 0.0) for cause in causes))
    return [percent(end - fsum(changes)), *(points(change) for change in changes), percent(end)]


def points(change: float) -> str:
    """Return a change of a chance in percentage points."""
    return signed(round(100 * change))


def headline(entry: "Entry", players: Sequence[str]) -> str:
    """Return a change in words: the two chances that it changed most, and who or what changed them."""
    who = players[entry.seat] if entry.seat is not None else _(_CAUSE_NAMES[entry.cause])
    return _("{changes} ({who})").format(changes=change_words(entry.changes, players), who=who)


def change_words(changes: Sequence[float], players: Sequence[str]) -> str:
    """Return the two chances that changed most, in percentage points."""
    seats = sorted(range(len(changes)), key=lambda seat: (-abs(changes[seat]), seat))[:2]
    return ", ".join(f"{players[seat]} {points(changes[seat])}" for seat in seats)


# Losses by decisions over several games


def judged_words(sums: DecisionSums) -> str:
    """Return the number of games with judged decisions, in words."""
    text = ngettext("{judged} of {n} game is judged", "{judged} of {n} games are judged", sums.games)
    return text.format(judged=sums.judged, n=sums.games)


def kind_name(sums: KindSums) -> str:
    """Return the name of a kind of decision, for the beginning of a row."""
    name = _("all decisions") if sums.kind == ALL else _(sums.kind)
    return name[:1].upper() + name[1:]


def average_points(average: Average) -> str:
    """Return the mean loss, in percentage points, give or take two standard errors if they are known."""
    points_text = decimal(100 * average.mean)
    return f"{points_text} ± {decimal(200 * average.error)}" if average.error else points_text


def sum_headings() -> Sequence[str]:
    """Return the headings above the figures of a kind."""
    return _("Lost per game"), _("Mistakes per game"), _("First half"), _("Second half")


def sum_figures(sums: KindSums) -> Sequence[str]:
    """Return the figures of a kind, below those headings; a dash if there are too few games."""
    halves = sums.halves
    compared = ("–", "–") if halves is None else tuple(average_points(half) for half in halves)
    return average_points(sums.lost), decimal(sums.mistakes), *compared


def most_expensive_words(sums: DecisionSums) -> str:
    """Return a sentence on the kind of decision that costs most."""
    most = sums.most_expensive
    if most is None:
        return _("No mistake found beyond the margin of error.")
    sentence = _("{kind}: your biggest loss, {points} points of the chance to win per game.")
    return sentence.format(kind=kind_name(most), points=average_points(most.lost))


def trend_words(sums: KindSums) -> str:
    """Return a sentence on the change of losses from the first half of the games to the second."""
    if len(sums.by_game) < TREND_FROM:
        return _("There are too few games to see a trend.")
    if sums.trend is None:
        return _("Between the first and second half of the games there is no difference beyond the margin of error.")
    if sums.trend == "less":
        return _("You lost less in the second half of the games than in the first.")
    return _("You lost more in the second half of the games than in the first.")
