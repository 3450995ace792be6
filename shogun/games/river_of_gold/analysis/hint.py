"""The players' standings by source, and an adviser: the best move, its chances, and how the next best differs.

In the last turn of a game the hint is exact, because the turn is searched completely.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from msgspec import Struct

from shogun.base.language import _, ngettext
from shogun.game.questions import OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis.decisions import FIXED, SEARCHED, weighed
from shogun.games.river_of_gold.analysis.last_turn import best_end, is_last_turn
from shogun.games.river_of_gold.analysis.move_effects import foresee
from shogun.games.river_of_gold.analysis.swaps import SWAPS
from shogun.games.river_of_gold.opponents import strong
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL, choices
from shogun.games.river_of_gold.opponents.strong import DEALS
from shogun.games.river_of_gold.rules import State, View
from shogun.games.river_of_gold.rules.components import CUSTOMERS, GOODS, REGIONS
from shogun.games.river_of_gold.rules.events import Event, Gained, PointsFrom
from shogun.games.river_of_gold.rules.scoring import Table, card_points, delivered_points, region_points
from shogun.games.river_of_gold.rules.state import Build, Deliver, Move, Player, Sail
from shogun.games.river_of_gold.rules.turns import TURN
from shogun.games.river_of_gold.words import gain_text, listed, plan_text
from shogun.players.adviser import Hint, PlanHint
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.players.review.option_chances import Options, chance_sentences
from shogun.players.review.swaps import NO_REASONS, Reasons
from shogun.table.session import Budget
from shogun.table.towers import Inside

# Standings by source: points gained in play, and the final scoring if the game ended now

IN_PLAY: tuple[PointsFrom, ...] = ("building", "mastery", "track", "customer", "patron", "last_tile")
"""Sources of points in play, in the order in which they are listed."""
KINDS = ("artisan", "merchant", "noble")
"""Customers that are worth something by themselves at the end (12.6)."""
Points = tuple[int, ...]
"""Points of everybody, in seat order."""


class Standing(Struct, frozen=True):
    """Everybody's points so far, and all lines of the final scoring (12) in the present position."""

    play: Points
    regions: tuple[Points, ...]
    """Regions 1 to 6, elders included."""
    delivered: Points
    kinds: tuple[Points, ...]
    """Artisans, merchants and nobles, in the order of `KINDS`."""

    @property
    def total(self) -> Points:
        """Everybody's points if the game ended now."""
        return tuple(map(sum, zip(self.play, *self.regions, self.delivered, *self.kinds, strict=True)))


def standing(table: Table) -> Standing:
    """Return everybody's standing; at the end of a game, their points by source."""
    players = range(len(table.players))
    has_ended = bool(table.scores)
    play = (score.play for score in table.scores) if has_ended else (player.points for player in table.players)
    return Standing(
        play=tuple(play),
        regions=tuple(tuple(region_points(table, region)) for region in REGIONS) if table.scoring else (),
        delivered=tuple(delivered_points(table, seat) for seat in players),
        kinds=tuple(tuple(_kind_points(table, seat, kind) for seat in players) for kind in KINDS),
    )


def _kind_points(table: Table, seat: int, kind: str) -> int:
    delivered = table.players[seat].delivered
    return sum(card_points(table, seat, name) for name in delivered if CUSTOMERS[name].kind == kind)


def gained_in_play(events: Iterable[Event], seats: int) -> Mapping[PointsFrom, Points]:
    """Return everybody's points in play by source, in the order of `IN_PLAY`: all but the final scoring."""
    gained: dict[PointsFrom, list[int]] = {source: [0] * seats for source in IN_PLAY}
    for event in events:
        if isinstance(event, Gained) and event.points_from is not None:
            gained[event.points_from][event.seat] += event.number
    return {source: tuple(points) for source, points in gained.items()}


def ahead(points: Sequence[int]) -> frozenset[int]:
    """Return the seats with most of some points; none if nobody has any."""
    most = max(points, default=0)
    return frozenset(seat for seat, own in enumerate(points) if own == most > 0)


# The adviser


def hint(view: View, inside: Inside, question: OneOf[Move], rng: Random, budget: Budget) -> Hint:
    """Return the best move by the judge of decisions, with its plan and its chance to win."""
    state = dealt(view, Random(AS_ONE_DEAL))
    if is_last_turn(state, question.seat):
        return _best_end(view, state, question)
    point = DecisionPoint(view, inside, question)
    if state.pending[-1].verb != TURN:
        options = weighed(point, rng, budget)
        reasons = _reasons(point, options, rng, budget)
        return Hint(options.advised[0], tuple(_why_chosen(view, question, options, reasons)))
    if (first := strong.best_plans(state, question.seat)[0]).wins:
        plan = first.plan.moves
        return PlanHint(plan[0], (_brings(view, question.seat, plan), *_why_ended(plan)), plan)
    options = weighed(point, rng, budget)
    reasons = _reasons(point, options, rng, budget)
    why = (_brings(view, question.seat, options.advised), *_why_planned(view, question.seat, options, reasons))
    return PlanHint(options.advised[0], why, options.advised)


def _reasons(point: DecisionPoint, options: Options, rng: Random, budget: Budget) -> Reasons:
    """Return which things of the advised option matter most; nothing where nothing was compared."""
    share = min(1.0, (budget.playouts or SEARCHED) / SEARCHED)
    return NO_REASONS if options.shares is None else SWAPS.reasons(point, options.advised, rng, share)


def _best_end(view: View, state: State, question: OneOf[Move]) -> Hint:
    """Return the best that the last turn of the game can still bring, found by trying all of it."""
    best = best_end(state, question.seat)
    outcome, move = best.outcome, best.moves[0]
    if outcome.win == 1:
        sentence = ngettext(
            "Every line to the end was checked: this wins, with {n} point.",
            "Every line to the end was checked: this wins, with {n} points.",
            outcome.points,
        )
    elif outcome.win:
        sentence = ngettext(
            "Every line to the end was checked: this shares the victory, with {n} point.",
            "Every line to the end was checked: this shares the victory, with {n} points.",
            outcome.points,
        )
    else:
        sentence = ngettext(
            "Every line to the end was checked: nothing wins anymore, and this ends with {n} point.",
            "Every line to the end was checked: nothing wins anymore, and this ends with {n} points.",
            outcome.points,
        )
    reason = sentence.format(n=outcome.points)
    if state.pending[-1].verb != TURN:
        return Hint(move, (reason,))
    action = next(place for place, move in enumerate(best.moves) if isinstance(move, Build | Sail | Deliver))
    plan = best.moves[: action + 1]
    reasons = [_brings(view, question.seat, plan), reason, *([_whole(plan)] if len(plan) > 1 else ())]
    return PlanHint(move, tuple(reasons), plan)


def _brings(view: View, seat: int, plan: Sequence[Move]) -> str:
    """Return the foreseeable gain of a plan, and its effect on the points at the end."""
    after = foresee(view, seat, plan).after
    gains = listed(_gains(view.players[seat], after.players[seat])) or _("nothing right away")
    now, then = standing(view).total[seat], standing(after).total[seat]
    change = _("{then} (was {now})") if then != now else _("{now}, unchanged")
    what = {"gains": gains, "points": change.format(now=now, then=then)}
    action = plan[-1]
    if isinstance(action, Sail):
        source, target = (players[seat].ships[action.ship] for players in (view.players, after.players))
        sentence = _("From river space {a} to {b}: {gains}; your score if the game ended now: {points}.")
        return sentence.format(a=source, b=target, **what)
    if len(plan) > 1:
        return _("The whole turn gains {gains}; your score if the game ended then: {points}.").format(**what)
    return _("Gains {gains}; your score if the game ended now: {points}.").format(**what)


def _gains(now: Player, then: Player) -> Iterator[str]:
    """Yield of what a player would have more, and how much."""
    yield from (gain_text(what, more) for what, more in _changes(now, then) if more > 0)


def _changes(now: Player, then: Player) -> Iterator[tuple[str, int]]:
    """Yield a player's gains and losses of each thing."""
    goods = zip(GOODS, now.goods, then.goods, strict=True)
    yield from (
        ("points", then.points - now.points), ("influence", sum(then.influence) - sum(now.influence)),
        ("koku", then.koku - now.koku), *((good, b - a) for good, a, b in goods), ("favor", then.favor - now.favor),
    )  # fmt: skip


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


def _why_planned(view: View, seat: int, options: Options, reasons: Reasons) -> Iterator[str]:
    """Yield why a plan for a turn is advised, and the whole of it."""
    if len(options.options) == 1:
        yield _("There is no other choice.")
    else:
        yield from chance_sentences(options, plan_text)
        best, other = (foresee(view, seat, option).after for option in options.options[:2])
        yield _difference(seat, best, other)
        yield from SWAPS.sentences(options.advised, reasons)
    if len(options.advised) > 1:
        yield _whole(options.advised)


def _why_chosen(view: View, question: OneOf[Move], options: Options, reasons: Reasons) -> Iterator[str]:
    """Yield why an answer is advised where no action is asked."""
    verb = view.pending[-1].verb
    if len(choices(question)) == 1:
        yield _("There is no other choice.")
    elif verb in FIXED:
        yield _(FIXED[verb])
    else:
        yield from chance_sentences(options, plan_text)
        state = dealt(view, Random(AS_ONE_DEAL))
        best, other = (rules.play(state, question.seat, option[0]).state for option in options.options[:2])
        yield _difference(question.seat, best, other)
        yield from SWAPS.sentences(options.advised, reasons)


def _difference(seat: int, best: State, other: State) -> str:
    """Return what a seat gains or loses by the best option compared with the next best, as far as foreseen."""
    changes = [
        (gain_text(what, abs(more)), more)
        for what, more in _changes(other.players[seat], best.players[seat])
        if more and what != "points"
    ]
    if points := standing(best).total[seat] - standing(other).total[seat]:
        changes.insert(0, (gain_text("points", abs(points)), points))
    if deliveries := len(best.players[seat].delivered) - len(other.players[seat].delivered):
        number = abs(deliveries)
        changes.append((ngettext("{n} delivery", "{n} deliveries", number).format(n=number), deliveries))
    if not changes:
        return _("Both options bring the same right away; they differ in what they leave for later turns.")
    signed_changes = listed(f"{'+' if more > 0 else '−'}{text}" for text, more in changes)
    return _("Right away, compared with the second-best choice: {changes}.").format(changes=signed_changes)
