"""A position that is being changed, kept while it is made: a file for each position that was changed, and game.

Whoever changes the same position again finds the changes of before. What stands in a file need not be legal.
"""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from shogun.base.checksummed_json import discard, read_own, seal
from shogun.base.checksums import checksum
from shogun.base.files import UNDECODABLE, remove, write_plain
from shogun.game.protocol import AnyGame
from shogun.table.positions.position_file import PositionFile, Resting

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
