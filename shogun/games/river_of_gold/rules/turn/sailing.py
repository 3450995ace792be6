"""Chapter 6: sailing, with what noble ships can do (8.10)."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from shogun.games.river_of_gold.rules.box.components import (
    BONUSES,
    CUSTOMERS,
    GOODS,
    RIVER,
    SHORES,
    START,
    TILES,
    touching_regions,
)
from shogun.games.river_of_gold.rules.events import Sailed
from shogun.games.river_of_gold.rules.moves import Move, Sail, TakeGood, TakeKoku
from shogun.games.river_of_gold.rules.playing import Play, effects_of
from shogun.games.river_of_gold.rules.state import Effect, Player, State
from shogun.games.river_of_gold.rules.turn.building_row import owner_effects
from shogun.games.river_of_gold.rules.turn.die import turned
from shogun.games.river_of_gold.rules.turn.effects import ALL_GOODS, PATRON, gain_koku, take_good

SPACES = len(RIVER)
_TOUCHING = tuple(touching_regions(space.space) for space in RIVER)
_VISITED = tuple(tuple((shore, SHORES[shore - 1].region) for shore in space.shores) for space in RIVER)
"""The shore spaces at each river space, by number, with their regions."""
JOURNEY = "journey"
"""Asks what a completed journey brings (6.7)."""


def sailed_to(space: int, die: int) -> tuple[int, bool]:
    """Return where a ship comes to, and whether it completes a journey (6.2)."""
    gone = space - START.upper + die
    return gone % SPACES + START.upper, gone >= SPACES


def ship_abilities(player: Player, ship: int) -> frozenset[str]:
    """Return what a ship can do: nothing unless it is the noble ship (8.9)."""
    if ship != player.noble_ship:
        return frozenset()
    return frozenset(CUSTOMERS[name].ship for name in player.delivered)


def sail_moves(state: State, seat: int) -> list[Sail]:
    """Return every sail: each ship, and what the die may count for the noble ship (6.1, 8.10)."""
    player = state.players[seat]
    return [
        Sail(ship, by)
        for ship in range(len(player.ships))
        for by in ((-1, 0, 1) if "shift_die" in ship_abilities(player, ship) else (0,))
    ]


def sail(play: Play, seat: int, move: Sail) -> None:
    """Move a ship and let all that this brings follow, in the order of 14.3."""
    state, player = play.state, play.state.players[seat]
    source = player.ships[move.ship]
    target, journey = sailed_to(source, turned(player.die, move.by))
    player.ships = tuple(target if ship == move.ship else space for ship, space in enumerate(player.ships))
    play.tell(Sailed(seat, move.ship, source, target, journey))
    play.then(*visit(state, seat, target, ship_abilities(player, move.ship)), *(_journey(player, seat) * journey))


def visit(state: State, seat: int, space: int, abilities: frozenset[str]) -> list[Effect]:
    """Return what a visit brings to all: visitor rewards, owner rewards, the ship's abilities, the patron (14.3)."""
    effects: list[Effect] = []
    for shore, region in _VISITED[space - 1]:
        effects += _visitor_effects(state.tiles[shore - 1], seat, shore, region, abilities)
    for shore, region in _VISITED[space - 1]:
        effects += owner_effects(state, shore, region)
    backing = state.players[seat].backing
    if not abilities and not backing.ability:
        return effects
    owners = {owner for shore, _region in _VISITED[space - 1] for owner in state.markers[shore - 1]}
    for ability, brings in _AFTER_VISIT.items():
        if ability in abilities:
            effects += brings(seat, space, owners)
    if backing.ability == "points_for_visiting" and owners - {seat}:
        effects.append(Effect("points", seat, backing.points, of=PATRON))
    return effects


def _visitor_effects(tile: str, seat: int, shore: int, region: int, abilities: frozenset[str]) -> Iterable[Effect]:
    """Return the visitor reward of a shore space, also of a bare one (6.3), as the ship's abilities change it."""
    if not tile:
        more = EMPTY_SPACE_MORE if "empty_spaces_pay_more" in abilities else 0
        return (Effect("koku", seat, BONUSES.empty_space_koku + more, region, shore),)
    effects = effects_of(TILES[tile].visitor, seat, region, shore)
    if "any_good_at_markets" in abilities and TILES[tile].kind == "market":
        return (replace(effect, verb="good") if effect.verb in GOODS else effect for effect in effects)
    return effects


EMPTY_SPACE_MORE = 1
"""Koku more that a bare space gives a noble ship that has this ability (8.10)."""


def _influence_where_it_stops(seat: int, space: int, _owners: set[int]) -> list[Effect]:
    return [Effect("influence", seat, 1, region) for region in _TOUCHING[space - 1]]


def _point_at_opponents(seat: int, _space: int, owners: set[int]) -> list[Effect]:
    return [Effect("points", seat)] if owners - {seat} else []


def _point_at_own(seat: int, _space: int, owners: set[int]) -> list[Effect]:
    return [Effect("points", seat)] if seat in owners else []


_AFTER_VISIT: Mapping[str, Callable[[int, int, set[int]], list[Effect]]] = {
    "influence_where_it_stops": _influence_where_it_stops,
    "point_at_opponents": _point_at_opponents,
    "point_at_own": _point_at_own,
}
"""What noble ships bring after the owner rewards (8.10), in their order (14.3)."""


# Journeys (6.7)


def _journey(player: Player, seat: int) -> list[Effect]:
    merchants = [effect for card in player.of_kind("merchant") for effect in effects_of(card.journey, seat)]
    return [Effect(JOURNEY, seat), *merchants, Effect("end_slot_leaves", seat)]


def ask_journey(_state: State, _effect: Effect) -> tuple[Move, ...]:
    """Return the rewards of a journey: koku, or a good of choice."""
    return (TakeKoku(), *ALL_GOODS)


def take_journey(play: Play, effect: Effect, move: TakeKoku | TakeGood) -> None:
    """Take one of them."""
    if isinstance(move, TakeGood):
        take_good(play, effect, move)
    else:
        gain_koku(play, replace(effect, number=BONUSES.journey_koku))
