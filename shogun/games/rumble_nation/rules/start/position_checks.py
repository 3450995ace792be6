"""Whether a game can begin at a position: all that is wrong with it, by rule 11.3 and by what lies in the box."""

from collections import Counter
from collections.abc import Iterator, Mapping

from shogun.base.language import _, marked
from shogun.game.positions import Found, no_such, not_between, wrong_names, wrong_numbers
from shogun.games.rumble_nation.rules.components import AREAS, COUNTS, DAIMYO, DICE, PIECES, TACTICS
from shogun.games.rumble_nation.rules.moves import RESERVE
from shogun.games.rumble_nation.rules.start.start_position import Ground, SeatPieces, StartPosition
from shogun.games.rumble_nation.rules.state import Setup

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
"""What holds where a file doesn't say something, by its key."""


def soldiers_of(setup: Setup) -> int:
    """Return how many soldiers everybody has in all (1.4, 9.1)."""
    return PIECES.soldiers_advanced if setup.advanced else PIECES.soldiers


def seats_of(setup: Setup, position: StartPosition) -> list[SeatPieces]:
    """Return what is said of every seat."""
    return [*position.seat[: setup.seats], *[SeatPieces()] * (setup.seats - len(position.seat))]


def left_of(setup: Setup, position: StartPosition, seat: int) -> int:
    """Return how many soldiers a seat has in reserve: less than none if too many stand on the board."""
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
        yield from _ground(setup, name, ground)
    yield from _castles(position)
    for seat, pieces in enumerate(seats_of(setup, position)):
        yield from _pieces(setup, position, seat, pieces)
    yield from _katana(setup, position)
    yield from _tactics(setup, position)
    yield from _dice(position)


def _ground(setup: Setup, name: str, ground: Ground) -> Iterator[Found]:
    if name not in AREAS:
        yield ("area", name), no_such(name, AREAS)
        return
    if len(ground.soldiers) not in (0, setup.seats):
        sentence = _("there must be {seats} numbers, one for each seat, not {found}")
        yield ("area", name, "soldiers"), sentence.format(seats=setup.seats, found=len(ground.soldiers))
    for seat, count in enumerate(ground.soldiers[: setup.seats]):
        if told := not_between(count, 0, soldiers_of(setup)):
            yield ("area", name, "soldiers", seat), told
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


def _pieces(setup: Setup, position: StartPosition, seat: int, pieces: SeatPieces) -> Iterator[Found]:
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
            yield ("seat", seat, "katana"), _("there must be a katana, because every piece is placed")
        if not is_finished and pieces.katana is not None:
            yield ("seat", seat, "katana"), _("there can't be a katana, because there are pieces in the reserve")
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
        if told := not_between(die, 1, DIE_SIDES):
            yield ("dice", number), told
    if position.rolled_again and not position.dice:
        yield ("rolled_again",), _("give the dice that were rolled")
