"""Chapter 9: the influence tracks, with what two patrons change on them (13.5)."""

from shogun.games.river_of_gold.rules.box.components import LIMITS, TRACKS
from shogun.games.river_of_gold.rules.events import Gained, InfluenceGained, MarkerPassed
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.state import Effect, State


def gain_influence(play: Play, effect: Effect) -> None:
    """Move a seat's marker on a region's track; the rewards of the spaces that it passes or reaches come next (9.2)."""
    state, region = play.state, effect.region
    influence = state.players[effect.seat].influence
    start = influence[region - 1]
    end = reached(state, effect.seat, region, effect.number)
    if end == start:
        return
    influence[region - 1] = end
    play.tell(InfluenceGained(effect.seat, region, start, end, effect.shore))
    if state.setup.patrons != "none":
        _reward_passed(play, effect.seat, region, start, end)
    track = TRACKS[region]
    play.then_gain([gain for space in range(start + 1, end + 1) for gain in track[space]], effect.seat, region)


def reached(state: State, seat: int, region: int, number: int) -> int:
    """Return the space that a marker reaches by so much influence, 18 at most (9.4); jumps leave spaces out (13.5)."""
    start, end = state.players[seat].influence[region - 1], LIMITS.influence
    if state.players[seat].backing.ability != "jump_markers":
        return min(end, start + number)
    others = {player.influence[region - 1] for other, player in enumerate(state.players) if other != seat}
    free = [space for space in range(start + 1, end) if space not in others]
    return free[number - 1] if number <= len(free) else end


def _reward_passed(play: Play, seat: int, region: int, start: int, end: int) -> None:
    """Give points to those whose patron rewards it that another's marker passed theirs (13.5)."""
    for other, player in enumerate(play.state.players):
        backing = player.backing
        if backing.ability == "points_when_passed" and other != seat and start < player.influence[region - 1] < end:
            player.points += backing.points
            play.tell(MarkerPassed(other, seat, region))
            play.tell(Gained(other, "points", backing.points, points_from="patron"))
