"""Reasons for a move: what changes with another split of the dice, another area, way or card, in the same playouts."""

from collections.abc import Sequence

import numpy as np

from shogun.base.language import _, marked
from shogun.games.rumble_nation.analysis.win_chances import POINTS, SHARE, outlook
from shogun.games.rumble_nation.opponents.war_forecast import Forecast
from shogun.games.rumble_nation.rules import play
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    CarryOut,
    Deploy,
    Move,
    PlayCard,
    RollAgain,
    RollDice,
    State,
    Transfer,
)
from shogun.games.rumble_nation.words import card_name, move_lines, pieces, transfer_text
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.players.review.swaps import Measure, Outcomes, Playouts, Swaps, uses

ALTERNATIVES = 6
"""Other ways to do each thing that are looked at for a hint."""
MEASURES = {
    marked("points at the end"): Measure(1.0),
    marked("points of the strongest opponent"): Measure(-0.9),
}

# Which swaps there are

Way = tuple[int, str]
"""A seat and the place that its pieces come from."""


def differing(one: Move, other: Move) -> set[str | Way]:
    """Return the things in which two answers to a question differ."""
    if one == other:
        return set()
    if isinstance(one, Deploy) and isinstance(other, Deploy):
        is_split = (one.area, one.soldiers + one.daimyo) != (other.area, other.soldiers + other.daimyo)
        return {thing for thing, differs in (("split", is_split), ("daimyo", one.daimyo != other.daimyo)) if differs}
    if isinstance(one, CarryOut) and isinstance(other, CarryOut):
        return _differing_ways(set(one.transfers), set(other.transfers))
    return {"move"}


def _differing_ways(one: set[Transfer], other: set[Transfer]) -> set[str | Way]:
    left, right = one - other, other - one
    if len(left) <= 1 and len(right) <= 1:
        (transfer,) = left or right
        return {_way(transfer)}
    return {_way(transfer) for transfer in (*left, *right)} | {"ways"}  # never only one thing


def _way(transfer: Transfer) -> Way:
    return transfer.seat, transfer.source


def alternatives(point: DecisionPoint, move: Move) -> list[list[Move]]:
    """Return other moves that differ from one in a single thing, by that thing; ways by their forecast."""
    view: State = point.view
    moves: Sequence[Move] = point.question.moves
    if isinstance(move, CarryOut):
        ways = [other for other in moves if isinstance(other, CarryOut)]
        order = np.argsort(-Forecast(view, point.question.seat).values([way.transfers for way in ways]), kind="stable")
        moves = [ways[place] for place in order]
    return uses(moves, move, differing, ALTERNATIVES)


# Effects of swaps


def outcomes(point: DecisionPoint, moves: Sequence[Move], playouts: int, seed: str) -> Outcomes:
    """Return the playouts after each move, with everything that is measured for the seat that is asked."""
    seat = point.question.seat
    after = [play(point.view, seat, move).state for move in moves]
    found = [readings for state in after if (readings := outlook(state, playouts, seed)) is not None]
    most = max(len(readings) for readings in found)
    every = np.array([np.broadcast_to(readings, (most, *readings.shape[1:])) for readings in found])
    others = np.delete(every[..., POINTS], seat, axis=-1).max(axis=-1)
    return Outcomes(every[..., seat, SHARE], np.stack([every[..., seat, POINTS], others], axis=-1))


# In words


def swap_words(one: Move, other: Move) -> str:
    """Return what one move does and the other doesn't: "2 soldiers to Kyo rather than to Oko"."""
    if isinstance(one, Deploy) and isinstance(other, Deploy):
        return _other_deployment(one, other)
    if isinstance(one, CarryOut) and isinstance(other, CarryOut):
        return _other_way(one, other)
    if isinstance(other, RollAgain):
        return _("{what} rather than roll again").format(what=_told(one))
    if isinstance(one, RollAgain):
        return _("Roll again rather than {what}").format(what=_told(other))
    return _other_card(one, other)


def _told(move: Move) -> str:
    return "; ".join(move_lines(move))


def _other_card(one: Move, other: Move) -> str:
    if isinstance(one, PlayCard) and isinstance(other, PlayCard):
        return _("Play {card} rather than {other}").format(card=card_name(one.card), other=card_name(other.card))
    if isinstance(one, PlayCard) and isinstance(other, RollDice):
        return _("Play {card} rather than roll the dice").format(card=card_name(one.card))
    if isinstance(one, RollDice) and isinstance(other, PlayCard):
        return _("Roll the dice rather than play {card}").format(card=card_name(other.card))
    return _rather(_told(one), _told(other))


def _rather(one: str, other: str) -> str:
    return _("{what} rather than {other}").format(what=one, other=other)


def _other_deployment(one: Deploy, other: Deploy) -> str:
    (here,) = move_lines(one)
    (there,) = move_lines(other)
    if (one.soldiers, one.daimyo) == (other.soldiers, other.daimyo):
        return _("{what} rather than to {place}").format(what=here, place=other.area)
    if one.area == other.area:
        return _rather(here, pieces(other.soldiers, daimyo=other.daimyo))
    return _rather(here, there)


def _other_way(one: CarryOut, other: CarryOut) -> str:
    left = [transfer for transfer in one.transfers if transfer not in other.transfers]
    right = [transfer for transfer in other.transfers if transfer not in one.transfers]
    if len(left) == len(right) == 1:
        return _other_transfer(left[0], right[0])
    here = "; ".join(map(transfer_text, left))
    there = "; ".join(map(transfer_text, right))
    if not right:
        return _("{what} as well").format(what=here)
    return _rather(here, there) if left else _("without {what}").format(what=there)


def _other_transfer(one: Transfer, other: Transfer) -> str:
    here, places = transfer_text(one), {one.target, other.target}
    is_same = one.seat == other.seat and (one.soldiers, one.daimyo) == (other.soldiers, other.daimyo)
    if is_same and one.source == other.source and RESERVE not in places:
        return _("{what} rather than to {place}").format(what=here, place=other.target)
    if is_same and one.target == other.target and RESERVE not in {one.source, other.source}:
        return _("{what} rather than from {place}").format(what=here, place=other.source)
    if (one.seat, one.source, one.target) == (other.seat, other.source, other.target):
        return _rather(here, pieces(other.soldiers, daimyo=other.daimyo))
    return _rather(here, transfer_text(other))


SWAPS = Swaps(
    differing=differing,
    alternatives=alternatives,
    outcomes=outcomes,
    measures=MEASURES,
    playouts=Playouts(looked=1024, compared=8192, fewest=128),
    words=swap_words,
)
