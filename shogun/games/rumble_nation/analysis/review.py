"""Reviews: the war and the board after each round, the changes made by a move, and the areas that decided the war."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from shogun.base.language import _, ngettext, signed
from shogun.games.rumble_nation.analysis.hint import WarForecast, points_of, war_now
from shogun.games.rumble_nation.rules.components import AREAS
from shogun.games.rumble_nation.rules.state import AreaResolved, Over, State
from shogun.games.rumble_nation.rules.war import ranked, strength


class Reading(Struct, frozen=True):
    """All players' figures at one moment, in seat order."""

    round: int
    """The round that was played last; 0: the beginning."""
    is_over: bool
    """True if the war has been fought."""
    points: tuple[int, ...]
    """Points if the war had begun then; at the end the real ones."""
    areas: tuple[int, ...]
    """Large castles that the war would have brought, or has."""
    strength: tuple[int, ...]
    """On the board, a daimyo for two."""


def readings(states: Iterable[State]) -> Sequence[Reading]:
    """Return a reading for the moment before the first turn, after each round, and after the war.

    `states` are all states of a game in their order. The last round has no reading of its own: the war follows within
    its last deployment.
    """
    rounds: list[Reading] = []
    before: State | None = None
    for state in states:
        if before is not None and before.castles and state.round != before.round:
            rounds.append(_reading(before))
        before = state
    if before is not None and isinstance(before.stage, Over):
        rounds.append(_reading(before))
    return rounds


def _reading(state: State) -> Reading:
    seats = range(state.setup.seats)
    over = isinstance(state.stage, Over)
    strengths = tuple(sum(strength(state, area, seat) for area in AREAS) for seat in seats)
    if over:
        points = tuple(player.points for player in state.players)
        return Reading(state.round, over, points, tuple(len(player.large) for player in state.players), strengths)
    war = war_now(state)
    assert war is not None, "the castles are laid"
    areas = tuple(sum(outcome.winner == seat for outcome in war.outcomes) for seat in seats)
    return Reading(state.round, over, war.points, areas, strengths)


# Changes made by a move to the war if it began now: castles, points, and support


class MoveChanges(Struct, frozen=True):
    """The changes that a seat's move makes to the war if it began now."""

    gained: int
    """Points more for the seat."""
    taken: tuple[tuple[str, int | None], ...]
    """Areas that it would win now, each with who would have won before."""
    given: tuple[tuple[str, int | None], ...]
    """Areas that somebody else would win now, each with that seat; None: nobody is left there."""
    supported: tuple[str, ...]
    """Areas to which it would send more support than before."""


def move_changes(before: State, after: State, seat: int) -> MoveChanges | None:
    """Return the changes made by a seat's move; None before the castles are laid."""
    was, now = war_now(before), war_now(after)
    if was is None or now is None:
        return None
    changed = [(area.area, was.of(area.area).winner, area.winner) for area in now.outcomes]
    taken = tuple((area, old) for area, old, new in changed if new == seat != old)
    given = tuple((area, new) for area, old, new in changed if new not in (old, seat))
    more = tuple(area for area in after.castles if _sent(now, seat, area) > _sent(was, seat, area))
    return MoveChanges(now.points[seat] - was.points[seat], taken, given, more)


def _sent(war: WarForecast, seat: int, area: str) -> int:
    """Return how much support a seat would send to an area."""
    return sum(fight.support for fight in war.outcomes if fight.winner == seat and area in fight.supported)


MOST_NAMED = 2
"""Maximum number of castles named when several change hands; beyond it they are only counted."""


def what_matters(changes: MoveChanges, names: Sequence[str]) -> str:
    """Return the effects of a move: "takes Kiyosu from Ania, +9 points; more support in Kasugayama"."""
    parts = list(_castles(changes, names)) or [_("no castle changes hands")]
    if changes.gained:
        points = ngettext("{signed} point", "{signed} points", abs(changes.gained))
        parts.append(points.format(signed=signed(changes.gained)))
    told = ", ".join(parts)
    if not changes.supported:
        return told
    return _("{told}; more support in {areas}").format(told=told, areas=", ".join(changes.supported))


def _castles(changes: MoveChanges, names: Sequence[str]) -> Iterator[str]:
    """Yield the castles that the player would gain by it, and those that others would."""
    named = changes.taken[:MOST_NAMED]
    for area, old in named:
        sentence = _("takes {area}") if old is None else _("takes {area} from {name}")
        yield sentence.format(area=area, name="" if old is None else names[old])
    if more := len(changes.taken) - len(named):
        yield ngettext("and {n} more", "and {n} more", more).format(n=more)
    for area, new in changes.given[:MOST_NAMED]:
        yield (_("nobody gets {area}") if new is None else _("{name} gets {area}")).format(
            name="" if new is None else names[new], area=area
        )


# The decision of a war: each area, and the area in which the winner took the lead for good

Decision: TypeAlias = Literal["nobody", "alone", "katana", "support", "pieces"]
"""Reason why an area was won: "support" if somebody else had won without any."""


def own_strengths(state: State, outcome: AreaResolved) -> tuple[int, ...]:
    """Return the strength of soldiers and daimyo in an area by seat, without support (7.3)."""
    return tuple(strength(state, outcome.area, seat) for seat in range(len(state.players)))


def decided_by(state: State, outcome: AreaResolved) -> Decision:
    """Return what decided an area, with all katana taken."""
    if outcome.winner is None:
        return "nobody"
    if len(outcome.fought) == 1:
        return "alone"
    if outcome.is_tie:
        return "katana"
    return "pieces" if ranked(state, own_strengths(state, outcome))[0] == outcome.winner else "support"


def margin(outcome: AreaResolved) -> int:
    """Return the winner's lead in an area over the next; all of its strength if nobody else is there."""
    best, *others = sorted(outcome.strengths, reverse=True)
    return best - others[0]


def leader(state: State, outcomes: Sequence[AreaResolved]) -> int | None:
    """Return the leader after these areas, ties by katana; None: nobody has a point yet (8.2)."""
    points = points_of(tuple(outcomes), len(state.players))
    best = max(range(len(points)), key=lambda seat: (points[seat], state.players[seat].katana or 0))
    return best if points[best] else None


def turning_point(state: State, outcomes: Sequence[AreaResolved]) -> AreaResolved | None:
    """Return the area with which the winner has taken the lead for good; None: nobody has taken any castle."""
    winner = leader(state, outcomes)
    if winner is None:
        return None
    after = [leader(state, outcomes[: number + 1]) for number in range(len(outcomes))]
    return outcomes[max((number + 1 for number, seat in enumerate(after) if seat != winner), default=0)]
