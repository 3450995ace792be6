"""Judgment of decisions in a finished game. Nothing is dealt again, since everything is open."""

from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec import convert
from msgspec.structs import replace

from shogun.base.language import marked
from shogun.games.rumble_nation.analysis.swaps import SWAPS, outcomes
from shogun.games.rumble_nation.opponents import master, solid
from shogun.games.rumble_nation.opponents.war_forecast import Forecast
from shogun.games.rumble_nation.rules.state import CarryOut, Deploy, Move, State, TakeDaimyo
from shogun.games.rumble_nation.words import move_lines
from shogun.players.review.decision_verdicts import Considered, DecisionPoint, Explained, Part, Shares
from shogun.players.review.option_chances import Options, ranked_options
from shogun.players.review.swaps import towards
from shogun.table.session import UNLIMITED, Budget

VERSION = 3
"""Goes up when the same decision is judged otherwise."""
PLAYOUTS = 4096
"""Playouts after each move that is compared, by default."""
SEARCHED = 20_000
"""Games played in the search for the best move: by the master, and as many to compare it with the others."""
FINALISTS = 12
"""Ways of a card that are compared: those with the best forecast."""
SPLITS, CARDS, WAYS = KINDS = (marked("dice"), marked("cards"), marked("ways to play a card"))
EFFECTS = tuple(SWAPS.measures)
EXPLAINED = {
    SPLITS: Explained("4.3", "rumble-deploying"), CARDS: Explained("5", "rumble-deploying"),
    WAYS: Explained("6", "rumble-deploying"),
}  # fmt: skip


def considered(point: DecisionPoint, seed: str) -> Considered | None:
    """Return the moves of `master` and `solid`; None during setup, which no playout judges."""
    view, inside, question = point.view, point.inside, point.question
    if isinstance(question.moves[0], TakeDaimyo):
        return None
    best = weighed(point, Random(seed), UNLIMITED).advised
    return Considered(best, solid.choose(view, inside, question, Random(seed), UNLIMITED))


def weighed(point: DecisionPoint, rng: Random, budget: Budget) -> Options:
    """Return a seat's options: the master's move first, unless another clearly wins more often."""
    playouts = budget.playouts or SEARCHED
    limited = Budget(playouts=playouts, seconds=budget.seconds)
    usual = master.choose(point.view, point.inside, point.question, rng, limited)
    if len(point.question.moves) == 1 or isinstance(usual, TakeDaimyo):
        return Options(((usual,),))
    moves = list(dict.fromkeys((usual, *_compared(point))))
    chances = shares(point, moves, -(-playouts // len(moves)), f"hint/{rng.getrandbits(64)}")
    return ranked_options([(move,) for move in moves], chances)


def _compared(point: DecisionPoint) -> Sequence[Move]:
    """Return the moves that are worth comparing."""
    view: State = point.view
    moves: Sequence[Move] = point.question.moves
    ways = [move for move in moves if isinstance(move, CarryOut)]
    if len(ways) <= FINALISTS:
        return moves
    order = np.argsort(-Forecast(view, point.question.seat).values([way.transfers for way in ways]), kind="stable")
    return [ways[place] for place in order[:FINALISTS]]


def shares(point: DecisionPoint, moves: Sequence[Move], playouts: int, seed: str) -> Shares:
    """Return the share of the victory of the seat that is asked after each move, shape (moves, n)."""
    return outcomes(point, moves, playouts, seed).shares


def lines(moves: Sequence[Move]) -> list[str]:
    """Return moves in words."""
    return [line.rstrip(".") for move in moves for line in move_lines(move)]


def parts(point: DecisionPoint, given: Move, better: Move, playouts: int, seed: str) -> tuple[Part, ...]:
    """Return which parts of a move cost most beside a better one."""
    swaps = towards(point.question.moves, better, given, SWAPS.differing)
    return SWAPS.parts(point, better, swaps, playouts, seed)


def part_words(better: Sequence[Move], part: Part) -> str:
    """Return in a sentence what a part of a move has cost beside a better move."""
    return SWAPS.sentence(better[0], replace(part, instead=convert(part.instead, Move)))


def kind(point: DecisionPoint, _given: Move, _better: Move) -> str:
    """Return the kind of a decision: on dice and their split, on playing a card, or on carrying it out."""
    first = point.question.moves[0]
    if isinstance(first, CarryOut):
        return WAYS
    return SPLITS if isinstance(first, Deploy) else CARDS
