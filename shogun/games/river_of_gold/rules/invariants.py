"""Chapter 15: what is true after every step of a legal game."""

from collections.abc import Iterator

from shogun.games.river_of_gold.rules.box.components import CUSTOMERS, LIMITS, PLAYERS, RIVER, TILES, tiles_of
from shogun.games.river_of_gold.rules.start.position_checks import ROW
from shogun.games.river_of_gold.rules.state import State

IMPERIAL = len(tiles_of("imperial"))


def problems(state: State) -> list[str]:
    """Return every violation of the invariants of chapter 15, a sentence each; an empty list if all is well."""
    return [*_of_players(state), *_of_tiles(state), *_of_customers(state), *_of_markers(state), *_of_end(state)]


def _of_players(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if not 0 <= player.koku <= LIMITS.koku:
            yield f"seat {seat} has {player.koku} koku"
        if not all(0 <= number <= LIMITS.goods for number in player.goods):
            yield f"seat {seat} has goods {player.goods}"
        monks = len(player.of_kind("monk"))
        if player.favor_limit > min(LIMITS.favor_limit_most, LIMITS.favor_limit_start + monks):
            yield f"seat {seat} has a favor limit of {player.favor_limit} with {monks} monks"
        if not 0 <= player.favor <= player.favor_limit:
            yield f"seat {seat} has {player.favor} favor of {player.favor_limit}"
        if not all(0 <= number <= LIMITS.influence for number in player.influence):
            yield f"seat {seat} has influence {player.influence}"
        if len(player.ships) != 2 or not all(1 <= space <= len(RIVER) for space in player.ships):
            yield f"seat {seat} has ships on {player.ships}"
        if player.noble_ship is not None and not player.of_kind("noble"):
            yield f"seat {seat} has a noble ship without a noble"


def _of_tiles(state: State) -> Iterator[str]:
    if len(state.tiles) != len(state.markers) or state.turn < 0:
        return
    on_shore = [tile for tile in state.tiles if tile]
    tiles = [*on_shore, *state.row, *state.era_1, *state.era_2, *state.gone]
    counts = PLAYERS[state.seats]
    expected = counts.starting_tiles + IMPERIAL + counts.era_1 + counts.era_2
    if len(tiles) != expected or len(set(tiles)) != expected:
        yield f"{len(tiles)} tiles are in the game, not {expected}: {tiles}"
    if (
        state.era_2
        and len(state.row) != ROW
        and not any(e.verb in ("refill", "end_slot_leaves") for e in state.pending)
    ):
        yield f"the row has {len(state.row)} tiles"
    if not state.row:
        yield "the row is empty"


def _is_refilling(state: State) -> bool:
    return any(effect.verb == "refill" for effect in state.pending)


def _of_customers(state: State) -> Iterator[str]:
    if state.turn < 0:
        return
    delivered = [name for player in state.players for name in player.delivered]
    held = [name for hand in state.hands for name in hand]
    if sorted([*delivered, *held, *state.deck, *state.discards]) != sorted(CUSTOMERS):
        yield "the customers are not 30 different ones"
    if state.deck and state.pending and state.pending[-1].verb == "turn":
        for seat, (hand, player) in enumerate(zip(state.hands, state.players, strict=True)):
            if len(hand) != player.hand_size:
                yield f"seat {seat} holds {len(hand)} customers between turns"


def _of_markers(state: State) -> Iterator[str]:
    for place, (tile, markers) in enumerate(zip(state.tiles, state.markers, strict=True)):
        owned = bool(tile) and TILES[tile].set in ("era 1", "era 2")
        if not (1 <= len(markers) <= LIMITS.markers_on_a_building if owned else not markers):
            yield f"shore space {place + 1} with tile {tile!r} has markers {markers}"


def _of_end(state: State) -> Iterator[str]:
    counts = PLAYERS[state.seats]
    if state.turn < 0:
        return
    left = len(state.gone) + sum(len(markers) > 0 for markers in state.markers)
    stacked = counts.era_1 + counts.era_2 - ROW
    if not _is_refilling(state) and len(state.era_1) + len(state.era_2) != max(0, stacked - left):
        yield f"{left} tiles have left the row, and {len(state.era_1)} and {len(state.era_2)} are in the stacks"
    if (state.last_turn is None) == (not state.era_2):
        yield f"the last turn is {state.last_turn} with {len(state.era_2)} tiles in the stack of era 2"
    if state.last_turn is not None and state.turn > state.last_turn:
        yield f"turn {state.turn} comes after the last one, {state.last_turn}"
