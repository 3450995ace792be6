"""An adviser: what the opponent `master` would do, all that its playouts (Monte Carlo) have found.

It says nothing that was not computed: both chances with their errors, or that two ways are as good as equal.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from random import Random

from shogun.base.language import _, decimal, ngettext, of_data, signed
from shogun.game.questions import OneOf
from shogun.games.rumble_nation.analysis.certainty import other_points
from shogun.games.rumble_nation.analysis.expected_war import WarForecast, moved, transfers_of, war_now
from shogun.games.rumble_nation.opponents import master
from shogun.games.rumble_nation.opponents.master import BestCard, Decision, Judged, SecondRoll
from shogun.games.rumble_nation.rules.components import CARDS
from shogun.games.rumble_nation.rules.moves import CarryOut, Deploy, Move, RollAgain, TakeDaimyo
from shogun.games.rumble_nation.rules.state import State
from shogun.games.rumble_nation.words.plain import card_name, move_lines
from shogun.players.hint import Hint, reads_equal
from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import Inside


def hint(view: State, inside: Inside, question: OneOf[Move], rng: Random, budget: Budget) -> Hint:
    """Return what the master would answer, with what it has found out for it."""
    decision = master.decide(view, inside, question, rng, budget)
    return Hint(decision.move, tuple(_reasons(view, question, decision)))


def _reasons(view: State, question: OneOf[Move], decision: Decision) -> Iterator[str]:
    move = decision.move
    if len(question.moves) == 1:
        yield _("There is no other choice.")
    elif isinstance(move, TakeDaimyo):
        text = of_data(CARDS[move.card].text)
        yield _("The computer players do best with this one: {text}").format(text=text)
    elif decision.card is not None:
        yield _card(decision.card)
    elif decision.judged is not None:
        yield from _chances(decision.ways, decision.judged, decision)
    if isinstance(move, Deploy | CarryOut):
        yield from _war(view, question.seat, move)


def _card(found: BestCard) -> str:
    """Return how far a card and a roll lead ahead, by which one of them is advised."""
    sentence = _(
        "Expected lead after your next turn, if played as well as possible: {card} {ahead}, a roll "
        "{roll} on average. A played card is gone, so it must gain {price} more to be worth it."
    )
    return sentence.format(
        card=card_name(found.card.card),
        ahead=decimal(found.ahead, "+.1f"),
        roll=decimal(found.roll, "+.1f"),
        price=decimal(found.price),
    )


def _chances(ways: Sequence[Move], judged: Judged, decision: Decision) -> Iterator[str]:
    """Yield how likely the game is won with the move, the next best one, and a second roll."""
    order = sorted(range(len(ways)), key=lambda way: float(judged.worth[way]), reverse=True)
    best, again = order[0], decision.again
    if isinstance(decision.move, RollAgain):
        assert again is not None, "it was weighed"
        yield why_again(again, ways[best], judged, best)
        return
    text = _("Chance to win: {chance:.0%} (±{error:.0%}), from {n} simulated games.")
    yield text.format(chance=judged.won[best], error=_error(judged, best), n=judged.played.shape[1])
    if len(order) > 1:
        yield _next_best(ways, judged, best, order[1])
    if again is not None:
        text = _("Re-rolling would win {chance:.0%} of the time on average.")
        if reads_equal(again.won, judged.won[best]):
            text = _("Re-rolling would win equally often on average, so keep this roll.")
        yield text.format(chance=again.won)


def _error(judged: Judged, way: int) -> float:
    """Return how far a chance may be from the truth, in whole percent: in 95 of 100 cases it is no further."""
    return ceil(100 * master.SURE * judged.error(way)) / 100


def why_again(again: SecondRoll, split: Move, judged: Judged, best: int) -> str:
    """Return why to roll again, and what the best split would be instead."""
    sentence = _("Re-rolling would win {again:.0%} on average, the best split of this roll {chance:.0%}: {what}.")
    if reads_equal(again.won, judged.won[best]):
        sentence = _(
            "Re-rolling and the best split of this roll both win about {chance:.0%}. Counting the points "
            "ahead, re-rolling is slightly better. The split would be: {what}."
        )
    elif again.won <= judged.won[best]:
        sentence = _(
            "Re-rolling would win {again:.0%} on average; the best split of this roll {chance:.0%}, but by "
            "less: {what}."
        )
    return sentence.format(again=again.won, chance=judged.won[best], what=_told(split))


def _next_best(ways: Sequence[Move], judged: Judged, best: int, second: int) -> str:
    """Return what the next best way is, and how it differs from the best."""
    sentence = _("Next best ({chance:.0%}): {what}.")
    if not judged.is_apart(best, second) or reads_equal(judged.won[best], judged.won[second]):
        sentence = _("Practically equal ({chance:.0%}): {what}.")
    elif judged.won[second] > judged.won[best]:
        sentence = _("Won more simulated games ({chance:.0%}), but by less: {what}.")
        if judged.answered[second] < judged.answered[best]:
            sentence = _(
                "Won more simulated games ({chance:.0%}), but with best play the lead after the next turn is "
                "{less} instead of {more}: {what}."
            )
    return sentence.format(
        chance=judged.won[second],
        what=_told(ways[second]),
        less=decimal(float(judged.answered[second]), "+.1f"),
        more=decimal(float(judged.answered[best]), "+.1f"),
    )


def _told(move: Move) -> str:
    return "; ".join(move_lines(move))


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
