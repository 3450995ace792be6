"""Rule 9.3: what is true after every step of a legal game."""

from shogun.games.shogun.rules.cards import ARMIES, MOST_MARKERS, PEASANT, PEASANTS
from shogun.games.shogun.rules.state import BattleThrow, RevoltThrow, State


def problems(state: State) -> list[str]:
    """Return every violation of the invariants of rule 9.3, a sentence each; an empty list if all is well."""
    return [*_cube_problems(state), *_province_problems(state), *_goods_problems(state)]


def _cube_problems(state: State) -> list[str]:
    found = []
    for seat, player in enumerate(state.players):
        board = sum(province.armies for province in state.provinces.values() if province.owner == seat)
        total = board + player.reserve + _off_board(state, state.colour(seat))
        if total != ARMIES:
            found.append(f"{state.colour(seat)} has {total} armies in all, not {ARMIES}")
    peasants = state.peasants + _off_board(state, PEASANT)
    if peasants != PEASANTS:
        found.append(f"there are {peasants} peasants in all, not {PEASANTS}")
    return found


def _off_board(state: State, colour: str) -> int:
    return sum(place.get(colour, 0) for place in (state.tower, state.tray, state.waiting))


def _under_battle(state: State) -> str | None:
    stage = state.stage
    if isinstance(stage, BattleThrow):
        return stage.battle.target
    return stage.province if isinstance(stage, RevoltThrow) else None


def _province_problems(state: State) -> list[str]:
    found = []
    for name, province in state.provinces.items():
        if name != _under_battle(state) and (province.owner is None) != (province.armies == 0):
            found.append(f"{name} has owner {province.owner} and {province.armies} armies")
        if province.armies < 0:
            found.append(f"{name} has {province.armies} armies")
        if len(province.buildings) > state.board.lands[name].sites:
            found.append(f"{name} has more buildings than sites: {province.buildings}")
        if len(set(province.buildings)) < len(province.buildings):
            found.append(f"{name} has two buildings of a kind: {province.buildings}")
        if not 0 <= province.markers <= MOST_MARKERS:
            found.append(f"{name} has {province.markers} revolt markers")
    return found


def _goods_problems(state: State) -> list[str]:
    found = []
    for seat, player in enumerate(state.players):
        if min(player.chests, player.rice, player.reserve, state.peasants) < 0:
            found.append(f"seat {seat} owns less than nothing: {player}")
        if player.rice > 18:
            found.append(f"seat {seat} has {player.rice} rice, more than the track holds")
    cubes = [*state.tower.values(), *state.tray.values(), *state.waiting.values()]
    if any(count <= 0 for count in cubes):
        found.append(f"a count of cubes is not positive: {state.tower} {state.tray} {state.waiting}")
    return found
