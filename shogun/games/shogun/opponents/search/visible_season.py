"""The public part of a season under way: battles to come, provinces already done, and the leader."""

from msgspec import Struct

from shogun.games.shogun.rules.cards import BATTLES, FACE_DOWN, YEARS
from shogun.games.shogun.rules.state import Position, State
from shogun.games.shogun.rules.views import View


class VisibleSeason(Struct, frozen=True):
    """A season as all see it."""

    battles_left: int
    """Battle actions that are still to come or under way."""
    spent: frozenset[str]
    """Provinces whose card has been revealed: nothing more is done there this season."""
    standing: tuple[int, ...]
    """Each seat's points, with a point for every province and building at each winter to come."""


def look(position: Position) -> VisibleSeason:
    """Return the public part of a position."""
    return VisibleSeason(_battles_left(position), frozenset(_spent(position)), _standing(position))


def _battles_left(position: Position) -> int:
    now = _action(position)
    done = position.actions[:now]
    return sum(battle not in done for battle in BATTLES)


def _action(position: Position) -> int:
    if isinstance(position, State):
        at = position.acting
        return at.action if at else 0
    assert isinstance(position, View)
    return position.action or 0


def _spent(position: Position) -> list[str]:
    if isinstance(position, View):
        return [card for board in position.boards for card in board if isinstance(card, str) and card != FACE_DOWN]
    assert isinstance(position, State)
    at = position.acting
    if at is None:
        return []
    spent: list[str] = []
    for seat, plan in enumerate(position.plans):
        has_had_turn = seat in position.order[: at.turn + 1]
        if plan is not None:
            cards = [plan.on(action) for action in position.actions[: at.action + has_had_turn]]
            spent.extend(card for card in cards if isinstance(card, str))
    return spent


def _standing(position: Position) -> tuple[int, ...]:
    winters = YEARS + 1 - position.year
    standing = [player.points for player in position.players]
    for province in position.provinces.values():
        if province.owner is not None:
            standing[province.owner] += winters * (1 + len(province.buildings))
    return tuple(standing)
