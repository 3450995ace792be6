"""How sure a war is that would begin now: what other katana would make of it, and castles that one soldier decides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Literal, TypeAlias

from msgspec.structs import replace

from shogun.games.rumble_nation.analysis.expected_war import (
    WarForecast,
    expected_katana,
    loose_katana,
    unfinished,
    war_with,
    with_katana,
)
from shogun.games.rumble_nation.rules.events import AreaResolved
from shogun.games.rumble_nation.rules.state import State
from shogun.games.rumble_nation.rules.war import fight

Hold: TypeAlias = Literal["safe", "hanging", "tie"]
"""How a castle would be won: so that no single soldier in its area takes it away, so that one does, or by a katana."""


def katana_orders(state: State) -> Iterator[tuple[int, ...]]:
    """Yield the katana of all seats in each way in which those that nobody holds yet can be taken."""
    seats = unfinished(state)
    for order in permutations(loose_katana(state), len(seats)):
        given = dict(zip(seats, order, strict=True))
        yield tuple(player.katana or given[seat] for seat, player in enumerate(state.players))


def other_points(state: State, expected: WarForecast) -> tuple[tuple[int, ...], ...]:
    """Return by seat which other points a war would bring now if the katana were taken otherwise than expected."""
    seats = range(len(state.players))
    if not any(has_tie(outcome) for outcome in expected.outcomes):
        return ((),) * len(seats)
    wars = [war_with(state, katana) for katana in katana_orders(state)]
    return tuple(tuple(sorted({war.points[seat] for war in wars} - {expected.points[seat]})) for seat in seats)


def has_tie(outcome: AreaResolved) -> bool:
    """Return whether players are equally strong in an area, for whichever place."""
    strengths = [strength for strength in outcome.strengths if strength]
    return len(set(strengths)) < len(strengths)


def is_open(state: State, outcome: AreaResolved) -> bool:
    """Return whether nobody knows yet who has the highest katana of the strongest, who are equal."""
    best = max(outcome.strengths)
    tied = [player for player, strength in zip(state.players, outcome.strengths, strict=True) if strength == best]
    return best > 0 and len(tied) > 1 and all(player.katana is None for player in tied)


def holds(state: State, expected: WarForecast) -> Mapping[str, Hold]:
    """Return how each castle would be won in a war that began now, if anybody would win it."""
    wars = {expected.outcomes: expected_katana(state)}
    if any(has_tie(outcome) for outcome in expected.outcomes):
        for katana in katana_orders(state):
            wars.setdefault(war_with(state, katana).outcomes, katana)
    return {
        one.area: _hold(state, [(_resolution(war, one.area), katana) for war, katana in wars.items()])
        for one in expected.outcomes
        if one.winner is not None
    }


def _hold(state: State, resolved: Sequence[tuple[AreaResolved, tuple[int, ...]]]) -> Hold:
    """Return how sure an area is that is resolved in so many ways, each with the katana by which it is."""
    if any(outcome.is_tie for outcome, _katana in resolved) or len({outcome.winner for outcome, _ in resolved}) > 1:
        return "tie"
    is_safe = all(_is_safe(state, outcome, with_katana(state, katana)) for outcome, katana in resolved)
    return "safe" if is_safe else "hanging"


def _is_safe(state: State, outcome: AreaResolved, armed: State) -> bool:
    """Return whether the same seat wins whatever a single soldier does; `armed` is the state with all katana."""
    changed = (_resolution(fight(one), outcome.area) for one in _one_soldier_otherwise(armed, outcome))
    return all(one.winner == outcome.winner and not is_open(state, one) for one in changed)


def _one_soldier_otherwise(state: State, outcome: AreaResolved) -> Iterator[State]:
    """Yield the state with one soldier more of anybody else in an area, and with one fewer of its winner."""
    for seat, soldiers in enumerate(state.soldiers[outcome.area]):
        if seat != outcome.winner:
            yield _changed(state, outcome.area, seat, 1)
        elif soldiers:
            yield _changed(state, outcome.area, seat, -1)


def _changed(state: State, area: str, seat: int, more: int) -> State:
    numbers = list(state.soldiers[area])
    numbers[seat] += more
    return replace(state, soldiers={**state.soldiers, area: tuple(numbers)})


def _resolution(war: Iterable[AreaResolved], area: str) -> AreaResolved:
    return next(outcome for outcome in war if outcome.area == area)
