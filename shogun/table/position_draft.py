"""Drafts of positions in the editor, positions of moments of a game, and headers of games that begin at a position.

Each changed position of a game has a draft of its own, so that its changes are still there when it is opened again. A
draft may be illegal.
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
from shogun.base.user_folders import data_folder
from shogun.game.errors import NoPosition
from shogun.game.positions import can_begin_anywhere
from shogun.game.protocol import AnyGame
from shogun.table.branch import Place
from shogun.table.course import Course, PastAnswer
from shogun.table.journal import Contents, Header, rows
from shogun.table.positions import PositionFile, Resting
from shogun.table.replay import Replay
from shogun.table.towers import Inside
from shogun.table.visible_past import played, reader_of_past
from shogun.tower.geometry import geometry_hash
from shogun.tower.resting_cubes import TowerState

# Drafts

SUFFIX = ".position.draft"
MOST_BYTES = 1_000_000
"""Largest size of a draft in bytes: a setup takes 5 kB."""
KEPT_CHANGES = 20
"""Changes that can be undone in a draft that is opened again."""
KEPT_DRAFTS = 20
"""Drafts of a game that are kept: those changed last."""


class KeptDraft(Struct, frozen=True):
    """Content of a draft's file: the original position, and the setup after each of the last changes."""

    begun: Raw
    changed: tuple[Raw, ...]
    resting: Resting | None = None


def drafts_folder() -> Path:
    """Return the folder of all drafts; it may not exist yet."""
    return data_folder() / "positions"


def keep_changes(position: PositionFile, setups: Sequence[Any]) -> None:
    """Save the setups after each change of a position; remove the draft if there are none. Raises OSError."""
    path = draft_path(position)
    if not setups:
        with contextlib.suppress(FileNotFoundError):
            remove(path)
        return
    encode = msgspec.json.encode
    kept = KeptDraft(
        Raw(encode(position.setup)), tuple(Raw(encode(setup)) for setup in setups[-KEPT_CHANGES:]), position.resting
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    write_plain(path, seal(encode(kept)))
    if is_new:
        for old in _drafts(position.game)[KEPT_DRAFTS:]:
            with contextlib.suppress(OSError):
                remove(old)


def changes_of(position: PositionFile) -> list[Any]:
    """Return the setups after earlier changes of a position; none if it wasn't changed."""
    path = draft_path(position)
    kept = read_own(path, MOST_BYTES, KeptDraft)
    if kept is None or bytes(kept.begun) != msgspec.json.encode(position.setup):
        return []
    return _setups(path, position, kept.changed)


def last_changed(position: PositionFile) -> PositionFile | None:
    """Return the original of the last changed position of the same game; None if that is this one, or there is none."""
    path = next(iter(_drafts(position.game)), None)
    if path is None or path == draft_path(position) or (kept := read_own(path, MOST_BYTES, KeptDraft)) is None:
        return None
    setups = _setups(path, position, (kept.begun,))
    return PositionFile(position.game, setups[0], resting=kept.resting) if setups else None


def _setups(path: Path, position: PositionFile, kept: Sequence[Raw]) -> list[Any]:
    """Return decoded setups of a position's game; a file with anything else is put aside."""
    try:
        return [msgspec.json.decode(setup, type=type(position.setup)) for setup in kept]
    except UNDECODABLE:
        discard(path)
        return []


def draft_path(position: PositionFile) -> Path:
    """Return the file with the changes of a position."""
    begun = msgspec.json.encode((position.setup, position.resting))
    return drafts_folder() / f"{position.game.code}-{checksum(begun):08x}{SUFFIX}"


def _drafts(game: AnyGame) -> list[Path]:
    """Return the files of a game's drafts, the one changed last first."""
    try:
        paths = list(drafts_folder().glob(f"{game.code}-*{SUFFIX}"))
        return sorted(paths, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except OSError:
        return []


# Positions of moments of a game: cubes stay where they lie, and nothing hidden is revealed

LONGEST_NAME = 60
"""Characters of a tower's name that are quoted."""


def position_at(game: AnyGame, state: Any, inside: Inside, seats: Collection[int] = ()) -> PositionFile:
    """Return the position of a state, with only what everybody and these seats may know. Raises NoPosition."""
    if not can_begin_anywhere(game):
        raise NoPosition(_("this game has no positions: it always starts from the beginning"))
    setup = game.position_of(state, seats)  # type: ignore[attr-defined]
    return PositionFile(game, setup, resting=resting_of(inside))


def resting_of(inside: Inside) -> Resting | None:
    """Return the places of the cubes in a simulated tower; None for other towers, or if there are none."""
    if not isinstance(inside, TowerState) or not inside.resting:
        return None
    return Resting(inside.geometry.name, geometry_hash(inside.geometry), rows(inside.resting))


def exported(contents: Contents, number: int) -> PositionFile:
    """Return the position of a game after `number` answers.

    In a running game it must be a moment where a branch might begin too. Raises NoPosition, which names the last
    earlier moment with a position, and Disagreement.
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
    """Return the last position within the first `number` answers of a game, with its own number of answers.

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
    steps = [step for step in past if isinstance(step, PastAnswer)]
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
    course = Course(contents.game, contents.header)
    return position_at(contents.game, course.state, course.beginning)


def _is_one(contents: Contents, place: Place) -> bool:
    try:
        _at(contents, place)
    except NoPosition:
        return False
    return True


def placed(header: Header, position: PositionFile) -> Header:
    """Return the header of a new game that begins at a position, with its cubes at their places.

    Raises NoPosition if they lie in another tower.
    """
    header = replace(header, setup=position.setup, resting=UNSET)
    if position.resting is None or header.geometry is None:
        return header
    if geometry_hash(header.geometry) != position.resting.hash:
        sentence = _(
            "the cubes of this position are in another tower, {name}: play with that one, or without [resting]"
        )
        raise NoPosition(sentence.format(name=shown(position.resting.tower, LONGEST_NAME)))
    return replace(header, resting=position.resting.cubes)
