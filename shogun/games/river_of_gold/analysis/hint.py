"""An adviser: what the opponent `strong` would do, and what the other plans are worth beside it.

In the last turn of a game it is exact: all of it is searched.
"""

from collections.abc import Iterator, Sequence
from random import Random

from shogun.base.language import _, decimal, marked, ngettext
from shogun.game.questions import OneOf
from shogun.games.river_of_gold.analysis.last_turn import best_end, is_last_turn
from shogun.games.river_of_gold.analysis.move_effects import foresee
from shogun.games.river_of_gold.analysis.standing import standing
from shogun.games.river_of_gold.opponents.choices import by_worth
from shogun.games.river_of_gold.opponents.determinization import dealt
from shogun.games.river_of_gold.opponents.evaluation import Appraisal
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL, choices, chosen
from shogun.games.river_of_gold.opponents.strong import DEALS, weighed
from shogun.games.river_of_gold.opponents.turn_plans import TurnPlan
from shogun.games.river_of_gold.rules import State, View
from shogun.games.river_of_gold.rules.box.components import GOODS
from shogun.games.river_of_gold.rules.moves import Build, Deliver, Move, Sail
from shogun.games.river_of_gold.rules.state import Player
from shogun.games.river_of_gold.rules.turn.turns import TURN
from shogun.games.river_of_gold.words.plan_text import plan_text
from shogun.games.river_of_gold.words.printed_names import gain_text, listed
from shogun.players.hint import Hint, PlanHint
from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import Inside

EQUAL = 0.05
"""Points less that are told as none."""
OTHERS = 2
"""So many of the next best plans are named."""


def hint(view: View, _inside: Inside, question: OneOf[Move], _rng: Random, _budget: Budget) -> Hint:
    """Return what `strong` would answer, with the plan that the move begins and what others are worth beside it."""
    state = dealt(view, Random(AS_ONE_DEAL))
    if is_last_turn(state, question.seat):
        return _best_end(view, state, question)
    if state.pending[-1].verb != TURN:
        return Hint(chosen(state, question), tuple(_why_chosen(state, question)))
    first, *others = weighed(state, question.seat)
    plan = first.plan.moves
    if first.wins:
        return PlanHint(plan[0], (_brings(view, question.seat, plan), *_why_ended(plan)), plan)
    reasons = [_brings(view, question.seat, plan), _why_planned(first.plan, len(others))]
    reasons += [_beside(first.worth - other.worth, plan_text(other.plan.moves)) for other in others[:OTHERS]]
    return PlanHint(plan[0], tuple(reasons), plan)


def _best_end(view: View, state: State, question: OneOf[Move]) -> Hint:
    """Return the best that the last turn of the game can still bring, found by trying all of it."""
    found = best_end(state, question.seat)
    outcome, move = found.outcome, found.moves[0]
    if outcome.win == 1:
        told = ngettext(
            "Every line to the end was checked: this wins, with {n} point.",
            "Every line to the end was checked: this wins, with {n} points.",
            outcome.points,
        )
    elif outcome.win:
        told = ngettext(
            "Every line to the end was checked: this shares the victory, with {n} point.",
            "Every line to the end was checked: this shares the victory, with {n} points.",
            outcome.points,
        )
    else:
        told = ngettext(
            "Every line to the end was checked: nothing wins anymore, and this ends with {n} point.",
            "Every line to the end was checked: nothing wins anymore, and this ends with {n} points.",
            outcome.points,
        )
    reason = told.format(n=outcome.points)
    if state.pending[-1].verb != TURN:
        return Hint(move, (reason,))
    action = next(place for place, one in enumerate(found.moves) if isinstance(one, Build | Sail | Deliver))
    plan = found.moves[: action + 1]
    reasons = [_brings(view, question.seat, plan), reason, *([_whole(plan)] if len(plan) > 1 else ())]
    return PlanHint(move, tuple(reasons), plan)


def _brings(view: View, seat: int, plan: Sequence[Move]) -> str:
    """Return what a plan brings at once as far as it can be foreseen, and what it makes of the points at the end."""
    after = foresee(view, seat, plan).after
    gains = listed(_gains(view.players[seat], after.players[seat])) or _("nothing right away")
    now, then = standing(view).total[seat], standing(after).total[seat]
    told = _("{then} (was {now})") if then != now else _("{now}, unchanged")
    what = {"gains": gains, "points": told.format(now=now, then=then)}
    action = plan[-1]
    if isinstance(action, Sail):
        source, target = (players[seat].ships[action.ship] for players in (view.players, after.players))
        sentence = _("From river space {a} to {b}: {gains}; your score if the game ended now: {points}.")
        return sentence.format(a=source, b=target, **what)
    return _("Gains {gains}; your score if the game ended now: {points}.").format(**what)


def _gains(now: Player, then: Player) -> Iterator[str]:
    """Yield of what a player would have more, and how much."""
    goods = zip(GOODS, now.goods, then.goods, strict=True)
    changes = (
        ("points", then.points - now.points), ("influence", sum(then.influence) - sum(now.influence)),
        ("koku", then.koku - now.koku), *((good, b - a) for good, a, b in goods), ("favor", then.favor - now.favor),
    )  # fmt: skip
    yield from (gain_text(what, more) for what, more in changes if more > 0)


def _whole(plan: Sequence[Move]) -> str:
    return _("The whole turn: {plan}.").format(plan=plan_text(plan))


def _why_ended(plan: Sequence[Move]) -> Iterator[str]:
    """Yield that a plan ends the game and wins it, as far as that was tried."""
    text = ngettext(
        "It ends the game: the others' last turns were simulated {n} time, and you won.",
        "It ends the game: the others' last turns were simulated {n} times, and you won every time.",
        DEALS,
    )
    yield text.format(n=DEALS)
    if len(plan) > 1:
        yield _whole(plan)


def _why_planned(plan: TurnPlan, others: int) -> str:
    """Return that a plan was found to be the best of so many others as well, and what it is."""
    if not others:
        return _("There is no other choice.")
    text = ngettext(
        "Better than {n} other option, looking one turn ahead.",
        "Better than {n} other options, looking one turn ahead.",
        others,
    ).format(n=others)
    if len(plan.moves) == 1:
        return text
    return text + " " + _whole(plan.moves)


def _why_chosen(state: State, question: OneOf[Move]) -> Iterator[str]:
    """Yield why an answer is the best where no action is asked: what the next best is worth beside it."""
    moves, verb = choices(question), state.pending[-1].verb
    if len(moves) == 1:
        yield _("There is no other choice.")
    elif verb in _FIXED:
        yield _(_FIXED[verb])
    else:
        (best, _move), (second, other), *_rest = by_worth(Appraisal(state, question.seat), verb, moves)
        yield _("Judged by the points it should be worth by the end of the game.")
        yield _beside(best - second, plan_text((other,)))


_FIXED = {
    "clan": marked("The computer sees no difference between the clans; this is simply the first."),
    "patron": marked("The computer players do best with this one."),
    "noble_ship": marked("It is the ship that is furthest behind."),
}
"""Why, where the answer doesn't depend on how the game stands, or not on points."""


def _beside(less: float, what: str) -> str:
    """Return by how many points something is worth less."""
    if less < EQUAL:
        return _("Practically equal: {what}.").format(what=what)
    return _("Behind by about {n} in points: {what}.").format(n=decimal(less), what=what)
