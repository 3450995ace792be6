"""Judgment of decisions in a finished game, from what the seat could see.

Hands, deck and stacks are dealt again in each playout; everybody then plays two more turns quickly, and the results are
compared. The last turn of a game is searched completely.
"""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import convert
from msgspec.structs import replace

from shogun.base.language import marked
from shogun.games.river_of_gold.analysis.last_turn import best_end, is_last_turn
from shogun.games.river_of_gold.analysis.swaps import SWAPS, outcomes
from shogun.games.river_of_gold.opponents import solid, strong
from shogun.games.river_of_gold.opponents.evaluation import Appraisal
from shogun.games.river_of_gold.opponents.master import best_plan
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.river_of_gold.opponents.turn_plans import by_worth, up_to_action
from shogun.games.river_of_gold.rules.state import Build, Deliver, Move, Sail, SpendFavor
from shogun.games.river_of_gold.rules.turns import TURN
from shogun.games.river_of_gold.words import plan_text
from shogun.players.review.decision_verdicts import Considered, DecisionPoint, Explained, Part, Shares
from shogun.players.review.option_chances import Option, Options, ranked_options
from shogun.players.review.swaps import towards
from shogun.table.session import UNLIMITED, Budget

VERSION = 4
"""Goes up when the same decision is judged otherwise."""
PLAYOUTS = 80
"""Playouts after each move that is compared, by default."""
SEARCHED = 80
"""Playouts in the search for the best turn, and of each option that is compared with it."""
COMPARED, LOOKED = 4, 16
"""Options that are compared closely, and playouts of all options that choose them."""
TURNS = {
    Build: marked("buildings"), Sail: marked("journeys"), Deliver: marked("deliveries"), SpendFavor: marked("favor"),
}  # fmt: skip
FIXED = {
    "clan": marked("The computer sees no difference between the clans; this is simply the first."),
    "patron": marked("The computer players do best with this one."),
    "noble_ship": marked("It is the ship that is furthest behind."),
}
"""Reasons for answers that are advised without a comparison: they don't depend on the position."""
OTHERS = marked("other choices")
KINDS = (*TURNS.values(), OTHERS)
EFFECTS = tuple(SWAPS.measures)
EXPLAINED = {
    TURNS[Build]: Explained("5", "river-building"), TURNS[Sail]: Explained("6", "river-sailing"),
    TURNS[Deliver]: Explained("7", "river-delivering"), TURNS[SpendFavor]: Explained("4.2", "river-building"),
    OTHERS: Explained("14"),
}  # fmt: skip


def considered(point: DecisionPoint, seed: str) -> Considered | None:
    """Return the advice of a hint and `solid`'s move; None during setup, which is never judged."""
    if point.view.turn < 0:
        return None
    usual = solid.choose(point.view, point.inside, point.question, Random(seed), UNLIMITED)
    state = dealt(point.view, Random(solid.AS_ONE_DEAL))
    if is_last_turn(state, point.question.seat):
        return Considered(up_to_action(best_end(state, point.question.seat).moves), usual)
    return Considered(weighed(point, Random(seed), UNLIMITED).advised, usual)


def weighed(point: DecisionPoint, rng: Random, budget: Budget) -> Options:
    """Return how a seat may use its turn, or answer: as `master` does, unless another option wins more often for sure.

    It isn't asked in the last turn of a game.
    """
    playouts = budget.playouts or SEARCHED
    options = list(dict.fromkeys(_options(point, rng, Budget(playouts=playouts))))
    if len(options) == 1:
        return Options(tuple(options))
    closest = _promising(point, options, f"look/{rng.getrandbits(64)}")
    return ranked_options(closest, outcomes(point, closest, max(2, playouts), f"hint/{rng.getrandbits(64)}").shares)


def _promising(point: DecisionPoint, options: Sequence[Option], seed: str) -> Sequence[Option]:
    """Return the first option and the others that do best in a few playouts: near the end worth isn't victory."""
    if len(options) <= COMPARED:
        return options
    first, *others = options
    won = outcomes(point, others, LOOKED, seed).shares.mean(axis=1)
    best = sorted(range(len(others)), key=lambda place: -won[place])[: COMPARED - 1]
    return [first, *(others[place] for place in best)]


def _options(point: DecisionPoint, rng: Random, budget: Budget) -> Iterator[Option]:
    """Yield the options that look best, that of `master` first; only one if nothing is weighed."""
    seat, state = point.question.seat, dealt(point.view, Random(solid.AS_ONE_DEAL))
    verb, moves = state.pending[-1].verb, solid.choices(point.question)
    if verb == TURN:
        first, *others = strong.best_plans(state, seat)
        if first.wins:
            yield first.plan.moves
            return
        yield best_plan(point.view, seat, rng, budget).moves
        yield from (option.plan.moves for option in (first, *others))
    elif len(moves) == 1 or verb in FIXED or point.view.turn < 0:
        yield (solid.chosen(state, point.question),)
    else:
        yield from ((move,) for _worth, move in by_worth(Appraisal(state, seat), verb, moves))


def shares(point: DecisionPoint, moves: Sequence[Move], playouts: int, seed: str) -> Shares:
    """Return the share of the victory of the seat that is asked after each move, shape (moves, n)."""
    return outcomes(point, [(move,) for move in moves], playouts, seed).shares


def lines(moves: Sequence[Move]) -> list[str]:
    """Return a turn in words, in one line."""
    text = plan_text(moves)
    return [text[:1].upper() + text[1:]]


def parts(point: DecisionPoint, given: Move, better: Move, playouts: int, seed: str) -> tuple[Part, ...]:
    """Return which parts of a move cost most beside a better one."""
    moves = [(move,) for move in point.question.moves]
    swaps = towards(moves, (better,), (given,), SWAPS.differing)
    found = SWAPS.parts(point, (better,), swaps, playouts, seed)
    return tuple(replace(part, instead=part.instead[0]) for part in found)


def part_words(better: Sequence[Move], part: Part) -> str:
    """Return in a sentence what a part of a move has cost beside a better turn."""
    instead: Move = convert(part.instead, Move)
    whole = better[:1] if type(instead) is type(better[0]) else better  # which may begin with favor for an action
    return SWAPS.sentence(tuple(whole), replace(part, instead=(instead,)))


def kind(_point: DecisionPoint, given: Move, _better: Move) -> str:
    """Return the kind of a decision, from the answer that was given."""
    return TURNS.get(type(given), OTHERS)
