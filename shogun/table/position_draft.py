"""A position that is being changed, kept while it is made: a file for each position that was changed, and game.

Whoever changes the same position again finds the changes of before. What stands in a file need not be legal.
"""

import contextlib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct
from msgspec.structs import replace

from shogun.base.files import UNDECODABLE, checksum, remove, write_plain
from shogun.base.language import _, shown
from shogun.base.shared_file import discard, read_own, seal
from shogun.game.errors import NoPosition
from shogun.game.positions import can_begin_anywhere
from shogun.game.protocol import AnyGame
from shogun.table.branch import Place
from shogun.table.journal import Contents, Header, rows
from shogun.table.positions import PositionFile, Resting
from shogun.table.replay import Replay
from shogun.table.towers import Inside
from shogun.table.undo_history import Passed, UndoHistory
from shogun.table.visible_past import played, reader_of_past
from shogun.tower.geometry import geometry_hash
from shogun.tower.resting_cubes import TowerState

SUFFIX = ".position.draft"
MOST_BYTES = 1_000_000
"""A longer file is no draft: a setup takes 5 kB."""
KEPT_CHANGES = 20
"""So many changes can be taken back in a draft that is opened again."""
KEPT_DRAFTS = 20
"""So many drafts of a game are kept: those that were changed last."""


class KeptDraft(Struct, frozen=True):
    """What stands in a file: the position that is changed, and the setup after each of the last changes."""

    begun: Raw
    changed: tuple[Raw, ...]
    resting: Resting | None = None


def drafts_folder() -> Path:
    """Return the folder of all drafts; it may not exist yet."""
    import platformdirs

    return platformdirs.user_data_path("shogun", appauthor=False) / "positions"


def keep_changes(found: PositionFile, setups: Sequence[Any]) -> None:
    """Write down the setups that the changes of a position have led to; none: remove the draft. Raises OSError."""
    path = draft_path(found)
    if not setups:
        with contextlib.suppress(FileNotFoundError):
            remove(path)
        return
    encode = msgspec.json.encode
    kept = KeptDraft(Raw(encode(found.setup)), tuple(Raw(encode(one)) for one in setups[-KEPT_CHANGES:]), found.resting)
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    write_plain(path, seal(encode(kept)))
    if is_new:
        for old in _drafts(found.game)[KEPT_DRAFTS:]:
            with contextlib.suppress(OSError):
                remove(old)


def changes_of(found: PositionFile) -> list[Any]:
    """Return the setups that earlier changes of a position have led to; none if nobody has changed it."""
    path = draft_path(found)
    kept = read_own(path, MOST_BYTES, KeptDraft)
    if kept is None or bytes(kept.begun) != msgspec.json.encode(found.setup):
        return []
    return _setups(path, found, kept.changed)


def last_changed(found: PositionFile) -> PositionFile | None:
    """Return the position of the same game that was changed last, as it was before; None if it is this one, or none."""
    path = next(iter(_drafts(found.game)), None)
    if path is None or path == draft_path(found) or (kept := read_own(path, MOST_BYTES, KeptDraft)) is None:
        return None
    setups = _setups(path, found, (kept.begun,))
    return PositionFile(found.game, setups[0], resting=kept.resting) if setups else None


def _setups(path: Path, found: PositionFile, kept: Sequence[Raw]) -> list[Any]:
    """Return setups of the same game as another one; a file that holds something else is put aside."""
    try:
        return [msgspec.json.decode(one, type=type(found.setup)) for one in kept]
    except UNDECODABLE:
        discard(path)
        return []


def draft_path(found: PositionFile) -> Path:
    """Return the file in which the changes of a position are kept."""
    begun = msgspec.json.encode((found.setup, found.resting))
    return drafts_folder() / f"{found.game.code}-{checksum(begun):08x}{SUFFIX}"


def _drafts(game: AnyGame) -> list[Path]:
    """Return the files of a game's drafts, the one changed last first."""
    try:
        paths = list(drafts_folder().glob(f"{game.code}-*{SUFFIX}"))
        return sorted(paths, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except OSError:
        return []


# The position of a moment of a game, with the cubes where they lie; nothing hidden comes to light by it.

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
