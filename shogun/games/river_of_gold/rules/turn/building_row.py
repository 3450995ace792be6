"""Chapter 11: the building row, the Emperor's visit, and how the end comes."""

from shogun.games.river_of_gold.rules.box.components import BONUSES, SHORES, TILES
from shogun.games.river_of_gold.rules.events import EmperorCame, LastTileLaid, TileGone, TileLaid
from shogun.games.river_of_gold.rules.playing import Play, effects_of
from shogun.games.river_of_gold.rules.state import Effect, State
from shogun.games.river_of_gold.rules.turn.effects import LAST_TILE, gain_points


def owner_effects(state: State, shore: int, region: int) -> list[Effect]:
    """Return the owner rewards of a building, for each marker one, the first marker's first (6.4)."""
    owner = TILES[state.tiles[shore - 1]].owner if state.tiles[shore - 1] else ()
    return [effect for seat in state.markers[shore - 1] for effect in effects_of(owner, seat, region, shore)]


def end_slot_leaves(play: Play, effect: Effect) -> None:
    """Let the tile in slot 4 leave the game after a journey, and refill the row (6.7)."""
    state = play.state
    if state.row:
        gone, state.row = state.row[-1], state.row[:-1]
        state.gone = (*state.gone, gone)
        play.tell(TileGone(gone))
    refill(play, effect)


def refill(play: Play, effect: Effect) -> None:
    """Lay the next tile into slot 1, from the first stack that holds one (11.1)."""
    state = play.state
    if state.era_1:
        tile, state.era_1 = state.era_1[0], state.era_1[1:]
        _lay(play, tile)
        if not state.era_1:
            _let_emperor_come(play)
    elif state.era_2:
        tile, state.era_2 = state.era_2[0], state.era_2[1:]
        _lay(play, tile)
        if not state.era_2:
            _let_end_come(play, effect.seat)


def _lay(play: Play, tile: str) -> None:
    play.state.row = (tile, *play.state.row)
    play.reveals = True
    play.tell(TileLaid(tile))


def _let_emperor_come(play: Play) -> None:
    """Let every marker on every building earn its owner reward (11.2), shore spaces by number (14.5)."""
    play.tell(EmperorCame())
    play.then(*(effect for shore in SHORES for effect in owner_effects(play.state, shore.number, shore.region)))


def _let_end_come(play: Play, seat: int) -> None:
    """Give the seat on turn its points; every other player has one more turn (11.4, 11.5)."""
    play.tell(LastTileLaid(seat))
    gain_points(play, Effect("points", seat, BONUSES.last_tile_points, of=LAST_TILE))
    play.state.last_turn = last_turn_from(play.state.turn, play.state.seats)


def last_turn_from(turn: int, seats: int) -> int:
    """Return the number of the last turn if the last tile came in this one: every other player has one more (11.5)."""
    return turn + seats - 1
