"""Reasons for a turn or a choice: what changes with another space, tile, ship, good or die, in the same playouts."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

import numpy as np

from shogun.base.language import _, marked
from shogun.games.river_of_gold.analysis.win_chances import played_on
from shogun.games.river_of_gold.opponents import solid
from shogun.games.river_of_gold.opponents.evaluation import Appraisal
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.river_of_gold.opponents.turn_plans import by_worth, plans
from shogun.games.river_of_gold.rules import State, play
from shogun.games.river_of_gold.rules.state import Build, Deliver, Move, Sail, SpendFavor
from shogun.games.river_of_gold.rules.turns import TURN
from shogun.games.river_of_gold.words import plan_text, ship_name, shore_name, tile_kind, tile_text
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.players.review.option_chances import Option
from shogun.players.review.swaps import Measure, Outcomes, Playouts, Swaps, uses

ALTERNATIVES = 2
"""Other ways to do each thing that are looked at for a hint."""
_READ: Mapping[str, Callable[[State, int], float]] = {
    marked("points two rounds later"): lambda state, seat: state.players[seat].points,
    marked("influence"): lambda state, seat: sum(state.players[seat].influence),
    marked("buildings"): lambda state, seat: sum(markers.count(seat) for markers in state.markers),
    marked("deliveries"): lambda state, seat: len(state.players[seat].delivered),
    marked("goods"): lambda state, seat: sum(state.players[seat].goods),
    marked("koku"): lambda state, seat: state.players[seat].koku,
    marked("favor"): lambda state, seat: state.players[seat].favor,
}
"""Readers of the measures at the end of a playout."""
_WORTH = (1.0, 0.9, 2.0, 2.0, 0.7, 0.25, 0.7)
MEASURES = {name: Measure(worth) for name, worth in zip(_READ, _WORTH, strict=True)}
ACTIONS = (Build, Sail, Deliver)

# Which swaps there are


def differing(one: Option, other: Option) -> set[str]:
    """Return the things in which two turns, or two answers to another question, differ."""
    if one == other:
        return set()
    first, second = one[-1], other[-1]
    if not isinstance(first, ACTIONS) or not isinstance(second, ACTIONS):
        return {"choice"}
    if _on_die(one) != _on_die(other):
        return {"die"}
    if type(first) is not type(second):
        return {"action"}
    return _in_action(first, second)


def _in_action(first: Move, second: Move) -> set[str]:
    """Return the things in which two actions of a kind differ."""
    if isinstance(first, Build) and isinstance(second, Build):
        pairs = (("space", first.shore != second.shore), ("tile", first.tile != second.tile))
        return {thing for thing, differs in pairs if differs}
    if isinstance(first, Sail) and isinstance(second, Sail):
        pairs = (("ship", first.ship != second.ship), ("way", first.by != second.by))
        return {thing for thing, differs in pairs if differs}
    return {"customer"}


def _on_die(option: Option) -> int:
    """Return by how much a turn changes the number of the die."""
    return sum(move.by for move in option if isinstance(move, SpendFavor))


def alternatives(point: DecisionPoint, option: Option) -> list[list[Option]]:
    """Return other turns, or other choices, that differ from one in a single thing, the most promising first."""
    seat, state = point.question.seat, dealt(point.view, Random(solid.AS_ONE_DEAL))
    verb, appraisal = state.pending[-1].verb, Appraisal(state, seat)
    if verb == TURN:
        found = sorted(plans(appraisal), key=lambda plan: -plan.worth)
        return uses([plan.moves for plan in found], option, differing, ALTERNATIVES)
    moves = solid.choices(point.question)
    return uses([(move,) for _worth, move in by_worth(appraisal, verb, moves)], option, differing, 2 * ALTERNATIVES)


# Effects of swaps


def outcomes(point: DecisionPoint, options: Sequence[Option], playouts: int, seed: str) -> Outcomes:
    """Return the playouts after each option, with everything that is measured for the seat that is asked."""
    rows = [_outcome(point, options, f"{seed}/{number}") for number in range(playouts)]
    shares = np.array([[share for share, _seen in row] for row in rows])
    seen = np.array([[seen for _share, seen in row] for row in rows], dtype=float)
    return Outcomes(shares.T, seen.transpose(1, 0, 2))


def _outcome(point: DecisionPoint, options: Sequence[Option], seed: str) -> list[tuple[float, list[float]]]:
    """Return the share of the victory after each option in one playout, and what is read there."""
    state, seat, found = dealt(point.view, Random(seed)), point.question.seat, []
    for option in options:
        shares, after = played_on(_after(state, seat, option), f"{seed}/0")
        found.append((shares[seat], [read(after, seat) for read in _READ.values()]))
    return found


def _after(state: State, seat: int, option: Option) -> State:
    for move in option:
        state = play(state, seat, move).state
    return state


# In words


def swap_words(one: Option, other: Option) -> str:
    """Return what one option does and the other doesn't: "build on space 20 (...) rather than on space 10 (...)"."""
    first, second, things = one[-1], other[-1], differing(one, other)
    if isinstance(first, Build) and isinstance(second, Build) and things == {"space"}:
        text = _("build on {place} rather than on {other}")
        return text.format(place=shore_name(first.shore), other=shore_name(second.shore))
    if isinstance(first, Build) and isinstance(second, Build) and things == {"tile"}:
        is_alike = tile_kind(first.tile) == tile_kind(second.tile)
        tile, other_tile = map(tile_text if is_alike else tile_kind, (first.tile, second.tile))
        text = _("on {place}: {tile} rather than {other}")
        return text.format(place=shore_name(first.shore), tile=tile, other=other_tile)
    if isinstance(first, Sail) and isinstance(second, Sail) and things == {"ship"}:
        return _("sail with {ship} rather than with {other}").format(
            ship=ship_name(first.ship), other=ship_name(second.ship)
        )
    if things in ({"way"}, {"customer"}, {"action"}):  # what comes before is the same
        one, other = (first,), (second,)
    return _("{what} rather than {other}").format(what=plan_text(one), other=plan_text(other))


SWAPS = Swaps(
    differing=differing,
    alternatives=alternatives,
    outcomes=outcomes,
    measures=MEASURES,
    playouts=Playouts(looked=24, compared=160, fewest=20),
    words=swap_words,
)
