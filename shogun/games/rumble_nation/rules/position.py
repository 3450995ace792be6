"""Start positions: their checks, their states, and what is true of every legal state (11.3, 11.6)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.game.errors import NoPosition
from shogun.game.positions import Found, no_such, not_between, wrong_names, wrong_numbers
from shogun.games.rumble_nation.rules.components import AREAS, COUNTS, DAIMYO, DICE, PIECES, TACTICS
from shogun.games.rumble_nation.rules.position_file import StartArea, StartPlayer, StartPosition
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    Choosing,
    Deploying,
    LayingCastles,
    Over,
    Player,
    Playing,
    RevealingTactics,
    Rolling,
    Setup,
    Stage,
    State,
)

MOST_ROUNDS = 100
DIE_SIDES = 6
position_defaults: Mapping[str, str] = {
    "turn": marked("seat 0"),
    "first": marked("seat 0"),
    "round": marked("the first"),
    "seat": marked("nobody has a katana or has played a card, and the daimyo are in the reserves"),
    "area": marked("no soldiers are on the board, and the castles are placed at random"),
    "tactics": marked("the pool is drawn at random"),
    "dice": marked("the turn begins"),
}
"""Meaning of each key that a file leaves out."""


def soldiers_of(setup: Setup) -> int:
    """Return how many soldiers everybody has in all (1.4, 9.1)."""
    return PIECES.soldiers_advanced if setup.advanced else PIECES.soldiers


def seats_of(setup: Setup, position: StartPosition) -> list[StartPlayer]:
    """Return the entry of every seat."""
    return [*position.seat[: setup.seats], *[StartPlayer()] * (setup.seats - len(position.seat))]


def left_of(setup: Setup, position: StartPosition, seat: int) -> int:
    """Return the soldiers in a seat's reserve; below 0 if too many are on the board."""
    board = [ground.soldiers[seat] for ground in position.area.values() if seat < len(ground.soldiers)]
    return soldiers_of(setup) - sum(max(0, count) for count in board)


def wrong_in(setup: Setup, position: StartPosition) -> Iterator[Found]:
    """Yield all that keeps a game from beginning at a position; the rest of its setup is right."""
    last = setup.seats - 1
    yield from wrong_numbers(
        {
            ("turn",): (position.turn, 0, last),
            ("first",): (position.first, 0, last),
            ("round",): (position.round, 1, MOST_ROUNDS),
        }
    )
    if len(position.seat) > setup.seats:
        sentence = _("{found} seats are described, but {seats} are playing")
        yield ("seat", setup.seats), sentence.format(found=len(position.seat), seats=setup.seats)
    for name, ground in position.area.items():
        yield from _check_ground(setup, name, ground)
    yield from _castles(position)
    for seat, pieces in enumerate(seats_of(setup, position)):
        yield from _check_pieces(setup, position, seat, pieces)
    yield from _katana(setup, position)
    yield from _tactics(setup, position)
    yield from _dice(position)


def _check_ground(setup: Setup, name: str, ground: StartArea) -> Iterator[Found]:
    if name not in AREAS:
        yield ("area", name), no_such(name, AREAS)
        return
    if len(ground.soldiers) not in (0, setup.seats):
        sentence = _("there must be {seats} numbers, one for each seat, not {found}")
        yield ("area", name, "soldiers"), sentence.format(seats=setup.seats, found=len(ground.soldiers))
    for seat, count in enumerate(ground.soldiers[: setup.seats]):
        if problem := not_between(count, 0, soldiers_of(setup)):
            yield ("area", name, "soldiers", seat), problem
    if ground.castle is not None and ground.castle not in PIECES.large_castles:
        yield ("area", name, "castle"), no_such(ground.castle, tuple(map(str, PIECES.large_castles)))


def _castles(position: StartPosition) -> Iterator[Found]:
    laid = {name: ground.castle for name, ground in position.area.items() if ground.castle is not None}
    if laid and len(laid) < len(AREAS):
        sentence = _("{count} castles are named: name all {areas}, or none")
        yield ("area",), sentence.format(count=len(laid), areas=len(AREAS))
    for castle, count in Counter(laid.values()).items():
        if count > 1:
            names = [name for name, other in laid.items() if other == castle]
            yield (
                ("area", names[1], "castle"),
                _("castle {castle} is in {area}, too").format(castle=castle, area=names[0]),
            )


def _check_pieces(setup: Setup, position: StartPosition, seat: int, pieces: StartPlayer) -> Iterator[Found]:
    way = ("seat", seat)
    if (left := left_of(setup, position, seat)) < 0:
        sentence = _("soldiers of player {number} on the board: {count}, of {all} in total")
        every = soldiers_of(setup)
        yield ("area",), sentence.format(number=seat + 1, count=every - left, all=every)
    if pieces.tactic is not None and pieces.tactic not in TACTICS:
        yield (*way, "tactic"), no_such(pieces.tactic, tuple(TACTICS))
    if not setup.advanced:
        for key in ("daimyo", "daimyo_card"):
            if getattr(pieces, key) is not None:
                yield (*way, key), _("daimyo belong to the advanced game: set `advanced = true` in [setup]")
        return
    if pieces.daimyo not in (None, RESERVE, *AREAS):
        yield (*way, "daimyo"), no_such(pieces.daimyo, AREAS)
    cards = [other.daimyo_card for other in seats_of(setup, position)[:seat]]
    if pieces.daimyo_card is not None and pieces.daimyo_card not in DAIMYO:
        yield (*way, "daimyo_card"), no_such(pieces.daimyo_card, tuple(DAIMYO))
    elif pieces.daimyo_card is not None and pieces.daimyo_card in cards:
        yield (*way, "daimyo_card"), _("seat {seat} has this card, too").format(seat=cards.index(pieces.daimyo_card))
    if pieces.daimyo_played and pieces.daimyo_card is None:
        yield (*way, "daimyo_played"), _("no card has been played")


def _katana(setup: Setup, position: StartPosition) -> Iterator[Found]:
    seats = seats_of(setup, position)
    held = [pieces.katana for pieces in seats if pieces.katana is not None]
    due = COUNTS[setup.seats].katana[: len(held)]
    if sorted(held, reverse=True) != list(due):
        sentence = _("the katana must be {due}, highest first, not {held}")
        yield ("seat",), sentence.format(due=_listed(due), held=_listed(held))
    for seat, pieces in enumerate(seats):
        has_daimyo_left = setup.advanced and pieces.daimyo in (None, RESERVE)
        is_finished = left_of(setup, position, seat) == 0 and not has_daimyo_left
        if is_finished and pieces.katana is None:
            yield ("seat", seat, "katana"), _("there must be a katana, because the reserve is empty")
        if not is_finished and pieces.katana is not None:
            yield ("seat", seat, "katana"), _("there can't be a katana, because the reserve isn't empty")
    if 0 <= position.turn < setup.seats and seats[position.turn].katana is not None:
        yield ("turn",), _("seat {seat} has finished and has no more turns").format(seat=position.turn)


def _listed(numbers: object) -> str:
    return ", ".join(map(str, numbers if isinstance(numbers, list | tuple) else ()))


def _tactics(setup: Setup, position: StartPosition) -> Iterator[Found]:
    yield from wrong_names(("tactics",), position.tactics, tuple(TACTICS))
    played = [pieces.tactic for pieces in seats_of(setup, position) if pieces.tactic is not None]
    for seat, pieces in enumerate(seats_of(setup, position)):
        if pieces.tactic is not None and (pieces.tactic in position.tactics or played.count(pieces.tactic) > 1):
            yield ("seat", seat, "tactic"), _("{card!r} is in another place, too").format(card=pieces.tactic)
    most = COUNTS[setup.seats].tactics
    if position.tactics and len(position.tactics) + len(played) != most:
        sentence = _("cards in the pool: {pool}, played: {played}; there must be {most} in total, or no pool")
        yield ("tactics",), sentence.format(pool=len(position.tactics), played=len(played), most=most)


def _dice(position: StartPosition) -> Iterator[Found]:
    if len(position.dice) not in (0, DICE):
        yield (
            ("dice",),
            _("there must be {dice} dice, or none, not {found}").format(dice=DICE, found=len(position.dice)),
        )
    for number, die in enumerate(position.dice[:DICE]):
        if problem := not_between(die, 1, DIE_SIDES):
            yield ("dice", number), problem
    if position.rolled_again and not position.dice:
        yield ("rolled_again",), _("give the dice that were rolled")


# A state from a position, and a position from a state


def state_at(setup: Setup, position: StartPosition) -> State:
    """Return the state of a position that was checked; what isn't known of it is still to be drawn."""
    nobody, areas = (0,) * setup.seats, {area: position.area.get(area, StartArea()) for area in AREAS}
    castles = {area: ground.castle for area, ground in areas.items() if ground.castle is not None}
    return State(
        castles=castles,
        soldiers={area: ground.soldiers or nobody for area, ground in areas.items()},
        tactics=position.tactics,
        players=tuple(_player(setup, position, seat) for seat in range(setup.seats)),
        turn=position.turn,
        first=position.first,
        round=position.round,
        stage=first_stage(position, bool(castles), bool(position.tactics)),
        setup=setup,
    )


def first_stage(position: StartPosition, has_castles: bool, has_tactics: bool) -> Stage:
    """Return the first stage, given which of castles and pool are still to be drawn."""
    if not has_castles:
        return LayingCastles()
    if not has_tactics:
        return RevealingTactics()
    return Deploying(position.dice, position.rolled_again) if position.dice else Choosing()


def _player(setup: Setup, position: StartPosition, seat: int) -> Player:
    pieces = seats_of(setup, position)[seat]
    return Player(
        reserve=left_of(setup, position, seat),
        daimyo=(pieces.daimyo or RESERVE) if setup.advanced else None,
        katana=pieces.katana,
        tactic=pieces.tactic,
        daimyo_card=pieces.daimyo_card,
        daimyo_played=pieces.daimyo_played,
    )


def position_of(state: State, _seats: Collection[int] = ()) -> Setup:
    """Return the setup of a game that begins at this turn. Raises `NoPosition`."""
    stage = state.stage
    if not state.round or isinstance(stage, Over):
        raise NoPosition(_("a position must be taken during a player's turn, before the war begins"))
    if isinstance(stage, Rolling | Playing):
        raise NoPosition(
            _("a position must be at the beginning of a turn or after a roll, not in the middle of a card")
        )
    assert isinstance(stage, LayingCastles | RevealingTactics | Choosing | Deploying)
    position = StartPosition(
        turn=state.turn,
        first=state.first,
        round=state.round,
        seat=tuple(map(_pieces, state.players)),
        area={area: _ground(state, area) for area in AREAS if _ground(state, area) != StartArea()},
        tactics=state.tactics,
        dice=stage.dice if isinstance(stage, Deploying) else (),
        rolled_again=isinstance(stage, Deploying) and stage.again,
    )
    return replace(state.setup, first_seat=None, position=position)


def _pieces(player: Player) -> StartPlayer:
    daimyo = None if player.daimyo == RESERVE else player.daimyo
    return StartPlayer(player.katana, player.tactic, daimyo, player.daimyo_card, player.daimyo_played)


def _ground(state: State, area: str) -> StartArea:
    soldiers = state.soldiers[area]
    return StartArea(state.castles.get(area), soldiers if any(soldiers) else ())


# Invariants: true after every step of a legal game (11.3, 11.6)


def problems(state: State) -> list[str]:
    """Return every violation of the invariants of rule 11.3, a sentence each; an empty list if all is well."""
    return [*_pieces_kept(state), *_castles_kept(state), *_katana_kept(state), *_cards_kept(state)]


def _pieces_kept(state: State) -> Iterator[str]:
    expected = PIECES.soldiers_advanced if state.setup.advanced else PIECES.soldiers
    for seat, player in enumerate(state.players):
        total = player.reserve + sum(there[seat] for there in state.soldiers.values())
        if total != expected:
            yield f"seat {seat} has {total} soldiers in all, not {expected}"
        places = (*AREAS, RESERVE) if state.setup.advanced else (None,)
        if player.daimyo not in places:
            yield f"the daimyo of seat {seat} is at {player.daimyo}"
        if min(player.reserve, *(there[seat] for there in state.soldiers.values())) < 0:
            yield f"seat {seat} has fewer than no soldiers somewhere"


def _castles_kept(state: State) -> Iterator[str]:
    everything, small = list(PIECES.large_castles), Counter(PIECES.small_castles)
    is_laid, is_over = not isinstance(state.stage, LayingCastles), isinstance(state.stage, Over)
    if is_laid and (tuple(state.castles) != AREAS or sorted(state.castles.values()) != everything):
        yield f"the large castles are laid as {state.castles}"
    gone = [*state.set_aside, *(castle for player in state.players for castle in player.large)]
    if sorted(gone) != (everything if is_over else []):
        yield f"the large castles taken or set aside are {sorted(gone)}"
    taken = Counter(castle for player in state.players for castle in player.small)
    if taken - small or (taken and not (is_over and state.counts.small_castles)):
        yield f"the small castles taken are {sorted(taken.elements())}"


def _katana_kept(state: State) -> Iterator[str]:
    held = [player.katana for player in state.players if player.katana is not None]
    if sorted(held, reverse=True) != list(state.counts.katana[: len(held)]):
        yield f"the katana taken are {held}"
    for seat, player in enumerate(state.players):
        if (player.katana is not None) != (player.left == 0):
            yield f"seat {seat} holds katana {player.katana} with {player.left} pieces in the reserve"


def _cards_kept(state: State) -> Iterator[str]:
    played = [player.tactic for player in state.players if player.tactic]
    revealed = {*state.tactics, *played}
    if (state.tactics and len(revealed) != state.counts.tactics) or len(revealed) != len(state.tactics) + len(played):
        yield f"tactics in the pool {state.tactics}, played {played}"
    taken = [player.daimyo_card for player in state.players if player.daimyo_card]
    if len({*taken, *state.daimyo_cards}) != len(taken) + len(state.daimyo_cards):
        yield f"daimyo cards on offer {state.daimyo_cards}, taken {taken}"
