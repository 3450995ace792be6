"""The position of a moment of a game, with the cubes where they lie; nothing hidden comes to light by it."""

from collections.abc import Collection
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from shogun.base.language import _, shown
from shogun.game.errors import NoPosition
from shogun.game.positions import can_begin_anywhere
from shogun.game.protocol import AnyGame
from shogun.table.past.branch_place import Place
from shogun.table.past.copied_past import played
from shogun.table.past.replay import Replay
from shogun.table.past.visible_past import reader_of_past
from shogun.table.positions.position_file import PositionFile, Resting
from shogun.table.running.tower_contents import Inside
from shogun.table.running.undo_history import Passed, UndoHistory
from shogun.table.storage.journal import Contents, Header, rows
from shogun.tower.geometry import geometry_hash
from shogun.tower.record.resting_cubes import TowerState

LONGEST_NAME = 60
"""Characters of a tower's name that are quoted."""


def position_at(game: AnyGame, state: Any, inside: Inside, seats: Collection[int] = ()) -> PositionFile:
    """Return the position of a state, as everybody may know it, and these seats. Raises NoPosition."""
    if not can_begin_anywhere(game):
        raise NoPosition(_("this game has no positions: it always starts from the beginning"))
    setup = game.position_of(state, seats)  # type: ignore[attr-defined]
    return PositionFile(game, setup, resting=resting_of(inside))


def resting_of(inside: Inside) -> Resting | None:
    """Return where the cubes lie in a simulated tower; None in any other, or if there are none."""
    if not isinstance(inside, TowerState) or not inside.resting:
        return None
    return Resting(inside.geometry.name, geometry_hash(inside.geometry), rows(inside.resting))


def exported(contents: Contents, number: int) -> PositionFile:
    """Return the position to which `number` answers of a game have led.

    Of a running game only one of a moment at which a branch might begin, too. Raises NoPosition, which names the last
    moment before at which there is one, and Disagreement.
    """
    place = _place(contents, number)
    try:
        return _at(contents, place)
    except NoPosition as error:
        if (before := _last_before(contents, place)) is None:
            raise
        sentence = _("{why}; a position can be taken after line {line}")
        line = place.steps[before.number - 1].line.n
        raise NoPosition(sentence.format(why=str(error).rstrip("."), line=line)) from error


def last_exported(contents: Contents, number: int) -> tuple[int, PositionFile]:
    """Return the last position up to `number` answers of a game, and to how many of them it belongs.

    Raises NoPosition if there is none, and Disagreement.
    """
    place = _place(contents, number)
    try:
        return number, _at(contents, place)
    except NoPosition:
        if (before := _last_before(contents, place)) is None:
            raise
        return before.number, _at(contents, before)


def _place(contents: Contents, number: int) -> Place:
    Replay(contents).run()
    past = played(contents)
    steps = [step for step in past if isinstance(step, Passed)]
    return Place(contents.game, contents.header, steps, number, reader_of_past(contents, past))


def _last_before(contents: Contents, place: Place) -> Place | None:
    earlier = (replace(place, number=number) for number in range(place.number - 1, 0, -1))
    return next((other for other in earlier if _is_one(contents, other)), None)


def _at(contents: Contents, place: Place) -> PositionFile:
    if refusal := place.refusal(as_it_came=False):
        raise NoPosition(refusal)
    if place.number:
        step = place.steps[place.number - 1]
        return position_at(contents.game, step.after, step.inside)
    course = UndoHistory(contents.game, contents.header)
    return position_at(contents.game, course.state, course.beginning)


def _is_one(contents: Contents, place: Place) -> bool:
    try:
        _at(contents, place)
    except NoPosition:
        return False
    return True


def placed(header: Header, found: PositionFile) -> Header:
    """Return the header of a new game that begins at a position, with the cubes where they lie, in the same tower.

    Raises NoPosition for those of another tower.
    """
    header = replace(header, setup=found.setup, resting=UNSET)
    if found.resting is None or header.geometry is None:
        return header
    if geometry_hash(header.geometry) != found.resting.hash:
        sentence = _(
            "the cubes of this position are in another tower, {name}: play with that one, or without [resting]"
        )
        raise NoPosition(sentence.format(name=shown(found.resting.tower, LONGEST_NAME)))
    return replace(header, resting=found.resting.cubes)
