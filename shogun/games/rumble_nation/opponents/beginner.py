"""The opponent `beginner`: it sees only its own areas, and likes many soldiers, valuable castles, and to be everywhere.

It plays no cards.
"""

from random import Random

from shogun.game.questions import OneOf
from shogun.games.rumble_nation.rules.state import Deploy, Move, RollAgain, RollDice, State
from shogun.table.session import Budget
from shogun.table.towers import Inside

POOR = 12
"""Worth below which it doesn't want an answer and rolls again."""


def choose(view: State, _inside: Inside, question: OneOf[Move], rng: Random, _budget: Budget) -> Move:
    """Return the roll, or the deployment with the highest worth to it; any other move is drawn."""
    splits = [move for move in question.moves if isinstance(move, Deploy)]
    if not splits:
        return RollDice() if RollDice() in question.moves else question.sample(rng)
    best = max(splits, key=lambda split: liking(view, question.seat, split))
    is_poor = liking(view, question.seat, best) < POOR
    return RollAgain() if is_poor and RollAgain() in question.moves else best


def liking(view: State, seat: int, split: Deploy) -> float:
    """Return how much it likes to deploy there: less where it has soldiers already."""
    strength = split.soldiers + 2 * split.daimyo
    return view.castles[split.area] * strength / (1 + view.soldiers[split.area][seat])
