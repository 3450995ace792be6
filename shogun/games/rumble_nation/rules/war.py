"""The war (chapter 7) and the end (chapter 8), in which nobody decides anything."""

from collections.abc import Iterator

from msgspec import Struct

from shogun.games.rumble_nation.rules.components import AREAS, NEIGHBOURS, PIECES, small_castle
from shogun.games.rumble_nation.rules.playing import Play
from shogun.games.rumble_nation.rules.state import AreaResolved, GameEnded, Over, State


class Result(Struct, frozen=True):
    """The end of a game (8.1, 8.2): lists in seat order."""

    winners: tuple[int, ...]
    """Always one seat."""
    points: tuple[int, ...]
    katana: tuple[int, ...]
    places: tuple[int, ...]
    """The place of each seat, from 1."""


def fight(state: State) -> Iterator[AreaResolved]:
    """Yield the result of each area in the order of the war (7.1); everybody has a katana."""
    support = {area: [0] * state.setup.seats for area in AREAS}
    resolved: set[str] = set()
    for area in sorted(AREAS, key=state.castles.__getitem__):
        resolved.add(area)
        outcome = _resolve(state, area, support[area], resolved)
        for other in outcome.supported:
            assert outcome.winner is not None, "support comes from a winner"
            support[other][outcome.winner] += outcome.support
        yield outcome


def strength(state: State, area: str, seat: int) -> int:
    """Return the strength of a seat's own pieces in an area, without support (7.3, 9.9)."""
    daimyo = PIECES.daimyo_strength if state.players[seat].daimyo == area else 0
    return state.soldiers[area][seat] + daimyo


def ranked(state: State, strengths: tuple[int, ...]) -> list[int]:
    """Return the seats with any strength, the strongest first; ties go to the higher katana (7.4)."""
    present = [seat for seat, number in enumerate(strengths) if number]
    return sorted(present, key=lambda seat: (strengths[seat], state.players[seat].katana or 0), reverse=True)


def _resolve(state: State, area: str, support: list[int], resolved: set[str]) -> AreaResolved:
    own = [strength(state, area, seat) for seat in range(state.setup.seats)]
    strengths = tuple(number and number + more for number, more in zip(own, support, strict=True))
    castle, order = state.castles[area], ranked(state, strengths)
    winner = order[0] if order else None
    second = order[1] if len(order) > 1 and state.counts.small_castles else None
    supported = () if winner is None else _supported(state, area, winner, resolved)
    small = None if second is None else small_castle(castle)
    return AreaResolved(area, castle, strengths, winner, second, small, supported, state.counts.support)


def _supported(state: State, area: str, winner: int, resolved: set[str]) -> tuple[str, ...]:
    """Return the adjacent open areas where the winner has a piece (7.6)."""
    return tuple(other for other in NEIGHBOURS[area] if other not in resolved and strength(state, other, winner))


def wage(play: Play) -> None:
    """Resolve all areas, give castles to those who took them, and end the game (7.1, 8.1)."""
    for outcome in fight(play.state):
        play.tell(outcome)
        _take(play, outcome)
    play.go(Over())
    end = result(play.state)
    assert end is not None, "the war has been waged"
    best = max(end.points)
    play.tell(GameEnded(end.winners[0], end.points, end.points.count(best) > 1))


def _take(play: Play, outcome: AreaResolved) -> None:
    if outcome.winner is None:
        play.change(set_aside=(*play.state.set_aside, outcome.castle))
        return
    play.change_player(outcome.winner, large=(*play.state.players[outcome.winner].large, outcome.castle))
    if outcome.second is not None and outcome.small is not None:
        play.change_player(outcome.second, small=(*play.state.players[outcome.second].small, outcome.small))


def result(state: State) -> Result | None:
    """Return how a game ended: the highest sum of castles wins, of equals the higher katana (8.1, 8.2)."""
    if not isinstance(state.stage, Over):
        return None
    points = tuple(player.points for player in state.players)
    katana = tuple(player.katana or 0 for player in state.players)
    order = sorted(range(len(points)), key=lambda seat: (points[seat], katana[seat]), reverse=True)
    places = tuple(order.index(seat) + 1 for seat in range(len(points)))
    return Result((order[0],), points, katana, places)
