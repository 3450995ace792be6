"""Chapter 5: building."""

from shogun.games.river_of_gold.rules.box.components import BONUSES, COSTS, REGIONS, SHORES, TILES
from shogun.games.river_of_gold.rules.box.data_file import ShoreSpace
from shogun.games.river_of_gold.rules.events import Built
from shogun.games.river_of_gold.rules.moves import Build
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.state import Effect, Player, State
from shogun.games.river_of_gold.rules.turn.effects import PATRON

_BY_REGION = {region: tuple(shore for shore in SHORES if shore.region == region) for region in REGIONS}


def build_moves(state: State, seat: int) -> list[Build]:
    """Return every way to build: each bare shore space that can be paid, with each tile of the row (5.1, 5.3)."""
    return [Build(shore, tile) for shore in building_places(state, seat) for tile in state.row]


def building_places(state: State, seat: int) -> list[int]:
    """Return the bare shore spaces where a seat may build and can pay (5.1), by number."""
    player, tiles = state.players[seat], state.tiles
    shores = SHORES if player.backing.ability == "any_region" else _BY_REGION[player.die]
    return [shore.number for shore in shores if not tiles[shore.number - 1] and price(player, shore) <= player.koku]


def price(player: Player, shore: ShoreSpace) -> int:
    """Return what a shore space costs a player (5.2)."""
    return max(0, shore.cost - (COSTS.artisan_discount if player.has_marker("artisan", shore.region) else 0))


def build(play: Play, seat: int, move: Build) -> None:
    """Pay, put the tile with a marker on the shore space, and let the rest follow (5.2 to 5.5, 14.2)."""
    state, shore = play.state, SHORES[move.shore - 1]
    player, tile = state.players[seat], TILES[move.tile]
    paid = price(player, shore)
    player.koku -= paid
    at_end = state.row[-1] == move.tile
    state.row = tuple(other for other in state.row if other != move.tile)
    state.tiles[move.shore - 1] = move.tile
    state.markers[move.shore - 1] = (seat,)
    play.tell(Built(seat, move.shore, move.tile, paid))
    favor = [Effect("favor", seat, BONUSES.end_slot_favor)] if at_end else []
    influence = [Effect("influence", seat, tile.influence, shore.region, shore.number)] if tile.influence else []
    play.then(*favor, *influence, *_patrons(player, seat, shore), Effect("refill", seat))


def _patrons(player: Player, seat: int, shore: ShoreSpace) -> list[Effect]:
    """Return the points of a patron who looks at the river beside the new building (13.5)."""
    if player.backing.ability != "points_for_river":
        return []
    return [Effect("points", seat, player.backing.points * len(shore.river), shore=shore.number, of=PATRON)]
