"""Judgment of decisions in a finished game, from what the seat could see.

Plans, marches and the choices that a master weighs are compared by its playouts: seasons played out against possible
plans of the others, and evaluated at their ends.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec import convert, to_builtins
from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.games.shogun.analysis.lookahead import among_equals, chances_at, season_ahead, share_over
from shogun.games.shogun.analysis.swaps import (
    MEASURES,
    answer_text,
    as_laid,
    changed_fields,
    compare_swaps,
    cost_words,
    judging_master,
    swaps_towards,
)
from shogun.games.shogun.opponents.planning.planner import Planner
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.opponents.search.playout_search import Candidate
from shogun.games.shogun.opponents.search.strategist import DRAFTED, WEIGHED
from shogun.games.shogun.rules.cards import ACTIONS, BATTLES, Action
from shogun.games.shogun.rules.questions import Choice, March, MarchQuestion, Move, Plan, PlanQuestion, PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.words import ACTION_NAMES, card_text
from shogun.players.review.decision_verdicts import Considered, DecisionPoint, Explained, Part, Shares, difference_of
from shogun.players.review.swaps import parts_of
from shogun.table.session import UNLIMITED, Budget
from shogun.table.towers import outcome_model

VERSION = 7
"""Goes up when the same decision is judged otherwise."""
PLAYOUTS = 400
"""Playouts of the season after each move that is compared, by default."""
SEARCHED = 2400
"""Playouts of a plan in the search for a better one; other questions get their part."""
DRAFTS = 200
"""Drafts that are played to their ends after each answer, for a hint."""
PLANS, BIDS, BUILDINGS, SUPPLIES, ATTACKS, MARCHES, REINFORCEMENTS, SPECIAL_CARDS = KINDS = (
    marked("plans"), marked("bids"), marked("buildings"), marked("rice and chests"), marked("attacks"),
    marked("marches"), marked("armies in battle"), marked("special cards"),
)  # fmt: skip
"""Kinds of decisions. A plan has a kind of its own only if a better one differs in nothing else."""
EXPLAINED = {
    PLANS: Explained("4.3", "planning"), BIDS: Explained("4.6", "planning"), BUILDINGS: Explained("5.1", "building"),
    SUPPLIES: Explained("5.2", "taxes"), ATTACKS: Explained("7", "battle"), MARCHES: Explained("5.6", "battle"),
    REINFORCEMENTS: Explained("7", "battle"), SPECIAL_CARDS: Explained("6", "planning"),
}  # fmt: skip
EFFECTS = tuple(MEASURES)
_FIELDS: dict[str, tuple[Action, ...]] = {
    BIDS: (), BUILDINGS: ("castle", "temple", "theatre"), SUPPLIES: ("rice", "taxes"), ATTACKS: BATTLES,
}  # fmt: skip


def considered(point: DecisionPoint, seed: str) -> Considered | None:
    """Return the moves of a master and a planner; None for small choices, which no master weighs, and in the draft."""
    question: PlayerQuestion = point.question
    if isinstance(question, Choice) and question.topic not in WEIGHED:
        return None
    best = weighed(point, Random(seed), UNLIMITED)[0].move
    return Considered((best,), Planner(Master().values).choose(point.view, question, Random(seed)))


def weighed(point: DecisionPoint, rng: Random, budget: Budget) -> Sequence[Candidate]:
    """Return the moves that the master tried, the best first; small choices are a planner's, untried."""
    view, question = point.view, point.question
    if isinstance(question, PlanQuestion):
        view = before_plans(view)
    master = Master(model=outcome_model(point.inside))
    if question.count() == 1 or (isinstance(question, Choice) and question.topic not in (*DRAFTED, *WEIGHED)):
        return [Candidate(Planner(master.values).choose(view, question, rng))]
    if budget == UNLIMITED and isinstance(question, Choice) and question.topic in DRAFTED:
        master = replace(master, effort=replace(master.effort, completions=DRAFTS))
    return master.consider(view, question, rng, Budget(SEARCHED) if budget == UNLIMITED else budget)


def before_plans(view: View) -> View:
    """Return a view in which nobody has planned yet: a seat that plans later sees nothing of others' plans."""
    return replace(view, planned=(False,) * len(view.planned))


def shares(point: DecisionPoint, moves: Sequence[Move], playouts: int, seed: str) -> Shares:
    """Return the chance to win of the seat that is asked where the season leads after each move, shape (moves, n).

    It is that against opponents that plan as well (`among_equals`).
    """
    view, master = point.view, judging_master(point.inside)
    found = np.array(master.compare(view, moves, playouts, Random(seed)))
    return among_equals(found, share_over(view.stage, view.setup.seats))


def chance_among_equals(point: DecisionPoint, move: Move, playouts: int, rng: Random) -> tuple[float, float]:
    """Return the chance of the seat that is asked to win with this move, and its standard error.

    It is that against opponents that plan as well.
    """
    view = point.view
    master = judging_master(point.inside)
    ends = [end for (end,) in master.play_out(view, [move], playouts, rng)]
    over = share_over(view.stage, view.setup.seats)
    ahead = season_ahead(ends, over, view.unseen_events, str(rng.getrandbits(64)))
    found = difference_of(chances_at(ahead)[:, view.seat])
    low, chance, high = among_equals(np.clip(found.mean + found.error * np.array([-1, 0, 1]), 0, 1), over)
    return float(chance), float(high - low) / 2


def parts(point: DecisionPoint, given: Move, better: Move, playouts: int, seed: str) -> tuple[Part, ...]:
    """Return which parts of a plan cost most beside a better one; of another move, what it costs as a whole.

    Each is put back into the better plan by itself, since several mistakes in one plan hide each other's costs. A part
    names only cards that the player really laid.
    """
    if isinstance(given, Plan) and isinstance(better, Plan):
        swaps = swaps_towards(point.question, better, given)
        found = parts_of(better, compare_swaps(point, better, swaps, playouts, Random(seed)), changed_fields)
        laid = [as_laid(convert(part.instead, Plan), given, better) for part in found]
        return tuple(replace(part, instead=to_builtins(plan)) for part, plan in zip(found, laid, strict=True))
    return parts_of(better, compare_swaps(point, better, [given], playouts, Random(seed)), _whole_moves)


def _whole_moves(_one: Move, _other: Move) -> tuple[int, ...]:
    return (0,)


def part_words(better: Sequence[Move], part: Part) -> str:
    """Return in a sentence what a part of an answer has cost beside a better one."""
    return cost_words(better[0], part)


def lines(moves: Sequence[Move]) -> list[str]:
    """Return a plan in words, field by field; anything else in one line.

    Only the first of the moves counts: when a seat marches twice in a row, the second march is a separate decision.
    """
    move = moves[0]
    if isinstance(move, Plan):
        names = (*(_(ACTION_NAMES[action]) for action in ACTIONS), _("Bid"))
        pairs = zip(names, (*move.fields, move.bid), strict=True)
        return [_("{field}: {card}").format(field=name, card=card_text(card)) for name, card in pairs]
    return [answer_text(move)]


def kind(point: DecisionPoint, given: Move, better: Move) -> str:
    """Return the kind of a decision, from the answer given and the better one."""
    view: View = point.view
    question: PlayerQuestion = point.question
    if isinstance(given, Plan) and isinstance(better, Plan):
        return _kind_of_plan(given, better)
    if isinstance(question, MarchQuestion):
        targets = {move.target for move in (given, better) if isinstance(move, March)}
        is_own = all(view.provinces[target].owner == question.seat for target in targets)
        return MARCHES if is_own else ATTACKS
    return SPECIAL_CARDS if isinstance(question, Choice) and question.topic == "special" else REINFORCEMENTS


def _kind_of_plan(given: Plan, better: Plan) -> str:
    other = {action for action, card, two in zip(ACTIONS, given.fields, better.fields, strict=True) if card != two}
    if given == better:
        return PLANS
    return next((name for name, fields in _FIELDS.items() if other <= set(fields)), PLANS)
