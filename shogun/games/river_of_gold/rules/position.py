"""Start positions: their checks, their states, and chapter 15, which every legal state obeys."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.game.bounds import Way
from shogun.game.errors import NoPosition
from shogun.game.positions import MOST_COUNT, Found, no_such, not_between, wrong_names, wrong_numbers
from shogun.game.questions import Drawn
from shogun.games.river_of_gold.rules.components import (
    BOX,
    CLANS,
    CUSTOMERS,
    LIMITS,
    MASTERIES,
    NO_PATRON,
    PATRONS,
    PLAYERS,
    REGIONS,
    RIVER,
    SCORING_TILES,
    START,
    TILES,
    TileSet,
    tiles_of,
)
from shogun.games.river_of_gold.rules.components import (
    SHORES as PRINTED_SHORES,
)
from shogun.games.river_of_gold.rules.effects import SIDES
from shogun.games.river_of_gold.rules.events import CustomersDrawn, TurnBegan
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.position_file import StartPlayer, StartPosition, StartShore
from shogun.games.river_of_gold.rules.state import Effect, Player, Setup, State, from_seat

MOST_TURNS = 500
ROW = BOX.counts.row_slots
LAID_OUT = 3
"""Mastery cards in a game (2.2)."""
ERAS = ("era 1", "era 2")
position_defaults: Mapping[str, str] = {
    "turn": marked("the first, 0"),
    "first": marked("seat 0"),
    "seat": marked("everybody has a player's starting equipment, without koku, and a die showing 1"),
    "shore": marked("nothing is built, and starting tiles are placed at random"),
    "row": marked("drawn at random"),
    "gone": marked("no tile has left the game"),
    "scoring": marked("drawn at random"),
    "masteries": marked("drawn at random"),
    "claims": marked("nobody has claimed any"),
    "discards": marked("none"),
}
"""Meaning of each key that a file leaves out."""


class Stacks(Struct, frozen=True):
    """Number of tiles still in the stacks, and in the row, after a number of them have left it."""

    era_1: int
    era_2: int
    row: int


def stacks(setup: Setup, position: StartPosition) -> Stacks:
    """Return what the number of built and removed tiles determines (11.1)."""
    counts = PLAYERS[setup.seats]
    built = [shore.tile for shore in position.shore.values() if shore.tile in TILES and TILES[shore.tile].set in ERAS]
    left = len(position.gone) + len(built)
    stacked = counts.era_1 + counts.era_2 - ROW
    era_1 = max(0, counts.era_1 - ROW - left)
    return Stacks(era_1, max(0, stacked - left) - era_1, ROW - max(0, left - stacked))


class Equipment(Struct, frozen=True):
    """A seat's pieces of which there are always some: as the file says, or as at the start (2.9, 2.10)."""

    goods: tuple[int, ...]
    favor: int
    favor_limit: int
    influence: tuple[int, ...]
    ships: tuple[int, ...]


def equipment_of(seat: StartPlayer) -> Equipment:
    """Return a seat's pieces that a file may leave out."""
    return Equipment(
        (START.goods,) * 3 if seat.goods is None else seat.goods,
        LIMITS.favor_start if seat.favor is None else seat.favor,
        LIMITS.favor_limit_start if seat.favor_limit is None else seat.favor_limit,
        (0,) * len(REGIONS) if seat.influence is None else seat.influence,
        (START.upper, START.middle) if seat.ships is None else seat.ships,
    )


def seats_of(setup: Setup, position: StartPosition) -> list[StartPlayer]:
    """Return the entry of every seat."""
    return [*position.seat[: setup.seats], *[StartPlayer()] * (setup.seats - len(position.seat))]


def clans_of(setup: Setup, position: StartPosition) -> list[str]:
    """Return everybody's clan; seats without one get the first clans that nobody plays."""
    seats = seats_of(setup, position)
    named = [PATRONS[seat.patron].clan if seat.patron in PATRONS else seat.clan for seat in seats]
    free = iter([clan for clan in CLANS if clan not in named])
    return [clan or next(free) for clan in named]


def hand_limit(seat: StartPlayer) -> int:
    """Return the number of customers that a hand holds between turns (7.5, 13.5)."""
    return PATRONS.get(seat.patron, NO_PATRON).hand or LIMITS.hand


def hand_size(seat: StartPlayer) -> int:
    """Return how many customers a seat has in hand."""
    return hand_limit(seat) if seat.cards is None else seat.cards


def wrong_in(setup: Setup, position: StartPosition) -> Iterator[Found]:
    """Yield all that keeps a game from beginning at a position; the rest of its setup is right."""
    yield from wrong_numbers(
        {("turn",): (position.turn, 0, MOST_TURNS), ("first",): (position.first, 0, setup.seats - 1)}
    )
    if len(position.seat) > setup.seats:
        sentence = _("{found} seats are described, but {seats} are playing")
        yield ("seat", setup.seats), sentence.format(found=len(position.seat), seats=setup.seats)
    for number, seat in enumerate(position.seat[: setup.seats]):
        yield from _check_player(number, seat)
    yield from _clans(setup, position)
    yield from _customers(setup, position)
    for name, shore in position.shore.items():
        yield from _shore(setup, name, shore)
    yield from _at_start(setup, position)
    yield from _tiles(setup, position)
    yield from _table(setup, position)


def _check_player(number: int, seat: StartPlayer) -> Iterator[Found]:
    way, held = ("seat", number), equipment_of(seat)
    kinds = Counter(CUSTOMERS[name].kind for name in seat.delivered if name in CUSTOMERS)
    most_favor = min(LIMITS.favor_limit_most, LIMITS.favor_limit_start + kinds["monk"])
    single = {
        "die": (seat.die, 1, SIDES),
        "koku": (seat.koku, 0, LIMITS.koku),
        "favor_limit": (held.favor_limit, LIMITS.favor_limit_start, most_favor),
        "favor": (held.favor, 0, min(held.favor_limit, most_favor)),
        "points": (seat.points, 0, MOST_COUNT),
        "cards": (hand_size(seat), 0, hand_limit(seat)),
    }
    several = {
        "goods": (held.goods, 0, LIMITS.goods),
        "influence": (held.influence, 0, LIMITS.influence),
        "ships": (held.ships, 1, len(RIVER)),
    }
    yield from wrong_numbers({(*way, key): bounds for key, bounds in single.items()})
    for key, (numbers, least, most) in several.items():
        yield from wrong_numbers({(*way, key, place): (number, least, most) for place, number in enumerate(numbers)})
    if seat.noble_ship is not None:
        if problem := not_between(seat.noble_ship, 0, len(held.ships) - 1):
            yield (*way, "noble_ship"), problem
        if not kinds["noble"]:
            yield (*way, "noble_ship"), _("a noble ship needs a delivery to a noble")


def _clans(setup: Setup, position: StartPosition) -> Iterator[Found]:
    for number, seat in enumerate(position.seat[: setup.seats]):
        way = ("seat", number)
        others = [other.clan for other in position.seat[:number]]
        if seat.clan and seat.clan not in CLANS:
            yield (*way, "clan"), no_such(seat.clan, CLANS)
        elif seat.clan and seat.clan in others:
            yield (*way, "clan"), _("seat {seat} plays this clan, too").format(seat=others.index(seat.clan))
        if not seat.patron:
            continue
        if setup.patrons == "none":
            yield (*way, "patron"), _('this game has no patrons: set `patrons = "table"` or "lot" in [setup]')
        elif seat.patron not in PATRONS:
            yield (*way, "patron"), no_such(seat.patron, tuple(PATRONS))
        elif seat.clan != PATRONS[seat.patron].clan:
            yield (
                (*way, "clan"),
                _("the patron {patron} belongs to the clan {clan}").format(
                    patron=seat.patron, clan=PATRONS[seat.patron].clan
                ),
            )


def _customers(setup: Setup, position: StartPosition) -> Iterator[Found]:
    seen: set[str] = set()
    seats = seats_of(setup, position)
    piles: dict[Way, tuple[str, ...]] = {("discards",): position.discards}
    for number, seat in enumerate(seats):
        piles |= {("seat", number, "delivered"): seat.delivered, ("seat", number, "hand"): seat.hand}
    for way, pile in piles.items():
        yield from wrong_names(way, pile, tuple(CUSTOMERS))
        for place, name in enumerate(pile):
            if name in seen:
                yield (*way, place), _("{card!r} is in another place, too").format(card=name)
        seen.update(pile)
    for number, seat in enumerate(seats):
        if len(seat.hand) > hand_size(seat):
            sentence = _("cards named: {count}, but the hand holds {size}")
            yield ("seat", number, "hand"), sentence.format(count=len(seat.hand), size=hand_size(seat))
    out = sum(len(seat.delivered) for seat in seats) + len(position.discards)
    deck = len(CUSTOMERS) - out - sum(map(hand_size, seats))
    if deck < 0:
        yield (
            ("seat",),
            _("customers needed: {count}, but the box has {box}").format(
                count=len(CUSTOMERS) - deck, box=len(CUSTOMERS)
            ),
        )
    for number, seat in enumerate(seats):
        if deck > 0 and 0 <= hand_size(seat) < hand_limit(seat):
            sentence = _("while there are customers in the deck, the hand must have {limit}")
            yield ("seat", number, "cards"), sentence.format(limit=hand_limit(seat))


def _shore(setup: Setup, name: str, shore: StartShore) -> Iterator[Found]:
    way = ("shore", name)
    spaces = {str(space.number): space for space in PRINTED_SHORES}
    if name not in spaces:
        yield way, _("must be the number of a shore space, 1 to {most}").format(most=len(PRINTED_SHORES))
        return
    if shore.tile not in TILES:
        yield (*way, "tile"), no_such(shore.tile, tuple(TILES))
        return
    belongs, start = TILES[shore.tile].set, spaces[name].start
    if belongs == "imperial" and start != "imperial":
        yield (*way, "tile"), _("an imperial market can only be where the board shows one")
    if belongs == "starting" and start not in _starts(setup):
        yield (*way, "tile"), _("a starting tile can only be where the board shows one for this number of players")
    if belongs in ERAS and not 1 <= len(shore.markers) <= LIMITS.markers_on_a_building:
        sentence = _("a building has 1 to {most} markers, not {count}")
        yield (*way, "markers"), sentence.format(most=LIMITS.markers_on_a_building, count=len(shore.markers))
    if belongs not in ERAS and shore.markers:
        yield (*way, "markers"), _("imperial markets and starting tiles have no markers")
    if belongs in ERAS and start in ("imperial", *_starts(setup)):
        yield (*way, "tile"), _("a tile that is there from the start can't be built over")
    for place, seat in enumerate(shore.markers[: LIMITS.markers_on_a_building]):
        if problem := not_between(seat, 0, setup.seats - 1):
            yield (*way, "markers", place), problem


def _starts(setup: Setup) -> tuple[str, ...]:
    """Return the marks of spaces that have a starting tile (2.5)."""
    return {2: ("2", "2/3"), 3: ("2/3",)}.get(setup.seats, ())


def _at_start(setup: Setup, position: StartPosition) -> Iterator[Found]:
    """Yield the starting tiles where only some of them are named."""
    expected = {"imperial": len(tiles_of("imperial")), "starting": PLAYERS[setup.seats].starting_tiles}
    for kind, count in expected.items():
        named = sum(shore.tile in TILES and TILES[shore.tile].set == kind for shore in position.shore.values())
        if named not in (0, count):
            sentence = _("{found} tiles of the kind {kind} are named: name {count}, or none")
            yield ("shore",), sentence.format(found=named, kind=kind, count=count)


def _tiles(setup: Setup, position: StartPosition) -> Iterator[Found]:
    of_eras = tuple(name for name, tile in TILES.items() if tile.set in ERAS)
    yield from wrong_names(("row",), position.row, of_eras)
    yield from wrong_names(("gone",), position.gone, of_eras)
    shore = [space.tile for space in position.shore.values()]
    for name, count in Counter([*shore, *set(position.row), *set(position.gone)]).items():
        if count > 1 and name in TILES:
            yield ("shore",), _("the tile {name!r} is in {count} places").format(name=name, count=count)
    left, begun = stacks(setup, position), bool(position.gone or any(name in of_eras for name in shore))
    if len(position.row) != left.row and (position.row or begun or left.row < 1):
        sentence = _("there must be {row} tiles, given the tiles that are built and gone, not {found}")
        yield ("row",), sentence.format(row=max(1, left.row), found=len(position.row))
    elif position.row:
        yield from _eras(setup, position, left)
    yield from _last_turn(setup, position, left)


def _eras(setup: Setup, position: StartPosition, left: Stacks) -> Iterator[Found]:
    seen = [*position.row, *position.gone, *(shore.tile for shore in position.shore.values())]
    expected: Mapping[str, int] = {
        "era 1": PLAYERS[setup.seats].era_1 - left.era_1,
        "era 2": PLAYERS[setup.seats].era_2 - left.era_2,
    }
    for era, count in expected.items():
        number = sum(name in TILES and TILES[name].set == era for name in seen)
        if number != count:
            sentence = _("{found} tiles of {era} are in the row, on shores or gone; there should be {count}")
            yield ("row",), sentence.format(found=number, era=era, count=count)


def _last_turn(setup: Setup, position: StartPosition, left: Stacks) -> Iterator[Found]:
    last = position.last_turn
    if left.era_2 > 0 and last is not None:
        yield ("last_turn",), _("the last turn isn't known while there are tiles in the stacks")
    if left.era_2 <= 0 and last is None:
        yield ("last_turn",), _("give the number of the last turn, because the stacks are empty")
    if last is not None and (problem := not_between(last, position.turn, position.turn + setup.seats - 1)):
        yield ("last_turn",), problem


def _table(setup: Setup, position: StartPosition) -> Iterator[Found]:
    yield from wrong_names(("scoring",), position.scoring, tuple(SCORING_TILES))
    yield from wrong_names(("masteries",), position.masteries, tuple(MASTERIES))
    for key, named, count in (
        ("scoring", position.scoring, len(REGIONS)),
        ("masteries", position.masteries, LAID_OUT),
    ):
        if len(named) not in (0, count):
            yield (key,), _("there must be {count} or none, not {found}").format(count=count, found=len(named))
    for name, seats in position.claims.items():
        if name not in position.masteries or name not in MASTERIES:
            yield ("claims", name), no_such(name, position.masteries)
            continue
        awards = MASTERIES[name].awards[setup.seats]
        if len(set(seats)) != len(seats) or len(seats) > len(awards):
            yield ("claims", name), _("at most {count} different seats").format(count=len(awards))
        for place, seat in enumerate(seats[: len(awards)]):
            if problem := not_between(seat, 0, setup.seats - 1):
                yield ("claims", name, place), problem


# A state from a position, and a position from a state

AT_POSITION = "at_position"
TURN = "turn"
SHORES = 30


def state_at(setup: Setup, position: StartPosition) -> State:
    """Return the state of a position that was checked; what isn't known of it is still to be drawn."""
    seats = seats_of(setup, position)
    clans = clans_of(setup, position)
    players = [_player(seat, clan) for seat, clan in zip(seats, clans, strict=True)]
    state = State(setup, [], players, [seat.hand for seat in seats])
    state.order, state.last_turn = from_seat(position.first, setup.seats), position.last_turn
    state.scoring, state.masteries = position.scoring, position.masteries
    if position.claims:
        state.claims = tuple(position.claims.get(name, ()) for name in position.masteries)
    state.discards, state.row, state.gone = position.discards, position.row, position.gone
    for number, shore in position.shore.items():
        state.tiles[int(number) - 1], state.markers[int(number) - 1] = shore.tile, shore.markers
    state.pending = [Effect(AT_POSITION), *(Effect(verb) for verb in reversed(_unknown(state, position)))]
    return state


def _player(seat: StartPlayer, clan: str) -> Player:
    held = equipment_of(seat)
    return Player(
        die=seat.die, koku=seat.koku, goods=list(held.goods), favor=held.favor, favor_limit=held.favor_limit,
        points=seat.points, influence=list(held.influence), ships=held.ships, noble_ship=seat.noble_ship,
        delivered=seat.delivered, clan=clan, patron=seat.patron,
    )  # fmt: skip


def _unknown(state: State, position: StartPosition) -> list[str]:
    """Return the parts of the table that chance lays, in their order (2.1 to 2.6)."""
    left, sets = stacks(state.setup, position), {TILES[tile].set for tile in state.tiles if tile}
    starting = PLAYERS[state.seats].starting_tiles
    parts = {
        "scoring_tiles": not state.scoring,
        "mastery_cards": not state.masteries,
        "customer_deck": bool(unseen_customers(state)),
        "imperial_markets": "imperial" not in sets,
        "starting_tiles": bool(starting) and "starting" not in sets,
        "era_1": left.era_1 > 0 or not state.row,
        "era_2": left.era_2 > 0,
    }
    return [verb for verb, is_unknown in parts.items() if is_unknown]


def unseen_customers(state: State) -> tuple[str, ...]:
    """Return the customers that are in the deck, or in hands that nobody knows."""
    seen = {name for player in state.players for name in player.delivered}
    seen.update(state.discards, *state.hands)
    return tuple(name for name in CUSTOMERS if name not in seen)


def unseen_tiles(state: State, era: TileSet, all_in_game: int) -> tuple[tuple[str, ...], int]:
    """Return the tiles of an era that may be in its stack, and how many of them are, of `all_in_game`."""
    seen = {*state.tiles, *state.row, *state.gone}
    tiles = tiles_of(era)
    return tuple(tile for tile in tiles if tile not in seen), all_in_game - sum(tile in seen for tile in tiles)


def deal(play: Play, drawn: Drawn, position: StartPosition) -> None:
    """Fill the hands with unknown customers, seat by seat; the rest form the deck."""
    state = play.state
    deck = [str(item) for item in drawn.items]
    for seat, holding in enumerate(seats_of(state.setup, position)):
        number = hand_size(holding) - len(state.hands[seat])
        if number > 0:
            state.hands[seat] = (*state.hands[seat], *deck[:number])
            del deck[:number]
            play.tell(CustomersDrawn(seat, number))
    state.deck = tuple(deck)


def begin_turn(play: Play, _effect: Effect) -> None:
    """Let the seat on turn begin, once all is laid out."""
    state, position = play.state, play.state.setup.position
    assert position, "only a game that begins at a position comes here"
    state.turn = position.turn
    play.tell(TurnBegan(state.active, state.turn + 1))
    play.then(Effect(TURN, state.active))


def position_of(state: State, seats: Collection[int] = ()) -> Setup:
    """Return the setup of a game that begins at this turn, with the hands of these seats. Raises `NoPosition`."""
    if state.turn < 0 or state.pending != [Effect(TURN, state.active)]:
        raise NoPosition(_("a position must be at the beginning of a seat's turn"))
    position = StartPosition(
        turn=state.turn,
        first=state.order[0],
        last_turn=state.last_turn,
        seat=tuple(_start_player(state, seat, is_known=seat in seats) for seat in range(state.seats)),
        shore=_shores(state),
        row=state.row,
        gone=state.gone,
        scoring=state.scoring,
        masteries=state.masteries,
        claims={name: seats for name, seats in zip(state.masteries, state.claims, strict=True) if seats},
        discards=state.discards,
    )
    return replace(state.setup, first_seat=None, position=position)


def _start_player(state: State, seat: int, *, is_known: bool) -> StartPlayer:
    player, hand = state.players[seat], state.hands[seat]
    silk, rice, porcelain = player.goods
    one, two, three, four, five, six = player.influence
    upper, lower = player.ships
    return StartPlayer(
        clan=player.clan, patron=player.patron, die=player.die, koku=player.koku, goods=(silk, rice, porcelain),
        favor=player.favor, favor_limit=player.favor_limit, points=player.points,
        influence=(one, two, three, four, five, six), ships=(upper, lower), noble_ship=player.noble_ship,
        delivered=player.delivered, hand=tuple(sorted(hand)) if is_known else (),
        cards=None if len(hand) == player.hand_size else len(hand),
    )  # fmt: skip


def _shores(state: State) -> dict[str, StartShore]:
    lying = enumerate(zip(state.tiles, state.markers, strict=True), 1)
    return {str(number): StartShore(tile, markers) for number, (tile, markers) in lying if tile}


# Invariants: true after every step of a legal game (chapter 15)

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
