"""Reasons for moves in words, and hints: the master's choice with its reasons.

A hint knows what the person in that seat knows: the view, and the contents of the tower.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from msgspec import Struct

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext
from shogun.game.errors import IllegalMove
from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.analysis.decisions import PLAYOUTS, SEARCHED, before_plans, chance_among_equals, weighed
from shogun.games.shogun.analysis.fights import Fight, attack, attackers_of, revolt, without_cards
from shogun.games.shogun.analysis.odds import first_odds
from shogun.games.shogun.analysis.plan_playouts import CLEAR, NO_PLAYOUTS, PlanPlayouts, plan_playouts
from shogun.games.shogun.analysis.swaps import plan_reason_sentences, plan_swaps
from shogun.games.shogun.analysis.threats import Assignment, Span
from shogun.games.shogun.opponents.planning.valuation_weights import HELPS
from shogun.games.shogun.opponents.search.playout_search import Candidate, ranked
from shogun.games.shogun.rules.cards import ACTIONS, Action, Building, Special
from shogun.games.shogun.rules.questions import (
    Choice,
    DrawCard,
    ExchangeCards,
    March,
    Move,
    PlaceGroup,
    Plan,
    PlayerQuestion,
    TakeCard,
    TakeSpecial,
)
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import MAJORITY
from shogun.games.shogun.words import ACTION_NAMES, armies, card_text, move_text, region_name
from shogun.players.adviser import Hint, reads_equal, second_choice
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.players.review.option_chances import reach_words
from shogun.players.review.swaps import NO_REASONS, Reasons
from shogun.table.session import Budget
from shogun.table.towers import Inside

# Reasons in words, for each card of a plan and for the shorter answers

LIKELY, POSSIBLE = 0.6, 0.4
"""The chance of a shortage, at least, that is called probable, and possible.

Of 144 plans of planners 42 were followed by a shortage: 6 of the 11 of which it was called probable, 12 of the 25 of
which it was called possible, and 24 of the other 108."""


class Ground(Struct, frozen=True):
    """The facts that reasons are based on."""

    view: View
    inside: Inside
    seat: int
    rng: Random
    playouts: PlanPlayouts = NO_PLAYOUTS
    """The playouts of a plan; none of other moves."""

    def chance(self, fight: Fight) -> float:
        """Return the chance of the side that acts."""
        return first_odds(fight, self.inside, self.rng).win.value


# Plans


def plan_reasons(point: DecisionPoint, plan: Plan, rng: Random, swaps: Reasons = NO_REASONS) -> Iterator[str]:
    """Yield the swaps that would cost most, a sentence for each card, the bid, and winter.

    Cards come in the order of the season, after them those that are worse in the playouts than another use of them.
    """
    view, inside = point.view, point.inside
    seat: int = point.view.seat
    ground = Ground(view, inside, seat, rng, plan_playouts(view, inside, plan, rng))
    season = Prospects(view, seat).season((*plan.fields, plan.bid))
    yield from plan_reason_sentences(plan, swaps)
    laid = [action for action in _in_order(view) if action in season.assignments]
    for action in sorted(laid, key=lambda action: ACTIONS.index(action) in swaps.doubtful):
        yield _REASONS[action](ground, season.assignments[action])
    yield from _idle(plan, view, seat)
    yield _bid(plan)
    yield _winter(ground.playouts.shortage)


def _winter(shortage: float) -> str:
    """Return whether rice is likely to last, the harvests of later seasons counted."""
    if shortage >= LIKELY:
        text = _("Rice will probably run short in winter (chance: {chance}).")
    elif shortage >= POSSIBLE:
        text = _("Rice may run short in winter (chance: {chance}).")
    else:
        text = _("Rice should last through winter (chance of a shortage: {chance}).")
    return text.format(chance=percent(shortage))


def _in_order(view: View) -> tuple[Action, ...]:
    """Return all actions, those with a known place in the season first."""
    known = [action for action in view.actions if action is not None]
    return (*known, *(action for action in ACTIONS if action not in known))


def _span(span: Span) -> str:
    return str(span.low) if span.is_certain else f"{span.low}–{span.high}"


def _head(assignment: Assignment) -> str:
    text = _("{action} in {province}")
    return text.format(action=_(ACTION_NAMES[assignment.action]), province=assignment.province)


def _yield_and_revolt(ground: Ground, assignment: Assignment) -> str:
    """Return the yield of taxes or rice, and whether the peasants revolt."""
    if assignment.action == "taxes":
        amount = _span(assignment.chests)
        gain = ngettext("{n} chest", "{n} chests", assignment.chests.high).format(n=amount)
    else:
        gain = ngettext("{change} rice", "{change} rice", assignment.rice.high)
        gain = gain.format(change=_span(assignment.rice))
    fight = revolt(ground.view, assignment.province) if assignment.peasants else None
    if fight is None:
        return _("{what}: {gain}, and there is no revolt marker.").format(what=_head(assignment), gain=gain)
    text = _("{what}: {gain}; the revolt is put down {chance} of the time.")
    return text.format(what=_head(assignment), gain=gain, chance=percent(ground.chance(fight)))


def _built(ground: Ground, assignment: Assignment) -> str:
    """Return what a building adds, and whether it leads the region's buildings of its kind."""
    kind = next(building for building in MAJORITY if building == assignment.action)
    points = ngettext("{n} point in winter", "{n} points in winter", assignment.points).format(n=assignment.points)
    region = region_name(ground.view.board.lands[assignment.province].region)
    own, others = _counts(ground, kind, assignment.province)
    stands, leads = ground.playouts.building(kind)
    if stands < CLEAR:
        text = _("{what}: stands there in {share} of the simulated seasons.")
        return text.format(what=_head(assignment), share=percent(stands))
    if own + 1 >= others and leads < CLEAR:
        text = _("{what}: {points}, though others may overtake you there ({region}).")
    elif own + 1 > others:
        text = _("{what}: {points}, and you would have the most there ({region}).")
    elif own + 1 == others:
        text = _("{what}: {points}, and you would share the lead there ({region}).")
    else:
        text = _("{what}: {points}, though others lead there ({region}).")
    return text.format(what=_head(assignment), points=points, region=region)


def _counts(ground: Ground, kind: Building, name: str) -> tuple[int, int]:
    """Return a seat's buildings of a kind in the region of a province, and the most that another has."""
    board, provinces = ground.view.board, ground.view.provinces
    counts = [0] * ground.view.setup.seats
    for other in board.regions[board.lands[name].region]:
        owner = provinces[other].owner
        if owner is not None and kind in provinces[other].buildings:
            counts[owner] += 1
    return counts[ground.seat], max(count for seat, count in enumerate(counts) if seat != ground.seat)


def _deployed(ground: Ground, assignment: Assignment) -> str:
    """Return who could attack where armies are deployed."""
    threats = attackers_of(ground.view, assignment.province)
    if not threats:
        return _("{what}: nobody can attack it now.").format(what=_head(assignment))
    greatest = max(threats, key=lambda march: march.armies)
    text = _("{what}: {source} could attack it with {armies}.")
    return text.format(what=_head(assignment), source=greatest.source, armies=armies(greatest.armies))


def _marching(ground: Ground, assignment: Assignment) -> str:
    """Return where a battle card marches in the playouts of the plan; others may move before it is due."""
    usual = ground.playouts.usual_march(assignment.action)
    if usual is None:
        return _("{what}: its target depends on what others do first.").format(what=_head(assignment))
    if usual.is_attack:
        text = _("{what}: attacks {target} in {share} of the simulated seasons and wins {chance} of the time.")
    else:
        text = _("{what}: moves armies to {target} in {share} of the simulated seasons.")
    return text.format(
        what=_head(assignment), target=usual.target, share=percent(usual.share), chance=percent(usual.chance)
    )


def _odds_of(ground: Ground, march: March) -> float | None:
    """Return the chance of an attack; None if it is none."""
    try:
        return ground.chance(attack(ground.view, march))
    except IllegalMove:
        return None


_REASONS: Mapping[Action, Callable[[Ground, Assignment], str]] = {
    "castle": _built,
    "temple": _built,
    "theatre": _built,
    "rice": _yield_and_revolt,
    "taxes": _yield_and_revolt,
    "deploy5": _deployed,
    "deploy3": _deployed,
    "deploy1": _deployed,
    "battle_a": _marching,
    "battle_b": _marching,
}


def _idle(plan: Plan, view: View, seat: int) -> Iterator[str]:
    """Yield the actions without a province."""
    idle = [_(ACTION_NAMES[action]) for action in _in_order(view) if not isinstance(plan.on(action), str)]
    if idle:
        used = {card for card in (*plan.fields, plan.bid) if isinstance(card, str)}
        text = _("No province for {actions}.")
        if used >= {name for name, province in view.provinces.items() if province.owner == seat}:
            text = _("No province is left for {actions}.")
        yield text.format(actions=", ".join(idle))


def _bid(plan: Plan) -> str:
    if isinstance(plan.bid, int) and plan.bid:
        text = _("Bid {chests}: the higher the bid, the earlier you choose a special card.")
        return text.format(chests=card_text(plan.bid))
    return _("Bid {card}: no chests spent on a special card.").format(card=card_text(plan.bid))


# Shorter answers


def move_reasons(view: View, inside: Inside, question: PlayerQuestion, move: Move, rng: Random) -> Iterator[str]:
    """Yield the reasons for a move other than a plan."""
    ground = Ground(view, inside, question.seat, rng)
    if isinstance(move, March):
        yield _marched(ground, move)
    elif isinstance(move, TakeCard):
        yield _site(ground, move.province)
    elif isinstance(move, DrawCard):
        yield _("On average a card from the deck is worth more than either face-up card.")
    elif isinstance(move, ExchangeCards):
        yield _("On average two other cards are worth more than these.")
    elif isinstance(move, TakeSpecial):
        yield _special(ground, move.card)
    elif isinstance(move, PlaceGroup) and isinstance(question, Choice) and question.subject is not None:
        yield _group(ground, question.subject)


def _marched(ground: Ground, march: March) -> str:
    chance = _odds_of(ground, march)
    words = {"armies": armies(march.armies), "target": march.target, "source": march.source}
    if chance is None:
        text = _("The largest possible attack now: on {target} with {there}, on {source} with {here}.")
        return text.format(here=_threat(ground, march.source), there=_threat(ground, march.target), **words)
    bare = without_cards(ground.view, march)
    without = ground.chance(bare) if bare else None
    text = _("The attack wins {chance} of the time; {left} would stay in {source}.")
    if without is not None and not reads_equal(chance, without):
        text = _(
            "The attack wins {chance} of the time if both sides use their special cards, {bare} if "
            "nobody does; {left} would stay in {source}."
        )
    words["left"] = armies(ground.view.provinces[march.source].armies - march.armies)
    bare_chance = "" if without is None else percent(without)
    return text.format(chance=percent(chance), bare=bare_chance, **words)


def _threat(ground: Ground, name: str) -> str:
    """Return with how many armies a province could be attacked at most, in words."""
    return armies(max((march.armies for march in attackers_of(ground.view, name)), default=0))


def _group(ground: Ground, name: str) -> str:
    """Return the number of others' provinces that border on a province, on which the size of a group depends."""
    near = [ground.view.provinces[other].owner for other in ground.view.board.neighbours[name]]
    strangers = sum(owner not in (None, ground.seat) for owner in near)
    if not strangers:
        return _("Nobody else holds a neighbor of {province}.").format(province=name)
    text = ngettext(
        "{n} neighbor of {province} belongs to someone else.",
        "{n} neighbors of {province} belong to others.",
        strangers,
    )
    return text.format(n=strangers, province=name)


def _site(ground: Ground, name: str) -> str:
    view = ground.view
    land = view.board.lands[name]
    own = sum(view.provinces[near].owner == ground.seat for near in view.board.neighbours[name])
    text = _("{province}: taxes {taxes}, rice {rice}, building sites {sites}.")
    told = text.format(province=name, taxes=land.tax, rice=land.rice, sites=land.sites)
    if not own:
        return told
    text = ngettext("It borders on {own} of your provinces.", "It borders on {own} of your provinces.", own)
    return f"{told} {text.format(own=own)}"


def _special(ground: Ground, card: Special) -> str:
    plan = ground.view.plan
    helped = [_(ACTION_NAMES[action]) for action in HELPS[card] if plan and isinstance(plan.on(action), str)]
    if helped:
        return _("It helps your plan: {actions}.").format(actions=", ".join(helped))
    return _("It makes you number {n} in turn order.").format(n=ground.view.specials.index(card) + 1)


# The hint

MOST_DIFFERENCES = 2
"""Differences of the second best plan that are named."""


def hint(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Hint:
    """Return the master's answer with its reasons; `view` is that of the seat that is asked."""
    candidates = finalists(weighed(DecisionPoint(view, inside, question), rng, budget))
    move, share = candidates[0].move, min(1.0, (budget.playouts or SEARCHED) / SEARCHED)
    if isinstance(move, Plan):
        point = DecisionPoint(before_plans(view), inside, question)
        reasons = plan_reasons(point, move, rng, plan_swaps(point, move, rng, share))
        return Hint(move, (*reasons, *_judgement(point, candidates, share, rng)))
    judgement = _judgement(DecisionPoint(view, inside, question), candidates, share, rng)
    return Hint(move, (*judgement, *move_reasons(view, inside, question, move, rng)))


def finalists(candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return the advised move, then those that were tried about as often and seemed no better.

    A move that seemed a little better is left out: it may have been luck, or the master would have preferred it.
    """
    advised, *others = candidates
    most = max(len(candidate.results) for candidate in candidates)
    tried = [candidate for candidate in others if 2 * len(candidate.results) >= most and candidate.mean <= advised.mean]
    return [advised, *ranked(tried)]


def _judgement(point: DecisionPoint, candidates: Sequence[Candidate], share: float, rng: Random) -> Iterator[str]:
    """Yield how likely the game is won with the best move, and what the second best would be.

    `share` is the part of the usual playouts that is made for it.
    """
    best = candidates[0]
    if not best.results:
        return
    if isinstance(best.move, DrawCard | ExchangeCards | PlaceGroup | TakeCard):
        chance, error, played = best.mean, best.error, len(best.results)
        text = ngettext(
            "Chance to win: {chance} (±{error}), from {n} draft played to its end.",
            "Chance to win: {chance} (±{error}), from {n} drafts played to their ends.",
            played,
        )
    else:
        played = max(1, int(share * PLAYOUTS))
        chance, error = chance_among_equals(point, best.move, played, rng)
        text = ngettext(
            "Chance to win against equal opponents: {chance} (±{error}), from {n} simulated season.",
            "Chance to win against equal opponents: {chance} (±{error}), from {n} simulated seasons.",
            played,
        )
    yield text.format(chance=percent(chance), error=reach_words(error), n=played)
    if len(candidates) > 1 and candidates[1].results:
        yield _second(candidates, chance)


def _second(candidates: Sequence[Candidate], chance: float) -> str:
    """Return what the second best move would be; the search has found by how much it is worse than the best."""
    best, second = candidates[:2]
    what = _instead(best.move, second.move)
    other = chance * second.mean / best.mean if best.mean else 0.0
    if reads_equal(chance, other):
        return _("Practically equal ({chance}): {what}.").format(chance=percent(other), what=what)
    return second_choice(chance, other, what, is_plan=isinstance(best.move, Plan))


def _instead(best: Move, other: Move) -> str:
    """Return the second best move; of a plan only the differences."""
    if not (isinstance(best, Plan) and isinstance(other, Plan)):
        return move_text(other)
    text = _("{action} in {province}")
    cards = [
        text.format(action=_(ACTION_NAMES[action]), province=card)
        for action in ACTIONS
        if isinstance(card := other.on(action), str) and card != best.on(action)
    ]
    return ", ".join(cards[:MOST_DIFFERENCES]) or _("another bid")
