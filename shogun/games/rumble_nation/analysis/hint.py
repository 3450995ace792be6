"""An adviser: what the judge of decisions finds best, with what its playouts (Monte Carlo) have found.

It says nothing that was not computed: both chances with their errors, or that two moves are as good as equal.
"""

from collections.abc import Iterator, Sequence
from random import Random

from shogun.base.language import _, ngettext, of_data, signed
from shogun.game.questions import OneOf
from shogun.games.rumble_nation.analysis.certainty import other_points
from shogun.games.rumble_nation.analysis.decisions import weighed
from shogun.games.rumble_nation.analysis.expected_war import WarForecast, moved, transfers_of, war_now
from shogun.games.rumble_nation.rules.components import CARDS
from shogun.games.rumble_nation.rules.moves import CarryOut, Deploy, Move, TakeDaimyo
from shogun.games.rumble_nation.rules.state import State
from shogun.games.rumble_nation.words.plain import move_lines
from shogun.players.hint import Hint
from shogun.players.review.decision_judge import DecisionPoint
from shogun.players.review.option_chances import Option, Options, chance_sentences
from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import Inside


def hint(view: State, inside: Inside, question: OneOf[Move], rng: Random, budget: Budget) -> Hint:
    """Return what the master would answer unless another move wins more often, with the chances of both."""
    found = weighed(DecisionPoint(view, inside, question), rng, budget)
    (move,) = found.advised
    return Hint(move, tuple(_reasons(view, question, move, found)))


def _reasons(view: State, question: OneOf[Move], move: Move, found: Options) -> Iterator[str]:
    if len(question.moves) == 1:
        yield _("There is no other choice.")
    elif isinstance(move, TakeDaimyo):
        text = of_data(CARDS[move.card].text)
        yield _("The computer players do best with this one: {text}").format(text=text)
    yield from chance_sentences(found, _told)
    if isinstance(move, Deploy | CarryOut):
        yield from _war(view, question.seat, move)


def _told(option: Option) -> str:
    return "; ".join(line for move in option for line in move_lines(move))


def _war(view: State, seat: int, move: Deploy | CarryOut) -> Iterator[str]:
    """Yield what would be different if the war began after the move."""
    now, then = war_now(view), war_now(moved(view, transfers_of(view, move)))
    if now is None or then is None:
        return
    gained = then.points[seat] - now.points[seat]
    points = ngettext("{n} point", "{n} points", then.points[seat]).format(n=then.points[seat])
    if gained:
        sentence = _("If the war began now, it would score you {points} ({more}).")
        yield sentence.format(points=points, more=signed(gained))
    else:
        yield _("If the war began now it would change nothing: you would still score {points}.").format(points=points)
    if others := other_points(moved(view, transfers_of(view, move)), then)[seat]:
        yield _("Assuming the expected katana for ties; with others it would be: {points}.").format(
            points=", ".join(map(str, others))
        )
    yield from _changes(now, then, seat)


def _changes(now: WarForecast, then: WarForecast, seat: int) -> Iterator[str]:
    won = _areas(now, then, seat)
    if won:
        yield _("It would win you {areas}.").format(areas=", ".join(won))
    lost = _areas(then, now, seat)
    if lost:
        yield _("It would cost you {areas}.").format(areas=", ".join(lost))
    support = _support(then, seat) - _support(now, seat)
    if support > 0:
        yield ngettext(
            "Your victories would send {n} more support to neighbors still to be fought over.",
            "Your victories would send {n} more support to neighbors still to be fought over.",
            support,
        ).format(n=support)


def _areas(before: WarForecast, after: WarForecast, seat: int) -> Sequence[str]:
    """Return the areas that a seat wins afterwards and didn't before, with their castles."""
    return [
        _("{area} ({castle})").format(area=one.area, castle=one.castle)
        for one in after.outcomes
        if one.winner == seat != before.of(one.area).winner
    ]


def _support(war: WarForecast, seat: int) -> int:
    return sum(one.support * len(one.supported) for one in war.outcomes if one.winner == seat)
