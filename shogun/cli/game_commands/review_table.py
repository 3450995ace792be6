"""A review on the terminal: a table of what changed everybody's chance, and the turning points."""

from collections.abc import Iterator, Sequence

from shogun.base.language import _
from shogun.base.tables import Output, Table, numbers, words
from shogun.cli.game_commands.review_report import ReviewReport
from shogun.cli.game_commands.told_decisions import ToldDecision, ToldSeat
from shogun.players.review.decision_verdicts import TOLD, WELL_SEEN_TOLD

CURVE = 20
"""Characters of a curve in words."""
BARS = "▁▂▃▄▅▆▇█"


def tell_review(told: ReviewReport, title: str) -> None:
    """Print a review."""
    output = Output()
    output.print_table(_table(told, title))
    for number, turned in enumerate(told.turning_points, 1):
        output.print(f"{number}. {turned.words}")
        for sentence in turned.told:
            output.print(sentence, indent=3)
    for one in told.decisions:
        _tell_decisions(output, one, told.players[one.seat])
    if told.original is not None:
        first = told.original
        output.print(first.words + (f": {first.why}" if first.why else ""))
        if first.course is not None:
            for seat, name in enumerate(told.players):
                chances = [one.chances[seat] for one in first.course.estimates]
                output.print(f"{curve(chances)} {chances[-1]:.0%}  {name}", indent=3)


def _tell_decisions(output: Output, seat: ToldSeat, player: str) -> None:
    """Print the greatest mistakes of a seat, and what it has seen well."""
    output.print(_("{player}: {summary}").format(player=player, summary=seat.words))
    for decision in first_told(seat):
        output.print(decision.words, indent=3)
        output.print(answers_in_words(decision), indent=6)
    if not seat.is_whole:
        output.print(_("Time ran out before everything was judged; run the command again to continue."), indent=3)


def first_told(seat: ToldSeat) -> list[ToldDecision]:
    """Return the greatest mistakes, and the greatest that was well seen."""
    mistakes = [one for one in seat.named if one.verdict != "well seen"]
    well_seen = [one for one in seat.named if one.verdict == "well seen"]
    return [*mistakes[:TOLD], *well_seen[:WELL_SEEN_TOLD]]


def answers_in_words(decision: ToldDecision) -> str:
    """Return what was done, and what is held against it."""
    against = _("usual: {what}") if decision.verdict == "well seen" else _("better: {what}")
    done = _("played: {what}").format(what=decision.done)
    return f"{done}; {against.format(what=decision.better)}"


def _table(told: ReviewReport, title: str) -> Table:
    title = _("{game}: what changed the chance to win, in percentage points").format(game=title)
    columns = [*words(_("Player"), _("Course")), *numbers(*told.headings)]
    rows = [
        (name, curve([one.chances[seat] for one in told.estimates]), *told.figures[seat])
        for seat, name in enumerate(told.players)
    ]
    return Table(title, columns, rows, caption=caption(told))


def caption(told: ReviewReport) -> str:
    """Return how sure the figures are, and what is still to be done."""
    words = _(
        "standard error of a figure at most {error:.0f}; {playouts} playouts at each of {moments} moments"
    ).format(error=100 * max(one.error for one in told.booked), playouts=told.playouts, moments=len(told.answers))
    if told.is_partial:
        words += "; " + _("this game is still running: moments that depend on secrets aren't judged")
    if told.is_whole:
        return words
    more = _("time ran out before all {all} moments were evaluated; run the command again to continue").format(
        all=told.looks
    )
    return f"{words}; {more}"


def curve(chances: Sequence[float]) -> str:
    """Return a course as a row of bars."""
    width = min(CURVE, len(chances))
    return "".join(_bars(chances, width))


def _bars(chances: Sequence[float], width: int) -> Iterator[str]:
    for column in range(width):
        chance = chances[round(column * (len(chances) - 1) / max(1, width - 1))]
        yield BARS[min(len(BARS) - 1, int(chance * len(BARS)))]
