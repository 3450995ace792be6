"""Unsaved towers: errors of their files, drafts, and claims on names that other windows must not use meanwhile.

A draft that can't be read is never overwritten: it is put aside, with one message.
"""

import contextlib
import os
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from shogun.base.files import UNDECODABLE, make_folder, put_aside, read_bounded, remove, write_whole
from shogun.base.language import _, shown
from shogun.base.shared_file import own
from shogun.tower.file.design import KINDS, Origins
from shogun.tower.file.reader import parse_unchecked
from shogun.tower.geometry import Geometry
from shogun.tower.tower_lookup import own_folder

# Errors with the player's own tower files


class UserTowerError(ValueError):
    """An action on a tower's file that isn't possible; the message is one sentence."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message
        """The system's reason, without the file."""


def not_written(path: Path, error: OSError) -> UserTowerError:
    """Return the error for a file that can't be written."""
    why = error.strerror or str(error)
    return UserTowerError(_("{file} can't be written: {error}.").format(file=path, error=why), why)


# Drafts

DRAFTS = "drafts"
"""Folder for drafts, beside the towers."""
ENDING, CLAIMED = ".json", ".lock"
"""Endings of a draft, and of the file that is locked by the window that draws under this name."""
LARGEST_DRAFT = 1_600_000
"""Largest size of a draft in bytes."""


class Step(msgspec.Struct, frozen=True):
    """A tower before or after a change, for undo and redo."""

    geometry: Geometry
    origins: Origins


NONE = msgspec.Raw(b"[]")
MOST_STEPS, MOST_STEP_BYTES = 100, 500_000
"""Steps kept for undo and for redo, and the bytes that they may take."""


class Draft(msgspec.Struct, frozen=True):
    """A tower that was changed and isn't saved yet."""

    name: str
    text: str
    """Text of its file as it would be saved now."""
    base: str = ""
    """Text of the file when it was opened."""
    origins: Origins = {}
    """Origins of its pieces in `base`."""
    there: str = ""
    """Text of its file when it was last read or saved; empty if that is `base`."""
    past: msgspec.Raw = NONE
    future: msgspec.Raw = NONE
    """Steps for undo and for redo; none if they can't be read."""


def keep_draft(draft: Draft) -> None:
    """Save a draft atomically; an unreadable one at its path is put aside. Raises UserTowerError."""
    path = draft_path(draft.name)
    try:
        make_folder(path.parent)
        if path.exists() and _why_unreadable(path):
            put_aside(path)
        write_whole(path, msgspec.json.encode(draft))
    except OSError as error:
        raise not_written(path, error) from error


def found_draft(name: str) -> Draft | None:
    """Return the draft of a tower; None if there is none, or if it can't be read."""
    try:
        return read_draft(draft_path(name))
    except (OSError, *UNDECODABLE):
        return None


def read_draft(path: Path) -> Draft:
    """Return the draft in a file. Raises OSError, and one of UNDECODABLE if it isn't a draft."""
    draft = msgspec.json.decode(read_bounded(path, LARGEST_DRAFT), type=Draft)
    geometry = parse_unchecked(draft.text, path.name)
    draft = msgspec.structs.replace(draft, name=path.stem)
    if _fits(geometry, draft.origins):
        return draft
    return msgspec.structs.replace(draft, base="", origins={}, past=NONE, future=NONE)


def _fits(geometry: Geometry, origins: Origins) -> bool:
    return all(len(origins.get(kind, ())) == len(getattr(geometry, name)) for kind, name in KINDS.items())


def encoded(steps: Sequence[Step]) -> msgspec.Raw:
    """Return the last of some steps as a draft stores them, as many as there is room for."""
    kept: list[bytes] = []
    room = MOST_STEP_BYTES
    for step in reversed(steps[-MOST_STEPS:]):
        kept.append(msgspec.json.encode(step))
        room -= len(kept[-1])
        if room < 0:
            kept.pop()
            break
    return msgspec.Raw(b"[" + b",".join(reversed(kept)) + b"]")


def decoded(steps: msgspec.Raw) -> list[Step]:
    """Return the steps that a draft stores; none if any of them can't be read."""
    try:
        stored = msgspec.json.decode(steps, type=list[Step])
    except UNDECODABLE:
        return []
    return stored if all(_fits(step.geometry, step.origins) for step in stored) else []


def _why_unreadable(path: Path) -> str:
    """Return the reason why a draft can't be read; empty if it can."""
    try:
        read_draft(path)
    except OSError as error:
        return error.strerror or str(error)
    except UNDECODABLE as error:
        return str(error)
    return ""


def put_unreadable_aside() -> Iterator[str]:
    """Put all unreadable drafts aside, and yield a sentence for each."""
    for name in draft_names():
        path = draft_path(name)
        if (why := _why_unreadable(path)) and (kept := _put_aside(path)) is not None:
            text = _("The unsaved drawing of {name} can't be read ({why}); it was kept as {file}.")
            yield text.format(name=shown(name), why=why.rstrip("."), file=kept.name)


def _put_aside(path: Path) -> Path | None:
    with contextlib.suppress(OSError):
        return put_aside(path)
    return None


def forget_draft(name: str) -> None:
    """Remove the draft of a tower."""
    with contextlib.suppress(OSError):
        remove(draft_path(name))


def draft_names() -> Sequence[str]:
    """Return the names of towers that have drafts."""
    try:
        return sorted(path.stem for path in (own_folder() / DRAFTS).glob(f"*{ENDING}"))
    except OSError:
        return []


def draft_path(name: str) -> Path:
    """Return the path of the draft of a tower of that name, which may not exist."""
    return own_folder() / DRAFTS / f"{name}{ENDING}"


# Claims


class Claim:
    """A name that only this window may use; given back by `release`, and by the end of the process."""

    def __init__(self, name: str, path: Path, file: int | None) -> None:
        self.name = name
        self.release = weakref.finalize(self, _give_back, path, file)


def claim(name: str) -> Claim | None:
    """Claim a name; return None if another window uses it. If nothing can be written, the claim isn't exclusive."""
    path = draft_path(name).with_suffix(CLAIMED)
    try:
        make_folder(path.parent)
        file = own(path)
    except OSError:
        return Claim(name, path, None)
    return None if file is None else Claim(name, path, file)


def _give_back(path: Path, file: int | None) -> None:
    if file is not None:
        with contextlib.suppress(OSError):
            path.unlink()  # still locked, so that a process that opens it now sees that it is gone
        os.close(file)
        with contextlib.suppress(OSError):
            if os.name == "nt":
                path.unlink()
