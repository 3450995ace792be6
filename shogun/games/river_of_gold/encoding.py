"""Encoding of River of Gold for learning agents: a seat's view as arrays, and moves as sequences of a few actions.

A seat sees its own hand, and the sizes of the others, the deck and the stacks. Seats are in turn order, the viewer
first; tiles and customers have the numbers of their places in the data file, from 1.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from shogun.game.agent_encoding import MOST, ActionNames, Cell, Code, Listed, Part, around, seat_rows
from shogun.game.questions import OneOf
from shogun.games.river_of_gold.rules import state as mv
from shogun.games.river_of_gold.rules.components import (
    BOX,
    CLANS,
    CUSTOMER_KINDS,
    CUSTOMERS,
    GOODS,
    KINDS,
    LIMITS,
    MASTERIES,
    PATRONS,
    REGIONS,
    RIVER,
    SCORING_TILES,
    SHORES,
    TILES,
    Gains,
    Tile,
)
from shogun.games.river_of_gold.rules.effects import SIDES
from shogun.games.river_of_gold.rules.state import Player, Setup
from shogun.games.river_of_gold.rules.views import View

_SLOTS = range(1, BOX.counts.row_slots + 1)
_STAGES = (
    "clan", "patron", "choose_first_die", "turn", "end_turn", "good", "sale", "journey", "place_marker", "noble_ship",
    "discard",
)  # fmt: skip
"""Possible questions: the verbs of effects that a player answers."""
_MASTERIES_OPEN = 3
_SWAPS = tuple((give, get) for give in GOODS for get in GOODS if give != get)
_SAILS = tuple((ship, by) for ship in (0, 1) for by in (-1, 0, 1))

_NAMES = ActionNames(
    {
        "": ("take koku", "sell no more", "roll", "end the turn", "buy favor"),
        "clan": CLANS,
        "patron": tuple(PATRONS),
        "favor": (-1, 1),
        "space": tuple(shore.number for shore in SHORES),
        "slot": tuple(_SLOTS),
        "sail": _SAILS,
        "ship": (0, 1),
        "customer": tuple(CUSTOMERS),
        "take": GOODS,
        "sell": GOODS,
        "set the die": tuple(range(1, SIDES + 1)),
        "exchange": _SWAPS,
    }
)
_CLAN, _PATRON, _FAVOR, _SPACE = map(_NAMES.of, ("clan", "patron", "favor", "space"))
_SLOT, _SAIL, _SHIP, _CUSTOMER = map(_NAMES.of, ("slot", "sail", "ship", "customer"))
_TAKE, _SELL, _DIE, _SWAP = map(_NAMES.of, ("take", "sell", "set the die", "exchange"))
_ALONE = _NAMES.of("")


# Observations


@cache
def parts(setup: Setup) -> tuple[Part, ...]:
    """Return the arrays of an observation: spaces, row, players, customers, regions, masteries, patrons, table."""
    seats = seat_rows(setup.seats)
    return (
        Part("spaces", tuple(f"space {shore.number}" for shore in SHORES), (*_tile_cells(), *_marker_cells(seats))),
        Part("row", tuple(f"slot {slot}" for slot in _SLOTS), _tile_cells()),
        Part("players", seats, _player_cells()),
        Part("customers", tuple(CUSTOMERS), _customer_cells(seats)),
        Part("masteries", tuple(f"mastery {place + 1}" for place in range(_MASTERIES_OPEN)), _mastery_cells(seats)),
        Part("patrons", tuple(PATRONS), (Cell("open", 1, "1: lies on the table"),)),
        Part("table", (), _table_cells()),
    )


def _tile_cells() -> tuple[Cell, ...]:
    gains = (
        ("points", "points"), ("koku", "koku"), ("favor", "favor"), ("goods", "goods, of a kind or of choice"),
        ("influence", "steps on the region's track"), ("other", "1: a customer, or koku by what one has"),
    )  # fmt: skip
    return (
        Cell("tile", len(TILES), "the number of the tile, 0: none"),
        *(Cell(kind, 1, f"1: the tile is a {kind}") for kind in KINDS),
        Cell("influence", LIMITS.influence, "steps that whoever builds it gains"),
        *(Cell(f"owner {name}", 9, f"{told}, to owners when it is visited") for name, told in gains),
        *(Cell(f"visitor {name}", 9, f"{told}, to visitors") for name, told in gains),
    )


def _marker_cells(seats: tuple[str, ...]) -> tuple[Cell, ...]:
    return tuple(
        Cell(f"markers of {seat}", LIMITS.markers_on_a_building, "this seat's markers on it") for seat in seats
    )


def _player_cells() -> tuple[Cell, ...]:
    return (
        Cell("turn", 1, "1: this seat is on turn"),
        Cell("order", 4, "the place in the order of turns, from 1; 0 before it is known"),
        Cell("die", SIDES, "what the die shows, 0 before the first roll"),
        Cell("koku", LIMITS.koku, "koku"),
        *(Cell(good, LIMITS.goods, f"goods: {good}") for good in GOODS),
        Cell("favor", LIMITS.favor_limit_most, "favor"),
        Cell("favor limit", LIMITS.favor_limit_most, "how much favor can be held"),
        Cell("points", MOST, "points gained in play"),
        *(Cell(f"influence {region}", LIMITS.influence, f"the place on track {region}") for region in REGIONS),
        Cell("ship 1", len(RIVER), "the river space of the first ship"),
        Cell("ship 2", len(RIVER), "the river space of the second ship"),
        Cell("noble ship", 2, "which of them is the noble ship, 0: none"),
        Cell("clan", len(CLANS), "the number of the clan, 0: none yet"),
        Cell("patron", len(PATRONS), "the number of the patron, 0: none"),
        Cell("hand", len(CUSTOMERS), "how many customers are in hand"),
        *(Cell(kind, len(REGIONS), f"customers delivered to: {kind}") for kind in CUSTOMER_KINDS),
    )  # fmt: skip


def _customer_cells(seats: tuple[str, ...]) -> tuple[Cell, ...]:
    return (
        Cell("hand", 1, "1: in one's own hand"),
        Cell("discarded", 1, "1: on the discard pile"),
        *(Cell(f"delivered {seat}", 1, "1: this seat has delivered to them") for seat in seats),
    )


def _mastery_cells(seats: tuple[str, ...]) -> tuple[Cell, ...]:
    return (
        Cell("mastery", len(MASTERIES), "the number of the mastery, 0 before it is laid out"),
        *(Cell(f"claim of {seat}", len(seats), "as which of all this seat has claimed it, 0: not") for seat in seats),
    )


def _table_cells() -> tuple[Cell, ...]:
    return (
        *(Cell(f"asked {verb}", 1, f"1: what is asked is {verb.replace('_', ' ')}") for verb in _STAGES),
        Cell("number", MOST, "of what is asked: how many, or how often", least=-MOST),
        *(Cell(f"scoring {region}", len(SCORING_TILES), "the region's scoring tile, 0: none") for region in REGIONS),
        Cell("turn", MOST, "turns so far"),
        Cell("last turns", 4, "turns that are left, this one too, in the last round; 0 before it"),
        Cell("deck", len(CUSTOMERS), "customers in the deck"),
        Cell("era 1", len(TILES), "tiles in the first stack"),
        Cell("era 2", len(TILES), "tiles in the second stack"),
    )  # fmt: skip


_TILE_NUMBERS = {name: number for number, name in enumerate(TILES, 1)}
_MASTERY_NUMBERS = {name: number for number, name in enumerate(MASTERIES, 1)}
_CLAN_NUMBERS = {name: number for number, name in enumerate(("", *CLANS))}
_PATRON_NUMBERS = {name: number for number, name in enumerate(("", *PATRONS))}
_PILES = {name: place for place, name in enumerate(("points", "koku", "favor", "good", "influence"))}


def _gain_numbers(gains: Gains) -> list[int]:
    found = [0] * (len(_PILES) + 1)
    for gain in gains:
        pile = _PILES.get("good" if gain.verb in GOODS else gain.verb)
        if pile is None:
            found[-1] = 1
        else:
            found[pile] += gain.number
    return found


def _tile_numbers(tile: Tile) -> tuple[int, ...]:
    kinds = [tile.kind == kind for kind in KINDS]
    gains = (*_gain_numbers(tile.owner), *_gain_numbers(tile.visitor))
    return (_TILE_NUMBERS[tile.id], *kinds, tile.influence, *gains)


_TILE_CELLS = {"": (0,) * len(_tile_cells()), **{name: _tile_numbers(tile) for name, tile in TILES.items()}}


def cells(view: View, seat: int) -> list[int]:
    """Return all values of these arrays."""
    order = around(seat, view.setup.seats)
    players = [view.players[other] for other in order]
    found = [*_space_numbers(view.tiles, view.markers, view.row, tuple(order))]
    for other, player in zip(order, players, strict=True):
        _add_player(found, view, other, player)
    found += _customer_numbers(view.hand, view.discards, tuple([player.delivered for player in players]))
    for place in range(_MASTERIES_OPEN):
        claimed = view.claims[place]
        found.append(_MASTERY_NUMBERS[view.masteries[place]] if view.masteries else 0)
        found += [claimed.index(other) + 1 if other in claimed else 0 for other in order]
    found += [name in view.table for name in PATRONS] if view.table else [0] * len(PATRONS)
    _add_table(found, view)
    return found


@lru_cache(maxsize=256)
def _space_numbers(
    tiles: tuple[str, ...], markers: tuple[tuple[int, ...], ...], row: tuple[str, ...], order: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the numbers of shore spaces and row, cached as they change at most once a turn."""
    found: list[int] = []
    for tile, there in zip(tiles, markers, strict=True):
        found += _space(tile, there, order)
    for slot in range(len(_SLOTS)):
        found += _TILE_CELLS[row[slot] if slot < len(row) else ""]
    return tuple(found)


@lru_cache(maxsize=4096)
def _space(tile: str, markers: tuple[int, ...], order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of one shore space, most of which stay the same from turn to turn."""
    return (*_TILE_CELLS[tile], *map(markers.count, order))


def _add_player(found: list[int], view: View, seat: int, player: Player) -> None:
    is_known = bool(view.order)
    found += (
        is_known and view.active == seat, view.order.index(seat) + 1 if is_known else 0, player.die, player.koku,
        *player.goods, player.favor, player.favor_limit, min(MOST, player.points), *player.influence, *player.ships,
        0 if player.noble_ship is None else player.noble_ship + 1, _CLAN_NUMBERS[player.clan],
        _PATRON_NUMBERS[player.patron], view.hand_sizes[seat], *_kind_numbers(player.delivered),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _kind_numbers(delivered: tuple[str, ...]) -> tuple[int, ...]:
    kinds = [CUSTOMERS[name].kind for name in delivered]
    return tuple(map(kinds.count, CUSTOMER_KINDS))


@lru_cache(maxsize=256)
def _customer_numbers(
    hand: tuple[str, ...], discards: tuple[str, ...], delivered: tuple[tuple[str, ...], ...]
) -> tuple[int, ...]:
    """Return the numbers of customers, cached as they seldom change."""
    return tuple(
        number
        for name in CUSTOMERS
        for number in (name in hand, name in discards, *(name in theirs for theirs in delivered))
    )


@cache
def _stage_numbers(verb: str) -> tuple[bool, ...]:
    return tuple(verb == stage for stage in _STAGES)


def _add_table(found: list[int], view: View) -> None:
    asked = view.pending[-1] if view.pending else None
    verb = asked.verb if asked else ""
    found += _stage_numbers(verb)
    found.append(max(-MOST, min(MOST, asked.number)) if asked else 0)
    found += view.scoring or (0,) * len(REGIONS)
    found += (
        max(0, min(MOST, view.turn)), 0 if view.last_turn is None else view.last_turn - view.turn + 1, view.deck_size,
        view.era_1_size, view.era_2_size,
    )  # fmt: skip


# Actions


def actions(_setup: Setup) -> tuple[str, ...]:
    """Return the name of each action, the same for any number of players."""
    return _NAMES.names


def longest(_setup: Setup) -> int:
    """Return the maximum number of actions in an answer: a building takes a shore space and a slot of the row."""
    return 2


def composer(view: View, question: OneOf[mv.Move]) -> Listed:
    """Return the composer of an answer: a building takes the shore space and then the tile's slot in the row."""
    slots = {tile: _SLOT[slot] for slot, tile in enumerate(view.row, 1)}
    return Listed(
        [
            ((_SPACE[move.shore], slots[move.tile]) if isinstance(move, mv.Build) else _CODES[type(move)](move), move)
            for move in question.moves
        ]
    )


_CODES: Mapping[type, Callable[[Any], Code]] = {
    mv.TakeClan: lambda move: (_CLAN[move.clan],),
    mv.TakePatron: lambda move: (_PATRON[move.patron],),
    mv.SpendFavor: lambda move: (_FAVOR[move.by],),
    mv.Sail: lambda move: (_SAIL[move.ship, move.by],),
    mv.Deliver: lambda move: (_CUSTOMER[move.customer],),
    mv.TakeGood: lambda move: (_TAKE[move.good],),
    mv.TakeKoku: lambda _move: (_ALONE["take koku"],),
    mv.SellGood: lambda move: (_SELL[move.good],),
    mv.StopSelling: lambda _move: (_ALONE["sell no more"],),
    mv.PlaceMarker: lambda move: (_SPACE[move.shore],),
    mv.ReplaceShip: lambda move: (_SHIP[move.ship],),
    mv.Discard: lambda move: (_CUSTOMER[move.customer],),
    mv.RollDie: lambda _move: (_ALONE["roll"],),
    mv.SetDie: lambda move: (_DIE[move.number],),
    mv.EndTurn: lambda _move: (_ALONE["end the turn"],),
    mv.ExchangeGoods: lambda move: (_SWAP[move.give, move.get],),
    mv.BuyFavor: lambda _move: (_ALONE["buy favor"],),
}
